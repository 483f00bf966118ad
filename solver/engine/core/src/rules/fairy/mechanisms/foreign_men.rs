use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::super::moves::Form;
use super::super::Fairy;
use super::super::journal::Reason;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::position::Position;
use super::super::turn::Turn;

/// A side plays men of the other side, each of which moves and captures as a man of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ForeignMen {
    whose: Whose,
    #[serde(default)]
    banned: Banned,
    #[serde(skip)]
    slot: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Whose {
    /// Those of the other side only.
    Enemy,
    Both,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Banned {
    #[default]
    Nothing,
    /// A half-move that takes the one before back.
    TakingBack,
    /// The man that made the half-move before.
    LastMover,
}

impl<B: Bits> Mechanism<B> for ForeignMen {
    fn hooks(&self) -> &'static [Hook] {
        match self.banned {
            Banned::Nothing => &[Hook::Foreign],
            Banned::TakingBack | Banned::LastMover => &[Hook::Foreign, Hook::Watch],
        }
    }

    // Of the half-move before, as one more than the number of its squares: where the man arrived
    // and, if it may be taken back, where it came from; 0 for none.
    fn slots(&self) -> u8 {
        1
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    fn movable(&self, look: Look<'_, B>, side: Side, men: &mut B) {
        *men = match self.whose {
            Whose::Enemy => look.pos.men(side.other()),
            Whose::Both => look.pos.all_men(),
        };
        if self.banned == Banned::LastMover {
            let last = look.remembered(self.slot);
            let kept = men.squares().filter(|sq| last != u64::from(sq.0) + 1);
            *men = B::of(kept);
        }
    }

    fn watches(&self, turn: &mut Turn<'_, B>) {
        let (from, to) = (u64::from(turn.mv.from().0) + 1, u64::from(turn.mv.to().0) + 1);
        let now = match self.banned {
            Banned::Nothing => 0,
            Banned::LastMover => turn.deed.at.map_or(0, |sq| u64::from(sq.0) + 1),
            Banned::TakingBack if turn.mv.form() == Form::Castling || turn.mv.is_capture() => 0,
            Banned::TakingBack if turn.mover().is_none_or(|(_, man)| man != turn.deed.mover) => 0,
            Banned::TakingBack => {
                turn.refused |= turn.look().remembered(self.slot) == from | to << 16;
                to | from << 16
            }
        };
        turn.remember(self.slot, now);
    }

    fn passes(&self, _: &Fairy<B>, pos: &mut Position<B>, _: Reason) {
        pos.remember(self.slot, 0);
    }
}
