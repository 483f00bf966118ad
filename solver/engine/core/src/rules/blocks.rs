//! Men that stand in the way, where no position tells it.

use crate::board::{Bits, Square};

/// Where men stand: on some squares, or on all but some.
#[derive(Clone, Copy, Debug)]
pub enum Blocks<'a> {
    On(&'a [Square]),
    AllBut(&'a [Square]),
}

impl Blocks<'_> {
    pub(super) fn bits<B: Bits>(self) -> B {
        match self {
            Self::On(squares) => B::of(squares.iter().copied()),
            Self::AllBut(squares) => !B::of(squares.iter().copied()),
        }
    }
}
