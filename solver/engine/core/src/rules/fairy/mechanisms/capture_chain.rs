use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that has captured may go on moving in the same half-move, again and again while it
/// captures and no royal man is observed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaptureChain {
    #[serde(default)]
    mover: Men,
}

impl<B: Bits> Mechanism<B> for CaptureChain {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Chain
    }

    fn only_captures(&self) -> bool {
        true
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let side = turn.deed.side;
        let Some((at, man)) = turn.mover() else { return };
        let goes_on = turn.deed.last_captured().is_some()
            && man.belongs_to(side)
            && self.mover.has(man, at)
            && !Side::BOTH.iter().any(|&side| turn.look().in_check(side));
        if goes_on {
            turn.rules.go_on(turn, at);
        }
    }
}
