use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::filter::Men;
use super::super::journal::{Effect, Reason};
use super::super::man::Man;
use super::super::mechanism::{Bearing, Hook, Mechanism};
use super::super::occasion::Occasion;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that moves takes another walk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Transform {
    /// As it stands when the rule acts.
    mover: Men,
    #[serde(default)]
    on: Occasion,
    /// Whose walk decides what it becomes.
    by: Model,
    /// By kind, what it becomes; kinds that are left out stay.
    #[serde(default)]
    map: Vec<(u8, u8)>,
    /// It may become one of these kinds instead, or stay what it is.
    #[serde(default)]
    options: Option<Vec<u8>>,
    /// A man that this half-move has promoted stays as it is.
    #[serde(default)]
    spares_promoted: bool,
    /// What moves with a castling king changes too.
    #[serde(default)]
    partner: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Model {
    Mover,
    /// The man that it captured; without a capture nothing happens.
    Captured,
}

impl Transform {
    fn become_other<B: Bits>(&self, turn: &mut Turn<'_, B>, sq: Square, man: Man) {
        if !self.mover.has(man, sq) {
            return;
        }
        let model = match self.by {
            Model::Mover => Some(man.kind),
            Model::Captured => turn.deed.last_captured().map(|(_, captured)| captured.kind),
        };
        let Some(model) = model else { return };
        if let Some(options) = &self.options {
            let others = options.iter().filter(|&&kind| kind != man.kind);
            let others: Vec<u8> = others.copied().collect();
            let chosen = turn.choose(others.len() + 1);
            if let Some(kind) = chosen.checked_sub(1).map(|at| others[at]) {
                turn.change(sq, Man { kind, ..man });
            }
        } else if let Some(&(_, kind)) = self.map.iter().find(|&&(from, _)| from == model) {
            turn.change(sq, Man { kind, ..man });
        }
    }
}

fn promoted<B: Bits>(turn: &Turn<'_, B>) -> bool {
    let effects = turn.pos.last_effects().iter();
    let mut promotions =
        effects.filter(|e| matches!(e, Effect::Change { reason: Reason::Promotion, .. }));
    promotions.next().is_some()
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

    fn only_changes_walk(&self) -> bool {
        self.options.is_none()
    }

    fn bearing(&self) -> Bearing {
        let told = self.by == Model::Mover && self.options.is_none();
        if told { Bearing::Walks } else { Bearing::Unknown }
    }

    // It changes the captor alone.
    fn shelters(&self) -> bool {
        false
    }

    fn walks_after(&self, captures: bool, kinds: &mut Vec<u8>) {
        let never = if captures { Occasion::Quiet } else { Occasion::Capture };
        if self.on == never {
            return;
        }
        let after = |kind: u8| self.map.iter().find(|&&(from, _)| from == kind).map(|&(_, to)| to);
        let changed: Vec<u8> = kinds.iter().filter_map(|&kind| after(kind)).collect();
        if self.mover == Men::default() && !self.spares_promoted {
            kinds.retain(|&kind| after(kind).is_none());
        }
        kinds.extend(changed);
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        if !self.on.has(&turn.deed) || self.spares_promoted && promoted(turn) {
            return;
        }
        if let Some((sq, man)) = turn.mover() {
            self.become_other(turn, sq, man);
        }
        if self.partner
            && let Some((_, sq)) = turn.castled()
            && let Some(man) = turn.pos.man(sq)
        {
            self.become_other(turn, sq, man);
        }
    }
}
