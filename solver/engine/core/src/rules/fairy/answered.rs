//! Moves that surely leave the other side a move that does not check.
//!
//! Captures after which captured men come back need not be played for it, either, once it is known where
//! they may come back.
//!
//! Such an answer is looked for as if the side to move let its half-move pass.  With it on the board,
//! what matters for the royal men of both sides is known as masks; a move that touches none of these,
//! nor the answer's way, may as well be played before it.

use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};
use crate::movement::Reach;

use super::super::moves::{Form, Move, MoveList};
use super::super::setup::Colour;
use super::observe::Look;
use super::thought::Thought;
use super::watch::Watch;
use super::{Act, Fairy, Man, Position};

/// Answers that are tried at most, and moves for which it is not worth it.
const MOST_ANSWERS: usize = 6;
const FEW_MOVES: usize = 4;
/// Answers that are kept for captures.
const MOST_KEPT: usize = 4;

/// A move that captures nothing and does not check, were its side to move.
#[derive(Clone, Debug)]
pub(super) struct Answer<B> {
    from: Square,
    /// Its arrival, and the squares that it passes.
    way: B,
    /// What matters for the royal men of its side, and of the other, when it has been played.
    own: Watch<B>,
    enemy: Watch<B>,
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
        for from in (pos.men(by) & !pos.royals(by)).squares() {
            if tried >= MOST_ANSWERS || moves.len() < FEW_MOVES {
                break;
            }
            let Some(man) = pos.man(from) else { continue };
            let flow = self.moves_of(pos, by, from, None, &mut |pos, answer| {
                let quiet = answer.form() == Form::Ordinary && !answer.is_capture();
                let after = self.after_quiet(man);
                let Some(after) = after.filter(|_| quiet && self.is_plain(pos, answer)) else {
                    return ControlFlow::Continue(());
                };
                tried += 1;
                if self.drop_answered_by(pos, answer, after, moves) || tried >= MOST_ANSWERS {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            debug_assert!(flow.is_continue() || tried > 0);
        }
        pos.take_back();
    }

    /// Notes answers to the side to move, for `surely_answered`.
    pub(super) fn note_answers(&self, pos: &mut Position<B>) {
        let by = pos.side.other();
        let mut answers = std::mem::take(&mut pos.memory.answers);
        answers.clear();
        if self.hooks.revives && self.answers_stay(pos, by) {
            pos.begin(by);
            let mut tried = 0;
            for from in (pos.men(by) & !pos.royals(by)).squares() {
                if tried >= MOST_ANSWERS || answers.len() >= MOST_KEPT {
                    break;
                }
                // One of each man is enough: the other side rather captures it than cuts its way off.
                let _ = self.moves_of(pos, by, from, None, &mut |pos, answer| {
                    let quiet = answer.form() == Form::Ordinary && !answer.is_capture();
                    if !quiet || !self.is_plain(pos, answer) {
                        return ControlFlow::Continue(());
                    }
                    tried += 1;
                    answers.extend(self.kept(pos, answer));
                    ControlFlow::Break(())
                });
            }
            pos.take_back();
        }
        pos.memory.answers = answers;
    }

    // What is kept of a move of the side to move that captures nothing.
    fn kept(&self, pos: &mut Position<B>, answer: Move) -> Option<Answer<B>> {
        let (by, from, to) = (pos.side, answer.from(), answer.to());
        let way = self.quiet_way(pos, by, answer)?;
        let man = pos.man(from)?;
        pos.imagine(Thought { from, to, captured: B::EMPTY }, man, |pos| {
            let (own, enemy) = (self.watch(pos, by), self.watch(pos, by.other()));
            let told = !own.decides_nothing() && !enemy.decides_nothing();
            told.then_some(Answer { from, way, own, enemy })
        })
    }

    /// The first choice of a capture from this one on after which none of the noted answers surely is
    /// there, where all that it leaves to choose first is to which square a man of some kind comes back.
    pub(super) fn unanswered(
        &self,
        pos: &Position<B>,
        mv: Move,
        (squares, kind): (B, u8),
    ) -> Option<Move> {
        if mv.captures().iter().count() != 1 || pos.memory.answers.is_empty() {
            return Some(mv);
        }
        let Some(choice) = mv.choice() else { return Some(mv) };
        let mut open = squares.squares().enumerate().skip(choice.into()).peekable();
        // What comes later in the order of choices belongs to what has been played.
        if open.peek().is_none() {
            return Some(mv);
        }
        let (number, _) = open.find(|&(number, sq)| {
            let answered = self.surely_answered(pos, mv, (sq, kind));
            debug_assert!(
                !answered || self.is_answered_when_played(pos, mv.choosing(number as u16))
            );
            !answered
        })?;
        Some(mv.choosing(number as u16))
    }

    fn is_answered_when_played(&self, pos: &Position<B>, mv: Move) -> bool {
        let mut pos = pos.clone();
        !self.allows(&mut pos, mv) || {
            self.apply(&mut pos, mv);
            self.has_quiet_answer(&mut pos)
        }
    }

    /// Whether one of the noted answers surely is there after a capture, if that is legal, when the one
    /// captured man comes back to a square as a man of this kind.
    pub(super) fn surely_answered(
        &self,
        pos: &Position<B>,
        mv: Move,
        (back, kind): (Square, u8),
    ) -> bool {
        let by = pos.side.other();
        let Some(mover) = pos.man(mv.from()) else { return false };
        let captured = B::of(mv.captures().iter());
        let comes = B::bit(mv.to()) | B::bit(back);
        let touched = captured | comes | B::bit(mv.from());
        !self.promoting(kind, by).has(back)
            && pos.memory.answers.iter().any(|answer| {
                !captured.has(answer.from)
                    && !answer.way.meets(comes)
                    && !answer.own.depends_on(touched)
                    && !answer.enemy.depends_on(touched)
                    && !self.may_observe(mover.kind, &answer.own, mv.to())
                    && !self.may_observe(kind, &answer.enemy, back)
            })
    }

    /// Whether nothing follows from captures, promotions aside, but that captured men come back to empty
    /// squares.
    pub(super) fn only_revives(&self) -> bool {
        let hooks = &self.hooks;
        let revives = |act: &Act| match *act {
            Act::Rule(rule) => self.rules[usize::from(rule)].mechanism.only_revives(),
            Act::Promotion | Act::Watch(_) => false,
        };
        let acts = hooks.acts.iter().filter(|act| **act != Act::Promotion);
        let absent = [&hooks.walks, &hooks.notes, &hooks.reborn, &hooks.admits, &hooks.preys];
        !hooks.alters
            && absent.into_iter().all(Vec::is_empty)
            && acts.clone().next().is_some()
            && acts.into_iter().all(revives)
    }

    // Whether a move of leaps and straight rides that captures nothing stays legal, whatever the other
    // side does but touch its way or observe a royal man.
    fn answers_stay(&self, pos: &Position<B>, by: Side) -> bool {
        let hooks = &self.hooks;
        let forbidding = [&hooks.halts, &hooks.ways, &hooks.courses, &hooks.departures];
        let neutral = pos.colours[Colour::Neutral.index()];
        neutral.is_empty()
            && !hooks.widens
            && !hooks.interferes.quiet
            && forbidding.into_iter().all(Vec::is_empty)
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

    // Drops those after which this is such an answer; whether it may be one at all.
    fn drop_answered_by(
        &self,
        pos: &mut Position<B>,
        answer: Move,
        after: Man,
        moves: &mut MoveList,
    ) -> bool {
        let by = pos.side;
        let (from, to) = (answer.from(), answer.to());
        let Some(way) = self.quiet_way(pos, by, answer) else { return false };
        let lends = !self.hooks.walks.is_empty();
        let thought = Thought { from, to, captured: B::EMPTY };
        pos.imagine(thought, after, |pos| {
            let own = self.watch(pos, by);
            if own.decides_nothing() {
                return false;
            }
            let enemy = self.watch(pos, by.other());
            if enemy.decides_nothing() {
                return false;
            }
            moves.retain(|&mv| {
                let captured = B::of(mv.captures().iter());
                let ends = (mv.from(), mv.to());
                way.has(mv.to())
                    || captured.has(from)
                    || lends && captured.any()
                    || pos.royal.has(mv.from())
                    || !self.is_plain(pos, mv)
                    || self.hooks.interferes.of(captured.any())
                    || self.would_matter(&own, pos, ends, captured)
                    || self.would_matter(&enemy, pos, ends, captured)
            });
            true
        })
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
