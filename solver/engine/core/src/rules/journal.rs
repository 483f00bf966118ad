//! The journal of a position: elementary effects with their reasons, undone backwards.

use crate::board::{Side, Square};

/// Why an effect happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The move itself.
    Movement,
    Capture,
    EnPassant,
    Promotion,
    Castling,
}

/// A man as the rules see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    pub kind: u8,
    pub side: Side,
    pub royal: bool,
}

/// An elementary change of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The man leaves the board.
    Remove { square: Square, man: Man, reason: Reason },
    /// The man goes to an empty square.
    Move { from: Square, to: Square, man: Man, reason: Reason },
    /// The man takes another walk.
    Walk { square: Square, side: Side, before: u8, after: u8, reason: Reason },
}

/// The state at the start of a half-move; restoring it undoes every effect on state at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply<B> {
    pub hash: u64,
    pub castling: u32,
    pub effects: u32,
    pub passed: B,
    pub passer: Square,
    pub side: Side,
}
