//! Observation: whether a side could capture on a square.

use std::cell::RefCell;

use crate::board::{Bits, Side, Square};
use crate::movement::{Scratch, View};

use super::compiled::Rules;
use super::position::Position;

impl<B: Bits> Rules<B> {
    /// Whether a man of `by` could capture a man of the other side on `target`.
    ///
    /// `view` gives the men as they stand after a move that is only thought of, `men` those of them
    /// that are asked: they stand as in `pos`.  The target must hold a man of the other side in
    /// `view` where walks are searched.  Cost: a test per kind that leaps, a scan per line.
    #[inline]
    pub(super) fn observed(
        &self,
        pos: &Position<B>,
        view: &View<B>,
        men: B,
        target: Square,
        by: Side,
    ) -> bool {
        self.observed_by(&pos.kinds, &pos.scratch.walk, view, men, target, by)
    }

    /// The same for men of any rules, given by their kinds.
    #[inline]
    pub(super) fn observed_by(
        &self,
        men_of: &[B],
        memory: &RefCell<Scratch>,
        view: &View<B>,
        men: B,
        target: Square,
        by: Side,
    ) -> bool {
        self.observed_as(|kind| men_of[usize::from(kind)], memory, view, men, target, by)
    }

    /// The same where it is told which men go as a kind.
    #[inline]
    pub(super) fn observed_as(
        &self,
        men_of: impl Fn(u8) -> B + Copy,
        memory: &RefCell<Scratch>,
        view: &View<B>,
        men: B,
        target: Square,
        by: Side,
    ) -> bool {
        let observers = &self.movement.observers[by.index()];
        let men = men & observers.open(target);
        for (&kind, &origins) in observers.leapers.iter().zip(observers.leaps(target)) {
            if men_of(kind).meets(origins & men) {
                return true;
            }
        }
        for (at, class) in observers.riders.iter().enumerate() {
            let mut riders = B::EMPTY;
            for &kind in &class.kinds {
                riders |= men_of(kind);
            }
            riders &= men;
            for line in observers.lines(target, at) {
                if riders.meets(line.lower | line.upper) && riders.meets(line.slide(view.occupied))
                {
                    return true;
                }
            }
        }
        !observers.is_plain() && self.observed_by_paths(men_of, memory, view, men, target, by)
    }

    fn observed_by_paths(
        &self,
        men_of: impl Fn(u8) -> B,
        memory: &RefCell<Scratch>,
        view: &View<B>,
        men: B,
        target: Square,
        by: Side,
    ) -> bool {
        let observers = &self.movement.observers[by.index()];
        let shooters = observers.shooters.iter().zip(observers.shooter_origins(target));
        for (at, (&kind, &origins)) in shooters.enumerate() {
            let shooting = men_of(kind) & men & origins;
            for origin in shooting.squares() {
                let mut shots = observers.shots(target, at, origin).iter();
                if shots.any(|shot| shot.wrong(by, view).is_empty()) {
                    return true;
                }
            }
        }
        for (&kind, &origins) in observers.searched.iter().zip(observers.searches(target)) {
            for origin in (men_of(kind) & men & origins).squares() {
                if self.captures_from(kind, by, origin, view, target, memory) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a man of this kind on `origin` could capture on `target`, by any part of its walk.
    pub(super) fn captures_from(
        &self,
        kind: u8,
        side: Side,
        origin: Square,
        view: &View<B>,
        target: Square,
        memory: &RefCell<Scratch>,
    ) -> bool {
        let observers = &self.movement.observers[side.index()];
        if !observers.open(target).has(origin) {
            return false;
        }
        if observers.leaps_of(kind, target).has(origin) {
            return true;
        }
        let mut classes = observers.classes_of(kind);
        while classes != 0 {
            let class = classes.trailing_zeros() as usize;
            classes &= classes - 1;
            let mut lines = observers.lines(target, class).iter();
            if lines.any(|line| line.slide(view.occupied).has(origin)) {
                return true;
            }
        }
        if let Some(shooter) = observers.shooter(kind) {
            let mut shots = observers.shots(target, shooter, origin).iter();
            if shots.any(|shot| shot.wrong(side, view).is_empty()) {
                return true;
            }
        }
        let searches = observers.searched.iter().zip(observers.searches(target));
        let mut searches = searches.filter(|(searched, _)| **searched == kind);
        if !searches.any(|(_, origins)| origins.has(origin)) {
            return false;
        }
        let reach = self.movement.reach(kind, side, origin);
        self.movement.paths(kind, side, reach).is_some_and(|(graph, start)| {
            let mut scratch = memory.borrow_mut();
            graph.walk(start, side, view, &mut scratch, |arrival| {
                arrival.captures.iter().any(|sq| sq == target)
            })
        })
    }

    /// Whether some royal man of `side` on `royals` is observed by the other side.
    #[inline]
    pub(super) fn exposed(&self, pos: &Position<B>, view: &View<B>, royals: B, side: Side) -> bool {
        let enemy = side.other();
        let men = view.sides[enemy.index()];
        royals.squares().any(|royal| self.observed(pos, view, men, royal, enemy))
    }
}
