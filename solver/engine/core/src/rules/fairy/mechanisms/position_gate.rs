use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::filter::Men;
use super::super::mechanism::{Deed, Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::relation::Relation;

/// No move may lead to a position in which a man is observed by an enemy of a certain walk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PositionGate {
    #[serde(default)]
    subject: Men,
    #[serde(default)]
    observers: Men,
    /// How the observers' walks have to be related to that of the subject.
    #[serde(default)]
    walk: Relation,
    /// What counts as observing.
    level: Level,
    /// Whether it also forbids captures of royal men, so that they do not check.
    checks: bool,
}

impl PositionGate {
    fn observed<B: Bits>(&self, look: Look<'_, B>, side: Side) -> bool {
        let men = self.subject.squares(look.pos) & look.pos.men(side);
        let observers = self.observers.squares(look.pos);
        men.squares().any(|at| {
            let observers = observers & self.walk.men(look, at, side.other());
            look.observed(at, side.other(), observers, self.walk.level(look, self.level))
        })
    }
}

impl<B: Bits> Mechanism<B> for PositionGate {
    fn hooks(&self) -> &'static [Hook] {
        if self.checks { &[Hook::Admit, Hook::Playable] } else { &[Hook::Admit] }
    }

    fn admits(&self, look: Look<'_, B>, _: &Deed) -> bool {
        !Side::BOTH.iter().any(|&side| self.observed(look, side))
    }
}
