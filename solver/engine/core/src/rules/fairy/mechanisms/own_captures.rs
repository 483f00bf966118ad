use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;

/// Men may be captured by their own side too.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OwnCaptures {
    #[serde(default)]
    captured: Men,
}

impl<B: Bits> Mechanism<B> for OwnCaptures {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Prey]
    }

    fn prey(&self, look: Look<'_, B>, by: Side, prey: &mut B) {
        *prey |= self.captured.squares(look.pos) & look.pos.men(by);
    }
}
