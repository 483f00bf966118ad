use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::journal::{Effect, Reason};
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// Men that promote get an attribute, so that rules can tell them later.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MarkPromoted {
    attribute: u8,
}

impl<B: Bits> Mechanism<B> for MarkPromoted {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Creation
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        // Where they are now.
        let mut promoted = B::EMPTY;
        for effect in turn.pos.last_effects() {
            match *effect {
                Effect::Change { square, reason: Reason::Promotion, .. } => {
                    promoted |= B::bit(square);
                }
                Effect::Move { from, to, .. } if promoted.has(from) => {
                    promoted = promoted & !B::bit(from) | B::bit(to);
                }
                Effect::Remove { square, .. } => promoted &= !B::bit(square),
                _ => {}
            }
        }
        for sq in promoted.squares() {
            if let Some(mut man) = turn.pos.man(sq) {
                man.traits |= 1 << self.attribute;
                turn.change(sq, man);
            }
        }
    }
}
