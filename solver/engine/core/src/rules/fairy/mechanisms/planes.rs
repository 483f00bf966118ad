use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::journal::Reason;
use super::super::mechanism::{Deed, Hook, Mechanism};
use super::super::observe::Look;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// Men with one of two attributes stand on one of two boards, where they move as if nobody else were
/// there; then they go to the same square of the other board, which must be empty.
///
/// A royal man may not come to a square of the board on which it moves where it would be in check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Planes {
    one: u8,
    other: u8,
}

impl Planes {
    fn cross<B: Bits>(&self, turn: &mut Turn<'_, B>, sq: Square) {
        let Some(mut man) = turn.pos.man(sq) else { return };
        man.traits ^= 1 << self.one | 1 << self.other;
        turn.change(sq, man);
    }
}

impl<B: Bits> Mechanism<B> for Planes {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Plane, Hook::Act, Hook::Admit]
    }

    fn stage(&self) -> Stage {
        Stage::Transfer
    }

    fn plane(&self) -> Option<u8> {
        Some(self.other)
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        if let Some((sq, _)) = turn.mover() {
            self.cross(turn, sq);
        }
        if let Some((_, to)) = turn.castled() {
            self.cross(turn, to);
        }
    }

    // Asked when everything else has followed from the move.  Source: Popeye 4, by experiment.
    fn admits(&self, look: Look<'_, B>, deed: &Deed) -> bool {
        let Some(sq) = deed.at else { return true };
        let Some(mut man) = look.man(sq).filter(|man| man.royal) else { return true };
        man.traits ^= 1 << self.one | 1 << self.other;
        let spare = look.pos.memory.spare.take();
        let mut board = spare.unwrap_or_else(|| Box::new(look.pos.bare()));
        board.stand_like(look.pos);
        board.change(sq, man, Reason::Movement);
        let checked = Look { rules: look.rules, pos: &board }.in_check(deed.side);
        look.pos.memory.spare.replace(Some(board));
        !checked
    }
}
