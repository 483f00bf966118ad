//! A net made fast: chains of squares that must be empty become scans for the first man.
//!
//! What a walk does on a line until it meets a man is one bit operation; only what it does at that
//! man, and what has no such form, is tested edge by edge.

use crate::board::{Bits, Square};

use super::explore::Test;
use super::graph::Graph;

const NONE: u32 = u32::MAX;
const MOST_ROUNDS: usize = 8;

/// A node of the net, its edges sorted by what they need.
#[derive(Clone, Debug)]
pub(super) struct Stop<B> {
    /// Squares on which the walk ends here.
    pub ends: B,
    /// Last steps to an empty square.
    pub quiet: B,
    /// Last steps that capture the man on the arrival.
    pub capture: B,
    pub scans: (u32, u32),
    /// Any other edges, to stops.
    pub edges: (u32, u32),
    /// At least all ends of the walks from here, whatever the men.
    pub span: B,
}

/// A line of squares in the order of their indices, all on one side of where the walk comes from.
#[derive(Clone, Debug)]
pub(super) struct Scan<B> {
    pub line: B,
    upward: bool,
    /// Squares of the line on which the walk may end if they are empty.
    pub quiet: B,
    first_hit: u32,
    /// The stop behind the line, if all of it is empty.
    beyond: u32,
}

/// All stops of one kind and side.
#[derive(Clone, Debug)]
pub(super) struct Scans<B> {
    stops: Vec<Stop<B>>,
    scans: Vec<Scan<B>>,
    // For each square of each line in its order, where the edges of a man there begin and end.
    hits: Vec<(u32, u32)>,
    edges: Vec<(Test, u32)>,
    stop_of: Vec<u32>,
    /// Whether some walk can come to a stop twice.
    pub revisits: bool,
}

impl<B> Default for Scans<B> {
    fn default() -> Self {
        let (stops, scans, hits, edges) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Scans { stops, scans, hits, edges, stop_of: Vec::new(), revisits: false }
    }
}

impl<B: Bits> Stop<B> {
    /// Whether the walk may go on from here.
    #[inline]
    pub fn leads_on(&self) -> bool {
        self.scans.0 != self.scans.1 || self.edges.0 != self.edges.1
    }

    /// Where the walk ends here or with one more step.
    #[inline]
    pub fn targets(&self, enemy: B, occupied: B) -> B {
        self.ends | (self.quiet & !occupied) | (self.capture & enemy)
    }
}

impl<B: Bits> Scan<B> {
    /// The first man of the line, and the squares before it.
    #[inline]
    pub fn first_man(&self, occupied: B) -> (Option<Square>, B) {
        let men = self.line & occupied;
        if self.upward {
            let man = men.first();
            (man, man.map_or(self.line, |sq| self.line & B::up_to(sq) & !B::bit(sq)))
        } else {
            let man = men.last();
            (man, man.map_or(self.line, |sq| self.line & B::onward(sq) & !B::bit(sq)))
        }
    }

    // The number of squares of the line before this one.
    #[inline]
    fn before(&self, sq: Square) -> usize {
        let upto = if self.upward { B::up_to(sq) } else { B::onward(sq) };
        (self.line & upto).count() - 1
    }
}

impl<B: Bits> Scans<B> {
    /// Takes the net from `start` in; the graph holds all nodes before.
    pub fn add(&mut self, graph: &Graph<B>, start: u32) {
        self.stop_of.resize(graph.size(), NONE);
        let first = self.stops.len();
        let mut todo = vec![start];
        self.stop(start, &mut Vec::new());
        while let Some(node) = todo.pop() {
            let stop = self.fill(graph, node, &mut todo);
            let at = self.stop_of[node as usize] as usize;
            self.stops[at] = stop;
        }
        self.spread(first);
        let mut entries = vec![0u32; self.stops.len() - first];
        let onward: Vec<u32> = self.stops[first..].iter().flat_map(|s| self.leads(s)).collect();
        for to in onward.into_iter().filter(|&to| self.stops[to as usize].leads_on()) {
            entries[to as usize - first] += 1;
        }
        self.revisits |= entries.iter().any(|&count| count > 1);
    }

    /// The stop of a node.
    #[inline]
    pub fn start(&self, node: u32) -> u32 {
        self.stop_of[node as usize]
    }

    #[inline]
    pub fn get(&self, stop: u32) -> &Stop<B> {
        &self.stops[stop as usize]
    }

    /// Number of stops.
    #[inline]
    pub fn size(&self) -> usize {
        self.stops.len()
    }

    #[inline]
    pub fn scans(&self, stop: &Stop<B>) -> &[Scan<B>] {
        &self.scans[stop.scans.0 as usize..stop.scans.1 as usize]
    }

    #[inline]
    pub fn edges(&self, stop: &Stop<B>) -> &[(Test, u32)] {
        &self.edges[stop.edges.0 as usize..stop.edges.1 as usize]
    }

    /// What the walk may do at a man on a square of the line.
    #[inline]
    pub fn hits(&self, scan: &Scan<B>, sq: Square) -> &[(Test, u32)] {
        let (first, last) = self.hits[scan.first_hit as usize + scan.before(sq)];
        &self.edges[first as usize..last as usize]
    }

    /// The stop behind an empty line.
    #[inline]
    pub fn beyond(&self, scan: &Scan<B>) -> Option<u32> {
        (scan.beyond != NONE).then_some(scan.beyond)
    }

    // Every stop that a stop leads to.
    fn leads(&self, stop: &Stop<B>) -> Vec<u32> {
        let mut found: Vec<u32> = self.edges(stop).iter().map(|&(_, to)| to).collect();
        for scan in self.scans(stop) {
            found.extend(self.beyond(scan));
            for sq in scan.line.squares() {
                found.extend(self.hits(scan, sq).iter().map(|&(_, to)| to));
            }
        }
        found
    }

    // The stop of a node; a new one has still to be filled.
    fn stop(&mut self, node: u32, todo: &mut Vec<u32>) -> u32 {
        let known = &mut self.stop_of[node as usize];
        if *known == NONE {
            *known = self.stops.len() as u32;
            let empty = Stop {
                ends: B::EMPTY,
                quiet: B::EMPTY,
                capture: B::EMPTY,
                scans: (0, 0),
                edges: (0, 0),
                span: B::EMPTY,
            };
            self.stops.push(empty);
            todo.push(node);
        }
        *known
    }

    fn fill(&mut self, graph: &Graph<B>, node: u32, todo: &mut Vec<u32>) -> Stop<B> {
        let (mut quiet, mut capture) = (B::EMPTY, B::EMPTY);
        let (mut lines, mut rest) = (Vec::new(), Vec::new());
        for &(test, to) in graph.edges(node) {
            match (test, last_step(graph, to)) {
                (Test::Empty(sq), Some(end)) if sq == end => quiet |= B::bit(sq),
                (Test::Take(sq), Some(end)) if sq == end => capture |= B::bit(sq),
                (Test::Empty(sq), _) if link(graph, to).is_some() => lines.push((sq, to)),
                _ => rest.push((test, to)),
            }
        }
        let chains: Vec<Chain> = lines.iter().map(|&line| Chain::from(graph, line)).collect();
        let first_scan = self.scans.len() as u32;
        let mut scans = Vec::new();
        for chain in &chains {
            // The first square of the line belongs to this node: what may happen there comes too.
            let first = chain.squares[0].0;
            let own = !chains.iter().any(|c| !std::ptr::eq(c, chain) && c.squares[0].0 == first);
            let mut scan = Scan {
                line: B::EMPTY,
                upward: chain.upward,
                quiet: B::EMPTY,
                first_hit: self.hits.len() as u32,
                beyond: NONE,
            };
            for &(sq, at) in &chain.squares {
                scan.line |= B::bit(sq);
                let hits: Vec<(Test, u32)> = match at {
                    Some(at) => graph.edges(at).iter().copied().filter(is_hit).collect(),
                    None if own => {
                        let (here, others) = rest.into_iter().partition(|&(test, _)| {
                            square_of(test) == Some(sq) && is_hit(&(test, 0))
                        });
                        rest = others;
                        here
                    }
                    None => Vec::new(),
                };
                let ends_here = at.is_some_and(|at| {
                    let mut edges = graph.edges(at).iter();
                    edges.any(|&(test, to)| {
                        matches!(test, Test::Empty(_)) && last_step(graph, to) == Some(sq)
                    })
                });
                scan.quiet |= if ends_here { B::bit(sq) } else { B::EMPTY };
                let span = self.enter(&hits, todo);
                self.hits.push(span);
            }
            if let Some(beyond) = chain.beyond {
                scan.beyond = self.stop(beyond, todo);
            }
            scans.push(scan);
        }
        self.scans.extend(scans);
        let edges = self.enter(&rest, todo);
        Stop {
            ends: B::of(graph.ends(node).iter().copied()),
            quiet,
            capture,
            scans: (first_scan, self.scans.len() as u32),
            edges,
            span: B::EMPTY,
        }
    }

    // Gives each stop from the first on the ends of those that it leads to; after some rounds more
    // than that.
    fn spread(&mut self, first: usize) {
        let leads: Vec<Vec<u32>> = self.stops[first..].iter().map(|s| self.leads(s)).collect();
        for stop in &mut self.stops[first..] {
            let scans = &self.scans[stop.scans.0 as usize..stop.scans.1 as usize];
            let lines = scans.iter().fold(B::EMPTY, |all, scan| all | scan.quiet);
            stop.span = stop.ends | stop.quiet | stop.capture | lines;
        }
        for _ in 0..MOST_ROUNDS {
            let mut changed = false;
            for (at, leads) in leads.iter().enumerate().rev() {
                let before = self.stops[first + at].span;
                let after =
                    leads.iter().fold(before, |span, &to| span | self.stops[to as usize].span);
                changed |= after != before;
                self.stops[first + at].span = after;
            }
            if !changed {
                return;
            }
        }
        let all = self.stops[first..].iter().fold(B::EMPTY, |all, stop| all | stop.span);
        self.stops[first..].iter_mut().for_each(|stop| stop.span = all);
    }

    fn enter(&mut self, edges: &[(Test, u32)], todo: &mut Vec<u32>) -> (u32, u32) {
        let first = self.edges.len() as u32;
        for &(test, to) in edges {
            let to = self.stop(to, todo);
            self.edges.push((test, to));
        }
        (first, self.edges.len() as u32)
    }
}

/// A line as it is followed: its squares, from the second one with the nodes that test them.
struct Chain {
    squares: Vec<(Square, Option<u32>)>,
    upward: bool,
    beyond: Option<u32>,
}

impl Chain {
    // The line that begins with an empty square before the node.
    fn from<B: Bits>(graph: &Graph<B>, (first, mut node): (Square, u32)) -> Chain {
        let mut chain = Chain { squares: vec![(first, None)], upward: false, beyond: None };
        while let Some((sq, next)) = link(graph, node) {
            let before = chain.squares[chain.squares.len() - 1].0;
            let upward = sq > before;
            if sq == before || chain.squares.len() > 1 && upward != chain.upward {
                break;
            }
            chain.upward = upward;
            chain.squares.push((sq, Some(node)));
            match next {
                Some(next) => node = next,
                None => return chain,
            }
        }
        chain.beyond = Some(node);
        chain
    }
}

// Of a node all of whose edges test one square: that square, and the node behind it when it is
// empty.
fn link<B: Bits>(graph: &Graph<B>, node: u32) -> Option<(Square, Option<u32>)> {
    if !graph.ends(node).is_empty() {
        return None;
    }
    let sq = graph.edges(node).first().and_then(|&(test, _)| square_of(test))?;
    let mut next = None;
    for &(test, to) in graph.edges(node) {
        if square_of(test) != Some(sq) {
            return None;
        }
        if matches!(test, Test::Empty(_)) && last_step(graph, to) != Some(sq) {
            if next.is_some() {
                return None;
            }
            next = Some(to);
        }
    }
    Some((sq, next))
}

// The square of a node at which the walk ends and cannot go on.
fn last_step<B: Bits>(graph: &Graph<B>, node: u32) -> Option<Square> {
    match (graph.edges(node), graph.ends(node)) {
        ([], [end]) => Some(*end),
        _ => None,
    }
}

fn square_of(test: Test) -> Option<Square> {
    match test {
        Test::Empty(sq) | Test::Man(sq) | Test::Friend(sq) | Test::Enemy(sq) | Test::Take(sq) => {
            Some(sq)
        }
        Test::Look(_) => None,
    }
}

fn is_hit(&(test, _): &(Test, u32)) -> bool {
    !matches!(test, Test::Empty(_) | Test::Look(_))
}
