//! Castling.

use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};

use super::super::moves::Move;
use super::Fairy;
use super::journal::Reason;
use super::observe::Look;
use super::position::Position;

impl<B: Bits> Fairy<B> {
    /// Gives the castlings of a man whom they are allowed.
    pub(super) fn castle(
        &self,
        pos: &mut Position<B>,
        side: Side,
        from: Square,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut rights = pos.castling & self.game.castlings_of[side.index()];
        while rights != 0 {
            let number = rights.trailing_zeros() as usize;
            rights &= rights - 1;
            let castling = &self.game.castlings[number];
            if castling.king == from
                && !castling.empty.meets(pos.occupied())
                && self.may_pass(pos, side, number)
            {
                let mv = Move::castling(from, castling.king_to, number as u8);
                let rook = Move::castling(castling.rook, castling.rook_to, number as u8);
                if !self.is_closed(pos, side, castling.king_kind, mv)
                    && !self.is_closed(pos, side, castling.rook_kind, rook)
                {
                    found(pos, mv)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    // A side may not be in check before its royal man castles, nor where that one passes.
    fn may_pass(&self, pos: &mut Position<B>, side: Side, number: usize) -> bool {
        let castling = &self.game.castlings[number];
        if !(Look { rules: self, pos }).royals(side).has(castling.king) {
            return true;
        }
        let checked = |pos: &Position<B>| Look { rules: self, pos }.in_check(side);
        !checked(pos)
            && castling.pass.iter().all(|&sq| {
                pos.begin(side.other());
                pos.shift(castling.king, sq, Reason::Castling);
                let seen = checked(pos);
                pos.take_back();
                !seen
            })
    }
}
