//! From where men set out whom rules leave other squares.

use crate::board::{Bits, Side, Square};

use super::super::moves::{Form, Move};
use super::Fairy;
use super::mechanism::Way;
use super::observe::{Level, Look};
use super::position::Position;

impl<B: Bits> Fairy<B> {
    /// From where the mover can set out to make a move, when rules leave it other squares; only from its
    /// own, if it can and they leave it that besides the others.
    pub(super) fn ways_out(&self, pos: &Position<B>, side: Side, mv: Move) -> Vec<Square> {
        let from = mv.from();
        let Some(man) = pos.man(from) else { return Vec::new() };
        let look = Look { rules: self, pos };
        let departures =
            |kind: u8| self.departures(look, side, (from, kind), mv.is_capture()).into_iter();
        let walks = || self.walks(look, side, from, true).into_iter();
        let mut found: Vec<Square> = match mv.form() {
            Form::Ordinary => {
                let (to, captures) = (mv.to(), mv.captures());
                let end = (to, captures);
                let leads = |kind: u8, at: Square| {
                    let way = Way { by: side, from, to, captures, kind, form: mv.form() };
                    if self.closes(Level::Ruled) && self.closed(look, &way, Level::Ruled) {
                        return false;
                    }
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
                walks().flat_map(able).collect()
            }
            Form::Double => {
                let occupied = pos.occupied() & !B::bit(from);
                let leads = |&at: &Square| {
                    self.free_double_steps(occupied, side, at, man.kind).has(mv.to())
                };
                departures(man.kind).filter(leads).collect()
            }
            Form::EnPassant => {
                let passes = |kind: u8, at: Square| {
                    self.passing_from(pos, side, (from, at), kind, mv.to()).has(mv.to())
                };
                let able = |kind| departures(kind).filter(move |&at| passes(kind, at));
                walks().flat_map(able).collect()
            }
            Form::Castling | Form::Null | Form::Special => Vec::new(),
        };
        let besides = self.those(&self.hooks.departures, side).all(|rule| rule.departs_besides());
        if besides && found.contains(&from) {
            return vec![from];
        }
        let mut seen = B::EMPTY;
        found.retain(|&at| {
            let new = !seen.has(at);
            seen |= B::bit(at);
            new
        });
        found
    }
}
