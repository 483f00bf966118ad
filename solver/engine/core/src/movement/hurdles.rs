//! What a walk jumped: the men on its way that it needed and did not capture.

use crate::board::{Bits, Side, Square};

use super::explore::Test;
use super::graph::{Captures, Graph, Scratch, View};

impl<B: Bits> Graph<B> {
    /// The hurdles of every walk of `side` from `start` that ends on `to` with these captures; walks
    /// with the same hurdles count once.  Cost: all ways through the net.
    #[must_use]
    pub fn hurdles(
        &self,
        start: u32,
        side: Side,
        view: &View<B>,
        (to, captures): (Square, Captures),
    ) -> Vec<B> {
        let mut search = Search {
            graph: self,
            side,
            view,
            to,
            captures,
            path: Vec::new(),
            scratch: Scratch::default(),
            found: Vec::new(),
        };
        search.go(start, Captures::NONE, B::EMPTY);
        search.found
    }
}

struct Search<'a, B> {
    graph: &'a Graph<B>,
    side: Side,
    view: &'a View<B>,
    to: Square,
    captures: Captures,
    path: Vec<u32>,
    scratch: Scratch,
    found: Vec<B>,
}

impl<B: Bits> Search<'_, B> {
    fn go(&mut self, node: u32, captures: Captures, hurdles: B) {
        if self.path.contains(&node) {
            return;
        }
        let graph = self.graph;
        if graph.ends(node).contains(&self.to)
            && captures == self.captures
            && !self.found.contains(&hurdles)
        {
            self.found.push(hurdles);
        }
        self.path.push(node);
        for &(test, next) in graph.edges(node) {
            if graph.holds(test, self.side, self.view, self.scratch.looked()) {
                let (mut captures, mut hurdles) = (captures, hurdles);
                match test {
                    Test::Take(sq) => captures = captures.with(sq),
                    Test::Man(sq) | Test::Friend(sq) | Test::Enemy(sq) => hurdles |= B::bit(sq),
                    Test::Empty(_) | Test::Look(_) => {}
                }
                self.go(next, captures, hurdles);
            }
        }
        self.path.pop();
    }
}
