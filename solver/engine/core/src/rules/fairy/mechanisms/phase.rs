use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::super::setup::Colour;
use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that moves becomes neutral, and from neutral its mover's.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Phase {
    mover: Men,
}

impl<B: Bits> Mechanism<B> for Phase {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Phase
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some((sq, mut man)) = turn.mover() else { return };
        if self.mover.has(man, sq) {
            man.colour = match man.colour {
                Colour::Neutral => turn.deed.side.into(),
                Colour::White | Colour::Black => Colour::Neutral,
            };
            turn.change(sq, man);
        }
    }
}
