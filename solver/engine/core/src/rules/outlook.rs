//! What a quiet move of the other side may change for a side with hoppers that cannot check now.
//!
//! The side comes to check because a walk opens to it, or because a shot at the royal man is
//! completed: by its own move, which leaves one square and fills another, and the quiet move before,
//! which does the same.  All that matters of the quiet move is its departure and its arrival.

use crate::board::{Bits, Mailbox, Side, Square};
use crate::movement::{Shot, View};

use super::compiled::{Kind, Rules};
use super::position::Position;

/// What a shot lacks, by who may give it.
struct Lack<B> {
    /// Men in the way: the side's own, and others.
    own: B,
    other: B,
    /// Empty squares that need a man: any, one of the other side, one of the own.
    men: B,
    enemies: B,
    friends: B,
}

impl<B: Bits> Lack<B> {
    // `None` when no two half-moves complete the shot.
    fn of(shot: &Shot<B>, side: Side, view: &View<B>) -> Option<Lack<B>> {
        let (own, other) = (view.sides[side.index()], view.sides[side.other().index()]);
        let lack = Lack {
            own: shot.empty & own,
            other: (shot.empty | shot.friends) & other,
            men: shot.men & !view.occupied,
            enemies: shot.enemies & !view.occupied,
            friends: shot.friends & !own,
        };
        let lost = shot.enemies.meets(own) || over(lack.own, 1) || over(lack.enemies, 1);
        let lost = lost || over(lack.friends, 1) || over(lack.men | lack.enemies | lack.friends, 2);
        (!lost && !over(lack.other, MOST_CLEARED)).then_some(lack)
    }
}

/// A departure and the captures of one move clear at most this many squares of the other side's men.
const MOST_CLEARED: usize = 1 + crate::movement::MOST_CAPTURES;

// Whether there are more squares than this.
fn over<B: Bits>(squares: B, most: usize) -> bool {
    squares.any() && squares.count() > most
}

/// The masks as they grow.
struct Masks<B> {
    from: B,
    to: B,
    /// Own departures and arrivals that may take part in completing a shot of another man.
    own_from: B,
    own_to: B,
}

impl<B: Bits> Rules<B> {
    /// Departures and arrivals of quiet moves of the other side that may let `side` check the man on
    /// `royal`, which it cannot do now.  Cost: about that of generating the moves of `side`.
    pub(super) fn outlook(&self, pos: &Position<B>, side: Side, royal: Square) -> (B, B) {
        let mut masks =
            Masks { from: B::bit(royal), to: B::EMPTY, own_from: B::EMPTY, own_to: B::EMPTY };
        self.lines_that_open(pos, side, royal, &mut masks);
        self.shots_that_stand(pos, side, royal, &mut masks);
        for sq in pos.men(side).squares() {
            self.walks_that_open(pos, side, (sq, royal), &mut masks);
        }
        (masks.from, masks.to)
    }

    fn lines_that_open(&self, pos: &Position<B>, side: Side, royal: Square, masks: &mut Masks<B>) {
        let own = pos.men(side);
        let occupied = own | pos.men(side.other());
        let observers = &self.movement.observers[side.index()];
        for (at, class) in observers.riders.iter().enumerate() {
            let kinds = class.kinds.iter();
            let riders = kinds.fold(B::EMPTY, |men, &kind| men | pos.kinds[usize::from(kind)]);
            for line in observers.lines(royal, at) {
                // The first man may be captured or leave: then what stands behind it matters too.
                let seen = line.slide(occupied);
                masks.from |= seen | line.slide(occupied & !seen);
                for half in [line.lower, line.upper] {
                    masks.own_from |= if half.meets(riders & own) { half & own } else { B::EMPTY };
                }
            }
        }
    }

    fn shots_that_stand(&self, pos: &Position<B>, side: Side, royal: Square, masks: &mut Masks<B>) {
        let observers = &self.movement.observers[side.index()];
        let (own, view) = (pos.men(side), pos.view());
        let shooters = observers.shooters.iter().zip(observers.shooter_origins(royal));
        for (at, (&kind, &origins)) in shooters.enumerate() {
            for origin in (pos.kinds[usize::from(kind)] & own & origins).squares() {
                for shot in observers.shots(royal, at, origin) {
                    let Some(lack) = Lack::of(shot, side, &view) else { continue };
                    masks.from |= lack.other;
                    masks.to |= lack.men | lack.enemies;
                    masks.own_from |= lack.own;
                    masks.own_to |= lack.men | lack.friends;
                }
            }
        }
    }

    // What lets the man on a square go further to some use, and what its shots lack from where it
    // may go already.
    fn walks_that_open(
        &self,
        pos: &Position<B>,
        side: Side,
        (sq, royal): (Square, Square),
        masks: &mut Masks<B>,
    ) {
        let kind = pos.mailbox.get(sq);
        let info = &self.kinds[usize::from(kind)];
        let reach = self.movement.reach(kind, side, sq);
        let (own, other) = (pos.men(side), pos.men(side.other()));
        let promotes = info.promotion_squares[side.index()];
        let open = masks.own_from.has(sq)
            || reach.span.meets(promotes)
            || info.captures_en_passant
            || reach.has_paths() && !reach.has_plain_paths();
        let wanted = if open {
            !B::EMPTY
        } else {
            self.prospects.observing(kind, side, royal) | masks.own_to
        };
        if !reach.span.meets(wanted) {
            return;
        }
        let (moves, captures) = self.movement.touched(reach, own | other);
        masks.from |= moves;
        masks.to |= captures;
        let mut arrivals = self.movement.targets(reach, own, other);
        if info.captures_en_passant {
            arrivals |= reach.capture;
        }
        arrivals |= self.doubles_that_open(info, side, sq, masks);
        if let Some((graph, start)) = self.movement.paths(kind, side, reach) {
            let view = pos.view();
            let mut memory = pos.scratch.walk.borrow_mut();
            let outlook = graph.outlook(start, side, &view, wanted, &mut memory);
            masks.from |= outlook.emptied;
            masks.to |= outlook.filled;
            arrivals |= outlook.arrivals;
        }
        self.shots_from(pos, side, (kind, sq, royal), arrivals, masks);
        for &promoted in &info.promotes_to {
            self.shots_from(pos, side, (promoted, sq, royal), arrivals & promotes, masks);
        }
    }

    // Where double steps lead; what stands in their way matters.
    fn doubles_that_open(&self, info: &Kind<B>, side: Side, sq: Square, masks: &mut Masks<B>) -> B {
        let doubles = info.doubles[side.index()].iter().filter(|double| double.from == sq);
        doubles.fold(B::EMPTY, |found, double| {
            masks.from |= B::bit(double.over) | B::bit(double.to);
            found | B::bit(double.to)
        })
    }

    // What the shots of a man that comes from `sq` lack at its arrivals.
    fn shots_from(
        &self,
        pos: &Position<B>,
        side: Side,
        (kind, sq, royal): (u8, Square, Square),
        arrivals: B,
        masks: &mut Masks<B>,
    ) {
        let observers = &self.movement.observers[side.index()];
        let Some(shooter) = observers.shooter(kind) else { return };
        let view = pos.view();
        for to in (arrivals & observers.shots_of(kind, royal)).squares() {
            for shot in observers.shots(royal, shooter, to) {
                let Some(lack) = Lack::of(shot, side, &view) else { continue };
                let alone = (lack.own & !B::bit(sq)).is_empty() && lack.friends.is_empty();
                if alone && !over(lack.men | lack.enemies, 1) {
                    masks.from |= lack.other;
                    masks.to |= lack.men | lack.enemies;
                }
            }
        }
    }
}
