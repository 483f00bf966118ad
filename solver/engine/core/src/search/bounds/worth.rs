//! Whether a bound saves more than it costs.
//!
//! The nearer the end, the more positions there are and the less each of them costs without the bound,
//! so it is given up from the end on: first for positions with the fewest half-moves to go.

/// Steps of the bound after which it is asked what they were worth.
const TRIAL: u64 = 1 << 20;
/// Steps of the bound that take as long as to look for mates in one half-move.
const LAST: u64 = 150;
/// How many times as long it takes to search a half-move more, at least.
const BRANCHING: u64 = 12;

/// What the bound has cost and saved where it was asked with the fewest half-moves to go.
#[derive(Clone, Default)]
pub struct Worth {
    /// With fewer half-moves to go it is not asked any more.
    least: usize,
    cost: u64,
    saved: u64,
}

impl Worth {
    /// Whether it is asked of positions with so many half-moves to go.
    #[inline]
    pub fn asks(&self, rest: usize) -> bool {
        rest >= self.least
    }

    /// So many positions with `rest` half-moves to go need no look.
    #[inline]
    pub fn spare(&mut self, rest: usize, positions: usize) {
        if rest <= self.least + 1 {
            let each = LAST * BRANCHING.saturating_pow(rest.saturating_sub(1) as u32);
            self.saved += positions as u64 * each;
        }
    }

    /// It has taken so many steps to find out whether a position is hopeless.
    #[inline]
    pub fn weigh(&mut self, rest: usize, steps: u64, hopeless: bool) {
        // That of positions with no half-move to go is asked once more for what mates.
        if rest.saturating_sub(1) > self.least {
            return;
        }
        self.cost += steps;
        if hopeless {
            self.spare(rest, 1);
        }
        if self.cost >= TRIAL {
            self.least += usize::from(self.cost > self.saved);
            (self.cost, self.saved) = (0, 0);
        }
    }
}
