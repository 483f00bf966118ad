//! A bound for a single position: can the mating side still gather what a mate needs?
//!
//! A mate needs the royal man's square and every square that it could flee to observed by the
//! mating side, or (but for its own square) blocked by its own men.  Obstacles are ignored and every
//! man counts at the best square it could reach, so what is called hopeless is hopeless; what is
//! not may still be.  Source of the idea: reference solvers' "intelligent" modes, here over the
//! compiled movement tables and therefore for every walk.

use std::sync::Arc;

use crate::board::Square;
use crate::rules::Play;

use super::super::trial::Trial;
use super::tables::{Field, MOST_FIELD, NEVER, State, Tables};
use super::turncoats::{MOST, Node, Turncoats};

/// Half-moves of the mating side beyond which the bound is not worth its time.
const MOST_MATING: usize = 4;

/// Positions with so many half-moves to go that are asked about in any case, and the part that has to be
/// hopeless from then on.
const FIRST: u32 = 1 << 9;
const LEAST_HOPELESS: u32 = 16;

/// The bound, with what it has found out about single men.
#[derive(Clone)]
pub struct Budget {
    pub tables: Arc<Tables>,
    /// Antichains of what is observed within some half-moves: offsets into `pool`, made when needed.
    covers: Vec<u32>,
    pool: Vec<Field>,
    turncoats: Option<Turncoats>,
    /// By half-moves to go, how often positions that it was asked about were hopeless.
    trials: [Trial; 2 * MOST_MATING],
    /// The mating men that stay what they are, and all men that may come to the other side.
    loyal: Vec<State>,
    turning: Vec<Node>,
    /// By half-moves of either side, what the men may do together.
    unions: [[Field; MOST + 1]; MOST + 1],
    men: Vec<(usize, Square)>,
    royals: Vec<(usize, Square)>,
    blockers: Vec<(usize, Square)>,
}

impl Budget {
    /// Nothing found out yet.
    pub fn new(tables: Arc<Tables>) -> Self {
        Self {
            turncoats: Turncoats::new(&tables),
            tables,
            covers: Vec::new(),
            pool: Vec::new(),
            trials: [Trial::default(); 2 * MOST_MATING],
            loyal: Vec::new(),
            turning: Vec::new(),
            unions: [[0; MOST + 1]; MOST + 1],
            men: Vec::new(),
            royals: Vec::new(),
            blockers: Vec::new(),
        }
    }

    /// The same where it is asked only while it is worth its time.
    pub fn seems_hopeless<P: Play>(
        &mut self,
        rules: &P,
        pos: &P::Position,
        (mating, mated): (usize, usize),
    ) -> bool {
        let most = mating + mated;
        if self.trials.get(most).is_some_and(|trial| !trial.pays(FIRST, LEAST_HOPELESS)) {
            return false;
        }
        let hopeless = self.hopeless(rules, pos, (mating, mated));
        if let Some(trial) = self.trials.get_mut(most) {
            trial.count(hopeless);
        }
        hopeless
    }

    /// No mate can arise with `mating` half-moves of the mating side and `mated` of the other.
    pub fn hopeless<P: Play>(
        &mut self,
        rules: &P,
        pos: &P::Position,
        (mating, mated): (usize, usize),
    ) -> bool {
        if !self.tells(mating, mated) {
            return false;
        }
        let Some(royal) = self.look_at(rules, pos) else { return true };
        let start = self.tables.state((self.tables.royal_kind, royal));
        for target in 0..self.tables.squares {
            let walk = usize::from(self.tables.mated_ways.to_square(start, target));
            if walk <= mated && self.possible(target, mating, mated - walk) {
                return false;
            }
        }
        true
    }

    /// Whether it is worth its time for so many half-moves.
    pub fn tells(&self, mating: usize, mated: usize) -> bool {
        mating <= MOST_MATING && (self.turncoats.is_none() || Turncoats::tell(mating, mated))
    }

    /// Notes the men of a position; returns where the royal man of the mated side is.
    pub fn look_at<P: Play>(&mut self, rules: &P, pos: &P::Position) -> Option<Square> {
        if self.covers.is_empty() {
            let covers = self.tables.mating_ways.states() * (MOST_MATING + 1) * self.tables.squares;
            self.covers.resize(covers, u32::MAX);
        }
        let side = self.tables.mating;
        self.men.clear();
        self.blockers.clear();
        rules.royals(pos, side.other(), &mut self.blockers);
        let (_, royal) = self.blockers.pop()?;
        self.blockers.clear();
        rules.men(pos, side, &mut self.men);
        rules.men(pos, side.other(), &mut self.blockers);
        self.blockers.retain(|&(_, square)| square != royal);
        self.part_men(rules, pos);
        Some(royal)
    }

    fn part_men<P: Play>(&mut self, rules: &P, pos: &P::Position) {
        let tables = &self.tables;
        self.loyal.clear();
        let Some(turncoats) = &self.turncoats else {
            self.loyal.extend(self.men.iter().map(|&man| tables.state(man)));
            return;
        };
        self.royals.clear();
        rules.royals(pos, tables.mating, &mut self.royals);
        self.loyal.extend(self.royals.iter().map(|&man| tables.state(man)));
        self.turning.clear();
        let mating = self.men.iter().filter(|man| !self.royals.contains(man));
        let men = mating.map(|man| (man, true)).chain(self.blockers.iter().map(|man| (man, false)));
        let nodes = men.map(|(&man, mates)| turncoats.node(tables.state(man), mates));
        self.turning.extend(nodes);
    }

    /// The royal man could be mated on square `target`, as far as the budgets go.
    pub fn possible(&mut self, target: usize, mating: usize, mated: usize) -> bool {
        let need = self.open(target) & !self.blocked(target);
        self.within(target, need, mating, mated)
    }

    /// What the mating men do not observe from where they are.
    pub fn open(&mut self, target: usize) -> Field {
        let field = self.tables.fields[target].len();
        let mut need: Field = if field == MOST_FIELD { Field::MAX } else { (1 << field) - 1 };
        if self.tables.stalemate {
            need &= !1;
        }
        for number in 0..self.men.len() {
            // What other men do may help it without a half-move of its own.
            let (start, end) = self.cover(self.tables.state(self.men[number]), 0, target);
            need = self.pool[start..end].iter().fold(need, |need, mask| need & !mask);
        }
        need
    }

    /// What the other men of the mated side block.
    pub fn blocked(&self, target: usize) -> Field {
        let blocked = |&(_, at): &(usize, Square)| self.tables.blocked(at.index(), target);
        self.blockers.iter().map(blocked).fold(0, |all, mask| all | mask)
    }

    /// What is needed can be observed or blocked within the budgets.
    pub fn within(&mut self, target: usize, need: Field, mating: usize, mated: usize) -> bool {
        if need == 0 {
            return true;
        }
        if mating == 0 && mated == 0 {
            return false;
        }
        let costs = if mated == 0 { [NEVER; MOST_FIELD] } else { self.costs(target, need) };
        self.note_unions(target, (mating, mated));
        self.gather(target, need, &costs, mating, mated, 0)
    }

    /// Notes what all men together may do within the budgets and smaller ones.
    fn note_unions(&mut self, target: usize, (mating, mated): (usize, usize)) {
        let Some(turncoats) = &mut self.turncoats else { return };
        self.unions = [[0; MOST + 1]; MOST + 1];
        for &node in &self.turning {
            // The first half-move is that of its side.
            let (own, other) = if turncoats.mates(node) { (1, 0) } else { (0, 1) };
            for own in own..=mating {
                for other in other..=mated {
                    self.unions[own][other] |= turncoats.union(node, (own, other), target);
                }
            }
        }
        for number in 0..self.loyal.len() {
            for own in 1..=mating {
                let (start, end) = self.cover(self.loyal[number], own, target);
                let union = self.pool[start..end].iter().fold(0, |all, mask| all | mask);
                for unions in &mut self.unions[own..=mating] {
                    unions.iter_mut().for_each(|all| *all |= union);
                }
            }
        }
    }

    /// What it costs the mated side to block the squares that are needed.
    fn costs(&self, target: usize, need: Field) -> [u8; MOST_FIELD] {
        let tables = &self.tables;
        let mut costs = [NEVER; MOST_FIELD];
        for &man in &self.blockers {
            let row = tables.mated_ways.to_squares(tables.state(man));
            let mut rest = need & !1;
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                costs[bit] = costs[bit].min(row[tables.fields[target][bit].index()]);
            }
        }
        costs
    }

    /// What is needed can be observed or blocked within the budgets; `used`: men already sent.
    fn gather(
        &mut self,
        target: usize,
        need: Field,
        costs: &[u8; MOST_FIELD],
        mating: usize,
        mated: usize,
        used: u64,
    ) -> bool {
        let mut dearest = (0, 0u32);
        let mut dear: Field = 0;
        let mut total = 0usize;
        let mut rest = need;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let cost = costs[bit as usize];
            total += usize::from(cost);
            dear |= Field::from(usize::from(cost) > mated) << bit;
            if cost > dearest.0 {
                dearest = (cost, bit);
            }
        }
        if total <= mated {
            return true;
        }
        let turns = self.turncoats.is_some();
        if mating == 0 && (mated == 0 || !turns) {
            return false;
        }
        let (cost, bit) = dearest;
        let wanted: Field = 1 << bit;
        if turns && dear & !self.unions[mating][mated] != 0 {
            return false;
        }
        if usize::from(cost) <= mated
            && self.gather(target, need & !wanted, costs, mating, mated - usize::from(cost), used)
        {
            return true;
        }
        for number in 0..self.loyal.len() {
            if used & 1 << (number % 64) != 0 {
                continue;
            }
            let state = self.loyal[number];
            for moves in 1..=mating {
                let (start, end) = self.cover(state, moves, target);
                for index in start..end {
                    let mask = self.pool[index];
                    let left = (mating - moves, mated);
                    let used = used | 1 << (number % 64);
                    if mask & wanted != 0
                        && self.gather_rest(target, need & !mask, costs, left, used)
                    {
                        return true;
                    }
                }
            }
        }
        turns && self.turn(target, (need, wanted), costs, (mating, mated), used)
    }

    /// The same by men that may turn, one of which does what is wanted.
    fn turn(
        &mut self,
        target: usize,
        (need, wanted): (Field, Field),
        costs: &[u8; MOST_FIELD],
        (mating, mated): (usize, usize),
        used: u64,
    ) -> bool {
        for number in 0..self.turning.len() {
            let bit = 1 << ((self.loyal.len() + number) % 64);
            if used & bit != 0 {
                continue;
            }
            let node = self.turning[number];
            let Some(turncoats) = &mut self.turncoats else { return false };
            if turncoats.union(node, (mating, mated), target) & wanted == 0 {
                continue;
            }
            let (own, other) = if turncoats.mates(node) { (1, 0) } else { (0, 1) };
            for own in own..=mating {
                for other in other..=mated {
                    let Some(turncoats) = &mut self.turncoats else { return false };
                    let left = (mating - own, mated - other);
                    let (start, end) = turncoats.masks(node, (own, other), target);
                    for index in start..end {
                        let Some(turncoats) = &self.turncoats else { return false };
                        let mask = turncoats.mask(index);
                        if mask & wanted != 0
                            && self.gather_rest(target, need & !mask, costs, left, used | bit)
                        {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// The same where some has been gathered.
    #[inline]
    fn gather_rest(
        &mut self,
        target: usize,
        need: Field,
        costs: &[u8; MOST_FIELD],
        (mating, mated): (usize, usize),
        used: u64,
    ) -> bool {
        need == 0 || mating + mated != 0 && self.gather(target, need, costs, mating, mated, used)
    }

    /// What a man can observe of a field after at most `moves` half-moves: a range of the pool.
    fn cover(&mut self, state: State, moves: usize, target: usize) -> (usize, usize) {
        let states = self.tables.mating_ways.states();
        let index = (target * states + state) * (MOST_MATING + 1) + moves;
        if self.covers[index] == u32::MAX {
            self.covers[index] = self.make_cover(state, moves, target);
        }
        let start = self.covers[index] as usize;
        (start + 1, start + 1 + usize::from(self.pool[start]))
    }

    fn make_cover(&mut self, state: State, moves: usize, target: usize) -> u32 {
        let mut masks: Vec<Field> = Vec::new();
        for (other, &distance) in self.tables.mating_ways.to_states(state).iter().enumerate() {
            if usize::from(distance) > moves {
                continue;
            }
            let mask = self.tables.observed(other, target);
            if mask == 0 || masks.iter().any(|known| known & mask == mask) {
                continue;
            }
            masks.retain(|known| known & mask != *known);
            masks.push(mask);
        }
        // Fewer than 2^16 masks of 16 bits are incomparable.
        let offset = u32::try_from(self.pool.len()).unwrap_or(u32::MAX - 1);
        self.pool.push(masks.len() as Field);
        self.pool.extend(masks);
        offset
    }
}
