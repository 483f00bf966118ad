//! Two boards, of which no square is taken on both: men of the one are nothing to those of the other.

use std::ops::ControlFlow;

use crate::board::{Bits, Square};

use super::super::moves::{Form, Move};
use super::observe::Look;
use super::{Fairy, Position};

impl<B: Bits> Fairy<B> {
    /// The men of the two boards, if there are two.
    pub(super) fn boards(&self, pos: &Position<B>) -> Option<[B; 2]> {
        let plane = self.hooks.plane.filter(|_| !pos.memory.alone)?;
        let second = pos.traits[usize::from(plane)];
        Some([pos.all_men() & !second, second])
    }

    /// Asks something of the board on which the man on a square stands, as if the other were empty.
    pub(super) fn on_board_of<R>(
        &self,
        look: Look<'_, B>,
        sq: Square,
        ask: impl FnOnce(Look<'_, B>) -> R,
    ) -> R {
        let Some([first, second]) = self.boards(look.pos) else { return ask(look) };
        let here = if first.has(sq) { first } else { second };
        self.on_board(look, here, |board| ask(Look { rules: self, pos: board }))
    }

    /// Asks something of a position where there are only the men of one board.
    pub(super) fn on_board<R>(
        &self,
        look: Look<'_, B>,
        here: B,
        ask: impl FnOnce(&mut Position<B>) -> R,
    ) -> R {
        let mut board = look.pos.memory.plane.take().unwrap_or_else(|| Box::new(look.pos.bare()));
        board.stand_like(look.pos);
        board.take_off(!here);
        if !here.has(board.passer) {
            board.passed = B::EMPTY;
        }
        board.memory.alone = true;
        board.memory.depth = look.pos.memory.depth;
        let answer = ask(&mut board);
        look.pos.memory.plane.replace(Some(board));
        answer
    }

    /// The moves of `men` on both boards, as `pseudo_legal` gives them: to squares that are empty on
    /// the other board.  For castling the men of both stand in the way.
    pub(super) fn moves_on_boards(
        &self,
        pos: &mut Position<B>,
        boards: [B; 2],
        men: B,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = pos.side;
        let men = pos.men(side) & men;
        let mut moves = Vec::new();
        for here in boards {
            let elsewhere = pos.occupied() & !here;
            self.on_board(Look { rules: self, pos }, here, |board| {
                for from in (men & here).squares() {
                    let _ = self.moves_of(board, side, from, None, &mut |_, mv| {
                        if mv.form() != Form::Castling && !elsewhere.has(mv.to()) {
                            moves.push(mv);
                        }
                        ControlFlow::Continue(())
                    });
                }
            });
        }
        for mv in moves {
            found(pos, mv)?;
        }
        for from in men.squares() {
            self.castle(pos, side, from, found)?;
        }
        ControlFlow::Continue(())
    }
}
