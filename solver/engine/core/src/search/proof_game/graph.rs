//! What one man of a side can do on its way: half-moves from state to state around men that stand.

use crate::board::{Side, Square};
use crate::rules::{Blocks, Play};

use super::matching::{Cost, NEVER};

/// A kind on a square: `kind * squares + square`.
pub type State = usize;

/// The half-moves of single men of one side, as edges between states.
///
/// Whatever stands elsewhere, a man can make no half-move that is not an edge.
#[derive(Clone, Debug)]
pub struct Graph {
    pub squares: usize,
    /// Half-moves that need not capture.
    free: Vec<Vec<State>>,
    free_back: Vec<Vec<State>>,
    /// Half-moves that must capture.
    captures: Vec<(State, State)>,
    captures_from: Vec<Vec<State>>,
    /// Kinds that have half-moves that must capture: pawns.
    pub captures_otherwise: Vec<bool>,
}

impl Graph {
    /// The half-moves of `side` around the men on `standing`, who never move and are never captured.
    ///
    /// `closed`: squares that royal kinds cannot enter.
    pub fn new<P: Play>(
        rules: &P,
        side: Side,
        standing: &[Square],
        royal: &[bool],
        closed: u64,
    ) -> Self {
        let squares = rules.squares();
        let states = rules.kinds() * squares;
        let mut graph = Self {
            squares,
            free: vec![Vec::new(); states],
            free_back: vec![Vec::new(); states],
            captures: Vec::new(),
            captures_from: vec![Vec::new(); states],
            captures_otherwise: vec![false; rules.kinds()],
        };
        let occupied = standing.iter().fold(0u64, |set, sq| set | 1 << sq.index());
        let mut free = Vec::new();
        let mut captures = Vec::new();
        for (kind, &is_royal) in royal.iter().enumerate() {
            let differs = (0..squares).any(|from| {
                free.clear();
                captures.clear();
                rules.open_steps(kind, side, square(from), Blocks::On(&[]), &mut free);
                rules.observed(kind, side, square(from), &mut captures);
                free != captures
            });
            graph.captures_otherwise[kind] = differs;
            let shut = occupied | if is_royal { closed } else { 0 };
            for from in 0..squares {
                if occupied & 1 << from != 0 {
                    continue;
                }
                free.clear();
                captures.clear();
                rules.open_steps(kind, side, square(from), Blocks::On(standing), &mut free);
                if differs {
                    rules.observed(kind, side, square(from), &mut captures);
                }
                for (list, capture) in [(&free, false), (&captures, true)] {
                    let open = list.iter().filter(|to| shut & 1 << to.index() == 0);
                    open.for_each(|&to| graph.enter(rules, side, kind, from, to, capture));
                }
            }
        }
        graph
    }

    fn enter<P: Play>(
        &mut self,
        rules: &P,
        side: Side,
        kind: usize,
        from: usize,
        to: Square,
        capture: bool,
    ) {
        let mut shapes = Vec::new();
        rules.becomes(kind, side, to, &mut shapes);
        if shapes.is_empty() {
            shapes.push(kind);
        }
        let start = kind * self.squares + from;
        for shape in shapes {
            let end = shape * self.squares + to.index();
            if capture {
                self.captures.push((start, end));
                self.captures_from[start].push(end);
            } else {
                self.free[start].push(end);
                self.free_back[end].push(start);
            }
        }
    }

    /// The states one half-move away, and whether it must capture.
    pub fn steps(&self, state: State) -> impl Iterator<Item = (State, bool)> {
        let free = self.free[state].iter().map(|&to| (to, false));
        free.chain(self.captures_from[state].iter().map(|&to| (to, true)))
    }

    /// Least numbers of half-moves from each state to one of `goals`, with at most 0, 1, ... `most`
    /// of them captures that must be made.
    pub fn distances(&self, goals: &[State], most: usize) -> Vec<Vec<Cost>> {
        let mut found: Vec<Vec<Cost>> = Vec::with_capacity(most + 1);
        let mut levels: Vec<Vec<State>> = Vec::new();
        for _ in 0..=most {
            let mut distance = match found.last() {
                None => {
                    let mut distance = vec![NEVER; self.free.len()];
                    goals.iter().for_each(|&goal| distance[goal] = 0);
                    put(&mut levels, 0, goals);
                    distance
                }
                Some(before) => {
                    let mut distance = before.clone();
                    for &(from, to) in &self.captures {
                        let length = before[to] + 1;
                        if length < distance[from] {
                            distance[from] = length;
                            put(&mut levels, length as usize, &[from]);
                        }
                    }
                    distance
                }
            };
            self.spread(&mut distance, &mut levels);
            found.push(distance);
        }
        found
    }

    fn spread(&self, distance: &mut [Cost], levels: &mut Vec<Vec<State>>) {
        let mut level = 0;
        while level < levels.len() {
            for state in std::mem::take(&mut levels[level]) {
                if usize::from(distance[state].unsigned_abs()) != level {
                    continue;
                }
                for &before in &self.free_back[state] {
                    let length = distance[state] + 1;
                    if length < distance[before] {
                        distance[before] = length;
                        put(levels, level + 1, &[before]);
                    }
                }
            }
            level += 1;
        }
        levels.clear();
    }

    /// Squares on which a man that starts from `start` may capture as it must, on its way to a state
    /// that is not `NEVER` in `distance`.
    pub fn capture_squares(&self, start: State, distance: &[Cost]) -> u64 {
        let mut seen = vec![false; self.free.len()];
        seen[start] = true;
        let mut open = vec![start];
        let mut zone = 0;
        while let Some(state) = open.pop() {
            for (to, capture) in self.steps(state) {
                if capture && distance[to] < NEVER {
                    zone |= 1 << (to % self.squares);
                }
                if distance[to] < NEVER && !seen[to] {
                    seen[to] = true;
                    open.push(to);
                }
            }
        }
        zone
    }
}

fn put(levels: &mut Vec<Vec<State>>, level: usize, states: &[State]) {
    if levels.len() <= level {
        levels.resize_with(level + 1, Vec::new);
    }
    levels[level].extend(states);
}

/// The square with that index, which comes from a table of at most 64 squares.
pub fn square(index: usize) -> Square {
    Square(index as u8)
}
