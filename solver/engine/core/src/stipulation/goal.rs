//! What a move may be asked to reach.

use super::{Own, TreeError};

/// A goal, tested in the position after a move, with the other side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The side to move is in check and has no legal move.
    Mate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The side to move has no legal move.
    MateOrStalemate,
    /// The side to move is in check.
    Check,
    /// The move captured.
    Capture,
    /// The move arrived on this square.
    Target(u16),
    /// Any move.
    Any,
    /// The move castled.
    Castling,
    /// The move captured en passant.
    EnPassant,
    /// Neither side is in check or has a legal move.
    DoubleStalemate,
    /// The side that moved is not in check and has no legal move.
    AutoStalemate,
    /// The side that moved is in check and has no legal move.
    AutoMate,
    /// Both sides are in check and without a legal move; the side that moved was not mated before.
    DoubleMate,
    /// The same, by a side that was mated before it moved.
    CounterMate,
    /// The other side has fewer men than before.
    WinPiece,
    /// The man that moved stands where it stood in the diagram.
    Circuit,
    /// The man that was reborn stands where it stood in the diagram.
    CircuitByRebirth,
    /// The man that moved and another of its side have exchanged their squares of the diagram.
    Exchange,
    /// The man that was reborn and another of its side have.
    ExchangeByRebirth,
    /// The man that moved arrived on the last rank of its side.
    LastRank,
    /// The man that moved is the only one beside the man that stood on this square in the diagram.
    Kiss(u16),
    /// The men stand as in the target of the search, which a proof game is to reach.
    ProofGame,
    /// The same, from a diagram.
    AToB,
    /// A goal that the problem declares.
    Own(Own),
}

impl Goal {
    /// The goal written `kind` in a stipulation.
    ///
    /// # Errors
    /// `TreeError::Goal` for a goal that cannot be tested, or a square that is missing.
    pub fn parse(kind: &str, square: Option<u16>) -> Result<Self, TreeError> {
        let unknown = || TreeError::Goal(kind.to_owned());
        Ok(match kind {
            "#" => Self::Mate,
            "=" => Self::Stalemate,
            "#=" => Self::MateOrStalemate,
            "+" => Self::Check,
            "x" => Self::Capture,
            "z" => Self::Target(square.ok_or_else(unknown)?),
            "~" => Self::Any,
            "00" => Self::Castling,
            "ep" => Self::EnPassant,
            "==" => Self::DoubleStalemate,
            "!=" => Self::AutoStalemate,
            "!#" => Self::AutoMate,
            "##" => Self::DoubleMate,
            "##!" => Self::CounterMate,
            "%" => Self::WinPiece,
            "ct" => Self::Circuit,
            "ctr" => Self::CircuitByRebirth,
            "<>" => Self::Exchange,
            "<>r" => Self::ExchangeByRebirth,
            "c81" => Self::LastRank,
            "k" => Self::Kiss(square.ok_or_else(unknown)?),
            "dia" => Self::ProofGame,
            "a=>b" => Self::AToB,
            _ => return Err(unknown()),
        })
    }

    /// The word of the stipulation, which is also the mark behind the move that reached it; that of
    /// a declared goal is known to the tree.
    #[must_use]
    pub fn mark(self) -> &'static str {
        match self {
            Self::Mate => "#",
            Self::Stalemate => "=",
            Self::MateOrStalemate => "#=",
            Self::Check => "+",
            Self::Capture => "x",
            Self::Target(_) => "z",
            Self::Any => "~",
            Self::Castling => "00",
            Self::EnPassant => "ep",
            Self::DoubleStalemate => "==",
            Self::AutoStalemate => "!=",
            Self::AutoMate => "!#",
            Self::DoubleMate => "##",
            Self::CounterMate => "##!",
            Self::WinPiece => "%",
            Self::Circuit => "ct",
            Self::CircuitByRebirth => "ctr",
            Self::Exchange => "<>",
            Self::ExchangeByRebirth => "<>r",
            Self::LastRank => "c81",
            Self::Kiss(_) => "k",
            Self::ProofGame => "dia",
            Self::AToB => "a=>b",
            Self::Own(_) => "",
        }
    }

    /// The goal leaves a side without a legal move.
    #[must_use]
    pub fn immobilises(self) -> bool {
        match self {
            Self::Own(own) => own.immobilises,
            _ => matches!(
                self,
                Self::Mate
                    | Self::Stalemate
                    | Self::MateOrStalemate
                    | Self::DoubleStalemate
                    | Self::AutoStalemate
                    | Self::AutoMate
                    | Self::DoubleMate
                    | Self::CounterMate
            ),
        }
    }

    /// The move that reaches the goal always checks.
    #[must_use]
    pub fn needs_check(self) -> bool {
        match self {
            Self::Own(own) => own.needs_check,
            _ => matches!(self, Self::Mate | Self::Check),
        }
    }

    /// The move that reaches the goal may leave a royal man of its own side in check.
    #[must_use]
    pub fn allows_self_check(self) -> bool {
        match self {
            Self::Own(own) => own.allows_self_check,
            _ => matches!(
                self,
                Self::AutoStalemate | Self::AutoMate | Self::DoubleMate | Self::CounterMate
            ),
        }
    }

    /// Where the men stood in the diagram matters.
    #[must_use]
    pub fn follows_men(self) -> bool {
        match self {
            Self::Own(own) => own.follows_men,
            _ => matches!(
                self,
                Self::Circuit
                    | Self::CircuitByRebirth
                    | Self::Exchange
                    | Self::ExchangeByRebirth
                    | Self::Kiss(_)
            ),
        }
    }
}
