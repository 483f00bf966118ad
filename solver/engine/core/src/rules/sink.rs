//! What becomes of generated moves: a list, a count, or only whether there is one.

use crate::board::{Bits, Square};

use super::moves::{Move, MoveList};

/// Takes moves; returning true stops the generation.
pub(super) trait Sink<B: Bits> {
    /// Whether only legal moves are wanted.
    const LEGAL: bool = true;
    /// Whether any move will do, so that of some moves of a man one may be left out for another.
    const ANY: bool = false;

    /// Ordinary moves of one man, in ascending order of arrival.
    fn many(&mut self, from: Square, targets: B, enemy: B) -> bool;

    /// Any other move.
    fn one(&mut self, mv: Move) -> bool;
}

/// Lists the moves.
pub(super) struct Listed<'a>(pub &'a mut MoveList);

impl<B: Bits> Sink<B> for Listed<'_> {
    #[inline]
    fn many(&mut self, from: Square, targets: B, enemy: B) -> bool {
        for to in targets.squares() {
            self.0.push(Move::ordinary(from, to, enemy.has(to)));
        }
        false
    }

    #[inline]
    fn one(&mut self, mv: Move) -> bool {
        self.0.push(mv);
        false
    }
}

/// Lists moves that may leave a royal man observed.
pub(super) struct Pseudo<'a>(pub &'a mut MoveList);

impl<B: Bits> Sink<B> for Pseudo<'_> {
    const LEGAL: bool = false;

    fn many(&mut self, from: Square, targets: B, enemy: B) -> bool {
        Listed(self.0).many(from, targets, enemy)
    }

    fn one(&mut self, mv: Move) -> bool {
        self.0.push(mv);
        false
    }
}

/// Counts the moves.
#[derive(Default)]
pub(super) struct Counted(pub usize);

impl<B: Bits> Sink<B> for Counted {
    #[inline]
    fn many(&mut self, _: Square, targets: B, _: B) -> bool {
        self.0 += targets.count();
        false
    }

    #[inline]
    fn one(&mut self, _: Move) -> bool {
        self.0 += 1;
        false
    }
}

/// Counts the moves until there are more than enough.
pub(super) struct CountedTo {
    pub count: usize,
    pub enough: usize,
}

impl<B: Bits> Sink<B> for CountedTo {
    #[inline]
    fn many(&mut self, _: Square, targets: B, _: B) -> bool {
        self.count += targets.count();
        self.count > self.enough
    }

    #[inline]
    fn one(&mut self, _: Move) -> bool {
        self.count += 1;
        self.count > self.enough
    }
}

/// Stops at the first move.
pub(super) struct Any;

impl<B: Bits> Sink<B> for Any {
    const ANY: bool = true;

    #[inline]
    fn many(&mut self, _: Square, targets: B, _: B) -> bool {
        targets.any()
    }

    #[inline]
    fn one(&mut self, _: Move) -> bool {
        true
    }
}

/// Stops at a certain move.
pub(super) struct Sought(pub Move);

impl<B: Bits> Sink<B> for Sought {
    #[inline]
    fn many(&mut self, from: Square, targets: B, enemy: B) -> bool {
        let to = self.0.to();
        targets.has(to) && Move::ordinary(from, to, enemy.has(to)) == self.0
    }

    #[inline]
    fn one(&mut self, mv: Move) -> bool {
        mv == self.0
    }
}

/// Stops at the first move, which may leave a royal man observed.
pub(super) struct AnyPseudo;

impl<B: Bits> Sink<B> for AnyPseudo {
    const LEGAL: bool = false;

    #[inline]
    fn many(&mut self, _: Square, targets: B, _: B) -> bool {
        targets.any()
    }

    #[inline]
    fn one(&mut self, _: Move) -> bool {
        true
    }
}
