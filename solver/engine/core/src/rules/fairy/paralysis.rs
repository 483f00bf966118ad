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

    /// The men of a side that are halted.
    pub(super) fn paralysed(&self, pos: &Position<B>, by: Side) -> B {
        let view = pos.view_of(by);
        self.paralysed_as(pos, |kind| pos.of_kind(kind), &view, !pos.royal, by)
    }

    /// The same after a half-move that has no further effect; `view`: the men as they would stand.
    pub(super) fn paralysed_after(
        &self,
        pos: &Position<B>,
        thought: Thought<B>,
        view: &View<B>,
        by: Side,
    ) -> B {
        let men_of = |kind| thought.of_kind(pos, kind);
        self.paralysed_as(pos, men_of, view, !thought.moved(pos.royal), by)
    }

    /// Whether the man of a side on a square is halted.
    pub(super) fn is_paralysed(&self, pos: &Position<B>, by: Side, at: Square) -> bool {
        let Some(man) = pos.man(at).filter(|man| !man.royal) else { return false };
        let view = pos.view_of(by);
        self.is_seen_by_like(pos, pos.of_kind(man.kind), &view, (man.kind, at), by)
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
            if men.meets(own) && men.meets(enemy) {
                let seen = |&at: &Square| self.is_seen_by_like(pos, men, view, (kind, at), by);
                found |= B::of((men & own).squares().filter(seen));
            }
        }
        found
    }

    #[inline]
    fn is_seen_by_like(
        &self,
        pos: &Position<B>,
        men: B,
        view: &View<B>,
        (kind, at): (u8, Square),
        by: Side,
    ) -> bool {
        let other = by.other();
        let able = men & view.sides[other.index()] & self.origins(kind, other, at);
        let memory = &pos.memory.walk;
        let sees = |from| self.game.captures_from(kind, other, from, view, at, memory);
        able.squares().any(sees)
    }
}
