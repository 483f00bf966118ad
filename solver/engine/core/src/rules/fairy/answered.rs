//! Moves that surely leave the other side a move that does not check.
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
use super::{Fairy, Man, Position};

/// Answers that are tried at most, and moves for which it is not worth it.
const MOST_ANSWERS: usize = 6;
const FEW_MOVES: usize = 4;

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
