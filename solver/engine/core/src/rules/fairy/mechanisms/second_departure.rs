use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::{Men, Places};
use super::super::home::Home;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::place::Site;

/// A man goes as if it stood on another square, which must be empty.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SecondDeparture {
    #[serde(default)]
    men: Men,
    /// Whether it goes from where it stands as well.
    #[serde(default)]
    also_own: bool,
    #[serde(default)]
    part: Part,
    /// Men on one of these squares go from the other ones; else from their squares of rebirth.
    #[serde(default)]
    among: Option<Places>,
    #[serde(flatten)]
    home: Home,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    #[default]
    All,
    Captures,
    Quiet,
}

impl SecondDeparture {
    fn others<B: Bits>(&self, look: Look<'_, B>, by: Side, from: Square) -> Option<B> {
        let man = look.man(from).filter(|&man| self.men.has(man, from))?;
        match &self.among {
            Some(places) => places.has(from).then(|| places.bits()),
            None => Some(self.home.squares(look, man, &Site::of_departure(man, by, from, from)).1),
        }
    }
}

impl<B: Bits> Mechanism<B> for SecondDeparture {
    fn hooks(&self) -> &'static [Hook] {
        if self.home.asks_origin() {
            &[Hook::Departure, Hook::Origin]
        } else {
            &[Hook::Departure]
        }
    }

    fn departs(&self, look: Look<'_, B>, by: Side, from: Square, captures: bool, squares: &mut B) {
        let other = if captures { Part::Quiet } else { Part::Captures };
        if self.part == other {
            return;
        }
        let Some(others) = self.others(look, by, from) else { return };
        if !self.also_own {
            *squares &= !B::bit(from);
        }
        *squares |= others & !(look.pos.occupied() & !B::bit(from));
    }
}
