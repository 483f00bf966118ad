//! Men that lie below the board, each under a square; one store, which all rules share.

use crate::board::{Bits, Side, Square};

use super::super::setup::Colour;
use super::Man;
use super::turn::Turn;

/// Most men that may lie below the board, each in a slot of the memory of the rules.
pub(super) const MOST: u8 = 64;

const COLOURS: [Colour; 3] = [Colour::White, Colour::Black, Colour::Neutral];

impl<B: Bits> Turn<'_, B> {
    /// Lays a man under a square; beyond the most that may lie there the move is refused.
    pub fn bury(&mut self, sq: Square, man: Man) {
        let count = self.buried().len();
        if count == usize::from(MOST) {
            self.refused = true;
            return;
        }
        self.remember(self.store() + count as u8, word(sq, man));
    }

    /// The man that was laid under the square last leaves the store.
    pub fn raise(&mut self, sq: Square) -> Option<Man> {
        let words = self.buried();
        let at = words.iter().rposition(|&word| square(word) == sq)?;
        for later in at..words.len() {
            let next = words.get(later + 1).copied().unwrap_or(0);
            self.remember(self.store() + later as u8, next);
        }
        Some(man(words[at]))
    }

    /// A man, from another square or from nowhere, goes below the one on the square, as `became`,
    /// and promotes there; as a man of the other side if `turncoat`.
    pub fn go_below(
        &mut self,
        (sq, from): (Square, Option<Square>),
        (man, became): (Man, Man),
        side: Side,
        turncoat: bool,
    ) {
        let mut after = became;
        let becomes = self.rules.promotions(became.kind, side, sq);
        if !becomes.is_empty() {
            after.kind = becomes[self.choose(becomes.len())];
        }
        if turncoat {
            after.colour = after.colour.other();
        }
        if let Some(from) = from {
            self.vacate(from);
        }
        self.pos.note_below((sq, from), (man, became, after), self.acting);
        self.bury(sq, after);
    }

    /// The man on a square goes below it, whatever side it is of.
    pub fn sink(&mut self, sq: Square) {
        let Some(man) = self.pos.man(sq) else { return };
        self.vacate(sq);
        self.bury(sq, man);
    }

    fn vacate(&mut self, sq: Square) {
        self.pos.remove(sq, self.acting);
        if self.deed.at == Some(sq) {
            self.deed.at = None;
        }
    }

    /// The squares under which men lie.
    pub fn covers(&self) -> B {
        B::of(self.buried().into_iter().map(square))
    }

    fn store(&self) -> u8 {
        self.rules.hooks.store
    }

    fn buried(&self) -> Vec<u64> {
        let words = (0..MOST).map(|at| self.look().remembered(self.store() + at));
        words.take_while(|&word| word != 0).collect()
    }
}

/// A man under a square, as the store holds it.
pub(super) fn word(sq: Square, man: Man) -> u64 {
    1 | u64::from(man.royal) << 1
        | (man.colour.index() as u64) << 2
        | u64::from(man.origin.is_some()) << 4
        | u64::from(man.origin.map_or(0, |origin| origin.0)) << 56
        | u64::from(man.kind) << 8
        | u64::from(sq.0) << 16
        | u64::from(man.traits) << 24
}

fn square(word: u64) -> Square {
    Square((word >> 16 & 0xff) as u8)
}

fn man(word: u64) -> Man {
    Man {
        kind: (word >> 8 & 0xff) as u8,
        colour: COLOURS[(word >> 2 & 3) as usize],
        royal: word >> 1 & 1 != 0,
        traits: (word >> 24) as u32,
        origin: (word >> 4 & 1 != 0).then_some(Square((word >> 56) as u8)),
    }
}
