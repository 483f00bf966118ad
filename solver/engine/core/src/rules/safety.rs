//! What the moves of a side may not do if its royal men are to stay safe, as masks.
//!
//! A royal man is exposed by leaps, along common lines, or by shots.  For the first two, masks say
//! exactly where other men may go.  For shots they say which squares matter: a move that touches
//! one of these is tested on the men as they would stand.

use crate::board::{Bits, Mailbox, Side, Square};
use crate::movement::View;

use super::compiled::Rules;
use super::critical::Critical;
use super::position::Position;

/// Men of the enemy that are looked over in the time of one test.
const MEN_A_TEST: usize = 3;

/// Masks for one side in one position; the pins are in the position's memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Safety<B> {
    /// Where a man that is not royal may arrive.
    pub mask: B,
    /// Men that may only go where their pins say.
    pub pinned: B,
    /// A royal man is observed.
    pub checked: bool,
    /// Moves that must be tested because of shots.
    pub critical: Critical<B>,
    /// Every move must be tested.
    pub test_all: bool,
}

impl<B: Bits> Safety<B> {
    /// Nothing is forbidden.
    pub fn open() -> Safety<B> {
        Safety {
            mask: !B::EMPTY,
            pinned: B::EMPTY,
            checked: false,
            critical: Critical::NONE,
            test_all: false,
        }
    }
}

impl<B: Bits> Rules<B> {
    /// Computes the masks for `side`.  Cost: a test per leaping kind and a scan per line of each
    /// royal man, and a test per shot.
    #[inline]
    pub(super) fn safety(&self, pos: &mut Position<B>, side: Side) -> Safety<B> {
        let mut safety = Safety::open();
        pos.scratch.pins.clear();
        for royal in pos.royals(side).squares() {
            self.guard(pos, side, royal, &mut safety);
        }
        safety
    }

    #[inline]
    fn guard(&self, pos: &mut Position<B>, side: Side, royal: Square, safety: &mut Safety<B>) {
        let enemy = side.other();
        let observers = &self.movement.observers[enemy.index()];
        let (own, men) = (pos.men(side), pos.men(enemy));
        let occupied = own | men;
        for (&kind, &origins) in observers.leapers.iter().zip(observers.leaps(royal)) {
            for checker in (pos.kinds[usize::from(kind)] & origins & men).squares() {
                safety.checked = true;
                safety.mask &= B::bit(checker);
            }
        }
        for (at, class) in observers.riders.iter().enumerate() {
            let mut riders = B::EMPTY;
            for &kind in &class.kinds {
                riders |= pos.kinds[usize::from(kind)];
            }
            riders &= men & observers.open(royal);
            for line in observers.lines(royal, at) {
                if riders.meets(line.lower) {
                    let way = line.lower;
                    let mut blockers = (way & occupied).squares_down();
                    let seen = |sq: Square| way & B::onward(sq);
                    self.pin(pos, own, riders, &mut blockers, seen, safety);
                }
                if riders.meets(line.upper) {
                    let way = line.upper;
                    let mut blockers = (way & occupied).squares();
                    let seen = |sq: Square| way & B::up_to(sq);
                    self.pin(pos, own, riders, &mut blockers, seen, safety);
                }
            }
        }
        if !observers.is_plain() {
            self.guard_paths(pos, side, royal, safety);
        }
    }

    // One half of a line: its men from the royal man outwards, and what lies before each of them.
    #[inline]
    fn pin(
        &self,
        pos: &mut Position<B>,
        own: B,
        riders: B,
        blockers: &mut impl Iterator<Item = Square>,
        seen: impl Fn(Square) -> B,
        safety: &mut Safety<B>,
    ) {
        let Some(first) = blockers.next() else { return };
        if riders.has(first) {
            safety.checked = true;
            safety.mask &= seen(first);
        } else if own.has(first)
            && let Some(second) = blockers.next()
            && riders.has(second)
        {
            safety.pinned |= B::bit(first);
            pos.scratch.pins.push((first, seen(second)));
        }
    }

    fn guard_paths(&self, pos: &Position<B>, side: Side, royal: Square, safety: &mut Safety<B>) {
        let enemy = side.other();
        let observers = &self.movement.observers[enemy.index()];
        let men = pos.men(enemy);
        let view = pos.view();
        let shooters = observers.shooters.iter().zip(observers.shooter_origins(royal));
        for (at, (&kind, &origins)) in shooters.enumerate() {
            let shooting = pos.kinds[usize::from(kind)] & men & origins;
            for origin in shooting.squares() {
                for shot in observers.shots(royal, at, origin) {
                    if safety.critical.add(shot, enemy, &view) {
                        safety.checked = true;
                        safety.test_all = true;
                    }
                }
            }
        }
        for (&kind, &origins) in observers.searched.iter().zip(observers.searches(royal)) {
            if (pos.kinds[usize::from(kind)] & men).meets(origins) {
                safety.test_all = true;
                safety.checked |= self.observed(pos, &view, men, royal, enemy);
            }
        }
    }

    /// Whether to look over all men of the enemy costs less than to test so many times whether a royal
    /// man of `side` is observed.
    #[inline]
    pub(super) fn is_looked_over(&self, side: Side, enemy: B, tests: usize) -> bool {
        self.rides_straight(side.other()) && enemy.count() < MEN_A_TEST * tests
    }

    /// Those of the squares `asked`, and perhaps others, on which the man on `but`, gone from there,
    /// would be observed by `side`, all of whose walks are leaps and straight rides.
    pub(super) fn attacked(&self, pos: &Position<B>, side: Side, but: Square, asked: B) -> B {
        let men = pos.men(side);
        let occupied = (men | pos.men(side.other())) & !B::bit(but);
        men.squares().fold(B::EMPTY, |all, sq| {
            let reach = self.movement.reach(pos.mailbox.get(sq), side, sq);
            if reach.span.meets(asked) { all | self.movement.attacks(reach, occupied) } else { all }
        })
    }

    /// Where a pinned man may go: the squares that all its pins share.
    #[inline]
    pub(super) fn pin_of(pos: &Position<B>, sq: Square) -> B {
        let pins = pos.scratch.pins.iter().filter(|(pinned, _)| *pinned == sq);
        pins.fold(!B::EMPTY, |mask, (_, way)| mask & *way)
    }

    /// Whether the side's royal men are safe when the man on `from` stands on `to` and the men on
    /// `captured` are gone.
    pub(super) fn is_safe(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        to: Square,
        captured: B,
    ) -> bool {
        let (own, enemy) = (side.index(), side.other().index());
        let mut sides = pos.sides;
        let moved = |set: B| if set.has(from) { (set & !B::bit(from)) | B::bit(to) } else { set };
        sides[own] = moved(sides[own]);
        sides[enemy] &= !captured;
        !self.exposed(pos, &View::new(sides), moved(pos.royals(side)), side)
    }
}
