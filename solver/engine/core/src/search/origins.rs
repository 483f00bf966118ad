//! Where each man stood in the diagram, for goals that ask it.
//!
//! Kept beside the position by searches that need it, changed by what the journal of each half-move
//! says, and part of the key in the table: two positions of the same men may differ in it.

use crate::board::{Side, Square};
use crate::rules::{Play, Relocation};
use crate::stipulation::Goal;

use super::worker::Worker;

const NOBODY: u16 = u16::MAX;

/// The man on each square by its square in the diagram, with the way back.
#[derive(Clone, Debug)]
pub struct Origins {
    at: Vec<u16>,
    hash: u64,
    /// Where the last half-move put back a man.
    reborn: Option<Square>,
    before: Vec<Before>,
    /// Squares that changed, with what they held.
    changed: Vec<(Square, u16)>,
}

/// The state at the start of a half-move.
#[derive(Clone, Copy, Debug)]
struct Before {
    hash: u64,
    reborn: Option<Square>,
    changed: usize,
}

impl Origins {
    /// Nothing has moved yet; `men`: the squares of all men of the diagram, of `squares` squares.
    pub fn new(squares: usize, men: impl IntoIterator<Item = Square>) -> Self {
        let mut origins = Self {
            at: vec![NOBODY; squares],
            hash: 0,
            reborn: None,
            before: Vec::new(),
            changed: Vec::new(),
        };
        for square in men {
            origins.set(square, u16::from(square.0));
        }
        origins.changed.clear();
        origins
    }

    /// Follows the men through a half-move.
    pub fn follow(&mut self, relocations: &[Relocation]) {
        let (hash, reborn, changed) = (self.hash, self.reborn, self.changed.len());
        self.before.push(Before { hash, reborn, changed });
        self.reborn = None;
        let mut gone = NOBODY;
        for &relocation in relocations {
            match relocation {
                Relocation::Gone(square) => gone = self.set(square, NOBODY),
                Relocation::Moved(from, to) => {
                    let man = self.set(from, NOBODY);
                    self.set(to, man);
                }
                Relocation::Reborn(square) => {
                    self.set(square, gone);
                    self.reborn = Some(square);
                }
            }
        }
    }

    /// Takes the last half-move back; does nothing at the start.
    pub fn undo(&mut self) {
        let Some(before) = self.before.pop() else { return };
        for (square, man) in self.changed.drain(before.changed..).rev() {
            self.at[square.index()] = man;
        }
        self.hash = before.hash;
        self.reborn = before.reborn;
    }

    /// 64 bits over all of it; incremental.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Where the man on `square` stood in the diagram.
    pub fn of(&self, square: Square) -> Option<Square> {
        let man = self.at[square.index()];
        (man != NOBODY).then_some(Square(man as u8))
    }

    /// Where the man is now that stood on `origin`, if it is on the board.
    pub fn find(&self, origin: Square) -> Option<Square> {
        let found = self.at.iter().position(|&man| man == u16::from(origin.0))?;
        Some(Square(found as u8))
    }

    /// Where the last half-move put back a man.
    pub fn reborn(&self) -> Option<Square> {
        self.reborn
    }

    /// The man on `square` is at home again.
    pub fn is_home(&self, square: Square) -> bool {
        self.of(square) == Some(square)
    }

    /// The square of the man with which the man on `square` has changed places.
    pub fn exchanged_with(&self, square: Square) -> Option<Square> {
        let home = self.of(square)?;
        (home != square && self.of(home) == Some(square)).then_some(home)
    }

    /// Returns what the square held.
    fn set(&mut self, square: Square, man: u16) -> u16 {
        let held = std::mem::replace(&mut self.at[square.index()], man);
        self.changed.push((square, held));
        self.hash ^= word(square, held) ^ word(square, man);
        held
    }
}

impl<P: Play> Worker<'_, P> {
    /// Begins to follow the men, if a goal of the tree asks where they stood.
    pub fn note_origins(&mut self) {
        if !self.tree.goals().any(Goal::follows_men) {
            return;
        }
        let mut men = Vec::new();
        for side in Side::BOTH {
            self.rules.men(&self.pos, side, &mut men);
        }
        let squares = men.into_iter().map(|(_, square)| square);
        self.origins = Some(Box::new(Origins::new(self.rules.squares(), squares)));
    }

    /// Follows the men through the half-move just played.
    pub fn follow_men(&mut self) {
        if let Some(origins) = &mut self.origins {
            let mut relocations = Vec::new();
            self.rules.relocations(&self.pos, &mut relocations);
            origins.follow(&relocations);
        }
    }
}

/// A fixed random word for a man on a square (splitmix64).
fn word(square: Square, man: u16) -> u64 {
    if man == NOBODY {
        return 0;
    }
    let seed = u64::from(square.0) << 16 | u64::from(man);
    let mut z = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::Origins;
    use crate::board::Square;
    use crate::rules::Relocation::{Gone, Moved, Reborn};

    fn three() -> Origins {
        Origins::new(64, [Square(0), Square(1), Square(9)])
    }

    #[test]
    fn a_man_that_returns_is_home() {
        let mut origins = three();
        let start = origins.hash();
        origins.follow(&[Moved(Square(0), Square(8))]);
        assert!(!origins.is_home(Square(8)));
        assert_ne!(origins.hash(), start);
        origins.follow(&[Moved(Square(8), Square(0))]);
        assert!(origins.is_home(Square(0)));
        assert_eq!(origins.hash(), start);
    }

    #[test]
    fn men_exchange_places_and_undo_restores() {
        let mut origins = three();
        let start = origins.hash();
        origins.follow(&[Moved(Square(0), Square(8))]);
        origins.follow(&[Moved(Square(1), Square(0))]);
        origins.follow(&[]);
        origins.follow(&[Moved(Square(8), Square(1))]);
        assert_eq!(origins.exchanged_with(Square(1)), Some(Square(0)));
        assert_eq!(origins.find(Square(0)), Some(Square(1)));
        assert_ne!(origins.hash(), start);
        for _ in 0..4 {
            origins.undo();
        }
        assert_eq!(origins.hash(), start);
        assert!(origins.is_home(Square(0)) && origins.is_home(Square(1)));
    }

    #[test]
    fn a_man_that_is_reborn_stays_the_same() {
        let mut origins = three();
        origins.follow(&[Moved(Square(9), Square(17))]);
        origins.follow(&[Gone(Square(17)), Moved(Square(0), Square(17)), Reborn(Square(9))]);
        assert_eq!(origins.reborn(), Some(Square(9)));
        assert!(origins.is_home(Square(9)));
        origins.undo();
        assert_eq!((origins.reborn(), origins.of(Square(17))), (None, Some(Square(9))));
        origins.follow(&[Gone(Square(17)), Moved(Square(0), Square(17))]);
        assert_eq!((origins.reborn(), origins.find(Square(9))), (None, None));
    }
}
