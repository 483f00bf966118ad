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
        let departures = || self.departures(look, side, from, mv.is_capture()).into_iter();
        let found = match mv.form() {
            Form::Ordinary => {
                let end = (mv.to(), mv.captures());
                let kinds = self.walks(look, side, from, true);
                departures().find(|&at| {
                    let mut ends = Vec::new();
                    for &kind in &kinds {
                        let mut own = Vec::new();
                        self.ends(pos, side, (from, at), kind, &mut own);
                        if !self.hooks.legs.is_empty() {
                            self.change_legs(pos, side, from, (kind, Form::Ordinary), &mut own);
                        }
                        ends.append(&mut own);
                    }
                    ends.contains(&end)
                })
            }
            Form::Double => departures().find(|&at| {
                let occupied = pos.occupied() & !B::bit(from);
                self.free_double_steps(occupied, side, at, man.kind).has(mv.to())
            }),
            Form::EnPassant => {
                let kinds = self.walks(look, side, from, true);
                departures().find(|&at| {
                    let mut kinds = kinds.iter();
                    kinds.any(|&kind| {
                        self.passing_from(pos, side, (from, at), kind, mv.to()).has(mv.to())
                    })
                })
            }
            Form::Castling | Form::Null | Form::Special => None,
        };
        found.unwrap_or(from)
    }
}
