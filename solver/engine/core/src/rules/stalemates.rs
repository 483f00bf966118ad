//! Moves that may leave the other side without a legal move, or without one that does not check, as a
//! mask of their arrivals.
//!
//! A man that leaps, or rides to the next square of a line, keeps that move whatever is played, unless
//! it is captured or pinned; a man that only moves there is also stopped by one that arrives there.  A
//! man that is not the first of its side on any line from its royal man cannot come to be pinned; if it
//! is not the first on any line from the other royal man, it cannot come to uncover it.

use crate::board::{Bits, Mailbox, Side, Square};

use super::checks::{Checks, Filter, MOST_LINES};
use super::compiled::Rules;
use super::moves::{Form, Move};
use super::position::Position;

/// Only moves that may leave the other side, if it is not in check, without a legal move are wanted.
pub(super) struct Stifling<B> {
    /// Where all ordinary ones arrive.
    to: B,
}

/// Where men of a side see the royal man of the other, be it through men of that one.
struct Seen<B> {
    royal: Square,
    by_class: [B; MOST_LINES],
}

impl<B: Bits> Stifling<B> {
    /// For the moves of `side`.  Cost: less than that of generating the moves of the other side.
    pub fn new(rules: &Rules<B>, pos: &Position<B>, side: Side) -> Self {
        Self::with(rules, pos, side, None)
    }

    fn with(rules: &Rules<B>, pos: &Position<B>, side: Side, seen: Option<&Seen<B>>) -> Self {
        let other = side.other();
        let men = pos.men(other);
        let observers = &rules.movement.observers[side.index()];
        if !observers.is_plain() {
            return Self { to: !B::EMPTY };
        }
        let mut bound = pos.royals(other);
        for royal in pos.royals(other).squares() {
            for class in 0..observers.riders.len() {
                bound |= first_on_lines(rules, side, (royal, class), men);
            }
        }
        if let Some(seen) = seen {
            bound |= seen.by_class.iter().fold(B::EMPTY, |all, &class| all | class);
        }
        let mut to = !B::EMPTY;
        for at in (men & !bound).squares() {
            to &= rules.stopped_by(pos, (at, other), seen);
            if to.is_empty() {
                break;
            }
        }
        Self { to }
    }

    /// No ordinary move is wanted.
    pub fn is_hopeless(&self) -> bool {
        self.to.is_empty()
    }
}

// The squares on the lines of a class of riders of `side` through `target`, up to the first of `men`.
fn first_on_lines<B: Bits>(
    rules: &Rules<B>,
    side: Side,
    (target, class): (Square, usize),
    men: B,
) -> B {
    let lines = rules.movement.observers[side.index()].lines(target, class);
    lines.iter().fold(B::EMPTY, |all, line| all | line.slide(men))
}

impl<B: Bits> Seen<B> {
    // None where that cannot be told.
    fn new(rules: &Rules<B>, pos: &Position<B>, by: Side) -> Option<Self> {
        let observers = &rules.movement.observers[by.index()];
        let royals = pos.royals(by.other());
        let royal = royals.first()?;
        let plain = observers.is_plain() && observers.riders.len() <= MOST_LINES;
        if !plain || royals != B::bit(royal) {
            return None;
        }
        let mut by_class = [B::EMPTY; MOST_LINES];
        for (class, seen) in by_class.iter_mut().enumerate().take(observers.riders.len()) {
            // Men to whom the way is closed may check from farther off.
            let men = pos.men(by) & observers.open(royal);
            *seen = first_on_lines(rules, by, (royal, class), men);
        }
        Some(Self { royal, by_class })
    }

    fn checking(&self, rules: &Rules<B>, by: Side, kind: u8) -> B {
        let observers = &rules.movement.observers[by.index()];
        let mut checking = observers.leaps_of(kind, self.royal);
        let mut classes = observers.classes_of(kind);
        while classes != 0 {
            checking |= self.by_class[classes.trailing_zeros() as usize % MOST_LINES];
            classes &= classes - 1;
        }
        checking | rules.kinds[usize::from(kind)].promotion_squares[by.index()]
    }
}

impl<B: Bits> Rules<B> {
    // Arrivals that may take all moves that count from a man which is not bound; with `seen` those that
    // do not check count.
    #[inline]
    fn stopped_by(
        &self,
        pos: &Position<B>,
        (at, side): (Square, Side),
        seen: Option<&Seen<B>>,
    ) -> B {
        let kind = pos.mailbox.get(at);
        let reach = self.movement.reach(kind, side, at);
        let checking = seen.map_or(B::EMPTY, |seen| seen.checking(self, side, kind));
        let own = pos.men(side);
        if self.movement.unstoppable(reach).meets(!(own | checking)) {
            return B::bit(at);
        }
        let quiet = reach.quiet & !(own | pos.men(side.other()) | checking);
        if quiet.is_empty() {
            return !B::EMPTY;
        }
        let single = quiet.without_first().is_empty();
        B::bit(at) | if single { quiet } else { B::EMPTY }
    }
}

impl<B: Bits> Filter<B> for Stifling<B> {
    #[inline]
    fn confirm(&self, _: &Rules<B>, _: &Position<B>, _: Square, targets: B) -> B {
        targets & self.to
    }

    #[inline]
    fn passes(&self, _: &Rules<B>, _: &Position<B>, mv: Move) -> bool {
        let elsewhere = mv.captures().iter().any(|sq| sq != mv.to());
        elsewhere || mv.form() == Form::Castling || self.to.has(mv.to())
    }
}

/// Only moves that check, or may leave the other side without a move that does not check, are wanted.
pub(super) struct Forcing<B> {
    checks: Checks<B>,
    stifling: Stifling<B>,
    /// Men whose moves are all wanted: where their royal man goes, nothing is known.
    free: B,
}

impl<B: Bits> Forcing<B> {
    pub fn new(rules: &Rules<B>, pos: &Position<B>, side: Side) -> Self {
        let seen = Seen::new(rules, pos, side.other());
        let stifling = match &seen {
            Some(seen) => Stifling::with(rules, pos, side, Some(seen)),
            None => Stifling { to: !B::EMPTY },
        };
        Self { checks: Checks::new(rules, pos, side), stifling, free: pos.royals(side) }
    }
}

impl<B: Bits> Filter<B> for Forcing<B> {
    #[inline]
    fn confirm(&self, rules: &Rules<B>, pos: &Position<B>, from: Square, targets: B) -> B {
        if self.free.has(from) {
            return targets;
        }
        let quiet = targets & self.stifling.to;
        let rest = targets & !quiet;
        if rest.is_empty() {
            return quiet;
        }
        let kind = pos.mailbox.get(from);
        let may_check = self.checks.wanted(rules, pos.side, kind) | self.checks.uncovers(from);
        quiet | self.checks.confirm(rules, pos, from, rest & may_check)
    }

    #[inline]
    fn passes(&self, rules: &Rules<B>, pos: &Position<B>, mv: Move) -> bool {
        self.free.has(mv.from()) || self.stifling.passes(rules, pos, mv) || rules.checks(pos, mv)
    }
}
