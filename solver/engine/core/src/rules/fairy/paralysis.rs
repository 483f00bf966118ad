//! Men that are halted by men of the other side with the same walk, told at once.
//!
//! Where this is all that halts men, and nothing but their walks says who observes whom, it is asked of
//! all men of a side together, also of men that only are thought to stand so.

use crate::board::{Bits, Side, Square};
use crate::movement::View;

use super::super::setup::Colour;
use super::thought::Thought;
use super::{Fairy, Hooks, Position, Rule};

impl Hooks {
    /// Whether a single rule halts men, just those that like men of the other side observe, and
    /// observation is a matter of the men's own walks.
    pub(super) fn paralyse<B: Bits>(&self, rules: &[Rule<B>]) -> bool {
        let absent = [
            &self.walks,
            &self.legs,
            &self.departures,
            &self.arrivals,
            &self.ways,
            &self.courses,
            &self.bars,
            &self.foreign,
        ];
        let told = |rule: u8| {
            let rule = &rules[usize::from(rule)];
            rule.side.is_none() && rule.mechanism.halts_like_men()
        };
        matches!(self.halts[..], [rule] if told(rule))
            && absent.into_iter().all(Vec::is_empty)
            && self.plane.is_none()
            && !self.alters
    }
}

impl<B: Bits> Fairy<B> {
    /// Whether it can be told in the position who is halted so.
    #[inline]
    pub(super) fn tells_paralysed(&self, pos: &Position<B>) -> bool {
        self.hooks.paralyses
            && pos.passed.is_empty()
            && pos.colours[Colour::Neutral.index()].is_empty()
    }

    /// Those of some men of a side that are halted.
    pub(super) fn paralysed(&self, pos: &Position<B>, by: Side, among: B) -> B {
        let view = pos.view_of(by);
        self.paralysed_as(pos, |kind| pos.of_kind(kind), &view, among & !pos.royal, by)
    }

    /// The same after a half-move that has no further effect; `view`: the men as they would stand.
    pub(super) fn paralysed_after(
        &self,
        pos: &Position<B>,
        thought: Thought<B>,
        view: &View<B>,
        (by, among): (Side, B),
    ) -> B {
        let men_of = |kind| thought.of_kind(pos, kind);
        self.paralysed_as(pos, men_of, view, among & !thought.moved(pos.royal), by)
    }

    /// Whether the man of a side on a square is halted.
    pub(super) fn is_paralysed(&self, pos: &Position<B>, by: Side, at: Square) -> bool {
        let Some(man) = pos.man(at).filter(|man| !man.royal) else { return false };
        let like = pos.of_kind(man.kind) & pos.men(by.other());
        like.any() && self.is_seen_by(pos, like, &pos.view_of(by), (man.kind, at), by.other())
    }

    #[inline]
    fn paralysed_as(
        &self,
        pos: &Position<B>,
        men_of: impl Fn(u8) -> B,
        view: &View<B>,
        subjects: B,
        by: Side,
    ) -> B {
        let own = view.sides[by.index()] & subjects;
        let enemy = view.sides[by.other().index()];
        let mut found = B::EMPTY;
        for kind in 0..self.game.kinds.len() as u8 {
            let men = men_of(kind);
            let like = men & enemy;
            if like.any() {
                for at in (men & own).squares() {
                    if self.is_seen_by(pos, like, view, (kind, at), by.other()) {
                        found |= B::bit(at);
                    }
                }
            }
        }
        found
    }

    // Whether one of some men of a kind and side observes the square.
    #[inline]
    fn is_seen_by(
        &self,
        pos: &Position<B>,
        men: B,
        view: &View<B>,
        (kind, at): (u8, Square),
        by: Side,
    ) -> bool {
        let able = men & self.origins(kind, by, at);
        let memory = &pos.memory.walk;
        able.squares().any(|from| self.game.captures_from(kind, by, from, view, at, memory))
    }
}
