//! Which half-moves may let a side observe the other's royal men.
//!
//! While no royal man is seen by a walk, whatever rules forbid, one comes to be observed only by what
//! changes: by a man that could observe it from a square where something happened, or because of a
//! square that the way of another man depends on.  All levels ask for more, so they need no thought.
//! Where rules widen what is observed or say otherwise what check is, every half-move is tested.

use crate::board::{Bits, Side, Square};

use super::Fairy;
use super::man::Man;
use super::observe::{Level, Look};
use super::position::Position;

/// What matters for the royal men of one side in one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch<B> {
    /// Who may come to observe.
    by: Side,
    royals: B,
    /// Squares that the way of a man to a royal man depends on.
    ways: B,
    /// Those of them from which one man's going alone, and those to which one man's coming alone, may
    /// open or close such a way.
    leaving: B,
    arriving: B,
    /// Every half-move matters.
    all: bool,
    /// A royal man is observed, and is so after half-moves that do not matter.
    pub seen: bool,
}

impl<B: Bits> Watch<B> {
    fn new(by: Side, royals: B, all: bool) -> Watch<B> {
        let (ways, leaving, arriving) = (B::EMPTY, B::EMPTY, B::EMPTY);
        Watch { by, royals, ways, leaving, arriving, all, seen: false }
    }

    /// A royal man is observed, or every half-move matters.
    pub(super) fn decides_nothing(&self) -> bool {
        self.all || self.seen
    }

    /// Whether one man's coming to an empty square may close a way.
    pub(super) fn may_be_blocked(&self, occupied: B) -> bool {
        self.all || (self.arriving & !occupied).any()
    }

    // The man on `from` rides to a royal man by this way, its own square included.
    fn add_ride(&mut self, way: B, from: Square, occupied: B) {
        let between = way & occupied & !B::bit(from);
        self.ways |= way;
        if between.is_empty() {
            self.leaving |= B::bit(from);
            self.arriving |= way;
        } else if between.without_first().is_empty() {
            self.leaving |= between;
        }
    }

    // Whether a half-move that takes a man from one square to another, capturing on these, may open or
    // close a way.
    fn touches(&self, from: Square, to: Square, captured: B) -> bool {
        if (captured & !B::bit(to)).any() {
            return (captured | B::bit(from) | B::bit(to)).meets(self.ways | self.royals);
        }
        (self.leaving | self.royals).has(from) || (self.arriving | self.royals).has(to)
    }

    /// Every half-move matters for the royal men of `side`.
    pub(super) fn on_all(side: Side) -> Watch<B> {
        Watch::new(side.other(), B::EMPTY, true)
    }

    /// The same where every half-move matters once a royal man is observed.
    pub(super) fn of_unobserved(self) -> Watch<B> {
        Watch { all: self.all || self.seen, ..self }
    }
}

impl<B: Bits> Fairy<B> {
    /// What matters for the royal men of `side`.  Cost: that of a test of check, and of looking at the
    /// way of each man that could observe a royal man if the board suited it.
    pub(super) fn watch(&self, pos: &Position<B>, side: Side) -> Watch<B> {
        let (by, royals) = (side.other(), pos.royals(side));
        let mut watch = Watch::new(by, royals, self.hooks.widens);
        if watch.all {
            return watch;
        }
        if self.hooks.lendings.is_empty() {
            self.watch_as(&pos.kinds, pos, &mut watch);
        } else {
            let mut gaits = pos.memory.gaits.take();
            self.gaits(Look { rules: self, pos }, by, &mut gaits);
            self.watch_as(&gaits, pos, &mut watch);
            pos.memory.gaits.replace(gaits);
        }
        watch
    }

    // Where the men walk as these kinds.
    fn watch_as(&self, kinds: &[B], pos: &Position<B>, watch: &mut Watch<B>) {
        let by = watch.by;
        for royal in watch.royals.squares() {
            let look = Look { rules: self, pos };
            let seen = look.sees_as(kinds, royal, by, pos.men(by));
            watch.seen |= seen == Some(true);
            // What rules forbid now they may allow after the half-move.
            watch.all |= seen.is_none() || seen == Some(true) && self.denies(look.check_level());
            watch.all |= look.observed_in_passing(royal, by, !B::EMPTY, Level::Raw);
            if watch.all {
                return;
            }
            for (kind, &men) in kinds.iter().enumerate() {
                let able = men & pos.men(by) & self.origins(kind as u8, by, royal);
                for from in able.squares() {
                    self.watch_ways(kind as u8, (from, royal), pos.occupied(), watch);
                }
            }
        }
    }

    // Those of some squares, where something happened, and of the men that may have another walk by
    // it, from which a man of some kind may observe a royal man.
    fn lending_matters(&self, watch: &Watch<B>, pos: &Position<B>, touched: B) -> bool {
        if self.hooks.lendings.is_empty() {
            return false;
        }
        let changed = touched | self.borrowers(watch.by, touched);
        (changed & pos.men(watch.by)).meets(self.any_sources(watch))
    }

    // From where men of any kind may observe a royal man.
    fn any_sources(&self, watch: &Watch<B>) -> B {
        let sources = &self.sources[watch.by.index()];
        watch.royals.squares().fold(B::EMPTY, |all, royal| all | sources[royal.index()])
    }

    // Whether men may have another walk after a half-move.
    fn alters(&self) -> bool {
        self.hooks.alters || !self.hooks.lendings.is_empty()
    }

    // The ways by which a man of this kind on one square may observe the royal man on the other.
    fn watch_ways(
        &self,
        kind: u8,
        (from, royal): (Square, Square),
        occupied: B,
        watch: &mut Watch<B>,
    ) {
        let observers = &self.game.movement.observers[watch.by.index()];
        let searched = observers.searched.iter().zip(observers.searches(royal));
        if searched.into_iter().any(|(&searched, origins)| searched == kind && origins.has(from)) {
            watch.all = true;
            return;
        }
        let mut classes = observers.classes_of(kind);
        while classes != 0 {
            let class = classes.trailing_zeros() as usize;
            classes &= classes - 1;
            for line in observers.lines(royal, class) {
                if line.lower.has(from) {
                    watch.add_ride(line.lower & B::onward(from), from, occupied);
                } else if line.upper.has(from) {
                    watch.add_ride(line.upper & B::up_to(from), from, occupied);
                }
            }
        }
        let mut others = B::EMPTY;
        if observers.leaps_of(kind, royal).has(from) {
            others |= B::bit(from);
        }
        if let Some(shooter) = observers.shooter(kind) {
            for shot in observers.shots(royal, shooter, from) {
                others |= B::bit(from) | shot.empty | shot.men | shot.friends | shot.enemies;
            }
        }
        watch.ways |= others;
        watch.leaving |= others;
        watch.arriving |= others;
    }

    /// Whether something on `touched`, where the men now stand as in `pos`, may let a royal man be
    /// observed.
    pub(super) fn matters(&self, watch: &Watch<B>, pos: &Position<B>, touched: B) -> bool {
        let royals = watch.royals | pos.royals(watch.by.other());
        watch.all
            || touched.meets(watch.ways | royals)
            || self.lending_matters(watch, pos, touched)
            || (touched & pos.men(watch.by)).squares().any(|from| {
                let man = pos.man(from);
                man.is_some_and(|man| self.may_observe(man.kind, watch, from))
            })
    }

    // Whether a man of this kind may observe a royal man from a square.
    fn may_observe(&self, kind: u8, watch: &Watch<B>, from: Square) -> bool {
        let mut royals = watch.royals.squares();
        royals.any(|royal| self.origins(kind, watch.by, royal).has(from))
    }

    // From where a man of this kind may observe a royal man after its move.
    fn observing(&self, kind: u8, watch: &Watch<B>, captures: bool) -> B {
        let becoming = &self.hooks.becoming[usize::from(captures)];
        let own = [kind];
        let kinds = match becoming.get(usize::from(kind)) {
            Some(kinds) if self.hooks.lendings.is_empty() => kinds,
            _ if self.alters() => return self.any_sources(watch),
            _ => &own[..],
        };
        watch.royals.squares().fold(B::EMPTY, |all, royal| {
            let origins = kinds.iter().map(|&kind| self.origins(kind, watch.by, royal));
            origins.fold(all, |all, origins| all | origins)
        })
    }

    /// Arrivals of moves of leaps and straight rides that may matter, or that are not simple.
    pub(super) fn arrivals_that_matter(
        &self,
        watch: &Watch<B>,
        pos: &Position<B>,
        (from, man): (Square, Man),
        enemy: B,
    ) -> B {
        let side = pos.side;
        if watch.all
            || side != watch.by
            || self.aids(pos).quiet
            || (watch.leaving | watch.royals).has(from)
            || self.lending_matters(watch, pos, B::bit(from))
        {
            return !B::EMPTY;
        }
        let stays = watch.arriving | watch.royals;
        let stays = if self.hooks.lendings.is_empty() {
            stays
        } else {
            stays | self.lenders(side, pos.men(side) & self.any_sources(watch))
        };
        let promotions = self.promoting(man.kind, side);
        let bend = !self.hooks.legs.is_empty();
        let captures = if bend || self.aids(pos).captures { enemy } else { B::EMPTY };
        let mut observing = self.observing(man.kind, watch, false);
        if self.hooks.alters {
            observing = observing & !enemy | self.observing(man.kind, watch, true) & enemy;
        }
        stays | promotions | captures | observing
    }

    /// The same of an ordinary half-move that is not yet played and has no other effect than that
    /// the man on `from` goes to `to`, perhaps with another walk, and the men on `captured` leave.
    pub(super) fn would_matter(
        &self,
        watch: &Watch<B>,
        pos: &Position<B>,
        (from, to): (Square, Square),
        captured: B,
    ) -> bool {
        watch.all
            || watch.touches(from, to, captured)
            || self.lending_matters(watch, pos, captured | B::bit(from))
            || !self.hooks.lendings.is_empty()
                && (self.borrowers(watch.by, B::bit(to)) & pos.men(watch.by))
                    .meets(self.any_sources(watch))
            || pos.men(watch.by).has(from)
                && pos
                    .man(from)
                    .is_some_and(|man| self.observing(man.kind, watch, captured.any()).has(to))
    }
}
