//! What it costs at least to have squares blocked, each by a man of its own.

use super::super::tables::NEVER;
use super::draft::Draft;

/// By square, who of the men of which nothing is said yet comes there cheapest.
pub struct Fills {
    cheapest: [(u8, u8); 64],
    /// What it costs the next one.
    next: [u8; 64],
    /// Squares on which mating men may stand at the end.
    others: u64,
}

impl Fills {
    pub fn new(draft: &Draft<'_>) -> Self {
        let (mut cheapest, mut next) = ([(NEVER, NEVER); 64], [NEVER; 64]);
        for man in draft.undecided() {
            for (square, &cost) in draft.arrivals[man].iter().enumerate() {
                let (_, least) = cheapest[square];
                if cost < least {
                    next[square] = least;
                    cheapest[square] = (man as u8, cost);
                } else if cost < next[square] {
                    next[square] = cost;
                }
            }
        }
        Self { cheapest, next, others: draft.mating_places() }
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
            let (man, cost) = self.cheapest[square];
            let cost = if but == Some(usize::from(man)) { self.next[square] } else { cost };
            sum = sum.saturating_add(cost);
        }
        sum
    }
}
