//! Records of moves for output.

use crate::board::{Bits, Side, Square};

use super::compiled::Rules;
use super::journal::Man;
use super::moves::{Form, Move, MoveList};
use super::position::Position;
use super::record::{PieceRecord, PlayedEffect, PlayedMove};
use super::setup::{Role, Wing};

impl<B: Bits> Rules<B> {
    /// The record of a legal move of the side to move.  Cost: a generation.
    pub(super) fn describe(&self, pos: &mut Position<B>, mv: Move) -> PlayedMove {
        let mover = pos.man(mv.from()).filter(|_| mv.form() != Form::Null);
        let promoted = mover.zip(mv.promotion()).map(|(man, kind)| Man { kind, ..man });
        PlayedMove {
            kind: self.kind_of(mv),
            departure: number(mv.from()),
            arrival: number(mv.to()),
            mover: mover.map(|man| self.piece(man)),
            captures: mv.captures().iter().map(number).collect(),
            promotion: promoted.map(|man| self.piece(man)),
            promotion_reason: String::new(),
            effects: self.further_effects(pos, mv),
            also_from: mover.map_or_else(Vec::new, |man| self.also_from(pos, mv, man)),
            check: false,
            goal: None,
        }
    }

    fn kind_of(&self, mv: Move) -> &'static str {
        match mv.form() {
            Form::Castling => match self.castlings[mv.castling_number()].wing {
                Wing::King => "king_side_castling",
                Wing::Queen => "queen_side_castling",
            },
            Form::EnPassant => "en_passant",
            Form::Null => "null",
            Form::Ordinary | Form::Double | Form::Special => "ordinary",
        }
    }

    fn further_effects(&self, pos: &Position<B>, mv: Move) -> Vec<PlayedEffect> {
        if mv.form() != Form::Castling {
            return Vec::new();
        }
        let castling = &self.castlings[mv.castling_number()];
        vec![PlayedEffect {
            kind: "move",
            reason: "castling".into(),
            square: number(castling.rook),
            target: Some(number(castling.rook_to)),
            piece: pos.man(castling.rook).map(|man| self.piece(man)),
            other: None,
            value: String::new(),
        }]
    }

    // Departures of like men that could arrive on the same square.
    fn also_from(&self, pos: &mut Position<B>, mv: Move, man: Man) -> Vec<u16> {
        let mut moves = MoveList::new();
        self.list(pos, man.side, &mut moves);
        let like = |other: &&Move| {
            other.to() == mv.to() && other.from() != mv.from() && pos.man(other.from()) == Some(man)
        };
        let mut from: Vec<u16> = moves.iter().filter(like).map(|mv| number(mv.from())).collect();
        from.dedup();
        from
    }

    fn piece(&self, man: Man) -> PieceRecord {
        let kind = &self.kinds[usize::from(man.kind)];
        let royal = man.royal && kind.role != Some(Role::King);
        PieceRecord {
            colour: match man.side {
                Side::White => "white",
                Side::Black => "black",
            },
            walk: kind.id.clone(),
            attributes: if royal { vec!["royal".to_owned()] } else { Vec::new() },
        }
    }

    /// Number of squares that the royal men of `side` may go to, castling not counted.
    pub(super) fn flights(&self, pos: &mut Position<B>, side: Side) -> usize {
        let mut moves = MoveList::new();
        self.list(pos, side, &mut moves);
        let mut flights: Vec<(Square, Square)> = moves
            .iter()
            .filter(|mv| pos.royal.has(mv.from()) && mv.form() != Form::Castling)
            .map(|mv| (mv.from(), mv.to()))
            .collect();
        flights.dedup();
        flights.len()
    }
}

fn number(sq: Square) -> u16 {
    u16::from(sq.0)
}
