use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::mechanism::{Deed, Hook, Mechanism};
use super::super::observe::Look;

/// After its move a man must stand next to some other man, a king's step away.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Contact {
    mover: Men,
}

impl<B: Bits> Mechanism<B> for Contact {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Admit, Hook::Take]
    }

    fn admits(&self, look: Look<'_, B>, deed: &Deed) -> bool {
        !self.mover.has(deed.mover, deed.from)
            || deed.at.is_none_or(|sq| look.rules.neighbours[sq.index()].meets(look.pos.occupied()))
    }

    fn takes(&self, look: Look<'_, B>, _: Side, from: Square, target: Square) -> bool {
        let left = look.pos.occupied() & !B::bit(from);
        !look.man(from).is_some_and(|man| self.mover.has(man, from))
            || look.rules.neighbours[target.index()].meets(left)
    }
}
