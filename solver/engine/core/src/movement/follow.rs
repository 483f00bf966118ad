//! Following the walks of a net over the men, by its scans.

use crate::board::{Bits, Side};

use super::explore::Test;
use super::graph::{Arrival, Captures, Graph, Scratch, View};

/// Where walks end, and what would let them end elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook<B> {
    pub arrivals: B,
    /// Squares that a man must leave.
    pub emptied: B,
    /// Squares to which a man must come.
    pub filled: B,
}

impl<B: Bits> Graph<B> {
    /// All ends of the walks of `side` from `start`.  Cost: a scan per line, a test per other edge,
    /// each stop once.
    pub fn targets(&self, start: u32, side: Side, view: &View<B>, scratch: &mut Scratch) -> B {
        let mut found = B::EMPTY;
        let enemy = view.sides[side.other().index()];
        scratch.begin(self.scans.size());
        let mut next = Some(self.scans.start(start));
        while let Some(at) = next {
            let stop = self.scans.get(at);
            found |= stop.targets(enemy, view.occupied);
            if stop.leads_on() && (!self.scans.revisits || scratch.is_new(at, Captures::NONE)) {
                for scan in self.scans.scans(stop) {
                    let (man, before) = scan.first_man(view.occupied);
                    found |= scan.quiet & before;
                    match man {
                        Some(sq) => {
                            for &(test, to) in self.scans.hits(scan, sq) {
                                if self.holds(test, side, view, &mut scratch.looked) {
                                    found |= self.visit(to, enemy, view.occupied, scratch);
                                }
                            }
                        }
                        None => {
                            if let Some(to) = self.scans.beyond(scan) {
                                found |= self.visit(to, enemy, view.occupied, scratch);
                            }
                        }
                    }
                }
                for &(test, to) in self.scans.edges(stop) {
                    if self.holds(test, side, view, &mut scratch.looked) {
                        found |= self.visit(to, enemy, view.occupied, scratch);
                    }
                }
            }
            next = scratch.stack.pop().map(|(at, _)| at);
        }
        found
    }

    // The ends at a stop; one that leads on is kept for later.
    #[inline]
    fn visit(&self, to: u32, enemy: B, occupied: B, scratch: &mut Scratch) -> B {
        let stop = self.scans.get(to);
        if stop.leads_on() {
            scratch.stack.push((to, Captures::NONE));
            B::EMPTY
        } else {
            stop.targets(enemy, occupied)
        }
    }

    /// Calls `found` for every end of a walk of `side`, possibly repeatedly, until it returns true.
    ///
    /// Returns whether it did.  Cost: that of `targets`, each stop with the same captures once.
    pub fn walk(
        &self,
        start: u32,
        side: Side,
        view: &View<B>,
        scratch: &mut Scratch,
        mut found: impl FnMut(Arrival) -> bool,
    ) -> bool {
        let enemy = view.sides[side.other().index()];
        scratch.begin(self.scans.size());
        scratch.stack.push((self.scans.start(start), Captures::NONE));
        while let Some((at, captures)) = scratch.stack.pop() {
            let stop = self.scans.get(at);
            if stop.leads_on() && self.scans.revisits && !scratch.is_new(at, captures) {
                continue;
            }
            let quiet = stop.ends | (stop.quiet & !view.occupied);
            if quiet.squares().any(|to| found(Arrival { to, captures })) {
                return true;
            }
            let taken = stop.capture & enemy;
            if taken.squares().any(|to| found(Arrival { to, captures: captures.with(to) })) {
                return true;
            }
            for scan in self.scans.scans(stop) {
                let (man, before) = scan.first_man(view.occupied);
                let mut quiet = (scan.quiet & before).squares();
                if quiet.any(|to| found(Arrival { to, captures })) {
                    return true;
                }
                match man {
                    Some(sq) => {
                        let hits = self.scans.hits(scan, sq);
                        self.follow(hits, side, view, captures, scratch);
                    }
                    None => {
                        let beyond = self.scans.beyond(scan);
                        scratch.stack.extend(beyond.map(|to| (to, captures)));
                    }
                }
            }
            self.follow(self.scans.edges(stop), side, view, captures, scratch);
        }
        false
    }

    // Keeps for later what edges lead to.
    #[inline]
    fn follow(
        &self,
        edges: &[(Test, u32)],
        side: Side,
        view: &View<B>,
        captures: Captures,
        scratch: &mut Scratch,
    ) {
        for &(test, to) in edges {
            if self.holds(test, side, view, &mut scratch.looked) {
                let captures = if let Test::Take(sq) = test { captures.with(sq) } else { captures };
                scratch.stack.push((to, captures));
            }
        }
    }

    /// Where the walks of `side` from `start` end, and what else of the board they depend on: squares
    /// that would have to be empty, and squares that would have to hold another man of the other
    /// side, for a walk to go further that may end on `wanted`.  Nothing is told of walks that look
    /// around.
    pub fn outlook(
        &self,
        start: u32,
        side: Side,
        view: &View<B>,
        wanted: B,
        scratch: &mut Scratch,
    ) -> Outlook<B> {
        let enemy = view.sides[side.other().index()];
        let mut outlook = Outlook { arrivals: B::EMPTY, emptied: B::EMPTY, filled: B::EMPTY };
        scratch.begin(self.scans.size());
        scratch.stack.push((self.scans.start(start), Captures::NONE));
        while let Some((at, _)) = scratch.stack.pop() {
            let stop = self.scans.get(at);
            outlook.arrivals |= stop.targets(enemy, view.occupied);
            outlook.emptied |= stop.quiet & view.occupied & wanted;
            outlook.filled |= stop.capture & !enemy & wanted;
            if !stop.leads_on() || self.scans.revisits && !scratch.is_new(at, Captures::NONE) {
                continue;
            }
            for scan in self.scans.scans(stop) {
                let (man, before) = scan.first_man(view.occupied);
                outlook.arrivals |= scan.quiet & before;
                for sq in before.squares() {
                    let mut hits = self.scans.hits(scan, sq).iter();
                    if hits.any(|&(_, to)| self.scans.get(to).span.meets(wanted)) {
                        outlook.filled |= B::bit(sq);
                    }
                }
                match man {
                    Some(sq) => {
                        outlook.emptied |= B::bit(sq);
                        let hits = self.scans.hits(scan, sq);
                        self.hope(hits, side, view, wanted, &mut outlook, scratch);
                    }
                    None => {
                        let beyond = self.scans.beyond(scan);
                        scratch.stack.extend(beyond.map(|to| (to, Captures::NONE)));
                    }
                }
            }
            self.hope(self.scans.edges(stop), side, view, wanted, &mut outlook, scratch);
        }
        outlook
    }

    // Follows edges, and tells what would let the others be followed.
    fn hope(
        &self,
        edges: &[(Test, u32)],
        side: Side,
        view: &View<B>,
        wanted: B,
        outlook: &mut Outlook<B>,
        scratch: &mut Scratch,
    ) {
        for &(test, to) in edges {
            if self.holds(test, side, view, &mut scratch.looked) {
                scratch.stack.push((to, Captures::NONE));
            } else if self.scans.get(to).span.meets(wanted) {
                match test {
                    Test::Empty(sq) => outlook.emptied |= B::bit(sq),
                    Test::Man(sq) | Test::Enemy(sq) | Test::Take(sq) => {
                        outlook.filled |= B::bit(sq);
                    }
                    Test::Friend(_) | Test::Look(_) => {}
                }
            }
        }
    }
}
