use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::mechanism::{Bearing, Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::relation::Relation;

/// A man may or may not move, or capture, because of who observes it or the man to be captured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ObservedGate {
    /// The men that need to be observed, or must not be.
    #[serde(default)]
    subject: Men,
    #[serde(default)]
    observers: Men,
    /// How the observers' walks have to be related to that of the subject.
    #[serde(default)]
    walk: Relation,
    /// Whether the subject is the man that moves or the one that it captures.
    #[serde(default)]
    observed: Party,
    /// The men whose captures it is about.
    #[serde(default)]
    captors: Men,
    /// Whose observation counts, seen from the subject.
    observed_by: Whose,
    /// Whether the subject needs to be observed, or must not be.
    wanted: bool,
    forbids: Part,
    /// Only those observe that the subject observes too.
    #[serde(default)]
    mutual: bool,
    /// Only those observe that do so along the line on which the subject would capture.
    #[serde(default)]
    in_line: bool,
    /// What counts as observing: `Raw`, `Awake` or `Free`.
    level: Level,
    /// If given: only those observe that these men observe, or those that they observe, and so on;
    /// these need nobody themselves.
    #[serde(default)]
    chained_from: Option<Men>,
    /// Whether a side that is in check is stalemated when this keeps men from moving and no other
    /// man has a move.
    #[serde(default)]
    stalemates: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Whose {
    Own,
    Enemy,
    Both,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Party {
    #[default]
    Mover,
    Captured,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    All,
    Captures,
}

impl ObservedGate {
    // The same for a man to be captured; in passing it counts as observed by nobody.
    fn guarded<B: Bits>(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        if look.captures_in_passing(by, from, target) {
            self.wanted
        } else {
            // A man of its captor's own side, too, is guarded by the other one.
            let before = look.pos.memory.guarding.replace(true);
            let forbids = self.forbids(look, by.other(), target, None);
            look.pos.memory.guarding.set(before);
            forbids
        }
    }

    // Whether the subject on a square, a man of `side`, is observed as it must not be or is not as
    // it needs to be.
    fn forbids<B: Bits>(
        &self,
        look: Look<'_, B>,
        side: Side,
        at: Square,
        target: Option<Square>,
    ) -> bool {
        let Some(man) = look.man(at).filter(|&man| self.subject.has(man, at)) else {
            return false;
        };
        if self.chained_from.as_ref().is_some_and(|first| first.has(man, at)) {
            return false;
        }
        let sides: &[Side] = match self.observed_by {
            Whose::Own => &[side],
            Whose::Enemy => &[side.other()],
            Whose::Both => &[side, side.other()],
        };
        sides.iter().any(|&by| self.observed(look, (side, at), by, target)) != self.wanted
    }

    // Whether a man of `by` observes the one of `side` on a square.
    fn observed<B: Bits>(
        &self,
        look: Look<'_, B>,
        (side, at): (Side, Square),
        by: Side,
        target: Option<Square>,
    ) -> bool {
        let related = self.walk.men(look, at, by);
        let mut observers = self.observers.squares(look.pos) & related;
        if observers.is_empty() {
            return false;
        }
        let simple = self.chained_from.is_none() && !self.mutual && !self.in_line;
        if simple
            && self.level <= Level::Raw
            && self.walk == Relation::Same
            && let Some(man) = look.man(at)
            && let Some(seen) = look.sees_as_kind(man.kind, by, observers, at)
        {
            return seen;
        }
        if let Some(first) = &self.chained_from {
            observers &= self.chain(look, by, first);
        }
        if self.mutual || self.in_line {
            let in_line = |from: Square| {
                let (x, y) = look.rules.direction(from, at);
                let way = target.map(|target| look.rules.direction(at, target));
                way == Some((x, y)) || way == Some((-x, -y))
            };
            let counts = |&from: &Square| {
                (!self.in_line || in_line(from))
                    && (!self.mutual || look.observed(from, side, B::bit(at), self.level))
            };
            observers = B::of(observers.squares().filter(counts));
        }
        look.observed(at, by, observers, self.walk.level(look, self.level))
    }

    // The first ones, and those of a side that a man of the chain observes.
    fn chain<B: Bits>(&self, look: Look<'_, B>, side: Side, first: &Men) -> B {
        let mut chain = first.squares(look.pos) & look.pos.men(side);
        loop {
            let rest = look.pos.men(side) & !chain;
            let more = rest.squares().filter(|&sq| look.observed(sq, side, chain, self.level));
            let more = B::of(more);
            if more.is_empty() {
                return chain;
            }
            chain |= more;
        }
    }
}

impl<B: Bits> Mechanism<B> for ObservedGate {
    fn hooks(&self) -> &'static [Hook] {
        match (self.forbids, self.stalemates) {
            (Part::All, false) => &[Hook::Halt],
            (Part::All, true) => &[Hook::Halt, Hook::Immobility],
            (Part::Captures, _) => &[Hook::Bar],
        }
    }

    fn bearing(&self) -> Bearing {
        let spares = self.forbids == Part::Captures || self.subject.royal == Some(false);
        if spares { Bearing::Forbids } else { Bearing::Unknown }
    }

    fn shelters(&self) -> bool {
        self.forbids == Part::Captures || self.subject.royal != Some(false)
    }

    fn asks(&self) -> Level {
        self.level
    }

    fn halts(&self, look: Look<'_, B>, by: Side, from: Square) -> bool {
        self.forbids(look, by, from, None)
    }

    fn halts_by_men(&self) -> bool {
        true
    }

    fn halts_like_men(&self) -> bool {
        let not_royal = Men { royal: Some(false), ..Men::default() };
        let royal = Men { royal: Some(true), ..Men::default() };
        let no_royal = Men { not: Some(Box::new(royal)), ..Men::default() };
        [not_royal, no_royal].contains(&self.subject)
            && self.observers == Men::default()
            && self.walk == Relation::Same
            && self.observed_by == Whose::Enemy
            && !self.wanted
            && self.forbids == Part::All
            && !self.mutual
            && !self.in_line
            && self.level == Level::Raw
            && self.chained_from.is_none()
    }

    fn bars(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        if !look.man(from).is_some_and(|man| self.captors.has(man, from)) {
            return false;
        }
        match self.observed {
            Party::Mover => self.forbids(look, by, from, Some(target)),
            Party::Captured => self.guarded(look, by, from, target),
        }
    }

    fn immobilises(&self, look: Look<'_, B>, side: Side) -> bool {
        look.pos.men(side).squares().any(|from| self.forbids(look, side, from, None))
    }
}
