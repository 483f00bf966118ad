//! The square that a man goes back to, with what of the man changes on the way.

use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::mechanism::Deed;
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
    /// Whether it may lie below another man, or on top of it.
    #[serde(skip)]
    shares: bool,
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
    /// The man waits below the one there.
    Below,
    /// The one there waits below the man.
    Above,
    /// The man that should go there vanishes.
    Vanish,
}

/// When a man goes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    #[default]
    AtOnce,
    /// After the next half-move.
    NextMove,
    /// After the next half-move that captures.
    NextCapture,
}

impl Occupied {
    /// Whether only empty squares will do.
    pub fn asks_empty(self) -> bool {
        matches!(self, Occupied::Leave | Occupied::Refuse | Occupied::Vanish)
    }

    /// Whether the man, or the one on its square, may have to wait below the board.
    pub fn buries(self) -> bool {
        matches!(self, Occupied::Below | Occupied::Above)
    }
}

impl Home {
    /// Whether it depends on where men stood in the diagram.
    pub fn asks_origin(&self) -> bool {
        self.square.asks_origin()
    }

    /// Whether it depends on the moves that men have.
    pub fn asks_moves(&self) -> bool {
        self.square == Place::Caged
    }

    /// Whether it is a square from which the man itself could not go, as it is.
    pub fn is_own_cage(&self) -> bool {
        let itself = self.of == Whom::Itself && self.walk == Whom::Itself && self.map.is_empty();
        let there = !self.mirrored && self.reflected.is_none() && self.promoted.is_none();
        self.asks_moves() && itself && there && !self.shares
    }

    /// Whether the man comes there by a move of its own, so that one has to be there.
    pub fn is_made(&self) -> bool {
        self.square == Place::Quiet
    }

    /// Whether it depends on the man that captures, or is captured.
    pub fn asks_other(&self) -> bool {
        self.of == Whom::Other || self.walk == Whom::Other
    }

    /// Whether a vector leads to it, that of the half-move.
    pub fn is_shift(&self) -> bool {
        self.square == Place::Shift
    }

    /// Whether the squares depend on nothing but the man and the square in question.
    pub fn is_settled(&self) -> bool {
        let own = self.of == Whom::Itself && self.walk == Whom::Itself;
        own && self.promoted.is_none() && self.square.is_settled()
    }

    /// To be told how the man goes to an occupied square.
    pub fn settle(&mut self, occupied: Occupied) {
        self.shares = occupied.buries();
    }

    /// Whether what a man becomes by promotion where it is reborn may stand there.
    /// site: what is asked about it, `stands` being where it is now.
    pub fn allows<B: Bits>(&self, look: Look<'_, B>, man: Man, sq: Square, site: &Site) -> bool {
        let site = Site { man, square: sq, ..*site };
        !self.asks_moves() || look.rules.is_caged(look, &site, sq)
    }

    /// What a man becomes, and its squares then, occupied ones too.
    pub fn squares<B: Bits>(&self, look: Look<'_, B>, man: Man, site: &Site) -> (Man, B) {
        // A king passes its walk on to nobody.
        let other = self.walk == Whom::Other && !site.other.royal;
        let walk = if other { site.other_walk } else { man.kind };
        let kind = self.map.iter().find(|&&(from, _)| from == walk).map_or(walk, |&(_, to)| to);
        let man = Man { kind, ..man };
        let mut site = Site { man, shares: self.shares, ..*site };
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
    /// by: who captured it, now or before.
    pub fn of_capture<B: Bits>(turn: &Turn<'_, B>, at: Square, man: Man, by: Side) -> Site {
        let deed = &turn.deed;
        let site = Site::of_man(man, by, at, deed.mover, deed.from);
        let kind = turn.mover().map_or(deed.mover.kind, |(_, mover)| mover.kind);
        let partner = turn.castled();
        Site { arrival: deed.to, partner, other: Man { kind, ..deed.mover }, ..site }
    }

    /// What is asked about a man that has captured.
    pub fn of_captor(deed: &Deed, at: Square, man: Man, (square, captured): (Square, Man)) -> Site {
        Site {
            man,
            side: man.side_for(deed.side),
            other: captured,
            other_walk: captured.kind,
            other_side: captured.side_against(deed.side),
            square,
            departure: deed.from,
            arrival: deed.to,
            stands: Some(at),
            partner: None,
            back: false,
            shares: false,
        }
    }

    /// What is asked about the captor, as it is then, when the site is that of the captured man.
    pub fn of_the_other(self, captor: Man) -> Site {
        Site {
            man: captor,
            side: captor.side_for(self.other_side),
            other: self.man,
            other_walk: self.man.kind,
            other_side: self.side,
            stands: Some(self.square),
            ..self
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
            stands: Some(from),
            partner: None,
            back: false,
            shares: false,
        }
    }

    /// What is asked about a man that the one on `from`, moved by `by`, captures on `at`: whatever its
    /// colour, as of one of the other side.
    pub fn of_man(man: Man, by: Side, at: Square, captor: Man, from: Square) -> Site {
        Site {
            man,
            side: by.other(),
            other: captor,
            other_side: by,
            other_walk: captor.kind,
            square: at,
            departure: from,
            arrival: at,
            stands: None,
            partner: None,
            back: false,
            shares: false,
        }
    }
}
