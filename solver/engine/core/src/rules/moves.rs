use crate::board::{Bits, Side, Square};
use crate::movement::Captures;

/// How a half-move is played, beyond departure and arrival.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u16)]
pub enum Form {
    Ordinary,
    /// Two quiet leaps at once; may be answered en passant.
    Double,
    EnPassant,
    Castling,
    /// The side passes.
    Null,
    /// A move of a further rule, which plays it.
    Special,
}

/// Where the two men of a castling stand and go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingWay {
    pub side: Side,
    pub king: Square,
    pub rook: Square,
    pub king_to: Square,
    pub rook_to: Square,
    pub king_kind: u8,
    pub rook_kind: u8,
    /// Those of the first 64 squares that must be empty, as bits.
    pub empty: u64,
}

/// The choice of a half-move that leaves nothing to choose.
const NOTHING: u16 = (1 << CHOICE_BITS) - 1;
const CHOICE_BITS: u32 = 13;

/// A half-move; small, and meaningful only in the position it was generated for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: Square,
    to: Square,
    // The form in the upper bits, what was chosen in the lower ones.
    code: u16,
    captures: Captures,
}

/// Moves of one position; reused, cleared by the caller.
pub type MoveList = Vec<Move>;

#[inline]
const fn code(form: Form, choice: u16) -> u16 {
    ((form as u16) << CHOICE_BITS) | choice
}

impl Move {
    /// The side passes: nothing moves.
    pub const NULL: Move = Move {
        from: Square(0),
        to: Square(0),
        code: code(Form::Null, NOTHING),
        captures: Captures::NONE,
    };

    /// Most that a half-move may leave to choose.
    pub(super) const MOST_CHOICES: usize = NOTHING as usize;

    /// A move to an empty square, or the capture of the man on it.
    #[inline]
    pub(super) fn ordinary(from: Square, to: Square, captures: bool) -> Move {
        let captures = if captures { Captures::NONE.with(to) } else { Captures::NONE };
        Move::along(from, to, captures)
    }

    #[inline]
    pub(super) fn along(from: Square, to: Square, captures: Captures) -> Move {
        Move { from, to, code: code(Form::Ordinary, NOTHING), captures }
    }

    #[inline]
    pub(super) fn double(from: Square, to: Square) -> Move {
        Move { code: code(Form::Double, NOTHING), ..Move::ordinary(from, to, false) }
    }

    #[inline]
    pub(super) fn special(from: Square, to: Square, captures: Captures) -> Move {
        Move { code: code(Form::Special, NOTHING), ..Move::along(from, to, captures) }
    }

    #[inline]
    pub(super) fn en_passant(from: Square, to: Square, captured: Square) -> Move {
        let captures = Captures::NONE.with(captured);
        Move { from, to, code: code(Form::EnPassant, NOTHING), captures }
    }

    #[inline]
    pub(super) fn castling(from: Square, to: Square, number: u8) -> Move {
        let code = code(Form::Castling, u16::from(number));
        Move { code, ..Move::ordinary(from, to, false) }
    }

    #[inline]
    pub(super) fn promoting(self, kind: u8) -> Move {
        self.choosing(u16::from(kind))
    }

    /// The same move with something chosen; below `MOST_CHOICES`.
    #[inline]
    pub(super) fn choosing(self, choice: u16) -> Move {
        Move { code: (self.code & !NOTHING) | choice, ..self }
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
        match self.code >> CHOICE_BITS {
            0 => Form::Ordinary,
            1 => Form::Double,
            2 => Form::EnPassant,
            3 => Form::Castling,
            5 => Form::Special,
            _ => Form::Null,
        }
    }

    /// Captured squares, in order.
    #[inline]
    #[must_use]
    pub fn captures(&self) -> Captures {
        self.captures
    }

    /// Captured squares as a set.
    #[inline]
    pub(super) fn captured<B: Bits>(&self) -> B {
        // Most half-moves capture nothing, and almost all others one man.
        if self.captures.is_empty() {
            return B::EMPTY;
        }
        if self.captures == Captures::NONE.with(self.to) {
            return B::bit(self.to);
        }
        B::of(self.captures.iter())
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

    /// What was chosen, if the move leaves a choice: for play without further rules the kind that
    /// the man becomes.
    #[inline]
    #[must_use]
    pub fn choice(&self) -> Option<u16> {
        let choice = self.code & NOTHING;
        (choice != NOTHING && self.form() != Form::Castling).then_some(choice)
    }

    /// The kind that the man becomes, if it promotes; for play without further rules.
    #[inline]
    #[must_use]
    pub fn promotion(&self) -> Option<u8> {
        self.choice().map(|kind| kind as u8)
    }

    /// The order in which moves are listed: departure, arrival; castlings, as the game has them, after
    /// the king's other moves.
    pub(super) fn canonical(&self) -> (u8, bool, u8) {
        let castling = self.form() == Form::Castling;
        (self.from().0, castling, if castling { self.castling_number() as u8 } else { self.to().0 })
    }

    /// The number of the castling in the setup.
    #[inline]
    pub(super) fn castling_number(&self) -> usize {
        usize::from(self.code & NOTHING)
    }
}
