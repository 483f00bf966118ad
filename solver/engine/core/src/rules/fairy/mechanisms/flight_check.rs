use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;

/// A side is in check when its royal men could go to squares on which no enemy observes them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FlightCheck {
    /// If given: more than so many, and where they stand counts too unless they are observed.
    #[serde(default)]
    more_than: Option<usize>,
}

impl<B: Bits> Mechanism<B> for FlightCheck {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Check]
    }

    fn checks(&self, look: Look<'_, B>, side: Side, _: bool) -> bool {
        let flights = look.rules.flights_unseen(look, side);
        self.more_than.map_or(flights > 0, |most| {
            let unseen = look.royals(side).squares().filter(|&sq| !look.exposed(sq, side));
            flights + unseen.count() > most
        })
    }
}
