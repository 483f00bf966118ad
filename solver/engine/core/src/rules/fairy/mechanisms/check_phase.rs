use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::super::setup::Colour;
use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that checks by moving becomes neutral, and from neutral its mover's; or one that does not.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckPhase {
    mover: Men,
    /// Whether it has to check.
    checks: bool,
}

impl<B: Bits> Mechanism<B> for CheckPhase {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Checking
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some((sq, mut man)) = turn.mover() else { return };
        let side = turn.deed.side;
        // Source: Popeye 4, by experiment: those that have changed places stay what they are.
        if !self.mover.has(man, sq) || turn.exchanged || turn.checks(sq) != self.checks {
            return;
        }
        man.colour = match man.colour {
            Colour::Neutral => side.into(),
            Colour::White | Colour::Black => Colour::Neutral,
        };
        turn.change(sq, man);
    }
}
