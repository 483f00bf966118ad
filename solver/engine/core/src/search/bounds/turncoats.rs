//! Men that come to the other side by half-moves of their own: what they may do for a mate.
//!
//! A man's way leads through half-moves of either side, each by the side that it belongs to then.  At its
//! end it observes part of the royal man's field, or blocks a square of it.

use std::sync::Arc;

use crate::board::Side;
use crate::rules::Play;

use super::tables::{Field, State, Tables, Ways, square_at};

/// Half-moves of either side for which it is told.
pub const MOST: usize = 2;
const BUDGETS: usize = (MOST + 1) * (MOST + 1);
/// Not yet made.
const UNKNOWN: u32 = u32::MAX;

/// A man with its side: the state, and half the number of all more where it is of the mated side.
pub type Node = usize;

/// Half-moves of men, with those by which they come to the other side.
pub struct Turns {
    states: usize,
    /// By node, those that a half-move of the man leads to.
    edges: Vec<Vec<Node>>,
}

impl Turns {
    /// ways: within the mating side, and within the other.
    pub fn new<P: Play>(rules: &P, ways: [&Ways; 2], mating: Side) -> Self {
        let (states, squares) = (ways[0].states(), rules.squares());
        let mut edges = Vec::with_capacity(2 * states);
        let mut turned = Vec::new();
        for (part, side) in [mating, mating.other()].into_iter().enumerate() {
            for state in 0..states {
                let own = ways[part].edges(state).iter().map(|&to| to + part * states);
                turned.clear();
                rules.turned(state / squares, side, square_at(state % squares), &mut turned);
                let others = turned.iter().map(|&(kind, at)| kind * squares + at.index());
                edges.push(own.chain(others.map(|to| to + (1 - part) * states)).collect());
            }
        }
        Self { states, edges }
    }
}

/// What has been found out about single men.
#[derive(Clone)]
pub struct Turncoats {
    tables: Arc<Tables>,
    states: usize,
    /// By node and half-moves of either side, the nodes that so many lead to at most, as bits.
    reached: Vec<Option<Arc<[u64]>>>,
    /// By target, node and half-moves, where the masks begin in the pool: their number, the
    /// union of those of no more half-moves, then each.
    masks: Vec<u32>,
    pool: Vec<Field>,
}

impl Turncoats {
    /// Nothing found out yet; None where nobody changes its side.
    pub fn new(tables: &Arc<Tables>) -> Option<Self> {
        let states = tables.turncoats.as_ref()?.states;
        let nodes = 2 * states;
        Some(Self {
            tables: Arc::clone(tables),
            states,
            reached: vec![None; nodes * BUDGETS],
            masks: vec![UNKNOWN; nodes * BUDGETS * tables.squares],
            pool: Vec::new(),
        })
    }

    /// Whether it is told what so many half-moves may do.
    #[inline]
    pub fn tell(mating: usize, mated: usize) -> bool {
        mating <= MOST && mated <= MOST
    }

    /// The number of a man that is not royal.
    #[inline]
    pub fn node(&self, state: State, mates: bool) -> Node {
        if mates { state } else { state + self.states }
    }

    /// Whether the man is of the mating side.
    #[inline]
    pub fn mates(&self, node: Node) -> bool {
        node < self.states
    }

    /// What a man may do for a mate on a square by so many half-moves of the mating side and of the
    /// other, but not by fewer: a range of `mask`.
    #[inline]
    pub fn masks(&mut self, node: Node, moves: (usize, usize), target: usize) -> (usize, usize) {
        let start = self.start(node, moves, target);
        (start + 2, start + 2 + usize::from(self.pool[start]))
    }

    /// All that so many half-moves at most may do.
    #[inline]
    pub fn union(&mut self, node: Node, moves: (usize, usize), target: usize) -> Field {
        let start = self.start(node, moves, target);
        self.pool[start + 1]
    }

    #[inline]
    fn start(&mut self, node: Node, moves: (usize, usize), target: usize) -> usize {
        let index = (target * 2 * self.states + node) * BUDGETS + number(moves);
        if self.masks[index] == UNKNOWN {
            self.masks[index] = self.make_masks(node, moves, target);
        }
        self.masks[index] as usize
    }

    /// One of them: squares of the field that are observed, or blocked.
    #[inline]
    pub fn mask(&self, index: usize) -> Field {
        self.pool[index]
    }

    fn make_masks(&mut self, node: Node, moves: (usize, usize), target: usize) -> u32 {
        let mut fewer = Vec::new();
        for mating in 0..=moves.0 {
            for mated in (0..=moves.1).filter(|&mated| (mating, mated) != moves) {
                let (start, end) = self.masks(node, (mating, mated), target);
                fewer.extend_from_slice(&self.pool[start..end]);
            }
        }
        let mut masks: Vec<Field> = Vec::new();
        let reached = self.reached(node, moves);
        for other in nodes(&reached) {
            let mask = self.worth(other, target);
            let known = |known: &Field| known & mask == mask;
            if mask == 0 || fewer.iter().chain(&masks).any(known) {
                continue;
            }
            masks.retain(|known| known & mask != *known);
            masks.push(mask);
        }
        // Fewer than 2^16 masks of 16 bits are incomparable.
        let offset = u32::try_from(self.pool.len()).unwrap_or(UNKNOWN - 1);
        self.pool.push(masks.len() as Field);
        self.pool.push(fewer.iter().chain(&masks).fold(0, |all, mask| all | mask));
        self.pool.extend(masks);
        offset
    }

    // What a man in a node does for a mate on a square.
    fn worth(&self, node: Node, target: usize) -> Field {
        match node.checked_sub(self.states) {
            None => self.tables.observed(node, target),
            Some(state) => self.tables.blocked(self.tables.square(state), target),
        }
    }

    fn reached(&mut self, node: Node, (mating, mated): (usize, usize)) -> Arc<[u64]> {
        let index = node * BUDGETS + number((mating, mated));
        if let Some(known) = &self.reached[index] {
            return Arc::clone(known);
        }
        let mut found = vec![0; (2 * self.states).div_ceil(64)];
        found[node / 64] |= 1 << (node % 64);
        let before = [
            mating.checked_sub(1).map(|fewer| (fewer, mated)),
            mated.checked_sub(1).map(|fewer| (mating, fewer)),
        ];
        for (part, moves) in before.into_iter().enumerate() {
            let Some(moves) = moves else { continue };
            let known = self.reached(node, moves);
            found.iter_mut().zip(known.iter()).for_each(|(word, more)| *word |= more);
            let turns = self.tables.turncoats.iter();
            let edges = turns.flat_map(|turns| {
                let movers =
                    nodes(&known).filter(|&other| usize::from(other >= self.states) == part);
                movers.flat_map(|other| &turns.edges[other])
            });
            for &to in edges {
                found[to / 64] |= 1 << (to % 64);
            }
        }
        let found: Arc<[u64]> = found.into();
        self.reached[index] = Some(Arc::clone(&found));
        found
    }
}

fn number((mating, mated): (usize, usize)) -> usize {
    mating * (MOST + 1) + mated
}

fn nodes(set: &[u64]) -> impl Iterator<Item = Node> + '_ {
    set.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(at * 64 + bit)
        })
    })
}
