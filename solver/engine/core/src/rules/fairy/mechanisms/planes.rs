use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// Men with one of two attributes stand on one of two boards, where they move as if nobody else were
/// there; then they go to the same square of the other board, which must be empty.
///
/// A royal man may not come to an observed square of the board on which it moves.
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
        &[Hook::Plane, Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Transfer
    }

    fn plane(&self) -> Option<u8> {
        Some(self.other)
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        if let Some((sq, man)) = turn.mover() {
            turn.refused |= man.royal && turn.look().exposed(sq, turn.deed.side);
            self.cross(turn, sq);
        }
        if let Some((_, to)) = turn.castled() {
            self.cross(turn, to);
        }
    }
}
