use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::mechanism::{Deed, Hook, Mechanism};
use super::super::observe::Look;

/// Royal men are not captured even where they could be, so that a side may be in check although it
/// is not its move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SparedRoyals {}

impl<B: Bits> Mechanism<B> for SparedRoyals {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Admit, Hook::Exposure]
    }

    fn admits(&self, _: Look<'_, B>, deed: &Deed) -> bool {
        !deed.captured.iter().flatten().any(|(_, man)| man.royal)
    }
}
