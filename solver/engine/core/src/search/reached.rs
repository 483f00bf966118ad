//! Is a goal reached?

use crate::rules::{Form, Move, Play};
use crate::stipulation::Goal;

use super::worker::Worker;

impl<P: Play> Worker<'_, P> {
    /// `goal` is reached in this position, with the other side to move; `last`: the move just
    /// played, None when the position arose without one (set play, post-key play).
    pub fn reached(&mut self, goal: Goal, last: Option<Move>) -> bool {
        match goal {
            Goal::Mate => self.checked() && self.mated(),
            Goal::Stalemate => self.stalemated(),
            Goal::MateOrStalemate => !self.rules.has_legal_move(&mut self.pos),
            Goal::Check => self.checked(),
            Goal::Capture => last.is_some_and(|mv| mv.is_capture()),
            Goal::Target(square) => last.is_some_and(|mv| u16::from(mv.to().0) == square),
            Goal::Any => last.is_some(),
            Goal::Castling => last.is_some_and(|mv| mv.form() == Form::Castling),
            Goal::EnPassant => last.is_some_and(|mv| mv.form() == Form::EnPassant),
            Goal::DoubleStalemate => self.stalemated() && self.other_stalemated(),
            Goal::AutoStalemate => self.other_stalemated(),
            Goal::ProofGame | Goal::AToB => {
                self.target.as_ref().is_some_and(|goal| self.rules.same_men(&self.pos, goal))
            }
        }
    }

    fn stalemated(&mut self) -> bool {
        if self.checked() && self.rules.counts_as_mate(&mut self.pos) {
            return false;
        }
        !self.rules.has_legal_move(&mut self.pos)
    }

    /// The side to move, which is in check, is mated.
    pub(super) fn mated(&mut self) -> bool {
        !self.rules.has_legal_move(&mut self.pos) && self.rules.counts_as_mate(&mut self.pos)
    }

    /// The side that has just moved would be stalemated if it were to move again.
    fn other_stalemated(&mut self) -> bool {
        self.pass();
        let answer = self.stalemated();
        self.undo();
        answer
    }
}
