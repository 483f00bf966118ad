//! Observation by a net, written out: per walk, what the board must look like.

use crate::board::{Bits, Side, Square};

use super::explore::Test;
use super::graph::{Graph, View};

const MOST_SHOTS: usize = 24;
const MOST_STEPS: usize = 4_000;

/// One way in which a man on `origin` captures on a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shot<B> {
    pub kind: u8,
    pub origin: Square,
    /// Squares that must be empty.
    pub empty: B,
    /// Squares that must hold a man of either side.
    pub men: B,
    /// Squares that must hold a man of the observer's side.
    pub friends: B,
    /// Squares that must hold a man of the other side, the target not counted.
    pub enemies: B,
}

impl<B: Bits> Shot<B> {
    pub(super) fn ride(kind: u8, origin: Square, empty: B) -> Shot<B> {
        let (men, friends, enemies) = (B::EMPTY, B::EMPTY, B::EMPTY);
        Shot { kind, origin, empty, men, friends, enemies }
    }

    /// Squares on which the board is not as this shot of `side` needs it.
    #[inline]
    #[must_use]
    pub fn wrong(&self, side: Side, view: &View<B>) -> B {
        (self.empty & view.occupied)
            | (self.men & !view.occupied)
            | (self.friends & !view.sides[side.index()])
            | (self.enemies & !view.sides[side.other().index()])
    }

    /// Squares whose men matter to this shot.
    #[inline]
    #[must_use]
    pub fn squares(&self) -> B {
        B::bit(self.origin) | self.empty | self.men | self.friends | self.enemies
    }

    fn add(mut self, test: Test, target: Square) -> Option<Shot<B>> {
        match test {
            Test::Empty(sq) if sq == target => return None,
            Test::Empty(sq) => self.empty |= B::bit(sq),
            Test::Man(sq) if sq != target => self.men |= B::bit(sq),
            Test::Friend(sq) if sq == target => return None,
            Test::Friend(sq) => self.friends |= B::bit(sq),
            Test::Enemy(sq) | Test::Take(sq) if sq != target => self.enemies |= B::bit(sq),
            _ => {}
        }
        let full = self.men | self.friends | self.enemies;
        let possible = !self.empty.meets(full) && !self.friends.meets(self.enemies);
        possible.then_some(self)
    }
}

/// Every way of `kind` from `origin` to capture on `target`; `None` when there are too many or a
/// look-around is involved.
pub(super) fn shots<B: Bits>(
    graph: &Graph,
    start: u32,
    target: Square,
    kind: u8,
    origin: Square,
) -> Option<Vec<Shot<B>>> {
    let mut search = Search { graph, target, found: Vec::new(), path: Vec::new(), steps: 0 };
    let complete = search.go(start, Shot::ride(kind, origin, B::EMPTY), false);
    complete.then_some(search.found)
}

struct Search<'a, B> {
    graph: &'a Graph,
    target: Square,
    found: Vec<Shot<B>>,
    path: Vec<(u32, bool)>,
    steps: usize,
}

impl<B: Bits> Search<'_, B> {
    // False when a budget is exceeded.
    fn go(&mut self, node: u32, shot: Shot<B>, taken: bool) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.found.len() > MOST_SHOTS {
            return false;
        }
        if self.path.contains(&(node, taken)) {
            return true;
        }
        if taken && !self.graph.ends(node).is_empty() {
            if !self.found.contains(&shot) {
                self.found.push(shot);
            }
            return true;
        }
        self.path.push((node, taken));
        let complete = self.graph.edges(node).iter().all(|&(test, to)| {
            if matches!(test, Test::Look(_)) {
                return false;
            }
            let takes = taken || test == Test::Take(self.target);
            shot.add(test, self.target).is_none_or(|next| self.go(to, next, takes))
        });
        self.path.pop();
        complete
    }
}
