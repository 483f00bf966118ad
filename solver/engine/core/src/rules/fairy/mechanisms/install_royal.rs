use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::Reason;
use super::super::man::Man;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::position::Position;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// Who mates a side that has nothing royal by putting a royal man of it on an empty square may do so
/// with its move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InstallRoyal {
    kind: u8,
    /// Whether nobody does so any more after it has happened once.
    #[serde(default)]
    once: bool,
    #[serde(skip)]
    slot: u8,
}

impl InstallRoyal {
    // The squares on which a royal man of the side to move would be mated: even if nobody puts
    // another one on the board, which is looked at first, and if somebody may.
    fn squares<B: Bits>(&self, look: Look<'_, B>, man: Man) -> Vec<Square> {
        let side = look.pos.side;
        let empty = look.rules.board & !look.pos.occupied();
        look.rules.on_trial(look, side, |board| {
            let mut found = Vec::new();
            for sq in empty.squares() {
                board.begin(side);
                board.place(sq, man, Reason::Movement);
                let mated = |board: &mut Position<B>, over: u64| {
                    board.remember(self.slot, over);
                    look.rules.mated(Look { rules: look.rules, pos: board })
                };
                let checked = Look { rules: look.rules, pos: board }.in_check(side);
                if checked && mated(board, 1) && (self.once || mated(board, 0)) {
                    found.push(sq);
                }
                board.take_back();
            }
            found
        })
    }
}

impl<B: Bits> Mechanism<B> for InstallRoyal {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Installation
    }

    // Whether it has happened.
    fn slots(&self) -> u8 {
        1
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        // What captures something royal is played only to see that it could be.
        if turn.deed.took_royal() {
            return;
        }
        let side = turn.deed.side.other();
        let look = turn.look();
        if look.royals(side).any() || look.remembered(self.slot) != 0 {
            return;
        }
        let man = Man { kind: self.kind, colour: side.into(), royal: true, ..Man::NOBODY };
        let squares = self.squares(look, man);
        let chosen = turn.choose(squares.len() + 1);
        if let Some(&sq) = squares.get(chosen) {
            turn.place(sq, man);
            if self.once {
                turn.remember(self.slot, 1);
            }
        }
    }
}
