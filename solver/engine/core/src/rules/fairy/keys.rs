//! Keys of the hash, computed where they are needed: a fact that a rule may read is packed into one
//! word, and the word is mixed.

use crate::board::{Bits, Square};

const PASSED: u64 = 1 << 56;
const CASTLING: u64 = 2 << 56;
const UNMOVED: u64 = 4 << 56;
const STATE: u64 = 3 << 56;
const HOLE: u64 = 5 << 56;

/// Black is to move.
pub(super) const BLACK: u64 = 0x8c5f_b0a6_31d2_947e;

/// A man that made a double step may be captured on the square.
#[inline]
pub(super) fn passed(sq: Square) -> u64 {
    mix(PASSED | u64::from(sq.0))
}

/// The square has become a hole.
#[inline]
pub(super) fn hole(sq: Square) -> u64 {
    mix(HOLE | u64::from(sq.0))
}

/// The men on these squares have not moved, and the castlings whose bits are set are allowed.
#[inline]
pub(super) fn unmoved<B: Bits>(men: B, rights: u32) -> u64 {
    let mut hash = if rights == 0 { 0 } else { mix(CASTLING | u64::from(rights)) };
    for sq in men.squares() {
        hash ^= mix(UNMOVED | u64::from(sq.0));
    }
    hash
}

/// The memory of a rule holds this value.
#[inline]
pub(super) fn state(slot: u8, value: u64) -> u64 {
    if value == 0 { 0 } else { mix(mix(STATE | u64::from(slot)) ^ value) }
}

/// splitmix64.
#[inline]
pub(super) fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
