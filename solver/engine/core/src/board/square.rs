use serde::{Deserialize, Serialize};

/// A square as an index into the rectangle: `rank * width + file`, a1 = 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Square(pub u8);

impl Square {
    /// The index, for tables.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
