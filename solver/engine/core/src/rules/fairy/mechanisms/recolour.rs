use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that moves changes its side.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Recolour {
    mover: Men,
    /// Only when it comes to a square of the other colour.
    #[serde(default)]
    to_other_square_colour: bool,
    /// The attribute that it loses when it does so.
    #[serde(default)]
    once: Option<u8>,
}

impl<B: Bits> Mechanism<B> for Recolour {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Recolouring
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some((sq, mut man)) = turn.mover() else { return };
        if !self.mover.has(man, sq) {
            return;
        }
        let dark = turn.rules.dark;
        if self.to_other_square_colour && dark.has(turn.deed.from) == dark.has(sq) {
            return;
        }
        man.colour = man.colour.other();
        if let Some(attribute) = self.once {
            man.traits &= !(1 << attribute);
        }
        turn.change(sq, man);
    }
}
