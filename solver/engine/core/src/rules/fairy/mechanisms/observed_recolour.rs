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

// As it checks: by the rules about arriving too.
fn observes<B: Bits>(look: Look<'_, B>, side: Side, checker: Square, sq: Square) -> bool {
    look.rules.on_board_of(look, checker, |look| {
        look.man(sq).is_some()
            && look.observed_from(sq, side, checker, Level::Threat)
            && look.rules.lets_arrive(look, side, checker, sq)
            && look.rules.admits_capture(look, side, checker, sq)
    })
}

impl<B: Bits> Mechanism<B> for ObservedRecolour {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act, Hook::Unmoved]
    }

    fn stage(&self) -> Stage {
        Stage::Checking
    }

    // One checking man after the other, square by square, those too that check because they have
    // changed; who has changed may keep the checking man from observing the next.  Nobody changes twice.
    fn acts(&self, turn: &mut Turn<'_, B>) {
        let side = turn.deed.side;
        let among = match self.checkers {
            Checkers::Mover => turn.deed.at.map_or(B::EMPTY, B::bit),
            Checkers::All => turn.rules.board,
        };
        let mut changed = B::EMPTY;
        for checker in among.squares() {
            if !turn.pos.men(side).has(checker) || !turn.checks(checker) {
                continue;
            }
            let subjects = self.subject.squares(turn.pos) & !B::bit(checker) & !changed;
            for sq in subjects.squares() {
                if !observes(turn.look(), side, checker, sq) {
                    continue;
                }
                changed |= B::bit(sq);
                if let Some(mut man) = turn.pos.man(sq) {
                    man.colour = man.colour.other();
                    turn.change(sq, man);
                    turn.unmoved(sq);
                }
            }
        }
    }
}
