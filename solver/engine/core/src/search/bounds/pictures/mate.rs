//! Pictures of mates: the royal man's square is observed, every flight observed or blocked.
//!
//! Complete by construction: take any final position and suppose that all aims given so far are true
//! of it.  Of a square of the field that is not covered yet, the position has a man that covers it,
//! with an open way; that man has no aim yet, or the square would be covered; so giving it its true
//! aim is one of the ways tried.  The same holds of the man that lends another one its walk.  In the end a picture is kept whose aims are all true.  Pictures that
//! have another one in them need not be kept: of the men of a position that are needed, take as few as
//! will do; the argument holds for them alone.

use super::draft::{Draft, Observer};

impl Draft<'_> {
    /// Draws all mates that go on from here; false when drawing is given up.
    pub fn mates(&mut self) -> bool {
        if !self.step() {
            return false;
        }
        if let Some(lender) = self.missing_lender() {
            let mut men = self.arrivals_on(self.tables.square(lender));
            men.retain(|man| self.tables.unlent(man.state.into()) == lender);
            return self.try_each(&men, Self::mates);
        }
        let Some((bit, ways)) = self.next_uncovered() else {
            self.keep(Self::is_complete);
            return true;
        };
        ways == 0 || self.cover(bit, Self::mates)
    }

    /// Covers a square of the field in every way and goes on with `next`.
    pub fn cover(&mut self, bit: usize, next: fn(&mut Self) -> bool) -> bool {
        let observers: Vec<_> = self.observers_of(bit).collect();
        self.try_each(&observers, next) && (bit == 0 || self.fill(self.field[bit].index(), next))
    }

    /// Gives each of these mating men its aim in turn and goes on with `next`.
    pub fn try_each(&mut self, men: &[Observer], next: fn(&mut Self) -> bool) -> bool {
        men.iter().all(|&observer| {
            let before = self.observe(observer);
            let patient = next(self);
            self.unobserve(&before);
            patient
        })
    }

    /// Puts a man of the mated side on a square in every way and goes on with `next`.
    pub fn fill(&mut self, square: usize, next: fn(&mut Self) -> bool) -> bool {
        if self.tables.stalemate {
            let blockers: Vec<_> = self.blockers_of(square).collect();
            return blockers.into_iter().all(|(man, _)| self.fill_in_shape(man, square, next));
        }
        if self.occupied >> square & 1 != 0 {
            return true;
        }
        let Some(before) = self.block_anyhow(square) else { return true };
        let patient = next(self);
        self.restore(&before);
        patient
    }
}
