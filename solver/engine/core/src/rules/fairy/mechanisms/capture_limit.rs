use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man captures once only: capturing again it vanishes.  One that is captured and comes back may
/// capture anew.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaptureLimit {
    #[serde(default)]
    mover: Men,
    /// Instead, it may not capture again.
    #[serde(default)]
    strict: bool,
    /// The mark of those that have captured.
    #[serde(skip)]
    mark: u8,
}

impl<B: Bits> Mechanism<B> for CaptureLimit {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act, Hook::Reborn, Hook::Bar]
    }

    fn stage(&self) -> Stage {
        Stage::Recolouring
    }

    fn marks(&self) -> bool {
        true
    }

    fn settle_mark(&mut self, mark: u8) {
        self.mark = mark;
    }

    fn only_captures(&self) -> bool {
        true
    }

    fn bars(&self, look: Look<'_, B>, _: Side, from: Square, _: Square) -> bool {
        // A royal man may not vanish.
        look.man(from).is_some_and(|man| {
            man.has(self.mark) && (self.strict || man.royal) && self.mover.has(man, from)
        })
    }

    fn comes_back(&self, turn: &mut Turn<'_, B>, _: Square, to: Square) {
        let captured = turn.deed.at != Some(to);
        let Some(mut man) = turn.pos.man(to).filter(|man| captured && man.has(self.mark)) else {
            return;
        };
        man.traits &= !(1 << self.mark);
        turn.change(to, man);
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some((sq, mut man)) = turn.mover() else { return };
        if turn.deed.last_captured().is_none() || !self.mover.has(man, sq) {
            return;
        }
        if man.has(self.mark) {
            turn.remove(sq);
        } else {
            man.traits |= 1 << self.mark;
            turn.change(sq, man);
        }
    }
}
