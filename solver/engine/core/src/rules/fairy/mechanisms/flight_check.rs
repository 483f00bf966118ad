use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::turn::Turn;

/// A side is in check when its royal men could go to squares on which no enemy observes them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FlightCheck {
    /// If given: more than so many, and where they stand counts too unless they are observed.
    #[serde(default)]
    more_than: Option<usize>,
    /// The same for Black, if it is another number.
    #[serde(default)]
    black_more_than: Option<usize>,
    /// Where they stand counts only once a royal man of the side has been observed.
    #[serde(default)]
    once_observed: bool,
    #[serde(skip)]
    slot: u8,
}

impl FlightCheck {
    // The sides of which a royal man has been observed, as bits.
    fn observed<B: Bits>(&self, look: Look<'_, B>) -> u64 {
        let sides = Side::BOTH.into_iter();
        let now = sides.filter(|&side| look.royals(side).squares().any(|sq| look.exposed(sq, side)));
        now.fold(look.remembered(self.slot), |found, side| found | 1 << side.index())
    }
}

impl<B: Bits> Mechanism<B> for FlightCheck {
    fn hooks(&self) -> &'static [Hook] {
        if self.once_observed { &[Hook::Check, Hook::Watch] } else { &[Hook::Check] }
    }

    fn slots(&self) -> u8 {
        u8::from(self.once_observed)
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    fn surveys(&self, look: Look<'_, B>, state: &mut [u64]) {
        if let Some(slot) = state.first_mut() {
            *slot = self.observed(look);
        }
    }

    fn only_remembers(&self) -> bool {
        true
    }

    fn watches(&self, turn: &mut Turn<'_, B>) {
        let observed = self.observed(turn.look());
        if turn.look().remembered(self.slot) != observed {
            turn.remember(self.slot, observed);
        }
    }

    fn asks_flights(&self) -> bool {
        true
    }

    fn checks(&self, look: Look<'_, B>, side: Side, _: bool) -> bool {
        let side = look.side_told_by(side);
        let most = match side {
            Side::Black => self.black_more_than.or(self.more_than),
            Side::White => self.more_than,
        };
        let own_square = if self.once_observed {
            look.remembered(self.slot) >> side.index() & 1 != 0
        } else {
            most.is_some()
        };
        let flights = look.rules.flights_unseen(look, side);
        let mut unseen = 0;
        if own_square {
            let royals = look.royals(side).squares();
            unseen = royals.into_iter().filter(|&sq| !look.exposed(sq, side)).count();
        }
        flights + unseen > most.unwrap_or(0)
    }
}
