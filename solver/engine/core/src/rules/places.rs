//! What goals ask about squares: which touch, which lie on a last rank.

use crate::board::{Bits, Geometry, Side, Square, Step};

/// The steps of a king.
const AROUND: [Step; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Sets of squares of one board.
#[derive(Clone, Debug)]
pub(super) struct Places<B> {
    /// By square, those that touch it.
    beside: Vec<B>,
    /// By side, its last rank.
    last_rank: [B; 2],
}

impl<B: Bits> Places<B> {
    pub fn new(geometry: &Geometry) -> Places<B> {
        let mut beside = vec![B::EMPTY; geometry.area()];
        for sq in geometry.squares() {
            beside[sq.index()] = B::of(AROUND.iter().filter_map(|&step| geometry.step(sq, step)));
        }
        let on_rank = |y| B::of(geometry.squares().filter(|&sq| geometry.coordinates(sq).1 == y));
        Places { beside, last_rank: [on_rank(geometry.height() - 1), on_rank(0)] }
    }

    /// The squares that touch `sq`.
    pub fn beside(&self, sq: Square) -> B {
        self.beside[sq.index()]
    }

    /// Whether `sq` lies on the last rank of `side`.
    pub fn on_last_rank(&self, side: Side, sq: Square) -> bool {
        self.last_rank[side.index()].has(sq)
    }
}
