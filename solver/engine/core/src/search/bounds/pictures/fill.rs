//! What it costs at least to have squares blocked, each by a man of its own.

use super::super::tables::{MOST_SQUARES, NEVER, Row};
use super::draft::Draft;

const NOBODY: Row = [NEVER; MOST_SQUARES];

/// By square, what it costs that a man comes there of those of which nothing is said yet.
pub struct Fills {
    /// The man that comes cheapest, what that costs, and what it costs the next one.
    man: Row,
    cost: Row,
    next: Row,
    /// Squares on which mating men may stand at the end.
    others: u64,
}

impl Fills {
    pub fn new(draft: &Draft<'_>) -> Self {
        let (mut who, mut least, mut next) = (NOBODY, NOBODY, NOBODY);
        for (man, state) in draft.undecided() {
            let costs = draft.tables.mated_ways.to_squares(state);
            // All squares, so that it is a few steps of vectors.
            for square in 0..MOST_SQUARES {
                let (cost, before) = (costs[square], least[square]);
                next[square] = next[square].min(before.max(cost));
                who[square] = if cost < before { man as u8 } else { who[square] };
                least[square] = before.min(cost);
            }
        }
        Self { man: who, cost: least, next, others: draft.mating_places() }
    }

    /// Squares on which mating men may stand at the end.
    pub fn others(&self) -> u64 {
        self.others
    }

    /// The least half-moves in which all these squares are blocked, without the help of `but`.
    pub fn cost(&self, mut squares: u64, but: Option<usize>) -> u8 {
        let mut sum = 0u8;
        while squares != 0 {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let helps = but != Some(usize::from(self.man[square]));
            sum = sum.saturating_add(if helps { self.cost[square] } else { self.next[square] });
        }
        sum
    }
}
