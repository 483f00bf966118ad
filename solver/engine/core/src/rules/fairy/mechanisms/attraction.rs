use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};
use crate::movement::Trail;

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man changes its side when it comes to be observed by one of certain men that did not observe
/// it before on the same line, whichever of the two has moved; once for each such line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attraction {
    observers: Men,
    subject: Men,
}

impl Attraction {
    fn observed<B: Bits>(&self, look: Look<'_, B>) -> Vec<(Square, Vec<(Square, Trail)>)> {
        let observers = self.observers.squares(look.pos);
        let subjects: B = self.subject.squares(look.pos) & !observers;
        subjects.squares().map(|sq| (sq, look.trails(sq, observers))).collect()
    }
}

impl<B: Bits> Mechanism<B> for Attraction {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Note, Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Attraction
    }

    fn tells_trails(&self) -> bool {
        true
    }

    fn notes(&self, turn: &mut Turn<'_, B>) {
        for (sq, trails) in self.observed(turn.look()) {
            turn.note_trails(sq, trails);
        }
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        // All are looked at before the first one changes.
        for (sq, trails) in self.observed(turn.look()) {
            let came_from = turn.came_from(sq);
            let old = |by: Square, trail: &Trail| {
                turn.noted_trail(came_from, turn.came_from(by), trail)
            };
            let anew = trails.iter().filter(|(by, trail)| !old(*by, trail)).count();
            if let Some(mut man) = turn.pos.man(sq)
                && anew % 2 == 1
            {
                man.colour = man.colour.other();
                turn.change(sq, man);
            }
        }
    }
}
