//! A man under further rules: neutral men and attributes exist.

use crate::board::{Side, Square};

use super::super::position::NO_KIND;
use super::super::setup::Colour;
use super::keys::mix;

/// A man as the rules see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    pub kind: u8,
    pub colour: Colour,
    pub royal: bool,
    /// Its attributes, as bits.
    pub traits: u32,
    /// Where it stood in the diagram, if some rule asks for that.
    pub origin: Option<Square>,
}

impl Man {
    /// What an empty square holds.
    pub(super) const NOBODY: Man =
        Man { kind: NO_KIND, colour: Colour::Neutral, royal: false, traits: 0, origin: None };

    /// Whether `side` may move the man.
    #[inline]
    #[must_use]
    pub fn belongs_to(self, side: Side) -> bool {
        self.colour == Colour::Neutral || self.colour == side.into()
    }

    /// The side of the man while `side` moves: a neutral man counts as the other side's.
    #[inline]
    #[must_use]
    pub fn side_against(self, side: Side) -> Side {
        match self.colour {
            Colour::White => Side::White,
            Colour::Black => Side::Black,
            Colour::Neutral => side.other(),
        }
    }

    /// The side of the man while `side` moves it: a neutral man counts as that side's.
    #[inline]
    #[must_use]
    pub fn side_for(self, side: Side) -> Side {
        match self.colour {
            Colour::Neutral => side,
            _ => self.side_against(side),
        }
    }

    /// Whether the man has the attribute of this number.
    #[inline]
    #[must_use]
    pub fn has(self, attribute: u8) -> bool {
        self.traits >> attribute & 1 != 0
    }

    /// Whether they are the same but for where they come from.
    #[must_use]
    pub fn is_like(self, other: Man) -> bool {
        Man { origin: None, ..self } == Man { origin: None, ..other }
    }

    /// The share of the hash of this man on a square.
    #[inline]
    pub(super) fn key(self, sq: Square) -> u64 {
        let what = u64::from(self.kind)
            | (self.colour.index() as u64) << 8
            | u64::from(self.royal) << 10
            | u64::from(self.traits) << 16;
        let key = mix(what | u64::from(sq.0) << 48);
        self.origin.map_or(key, |origin| mix(key ^ (u64::from(origin.0) + 1)))
    }
}

impl Colour {
    /// 0 for White, 1 for Black, 2 for neutral men.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other of two sides; neutral men stay so.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
            Colour::Neutral => Colour::Neutral,
        }
    }

    /// As output names it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Black => "black",
            Colour::Neutral => "neutral",
        }
    }
}
