use serde::{Deserialize, Serialize};

use crate::board::Bits;

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
        &[Hook::Admit]
    }

    fn admits(&self, look: Look<'_, B>, deed: &Deed) -> bool {
        !self.mover.has(deed.mover)
            || deed.at.is_none_or(|sq| look.rules.neighbours[sq.index()].meets(look.pos.occupied()))
    }
}
