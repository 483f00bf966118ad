//! The men of both sides in a position of the past, and a key for them.

use crate::board::Side;

use super::graph::State;
use super::matching::MOST;

/// Men on squares, without rights and without order.
#[derive(Clone, Debug)]
pub struct Placed {
    men: [[u16; MOST]; 2],
    sizes: [u8; 2],
}

impl Placed {
    /// The men of both sides, at most `MOST` each.
    pub fn new(men: [&[State]; 2]) -> Self {
        let mut placed = Self { men: [[0; MOST]; 2], sizes: [0; 2] };
        for side in Side::BOTH {
            men[side.index()].iter().for_each(|&state| placed.add(side, state));
        }
        placed
    }

    /// The men of a side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = State> + Clone + '_ {
        let side = side.index();
        self.men[side][..usize::from(self.sizes[side])].iter().map(|&man| usize::from(man))
    }

    /// How many men a side has.
    pub fn count(&self, side: Side) -> usize {
        usize::from(self.sizes[side.index()])
    }

    /// The squares that men stand on.
    pub fn occupied(&self, squares: usize) -> u64 {
        let men = Side::BOTH.into_iter().flat_map(|side| self.of(side));
        men.fold(0, |set, man| set | 1 << (man % squares))
    }

    /// The man with that number among those of its side.
    pub fn man(&self, side: Side, number: usize) -> State {
        usize::from(self.men[side.index()][number])
    }

    /// Gives a man another state.
    pub fn put(&mut self, side: Side, number: usize, state: State) {
        self.men[side.index()][number] = state as u16;
    }

    /// One man more; the caller sees to it that there is room.
    pub fn add(&mut self, side: Side, state: State) {
        let size = &mut self.sizes[side.index()];
        self.men[side.index()][usize::from(*size)] = state as u16;
        *size += 1;
    }

    /// The same for the same men, in whatever order.
    pub fn key(&self) -> u64 {
        Side::BOTH.into_iter().fold(0, |key, side| key ^ key_of(side, self.of(side)))
    }
}

/// The part of one side in the key of a position.
pub fn key_of(side: Side, men: impl Iterator<Item = State>) -> u64 {
    men.fold(0, |key, man| key ^ key_of_man(side, man))
}

/// The part of one man in the key of a position.
pub fn key_of_man(side: Side, man: State) -> u64 {
    mixed((man * 2 + side.index()) as u64)
}

/// 64 bits that look drawn at random.  Source: Steele, Lea, Flood, "Fast splittable pseudorandom
/// number generators", 2014.
fn mixed(number: u64) -> u64 {
    let mut bits = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
