use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::Fairy;
use super::super::filter::Men;
use super::super::journal::Reason;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::position::Position;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// After a move those men of the other side vanish that would be mated if they were royal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LostMen {
    #[serde(default)]
    subject: Men,
}

impl LostMen {
    // The men of the side to move that are lost.
    fn lost<B: Bits>(&self, look: Look<'_, B>) -> B {
        let side = look.pos.side;
        let men = self.subject.squares(look.pos) & look.pos.men(side) & !look.pos.royal;
        B::of(men.squares().filter(|&sq| look.rules.would_be_lost(look, sq)))
    }
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
        if turn.pos.memory.depth == 0 {
            for sq in self.lost(turn.look()).squares() {
                turn.remove(sq);
            }
        }
    }

    // Men are lost too when their side is given the move.  Source: Popeye 4, by experiment.
    fn passes(&self, rules: &Fairy<B>, pos: &mut Position<B>, acting: Reason) {
        for sq in self.lost(Look { rules, pos }).squares() {
            pos.remove(sq, acting);
        }
    }
}
