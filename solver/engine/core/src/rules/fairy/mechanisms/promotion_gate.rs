use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::man::Man;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;

/// No man promotes to some kinds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PromotionGate {
    never: Vec<u8>,
}

impl<B: Bits> Mechanism<B> for PromotionGate {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Permit]
    }

    fn permits(&self, _: Look<'_, B>, _: Square, man: Man) -> bool {
        !self.never.contains(&man.kind)
    }
}
