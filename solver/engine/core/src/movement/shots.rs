//! Observation by a net, written out: per walk, what the board must look like.

use crate::board::{Bits, Side, Square};

use super::explore::Test;
use super::graph::{Graph, View};

const MOST_SHOTS: usize = 1_200;
const MOST_STEPS: usize = 12_000;
const MOST_LOOKS: usize = 64;
const LONGEST: usize = 128;

/// One way in which a man of `kind` on `origin` captures on a target.
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
            | (self.men & !(view.sides[0] | view.sides[1]))
            | (self.friends & !view.sides[side.index()])
            | (self.enemies & !view.sides[side.other().index()])
    }

    // `None` when no board is like that.
    fn add(mut self, test: Test) -> Option<Shot<B>> {
        match test {
            Test::Empty(sq) => self.empty |= B::bit(sq),
            Test::Man(sq) => self.men |= B::bit(sq),
            Test::Friend(sq) => self.friends |= B::bit(sq),
            Test::Enemy(sq) | Test::Take(sq) => self.enemies |= B::bit(sq),
            Test::Look(_) => {}
        }
        self.possible()
    }

    fn and(mut self, other: &Shot<B>) -> Option<Shot<B>> {
        self.empty |= other.empty;
        self.men |= other.men;
        self.friends |= other.friends;
        self.enemies |= other.enemies;
        self.possible()
    }

    fn possible(self) -> Option<Shot<B>> {
        let full = self.men | self.friends | self.enemies;
        let possible = !self.empty.meets(full) && !self.friends.meets(self.enemies);
        possible.then_some(self)
    }

    // The same shot, knowing that an enemy stands on the target.
    fn at(mut self, target: Square) -> Shot<B> {
        self.men &= !B::bit(target);
        self.enemies &= !B::bit(target);
        self
    }
}

/// Every way of `kind` from `origin` to capture, with the captured square; `None` when there are
/// too many.
pub(super) fn shots<B: Bits>(
    graph: &Graph<B>,
    start: u32,
    kind: u8,
    origin: Square,
) -> Option<Vec<(Square, Shot<B>)>> {
    let mut search = Search { graph, path: Vec::new(), steps: 0 };
    let mut found: Vec<(Square, Shot<B>)> = Vec::new();
    let empty = Shot::ride(kind, origin, B::EMPTY);
    let complete = search.go(start, empty, B::EMPTY, &mut |shot, taken| {
        for target in taken.squares() {
            let shot = (target, shot.at(target));
            if !found.contains(&shot) {
                found.push(shot);
            }
        }
        found.len() <= MOST_SHOTS
    });
    complete.then_some(found)
}

struct Search<'a, B> {
    graph: &'a Graph<B>,
    path: Vec<(u32, bool)>,
    steps: usize,
}

impl<B: Bits> Search<'_, B> {
    // Tells every end of a walk with what the board must be like and the captured squares; false
    // when a budget is exceeded.
    fn go(
        &mut self,
        node: u32,
        shot: Shot<B>,
        taken: B,
        tell: &mut impl FnMut(Shot<B>, B) -> bool,
    ) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.path.len() > LONGEST {
            return false;
        }
        if self.path.contains(&(node, taken.any())) {
            return true;
        }
        if !self.graph.ends(node).is_empty() && !tell(shot, taken) {
            return false;
        }
        self.path.push((node, taken.any()));
        let graph = self.graph;
        let complete = graph.edges(node).iter().all(|&(test, to)| match test {
            Test::Look(inner) => self.looks(inner, &shot).is_some_and(|ways| {
                let mut ways = ways.iter().filter_map(|way| shot.and(way));
                ways.all(|next| self.go(to, next, taken, tell))
            }),
            test => shot.add(test).is_none_or(|next| {
                let taken = if let Test::Take(sq) = test { taken | B::bit(sq) } else { taken };
                self.go(to, next, taken, tell)
            }),
        });
        self.path.pop();
        complete
    }

    // The ways in which a look-around succeeds.
    fn looks(&mut self, inner: u32, shot: &Shot<B>) -> Option<Vec<Shot<B>>> {
        let mut ways = Vec::new();
        let path = std::mem::take(&mut self.path);
        let empty = Shot::ride(shot.kind, shot.origin, B::EMPTY);
        let complete = self.go(inner, empty, B::EMPTY, &mut |way, _| {
            if !ways.contains(&way) {
                ways.push(way);
            }
            ways.len() <= MOST_LOOKS
        });
        self.path = path;
        complete.then_some(ways)
    }
}
