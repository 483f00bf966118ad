//! What is concluded, in the form in which it is told.

use serde::Serialize;

use crate::rules::{Form, Wing};

use super::game::Game;
use super::unmoves::Unmove;

/// What the analysis of a diagram shows.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// Whether the diagram can have arisen with that side to move, as far as the analysis shows.
    pub possible: bool,
    /// Games begin with the diagram: there is no last move.
    pub is_array: bool,
    /// The last moves that are possible, the first few, where a castling is refused.
    pub last_moves: Vec<LastMove>,
    /// Whether there are more of them.
    pub has_more: bool,
    pub castlings: Vec<CastlingVerdict>,
    /// Pairs of those castlings of which either is permitted alone, but not both.
    pub exclusive: Vec<[usize; 2]>,
    pub en_passant: Vec<EnPassantVerdict>,
    /// Captures en passant that would be permitted if the castling were sure.
    pub dependent: Vec<Dependence>,
    /// Whether everything was looked at; else more is called possible than need be.
    pub complete: bool,
}

/// A half-move that may have been the last; captures on the same way are one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LastMove {
    pub kind: &'static str,
    pub walk: String,
    pub departure: usize,
    pub arrival: usize,
    /// It may have been no capture.
    pub quiet: bool,
    pub promotion: Option<String>,
}

/// Whether a castling is permitted: it is, unless no possible past leaves it.
#[derive(Clone, Debug, Serialize)]
pub struct CastlingVerdict {
    /// Its number in the setup of the game.
    pub castling: usize,
    pub permitted: bool,
    /// Every possible last move was made by the king or the rook.
    pub moved_last: bool,
    /// A last move that leaves the right.
    pub example: Option<LastMove>,
}

/// Whether a capture en passant is permitted: it is, if the last move must have been the double step.
#[derive(Clone, Debug, Serialize)]
pub struct EnPassantVerdict {
    /// The pawn that may be captured, where, and where it came from.
    pub capture: usize,
    pub arrival: usize,
    pub departure: usize,
    pub permitted: bool,
    /// Another last move.
    pub example: Option<LastMove>,
    /// The double step may have been the last move.
    pub possible: bool,
}

/// A castling and a capture en passant, by their places in the verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Dependence {
    pub castling: usize,
    pub en_passant: usize,
}

impl LastMove {
    pub(super) fn new(game: &Game, unmove: &Unmove) -> LastMove {
        let walk = |kind: u8| game.setup.kinds[usize::from(kind)].id.clone();
        LastMove {
            kind: match unmove.form {
                Form::Castling => wing(game, unmove),
                Form::EnPassant => "en_passant",
                Form::Ordinary | Form::Double | Form::Null | Form::Special => "ordinary",
            },
            walk: walk(unmove.man.kind),
            departure: unmove.from.index(),
            arrival: unmove.to.index(),
            quiet: unmove.captured.is_none(),
            promotion: unmove.promotion.map(walk),
        }
    }

    /// Half-moves in their order, those on the same way as one.
    pub(super) fn list(game: &Game, unmoves: &[Unmove]) -> Vec<LastMove> {
        let mut list: Vec<LastMove> = Vec::new();
        for next in unmoves.iter().map(|unmove| LastMove::new(game, unmove)) {
            let is_same =
                |known: &&mut LastMove| LastMove { quiet: known.quiet, ..next.clone() } == **known;
            match list.iter_mut().find(is_same) {
                Some(known) => known.quiet |= next.quiet,
                None => list.push(next),
            }
        }
        list
    }
}

fn wing(game: &Game, unmove: &Unmove) -> &'static str {
    let is_it = |king: usize, to: usize| (king, to) == (unmove.from.index(), unmove.to.index());
    let mut castlings = game.setup.castling.iter();
    match castlings.find(|castling| is_it(castling.king, castling.king_to)) {
        Some(castling) if castling.wing == Wing::Queen => "queen_side_castling",
        _ => "king_side_castling",
    }
}
