//! From where men set out whom rules leave other squares.

use crate::board::{Bits, Side, Square};

use super::super::moves::{Form, Move};
use super::Fairy;
use super::observe::Look;
use super::position::Position;

impl<B: Bits> Fairy<B> {
    /// From where the mover sets out to make a move, when rules leave it other squares.
    pub(super) fn departure(&self, pos: &Position<B>, side: Side, mv: Move) -> Square {
        let from = mv.from();
        let Some(man) = pos.man(from) else { return from };
        let look = Look { rules: self, pos };
        let departures =
            |kind: u8| self.departures(look, side, (from, kind), mv.is_capture()).into_iter();
        let walks = || self.walks(look, side, from, true).into_iter();
        // Its own square comes first, by whatever walk.
        let first = |found: Vec<Square>| {
            if found.contains(&from) { Some(from) } else { found.first().copied() }
        };
        let found = match mv.form() {
            Form::Ordinary => {
                let end = (mv.to(), mv.captures());
                let leads = |kind: u8, at: Square| {
                    let mut ends = Vec::new();
                    self.ends(pos, side, (from, at), kind, &mut ends);
                    if !self.hooks.legs.is_empty() {
                        self.change_legs(pos, side, from, (kind, Form::Ordinary), &mut ends);
                    }
                    // A double step that is borrowed is a move like others.
                    let doubles = || {
                        let occupied = pos.occupied() & !B::bit(from);
                        self.free_double_steps(occupied, side, at, kind)
                    };
                    ends.contains(&end)
                        || kind != man.kind && end.1.is_empty() && doubles().has(end.0)
                };
                let able = |kind| departures(kind).filter(move |&at| leads(kind, at));
                first(walks().flat_map(able).collect())
            }
            Form::Double => departures(man.kind).find(|&at| {
                let occupied = pos.occupied() & !B::bit(from);
                self.free_double_steps(occupied, side, at, man.kind).has(mv.to())
            }),
            Form::EnPassant => {
                let passes = |kind: u8, at: Square| {
                    self.passing_from(pos, side, (from, at), kind, mv.to()).has(mv.to())
                };
                let able = |kind| departures(kind).filter(move |&at| passes(kind, at));
                first(walks().flat_map(able).collect())
            }
            Form::Castling | Form::Null | Form::Special => None,
        };
        found.unwrap_or(from)
    }
}
