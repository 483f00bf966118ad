use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::home::Home;
use super::super::man::Man;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::place::Site;

/// A capture is forbidden when the square of one of the two men is occupied, or every move of a man
/// whose square is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RebirthGate {
    whose: Whose,
    /// Which men it is about; others capture and are captured as usual.
    #[serde(default)]
    men: Men,
    /// Only men of these kinds.
    #[serde(default)]
    only: Option<Vec<u8>>,
    /// Whether the square of a captor is told by where it captures, instead of where it stands.
    #[serde(default)]
    on_arrival: bool,
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
    /// The same, of every man that moves.
    Mover,
}

impl RebirthGate {
    fn is_meant(&self, man: Man, sq: Square) -> bool {
        self.men.has(man, sq) && self.only.as_ref().is_none_or(|only| only.contains(&man.kind))
    }
}

impl<B: Bits> Mechanism<B> for RebirthGate {
    fn hooks(&self) -> &'static [Hook] {
        match (self.whose, self.home.asks_origin()) {
            (Whose::Mover, false) => &[Hook::Halt],
            (Whose::Mover, true) => &[Hook::Halt, Hook::Origin],
            (_, false) => &[Hook::Bar],
            (_, true) => &[Hook::Bar, Hook::Origin],
        }
    }

    // A man that may not capture guards all the same.
    fn asks(&self) -> Level {
        Level::Free
    }

    fn bars_from(&self) -> Level {
        match self.whose {
            Whose::Captor | Whose::Mover => Level::Threat,
            Whose::Captured => Level::Ruled,
        }
    }

    fn bars(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        let Some(captor) = look.man(from) else { return false };
        let (man, square, site, occupied) = match self.whose {
            Whose::Captor | Whose::Mover => {
                let site = Site::of_departure(captor, by, from, target);
                let square = if self.on_arrival { target } else { from };
                let site = Site { square, ..site };
                (captor, from, site, look.pos.occupied())
            }
            Whose::Captured => {
                let Some(man) = look.man(target) else { return false };
                let occupied = look.pos.occupied() & !B::bit(from) | B::bit(target);
                let site = Site::of_man(man, by, target, captor, from);
                (man, target, Site { stands: Some(from), ..site }, occupied)
            }
        };
        self.is_meant(man, square) && {
            let (_, squares) = self.home.squares(look, man, &site);
            (squares & !occupied).is_empty()
        }
    }

    fn halts(&self, look: Look<'_, B>, by: Side, from: Square) -> bool {
        self.bars(look, by, from, from)
    }
}
