//! The cheapest way to block squares, each with a man of its own.

use super::super::tables::{MOST_SQUARES, NEVER, Row, State, Tables};
use super::MOST_MEN;
use super::sight::{Checker, Sight};

const NOWHERE: Row = [NEVER; MOST_SQUARES];

/// What is to be blocked, by whom.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    pub tables: &'a Tables,
    pub sight: &'a Sight,
    /// The men that may block.
    pub men: &'a [State],
    pub squares: u64,
    /// Those among them where the man is only to be captured.
    pub victims: u64,
    /// The only man that checks: who blocks must not be able to capture it or to cut it off.
    pub checker: Option<Checker>,
}

/// What it costs men to come to squares.
struct Costs<'a> {
    wanted: &'a Wanted<'a>,
    /// By man, what each square costs who blocks it.
    rows: [&'a Row; MOST_MEN],
}

impl Costs<'_> {
    #[inline]
    fn of(&self, man: usize, square: &Square) -> u8 {
        if square.victim {
            let state = self.wanted.men[man];
            return self.wanted.tables.mated_ways.to_squares(state)[usize::from(square.at)];
        }
        self.rows[man][usize::from(square.at)]
    }
}

/// A square that is wanted, with what it costs at least.
#[derive(Clone, Copy, Default)]
struct Square {
    at: u8,
    victim: bool,
    cheapest: u8,
}

impl<'a> Wanted<'a> {
    /// What each square costs a man that comes to block it.
    #[inline]
    fn row(&self, state: State) -> &'a Row {
        match self.checker {
            Some(checker) => self.sight.arrivals(self.tables, checker, state),
            None => self.tables.mated_ways.to_squares(state),
        }
    }

    /// Whether a man that goes from one state to another comes nearer to some square, and whether it
    /// goes farther from some.
    pub fn change(&self, from: State, to: State) -> (bool, bool) {
        let ways = &self.tables.mated_ways;
        let plain = (ways.to_squares(from), ways.to_squares(to));
        let blocking = (self.row(from), self.row(to));
        let (mut nearer, mut farther) = (false, false);
        let mut squares = self.squares;
        while squares != 0 {
            let at = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let (from, to) = if self.victims >> at & 1 != 0 { plain } else { blocking };
            nearer |= to[at] < from[at];
            farther |= to[at] > from[at];
        }
        (nearer, farther)
    }

    /// The least half-moves in which men come to stand on all squares; None when it is more than
    /// `most`.
    pub fn cost(&self, most: u8) -> Option<u8> {
        let mut squares = self.squares;
        if squares == 0 {
            return Some(0);
        }
        let mut costs = Costs { wanted: self, rows: [&NOWHERE; MOST_MEN] };
        for (row, &state) in costs.rows.iter_mut().zip(self.men) {
            *row = self.row(state);
        }
        let mut wanted = [Square::default(); 64];
        let mut count = 0;
        let mut least = 0u8;
        while squares != 0 {
            let at = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let victim = self.victims >> at & 1 != 0;
            let mut square = Square { at: at as u8, victim, cheapest: NEVER };
            for man in 0..self.men.len() {
                square.cheapest = square.cheapest.min(costs.of(man, &square));
            }
            least = least.saturating_add(square.cheapest);
            if least > most {
                return None;
            }
            wanted[count] = square;
            count += 1;
        }
        // With the dearest first, few ways remain.
        let wanted = &mut wanted[..count];
        wanted.sort_unstable_by_key(|square| std::cmp::Reverse(square.cheapest));
        let mut best = most.saturating_add(1);
        costs.assign(wanted, least, 0, &mut best);
        (best <= most).then_some(best)
    }
}

impl Costs<'_> {
    /// Assigns men to the squares, which cost `least` at least with what is assigned already.
    fn assign(&self, wanted: &[Square], least: u8, used: u32, best: &mut u8) {
        let Some((square, rest)) = wanted.split_first() else {
            *best = least;
            return;
        };
        for man in (0..self.wanted.men.len()).filter(|man| used >> man & 1 == 0) {
            // The cheapest man may be taken already: what is more than cheapest is added.
            let total = least.saturating_add(self.of(man, square) - square.cheapest);
            if total < *best {
                self.assign(rest, total, used | 1 << man, best);
            }
        }
    }
}
