//! What bounds may count on where men come to the other side by their own half-moves.

use crate::board::{Bits, Side, Square};

use super::mechanism::Bearing;
use super::{Act, Fairy};

impl<B: Bits> Fairy<B> {
    /// Whether that is all that keeps the bounds from holding, the men of a position aside.
    pub(super) fn is_turning(&self) -> bool {
        let hooks = &self.hooks;
        !self.bounded
            && hooks.walks.is_empty()
            && hooks.legs.is_empty()
            && self.is_bounded_by(|bearing| bearing == Bearing::Turns)
    }

    /// Appends what a man of a side may be, and where, after a half-move of its own by which it comes
    /// to the other side.
    pub(super) fn ends_of_turns(
        &self,
        kind: u8,
        side: Side,
        from: Square,
        out: &mut Vec<(usize, Square)>,
    ) {
        let turns = |captures| {
            self.hooks.acts.iter().any(|act| match *act {
                Act::Rule(rule) => self.rules[usize::from(rule)].mechanism.turns(captures),
                Act::Promotion | Act::Watch(_) => false,
            })
        };
        let (game, open) = (&self.game, self.ground[side.index()].to[from.index()]);
        for captures in [false, true].into_iter().filter(|&captures| turns(captures)) {
            let mut ends = if captures {
                game.unhindered_captures(kind, side, from)
            } else {
                game.unhindered_quietly(kind, side, from, false)
            };
            // Who captures by a path may arrive elsewhere.
            if captures && game.movement.has_paths(kind, side) {
                ends |= game.unhindered_quietly(kind, side, from, false);
            }
            for to in (ends & open).squares() {
                let mut kinds = self.kinds_after(kind, side, to, captures);
                let promoted = self.promotions(kind, side.other(), to);
                kinds.extend(promoted);
                out.extend(kinds.into_iter().map(|kind| (usize::from(kind), to)));
            }
        }
        out.sort_unstable();
        out.dedup();
    }
}
