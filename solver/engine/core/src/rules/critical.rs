//! Which ordinary moves could complete a shot that lacks little.
//!
//! Such a move changes two squares: it empties its departure and fills its arrival.  A shot that
//! lacks one square is completed from one end, a shot that lacks two from both; one that lacks more
//! stays incomplete.

use crate::board::{Bits, Side, Square};
use crate::movement::{Shot, View};

/// Squares that matter as departure or as arrival.
#[derive(Clone, Copy, Debug)]
pub(super) struct Critical<B> {
    /// A departure from here may complete a shot, wherever the man goes.
    from: B,
    /// An arrival here may complete a shot, wherever the man comes from.
    to: B,
    /// A departure and an arrival in these two may together complete a shot.
    both_from: B,
    both_to: B,
}

impl<B: Bits> Critical<B> {
    /// No shot lacks little.
    pub const NONE: Critical<B> =
        Critical { from: B::EMPTY, to: B::EMPTY, both_from: B::EMPTY, both_to: B::EMPTY };

    /// Takes a shot of `side` into account; returns whether it is complete already.
    #[inline]
    pub fn add(&mut self, shot: &Shot<B>, side: Side, view: &View<B>) -> bool {
        let wrong = shot.wrong(side, view);
        if wrong.is_empty() {
            return true;
        }
        let second = wrong.without_first();
        if second.without_first().any() {
            return false;
        }
        // A man of the wrong colour may be righted by either end.
        let colours = (shot.friends | shot.enemies) & wrong;
        let emptied = (wrong & shot.empty) | colours;
        let filled = (wrong & !shot.empty) | colours;
        if second.is_empty() {
            self.from |= emptied;
            self.to |= filled;
        } else {
            self.both_from |= emptied;
            self.both_to |= filled;
        }
        false
    }

    /// Whether every move from here may complete a shot.
    #[inline]
    pub fn has_departure(&self, from: Square) -> bool {
        self.from.has(from)
    }

    /// Arrivals with which a move from here may complete a shot.
    #[inline]
    pub fn arrivals(&self, from: Square) -> B {
        if self.both_from.has(from) { self.to | self.both_to } else { self.to }
    }
}
