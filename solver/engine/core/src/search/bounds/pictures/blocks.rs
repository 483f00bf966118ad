//! The cheapest way to block squares, each with a man of its own.

use super::super::tables::{NEVER, State, Tables};
use super::sight::{Checker, Sight};

/// What is to be blocked, by whom.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    pub tables: &'a Tables,
    pub sight: &'a Sight,
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

/// What it costs the men to come to squares.
struct Costs<'a> {
    tables: &'a Tables,
    sight: &'a Sight,
    harmless: Option<&'a [u64]>,
    victims: u64,
}

impl Costs<'_> {
    #[inline]
    fn of(&self, state: State, square: usize) -> u8 {
        let harmless = self.harmless.filter(|_| self.victims >> square & 1 == 0);
        self.sight.arrival(self.tables, harmless, state, square)
    }
}

impl<'a> Wanted<'a> {
    fn costs(&self) -> Costs<'a> {
        let &Self { tables, sight, victims, checker, .. } = self;
        let harmless = checker.map(|checker| sight.harmless(tables, checker));
        Costs { tables, sight, harmless, victims }
    }

    // The men that may still be sent.
    fn idle(&self, used: u32) -> impl Iterator<Item = (u8, State)> {
        let taken = self.busy | used;
        self.men.iter().copied().filter(move |&(number, _)| taken >> number & 1 == 0)
    }

    /// The least half-moves in which men come to stand on all squares; None when it is more than
    /// `most`.
    pub fn cost(&self, most: u8) -> Option<u8> {
        let mut squares = self.squares;
        if squares == 0 {
            return Some(0);
        }
        let costs = self.costs();
        let mut wanted = [(0, 0); 64];
        let mut count = 0;
        let mut least = 0u8;
        while squares != 0 {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let each = self.idle(0).map(|(_, state)| costs.of(state, square));
            let cheapest = each.min().unwrap_or(NEVER);
            least = least.saturating_add(cheapest);
            if least > most {
                return None;
            }
            wanted[count] = (square, cheapest);
            count += 1;
        }
        // With the dearest first, few ways remain.
        let wanted = &mut wanted[..count];
        wanted.sort_unstable_by_key(|&(_, cost)| std::cmp::Reverse(cost));
        let mut best = most.saturating_add(1);
        self.assign(&costs, wanted, least, 0, &mut best);
        (best <= most).then_some(best)
    }

    /// Assigns men to the squares, which cost `least` at least with what is assigned already.
    fn assign(
        &self,
        costs: &Costs<'_>,
        wanted: &[(usize, u8)],
        least: u8,
        used: u32,
        best: &mut u8,
    ) {
        let Some((&(square, cheapest), rest)) = wanted.split_first() else {
            *best = least;
            return;
        };
        for (number, state) in self.idle(used) {
            // The cheapest man may be taken already: what is more than cheapest is added.
            let more = costs.of(state, square) - cheapest;
            let total = least.saturating_add(more);
            if total < *best {
                self.assign(costs, rest, total, used | 1 << number, best);
            }
        }
    }
}
