use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Places;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that arrives on one of certain squares goes on to another one of them that is empty, as its
/// side likes; if there is none it may not arrive there.  It may not so come back unchanged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Transfer {
    squares: Places,
}

impl<B: Bits> Mechanism<B> for Transfer {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act, Hook::Unmoved, Hook::Take]
    }

    fn stage(&self) -> Stage {
        Stage::Transfer
    }

    // On one of the squares a man can only be captured if another one is empty.
    fn takes(&self, look: Look<'_, B>, _: Side, from: Square, target: Square) -> bool {
        let empty = look.rules.board & !look.pos.occupied() | B::bit(from);
        !self.squares.has(target) || (self.squares.bits::<B>() & empty & !B::bit(target)).any()
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some((sq, man)) = turn.mover() else { return };
        if !self.squares.has(sq) {
            return;
        }
        let all: B = self.squares.bits();
        let mut open = all & turn.rules.board & !turn.pos.occupied();
        let unchanged = man == turn.deed.mover && turn.deed.last_captured().is_none();
        if unchanged {
            open &= !B::bit(turn.deed.from);
        }
        let chosen = turn.choose(open.count());
        let Some(to) = open.squares().nth(chosen) else {
            turn.refused = true;
            return;
        };
        turn.shift(sq, to);
        turn.unmoved(to);
        let side = turn.deed.side;
        turn.rules.promote_on(turn, to, side);
    }
}
