//! The cheapest way to block squares, each with a man of its own.

use super::super::tables::{MOST_SQUARES, NEVER, Row, State, Tables, Ways};
use super::MOST_MEN;
use super::sight::{Checker, Sight};

const NOWHERE: Row = [NEVER; MOST_SQUARES];

/// What is to be blocked, by whom.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    pub tables: &'a Tables,
    pub sight: &'a Sight,
    /// The mated side captures nothing.
    pub peaceful: bool,
    /// The men of the mated side, the royal man aside, by number.
    pub men: &'a [(u8, State)],
    /// Those among them that have aims elsewhere, as bits.
    pub busy: u32,
    pub squares: u64,
    /// Those among them where the man is only to be captured.
    pub victims: u64,
    /// The only man that checks: who blocks must not be able to capture it or to cut it off.
    pub checker: Option<Checker>,
}

/// What it costs men to come to squares.
struct Costs<'a> {
    wanted: &'a Wanted<'a>,
    /// By place in the list of men, what each square costs who blocks it.
    rows: [&'a Row; MOST_MEN],
}

impl Costs<'_> {
    #[inline]
    fn of(&self, place: usize, square: &Square) -> u8 {
        if square.victim {
            let (_, state) = self.wanted.men[place];
            return self.wanted.ways().to_squares(state)[usize::from(square.at)];
        }
        self.rows[place][usize::from(square.at)]
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
            Some(checker) => self.sight.arrivals(self.tables, checker, state, self.peaceful),
            None => self.ways().to_squares(state),
        }
    }

    fn ways(&self) -> &'a Ways {
        self.tables.ways_of_mated(self.peaceful)
    }

    /// Whether a man that goes from one state to another comes nearer to some square, and whether it
    /// goes farther from some.
    pub fn change(&self, number: u8, from: State, to: State) -> (bool, bool) {
        let (mut nearer, mut farther) = (false, false);
        if self.busy >> number & 1 != 0 {
            return (nearer, farther);
        }
        let ways = self.ways();
        let plain = (ways.to_squares(from), ways.to_squares(to));
        let blocking = (self.row(from), self.row(to));
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

    // The men that may still be sent, by number and place in the list.
    fn idle(&self, used: u32) -> impl Iterator<Item = (u8, usize)> {
        let taken = self.busy | used;
        let men = self.men.iter().enumerate().map(|(place, &(number, _))| (number, place));
        men.filter(move |&(number, _)| taken >> number & 1 == 0)
    }

    /// The least half-moves in which men come to stand on all squares; None when it is more than
    /// `most`.
    pub fn cost(&self, most: u8) -> Option<u8> {
        let mut squares = self.squares;
        if squares == 0 {
            return Some(0);
        }
        let mut costs = Costs { wanted: self, rows: [&NOWHERE; MOST_MEN] };
        for (row, &(_, state)) in costs.rows.iter_mut().zip(self.men) {
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
            let each = self.idle(0).map(|(_, place)| costs.of(place, &square));
            square.cheapest = each.min().unwrap_or(NEVER);
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
        for (number, place) in self.wanted.idle(used) {
            // The cheapest man may be taken already: what is more than cheapest is added.
            let total = least.saturating_add(self.of(place, square) - square.cheapest);
            if total < *best {
                self.assign(rest, total, used | 1 << number, best);
            }
        }
    }
}
