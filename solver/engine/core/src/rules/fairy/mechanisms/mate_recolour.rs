use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// When a move would mate, the men that check change their side, unless that would leave the side
/// that moved in check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MateRecolour {
    #[serde(default)]
    subject: Men,
}

impl<B: Bits> Mechanism<B> for MateRecolour {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act, Hook::Unmoved]
    }

    fn stage(&self) -> Stage {
        Stage::Loss
    }

    // What would follow from the moves that could parry is not asked.
    fn acts(&self, turn: &mut Turn<'_, B>) {
        let side = turn.deed.side;
        let (look, enemy) = (turn.look(), side.other());
        if look.pos.memory.depth > 0 || !look.in_check(enemy) || !look.rules.mated(look) {
            return;
        }
        let men = self.subject.squares(look.pos) & look.pos.men(side);
        let checkers = B::of(men.squares().filter(|&sq| look.checked_by(sq, enemy)));
        let acting = turn.acting;
        let exposed = look.rules.on_trial(look, enemy, |board| {
            for sq in checkers.squares() {
                if let Some(mut man) = board.man(sq) {
                    man.colour = man.colour.other();
                    board.change(sq, man, acting);
                }
            }
            Look { rules: turn.rules, pos: board }.in_check(side)
        });
        if exposed {
            return;
        }
        for sq in checkers.squares() {
            if let Some(mut man) = turn.pos.man(sq) {
                man.colour = man.colour.other();
                turn.change(sq, man);
                turn.unmoved(sq);
            }
        }
    }
}
