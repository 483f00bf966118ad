use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// The square that a man leaves becomes a hole.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hole {
    #[serde(default)]
    mover: Men,
}

impl<B: Bits> Mechanism<B> for Hole {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Departure
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        if !self.mover.has(turn.deed.mover, turn.deed.from) {
            return;
        }
        turn.dig(turn.deed.from);
        // Whatever castles with it leaves a hole too.
        for (from, now) in turn.displaced() {
            if now.is_some() && turn.pos.man(from).is_none() {
                turn.dig(from);
            }
        }
    }
}
