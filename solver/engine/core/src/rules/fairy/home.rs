//! The square that a man goes back to, with what of the man changes on the way.

use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::place::{Place, Site};
use super::turn::Turn;
use super::{Look, Man};

/// Which square is a man's own, as rules of rebirth tell it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Home {
    #[serde(default = "array")]
    square: Place,
    /// That of the other side; for a shift, in the opposite direction.
    #[serde(default)]
    mirrored: bool,
    #[serde(default)]
    reflected: Option<Reflection>,
    /// By whose walk and side the square is found.
    #[serde(default)]
    of: Whom,
    /// With whose walk the man comes back.
    #[serde(default)]
    walk: Whom,
    /// By kind, what it comes back as; kinds that are left out stay.
    #[serde(default)]
    map: Vec<(u8, u8)>,
    /// The attribute of those that belong to the last rank of their side, on the file.
    #[serde(default)]
    promoted: Option<u8>,
}

fn array() -> Place {
    Place::Array
}

/// The man itself or the one that it has to do with: of captor and captured man the other one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Whom {
    #[default]
    Itself,
    Other,
}

/// A reflection of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Reflection {
    Diametral,
    Vertical,
}

/// What happens when the square of a man is occupied.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occupied {
    /// Nothing: the man is not reborn.
    #[default]
    Leave,
    /// The capture is forbidden.
    Refuse,
    /// The man there vanishes.
    Remove,
}

impl Home {
    /// What a man becomes, and its squares then, occupied ones too.
    pub fn squares<B: Bits>(&self, look: Look<'_, B>, man: Man, site: &Site) -> (Man, B) {
        let walk = if self.walk == Whom::Other { site.other_walk } else { man.kind };
        let kind = self.map.iter().find(|&&(from, _)| from == walk).map_or(walk, |&(_, to)| to);
        let man = Man { kind, ..man };
        let mut site = Site { man, ..*site };
        if self.of == Whom::Other {
            site = Site { man: site.other, side: site.other_side, ..site };
        }
        if self.mirrored {
            site = Site { side: site.side.other(), back: !site.back, ..site };
        }
        let squares = if self.promoted.is_some_and(|attribute| man.has(attribute)) {
            look.rules.promotion_end(site.side, site.square)
        } else {
            self.square.squares(look, &site)
        };
        let rules = look.rules;
        let squares = match self.reflected {
            None => squares,
            Some(Reflection::Diametral) => rules.diametral(squares),
            Some(Reflection::Vertical) => rules.vertically_mirrored(squares),
        };
        (man, squares)
    }
}

impl Site {
    /// What is asked about a man that was just captured.
    pub fn of_capture<B: Bits>(turn: &Turn<'_, B>, at: Square, man: Man) -> Site {
        let deed = &turn.deed;
        let site = Site::of_man(man, deed.side, at, deed.mover, deed.from);
        let kind = turn.mover().map_or(deed.mover.kind, |(_, mover)| mover.kind);
        Site { arrival: deed.to, other: Man { kind, ..deed.mover }, ..site }
    }

    /// What is asked about a man that has captured.
    pub fn of_captor<B: Bits>(turn: &Turn<'_, B>, at: Square, man: Man, captured: Man) -> Site {
        let deed = &turn.deed;
        Site {
            man,
            side: man.side_for(deed.side),
            other: captured,
            other_walk: captured.kind,
            other_side: captured.side_against(deed.side),
            square: at,
            departure: deed.from,
            arrival: deed.to,
            back: false,
        }
    }

    /// What is asked about a man before it captures on `to`, moved by `by`.
    pub fn of_departure(man: Man, by: Side, from: Square, to: Square) -> Site {
        Site {
            man,
            side: man.side_for(by),
            other: man,
            other_walk: man.kind,
            other_side: man.side_for(by),
            square: from,
            departure: from,
            arrival: to,
            back: false,
        }
    }

    /// What is asked about a man that the one on `from`, moved by `by`, captures on `at`.
    pub fn of_man(man: Man, by: Side, at: Square, captor: Man, from: Square) -> Site {
        Site {
            man,
            side: man.side_against(by),
            other: captor,
            other_side: by,
            other_walk: captor.kind,
            square: at,
            departure: from,
            arrival: at,
            back: false,
        }
    }
}
