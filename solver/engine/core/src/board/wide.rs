use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Bits, Square};

/// A set of up to 256 squares, for boards above 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Wide([u64; 4]);

impl Wide {
    #[inline]
    fn zip(self, other: Wide, word: impl Fn(u64, u64) -> u64) -> Wide {
        let (a, b) = (self.0, other.0);
        Wide([word(a[0], b[0]), word(a[1], b[1]), word(a[2], b[2]), word(a[3], b[3])])
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;
    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        let a = self.0;
        Wide([!a[0], !a[1], !a[2], !a[3]])
    }
}

impl BitAndAssign for Wide {
    #[inline]
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl BitXorAssign for Wide {
    #[inline]
    fn bitxor_assign(&mut self, other: Wide) {
        *self = *self ^ other;
    }
}

impl Bits for Wide {
    const EMPTY: Wide = Wide([0; 4]);
    const CAPACITY: usize = 256;
    type Mailbox = [u8; 256];

    #[inline]
    fn bit(sq: Square) -> Wide {
        let mut words = [0; 4];
        words[(sq.0 >> 6) as usize] = 1 << (sq.0 & 63);
        Wide(words)
    }

    #[inline]
    fn has(self, sq: Square) -> bool {
        (self.0[(sq.0 >> 6) as usize] >> (sq.0 & 63)) & 1 != 0
    }

    #[inline]
    fn is_empty(self) -> bool {
        let a = self.0;
        (a[0] | a[1]) | (a[2] | a[3]) == 0
    }

    #[inline]
    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn first(self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Square((word * 64) as u8 + self.0[word].trailing_zeros() as u8))
    }

    #[inline]
    fn last(self) -> Option<Square> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(Square((word * 64) as u8 + 63 - self.0[word].leading_zeros() as u8))
    }

    #[inline]
    fn without_first(self) -> Wide {
        let mut words = self.0;
        if let Some(word) = words.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        Wide(words)
    }

    #[inline]
    fn up_to(sq: Square) -> Wide {
        let at = (sq.0 >> 6) as usize;
        let mut words = [0; 4];
        words[..at].fill(u64::MAX);
        words[at] = u64::MAX >> (63 - (sq.0 & 63));
        Wide(words)
    }

    #[inline]
    fn onward(sq: Square) -> Wide {
        let at = (sq.0 >> 6) as usize;
        let mut words = [0; 4];
        words[at + 1..].fill(u64::MAX);
        words[at] = u64::MAX << (sq.0 & 63);
        Wide(words)
    }

    #[inline]
    fn from_words(words: [u64; 4]) -> Wide {
        Wide(words)
    }

    #[inline]
    fn shifted(self, by: i32) -> Wide {
        let (words, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
        let word = |at: Option<usize>| at.and_then(|at| self.0.get(at)).copied().unwrap_or(0);
        let moved = |at: usize| {
            if by < 0 {
                let (near, far) = (word(Some(at + words)), word(Some(at + words + 1)));
                near >> bits | far.checked_shl(64 - bits).unwrap_or(0)
            } else {
                let (near, far) = (word(at.checked_sub(words)), word(at.checked_sub(words + 1)));
                near << bits | far.checked_shr(64 - bits).unwrap_or(0)
            }
        };
        Wide([0, 1, 2, 3].map(moved))
    }

    #[inline]
    fn slide(occupied: Wide, lower: Wide, upper: Wide) -> Wide {
        let mut reach = lower | upper;
        if let Some(below) = (occupied & lower).last() {
            reach &= Wide::onward(below);
        }
        if let Some(above) = (occupied & upper).first() {
            reach &= Wide::up_to(above);
        }
        reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_cross_words_and_lose_what_leaves() {
        let one = |sq: u8| Wide::bit(Square(sq));
        for by in [-256, -255, -128, -65, -64, -63, -16, -1, 0, 1, 16, 63, 64, 65, 128, 255, 256] {
            for sq in [0u8, 1, 63, 64, 127, 128, 200, 255] {
                let to = i32::from(sq) + by;
                let there = if (0..256).contains(&to) { one(to as u8) } else { Wide::EMPTY };
                assert_eq!(one(sq).shifted(by), there, "{sq} by {by}");
            }
        }
    }
}
