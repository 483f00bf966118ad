use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man changes its side when it comes to be observed by one of certain men that did not observe
/// it before, whichever of the two has moved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attraction {
    observers: Men,
    subject: Men,
}

impl Attraction {
    fn observed<B: Bits>(&self, look: Look<'_, B>) -> Vec<(Square, B)> {
        let observers = self.observers.squares(look.pos);
        let subjects: B = self.subject.squares(look.pos) & !observers;
        subjects.squares().map(|sq| (sq, look.observers(sq, observers))).collect()
    }
}

impl<B: Bits> Mechanism<B> for Attraction {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Note, Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Attraction
    }

    fn notes(&self, turn: &mut Turn<'_, B>) {
        for (sq, observers) in self.observed(turn.look()) {
            turn.note(sq, observers);
        }
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        // All are looked at before the first one changes.
        for (sq, observers) in self.observed(turn.look()) {
            let before = turn.noted(turn.came_from(sq));
            let anew = observers.squares().any(|by| !before.has(turn.came_from(by)));
            if let Some(mut man) = turn.pos.man(sq)
                && anew
            {
                man.colour = man.colour.other();
                turn.change(sq, man);
            }
        }
    }
}
