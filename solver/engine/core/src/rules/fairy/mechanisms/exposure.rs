use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::mechanism::{Hook, Mechanism};

/// A side may be in check although it is not its move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Exposure {}

impl<B: Bits> Mechanism<B> for Exposure {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Exposure]
    }
}
