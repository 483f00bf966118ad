use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::play::Play;
use super::super::setup::Colour;
use super::man::Man;
use super::observe::Look;
use super::position::Position;

/// Some of the men, by what they are and where they stand; every condition that is given must hold.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Men {
    /// The number of an attribute.
    #[serde(default)]
    pub attribute: Option<u8>,
    #[serde(default)]
    pub royal: Option<bool>,
    #[serde(default)]
    pub neutral: Option<bool>,
    #[serde(default)]
    pub colour: Option<Colour>,
    /// Numbers of kinds.
    #[serde(default)]
    pub kinds: Option<Vec<u8>>,
    #[serde(default)]
    pub squares: Option<Places>,
    /// These are not meant.
    #[serde(default)]
    pub not: Option<Box<Men>>,
    /// One of these must hold, if any are given.
    #[serde(default)]
    pub any: Vec<Men>,
    /// All of these must hold.
    #[serde(default)]
    pub all: Vec<Men>,
}

impl Men {
    /// Whether the man, if it stood on the square, is one of them.
    pub fn has(&self, man: Man, sq: Square) -> bool {
        self.attribute.is_none_or(|attribute| man.has(attribute))
            && self.royal.is_none_or(|royal| man.royal == royal)
            && self.neutral.is_none_or(|neutral| (man.colour == Colour::Neutral) == neutral)
            && self.colour.is_none_or(|colour| man.colour == colour)
            && self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&man.kind))
            && self.squares.as_ref().is_none_or(|squares| squares.has(sq))
            && self.not.as_ref().is_none_or(|not| !not.has(man, sq))
            && (self.any.is_empty() || self.any.iter().any(|men| men.has(man, sq)))
            && self.all.iter().all(|men| men.has(man, sq))
    }

    /// No royal man is among them.
    pub fn leave_out_royal(&self) -> bool {
        let royal = Men { royal: Some(true), ..Men::default() };
        self.royal == Some(false) || self.not.as_ref().is_some_and(|not| **not == royal)
    }

    /// Where they stand.
    pub fn squares<B: Bits>(&self, pos: &Position<B>) -> B {
        let mut found = pos.all_men();
        if let Some(attribute) = self.attribute {
            found &= pos.traits[usize::from(attribute)];
        }
        if let Some(royal) = self.royal {
            found &= if royal { pos.royal } else { !pos.royal };
        }
        if let Some(neutral) = self.neutral {
            let men = pos.colours[Colour::Neutral.index()];
            found &= if neutral { men } else { !men };
        }
        if let Some(colour) = self.colour {
            found &= pos.colours[colour.index()];
        }
        if let Some(kinds) = &self.kinds {
            found &= union(kinds.iter().map(|&kind| pos.of_kind(kind)));
        }
        if let Some(squares) = &self.squares {
            found &= squares.bits();
        }
        if let Some(not) = &self.not {
            found &= !not.squares(pos);
        }
        if !self.any.is_empty() {
            found &= union(self.any.iter().map(|men| men.squares(pos)));
        }
        self.all.iter().fold(found, |found, men| found & men.squares(pos))
    }
}

fn union<B: Bits>(sets: impl Iterator<Item = B>) -> B {
    sets.fold(B::EMPTY, |all, set| all | set)
}

/// Some squares, as a specification lists them.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<u8>", into = "Vec<u8>")]
pub struct Places([u64; 4]);

impl From<Vec<u8>> for Places {
    fn from(numbers: Vec<u8>) -> Places {
        let mut words = [0; 4];
        for number in numbers {
            words[usize::from(number / 64)] |= 1 << (number % 64);
        }
        Places(words)
    }
}

impl From<Places> for Vec<u8> {
    fn from(places: Places) -> Vec<u8> {
        (0..=u8::MAX).filter(|&number| places.has(Square(number))).collect()
    }
}

impl Places {
    /// Whether the square is one of them.
    #[inline]
    pub fn has(&self, sq: Square) -> bool {
        self.0[usize::from(sq.0 / 64)] >> (sq.0 % 64) & 1 != 0
    }

    /// As a set, of the squares that such a set can hold.
    #[inline]
    pub fn bits<B: Bits>(&self) -> B {
        B::from_words(self.0)
    }
}

/// The cells into which lines divide a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cells {
    /// Rectangles of this size; the first ones lack `right` files and `up` ranks.
    Blocks {
        width: i32,
        height: i32,
        right: i32,
        up: i32,
        #[serde(skip)]
        known: Known,
    },
    /// These sets of squares, the last one that has a square; what is in none is a cell too.
    Listed(Vec<Places>),
}

/// The cell of each square, once it has been asked for; it says nothing that the sizes do not.
#[derive(Clone, Default, Debug)]
pub struct Known(OnceLock<Vec<(i32, i32)>>);

impl PartialEq for Known {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Known {}

impl Cells {
    /// Whether two squares lie in different cells.
    pub fn divide<B: Bits>(&self, look: Look<'_, B>, one: Square, other: Square) -> bool {
        if let Cells::Blocks { known, .. } = self {
            let cells = known.0.get_or_init(|| {
                (0..Play::squares(look.rules)).map(|sq| self.cell(look, Square(sq as u8))).collect()
            });
            return cells.get(one.index()) != cells.get(other.index());
        }
        self.cell(look, one) != self.cell(look, other)
    }

    fn cell<B: Bits>(&self, look: Look<'_, B>, sq: Square) -> (i32, i32) {
        match self {
            Cells::Blocks { width, height, right, up, .. } => {
                let (x, y) = look.rules.vector(Square(0), sq);
                // A specification may hold anything; a size below 1 is no size.
                ((x + right).div_euclid((*width).max(1)), (y + up).div_euclid((*height).max(1)))
            }
            Cells::Listed(cells) => {
                let cell = cells.iter().rposition(|cell| cell.has(sq));
                (cell.map_or(-1, |number| number as i32), 0)
            }
        }
    }
}

/// A line drawn between two corners of squares, from the lower left one of the board as `[0, 0]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    from: [i16; 2],
    to: [i16; 2],
}

impl Line {
    /// Whether the straight way from the centre of one square to that of another meets the line, be
    /// it at its end.
    pub fn is_crossed<B: Bits>(&self, look: Look<'_, B>, one: Square, other: Square) -> bool {
        let corner = |[x, y]: [i16; 2]| (2 * i64::from(x), 2 * i64::from(y));
        let centre = |sq| {
            let (x, y) = look.rules.vector(Square(0), sq);
            (2 * i64::from(x) + 1, 2 * i64::from(y) + 1)
        };
        let (a, b) = (corner(self.from), corner(self.to));
        let (p, q) = (centre(one), centre(other));
        turn(p, q, a) * turn(p, q, b) <= 0 && turn(a, b, p) * turn(a, b, q) <= 0
    }
}

// 1 where `point` lies to the left of the way from `from` to `to`, -1 to the right, 0 on it.
fn turn(from: (i64, i64), to: (i64, i64), point: (i64, i64)) -> i64 {
    let (along, aside) = ((to.0 - from.0, to.1 - from.1), (point.0 - from.0, point.1 - from.1));
    (along.0 * aside.1 - along.1 * aside.0).signum()
}
