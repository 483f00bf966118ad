use crate::board::{Side, Square};
use crate::movement::Captures;

/// How a half-move is played, beyond departure and arrival.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    Ordinary,
    /// Two quiet leaps at once; may be answered en passant.
    Double,
    EnPassant,
    Castling,
    /// The side passes.
    Null,
}

/// Where the two men of a castling stand and go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingWay {
    pub side: Side,
    pub king: Square,
    pub rook: Square,
    pub king_to: Square,
    pub rook_to: Square,
    /// Those of the first 64 squares that must be empty, as bits.
    pub empty: u64,
}

const NOTHING: u8 = u8::MAX;

/// A half-move; small, and meaningful only in the position it was generated for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: Square,
    to: Square,
    form: Form,
    detail: u8,
    captures: Captures,
}

/// Moves of one position; reused, cleared by the caller.
pub type MoveList = Vec<Move>;

impl Move {
    /// The side passes: nothing moves.
    pub const NULL: Move = Move {
        from: Square(0),
        to: Square(0),
        form: Form::Null,
        detail: NOTHING,
        captures: Captures::NONE,
    };

    /// A move to an empty square, or the capture of the man on it.
    #[inline]
    pub(super) fn ordinary(from: Square, to: Square, captures: bool) -> Move {
        let captures = if captures { Captures::NONE.with(to) } else { Captures::NONE };
        Move { from, to, form: Form::Ordinary, detail: NOTHING, captures }
    }

    #[inline]
    pub(super) fn along(from: Square, to: Square, captures: Captures) -> Move {
        Move { from, to, form: Form::Ordinary, detail: NOTHING, captures }
    }

    #[inline]
    pub(super) fn double(from: Square, to: Square) -> Move {
        Move { form: Form::Double, ..Move::ordinary(from, to, false) }
    }

    #[inline]
    pub(super) fn en_passant(from: Square, to: Square, captured: Square) -> Move {
        let captures = Captures::NONE.with(captured);
        Move { form: Form::EnPassant, captures, ..Move::ordinary(from, to, false) }
    }

    #[inline]
    pub(super) fn castling(from: Square, to: Square, number: u8) -> Move {
        Move { form: Form::Castling, detail: number, ..Move::ordinary(from, to, false) }
    }

    #[inline]
    pub(super) fn promoting(self, kind: u8) -> Move {
        Move { detail: kind, ..self }
    }

    /// Departure.
    #[inline]
    #[must_use]
    pub fn from(&self) -> Square {
        self.from
    }

    /// Arrival.
    #[inline]
    #[must_use]
    pub fn to(&self) -> Square {
        self.to
    }

    /// How it is played.
    #[inline]
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Captured squares, in order.
    #[inline]
    #[must_use]
    pub fn captures(&self) -> Captures {
        self.captures
    }

    /// Whether it captures.
    #[inline]
    #[must_use]
    pub fn is_capture(&self) -> bool {
        !self.captures.is_empty()
    }

    /// Whether nothing moves and nothing is captured.
    #[inline]
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.from == self.to && self.captures.is_empty()
    }

    /// The kind that the man becomes, if it promotes.
    #[inline]
    #[must_use]
    pub fn promotion(&self) -> Option<u8> {
        (self.detail != NOTHING && self.form != Form::Castling).then_some(self.detail)
    }

    /// The number of the castling in the setup.
    #[inline]
    pub(super) fn castling_number(&self) -> usize {
        usize::from(self.detail)
    }
}
