//! Which men could check with their next move if the board were as they need it.

use crate::board::{Bits, Geometry, Side, Square};
use crate::movement::Movement;

use super::compiled::Kind;

/// For each side, kind and target: squares from which a man may, by its next move, come to observe
/// the target, or do what only a test can judge (promote, capture elsewhere).
#[derive(Clone, Debug)]
pub(super) struct Prospects<B> {
    from: [Vec<B>; 2],
    observing: [Vec<B>; 2],
}

impl<B: Bits> Prospects<B> {
    pub fn compile(movement: &Movement<B>, kinds: &[Kind<B>], geometry: &Geometry) -> Self {
        let from = Side::BOTH.map(|side| {
            let mut from = vec![B::EMPTY; kinds.len() * B::CAPACITY];
            for (number, kind) in kinds.iter().enumerate() {
                let promotes = kind.promotion_squares[side.index()];
                for target in geometry.squares() {
                    let observed_from = origins(movement, number as u8, side, target);
                    let promising = geometry.squares().filter(|&from| {
                        let reach = movement.reach(number as u8, side, from);
                        let far = reach.has_paths() && !reach.has_plain_paths();
                        far || reach.span.meets(observed_from | promotes)
                    });
                    from[number * B::CAPACITY + target.index()] = B::of(promising);
                }
            }
            from
        });
        let observing = Side::BOTH.map(|side| {
            let mut observing = vec![B::EMPTY; kinds.len() * B::CAPACITY];
            for kind in 0..kinds.len() {
                for target in geometry.squares() {
                    observing[kind * B::CAPACITY + target.index()] =
                        origins(movement, kind as u8, side, target);
                }
            }
            observing
        });
        Prospects { from, observing }
    }

    /// Squares from which a man observes the target on a board that suits it.
    #[inline]
    pub fn observing(&self, kind: u8, side: Side, target: Square) -> B {
        self.observing[side.index()][usize::from(kind) * B::CAPACITY + target.index()]
    }

    #[inline]
    pub fn of(&self, kind: u8, side: Side, target: Square) -> B {
        self.from[side.index()][usize::from(kind) * B::CAPACITY + target.index()]
    }
}

/// Squares from which a man observes the target on a board that suits it.
pub(super) fn origins<B: Bits>(movement: &Movement<B>, kind: u8, side: Side, target: Square) -> B {
    let observers = &movement.observers[side.index()];
    let mut found = observers.leaps_of(kind, target) | observers.shots_of(kind, target);
    for class in 0..observers.riders.len() {
        if observers.classes_of(kind) & 1 << class != 0 {
            for line in observers.lines(target, class) {
                found |= line.lower | line.upper;
            }
        }
    }
    let searched = observers.searched.iter().zip(observers.searches(target));
    for (_, origins) in searched.filter(|(searched, _)| **searched == kind) {
        found |= *origins;
    }
    found & observers.open(target)
}
