//! Rows that were worked out around men that stand still, kept for when they are asked for again.

use super::around::Standing;
use super::matching::Row;

/// Places at first, and at most.
const LEAST: usize = 1 << 9;
const MOST_KEPT: usize = 1 << 15;

/// What a row depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    pub state: u16,
    pub standing: Standing,
    pub may_capture: bool,
}

/// Rows by what they depend on; the newer of two with the same place stays.
///
/// It grows with the number of rows that were not found, so that small problems pay for few places.
#[derive(Debug)]
pub struct Rows {
    places: Vec<Option<(Asked, Row)>>,
    missed: usize,
}

impl Default for Rows {
    fn default() -> Self {
        Self { places: vec![None; LEAST], missed: 0 }
    }
}

impl Rows {
    fn place(&self, asked: &Asked) -> usize {
        let own = u64::from(asked.state) * 2 + u64::from(asked.may_capture);
        let mix = asked.standing.squares.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ own.wrapping_mul(0x94d0_49bb_1331_11eb);
        (mix >> 40) as usize % self.places.len()
    }

    /// The row, if it is known.
    pub fn get(&self, asked: &Asked) -> Option<&Row> {
        let kept = self.places[self.place(asked)].as_ref();
        kept.filter(|(known, _)| known == asked).map(|(_, row)| row)
    }

    /// Keeps a row that was not known.
    pub fn put(&mut self, asked: Asked, row: Row) {
        self.missed += 1;
        if self.missed > self.places.len() && self.places.len() < MOST_KEPT {
            let old = std::mem::take(&mut self.places);
            self.places = vec![None; old.len() * 4];
            for (asked, row) in old.into_iter().flatten() {
                let place = self.place(&asked);
                self.places[place] = Some((asked, row));
            }
            self.missed = 0;
        }
        let place = self.place(&asked);
        self.places[place] = Some((asked, row));
    }
}
