use serde::{Deserialize, Serialize};

/// One of the two sides.  A neutral man is an attribute of the man, not a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    White,
    Black,
}

impl Side {
    /// Both sides, in the order of their indices.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}
