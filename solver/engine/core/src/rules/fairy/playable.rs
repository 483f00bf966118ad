//! Whether the capture of a royal man would be a move, seen by playing it.

use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};

use super::Fairy;
use super::legal::next_choice;
use super::observe::Look;

impl<B: Bits> Fairy<B> {
    /// Whether the man on `from`, moved by `by`, has a move that captures on `target` and that the
    /// rules accept; what happens to the royal men of `by` is left out.
    pub(super) fn playable(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
        target: Square,
    ) -> bool {
        let mut spare = look.pos.memory.spare.take().unwrap_or_else(|| Box::new(look.pos.bare()));
        spare.stand_like(look.pos);
        spare.begin(by);
        spare.memory.tried = Some(target);
        let flow = self.moves_of(&mut spare, by, from, &mut |pos, mv| {
            if !mv.captures().iter().any(|sq| sq == target) {
                return ControlFlow::Continue(());
            }
            let mut next = Some(mv);
            while let Some(chosen) = next {
                let accepted = self.is_legal(pos, chosen, true);
                next = next_choice(&pos.memory.asked).map(|choice| mv.choosing(choice));
                pos.take_back();
                if accepted {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        look.pos.memory.spare.replace(Some(spare));
        flow.is_break()
    }
}
