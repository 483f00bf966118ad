//! Ways around men that have come to stand still during play: half-moves left, computed when asked.

use std::cell::{Cell, RefCell};

use crate::board::Side;
use crate::rules::{Blocks, Play};

use super::graph::{Graph, State, square};
use super::matching::{Cost, MOST, NEVER, Row};
use super::rows::{Asked, Rows};

/// A half-move of a man between two states.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: u16,
    captures: bool,
    /// No man may stand still on these squares.
    needs: u64,
}

/// Men that stand still, for the men of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Men of both sides that will never move and never be captured.
    pub squares: u64,
    /// Squares that such men of the other side observe whatever happens.
    pub observed: u64,
}

/// The half-moves of one side, with the squares that they need.
#[derive(Debug)]
pub struct Around {
    columns: Vec<State>,
    /// By state, its number in `columns`.
    column_of: Vec<Option<u8>>,
    royal: Vec<bool>,
    squares: usize,
    ways: Vec<Vec<Way>>,
    /// By state: the men of the target, as a set, that its man could become.
    reaches: Vec<u16>,
    /// By man of the target: departures from which it can be entered, and what that needs.
    entries: Vec<Vec<(u64, u64)>>,
    /// By man of the target: squares that it observes whatever happens.
    sure: Vec<u64>,
    /// The men that were last asked about, and what they observe; nobody observes nothing.
    observed: Cell<(u64, u64)>,
    known: RefCell<Rows>,
    scratch: RefCell<Scratch>,
}

#[derive(Debug, Default)]
struct Scratch {
    distance: Vec<u8>,
    queue: Vec<u16>,
}

impl Around {
    /// The half-moves of `side` towards `columns`.
    pub fn new<P: Play>(rules: &P, side: Side, columns: &[State], royal: &[bool]) -> Self {
        let squares = rules.squares();
        let states = rules.kinds() * squares;
        let graph = Graph::new(rules, side, &[], royal, 0);
        let ways: Vec<Vec<Way>> =
            (0..states).map(|state| ways_from(rules, side, &graph, state)).collect();
        let mut entries = vec![Vec::new(); columns.len()];
        for (from, list) in ways.iter().enumerate() {
            for way in list {
                if let Some(column) = columns.iter().position(|&to| to == usize::from(way.to)) {
                    entries[column].push((1 << (from % squares), way.needs));
                }
            }
        }
        let mut column_of = vec![None; states];
        for (column, &state) in (0..).zip(columns) {
            column_of[state] = Some(column);
        }
        let mut seen = Vec::new();
        let sure = columns.iter().map(|&state| {
            seen.clear();
            rules.surely_observed(state / squares, side, square(state % squares), &mut seen);
            seen.iter().fold(0, |set, sq| set | 1 << sq.index())
        });
        Self {
            sure: sure.collect(),
            observed: Cell::new((0, 0)),
            columns: columns.to_vec(),
            column_of,
            reaches: reaches(&ways, columns),
            royal: royal.to_vec(),
            squares,
            ways,
            entries,
            known: RefCell::default(),
            scratch: RefCell::new(Scratch { distance: vec![u8::MAX; states], queue: Vec::new() }),
        }
    }

    /// Squares that men of the target observe who stand still on `standing`.
    pub fn surely_observed(&self, standing: u64) -> u64 {
        let (known, observed) = self.observed.get();
        if known == standing {
            return observed;
        }
        let men = self.columns.iter().zip(&self.sure);
        let observed = men
            .filter(|&(state, _)| standing & 1 << (state % self.squares) != 0)
            .fold(0, |set, (_, sure)| set | sure);
        self.observed.set((standing, observed));
        observed
    }

    /// The place of the target that the state is, if it is one.
    pub fn column(&self, state: State) -> Option<usize> {
        self.column_of[state].map(usize::from)
    }

    /// The place of the target that the state is, as a set.
    fn bit_of(&self, state: State) -> u16 {
        self.column_of[state].map_or(0, |column| 1 << column)
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.ways.len()
    }

    /// The half-moves from a state: where to, whether they must capture, and the squares on which no
    /// man may stand still.
    pub fn ways(&self, state: State) -> impl Iterator<Item = (State, bool, u64)> {
        self.ways[state].iter().map(|way| (usize::from(way.to), way.captures, way.needs))
    }

    /// Whether some man can come to a place of the target past the men that stand still.
    pub fn can_be_entered(&self, column: usize, standing: u64) -> bool {
        self.entries[column].iter().any(|&(from, needs)| (from | needs) & standing == 0)
    }

    /// Whether a man can leave its square past the men that stand still.
    pub fn can_be_left(&self, state: State, standing: u64, may_capture: bool) -> bool {
        let mut ways = self.ways[state].iter();
        ways.any(|way| way.needs & standing == 0 && (may_capture || !way.captures))
    }

    /// Half-moves to each man of the target past the men that stand still; other places cost nothing.
    pub fn row(&self, state: State, standing: Standing, may_capture: bool) -> Row {
        let asked = Asked { state: state as u16, standing, may_capture };
        let mut known = self.known.borrow_mut();
        if let Some(row) = known.get(&asked) {
            return *row;
        }
        let row = self.search(state, standing, may_capture);
        known.put(asked, row);
        row
    }

    fn search(&self, state: State, standing: Standing, may_capture: bool) -> Row {
        let mut scratch = self.scratch.borrow_mut();
        let Scratch { distance, queue } = &mut *scratch;
        distance.fill(u8::MAX);
        queue.clear();
        distance[state] = 0;
        queue.push(state as u16);
        // Nobody comes to where a man stands still.
        let mut missing = self.reaches[state] & !self.bit_of(state);
        for (column, &place) in self.columns.iter().enumerate() {
            if standing.squares & 1 << (place % self.squares) != 0 {
                missing &= !(1 << column);
            }
        }
        let mut head = 0;
        while let Some(&at) = queue.get(head)
            && missing != 0
        {
            head += 1;
            let at = usize::from(at);
            let next = distance[at].saturating_add(1);
            for way in &self.ways[at] {
                let to = usize::from(way.to);
                if distance[to] != u8::MAX
                    || self.reaches[to] & missing == 0
                    || way.needs & standing.squares != 0
                    || (way.captures && !may_capture)
                {
                    continue;
                }
                let bit = 1 << (to % self.squares);
                if standing.observed & bit != 0 && self.royal[to / self.squares] {
                    continue;
                }
                distance[to] = next;
                queue.push(way.to);
                missing &= !self.bit_of(to);
            }
        }
        let mut row = [0; MOST];
        for (cost, &column) in row.iter_mut().zip(&self.columns) {
            let length = distance[column];
            *cost = if length == u8::MAX { NEVER } else { Cost::from(length) };
        }
        row
    }
}

/// By state, the set of places of the target that its man could come to if nobody stood still.
fn reaches(ways: &[Vec<Way>], columns: &[State]) -> Vec<u16> {
    let mut back = vec![Vec::new(); ways.len()];
    for (from, list) in ways.iter().enumerate() {
        list.iter().for_each(|way| back[usize::from(way.to)].push(from));
    }
    let mut reaches = vec![0; ways.len()];
    for (column, &place) in columns.iter().enumerate() {
        let bit = 1 << column;
        reaches[place] |= bit;
        let mut open = vec![place];
        while let Some(state) = open.pop() {
            for &from in &back[state] {
                if reaches[from] & bit == 0 {
                    reaches[from] |= bit;
                    open.push(from);
                }
            }
        }
    }
    reaches
}

fn ways_from<P: Play>(rules: &P, side: Side, graph: &Graph, state: State) -> Vec<Way> {
    let squares = rules.squares();
    let (kind, from) = (state / squares, square(state % squares));
    let mut open = Vec::new();
    rules.open_steps(kind, side, from, Blocks::On(&[]), &mut open);
    let mut needs = vec![0u64; squares];
    let mut past = Vec::new();
    for &blocked in &open {
        past.clear();
        rules.open_steps(kind, side, from, Blocks::On(&[blocked]), &mut past);
        let past = past.iter().fold(0u64, |set, to| set | 1 << to.index());
        for to in open.iter().filter(|to| past >> to.index() & 1 == 0) {
            needs[to.index()] |= 1 << blocked.index();
        }
    }
    let steps = graph.steps(state).map(|(to, captures)| {
        let sq = to % squares;
        let needs = 1 << sq | if captures { 0 } else { needs[sq] };
        Way { to: to as u16, captures, needs }
    });
    steps.collect()
}
