use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of squares: one bit per square, a1 = bit 0.
///
/// All operations cost a few machine words.  Squares given to it must lie below `CAPACITY`.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Default
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const EMPTY: Self;
    /// Number of squares that fit.
    const CAPACITY: usize;
    /// One byte per square.
    type Mailbox: Mailbox;

    /// The set of one square.
    fn bit(sq: Square) -> Self;
    /// Whether the square is in the set.
    fn has(self, sq: Square) -> bool;
    /// Whether the set has no square.
    fn is_empty(self) -> bool;
    /// Number of squares.
    fn count(self) -> usize;
    /// The lowest square.
    fn first(self) -> Option<Square>;
    /// The highest square.
    fn last(self) -> Option<Square>;
    /// The set without its lowest square.
    #[must_use]
    fn without_first(self) -> Self;
    /// All squares up to and including `sq`.
    fn up_to(sq: Square) -> Self;
    /// All squares from `sq` upwards, including it.
    fn onward(sq: Square) -> Self;
    /// Of the squares whose bits are set, 64 a word, those that fit.
    fn from_words(words: [u64; 4]) -> Self;
    /// Every square so many squares further on, or back; those that leave the set are lost.
    #[must_use]
    fn shifted(self, by: i32) -> Self;
    /// What a rider reaches along a line: all squares of `lower` down to the first man and of `upper`
    /// up to the first man, both men included.
    ///
    /// `lower` lies wholly below the rider's square and is scanned downwards, `upper` above it.
    fn slide(occupied: Self, lower: Self, upper: Self) -> Self;

    /// Whether the set has a square.
    #[inline]
    fn any(self) -> bool {
        !self.is_empty()
    }

    /// Whether the sets share a square.
    #[inline]
    fn meets(self, other: Self) -> bool {
        (self & other).any()
    }

    /// The squares in ascending order.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// The squares in descending order.
    #[inline]
    fn squares_down(self) -> impl Iterator<Item = Square> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let last = rest.last()?;
            rest ^= Self::bit(last);
            Some(last)
        })
    }

    /// The set of the given squares.
    fn of(squares: impl IntoIterator<Item = Square>) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, sq| set | Self::bit(sq))
    }
}

/// One byte for every square of the board.
pub trait Mailbox: Copy + Debug + Send + Sync + 'static {
    /// All bytes set to `value`.
    fn filled(value: u8) -> Self;
    /// The byte of a square.
    fn get(&self, sq: Square) -> u8;
    /// Writes the byte of a square.
    fn set(&mut self, sq: Square, value: u8);
}

impl Mailbox for [u8; 64] {
    fn filled(value: u8) -> Self {
        [value; 64]
    }

    #[inline]
    fn get(&self, sq: Square) -> u8 {
        self[(sq.0 & 63) as usize]
    }

    #[inline]
    fn set(&mut self, sq: Square, value: u8) {
        self[(sq.0 & 63) as usize] = value;
    }
}

impl Mailbox for [u8; 256] {
    fn filled(value: u8) -> Self {
        [value; 256]
    }

    #[inline]
    fn get(&self, sq: Square) -> u8 {
        self[sq.0 as usize]
    }

    #[inline]
    fn set(&mut self, sq: Square, value: u8) {
        self[sq.0 as usize] = value;
    }
}

/// The squares of a set in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(pub(super) B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first()?;
        self.0 = self.0.without_first();
        Some(first)
    }
}

impl Bits for u64 {
    const EMPTY: u64 = 0;
    const CAPACITY: usize = 64;
    type Mailbox = [u8; 64];

    #[inline]
    fn bit(sq: Square) -> u64 {
        1 << (sq.0 & 63)
    }

    #[inline]
    fn has(self, sq: Square) -> bool {
        (self >> (sq.0 & 63)) & 1 != 0
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn count(self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn first(self) -> Option<Square> {
        (self != 0).then(|| Square(self.trailing_zeros() as u8))
    }

    #[inline]
    fn last(self) -> Option<Square> {
        (self != 0).then(|| Square(63 - self.leading_zeros() as u8))
    }

    #[inline]
    fn without_first(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn up_to(sq: Square) -> u64 {
        u64::MAX >> (63 - (sq.0 & 63))
    }

    #[inline]
    fn onward(sq: Square) -> u64 {
        u64::MAX << (sq.0 & 63)
    }

    #[inline]
    fn from_words(words: [u64; 4]) -> u64 {
        words[0]
    }

    #[inline]
    fn shifted(self, by: i32) -> u64 {
        let far = by.unsigned_abs();
        let moved = if by < 0 { self.checked_shr(far) } else { self.checked_shl(far) };
        moved.unwrap_or(0)
    }

    // Adding -2^k (k the first man below) to twice the first man above leaves exactly the bits
    // from k up to that man.
    #[inline]
    fn slide(occupied: u64, lower: u64, upper: u64) -> u64 {
        let below = (occupied & lower) | 1;
        let above = occupied & upper;
        let from_below = u64::MAX << (63 - below.leading_zeros());
        let first_above = above & above.wrapping_neg();
        first_above.wrapping_mul(2).wrapping_add(from_below) & (lower | upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slide_stops_at_the_first_man_on_either_side() {
        let file_lower = 0x0000_0000_0001_0101;
        let file_upper = 0x0101_0101_0000_0000;
        assert_eq!(u64::slide(0, file_lower, file_upper), file_lower | file_upper);
        assert_eq!(
            u64::slide(0x0100_0000_0000_0001, 0x01, 0x0100_0000_0000_0000),
            0x0100_0000_0000_0001
        );
        let men = 0x0001_0000_0000_0100 | 0x0000_0100_0000_0000;
        assert_eq!(u64::slide(men, file_lower, file_upper), 0x0000_0101_0001_0100);
    }
}
