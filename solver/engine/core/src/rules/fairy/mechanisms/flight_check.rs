use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;

/// A side is in check when its royal men could go to so many squares on which no enemy observes
/// them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FlightCheck {
    least: usize,
}

impl<B: Bits> Mechanism<B> for FlightCheck {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Check]
    }

    fn checks(&self, look: Look<'_, B>, side: Side, _: bool) -> bool {
        look.rules.flights_unseen(look, side) >= self.least
    }
}
