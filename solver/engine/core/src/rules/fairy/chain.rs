//! Half-moves of several movements of one man.

use std::ops::ControlFlow;

use crate::board::{Bits, Square};
use crate::movement::MOST_CAPTURES;

use super::super::moves::{Form, Move};
use super::Fairy;
use super::mechanism::Deed;
use super::turn::Turn;

impl<B: Bits> Fairy<B> {
    /// The man on a square makes another movement, with all that follows from it, or none: as the
    /// side that moves likes.
    pub(super) fn go_on(&self, turn: &mut Turn<'_, B>, from: Square) {
        let side = turn.deed.side;
        let royals = turn.look().royals(side.other());
        let (mut quiet, mut others) = (Vec::new(), Vec::new());
        let _ = self.moves_of(turn.pos, side, from, None, &mut |pos, mv| {
            let promotes = pos
                .man(from)
                .is_some_and(|man| !self.promotions(man.kind, side, mv.to()).is_empty());
            if !matches!(mv.form(), Form::Castling | Form::Special)
                && !mv.captures().iter().any(|sq| royals.has(sq))
            {
                let last = !mv.is_capture() && !promotes;
                if last { quiet.push(mv) } else { others.push(mv) }
            }
            ControlFlow::Continue(())
        });
        // After a movement that ends the half-move nothing more is asked, unless other rules ask.
        let ends = if self.hooks.acts.len() <= 2 { 1 + quiet.len() } else { 0 };
        let all: Vec<Option<Move>> =
            std::iter::once(None).chain(quiet.into_iter().chain(others).map(Some)).collect();
        if let Some(mv) = all[turn.choose_or_end(ends, all.len() - ends)] {
            self.play_on(turn, mv);
        }
    }

    fn play_on(&self, turn: &mut Turn<'_, B>, mv: Move) {
        let Some(mover) = turn.pos.man(mv.from()) else { return };
        turn.pos.note_leg(mv);
        turn.pos.memory.forget_notes();
        turn.mv = mv;
        turn.deed = Deed {
            side: turn.deed.side,
            from: mv.from(),
            to: mv.to(),
            mover,
            at: Some(mv.from()),
            captured: [None; MOST_CAPTURES],
            exposed: turn.deed.exposed,
        };
        self.perform(turn);
    }
}
