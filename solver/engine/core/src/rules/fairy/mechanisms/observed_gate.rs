use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::{Level, Look};

/// A man may or may not move, or capture, because of who observes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ObservedGate {
    subject: Men,
    observers: Men,
    observed_by: Whose,
    /// Whether the subject needs to be observed, or must not be.
    wanted: bool,
    forbids: Part,
    /// What counts as observing: `Raw` or `Free`.
    level: Level,
    /// Whether a side that is in check is stalemated when this keeps men from moving and no other
    /// man has a move.
    #[serde(default)]
    stalemates: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Whose {
    Own,
    Enemy,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    All,
    Captures,
}

impl ObservedGate {
    fn forbids<B: Bits>(&self, look: Look<'_, B>, by: Side, from: Square) -> bool {
        if !look.man(from).is_some_and(|man| self.subject.has(man, from)) {
            return false;
        }
        let side = match self.observed_by {
            Whose::Own => by,
            Whose::Enemy => by.other(),
        };
        let observers = self.observers.squares(look.pos);
        look.observed(from, side, observers, self.level) != self.wanted
    }
}

impl<B: Bits> Mechanism<B> for ObservedGate {
    fn hooks(&self) -> &'static [Hook] {
        match (self.forbids, self.stalemates) {
            (Part::All, false) => &[Hook::Halt],
            (Part::All, true) => &[Hook::Halt, Hook::Immobility],
            (Part::Captures, _) => &[Hook::Bar],
        }
    }

    fn asks(&self) -> Level {
        self.level
    }

    fn halts(&self, look: Look<'_, B>, by: Side, from: Square) -> bool {
        self.forbids(look, by, from)
    }

    fn bars(&self, look: Look<'_, B>, by: Side, from: Square, _: Square) -> bool {
        self.forbids(look, by, from)
    }

    fn immobilises(&self, look: Look<'_, B>, side: Side) -> bool {
        look.pos.men(side).squares().any(|from| self.forbids(look, side, from))
    }
}
