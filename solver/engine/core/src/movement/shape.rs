//! Finds leaps and straight rides in the net of one departure.
//!
//! A leap is an end one test away from the departure.  A ride is a chain of squares, each of which
//! must be empty to go on and on each of which the walk may end in the same way.  They are known by
//! their form alone; whatever is left stays a net.

use crate::board::{Bits, Square};

use super::explore::{Node, Test};

/// A straight ride: squares in order, all on one side of the departure in index order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ray {
    pub squares: Vec<Square>,
    pub quiet: bool,
    pub capture: bool,
}

/// What a walk from one departure is made of.
#[derive(Clone, Debug)]
pub struct Shape<B> {
    /// Leaps to an empty square.
    pub quiet: B,
    /// Leaps that capture.
    pub capture: B,
    pub rays: Vec<Ray>,
    /// The rest, with node 0 as its start.
    pub net: Option<Vec<Node>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Ends {
    quiet: bool,
    capture: bool,
}

impl<B: Bits> Shape<B> {
    /// Takes the net of `origin` apart.
    pub fn of(nodes: Vec<Node>, origin: Square) -> Shape<B> {
        let mut shape = Shape { quiet: B::EMPTY, capture: B::EMPTY, rays: Vec::new(), net: None };
        let Some(start) = nodes.first() else { return shape };
        let mut rest = Vec::new();
        let mut passes = Vec::new();
        for &(test, to) in &start.edges {
            match (test, end_of(&nodes[to as usize])) {
                (Test::Empty(sq), Some(end)) if sq == end => shape.quiet |= B::bit(sq),
                (Test::Take(sq), Some(end)) if sq == end => shape.capture |= B::bit(sq),
                (Test::Empty(sq), None) => passes.push((sq, to)),
                _ => rest.push((test, to)),
            }
        }
        let mut covered = (B::EMPTY, B::EMPTY);
        for (sq, to) in passes {
            match ride(&nodes, sq, to, origin) {
                Some(ray) if shape.may_begin(&ray) => {
                    covered.0 |= if ray.quiet { B::bit(sq) } else { B::EMPTY };
                    covered.1 |= if ray.capture { B::bit(sq) } else { B::EMPTY };
                    if !shape.rays.contains(&ray) {
                        shape.rays.push(ray);
                    }
                }
                _ => rest.push((Test::Empty(sq), to)),
            }
        }
        shape.quiet &= !covered.0;
        shape.capture &= !covered.1;
        if !rest.is_empty() || !start.ends.is_empty() {
            let mut net = nodes;
            net[0].edges = rest;
            shape.net = Some(super::simplify::simplify(net));
        }
        shape
    }

    // The first square of a ride must be an end like the others.
    fn may_begin(&self, ray: &Ray) -> bool {
        let first = ray.squares[0];
        (!ray.quiet || self.quiet.has(first)) && (!ray.capture || self.capture.has(first))
    }
}

// The square of a node at which the walk ends and cannot go on.
fn end_of(node: &Node) -> Option<Square> {
    match (node.edges.as_slice(), node.ends.as_slice()) {
        ([], [end]) => Some(*end),
        _ => None,
    }
}

fn ride(nodes: &[Node], first: Square, to: u32, origin: Square) -> Option<Ray> {
    let mut squares = vec![first];
    let mut ends: Option<Ends> = None;
    let mut next = Some(to);
    while let Some(at) = next {
        let (sq, here, pass) = link(nodes, &nodes[at as usize])?;
        let before = *squares.last()?;
        let onward = (before > origin && sq > before) || (before < origin && sq < before);
        if !onward || ends.is_some_and(|ends| ends != here) {
            return None;
        }
        ends = Some(here);
        squares.push(sq);
        next = pass;
    }
    let Ends { quiet, capture } = ends?;
    Some(Ray { squares, quiet, capture })
}

// One link of a chain: its square, how the walk may end there, and the node behind it.
fn link(nodes: &[Node], node: &Node) -> Option<(Square, Ends, Option<u32>)> {
    let mut ends = Ends::default();
    let mut pass = None;
    let mut square = None;
    if !node.ends.is_empty() {
        return None;
    }
    for &(test, to) in &node.edges {
        let (Test::Empty(sq) | Test::Take(sq)) = test else { return None };
        if *square.get_or_insert(sq) != sq {
            return None;
        }
        match (test, end_of(&nodes[to as usize])) {
            (Test::Empty(_), Some(end)) if end == sq => ends.quiet = true,
            (Test::Take(_), Some(end)) if end == sq => ends.capture = true,
            (Test::Empty(_), None) if pass.is_none() => pass = Some(to),
            _ => return None,
        }
    }
    (ends != Ends::default()).then_some((square?, ends, pass))
}
