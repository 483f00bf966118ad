//! Where a royal man could go, asked without the rules about check.

use std::ops::ControlFlow;

use crate::board::{Bits, Side};

use super::Fairy;
use super::observe::Look;

impl<B: Bits> Fairy<B> {
    /// On how many squares `side` could put a royal man by a move of it, castling left out, so that
    /// it is not in check then but for flights; whatever keeps that man from moving.
    /// Source: Popeye 4, by experiment.
    pub(super) fn flights_unseen(&self, look: Look<'_, B>, side: Side) -> usize {
        let mut spare = look.spare(look.pos.memory.depth);
        spare.begin(side);
        spare.castling = 0;
        let mut flights = B::EMPTY;
        for from in look.royals(side).squares() {
            let flow = self.moves_if_awake(&mut spare, side, from, None, &mut |pos, mv| {
                let regicide = self.royals_taken(pos, mv).any();
                if self.accepts(pos, mv) && !regicide {
                    let look = Look { rules: self, pos };
                    if !look.in_check_but_for_flights(side) {
                        flights |= B::bit(mv.to());
                    }
                }
                pos.take_back();
                ControlFlow::Continue(())
            });
            debug_assert!(flow.is_continue());
        }
        look.pos.memory.spare.replace(Some(spare));
        flights.count()
    }
}
