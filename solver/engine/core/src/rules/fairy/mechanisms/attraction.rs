use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man changes its side when it comes to be observed by one of certain men that did not observe
/// it before from the same direction, whichever of the two has moved; once for each of them.
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
            let came_from = turn.came_from(sq);
            let before = turn.noted(came_from);
            let old = |by: Square| {
                let from = turn.came_from(by);
                before.has(from)
                    && turn.rules.direction(from, came_from) == turn.rules.direction(by, sq)
            };
            let anew = observers.squares().filter(|&by| !old(by)).count();
            if let Some(mut man) = turn.pos.man(sq)
                && anew % 2 == 1
            {
                man.colour = man.colour.other();
                turn.change(sq, man);
            }
        }
    }
}
