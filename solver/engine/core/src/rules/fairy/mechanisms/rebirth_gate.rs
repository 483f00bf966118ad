use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::home::Home;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::place::Site;

/// A capture is forbidden when the square of one of the two men is occupied.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RebirthGate {
    whose: Whose,
    /// Which men it is about; others capture and are captured as usual.
    #[serde(default)]
    men: Men,
    #[serde(flatten)]
    home: Home,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Whose {
    /// The square as it is after the capture.
    Captured,
    /// That of the square where it stands, as it is before the capture.
    Captor,
}

impl<B: Bits> Mechanism<B> for RebirthGate {
    fn hooks(&self) -> &'static [Hook] {
        if self.home.asks_origin() { &[Hook::Bar, Hook::Origin] } else { &[Hook::Bar] }
    }

    // A man that may not capture guards all the same.
    fn asks(&self) -> Level {
        Level::Free
    }

    fn bars_from(&self) -> Level {
        match self.whose {
            Whose::Captor => Level::Threat,
            Whose::Captured => Level::Ruled,
        }
    }

    fn bars(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        let Some(captor) = look.man(from) else { return false };
        let (man, square, site, occupied) = match self.whose {
            Whose::Captor => {
                let site = Site::of_departure(captor, by, from, target);
                (captor, from, site, look.pos.occupied())
            }
            Whose::Captured => {
                let Some(man) = look.man(target) else { return false };
                let occupied = look.pos.occupied() & !B::bit(from) | B::bit(target);
                (man, target, Site::of_man(man, by, target, captor, from), occupied)
            }
        };
        let (_, squares) = self.home.squares(look, man, &site);
        self.men.has(man, square) && (squares & !occupied).is_empty()
    }
}
