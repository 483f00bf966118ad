use thiserror::Error;

use crate::board::BoardError;
use crate::movement::MovementError;

/// A setup that the rules refuse.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RulesError {
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error("kind {kind:?}: {error}")]
    Movement { kind: String, error: MovementError },
    #[error("a problem has at most {0} kinds")]
    TooManyKinds(usize),
    #[error("kind number {0} does not exist")]
    Kind(usize),
    #[error("square {0} holds two men")]
    Occupied(usize),
    #[error("the man on square {0} needs rules beyond those of the game")]
    FairyMan(usize),
    #[error("attribute number {0} does not exist")]
    Attribute(usize),
    #[error("a problem has at most {0} attributes and {0} rules")]
    TooManyRules(usize),
    #[error("a problem has at most {0} castlings")]
    TooManyCastlings(usize),
    #[error("castling of the king on square {0} has no way for king and rook")]
    Castling(usize),
    #[error("the board has {squares} squares, more than the {capacity} of this width")]
    TooWide { squares: usize, capacity: usize },
}
