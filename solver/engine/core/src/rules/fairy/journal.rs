//! The journal of a position: elementary effects with their reasons, undone backwards.

use crate::board::{Side, Square};

use super::super::moves::Move;
use super::man::Man;

/// Why an effect happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The move itself.
    Movement,
    Capture,
    EnPassant,
    Promotion,
    Castling,
    /// A change before the move that output writes in front of it.
    Before,
    /// Two men change places as a move.
    Exchange,
    /// The further rule with this number.
    Rule(u8),
}

/// An elementary change of the position; nothing else changes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The man leaves the board.
    Remove { square: Square, man: Man, reason: Reason },
    /// The man comes to an empty square of the board.
    Place { square: Square, man: Man, reason: Reason },
    /// The man goes to an empty square.
    Move { from: Square, to: Square, man: Man, reason: Reason },
    /// The man takes another walk, colour, attribute or rank.
    Change { square: Square, before: Man, after: Man, reason: Reason },
    /// A man is laid under a square, from another one or from nowhere, and is then this one; what
    /// it is in the store is the memory of the rules.
    Below {
        square: Square,
        from: Option<Square>,
        man: Man,
        became: Man,
        after: Man,
        reason: Reason,
    },
    /// The man that moved goes on with this movement.
    Leg { mv: Move },
    /// The empty square is no longer part of the board, or is one again.
    Hole { square: Square },
    /// Something that is no man has come to the square with the movement; nothing else tells it.
    Follow { square: Square, reason: Reason },
    /// The memory of a rule.
    State { slot: u8, before: u64, after: u64 },
}

/// The state at the start of a half-move that is restored without effects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply<B> {
    pub hash: u64,
    pub castling: u32,
    pub unmoved: B,
    pub effects: u32,
    pub passed: B,
    pub passer: Square,
    pub side: Side,
}
