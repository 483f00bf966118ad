//! Which moves may give check, as masks around the enemy's royal men.
//!
//! A move checks directly, from a square on which its man captures on the royal man, or it uncovers
//! a line.  Where masks cannot tell (walks that are searched, a royal man that is observed already,
//! castling, en passant, promotion) the move is tested on the men as they would stand.

use crate::board::{Bits, Mailbox, Side, Square};
use crate::movement::View;

use super::compiled::Rules;
use super::critical::Critical;
use super::moves::{Form, Move};
use super::position::Position;

/// Leaves only moves that are wanted; every ordinary move may be, unless a filter knows better.
pub(super) trait Filter<B: Bits> {
    /// Squares of men of a kind that may have ordinary moves that are wanted.
    #[inline]
    fn candidates(&self, _rules: &Rules<B>, _side: Side, _kind: u8) -> B {
        !B::EMPTY
    }

    /// Arrivals of a kind that are wanted wherever the man comes from.
    #[inline]
    fn wanted(&self, _rules: &Rules<B>, _side: Side, _kind: u8) -> B {
        !B::EMPTY
    }

    /// Whether a man of a kind may have ordinary moves that are wanted, as far as that is quickly told.
    #[inline]
    fn may_go(&self, _kind: u8, _from: Square) -> bool {
        true
    }

    /// Arrivals that are wanted because of what the man leaves behind.
    #[inline]
    fn uncovers(&self, _from: Square) -> B {
        B::EMPTY
    }

    /// Those of the wanted arrivals of ordinary moves that are wanted indeed.
    fn confirm(&self, rules: &Rules<B>, pos: &Position<B>, from: Square, targets: B) -> B;

    /// Whether any other move is wanted.
    fn passes(&self, rules: &Rules<B>, pos: &Position<B>, mv: Move) -> bool;
}

/// Every move is wanted.
pub(super) struct Every;

impl<B: Bits> Filter<B> for Every {
    #[inline]
    fn confirm(&self, _: &Rules<B>, _: &Position<B>, _: Square, targets: B) -> B {
        targets
    }

    #[inline]
    fn passes(&self, _: &Rules<B>, _: &Position<B>, _: Move) -> bool {
        true
    }
}

/// Classes of riders, and screens, that masks know of at most.
pub(super) const MOST_LINES: usize = 8;

/// Only moves that check are wanted.
pub(super) struct Checks<B> {
    royals: B,
    /// By rider class, squares from which a royal man is seen.
    seen: [B; MOST_LINES],
    /// Men behind which a rider waits, each with the way on which it may go without uncovering it.
    screens: [(Square, B); MOST_LINES],
    screen_count: usize,
    screened: B,
    /// Moves that may complete a shot.
    critical: Critical<B>,
    /// Some own men may come to shoot from elsewhere.
    shooters: bool,
    /// Masks cannot tell.
    test_all: bool,
}

impl<B: Bits> Checks<B> {
    /// Masks for the moves of `side`.  Cost: a scan per line through each royal man of the enemy.
    #[inline]
    pub fn new(rules: &Rules<B>, pos: &Position<B>, side: Side) -> Checks<B> {
        let mut checks = Checks::none(rules, pos, side);
        checks.look(rules, pos, side);
        checks
    }

    #[inline]
    fn none(rules: &Rules<B>, pos: &Position<B>, side: Side) -> Checks<B> {
        let observers = &rules.movement.observers[side.index()];
        Checks {
            royals: pos.royals(side.other()),
            seen: [B::EMPTY; MOST_LINES],
            screens: [(Square(0), B::EMPTY); MOST_LINES],
            screen_count: 0,
            screened: B::EMPTY,
            critical: Critical::NONE,
            shooters: !observers.shooters.is_empty(),
            test_all: !observers.searched.is_empty() || observers.riders.len() > MOST_LINES,
        }
    }

    // Apart from `new`, so that the masks are made where they are needed and not copied there.
    fn look(&mut self, rules: &Rules<B>, pos: &Position<B>, side: Side) {
        if self.test_all {
            return;
        }
        for royal in self.royals.squares() {
            self.around(rules, pos, side, royal);
            if self.shooters {
                self.around_paths(rules, pos, side, royal);
            }
        }
    }

    /// Whether masks cannot tell which moves check.
    #[inline]
    pub fn cannot_tell(&self) -> bool {
        self.test_all
    }

    #[inline]
    fn around(&mut self, rules: &Rules<B>, pos: &Position<B>, side: Side, royal: Square) {
        let observers = &rules.movement.observers[side.index()];
        let (own, open) = (pos.men(side), observers.open(royal));
        let occupied = own | pos.men(side.other());
        for (&kind, &origins) in observers.leapers.iter().zip(observers.leaps(royal)) {
            self.test_all |= pos.kinds[usize::from(kind)].meets(origins & own);
        }
        for (at, class) in observers.riders.iter().enumerate() {
            let mut riders = B::EMPTY;
            for &kind in &class.kinds {
                riders |= pos.kinds[usize::from(kind)];
            }
            riders &= own;
            if riders.is_empty() {
                continue;
            }
            let all_riders = riders;
            riders &= open;
            for line in observers.lines(royal, at) {
                let seen = line.slide(occupied);
                self.seen[at] |= seen & open;
                // A rider to whom the way is closed may check from farther off.
                self.test_all |= seen.meets(all_riders);
                if riders.meets(line.lower) && seen.meets(own & line.lower) {
                    let blockers = (line.lower & occupied).squares_down();
                    self.screen(blockers, riders, |sq| line.lower & B::onward(sq));
                }
                if riders.meets(line.upper) && seen.meets(own & line.upper) {
                    let blockers = (line.upper & occupied).squares();
                    self.screen(blockers, riders, |sq| line.upper & B::up_to(sq));
                }
            }
        }
    }

    fn around_paths(&mut self, rules: &Rules<B>, pos: &Position<B>, side: Side, royal: Square) {
        let observers = &rules.movement.observers[side.index()];
        let view = pos.view();
        let shooters = observers.shooters.iter().zip(observers.shooter_origins(royal));
        for (at, (&kind, &origins)) in shooters.enumerate() {
            let shooting = pos.kinds[usize::from(kind)] & pos.men(side) & origins;
            for origin in shooting.squares() {
                for shot in observers.shots(royal, at, origin) {
                    self.test_all |= self.critical.add(shot, side, &view);
                }
            }
        }
    }

    // The promoted man checks, or what its departure uncovers does; with a capture elsewhere the men
    // are looked at as they would stand.
    fn promotion_checks(&self, rules: &Rules<B>, pos: &Position<B>, mv: Move, kind: u8) -> bool {
        if mv.captures().iter().any(|sq| sq != mv.to()) {
            return rules.checks(pos, mv);
        }
        if self.uncovers(mv.from()).has(mv.to()) {
            return true;
        }
        self.man_checks(rules, pos, kind, mv.from(), mv.to())
    }

    // The man on `from` checks from `to`, where it is of this kind and captures nothing elsewhere.
    fn man_checks(
        &self,
        rules: &Rules<B>,
        pos: &Position<B>,
        kind: u8,
        from: Square,
        to: Square,
    ) -> bool {
        let side = if pos.sides[0].has(from) { Side::White } else { Side::Black };
        let seeing = |royal: Square| rules.prospects.observing(kind, side, royal).has(to);
        let royals = self.royals & !B::bit(to);
        royals.squares().any(seeing) && {
            let mut sides = pos.sides;
            sides[side.index()] = (sides[side.index()] & !B::bit(from)) | B::bit(to);
            sides[side.other().index()] &= !B::bit(to);
            let view = View::new(sides);
            let captures = |royal: Square| {
                rules.captures_from(kind, side, to, &view, royal, &pos.scratch.walk)
            };
            royals.squares().any(|royal| seeing(royal) && captures(royal))
        }
    }

    // Arrivals from which a man of this kind may shoot, if the rest of the board is right.
    #[inline]
    fn shooting(&self, rules: &Rules<B>, side: Side, kind: u8) -> B {
        let observers = &rules.movement.observers[side.index()];
        let royals = self.royals.squares();
        royals.fold(B::EMPTY, |all, royal| all | observers.shots_of(kind, royal))
    }

    #[inline]
    fn screen(
        &mut self,
        mut blockers: impl Iterator<Item = Square>,
        riders: B,
        way: impl Fn(Square) -> B,
    ) {
        let (Some(first), Some(second)) = (blockers.next(), blockers.next()) else { return };
        if !riders.has(second) {
            return;
        }
        match self.screens.get_mut(self.screen_count) {
            Some(slot) => *slot = (first, way(second)),
            None => self.test_all = true,
        }
        self.screen_count += usize::from(self.screen_count < MOST_LINES);
        self.screened |= B::bit(first);
    }
}

impl<B: Bits> Filter<B> for Checks<B> {
    #[inline]
    fn candidates(&self, rules: &Rules<B>, side: Side, kind: u8) -> B {
        if self.test_all || self.shooters {
            return !B::EMPTY;
        }
        let royals = self.royals.squares();
        royals.fold(self.screened, |all, royal| all | rules.prospects.of(kind, side, royal))
    }

    #[inline]
    fn wanted(&self, rules: &Rules<B>, side: Side, kind: u8) -> B {
        if self.test_all {
            return !B::EMPTY;
        }
        let observers = &rules.movement.observers[side.index()];
        let mut direct = B::EMPTY;
        for royal in self.royals.squares() {
            direct |= observers.leaps_of(kind, royal);
        }
        let mut classes = observers.classes_of(kind);
        while classes != 0 {
            direct |= self.seen[classes.trailing_zeros() as usize % MOST_LINES];
            classes &= classes - 1;
        }
        if self.shooters {
            direct |= self.shooting(rules, side, kind);
        }
        direct
    }

    #[inline]
    fn uncovers(&self, from: Square) -> B {
        if self.shooters && self.critical.has_departure(from) {
            return !B::EMPTY;
        }
        let arrivals = if self.shooters { self.critical.arrivals(from) } else { B::EMPTY };
        if !self.screened.has(from) {
            return arrivals;
        }
        let screens = self.screens[..self.screen_count].iter();
        let ways = screens.filter(|(screen, _)| *screen == from).map(|(_, way)| !*way);
        ways.fold(arrivals, |all, way| all | way)
    }

    #[inline]
    fn confirm(&self, rules: &Rules<B>, pos: &Position<B>, from: Square, targets: B) -> B {
        let unsure = if self.test_all || self.critical.has_departure(from) {
            targets
        } else if self.shooters {
            let side = if pos.sides[0].has(from) { Side::White } else { Side::Black };
            let shooting = self.shooting(rules, side, pos.mailbox.get(from));
            targets & (self.critical.arrivals(from) | shooting)
        } else {
            return targets;
        };
        let occupied = pos.sides[0] | pos.sides[1];
        // Here the man that arrives has to check itself.
        let alone = if self.test_all || self.critical.has_departure(from) {
            B::EMPTY
        } else {
            !(self.critical.arrivals(from) | self.uncovers(from))
        };
        let checks = unsure.squares().filter(|&to| {
            if alone.has(to) {
                self.man_checks(rules, pos, pos.mailbox.get(from), from, to)
            } else {
                rules.checks(pos, Move::ordinary(from, to, occupied.has(to)))
            }
        });
        (targets & !unsure) | B::of(checks)
    }

    #[inline]
    fn passes(&self, rules: &Rules<B>, pos: &Position<B>, mv: Move) -> bool {
        match mv.promotion() {
            Some(kind) if !self.test_all && !self.shooters && mv.form() == Form::Ordinary => {
                self.promotion_checks(rules, pos, mv, kind)
            }
            _ => rules.checks(pos, mv),
        }
    }
}

/// Only moves that do not check are wanted.
pub(super) struct Quiet<'a, B>(pub &'a Checks<B>);

impl<B: Bits> Filter<B> for Quiet<'_, B> {
    #[inline]
    fn confirm(&self, rules: &Rules<B>, pos: &Position<B>, from: Square, targets: B) -> B {
        let (checks, side) = (self.0, pos.side);
        let may_check = checks.wanted(rules, side, pos.mailbox.get(from)) | checks.uncovers(from);
        targets & !checks.confirm(rules, pos, from, targets & may_check)
    }

    #[inline]
    fn passes(&self, rules: &Rules<B>, pos: &Position<B>, mv: Move) -> bool {
        !self.0.passes(rules, pos, mv)
    }
}

impl<B: Bits> Rules<B> {
    /// Whether the move, not yet played, leaves a royal man of the other side observed.
    pub(super) fn checks(&self, pos: &Position<B>, mv: Move) -> bool {
        let side = if pos.sides[0].has(mv.from()) { Side::White } else { Side::Black };
        let (own, enemy) = (side.index(), side.other().index());
        let captured = B::of(mv.captures().iter());
        let (view, arrived) = if mv.form() == Form::Castling {
            let castling = &self.castlings[mv.castling_number()];
            let men =
                [(castling.king_kind, castling.king_to), (castling.rook_kind, castling.rook_to)];
            (self.castled(pos, side, mv.castling_number()).0, men)
        } else {
            let kind = mv.promotion().unwrap_or_else(|| pos.mailbox.get(mv.from()));
            let mut sides = pos.sides;
            sides[own] = (sides[own] & !B::bit(mv.from())) | B::bit(mv.to());
            sides[enemy] &= !captured;
            (View::new(sides), [(kind, mv.to()); 2])
        };
        let others = view.sides[own] & !B::of(arrived.iter().map(|(_, sq)| *sq));
        let royals = pos.royal & view.sides[enemy];
        royals.squares().any(|royal| {
            self.observed(pos, &view, others, royal, side)
                || arrived.iter().any(|&(kind, sq)| {
                    self.captures_from(kind, side, sq, &view, royal, &pos.scratch.walk)
                })
        })
    }
}
