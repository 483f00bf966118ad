//! What the men of a position have done at least since the beginning: the bound seen from its end.

use crate::rules::CastlingWay;

use super::around::Around;
use super::graph::State;
use super::matching::{Cost, MOST, Matching, NEVER, Row};

/// By captures made and state: half-moves to it from each man of the beginning.
type Rows = Vec<Row>;

/// The half-moves of one side since the beginning.
#[derive(Debug)]
pub struct Origin {
    states: usize,
    /// Men of the beginning.
    size: usize,
    most: usize,
    /// No castling, then each castling that can have been played.
    variants: Vec<Rows>,
    /// By state: the fewest captures that each man of the beginning must make on its way there.
    needed: Rows,
}

impl Origin {
    /// `men`: the men of the beginning.  `most`: captures that the side makes in all.  `fixed`: squares of men
    /// that never move and are never captured.
    pub fn new(
        around: &Around,
        squares: usize,
        men: &[State],
        most: usize,
        ways: &[CastlingWay],
        fixed: u64,
    ) -> Self {
        let states = around.states();
        let make = |way: Option<&CastlingWay>| {
            let mut rows = vec![[NEVER; MOST]; (most + 1) * states];
            for (column, &man) in men.iter().enumerate() {
                let (kind, sq) = (man / squares, man % squares);
                let (start, cost) = match way {
                    Some(way) if way.king.index() == sq => (way.king_to.index(), 1),
                    Some(way) if way.rook.index() == sq => (way.rook_to.index(), 0),
                    _ => (sq, 0),
                };
                let start = kind * squares + start;
                spread(around, squares, (start, cost), most, fixed, |index, length| {
                    rows[index][column] = length;
                });
            }
            rows
        };
        let variants: Vec<Rows> =
            std::iter::once(None).chain(ways.iter().map(Some)).map(make).collect();
        let mut needed = vec![[NEVER; MOST]; states];
        for variant in &variants {
            for (allowed, rows) in (0..).zip(variant.chunks(states)) {
                for (needed, row) in needed.iter_mut().zip(rows) {
                    for (needed, _) in needed.iter_mut().zip(row).filter(|(_, cost)| **cost < NEVER)
                    {
                        *needed = (*needed).min(allowed);
                    }
                }
            }
        }
        Self { states, size: men.len(), most, variants, needed }
    }

    /// The cheapest ways of the men from the beginning when the side has made `captures` captures;
    /// men that are missing cost nothing.
    pub fn ways_to(&self, men: impl Iterator<Item = State> + Clone, captures: usize) -> Arrived {
        let captures = captures.min(self.most);
        let of = |rows: &[Row]| {
            let mut chosen = [[0; MOST]; MOST];
            for (row, state) in chosen.iter_mut().zip(men.clone()) {
                *row = rows[state];
            }
            Matching::new(&chosen[..self.size])
        };
        let rows = captures * self.states..(captures + 1) * self.states;
        let matchings = self.variants.iter().map(|variant| of(&variant[rows.clone()])).collect();
        Arrived { captures, matchings, needed: of(&self.needed) }
    }

    /// Whether `past` half-moves, and as many captures as the side has made, can have been enough if some
    /// of the men were elsewhere.
    ///
    /// The number of a missing man is the first that no man has.
    pub fn explains(&self, arrived: &Arrived, changed: &[(usize, State)], past: Cost) -> bool {
        let rows = arrived.captures * self.states;
        let mut variants = self.variants.iter().zip(&arrived.matchings);
        variants.any(|(variant, known)| fits(&variant[rows..], known, changed, past))
            && fits(&self.needed, &arrived.needed, changed, arrived.captures as Cost)
    }
}

/// Whether the cheapest assignment costs at most `most` after some rows have changed.
fn fits(rows: &[Row], matching: &Matching, changed: &[(usize, State)], most: Cost) -> bool {
    if let [(number, state)] = *changed
        && matching.bound_with(number, &rows[state]) > most
    {
        return false;
    }
    let mut matching = matching.clone();
    changed.iter().for_each(|&(number, state)| matching.replace(number, &rows[state]));
    matching.total() <= most
}

/// The ways of the men of one position: their half-moves by assumptions about castling, and captures.
#[derive(Debug)]
pub struct Arrived {
    captures: usize,
    matchings: Vec<Matching>,
    needed: Matching,
}

/// Tells the least half-moves to each state with at most 0, 1, ... `most` captures that must be made, by
/// `captures * states + state`.
fn spread(
    around: &Around,
    squares: usize,
    (start, cost): (State, Cost),
    most: usize,
    fixed: u64,
    mut tell: impl FnMut(usize, Cost),
) {
    let states = around.states();
    let mut lengths = vec![NEVER; (most + 1) * states];
    let mut queue = vec![start];
    lengths[start] = cost;
    let mut head = 0;
    while let Some(&at) = queue.get(head) {
        head += 1;
        if fixed & 1 << (at % states % squares) != 0 {
            continue;
        }
        for (to, captures, needs) in around.ways(at % states) {
            let index = (at / states + usize::from(captures)) * states + to;
            if index < lengths.len() && needs & fixed == 0 && lengths[index] == NEVER {
                lengths[index] = lengths[at] + 1;
                queue.push(index);
            }
        }
    }
    for index in 0..lengths.len() {
        if index >= states {
            lengths[index] = lengths[index].min(lengths[index - states]);
        }
        if lengths[index] < NEVER {
            tell(index, lengths[index]);
        }
    }
}
