use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// After a move the royal men of the two sides change places.  Nothing happens unless each side has
/// exactly one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExchangeRoyals {
    /// Only after a move that checks.
    #[serde(default)]
    checking: bool,
    /// Whether the mover may be in check before the exchange.
    #[serde(default)]
    from_check: bool,
}

impl<B: Bits> Mechanism<B> for ExchangeRoyals {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Exchange
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let side = turn.deed.side;
        let royals = |side: Side| {
            let royals = turn.pos.royals(side);
            royals.squares().next().filter(|_| royals.count() == 1)
        };
        let (Some(white), Some(black)) = (royals(Side::White), royals(Side::Black)) else { return };
        if white == black || self.checking && !turn.look().in_check(side.other()) {
            return;
        }
        turn.deed.exposed |= !self.from_check && turn.look().in_check(side);
        turn.swap(white, black);
        turn.swapped = Some([white, black]);
    }
}
