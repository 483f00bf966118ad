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

/// The squares of two men that change places, if the effects begin with that: of the one that is put back
/// last, and of the one that is taken off first.
pub(super) fn exchange(effects: &[Effect]) -> Option<(Square, Square)> {
    match *effects {
        [
            Effect::Remove { square: other, man, .. },
            Effect::Move { from, to, .. },
            Effect::Place { square: one, man: again, .. },
            ..,
        ] if to == other && one == from && again == man => Some((one, other)),
        _ => None,
    }
}

/// Where the man on a square stood before these effects.
pub(super) fn came_from(effects: &[Effect], sq: Square) -> Square {
    let (mut at, mut left) = (sq, effects);
    while let Some((last, before)) = left.split_last() {
        let start = left.len().saturating_sub(3);
        if let Some((one, other)) = exchange(&left[start..]) {
            at = swapped(at, one, other);
            left = &left[..start];
            continue;
        }
        if let Effect::Move { from, to, .. } = *last
            && to == at
        {
            at = from;
        }
        left = before;
    }
    at
}

/// Where the man that stood on a square before these effects is after them, if it still is on the board.
pub(super) fn now_at(effects: &[Effect], sq: Square) -> Option<Square> {
    let (mut at, mut left) = (sq, effects);
    while let Some((first, after)) = left.split_first() {
        if let Some((one, other)) = exchange(left) {
            at = swapped(at, one, other);
            left = &left[3..];
            continue;
        }
        match *first {
            Effect::Move { from, to, .. } if from == at => at = to,
            Effect::Remove { square, .. } if square == at => return None,
            _ => {}
        }
        left = after;
    }
    Some(at)
}

fn swapped(at: Square, one: Square, other: Square) -> Square {
    match at {
        at if at == one => other,
        at if at == other => one,
        at => at,
    }
}
