//! Pictures of stalemates: every flight is observed or blocked, and every other man of the stalemated
//! side has been captured, is pinned, or stands where it surely cannot move.
//!
//! Complete in the way of the pictures of mates.  Only for mating men that leap and ride straight: then
//! a man that could move but may not is pinned, that is, it stands on the way of an observer of the
//! royal man.

use super::super::tables::State;
use super::Man;
use super::draft::{Draft, FREE, Observer, TAKEN};

/// What is wrong with a man that has to stand still.
enum Wrong {
    /// It can go to this square, which must hold a man: of its own side, or else of either side.
    Open { square: usize, own: bool },
    /// It can capture.
    Capture,
}

impl Draft<'_> {
    /// Draws all stalemates that go on from here; false when drawing is given up.
    pub fn stalemates(&mut self) -> bool {
        if !self.step() {
            return false;
        }
        if let Some((bit, ways)) = self.next_uncovered() {
            return ways == 0 || self.cover(bit, Self::stalemates);
        }
        if let Some((man, wrong)) = self.next_mobile() {
            return self.immobilise(man, &wrong);
        }
        let next = self.undecided().next();
        match next {
            Some(man) => self.decide(man),
            None => {
                self.keep(|draft| draft.all_covered() && draft.next_mobile().is_none());
                true
            }
        }
    }

    /// Gives a man of the stalemated side its aim on `square` in every shape, and goes on.
    pub fn fill_in_shape(
        &mut self,
        man: usize,
        square: usize,
        next: fn(&mut Self) -> bool,
    ) -> bool {
        let Some(state) = self.men[man].state else { return true };
        let ways = &self.tables.mated_ways;
        let shapes = (square..ways.states()).step_by(self.tables.squares);
        for aim in shapes {
            let cost = ways.to(state, aim);
            if cost > self.mated_left {
                continue;
            }
            let before = self.block(man, aim, square, cost);
            let patient = next(self);
            self.unblock(man, &before);
            if !patient {
                return false;
            }
        }
        true
    }

    /// Men of the stalemated side of which nothing is said yet.
    fn undecided(&self) -> impl Iterator<Item = usize> + '_ {
        let men = self.men.iter().enumerate();
        let undecided = |&(number, man): &(usize, &Man)| {
            man.state.is_some() && man.side != self.tables.mating && self.aims[number] == FREE
        };
        men.filter(undecided).map(|(number, _)| number)
    }

    /// The man is captured, or it stays, wherever it can get to.
    fn decide(&mut self, man: usize) -> bool {
        if self.captures_left > 0 {
            self.captures_left -= 1;
            self.aims[man] = TAKEN;
            let patient = self.stalemates();
            self.aims[man] = FREE;
            self.captures_left += 1;
            if !patient {
                return false;
            }
        }
        let free = (0..self.tables.squares).filter(|square| self.occupied >> square & 1 == 0);
        let free: Vec<usize> = free.collect();
        free.into_iter().all(|square| self.fill_in_shape(man, square, Self::stalemates))
    }

    /// A man of the stalemated side that could move, and how.
    fn next_mobile(&self) -> Option<(usize, Wrong)> {
        let undecided = self.undecided().count();
        let men = self.men.iter().enumerate();
        let mut stay = men.filter(|&(number, man)| {
            man.side != self.tables.mating && !man.royal && self.aims[number] < TAKEN
        });
        stay.find_map(|(number, _)| Some((number, self.wrong(number, undecided)?)))
    }

    /// What is wrong with the man, if anything is: it is not pinned and can move.
    fn wrong(&self, man: usize, undecided: usize) -> Option<Wrong> {
        let state = usize::from(self.aims[man]);
        if self.is_pinned(self.tables.square(state)) {
            return None;
        }
        let captures = self.sight.surely(self.tables.mating.other(), state);
        let quiet = self.sight.quiet(state);
        let mating = self.occupied & !self.mated;
        let open = quiet & !self.occupied;
        // Squares that it could capture on want men of its own side, and there may not be enough.
        if captures & mating != 0 || (open & captures).count_ones() as usize > undecided {
            return Some(Wrong::Capture);
        }
        (open != 0).then(|| {
            let square = open.trailing_zeros() as usize;
            Wrong::Open { square, own: captures >> square & 1 != 0 }
        })
    }

    fn is_pinned(&self, square: usize) -> bool {
        self.placed.iter().any(|&(_, state)| self.pins(state, square))
    }

    /// A mating man in that state pins a man on `square`, as far as men have aims.
    fn pins(&self, state: State, square: usize) -> bool {
        let cut = self.sight.cut(state, self.royal);
        self.tables.observed(state, self.royal) & 1 != 0
            && cut >> square & 1 != 0
            && cut & self.occupied & !(1 << square) == 0
    }

    /// Keeps the man from moving, in every way.
    fn immobilise(&mut self, man: usize, wrong: &Wrong) -> bool {
        let at = self.tables.square(usize::from(self.aims[man]));
        let mut men: Vec<Observer> = self.observers_of_royal().collect();
        men.retain(|observer| self.pins(usize::from(observer.state), at));
        if let &Wrong::Open { square, own } = wrong {
            if !self.fill(square, Self::stalemates) {
                return false;
            }
            if !own {
                men.extend(self.arrivals_on(square));
            }
        }
        self.try_each(&men, Self::stalemates)
    }
}
