//! What a further rule may do, and where it is asked.

use std::fmt::Debug;

use crate::board::{Bits, Side, Square};

use super::super::moves::MoveList;
use super::Fairy;
use super::man::Man;
use super::observe::{Level, Look};
use super::position::Position;
use super::stage::Stage;
use super::turn::Turn;

/// A place where rules are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hook {
    /// `walks`
    Walk,
    /// `halts`
    Halt,
    /// `bars`
    Bar,
    /// `becomes`
    Promotion,
    /// `notes`
    Note,
    /// `acts`
    Act,
    /// `admits`
    Admit,
    /// `immobilises`
    Immobility,
    /// `takes`
    Take,
    /// `selects`
    Select,
}

/// A rule of one kind, with its parameters.  It meets other rules only through these hooks; all but
/// those that it names in `hooks` are never called.
pub trait Mechanism<B: Bits>: Debug + Send + Sync {
    /// The hooks at which it takes part.
    fn hooks(&self) -> &'static [Hook];

    /// When it acts unless its declaration says otherwise.
    fn stage(&self) -> Stage {
        Stage::Vanishing
    }

    /// How many numbers it remembers from half-move to half-move.
    fn slots(&self) -> u8 {
        0
    }

    /// Tells it which of the memory is its own: so many slots from this one on.
    fn settle(&mut self, _first_slot: u8) {}

    /// Changes the kinds whose walks the man on `from`, moved by `by`, uses now; at first that is
    /// its own.  May ask for the level `Own` only.
    fn walks(&self, _look: Look<'_, B>, _by: Side, _from: Square, _kinds: &mut Vec<u8>) {}

    /// The highest level of observation for which `halts` and `bars` ask: `Free` at most.
    fn asks(&self) -> Level {
        Level::Raw
    }

    /// Whether the man on `from`, moved by `by`, may neither move nor capture.
    ///
    /// Asked before a move and for observation at a level above the one that it asks for.
    fn halts(&self, _look: Look<'_, B>, _by: Side, _from: Square) -> bool {
        false
    }

    /// Whether the man on `from`, moved by `by`, may not capture the one on `target`.
    ///
    /// Asked before a capture and for observation at a level above the one that it asks for.
    fn bars(&self, _look: Look<'_, B>, _by: Side, _from: Square, _target: Square) -> bool {
        false
    }

    /// Whether the capture of the royal man on `target` would be a move of the rules, as far as it
    /// depends on what the capture leads to; for observation at the level `Capture`.
    fn takes(&self, _look: Look<'_, B>, _by: Side, _from: Square, _target: Square) -> bool {
        true
    }

    /// Whether the rule is why `side` cannot move, so that it is not mated; asked when `side` is in
    /// check and has no move at all, not even one that leaves it in check.
    fn immobilises(&self, _look: Look<'_, B>, _side: Side) -> bool {
        false
    }

    /// Appends what `man`, which has just promoted, may be besides, and says whether it may stay
    /// as it is.
    fn becomes(&self, _look: Look<'_, B>, _man: Man, _out: &mut Vec<Man>) -> bool {
        true
    }

    /// Looks at the position before the move, for what it does in `acts`.
    fn notes(&self, _turn: &mut Turn<'_, B>) {}

    /// Does what follows from the move, in its moment; it may leave something to choose or refuse
    /// the move.
    fn acts(&self, _turn: &mut Turn<'_, B>) {}

    /// Takes away those of all legal moves of a position that other ones exclude.
    fn selects(&self, _rules: &Fairy<B>, _pos: &mut Position<B>, _moves: &mut MoveList) {}

    /// Whether `notes`, `acts` and `admits` do nothing, and admit everything, where the half-move
    /// captures nothing.
    fn only_captures(&self) -> bool {
        false
    }

    /// Whether the move may have led to the position that all its effects have made.
    fn admits(&self, _look: Look<'_, B>, _turn: &Deed) -> bool {
        true
    }
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
    pub captured: [Option<(Square, Man)>; crate::movement::MOST_CAPTURES],
}

impl Deed {
    /// The man that was captured last.
    pub fn last_captured(&self) -> Option<(Square, Man)> {
        self.captured.iter().rev().find_map(|&captured| captured)
    }
}
