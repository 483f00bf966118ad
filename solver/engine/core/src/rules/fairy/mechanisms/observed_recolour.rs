use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// Men that a checking man observes change their side.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ObservedRecolour {
    checkers: Checkers,
    subject: Men,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Checkers {
    /// The man that has moved, if it checks.
    Mover,
    All,
}

impl ObservedRecolour {
    fn checkers<B: Bits>(&self, look: Look<'_, B>, side: Side, at: Option<Square>) -> B {
        let among = match self.checkers {
            Checkers::Mover => at.map_or(B::EMPTY, B::bit),
            Checkers::All => look.pos.men(side),
        };
        B::of(among.squares().filter(|&sq| look.checked_by(sq, side.other())))
    }

    fn observed<B: Bits>(&self, look: Look<'_, B>, side: Side, checkers: B) -> B {
        let subjects: B = self.subject.squares(look.pos);
        B::of(subjects.squares().filter(|&sq| {
            look.observed(sq, side, checkers & !B::bit(sq), Level::Ruled)
        }))
    }
}

impl<B: Bits> Mechanism<B> for ObservedRecolour {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act, Hook::Unmoved]
    }

    fn stage(&self) -> Stage {
        Stage::Checking
    }

    // Men that check because they have changed act in their turn; nobody changes twice.
    fn acts(&self, turn: &mut Turn<'_, B>) {
        let side = turn.deed.side;
        let (mut acted, mut changed) = (B::EMPTY, B::EMPTY);
        loop {
            let look = turn.look();
            let checkers = self.checkers(look, side, turn.deed.at) & !acted;
            if checkers.is_empty() {
                return;
            }
            acted |= checkers;
            let observed = self.observed(look, side, checkers) & !changed;
            changed |= observed;
            for sq in observed.squares() {
                if let Some(mut man) = turn.pos.man(sq) {
                    man.colour = man.colour.other();
                    turn.change(sq, man);
                    turn.unmoved(sq);
                }
            }
        }
    }
}
