use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that captures gets an attribute, and vanishes if it has it already; a captured man loses it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MarkCaptor {
    #[serde(default)]
    mover: Men,
    attribute: u8,
}

impl<B: Bits> Mechanism<B> for MarkCaptor {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Note, Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Recolouring
    }

    fn only_captures(&self) -> bool {
        true
    }

    fn notes(&self, turn: &mut Turn<'_, B>) {
        let marked: B = turn.pos.traits[usize::from(self.attribute)];
        for sq in turn.mv.captures().iter().filter(|&sq| marked.has(sq)) {
            if let Some(mut man) = turn.pos.man(sq) {
                man.traits &= !(1 << self.attribute);
                turn.change(sq, man);
            }
        }
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some((sq, mut man)) = turn.mover() else { return };
        if turn.deed.last_captured().is_none() || !self.mover.has(man, sq) {
            return;
        }
        if man.has(self.attribute) {
            turn.remove(sq);
        } else {
            man.traits |= 1 << self.attribute;
            turn.change(sq, man);
        }
    }
}
