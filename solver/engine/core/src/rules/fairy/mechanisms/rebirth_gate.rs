use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};
use crate::movement::Captures;

use super::super::filter::Men;
use super::super::home::Home;
use super::super::man::Man;
use super::super::mechanism::{Deed, Hook, Mechanism};
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
    // Where the man may end when it captures on a square; where that is not told, its own square, on
    // which it does not.
    fn ends<B: Bits>(
        look: Look<'_, B>,
        captor: Man,
        (by, from): (Side, Square),
        target: Square,
    ) -> Vec<Square> {
        let mut ends = Vec::new();
        if look.rules.hooks.legs.is_empty() {
            look.rules.ends(look.pos, by, (from, from), captor.kind, &mut ends);
        }
        let captures = |end: &&(Square, Captures)| end.1.iter().any(|sq| sq == target);
        let ends: Vec<Square> = ends.iter().filter(captures).map(|&(to, _)| to).collect();
        if ends.is_empty() { vec![from] } else { ends }
    }

    fn is_meant(&self, man: Man, sq: Square) -> bool {
        self.men.has(man, sq) && self.only.as_ref().is_none_or(|only| only.contains(&man.kind))
    }
}

// Whether the man may end elsewhere than where it captures; a king is captured without a second leg.
// Source: Popeye 4, by experiment.
fn goes_on<B: Bits>(look: Look<'_, B>, captor: Man, by: Side, target: Square) -> bool {
    look.rules.game.movement.has_paths(captor.kind, by)
        || !look.rules.hooks.legs.is_empty() && !look.royals(by.other()).has(target)
}

impl<B: Bits> Mechanism<B> for RebirthGate {
    fn hooks(&self) -> &'static [Hook] {
        match (self.whose, self.home.asks_origin()) {
            (Whose::Mover, false) => &[Hook::Halt],
            (Whose::Mover, true) => &[Hook::Halt, Hook::Origin],
            (Whose::Captor, false) => &[Hook::Bar, Hook::Admit],
            (Whose::Captor, true) => &[Hook::Bar, Hook::Admit, Hook::Origin],
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

    fn bars_returns(&self) -> bool {
        true
    }

    fn bars(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        let Some(captor) = look.man(from) else { return false };
        let (man, square, site, occupied) = match self.whose {
            Whose::Captor | Whose::Mover => {
                let site = Site::of_departure(captor, by, from, target);
                let square = if self.on_arrival { target } else { from };
                let site = Site { square, ..site };
                if self.whose == Whose::Captor && goes_on(look, captor, by, target) {
                    let ends = Self::ends(look, captor, (by, from), target);
                    return self.is_meant(captor, square) && {
                        let (_, squares) = self.home.squares(look, captor, &site);
                        let free = squares & (!look.pos.occupied() | B::bit(target));
                        !ends.iter().any(|&end| (free & !B::bit(end)).any())
                    };
                }
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

    fn only_captures(&self) -> bool {
        true
    }

    // Who goes on after a capture does not end on its square.
    fn admits(&self, look: Look<'_, B>, deed: &Deed) -> bool {
        let Some((target, _)) = deed.last_captured() else { return true };
        if target == deed.to || !self.is_meant(deed.mover, deed.from) {
            return true;
        }
        let site = Site::of_departure(deed.mover, deed.side, deed.from, target);
        let square = if self.on_arrival { target } else { deed.from };
        let (_, squares) = self.home.squares(look, deed.mover, &Site { square, ..site });
        (squares & !B::bit(deed.to)).any()
    }

    fn halts(&self, look: Look<'_, B>, by: Side, from: Square) -> bool {
        self.bars(look, by, from, from)
    }
}
