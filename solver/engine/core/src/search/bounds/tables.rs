//! What the bounds know of the men before the search begins: ways on an empty board and what is seen
//! of a royal man's field.

use std::sync::OnceLock;

use crate::board::{Side, Square};
use crate::rules::Play;

use super::turncoats::Turns;

/// Squares of the board that the tables can hold.
pub const MOST_SQUARES: usize = 64;
/// Kinds times squares that the tables can hold.
const MOST_STATES: usize = 2048;
/// The royal man's square and its flights, as bits.
pub const MOST_FIELD: usize = 16;
/// A cost that no budget pays.
pub const NEVER: u8 = u8::MAX;

/// A set of squares of one royal field: bit 0 the royal man's square, then its flights in order.
pub type Field = u16;

/// A man, as the bounds see it: number of its state (kind and square).
pub type State = usize;

/// States of mating men that observe by a walk that another man lends them, beyond those of men with
/// walks of their own.  A man in such a state may be without cost what it is in the state that it has
/// without the lender, and does not go on from there.
#[derive(Default)]
struct Lent {
    /// By number beyond the kinds, a man's kind and the walk that it is lent.
    kinds: Vec<(usize, usize)>,
    /// By square of a man, where the lender stands.
    lenders: Vec<Option<Square>>,
}

/// Tables for the mate or stalemate of one side, made once for a search.
pub struct Tables {
    pub squares: usize,
    /// By state or aim, its square: to divide takes longer.
    square_of: Vec<u8>,
    /// Number of kinds that men are; states with greater ones are those of men that are lent walks.
    kinds: usize,
    lent: Lent,
    pub mating: Side,
    pub stalemate: bool,
    pub royal_kind: usize,
    /// The field of each square: the square itself, then the flights.
    pub fields: Vec<Vec<Square>>,
    /// By square, the part of its field that a square is; its own is none.
    flights: Vec<[Field; MOST_SQUARES]>,
    /// Half-moves from state to state, by side of the mover.
    pub mating_ways: Ways,
    pub mated_ways: Ways,
    /// The ways of men of the mated side that capture nothing, where they are fewer and men of the
    /// mating side do not come back.
    peaceful_ways: Option<Ways>,
    /// Where men come to the other side by their own half-moves.
    pub turncoats: Option<Turns>,
    /// What a mating man in a state observes of the field of a square, if nothing is in the way.
    observed: Vec<Field>,
}

/// One number for each square.
pub type Row = [u8; MOST_SQUARES];

/// Least numbers of half-moves on an empty board.
pub struct Ways {
    states: usize,
    squares: usize,
    /// From each state to each state, then to each square in whatever shape, then to nowhere.
    half_moves: Vec<u8>,
    /// From each state to each square in whatever shape.
    to_squares: Vec<Row>,
    /// By state, those that a half-move of the man leads to.
    edges: Vec<Vec<State>>,
    /// By state and aim, the squares of half-moves that lead nearer, as bits; made when needed.
    nearer: Vec<OnceLock<Box<[u64]>>>,
}

impl Tables {
    /// The tables for a mate (or stalemate) of the other side by `mating`; None where the bounds do
    /// not hold: not exactly one royal man, a leaper that stays what it is, or too large a board.
    pub fn new<P: Play>(
        rules: &P,
        pos: &P::Position,
        mating: Side,
        stalemate: bool,
    ) -> Option<Self> {
        let squares = rules.squares();
        let mut royals = Vec::new();
        rules.royals(pos, mating.other(), &mut royals);
        let [(royal_kind, _)] = royals[..] else { return None };
        // The flights of a rider or hopper depend on what stands on its lines.
        if !rules.is_leaper(royal_kind, mating.other()) {
            return None;
        }
        let turning = rules.turncoats_known(pos, mating.other());
        if !(turning || rules.bounds_hold(pos, mating.other()))
            || squares > MOST_SQUARES
            || rules.kinds() * squares > MOST_STATES
        {
            return None;
        }
        let mut outcomes = Vec::new();
        for square in 0..squares {
            rules.outcomes(royal_kind, mating.other(), square_at(square), &mut outcomes);
        }
        if outcomes.iter().any(|&(kind, _)| kind != royal_kind) {
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
        let flights = fields.iter().map(|field| flights(field)).collect();
        let lent = Lent::new(rules, mating);
        let observed = observations(rules, mating, &fields, &lent);
        let ends =
            |of: Side| move |kind, square, out: &mut Vec<_>| rules.outcomes(kind, of, square, out);
        let mating_ways = Ways::new(rules, mating, &lent, ends(mating));
        let mated = mating.other();
        let mated_ways = Ways::new(rules, mated, &lent, ends(mated));
        let quiet = |kind, square, out: &mut Vec<_>| rules.quiet_outcomes(kind, mated, square, out);
        let turncoats = turning.then(|| Turns::new(rules, [&mating_ways, &mated_ways], mating));
        let peaceful = !stalemate && rules.has_further_rules() && !come_back(rules, mating);
        let peaceful_ways = peaceful.then(|| Ways::new(rules, mated, &lent, quiet));
        let aims = 0..mating_ways.states() + squares;
        let square_of = aims.map(|aim| (aim % squares) as u8).collect();
        Some(Self {
            squares,
            square_of,
            kinds: rules.kinds(),
            lent,
            mating,
            stalemate,
            royal_kind,
            fields,
            flights,
            mating_ways,
            mated_ways,
            peaceful_ways,
            turncoats,
            observed,
        })
    }

    /// The number of a man's state.
    #[inline]
    pub fn state(&self, (kind, square): (usize, Square)) -> State {
        kind * self.squares + square.index()
    }

    /// Whether the mated side can capture nothing where every mating man is needed.
    pub fn tells_peace(&self) -> bool {
        self.peaceful_ways.is_some()
    }

    /// The ways of men of the mated side; peaceful: of those that capture nothing.
    #[inline]
    pub fn ways_of_mated(&self, peaceful: bool) -> &Ways {
        self.peaceful_ways.as_ref().filter(|_| peaceful).unwrap_or(&self.mated_ways)
    }

    /// The state that a man is in if nobody lends it a walk.
    #[inline]
    pub fn unlent(&self, state: State) -> State {
        match state.checked_sub(self.kinds * self.squares) {
            Some(lent) => {
                self.lent.kinds[lent / self.squares].0 * self.squares + self.square(state)
            }
            None => state,
        }
    }

    /// The state in which the other man stands who lends its walk to one in `state`, if that is lent
    /// one; an error where there is no such square.
    pub fn lender(&self, state: State) -> Result<Option<State>, ()> {
        let Some(lent) = state.checked_sub(self.kinds * self.squares) else { return Ok(None) };
        let (_, gait) = self.lent.kinds[lent / self.squares];
        let at = self.lent.lenders[self.square(state)].ok_or(())?;
        Ok(Some(gait * self.squares + at.index()))
    }

    /// The square of a state or aim.
    #[inline]
    pub fn square(&self, state: State) -> usize {
        usize::from(self.square_of[state])
    }

    /// What a man on a square blocks of the field of another.
    #[inline]
    pub fn blocked(&self, square: usize, target: usize) -> Field {
        self.flights[target][square]
    }

    /// What a mating man in a state observes of the field of a square, if nothing is in the way.
    #[inline]
    pub fn observed(&self, state: State, target: usize) -> Field {
        self.observed[state * self.squares + target]
    }
}

fn flights(field: &[Square]) -> [Field; MOST_SQUARES] {
    let mut flights = [0; MOST_SQUARES];
    for (bit, square) in field.iter().enumerate().skip(1) {
        flights[square.index()] = 1 << bit;
    }
    flights
}

// Whether captured men of a side come back.
fn come_back<P: Play>(rules: &P, side: Side) -> bool {
    let mut back = Vec::new();
    for kind in 0..rules.kinds() {
        for square in 0..rules.squares() {
            rules.returns(kind, side, square_at(square), &mut back);
        }
    }
    !back.is_empty()
}

impl Lent {
    /// None such where walks are not lent, where not all is told of it, or where they are too many.
    fn new<P: Play>(rules: &P, mating: Side) -> Self {
        let Some((men, lenders)) = rules.lenders(mating) else { return Self::default() };
        let pairs = men.iter().flat_map(|&kind| men.iter().map(move |&gait| (kind, gait)));
        let kinds: Vec<_> = pairs.filter(|(kind, gait)| kind != gait).collect();
        if (rules.kinds() + kinds.len()) * rules.squares() > MOST_STATES {
            return Self::default();
        }
        Self { kinds, lenders }
    }

    /// What a man of a kind observes from a square.
    fn observed<P: Play>(
        &self,
        rules: &P,
        side: Side,
        (kind, from): (usize, Square),
        seen: &mut Vec<Square>,
    ) {
        let own = rules.kinds();
        if self.lenders.is_empty() {
            rules.observed(kind, side, from, seen);
        } else if kind < own {
            rules.observed_as(kind, side, from, seen);
        } else {
            let (kind, gait) = self.kinds[kind - own];
            // When the lender is captured, the man has its own walk again.
            rules.observed_as(kind, side, from, seen);
            seen.retain(|&square| Some(square) == self.lenders[from.index()]);
            rules.observed_as(gait, side, from, seen);
        }
    }
}

fn observations<P: Play>(
    rules: &P,
    mating: Side,
    fields: &[Vec<Square>],
    lent: &Lent,
) -> Vec<Field> {
    let squares = fields.len();
    let kinds = rules.kinds();
    let mut observed = vec![0; (kinds + lent.kinds.len()) * squares * squares];
    // By square, the fields that it belongs to, and as what.
    let mut parts = vec![Vec::new(); squares];
    for (target, field) in fields.iter().enumerate() {
        for (bit, square) in field.iter().enumerate() {
            parts[square.index()].push((target, 1 << bit));
        }
    }
    let mut seen = Vec::new();
    for (state, row) in observed.chunks_mut(squares).enumerate() {
        seen.clear();
        let number = state / squares;
        lent.observed(rules, mating, (number, square_at(state % squares)), &mut seen);
        let kind = number.checked_sub(kinds).map_or(number, |number| lent.kinds[number].0);
        let own = square_at(state % squares);
        // Who stands there himself may be out of the royal man's reach.
        seen.extend(Some(own).filter(|&own| rules.shelters(kind, mating, own)));
        for (target, part) in seen.iter().flat_map(|square| &parts[square.index()]) {
            row[*target] |= part;
        }
    }
    observed
}

/// Squares come from tables of at most `MOST_SQUARES` entries.
pub fn square_at(index: usize) -> Square {
    Square(index as u8)
}

impl Ways {
    // outcomes: appends what a man of a kind may be, and where, after a half-move.
    fn new<P: Play>(
        rules: &P,
        side: Side,
        lent: &Lent,
        outcomes: impl Fn(usize, Square, &mut Vec<(usize, Square)>),
    ) -> Self {
        let squares = rules.squares();
        let own = rules.kinds() * squares;
        let states = own + lent.kinds.len() * squares;
        let man = |state: State| (state / squares, square_at(state % squares));
        let states_of = |men: Vec<(usize, Square)>| -> Vec<State> {
            men.into_iter().map(|(kind, square)| kind * squares + square.index()).collect()
        };
        let ends = |state: State| {
            let (kind, square) = man(state);
            let mut ends = Vec::new();
            outcomes(kind, square, &mut ends);
            states_of(ends)
        };
        // What the other side's half-moves do costs nothing.
        let back = |state: State| {
            let (kind, square) = man(state);
            let mut ends = Vec::new();
            rules.returns(kind, side, square, &mut ends);
            let mut free = states_of(ends);
            // Nor does what lenders do.
            let kinds = lent.kinds.iter().enumerate().filter(|&(_, &(of, _))| of == kind);
            free.extend(kinds.map(|(number, _)| own + number * squares + square.index()));
            free
        };
        let none = || (own..states).map(|_| Vec::new());
        let edges: Vec<Vec<State>> = (0..own).map(ends).chain(none()).collect();
        let returns: Vec<Vec<State>> = (0..own).map(back).chain(none()).collect();
        let width = states + squares + 1;
        let mut half_moves = vec![NEVER; states * width];
        // Sets of states as bits: what a half-move from each leads to, what is reached, what comes next.
        let words = states.div_ceil(64);
        let mut leads = vec![0u64; states * words];
        for (leads, edges) in leads.chunks_mut(words).zip(&edges) {
            edges.iter().for_each(|to| leads[to / 64] |= 1 << (to % 64));
        }
        // Most men stay what they are, and their states together: the words that half-moves lead to.
        let spans: Vec<(usize, usize)> = edges
            .iter()
            .map(|edges| {
                let words = || edges.iter().map(|to| to / 64);
                (words().min().unwrap_or(0), words().max().map_or(0, |last| last + 1))
            })
            .collect();
        let (mut reached, mut next) = (vec![0u64; words], vec![0u64; words]);
        let mut todo = Vec::new();
        for (start, row) in half_moves.chunks_mut(width).enumerate() {
            row[width - 1] = 0;
            let (row, to_square) = row.split_at_mut(states);
            reached.fill(0);
            reached[start / 64] = 1 << (start % 64);
            todo.push(start);
            let mut cost = 0;
            while cost < NEVER && !todo.is_empty() {
                let mut span = (words, 0);
                while let Some(state) = todo.pop() {
                    row[state] = cost;
                    let square = &mut to_square[state % squares];
                    *square = (*square).min(cost);
                    for &to in &returns[state] {
                        if reached[to / 64] >> (to % 64) & 1 == 0 {
                            reached[to / 64] |= 1 << (to % 64);
                            todo.push(to);
                        }
                    }
                    let (first, last) = spans[state];
                    for at in first..last {
                        next[at] |= leads[state * words + at];
                    }
                    span = (span.0.min(first), span.1.max(last));
                }
                for at in span.0..span.1 {
                    let mut new = std::mem::take(&mut next[at]) & !reached[at];
                    reached[at] |= new;
                    while new != 0 {
                        todo.push(at * 64 + new.trailing_zeros() as usize);
                        new &= new - 1;
                    }
                }
                cost += 1;
            }
            todo.clear();
        }
        let nearer = vec![OnceLock::new(); states];
        let rows = half_moves.chunks(width).map(|row| {
            let mut to_squares = [NEVER; MOST_SQUARES];
            to_squares[..squares].copy_from_slice(&row[states..states + squares]);
            to_squares
        });
        let to_squares = rows.collect();
        Self { states, squares, half_moves, to_squares, edges, nearer }
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.states
    }

    /// The number of the aim "on this square in whatever shape".
    pub fn anyhow(&self, square: usize) -> usize {
        self.states + square
    }

    /// The number of the aim of who has none, which costs nothing.
    pub fn nowhere(&self) -> usize {
        self.states + self.squares
    }

    /// The states that a half-move of the man leads to.
    pub fn edges(&self, state: State) -> &[State] {
        &self.edges[state]
    }

    /// The half-moves that a man needs from a state to an aim: a state, or a square `anyhow`.
    #[inline]
    pub fn to(&self, state: State, aim: usize) -> u8 {
        self.to_aims(state)[aim]
    }

    /// The half-moves that a man needs to every aim.
    #[inline]
    pub fn to_aims(&self, state: State) -> &[u8] {
        let width = self.nowhere() + 1;
        &self.half_moves[state * width..][..width]
    }

    /// The same to a square in whatever shape.
    #[inline]
    pub fn to_square(&self, state: State, square: usize) -> u8 {
        self.to(state, self.states + square)
    }

    /// By aim, the squares to which a half-move brings a man nearer from a state, as bits.
    pub fn nearer(&self, state: State) -> &[u64] {
        self.nearer[state].get_or_init(|| {
            let now = self.to_aims(state);
            let mut nearer = vec![0; now.len()];
            for &end in &self.edges[state] {
                let square = 1 << (end % self.squares);
                for ((nearer, then), now) in nearer.iter_mut().zip(self.to_aims(end)).zip(now) {
                    *nearer |= if then < now { square } else { 0 };
                }
            }
            nearer.into_boxed_slice()
        })
    }

    /// The half-moves that a man needs to every square, in whatever shape.
    #[inline]
    pub fn to_squares(&self, state: State) -> &Row {
        &self.to_squares[state]
    }

    /// The least half-moves in which a man leaves a state and comes to it again.
    pub fn again(&self, state: State) -> u8 {
        let back = |(other, &there): (State, &u8)| there.saturating_add(self.to(other, state));
        let others = self.to_states(state).iter().enumerate().filter(|&(other, _)| other != state);
        others.map(back).min().unwrap_or(NEVER)
    }

    /// The half-moves that a man needs to every state.
    pub fn to_states(&self, state: State) -> &[u8] {
        &self.to_aims(state)[..self.states]
    }
}
