//! What is legal: every choice of a move is played, and the position is looked at.

use std::ops::ControlFlow;

use crate::board::{Bits, Side};

use super::super::moves::{Form, Move, MoveList};
use super::Fairy;
use super::mechanism::Mechanism;
use super::observe::Look;
use super::position::Position;

/// What is made of the legal moves.
pub(super) trait Sink<B: Bits> {
    /// Takes a legal move, which has just been played; breaking off ends the generation.
    fn take(&mut self, rules: &Fairy<B>, pos: &Position<B>, mv: Move) -> ControlFlow<()>;
}

impl<B: Bits> Sink<B> for MoveList {
    fn take(&mut self, _: &Fairy<B>, _: &Position<B>, mv: Move) -> ControlFlow<()> {
        self.push(mv);
        ControlFlow::Continue(())
    }
}

/// Lists those moves that check.
pub(super) struct Checking<'a>(pub &'a mut MoveList);

impl<B: Bits> Sink<B> for Checking<'_> {
    fn take(&mut self, rules: &Fairy<B>, pos: &Position<B>, mv: Move) -> ControlFlow<()> {
        if (Look { rules, pos }).in_check(pos.side) {
            self.0.push(mv);
        }
        ControlFlow::Continue(())
    }
}

/// Counts the moves.
#[derive(Default)]
pub(super) struct Count(pub usize);

impl<B: Bits> Sink<B> for Count {
    fn take(&mut self, _: &Fairy<B>, _: &Position<B>, _: Move) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Breaks off at the first move.
pub(super) struct First;

impl<B: Bits> Sink<B> for First {
    fn take(&mut self, _: &Fairy<B>, _: &Position<B>, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// The order in which moves are listed: departure, arrival, castling after the king's other moves.
pub(super) fn canonical(mv: &Move) -> (u8, bool, u8) {
    (mv.from().0, mv.form() == Form::Castling, mv.to().0)
}

impl<B: Bits> Fairy<B> {
    /// Gives all legal moves of the side to move; returns whether the sink broke off.
    pub(super) fn legal(&self, pos: &mut Position<B>, sink: &mut impl Sink<B>) -> bool {
        self.legal_by(pos, sink, |_| true)
    }

    /// Whether the side to move has a move, or lacks one only because rules let it choose none.
    pub(super) fn can_move(&self, pos: &mut Position<B>) -> bool {
        self.legal_by(pos, &mut First, |rule| rule.stalls())
    }

    // The legal moves, when some rules only exclude moves because of others.
    fn legal_by(
        &self,
        pos: &mut Position<B>,
        sink: &mut impl Sink<B>,
        counts: impl Fn(&dyn Mechanism<B>) -> bool,
    ) -> bool {
        if !self.those(&self.hooks.selects, pos.side).any(&counts) {
            return self.unselected(pos, sink, false);
        }
        let mut moves = MoveList::new();
        self.unselected(pos, &mut moves, false);
        for rule in self.those(&self.hooks.selects, pos.side).filter(|&rule| counts(rule)) {
            rule.selects(self, pos, &mut moves);
        }
        moves.into_iter().any(|mv| {
            self.apply(pos, mv);
            let flow = sink.take(self, pos, mv);
            pos.take_back();
            flow.is_break()
        })
    }

    /// The legal moves, before some of them exclude others; `exposing`: also those that leave an own
    /// royal man observed.
    pub(super) fn unselected(
        &self,
        pos: &mut Position<B>,
        sink: &mut impl Sink<B>,
        exposing: bool,
    ) -> bool {
        let flow = self.pseudo_legal(pos, |pos, mv| {
            let mut next = Some(mv);
            while let Some(chosen) = next {
                let legal = self.is_legal(pos, chosen, exposing);
                // Generation gives a move without a choice; what was asked says which there are.
                let asked = !pos.memory.asked.is_empty();
                let played = if asked && chosen == mv { mv.choosing(0) } else { chosen };
                let flow =
                    if legal { sink.take(self, pos, played) } else { ControlFlow::Continue(()) };
                next = next_choice(&pos.memory.asked).map(|choice| mv.choosing(choice));
                pos.take_back();
                flow?;
            }
            ControlFlow::Continue(())
        });
        flow.is_break()
    }

    // Whether the side may leave its royal men observed.
    fn permits_check(&self, look: Look<'_, B>, side: Side) -> bool {
        !self.hooks.duties.is_empty()
            && self.those(&self.hooks.duties, side).any(|rule| rule.permits_check(look, side))
    }

    // Plays the move and tells whether it is legal; it is taken back by the caller.
    pub(super) fn is_legal(&self, pos: &mut Position<B>, mv: Move, exposing: bool) -> bool {
        let side = pos.side;
        let Some(deed) = self.apply(pos, mv) else { return false };
        let look = Look { rules: self, pos };
        // A royal man may not come to an observed square even where it ceases to be the mover's.
        let exposed = || deed.mover.royal && deed.at.is_some_and(|sq| look.exposed(sq, side));
        let safe = || self.permits_check(look, side) || !exposed() && !look.in_check(side);
        (exposing || safe()) && self.admitted(look, &deed)
    }
}

// The choice after the one that was made, the last question changing first; `None` after the last.
pub(super) fn next_choice(asked: &[(u16, u16)]) -> Option<u16> {
    let last = asked.iter().rposition(|&(chosen, count)| chosen + 1 < count)?;
    let mut choice = asked[last].0 as usize + 1;
    for &(chosen, count) in asked[..last].iter().rev() {
        choice = choice * usize::from(count) + usize::from(chosen);
    }
    assert!(choice < Move::MOST_CHOICES, "a move leaves too many choices");
    Some(choice as u16)
}

#[cfg(test)]
mod tests {
    use super::next_choice;

    // Three answers to a first question, two to a second one that is asked after the second only.
    #[test]
    fn every_answer_is_tried_once() {
        let mut tried = Vec::new();
        let mut next = Some(0);
        while let Some(choice) = next {
            let first = choice % 3;
            let mut asked = vec![(first, 3)];
            if first == 1 {
                asked.push((choice / 3, 2));
            }
            tried.push(asked.iter().map(|&(chosen, _)| chosen).collect::<Vec<_>>());
            next = next_choice(&asked);
        }
        assert_eq!(tried, [vec![0], vec![1, 0], vec![1, 1], vec![2]]);
    }
}
