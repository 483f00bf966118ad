//! What stands in the way of men that observe, and what men surely can do next to them.

use std::sync::OnceLock;

use crate::board::{Side, Square};
use crate::rules::{Blocks, Play};

use super::super::tables::{MOST_SQUARES, NEVER, Row, State, Tables, square_at};

/// A man that checks, by its square and that of the royal man.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Checker {
    pub at: u8,
    pub royal: u8,
}

/// No squares that have to be empty are known to do.
pub const UNSURE: u64 = u64::MAX;

/// By state, a row that is made when it is needed.
type Rows = Box<[OnceLock<Box<Row>>]>;

/// Tables about single men, by state; sets of squares as bits.
pub struct Sight {
    squares: usize,
    /// By state of a mating man and square that it observes: where a man surely cuts this off.
    cuts: Vec<u64>,
    /// By state of a man of the mated side and square: what must be empty, and will do if it is, for
    /// the man to observe it; `UNSURE` where that is not known.
    lines: Vec<u64>,
    /// By state of a man of the mated side: squares to which it can go, too, when they are empty and so
    /// is its line to them.
    rides: Vec<u64>,
    /// By side and state: what is observed whatever stands anywhere.
    surely: [Vec<u64>; 2],
    /// By state of a mating man: the states from which it may come without capturing.
    quietly_from: Vec<Vec<State>>,
    /// By squares of checker and royal man, the states of the mated side in which a man can neither
    /// capture the one nor cut it off from the other, as bits.
    harmless: Vec<OnceLock<Box<[u64]>>>,
    /// By these squares and the state of a man of the mated side: what `arrivals` tells, first of those
    /// that may capture.
    arrivals: [Vec<OnceLock<Rows>>; 2],
    /// By kind, what a man of the mated side can be in the end.
    shapes: Vec<Vec<usize>>,
    /// Squares on which a man of the mated side might be captured in passing.
    passed: u64,
    /// By state of a man of the mated side: where it surely can go if the square is empty.
    quiet: Vec<u64>,
}

impl Sight {
    pub fn new<P: Play>(rules: &P, tables: &Tables) -> Self {
        let squares = tables.squares;
        let states = tables.mating_ways.states();
        let own = rules.kinds() * squares;
        let mated = tables.mating.other();
        let man = |state: State| (state / squares, square_at(state % squares));
        let mut cuts = vec![0; states * squares];
        let mut found = Vec::new();
        for state in 0..own {
            let (kind, from) = man(state);
            found.clear();
            rules.cuts(kind, tables.mating, from, &mut found);
            for &(target, blocker) in &found {
                cuts[state * squares + target.index()] |= 1 << blocker.0;
            }
        }
        let mut lines = vec![UNSURE; states * squares];
        let mut rides = vec![0; states];
        let (mut open, mut steps, mut empty) = (Vec::new(), Vec::new(), Vec::new());
        for state in 0..own {
            let (kind, from) = man(state);
            rules.lines(kind, mated, from, &mut open);
            for (target, way) in open.drain(..) {
                lines[state * squares + target.index()] = way;
                squares_of(way | 1 << target.0 | 1 << from.0, squares, &mut empty);
                steps.clear();
                rules.open_steps(kind, mated, from, Blocks::AllBut(&empty), &mut steps);
                rides[state] |= u64::from(steps.contains(&target)) << target.0;
            }
        }
        let mut open = Vec::new();
        let mut seen = Vec::new();
        let surely = Side::BOTH.map(|side| {
            let observed = |state: State| {
                let (kind, from) = man(state);
                seen.clear();
                rules.surely_observed(kind, side, from, &mut seen);
                seen.iter().fold(0, |set: u64, square| set | 1 << square.0)
            };
            (0..own).map(observed).chain((own..states).map(|_| 0)).collect()
        });
        let quiet = |state: State| {
            let (kind, from) = man(state);
            steps.clear();
            if !rules.may_forbid() {
                rules.steps(kind, mated, from, false, &mut steps);
            }
            let mut surely = 0;
            for &step in &steps {
                open.clear();
                rules.open_steps(kind, mated, from, Blocks::AllBut(&[step, from]), &mut open);
                surely |= u64::from(open.contains(&step)) << step.0;
            }
            surely
        };
        let passed = (0..squares).filter(|&square| rules.may_pass(mated, square_at(square)));
        let passed = passed.fold(0, |set, square| set | 1 << square);
        let quiet = (0..own).map(quiet).chain((own..states).map(|_| 0)).collect();
        let quietly_from = quietly_from(rules, tables.mating);
        let harmless = vec![OnceLock::new(); squares * squares];
        let rows = || vec![OnceLock::new(); squares * squares];
        let arrivals = [rows(), rows()];
        let becomes = |kind: usize| {
            let becomes = |&shape: &usize| {
                (kind * squares..(kind + 1) * squares).any(|state| {
                    let ways = tables.mated_ways.to_states(state);
                    ways[shape * squares..(shape + 1) * squares].iter().any(|&way| way != NEVER)
                })
            };
            (0..rules.kinds()).filter(becomes).collect()
        };
        let shapes = (0..rules.kinds()).map(becomes).collect();
        Self {
            squares,
            cuts,
            lines,
            rides,
            surely,
            quietly_from,
            harmless,
            arrivals,
            shapes,
            passed,
            quiet,
        }
    }

    /// Where a man surely keeps a mating man in `state` from observing `square`.
    #[inline]
    pub fn cut(&self, state: State, square: usize) -> u64 {
        self.cuts[state * self.squares + square]
    }

    /// What must be empty, and will do if it is, for a man of the mated side to observe a square;
    /// `UNSURE` where that is not known.
    #[inline]
    pub fn line(&self, state: State, square: usize) -> u64 {
        self.lines[state * self.squares + square]
    }

    /// Squares to which a man of the mated side can go when they are empty and so is its line to them.
    #[inline]
    pub fn rides(&self, state: State) -> u64 {
        self.rides[state]
    }

    /// Where a man of the mated side cuts a check off; these squares are empty.
    pub fn between(&self, tables: &Tables, checker: Checker) -> u64 {
        let (at, royal) = (usize::from(checker.at), usize::from(checker.royal));
        // Whatever it is that checks from there.
        let checks = (at..tables.mated_ways.states())
            .step_by(self.squares)
            .filter(|&state| tables.observed(state, royal) & 1 != 0);
        checks.map(|state| self.cut(state, royal)).reduce(|all, cut| all & cut).unwrap_or(0)
    }

    /// What a man observes whatever stands anywhere.
    #[inline]
    pub fn surely(&self, side: Side, state: State) -> u64 {
        self.surely[side.index()][state]
    }

    /// A mating man that comes from `state` to `aim` within so many half-moves captures on arrival a
    /// man that stands there.
    pub fn captures_there(&self, tables: &Tables, state: State, aim: State, within: u8) -> bool {
        let aim = tables.unlent(aim);
        let quietly = |from: &State| tables.mating_ways.to(state, *from) < within;
        state != aim
            && self.passed >> tables.square(aim) & 1 == 0
            && !self.quietly_from[aim].iter().any(quietly)
    }

    /// The states of the mated side in which a man can neither capture the checker nor cut it off.
    pub fn harmless(&self, tables: &Tables, checker: Checker) -> &[u64] {
        let (at, royal) = (usize::from(checker.at), usize::from(checker.royal));
        self.harmless[at * self.squares + royal].get_or_init(|| {
            let side = tables.mating.other();
            let states = tables.mated_ways.states();
            let between = self.between(tables, checker);
            let harms = |state: State| {
                self.surely(side, state) >> at & 1 != 0 || self.quiet(state) & between != 0
            };
            let mut bits = vec![0; states.div_ceil(64)];
            for state in (0..states).filter(|&state| !harms(state)) {
                bits[state / 64] |= 1 << (state % 64);
            }
            bits.into_boxed_slice()
        })
    }

    /// By square, the half-moves that a man of the mated side needs to come there in a shape in which it
    /// can neither capture the checker nor cut it off; peaceful: and captures nothing before.
    #[inline]
    pub fn arrivals(
        &self,
        tables: &Tables,
        checker: Checker,
        state: State,
        peaceful: bool,
    ) -> &Row {
        let (at, royal) = (usize::from(checker.at), usize::from(checker.royal));
        let rows = self.arrivals[usize::from(peaceful)][at * self.squares + royal]
            .get_or_init(|| vec![OnceLock::new(); tables.mated_ways.states()].into());
        rows[state].get_or_init(|| {
            let harmless = self.harmless(tables, checker);
            let ways = tables.ways_of_mated(peaceful);
            let mut row = [NEVER; MOST_SQUARES];
            for (square, least) in row.iter_mut().enumerate().take(self.squares) {
                let aims = self.shapes[state / self.squares].iter();
                let aims = aims.map(|shape| shape * self.squares + square);
                let aims = aims.filter(|aim| harmless[aim / 64] >> (aim % 64) & 1 != 0);
                *least = aims.map(|aim| ways.to(state, aim)).min().unwrap_or(NEVER);
            }
            Box::new(row)
        })
    }

    /// Where a man of the mated side surely can go if the square is empty.
    #[inline]
    pub fn quiet(&self, state: State) -> u64 {
        self.quiet[state]
    }
}

// The squares of the board among these, which are told as bits.
fn squares_of(these: u64, squares: usize, out: &mut Vec<Square>) {
    out.clear();
    let mut rest = these & u64::MAX >> (MOST_SQUARES - squares);
    while rest != 0 {
        out.push(square_at(rest.trailing_zeros() as usize));
        rest &= rest - 1;
    }
}

// By state, those from which a man of `side` may come to it by a half-move that need not capture.
fn quietly_from<P: Play>(rules: &P, side: Side) -> Vec<Vec<State>> {
    let squares = rules.squares();
    let states = rules.kinds() * squares;
    let mut from = vec![Vec::new(); states];
    let (mut steps, mut captures, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
    let mut ends = Vec::new();
    for state in 0..states {
        let (kind, square) = (state / squares, square_at(state % squares));
        ends.clear();
        rules.returns(kind, side, square, &mut ends);
        if !rules.is_plain(kind) {
            rules.outcomes(kind, side, square, &mut ends);
        }
        for (kind, to) in ends.drain(..) {
            from[kind * squares + to.index()].push(state);
        }
        steps.clear();
        captures.clear();
        rules.steps(kind, side, square, true, &mut steps);
        if rules.is_plain(kind) {
            rules.observed(kind, side, square, &mut captures);
            let mut open = Vec::new();
            rules.open_steps(kind, side, square, Blocks::On(&[]), &mut open);
            captures.retain(|to| !open.contains(to));
        }
        for &to in steps.iter().filter(|to| !captures.contains(to)) {
            shapes.clear();
            rules.becomes(kind, side, to, &mut shapes);
            if shapes.is_empty() {
                shapes.push(kind);
            }
            for shape in &shapes {
                from[shape * squares + to.index()].push(state);
            }
        }
    }
    from
}
