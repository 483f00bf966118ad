//! Moves that surely leave the other side a move that does not check.
//!
//! Such an answer is looked for as if the side to move let its half-move pass.  With it on the board,
//! what matters for the royal men of both sides is known as masks; a move that touches none of these,
//! nor the answer's way, may as well be played before it.  Of one that does, what it leaves of both is
//! asked for.

use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};
use crate::movement::Reach;

use super::super::moves::{Form, Move, MoveList};
use super::super::position::NO_KIND;
use super::super::setup::Colour;
use super::observe::Look;
use super::thought::Thought;
use super::{Fairy, Man, Position};

/// Answers that are tried at most, and moves for which it is not worth it.
const MOST_ANSWERS: usize = 6;
const FEW_MOVES: usize = 4;
/// Answers that are kept for captures.
const MOST_KEPT: usize = 4;

/// A move that captures nothing, were its side to move, by leaps and straight rides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer<B> {
    pub from: Square,
    pub to: Square,
    pub kind: u8,
    /// Its arrival, and the squares that it passes.
    pub way: B,
}

impl<B: Bits> Fairy<B> {
    /// Drops moves of the side to move after which the other side surely has a legal move that does
    /// not check.
    pub(super) fn drop_answered(&self, pos: &mut Position<B>, moves: &mut MoveList) {
        let by = pos.side.other();
        if moves.len() < FEW_MOVES || !self.answers_stay(pos, by) {
            return;
        }
        pos.begin(by);
        let mut tried = 0;
        // What was an answer elsewhere often is one here.
        let known = pos.memory.quiet_move[by.index()];
        if let Some(known) = known.filter(|&(from, _)| pos.men(by).has(from)) {
            self.try_answers_of(pos, known.0, |to| to == known.1, moves, &mut tried);
        }
        for from in (pos.men(by) & !pos.royals(by)).squares() {
            if tried >= MOST_ANSWERS || moves.len() < FEW_MOVES {
                break;
            }
            self.try_answers_of(pos, from, |to| Some((from, to)) != known, moves, &mut tried);
        }
        pos.take_back();
    }

    // Drops those after which one of the moves of a man to wanted squares is such an answer.
    fn try_answers_of(
        &self,
        pos: &mut Position<B>,
        from: Square,
        wanted: impl Fn(Square) -> bool,
        moves: &mut MoveList,
        tried: &mut usize,
    ) {
        let by = pos.side;
        let Some(man) = pos.man(from) else { return };
        let Some(after) = self.after_quiet(man).filter(|_| !man.royal) else { return };
        let _ = self.moves_of(pos, by, from, None, &mut |pos, answer| {
            let quiet = answer.form() == Form::Ordinary && !answer.is_capture();
            if !quiet || !wanted(answer.to()) || !self.is_plain(pos, answer) {
                return ControlFlow::Continue(());
            }
            *tried += 1;
            let count = moves.len();
            // What one answer does not parry the others hardly do, and after one that drops nothing
            // mostly checks are left.
            let exact = *tried == 1;
            let answers = self.drop_answered_by(pos, answer, (after, exact), moves);
            if moves.len() < count {
                pos.memory.quiet_move[by.index()] = Some((from, answer.to()));
            }
            if answers && moves.len() == count && !exact {
                *tried = MOST_ANSWERS;
            }
            if answers || *tried >= MOST_ANSWERS {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    }

    /// Notes answers to the side to move, for what is told of its half-moves.
    pub(super) fn note_answers(&self, pos: &mut Position<B>) {
        let by = pos.side.other();
        let mut answers = std::mem::take(&mut pos.memory.answers);
        answers.clear();
        // Whether rules halt the men that answer is not asked again.
        let stay = self.hooks.halts.is_empty() && self.answers_stay(pos, by);
        if self.hooks.sequels && stay {
            pos.begin(by);
            for from in (pos.men(by) & !pos.royals(by)).squares() {
                if answers.len() >= MOST_KEPT {
                    break;
                }
                // One of each man is enough: the other side rather captures it than cuts its way off.
                let _ = self.moves_of(pos, by, from, None, &mut |pos, answer| {
                    let quiet = answer.form() == Form::Ordinary && !answer.is_capture();
                    if !quiet || !self.is_plain(pos, answer) {
                        return ControlFlow::Continue(());
                    }
                    let (to, way) = (answer.to(), self.quiet_way(pos, by, answer));
                    let kind = pos.man(from).map_or(NO_KIND, |man| man.kind);
                    answers.extend(way.map(|way| Answer { from, to, kind, way }));
                    ControlFlow::Break(())
                });
            }
            pos.take_back();
        }
        pos.memory.answers = answers;
    }

    // Whether a move of leaps and straight rides that captures nothing stays legal, whatever the other
    // side does but touch its way or observe a royal man.
    fn answers_stay(&self, pos: &Position<B>, by: Side) -> bool {
        let hooks = &self.hooks;
        let forbidding = [&hooks.ways, &hooks.courses, &hooks.departures];
        let by_men = |&rule: &u8| self.rules[usize::from(rule)].mechanism.halts_by_men();
        let neutral = pos.colours[Colour::Neutral.index()];
        neutral.is_empty()
            && !hooks.widens
            && !hooks.interferes.quiet
            && forbidding.into_iter().all(Vec::is_empty)
            && (hooks.halts.is_empty() || !hooks.alters && hooks.halts.iter().all(by_men))
            && hooks.lends_own
            && self.those(&hooks.selects, by).next().is_none()
            && self.game.rides_straight(by)
    }

    // What a man is after a half-move that captures nothing, if that is told.
    fn after_quiet(&self, man: Man) -> Option<Man> {
        if !self.hooks.alters {
            return Some(man);
        }
        match self.hooks.becoming[0].get(usize::from(man.kind)).map(Vec::as_slice) {
            Some(&[kind]) => Some(Man { kind, ..man }),
            _ => None,
        }
    }

    // Drops those after which this is such an answer; whether it may be one at all.  `exact`: also those
    // that touch what matters, but leave the royal men unobserved.
    fn drop_answered_by(
        &self,
        pos: &mut Position<B>,
        answer: Move,
        (after, exact): (Man, bool),
        moves: &mut MoveList,
    ) -> bool {
        let by = pos.side;
        let (from, to) = (answer.from(), answer.to());
        let Some(way) = self.quiet_way(pos, by, answer) else { return false };
        let lends = !self.hooks.walks.is_empty();
        let mut dropped = std::mem::take(&mut pos.memory.dropped);
        dropped.clear();
        let thought = Thought { from, to, captured: B::EMPTY };
        let answers = pos.imagine(thought, after, |pos| {
            let own = self.watch(pos, by);
            if own.decides_nothing() {
                return false;
            }
            let enemy = self.watch(pos, by.other());
            if enemy.decides_nothing() {
                return false;
            }
            dropped.extend(moves.iter().map(|&mv| {
                let captured: B = mv.captured();
                let ends = (mv.from(), mv.to());
                if way.has(mv.to())
                    || captured.has(from)
                    || lends && captured.any()
                    || self.hooks.interferes.of(captured.any())
                    || !self.is_plain(pos, mv)
                {
                    return false;
                }
                let matters = pos.royal.has(mv.from())
                    || self.would_matter(&own, pos, ends, captured)
                    || self.would_matter(&enemy, pos, ends, captured);
                !matters || exact && self.leaves_safe(pos, mv, captured)
            }));
            true
        });
        let mut known = dropped.iter();
        moves.retain(|&mv| {
            let dropped = known.next() == Some(&true);
            !dropped || !self.hooks.halts.is_empty() && self.halts_after(pos, mv, by, from)
        });
        pos.memory.dropped = dropped;
        answers
    }

    // Whether rules halt a man of a side after a move of the other.
    fn halts_after(&self, pos: &mut Position<B>, mv: Move, by: Side, from: Square) -> bool {
        let Some(mover) = pos.man(mv.from()) else { return true };
        let thought = Thought { from: mv.from(), to: mv.to(), captured: mv.captured() };
        pos.imagine(thought, mover, |pos| self.halted(Look { rules: self, pos }, by, from))
    }

    // Whether no royal man of either side would surely be observed after the move.
    fn leaves_safe(&self, pos: &Position<B>, mv: Move, captured: B) -> bool {
        let thought = Thought { from: mv.from(), to: mv.to(), captured };
        self.knows_checked(pos, thought)
            && self.would_check(pos, thought) == Some(false)
            && self.would_expose(pos, thought) == Some(false)
    }

    // The arrival of a move that captures nothing, and the squares that it passes, if it is a leap or a
    // straight ride by a walk that the man uses.
    fn quiet_way(&self, pos: &Position<B>, by: Side, mv: Move) -> Option<B> {
        let (own, enemy) = (pos.men(by), pos.occupied() & !pos.men(by));
        let movement = &self.game.movement;
        let kinds = self.walks(Look { rules: self, pos }, by, mv.from(), true);
        let reaches = kinds.iter().map(|&kind| movement.reach(kind, by, mv.from()));
        let leads = |reach: &&Reach<B>| movement.targets(reach, own, enemy).has(mv.to());
        let reach = reaches.into_iter().find(leads)?;
        let passed = (movement.targets(reach, own, enemy) & !B::bit(mv.to())).squares();
        let stops = |&sq: &Square| !movement.targets(reach, own | B::bit(sq), enemy).has(mv.to());
        Some(B::of(passed.filter(stops)) | B::bit(mv.to()))
    }
}
