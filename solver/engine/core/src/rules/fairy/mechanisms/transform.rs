use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that moves takes another walk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Transform {
    mover: Men,
    /// Whose walk decides what it becomes.
    by: Model,
    /// By kind, what it becomes; kinds that are left out stay.
    map: Vec<(u8, u8)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Model {
    Mover,
    /// The man that it captured; without a capture nothing happens.
    Captured,
}

impl<B: Bits> Mechanism<B> for Transform {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Transformation
    }

    fn only_captures(&self) -> bool {
        self.by == Model::Captured
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some((sq, mut man)) = turn.mover() else { return };
        if !self.mover.has(man, sq) {
            return;
        }
        let model = match self.by {
            Model::Mover => Some(man.kind),
            Model::Captured => turn.deed.last_captured().map(|(_, captured)| captured.kind),
        };
        let Some(model) = model else { return };
        if let Some(&(_, kind)) = self.map.iter().find(|&&(from, _)| from == model) {
            man.kind = kind;
            turn.change(sq, man);
        }
    }
}
