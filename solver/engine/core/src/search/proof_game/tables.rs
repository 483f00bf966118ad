//! What a side must still do, man by man: tables made once for a target and a length.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::board::{Side, Square};
use crate::rules::Play;

use super::graph::{Graph, State, square};
use super::matching::{Cost, MOST, NEVER, Row};

/// Captures that must be made, out of a column of costs by number of captures.
const MANY: u8 = u8::MAX;

/// What the two sides have in common, and what is known not to move.
#[derive(Debug, Clone)]
pub struct Ground {
    /// By kind.
    pub royal: Vec<bool>,
    /// By side: kind and square of men that never move and are never captured.
    pub fixed: [Vec<State>; 2],
}

impl Ground {
    /// The squares of the men of `side` that never move and are never captured.
    pub fn fixed_squares(&self, side: Side, squares: usize) -> u64 {
        self.fixed[side.index()].iter().fold(0, |set, state| set | 1 << (state % squares))
    }
}

/// The tables of one side.
#[derive(Clone, Debug)]
pub struct SideTables {
    pub graph: Graph,
    /// Kind and square of each man of the target.
    pub columns: Vec<State>,
    royal: Vec<bool>,
    /// Squares of men of this side that never move and are never captured.
    pub fixed: u64,
    standing: u64,
    most: usize,
    /// By captures allowed and state: half-moves to each man of the target, then to be captured.
    rows: Vec<Row>,
    /// By state: least captures on the way to each man of the target.
    captures: Vec<[u8; MOST]>,
    /// By captures allowed and man of the target: the row of such a man that moves.
    moving: Vec<Row>,
    /// To each man of the target with all captures allowed.
    full: Vec<Vec<Cost>>,
    zones: RefCell<Zones>,
}

/// Sets of squares on which men are to be captured, numbered.
#[derive(Clone, Debug, Default)]
struct Zones {
    by_squares: HashMap<u64, u16>,
    /// By zone and state: half-moves to some square of the zone.
    distances: Vec<Vec<Cost>>,
    by_way: HashMap<(State, usize), u64>,
}

impl SideTables {
    /// The tables of `side`, which may make `most` captures and is to have men on `columns`.
    pub fn new<P: Play>(
        rules: &P,
        side: Side,
        columns: &[State],
        most: usize,
        ground: &Ground,
    ) -> Self {
        let fixed = Side::BOTH.map(|side| ground.fixed_squares(side, rules.squares()));
        let standing = squares_of(fixed[0] | fixed[1]);
        let closed = surely_observed(rules, side.other(), ground);
        let graph = Graph::new(rules, side, &standing, &ground.royal, closed);
        let states = rules.kinds() * rules.squares();
        let mut tables = Self {
            columns: columns.to_vec(),
            royal: ground.royal.clone(),
            fixed: fixed[side.index()],
            standing: fixed[0] | fixed[1],
            most,
            rows: vec![[NEVER; MOST]; (most + 1) * states],
            captures: vec![[MANY; MOST]; states],
            moving: Vec::with_capacity((most + 1) * columns.len()),
            full: Vec::with_capacity(columns.len()),
            zones: RefCell::default(),
            graph,
        };
        for (column, &goal) in columns.iter().enumerate() {
            tables.enter(column, goal);
        }
        for allowed in 0..=most {
            for state in 0..states {
                let cost = tables.cost_of_being_captured(state);
                tables.rows[allowed * states + state][columns.len()..].fill(cost);
            }
        }
        for allowed in 0..=most {
            let rows = columns.iter().map(|&column| tables.row_moving(column, allowed));
            let rows: Vec<Row> = rows.collect();
            tables.moving.extend(rows);
        }
        tables
    }

    fn enter(&mut self, column: usize, goal: State) {
        let states = self.captures.len();
        let mut distances = self.graph.distances(&[goal], self.most);
        for (allowed, distance) in distances.iter().enumerate() {
            for (state, &cost) in distance.iter().enumerate() {
                self.rows[allowed * states + state][column] = cost;
                if cost < NEVER {
                    let least = &mut self.captures[state][column];
                    *least = (*least).min(allowed as u8);
                }
            }
        }
        self.full.extend(distances.pop());
    }

    /// 0 for a man that may be captured where it is, else `NEVER`.
    fn cost_of_being_captured(&self, state: State) -> Cost {
        let safe = self.royal[state / self.graph.squares]
            || self.fixed & 1 << (state % self.graph.squares) != 0;
        if safe { NEVER } else { 0 }
    }

    /// Half-moves of a man to each man of the target, then to being captured, when the side may make
    /// `allowed` captures.
    #[inline]
    pub fn row(&self, state: State, allowed: usize) -> &Row {
        &self.rows[allowed.min(self.most) * self.captures.len() + state]
    }

    /// Least captures of a man on its way to each man of the target; `u8::MAX` for no way.
    pub fn captures(&self, state: State) -> &[u8; MOST] {
        &self.captures[state]
    }

    /// The row of a man that makes at least one half-move, castling not counted.
    pub fn row_moving(&self, state: State, allowed: usize) -> Row {
        let mut row = [NEVER; MOST];
        for (to, capture) in self.graph.steps(state) {
            if capture && allowed == 0 {
                continue;
            }
            let rest = self.row(to, allowed - usize::from(capture));
            for (cost, further) in row.iter_mut().zip(rest) {
                *cost = (*cost).min(*further + 1);
            }
        }
        row
    }

    /// The row of a man that stands on a place of the target and makes at least one half-move.
    pub fn row_leaving(&self, column: usize, allowed: usize) -> &Row {
        &self.moving[allowed.min(self.most) * self.columns.len() + column]
    }

    /// Whether men that stand on these squares are those that the tables know of.
    pub fn know(&self, standing: u64) -> bool {
        self.standing == standing
    }

    /// Whether the man has half-moves that must capture.
    pub fn is_pawn(&self, state: State) -> bool {
        self.graph.captures_otherwise[state / self.graph.squares]
    }

    /// Squares on which a man may capture as it must on its way to a man of the target.
    pub fn capture_squares(&self, state: State, column: usize) -> u64 {
        let mut zones = self.zones.borrow_mut();
        *zones
            .by_way
            .entry((state, column))
            .or_insert_with(|| self.graph.capture_squares(state, &self.full[column]))
    }

    /// The number of a set of squares on which men of this side are to be captured.
    pub fn zone(&self, squares: u64) -> u16 {
        let mut zones = self.zones.borrow_mut();
        if let Some(&number) = zones.by_squares.get(&squares) {
            return number;
        }
        let kinds = 0..self.royal.len();
        let goals: Vec<State> = squares_of(squares)
            .into_iter()
            .flat_map(|sq| kinds.clone().map(move |kind| (kind, sq)))
            .map(|(kind, sq)| kind * self.graph.squares + sq.index())
            .filter(|&state| self.cost_of_being_captured(state) == 0)
            .collect();
        let distance = self.graph.distances(&goals, self.most).pop().unwrap_or_default();
        // Fewer zones than positions of pawns that one search meets; far from 2^16.
        let number = zones.distances.len() as u16;
        zones.distances.push(distance);
        zones.by_squares.insert(squares, number);
        number
    }

    /// Half-moves of a man to being captured in the zone.
    pub fn to_zone(&self, zone: u16, state: State) -> Cost {
        if self.cost_of_being_captured(state) == NEVER {
            return NEVER;
        }
        self.zones.borrow().distances[usize::from(zone)][state]
    }
}

/// Squares that men of `side` observe whatever else happens, because they never move.
fn surely_observed<P: Play>(rules: &P, side: Side, ground: &Ground) -> u64 {
    let mut found = Vec::new();
    for &state in &ground.fixed[side.index()] {
        let (kind, from) = (state / rules.squares(), square(state % rules.squares()));
        rules.surely_observed(kind, side, from, &mut found);
    }
    found.iter().fold(0, |set, sq| set | 1 << sq.index())
}

/// The squares of a set, ascending.
pub fn squares_of(set: u64) -> Vec<Square> {
    (0..64).filter(|index| set & 1 << index != 0).map(square).collect()
}
