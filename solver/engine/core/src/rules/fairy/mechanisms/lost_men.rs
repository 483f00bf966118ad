use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// After a move those men of the other side vanish that would be mated if they were royal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LostMen {
    #[serde(default)]
    subject: Men,
}

impl<B: Bits> Mechanism<B> for LostMen {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Loss
    }

    // What would follow from the moves that could save a man is not asked.
    fn acts(&self, turn: &mut Turn<'_, B>) {
        if turn.pos.memory.depth > 0 {
            return;
        }
        let side = turn.deed.side;
        let look = turn.look();
        let men = self.subject.squares(look.pos) & look.pos.men(side.other()) & !look.pos.royal;
        let level = look.check_level();
        let lost = men.squares().filter(|&sq| {
            look.observed(sq, side, !B::EMPTY, level) && look.rules.would_be_lost(look, sq)
        });
        for sq in B::of(lost).squares() {
            turn.remove(sq);
        }
    }
}
