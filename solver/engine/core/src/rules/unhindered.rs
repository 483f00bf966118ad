//! What men could do if nothing stood in the way: for bounds that must never say too little.

use crate::board::{Bits, Side, Square};

use super::compiled::Rules;

impl<B: Bits> Rules<B> {
    /// Squares that a man could go to in one half-move, whatever stands anywhere: quiet moves,
    /// captures, double steps; castling (of either man) only with `castling`.
    pub(super) fn unhindered(&self, kind: u8, side: Side, from: Square, castling: bool) -> B {
        let reach = self.movement.reach(kind, side, from);
        let mut found = self.movement.targets(reach, B::EMPTY, B::EMPTY)
            | self.unhindered_captures(kind, side, from);
        if let Some((graph, start)) = self.movement.paths(kind, side, reach) {
            found |= graph.arrivals(start);
        }
        for double in &self.kinds[usize::from(kind)].doubles[side.index()] {
            if double.from == from {
                found |= B::bit(double.to);
            }
        }
        for (number, way) in self.castlings.iter().enumerate() {
            if castling && self.castlings_of[side.index()] & 1 << number != 0 {
                if way.king == from && way.king_kind == kind {
                    found |= B::bit(way.king_to);
                }
                if way.rook == from && way.rook_kind == kind {
                    found |= B::bit(way.rook_to);
                }
            }
        }
        found
    }

    /// Squares that a man could capture on, whatever stands anywhere.
    pub(super) fn unhindered_captures(&self, kind: u8, side: Side, from: Square) -> B {
        let reach = self.movement.reach(kind, side, from);
        let mut found = self.movement.attacks(reach, B::EMPTY);
        if let Some((graph, start)) = self.movement.paths(kind, side, reach) {
            found |= graph.captures(start);
        }
        found
    }
}
