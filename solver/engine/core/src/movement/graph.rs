//! Walks that are neither leaps nor straight rides: a net of tests, searched over the men.

use crate::board::{Bits, Side, Square};

use super::MovementError;
use super::explore::{Node, Test};
use super::scans::Scans;

/// A move captures at most this many men.
pub const MOST_CAPTURES: usize = 3;

/// The men as a walk sees them; `occupied` holds what else is in the way too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<B> {
    pub sides: [B; 2],
    pub occupied: B,
}

impl<B: Bits> View<B> {
    /// The view of these men.
    #[inline]
    #[must_use]
    pub fn new(sides: [B; 2]) -> View<B> {
        View { sides, occupied: sides[0] | sides[1] }
    }
}

/// The squares of captured men, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Captures {
    squares: [u8; MOST_CAPTURES],
    count: u8,
}

impl Captures {
    /// Nothing is captured.
    pub const NONE: Captures = Captures { squares: [0; MOST_CAPTURES], count: 0 };

    /// The captures in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares[..usize::from(self.count)].iter().map(|&index| Square(index))
    }

    /// Number of captures.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether nothing is captured.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The list with one more capture, once; a full list stays as it is (compilation refuses such
    /// walks).
    #[inline]
    #[must_use]
    pub fn with(mut self, sq: Square) -> Captures {
        if self.iter().any(|known| known == sq) {
            return self;
        }
        if let Some(slot) = self.squares.get_mut(usize::from(self.count)) {
            *slot = sq.0;
            self.count += 1;
        }
        self
    }
}

/// Where a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Arrival {
    pub to: Square,
    pub captures: Captures,
}

#[derive(Clone, Copy, Debug)]
struct Span {
    edges: (u32, u32),
    ends: (u32, u32),
}

/// The nets of one kind and side, from all departures, in one arena.
#[derive(Clone, Debug)]
pub struct Graph<B> {
    nodes: Vec<Span>,
    edges: Vec<(Test, u32)>,
    ends: Vec<Square>,
    pub(super) scans: Scans<B>,
}

/// Memory of a walk that is reused by the next one.
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    pub(super) stack: Vec<(u32, Captures)>,
    stamps: Vec<u32>,
    epoch: u32,
    after_capture: Vec<(u32, Captures)>,
    pub(super) looked: Vec<u32>,
}

impl Scratch {
    pub(super) fn begin(&mut self, nodes: usize) {
        self.stack.clear();
        self.after_capture.clear();
        self.epoch = self.epoch.wrapping_add(1);
        if self.stamps.len() < nodes || self.epoch == 0 {
            self.stamps.clear();
            self.stamps.resize(nodes, 0);
            self.epoch = 1;
        }
    }

    /// Memory of look-arounds.
    pub(super) fn looked(&mut self) -> &mut Vec<u32> {
        &mut self.looked
    }

    pub(super) fn is_new(&mut self, node: u32, captures: Captures) -> bool {
        if captures.is_empty() {
            return std::mem::replace(&mut self.stamps[node as usize], self.epoch) != self.epoch;
        }
        let new = !self.after_capture.contains(&(node, captures));
        if new {
            self.after_capture.push((node, captures));
        }
        new
    }
}

impl<B> Default for Graph<B> {
    fn default() -> Self {
        let (nodes, edges, ends) = (Vec::new(), Vec::new(), Vec::new());
        Graph { nodes, edges, ends, scans: Scans::default() }
    }
}

impl<B: Bits> Graph<B> {
    /// Adds the net of one departure; returns its start.
    pub fn add(&mut self, net: &[Node]) -> Result<u32, MovementError> {
        check_captures(net)?;
        let base = self.nodes.len() as u32;
        for node in net {
            let first = (self.edges.len() as u32, self.ends.len() as u32);
            for &(test, to) in &node.edges {
                let test =
                    if let Test::Look(inner) = test { Test::Look(base + inner) } else { test };
                self.edges.push((test, base + to));
            }
            self.ends.extend(&node.ends);
            self.nodes.push(Span {
                edges: (first.0, self.edges.len() as u32),
                ends: (first.1, self.ends.len() as u32),
            });
        }
        if !net.is_empty() {
            let mut scans = std::mem::take(&mut self.scans);
            scans.add(self, base);
            self.scans = scans;
        }
        Ok(base)
    }

    /// Squares on which some walk from `start` may capture, whatever the men.
    pub fn captures(&self, start: u32) -> B {
        let mut found = B::EMPTY;
        for node in self.reachable(start) {
            for &(test, _) in self.edges(node) {
                if let Test::Take(sq) = test {
                    found |= B::bit(sq);
                }
            }
        }
        found
    }

    /// Squares on which some walk from `start` may end, whatever the men.
    pub fn arrivals(&self, start: u32) -> B {
        let nodes = self.reachable(start);
        B::of(nodes.into_iter().flat_map(|node| self.ends(node).iter().copied()))
    }

    fn reachable(&self, start: u32) -> Vec<u32> {
        let mut seen = vec![false; self.nodes.len()];
        seen[start as usize] = true;
        let mut found = vec![start];
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            next += 1;
            for &(_, to) in self.edges(node) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    found.push(to);
                }
            }
        }
        found
    }

    /// Whether every move is of the common form: to an empty square, or capturing the one man on the
    /// arrival; never back to `origin`.
    pub fn is_plain(&self, start: u32, origin: Square) -> bool {
        self.reachable(start).into_iter().all(|node| {
            !self.ends(node).contains(&origin)
                && self.edges(node).iter().all(|&(test, to)| match test {
                    Test::Take(sq) => self.edges(to).is_empty() && self.ends(to) == [sq],
                    _ => true,
                })
        })
    }

    /// Whether some walk looks around.
    pub fn looks_around(&self) -> bool {
        self.edges.iter().any(|(test, _)| matches!(test, Test::Look(_)))
    }

    /// Number of nodes.
    pub(super) fn size(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(super) fn edges(&self, node: u32) -> &[(Test, u32)] {
        let (first, last) = self.nodes[node as usize].edges;
        &self.edges[first as usize..last as usize]
    }

    #[inline]
    pub(super) fn ends(&self, node: u32) -> &[Square] {
        let (first, last) = self.nodes[node as usize].ends;
        &self.ends[first as usize..last as usize]
    }

    #[inline]
    pub(super) fn holds(
        &self,
        test: Test,
        side: Side,
        view: &View<B>,
        looked: &mut Vec<u32>,
    ) -> bool {
        match test {
            Test::Empty(sq) => !view.occupied.has(sq),
            Test::Man(sq) => view.sides[0].has(sq) || view.sides[1].has(sq),
            Test::Friend(sq) => view.sides[side.index()].has(sq),
            Test::Enemy(sq) | Test::Take(sq) => view.sides[side.other().index()].has(sq),
            Test::Look(inner) => {
                let before = looked.len();
                let ends = self.looks(inner, side, view, looked, before);
                looked.truncate(before);
                ends
            }
        }
    }

    fn looks(
        &self,
        node: u32,
        side: Side,
        view: &View<B>,
        looked: &mut Vec<u32>,
        since: usize,
    ) -> bool {
        if looked[since..].contains(&node) {
            return false;
        }
        looked.push(node);
        !self.ends(node).is_empty()
            || self.edges(node).iter().any(|&(test, to)| {
                self.holds(test, side, view, looked) && self.looks(to, side, view, looked, since)
            })
    }
}

// Counts captures along the walks; a loop that captures is cut off by the limit.
fn check_captures(net: &[Node]) -> Result<(), MovementError> {
    let mut most = vec![None; net.len()];
    let mut todo = vec![(0u32, 0usize)];
    while let Some((node, count)) = todo.pop() {
        if count > MOST_CAPTURES {
            return Err(MovementError::TooManyCaptures(MOST_CAPTURES));
        }
        if most[node as usize].is_some_and(|known| known >= count) {
            continue;
        }
        most[node as usize] = Some(count);
        for &(test, to) in &net[node as usize].edges {
            todo.push((to, count + usize::from(matches!(test, Test::Take(_)))));
        }
    }
    Ok(())
}
