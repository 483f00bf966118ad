use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::man::Man;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;

/// A man that promotes may get an attribute with its new walk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Promotion {
    attribute: u8,
    /// The kinds that may have it.
    kinds: Vec<u8>,
    /// The kinds that must have it.
    #[serde(default)]
    only: Vec<u8>,
}

impl<B: Bits> Mechanism<B> for Promotion {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Promotion]
    }

    fn becomes(&self, _: Look<'_, B>, man: Man, out: &mut Vec<Man>) -> bool {
        if !man.has(self.attribute) && self.kinds.contains(&man.kind) {
            out.push(Man { traits: man.traits | 1 << self.attribute, ..man });
        }
        !self.only.contains(&man.kind)
    }
}
