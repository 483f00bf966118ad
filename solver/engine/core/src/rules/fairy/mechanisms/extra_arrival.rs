use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::home::Home;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::place::Site;

/// A man that an enemy observes may also go to a square of its own, whatever stands between.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExtraArrival {
    #[serde(default)]
    men: Men,
    #[serde(flatten)]
    home: Home,
}

impl<B: Bits> Mechanism<B> for ExtraArrival {
    fn hooks(&self) -> &'static [Hook] {
        if self.home.asks_origin() { &[Hook::Arrival, Hook::Origin] } else { &[Hook::Arrival] }
    }

    fn arrives(&self, look: Look<'_, B>, by: Side, from: Square, squares: &mut B) {
        let Some(man) = look.man(from) else { return };
        if self.men.has(man, from) && look.observed(from, by.other(), !B::EMPTY, Level::Own) {
            let site = Site::of_departure(man, by, from, from);
            *squares |= self.home.squares(look, man, &site).1;
        }
    }
}
