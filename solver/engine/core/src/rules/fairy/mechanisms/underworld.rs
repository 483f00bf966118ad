use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::super::moves::Form;
use super::super::super::setup::ManSpec;
use super::super::journal::Effect;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// Men that lie below squares come back when those are left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Underworld {
    /// Whether captured men are laid below the squares of their capture.
    #[serde(default = "yes")]
    captured: bool,
    /// An attribute that they come back with.
    #[serde(default)]
    attribute: Option<u8>,
    /// Men that lie there in the diagram.
    #[serde(default)]
    laid: Vec<ManSpec>,
}

fn yes() -> bool {
    true
}

impl Underworld {
    // Lays the captured men down; the squares that they, or others, have left.
    fn lay<B: Bits>(&self, turn: &mut Turn<'_, B>) -> B {
        let mut left = B::EMPTY;
        for (sq, mut man) in turn.deed.captured.into_iter().flatten() {
            if let Some(attribute) = self.attribute {
                man.traits |= 1 << attribute;
            }
            turn.bury(sq, man);
            left |= B::bit(sq);
        }
        if turn.mv.form() == Form::Special && turn.mv.from() == turn.mv.to() {
            // All men have changed their squares.
            return turn.covers();
        }
        for effect in turn.pos.last_effects() {
            if let Effect::Move { from, .. } = *effect {
                left |= B::bit(from);
            }
        }
        left
    }
}

impl<B: Bits> Mechanism<B> for Underworld {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act, Hook::Store]
    }

    fn laid(&self) -> &[ManSpec] {
        &self.laid
    }

    fn stage(&self) -> Stage {
        if self.captured { Stage::Surfacing } else { Stage::Uncovering }
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let left = if self.captured { self.lay(turn) } else { turn.covers() };
        for sq in (left & !turn.pos.occupied()).squares() {
            if let Some(man) = turn.raise(sq) {
                turn.place(sq, man);
            }
        }
    }
}
