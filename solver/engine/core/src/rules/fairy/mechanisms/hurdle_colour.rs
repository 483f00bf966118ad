use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// The men that a man jumps change their side.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HurdleColour {
    mover: Men,
    hurdle: Men,
}

impl<B: Bits> Mechanism<B> for HurdleColour {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Note, Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Hurdles
    }

    fn notes(&self, turn: &mut Turn<'_, B>) {
        if self.mover.has(turn.deed.mover, turn.deed.from) {
            let hurdles = turn.hurdles();
            turn.note(turn.deed.from, hurdles);
        }
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        for sq in turn.noted(turn.deed.from).squares() {
            if let Some(mut man) = turn.pos.man(sq)
                && self.hurdle.has(man, sq)
            {
                man.colour = man.colour.other();
                turn.change(sq, man);
            }
        }
    }
}
