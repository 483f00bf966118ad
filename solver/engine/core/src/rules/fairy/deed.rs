//! What rules and play tell each other: of ways and half-moves, and of themselves.

use serde::{Deserialize, Serialize};

use crate::board::{Side, Square};
use crate::movement::{Captures, MOST_CAPTURES};

use super::super::moves::Form;
use super::man::Man;

/// Which moves are compared.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Among {
    #[default]
    Legal,
    /// Moves that leave an own royal man observed count as well.
    PseudoLegal,
}

/// What a rule does to the ways of single men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearing {
    /// Anything.
    Unknown,
    /// It forbids, but never a royal man's move that captures nothing.
    Forbids,
    /// Men that are captured, or that capture, may be put elsewhere, as `returns` tells.
    Returns,
    /// Men that move change their walk, as `walks_after` tells.
    Walks,
    /// Men that move may come to the other side, as `turns` tells; but no royal ones.
    Turns,
    /// Men move and observe with the walks of others of their side.
    Lends,
    /// Men that capture go on without capturing, by the walks of what they capture.
    GoesOn,
}

/// How a man stands to the one that lends it a walk: so many files and ranks away, as its side sees
/// the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lending {
    pub lender: (i32, i32),
    /// Whether men of one side lend to each other, not those of the other side.
    pub own: bool,
    /// Whether what is lent replaces the man's own walk.
    pub replaces: bool,
    /// Whether every man lends to every man.
    pub everyone: bool,
}

/// In which order rules that lend walks are asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LendingTurn {
    /// Men exchange their walks, and keep what else they are lent.
    Exchanges,
    /// What enemies that observe a man add is replaced with its own walk.
    AddsFirst,
    /// What is lent takes the place of other walks.
    Replaces,
    /// The same, by which enemies observe the man.
    ReplacesObserved,
    /// What is lent comes to other walks.
    Adds,
    /// The same, by which enemies observe the man, whatever walk others have lent it.
    AddsObserved,
}

/// The way of a man before it goes: where from and to, and what it captures.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub by: Side,
    pub from: Square,
    pub to: Square,
    pub captures: Captures,
    /// Whose walk it follows.
    pub kind: u8,
    pub form: Form,
}

/// A half-move as the rules see it while and after it is played.
#[derive(Clone, Copy, Debug)]
pub struct Deed {
    /// Who plays.
    pub side: Side,
    pub from: Square,
    pub to: Square,
    /// The man as it stood on departure.
    pub mover: Man,
    /// Where that man is now, if it still is on the board.
    pub at: Option<Square>,
    /// The men captured by the move itself, in order.
    pub captured: [Option<(Square, Man)>; MOST_CAPTURES],
    /// On the way an own royal man was observed though it must not be.
    pub exposed: bool,
}

impl Deed {
    /// Whether the move itself captured a royal man.
    pub fn took_royal(&self) -> bool {
        self.captured.iter().flatten().any(|(_, man)| man.royal)
    }

    /// The man that was captured last.
    pub fn last_captured(&self) -> Option<(Square, Man)> {
        self.captured.iter().rev().find_map(|&captured| captured)
    }
}
