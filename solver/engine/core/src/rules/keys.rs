//! Keys of the hash: one for every fact that a rule may read.

use crate::board::{Side, Square};

/// Random words for men, royalty, rights and the side to move; the same in every run.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    men: Vec<u64>,
    royal: Vec<u64>,
    passed: Vec<u64>,
    castling: Vec<u64>,
    /// Black is to move.
    pub black: u64,
    capacity: usize,
}

impl Keys {
    pub fn new(kinds: usize, capacity: usize, castlings: usize) -> Keys {
        let mut state = 0x5eed_0fda_5017_u64;
        let mut words =
            |count: usize| -> Vec<u64> { (0..count).map(|_| next(&mut state)).collect() };
        let black = words(1)[0];
        Keys {
            royal: words(capacity),
            passed: words(capacity),
            castling: words(castlings),
            men: words(kinds * 2 * capacity),
            black,
            capacity,
        }
    }

    #[inline]
    pub fn man(&self, kind: u8, side: Side, sq: Square) -> u64 {
        self.men[(usize::from(kind) * 2 + side.index()) * self.capacity + sq.index()]
    }

    /// The man on the square is royal.
    #[inline]
    pub fn royal(&self, sq: Square) -> u64 {
        self.royal[sq.index()]
    }

    /// A man that made a double step may be captured on the square.
    #[inline]
    pub fn passed(&self, sq: Square) -> u64 {
        self.passed[sq.index()]
    }

    /// The castlings whose bits are set are allowed.
    #[inline]
    pub fn castlings(&self, mut rights: u32) -> u64 {
        let mut key = 0;
        while rights != 0 {
            key ^= self.castling[rights.trailing_zeros() as usize];
            rights &= rights - 1;
        }
        key
    }
}

// splitmix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
