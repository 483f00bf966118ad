//! Is a goal reached?

use crate::board::Square;
use crate::rules::{Form, Move, Play};
use crate::stipulation::{Goal, Test};

use super::worker::Worker;

impl<P: Play> Worker<'_, P> {
    /// `goal` is reached in this position, with the other side to move; `last`: the move just
    /// played, None when the position arose without one (set play, post-key play).
    pub fn reached(&mut self, goal: Goal, last: Option<Move>) -> bool {
        match goal {
            Goal::Mate => self.mated_in_check(),
            Goal::Stalemate => self.stalemated(),
            Goal::MateOrStalemate => self.rules.is_stopped(&mut self.pos),
            Goal::Check => self.checked(),
            Goal::Capture => last.is_some_and(|mv| mv.is_capture()),
            Goal::WinPiece => last.is_some_and(|mv| self.rules.wins_man(&self.pos, mv)),
            Goal::Target(square) => {
                let arrived = last.and_then(|mv| self.rules.arrived(&self.pos, mv));
                arrived.is_some_and(|to| u16::from(to.0) == square)
            }
            Goal::Any => last.is_some(),
            Goal::Castling => last.is_some_and(|mv| mv.form() == Form::Castling),
            Goal::EnPassant => last.is_some_and(|mv| mv.form() == Form::EnPassant),
            Goal::DoubleStalemate => self.stalemated() && self.for_other_side(Self::stalemated),
            Goal::AutoStalemate => self.for_other_side(Self::stalemated),
            Goal::AutoMate => self.for_other_side(Self::mated_in_check),
            Goal::DoubleMate => self.both_mated() && !self.was_mated(last),
            Goal::CounterMate => self.both_mated() && self.was_mated(last),
            Goal::LastRank => self.arrival(last).is_some_and(|to| {
                let mover = self.rules.side(&self.pos).other();
                self.rules.on_last_rank(mover, to)
            }),
            Goal::Circuit => self.is_home(self.arrival(last)),
            Goal::Exchange => self.is_exchanged(self.arrival(last)),
            Goal::CircuitByRebirth => self.is_home(self.reborn()),
            Goal::ExchangeByRebirth => self.is_exchanged(self.reborn()),
            Goal::Kiss(square) => self.kissed(self.arrival(last), Square(square as u8)),
            Goal::Own(own) => {
                let tree = self.tree;
                self.passes(tree.test(own), last)
            }
            Goal::ProofGame | Goal::AToB => {
                self.target.as_ref().is_some_and(|goal| self.rules.same_men(&self.pos, goal))
            }
        }
    }

    fn passes(&mut self, test: &Test, last: Option<Move>) -> bool {
        match test {
            Test::Goal(goal) => self.reached(*goal, last),
            Test::By(kinds) => self
                .arrival(last)
                .and_then(|to| self.rules.kind_of(&self.pos, to))
                .is_some_and(|kind| kinds.contains(&kind)),
            Test::On(squares) => {
                self.arrival(last).is_some_and(|to| squares.contains(&u16::from(to.0)))
            }
            Test::Not(operand) => !self.passes(operand, last),
            Test::And(left, right) => self.passes(left, last) && self.passes(right, last),
            Test::Or(left, right) => self.passes(left, last) || self.passes(right, last),
        }
    }

    fn mated_in_check(&mut self) -> bool {
        self.checked() && self.mated()
    }

    fn stalemated(&mut self) -> bool {
        if self.checked() && self.rules.counts_as_mate(&mut self.pos) {
            return false;
        }
        self.rules.is_stopped(&mut self.pos)
    }

    /// The side to move, which is in check, is mated.
    pub(super) fn mated(&mut self) -> bool {
        self.rules.is_mated(&mut self.pos)
    }

    fn both_mated(&mut self) -> bool {
        self.helpless(Self::mated_in_check) && self.for_other_side(Self::mated_in_check)
    }

    /// The side to move is in this state and could not even capture a royal man, which the other
    /// side may have left in check.
    fn helpless(&mut self, state: fn(&mut Self) -> bool) -> bool {
        state(self) && !self.rules.could_take_royal(&mut self.pos)
    }

    /// The side that has just moved would be in this state if it were to move again.
    fn for_other_side(&mut self, state: fn(&mut Self) -> bool) -> bool {
        self.pass();
        let answer = self.helpless(state);
        self.undo();
        answer
    }

    /// The side that played `last` was mated before it did.
    fn was_mated(&mut self, last: Option<Move>) -> bool {
        let Some(last) = last else { return false };
        self.rules.undo(&mut self.pos);
        let answer = self.mated_in_check();
        self.rules.play(&mut self.pos, last);
        answer
    }

    fn reborn(&self) -> Option<Square> {
        self.origins.as_ref()?.reborn()
    }

    fn is_home(&self, square: Option<Square>) -> bool {
        let (Some(origins), Some(square)) = (&self.origins, square) else { return false };
        origins.is_home(square)
    }

    /// The man on `square` has changed places with another of its side.
    fn is_exchanged(&self, square: Option<Square>) -> bool {
        let (Some(origins), Some(square)) = (&self.origins, square) else { return false };
        origins.exchanged_with(square).is_some_and(|other| {
            self.rules.side_of(&self.pos, other) == self.rules.side_of(&self.pos, square)
        })
    }

    /// The man that arrived on `to` is the only one beside the man that stood on `origin`.
    fn kissed(&self, to: Option<Square>, origin: Square) -> bool {
        let (Some(origins), Some(to)) = (&self.origins, to) else { return false };
        origins.find(origin).is_some_and(|kissed| {
            self.rules.are_beside(kissed, to) && self.rules.men_beside(&self.pos, kissed) == 1
        })
    }

    /// Where the man that moved is now; None when nothing moved.
    fn arrival(&self, last: Option<Move>) -> Option<Square> {
        let moved = |mv: &Move| mv.form() != Form::Null && mv.from() != mv.to();
        last.filter(moved).and_then(|mv| self.rules.arrived(&self.pos, mv))
    }
}
