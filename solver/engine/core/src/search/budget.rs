//! A bound for help play: can the mating side still gather what a mate needs?
//!
//! A mate needs the royal man's square and every square that it could flee to observed by the
//! mating side, or (but for its own square) blocked by its own men.  Obstacles are ignored and every
//! man counts at the best square it could reach, so what is called hopeless is hopeless; what is
//! not may still be.  Source of the idea: reference solvers' "intelligent" modes, here over the
//! compiled movement tables and therefore for every walk.

use crate::board::{Side, Square};
use crate::rules::Play;
use crate::stipulation::{BranchId, Expr, Goal, Letters, Tree};

/// Half-moves of the mating side beyond which the bound is not worth its time.
const MOST_MATING: usize = 4;
/// Half-moves of help play below which the tables cost more than they save.
const LEAST_HELP: u16 = 6;
/// Squares of the board that the tables can hold.
const MOST_SQUARES: usize = 64;
/// The royal man's square and its flights, as bits.
const MOST_FIELD: usize = 16;
/// A cost that no budget pays.
const NEVER: u8 = u8::MAX;

/// A set of squares of one royal field: bit 0 the royal man's square, then its flights in order.
type Field = u16;

/// A man, as the bound sees it: number of its state (kind and square).
type State = usize;

/// Tables of the bound, made once for a search.
pub struct Budget {
    squares: usize,
    mating: Side,
    stalemate: bool,
    royal_kind: usize,
    /// The field of each square: the square itself, then the flights.
    fields: Vec<Vec<Square>>,
    /// Half-moves from state to state, by side of the mover.
    mating_distance: Distances,
    mated_distance: Distances,
    /// What a mating man on a state's square observes of the field of a square.
    observed: Vec<Field>,
    /// Antichains of `observed` within some half-moves: offsets into `pool`, made when needed.
    covers: Vec<u32>,
    pool: Vec<Field>,
    men: Vec<(usize, Square)>,
    blockers: Vec<(usize, Square)>,
}

/// Least numbers of half-moves on an empty board.
struct Distances {
    states: usize,
    /// From each state to each state.
    to_state: Vec<u8>,
    /// From each state to each square, in whatever shape.
    to_square: Vec<u8>,
}

impl Budget {
    /// The bound for a tree, where it is about one: help or series play of a single branch that ends
    /// in mate or stalemate.
    pub fn for_tree<P: Play>(
        rules: &P,
        pos: &P::Position,
        tree: &Tree,
    ) -> Option<(BranchId, Self)> {
        let Expr::Branch(id) = tree.expr(tree.root) else { return None };
        let branch = tree.branch(id);
        if branch.letters == Letters::Help && branch.most < LEAST_HELP {
            return None;
        }
        let forks = match branch.letters {
            Letters::Help | Letters::Series => [&branch.first, &branch.second],
            Letters::Attack | Letters::Defence => return None,
        };
        let [fork] = forks.into_iter().flatten().collect::<Vec<_>>()[..] else { return None };
        let first = !branch.first.is_empty();
        let starter = rules.side(pos);
        // The side that makes the half-move before the goal is tested.
        let (goal, mating) = match tree.expr(fork.expr) {
            Expr::Goal(goal) => (goal, if first { starter } else { starter.other() }),
            Expr::Branch(inner) if branch.letters == Letters::Series => {
                let inner = tree.branch(inner);
                match (inner.letters, inner.most, inner.first.as_slice()) {
                    (Letters::Help, 1, [fork]) => match tree.expr(fork.expr) {
                        Expr::Goal(goal) => (goal, starter.other()),
                        _ => return None,
                    },
                    _ => return None,
                }
            }
            _ => return None,
        };
        let stalemate = match goal {
            Goal::Mate => false,
            Goal::Stalemate => true,
            _ => return None,
        };
        Some((id, Self::new(rules, pos, mating, stalemate)?))
    }

    /// The tables for a mate (or stalemate) of the other side by `mating`; None where the bound
    /// does not hold: not exactly one royal man, a leaper that stays what it is, or too large a board.
    fn new<P: Play>(rules: &P, pos: &P::Position, mating: Side, stalemate: bool) -> Option<Self> {
        let squares = rules.squares();
        let mut royals = Vec::new();
        rules.royals(pos, mating.other(), &mut royals);
        let [(royal_kind, _)] = royals[..] else { return None };
        // The flights of a rider or hopper depend on what stands on its lines.
        if !rules.is_leaper(royal_kind, mating.other()) {
            return None;
        }
        let mut shapes = Vec::new();
        for square in 0..squares {
            rules.becomes(royal_kind, mating.other(), square_at(square), &mut shapes);
        }
        if !shapes.is_empty() {
            return None;
        }
        let kinds = rules.kinds();
        if squares > MOST_SQUARES || kinds * squares > 2048 {
            return None;
        }
        let fields: Vec<Vec<Square>> = (0..squares)
            .map(|square| {
                let square = square_at(square);
                let mut field = vec![square];
                rules.steps(royal_kind, mating.other(), square, false, &mut field);
                field
            })
            .collect();
        if fields.iter().any(|field| field.len() > MOST_FIELD) {
            return None;
        }
        let mating_distance = Distances::new(rules, mating);
        let mated_distance = Distances::new(rules, mating.other());
        let mut budget = Self {
            squares,
            mating,
            stalemate,
            royal_kind,
            fields,
            mating_distance,
            mated_distance,
            observed: Vec::new(),
            covers: vec![u32::MAX; kinds * squares * (MOST_MATING + 1) * squares],
            pool: Vec::new(),
            men: Vec::new(),
            blockers: Vec::new(),
        };
        budget.observed = budget.observations(rules, kinds);
        Some(budget)
    }

    fn observations<P: Play>(&self, rules: &P, kinds: usize) -> Vec<Field> {
        let mut observed = vec![0; kinds * self.squares * self.squares];
        let mut seen = Vec::new();
        for kind in 0..kinds {
            for from in 0..self.squares {
                seen.clear();
                rules.observed(kind, self.mating, square_at(from), &mut seen);
                let state = kind * self.squares + from;
                for (target, field) in self.fields.iter().enumerate() {
                    let mask = &mut observed[state * self.squares + target];
                    for (bit, square) in field.iter().enumerate() {
                        *mask |= Field::from(seen.contains(square)) << bit;
                    }
                }
            }
        }
        observed
    }

    /// No mate can arise with exactly `left` more half-moves of the branch; `series`: the side to
    /// move makes them all, and where it is to be mated the other side makes one more.
    pub fn hopeless<P: Play>(
        &mut self,
        rules: &P,
        pos: &P::Position,
        left: usize,
        series: bool,
    ) -> bool {
        let (mating, mated) = match (series, rules.side(pos) == self.mating) {
            (false, _) => (left.div_ceil(2), left / 2),
            (true, true) => (left, 0),
            (true, false) => (1, left),
        };
        // A castling brings two men nearer in one half-move.
        let mated_side = self.mating.other();
        let mating = mating + usize::from(mating > 0 && rules.may_castle(pos, self.mating));
        let mated = mated + usize::from(mated > 0 && rules.may_castle(pos, mated_side));
        self.out_of_reach(rules, pos, mating, mated)
    }

    /// No mate can arise with `mating` half-moves of the mating side and `mated` of the other.
    fn out_of_reach<P: Play>(
        &mut self,
        rules: &P,
        pos: &P::Position,
        mating: usize,
        mated: usize,
    ) -> bool {
        if mating > MOST_MATING {
            return false;
        }
        self.men.clear();
        self.blockers.clear();
        let mut royals = std::mem::take(&mut self.blockers);
        rules.royals(pos, self.mating.other(), &mut royals);
        let Some(&(_, royal)) = royals.first() else { return true };
        royals.clear();
        self.blockers = royals;
        rules.men(pos, self.mating, &mut self.men);
        rules.men(pos, self.mating.other(), &mut self.blockers);
        self.blockers.retain(|&(_, square)| square != royal);
        let start = self.royal_kind * self.squares + royal.index();
        for target in 0..self.squares {
            let walk = self.mated_distance.to_square[start * self.squares + target];
            if usize::from(walk) <= mated
                && self.possible(target, mating, mated - usize::from(walk))
            {
                return false;
            }
        }
        true
    }

    /// The royal man could be mated on square `target`, as far as the budgets go.
    fn possible(&mut self, target: usize, mating: usize, mated: usize) -> bool {
        let field = self.fields[target].len();
        let mut need: Field = if field == MOST_FIELD { Field::MAX } else { (1 << field) - 1 };
        if self.stalemate {
            need &= !1;
        }
        for &(kind, from) in &self.men {
            let state = kind * self.squares + from.index();
            need &= !self.observed[state * self.squares + target];
        }
        if need == 0 {
            return true;
        }
        let mut costs = [NEVER; MOST_FIELD];
        for (bit, square) in self.fields[target].iter().enumerate().skip(1) {
            if need & 1 << bit != 0 {
                costs[bit] = self.blocking_cost(*square);
            }
        }
        self.gather(target, need, &costs, mating, mated, 0)
    }

    fn blocking_cost(&self, square: Square) -> u8 {
        let cost = |&(kind, from): &(usize, Square)| {
            let state = kind * self.squares + from.index();
            self.mated_distance.to_square[state * self.squares + square.index()]
        };
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
            let (kind, from) = self.men[number];
            for moves in 1..=mating {
                let (start, end) = self.cover(kind * self.squares + from.index(), moves, target);
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
        let index = (state * (MOST_MATING + 1) + moves) * self.squares + target;
        if self.covers[index] == u32::MAX {
            self.covers[index] = self.make_cover(state, moves, target);
        }
        let start = self.covers[index] as usize;
        (start + 1, start + 1 + usize::from(self.pool[start]))
    }

    fn make_cover(&mut self, state: State, moves: usize, target: usize) -> u32 {
        let mut masks: Vec<Field> = Vec::new();
        let row = state * self.mating_distance.states;
        for other in 0..self.mating_distance.states {
            if usize::from(self.mating_distance.to_state[row + other]) > moves {
                continue;
            }
            let mask = self.observed[other * self.squares + target];
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

/// Squares come from tables of at most `MOST_SQUARES` entries.
fn square_at(index: usize) -> Square {
    Square(index as u8)
}

impl Distances {
    fn new<P: Play>(rules: &P, side: Side) -> Self {
        let squares = rules.squares();
        let states = rules.kinds() * squares;
        let edges: Vec<Vec<State>> = (0..states)
            .map(|state| {
                let (kind, from) = (state / squares, square_at(state % squares));
                let mut steps = Vec::new();
                rules.steps(kind, side, from, true, &mut steps);
                let mut to = Vec::new();
                let mut shapes = Vec::new();
                for square in steps {
                    shapes.clear();
                    rules.becomes(kind, side, square, &mut shapes);
                    if shapes.is_empty() {
                        shapes.push(kind);
                    }
                    to.extend(shapes.iter().map(|shape| shape * squares + square.index()));
                }
                to
            })
            .collect();
        let mut to_state = vec![NEVER; states * states];
        let mut to_square = vec![NEVER; states * squares];
        let mut queue = Vec::new();
        for start in 0..states {
            let row = &mut to_state[start * states..][..states];
            row[start] = 0;
            queue.clear();
            queue.push(start);
            let mut head = 0;
            while let Some(&state) = queue.get(head) {
                head += 1;
                let next = row[state].saturating_add(1);
                for &to in &edges[state] {
                    if row[to] == NEVER && next < NEVER {
                        row[to] = next;
                        queue.push(to);
                    }
                }
            }
            for (state, &distance) in row.iter().enumerate() {
                let best = &mut to_square[start * squares + state % squares];
                *best = (*best).min(distance);
            }
        }
        Self { states, to_state, to_square }
    }
}
