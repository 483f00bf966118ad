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

use super::tables::{Field, MOST_FIELD, NEVER, State, Tables};

/// Half-moves of the mating side beyond which the bound is not worth its time.
const MOST_MATING: usize = 4;

/// The bound, with what it has found out about single men.
#[derive(Clone)]
pub struct Budget {
    tables: Arc<Tables>,
    /// Antichains of what is observed within some half-moves: offsets into `pool`, made when needed.
    covers: Vec<u32>,
    pool: Vec<Field>,
    men: Vec<(usize, Square)>,
    blockers: Vec<(usize, Square)>,
}

impl Budget {
    /// Nothing found out yet.
    pub fn new(tables: Arc<Tables>) -> Self {
        Self { tables, covers: Vec::new(), pool: Vec::new(), men: Vec::new(), blockers: Vec::new() }
    }

    /// No mate can arise with `mating` half-moves of the mating side and `mated` of the other.
    pub fn hopeless<P: Play>(
        &mut self,
        rules: &P,
        pos: &P::Position,
        (mating, mated): (usize, usize),
    ) -> bool {
        if mating > MOST_MATING {
            return false;
        }
        if self.covers.is_empty() {
            let covers = self.tables.mating_ways.states() * (MOST_MATING + 1) * self.tables.squares;
            self.covers.resize(covers, u32::MAX);
        }
        let side = self.tables.mating;
        self.men.clear();
        self.blockers.clear();
        rules.royals(pos, side.other(), &mut self.blockers);
        let Some((_, royal)) = self.blockers.pop() else { return true };
        self.blockers.clear();
        rules.men(pos, side, &mut self.men);
        rules.men(pos, side.other(), &mut self.blockers);
        self.blockers.retain(|&(_, square)| square != royal);
        let start = self.tables.state((self.tables.royal_kind, royal));
        for target in 0..self.tables.squares {
            let walk = usize::from(self.tables.mated_ways.to_square(start, target));
            if walk <= mated && self.possible(target, mating, mated - walk) {
                return false;
            }
        }
        true
    }

    /// The royal man could be mated on square `target`, as far as the budgets go.
    fn possible(&mut self, target: usize, mating: usize, mated: usize) -> bool {
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
        if need == 0 {
            return true;
        }
        let mut costs = [NEVER; MOST_FIELD];
        for (bit, square) in self.tables.fields[target].iter().enumerate().skip(1) {
            if need & 1 << bit != 0 {
                costs[bit] = self.blocking_cost(*square);
            }
        }
        self.gather(target, need, &costs, mating, mated, 0)
    }

    fn blocking_cost(&self, square: Square) -> u8 {
        let tables = &self.tables;
        let cost =
            |&man: &(usize, Square)| tables.mated_ways.to_square(tables.state(man), square.index());
        self.blockers.iter().map(cost).min().unwrap_or(NEVER)
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
        let mut total = 0usize;
        let mut rest = need;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let cost = costs[bit as usize];
            total += usize::from(cost);
            if cost > dearest.0 {
                dearest = (cost, bit);
            }
        }
        if total <= mated {
            return true;
        }
        if mating == 0 {
            return false;
        }
        let (cost, bit) = dearest;
        let wanted: Field = 1 << bit;
        if usize::from(cost) <= mated
            && self.gather(target, need & !wanted, costs, mating, mated - usize::from(cost), used)
        {
            return true;
        }
        for number in 0..self.men.len() {
            if used & 1 << (number % 64) != 0 {
                continue;
            }
            let state = self.tables.state(self.men[number]);
            for moves in 1..=mating {
                let (start, end) = self.cover(state, moves, target);
                for index in start..end {
                    let mask = self.pool[index];
                    if mask & wanted != 0
                        && self.gather(
                            target,
                            need & !mask,
                            costs,
                            mating - moves,
                            mated,
                            used | 1 << (number % 64),
                        )
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// What a man can observe of a field after at most `moves` half-moves: a range of the pool.
    fn cover(&mut self, state: State, moves: usize, target: usize) -> (usize, usize) {
        let index = (state * (MOST_MATING + 1) + moves) * self.tables.squares + target;
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
