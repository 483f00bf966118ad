use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that captures vanishes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemoveMover {
    mover: Men,
}

impl<B: Bits> Mechanism<B> for RemoveMover {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Vanishing
    }

    fn only_captures(&self) -> bool {
        true
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some((sq, man)) = turn.mover() else { return };
        if self.mover.has(man, sq) && turn.deed.last_captured().is_some() {
            turn.remove(sq);
        }
    }
}
