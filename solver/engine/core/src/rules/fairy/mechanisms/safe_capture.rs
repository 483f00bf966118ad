use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::mechanism::{Deed, Hook, Mechanism};
use super::super::observe::Look;

/// A royal man is captured only if the captor's side is not in check after it; so one that must not
/// move does not check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SafeCapture {}

impl<B: Bits> Mechanism<B> for SafeCapture {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Admit, Hook::Playable]
    }

    fn only_captures(&self) -> bool {
        true
    }

    fn admits(&self, look: Look<'_, B>, deed: &Deed) -> bool {
        !deed.took_royal() || !look.in_check(deed.side)
    }
}
