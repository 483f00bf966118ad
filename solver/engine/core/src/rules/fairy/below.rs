//! Men that lie below the board, each under a square; one store, which all rules share.

use crate::board::{Bits, Side, Square};

use super::super::setup::Colour;
use super::turn::Turn;
use super::{Look, Man, Position};

/// Most men that may lie below the board, each in a slot of the memory of the rules.
pub(super) const MOST: u8 = 64;

const COLOURS: [Colour; 3] = [Colour::White, Colour::Black, Colour::Neutral];

impl<B: Bits> Turn<'_, B> {
    /// Lays a man under a square; beyond the most that may lie there the move is refused.
    pub fn bury(&mut self, sq: Square, man: Man) {
        self.refused |= !self.pos.bury(self.store(), sq, man);
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
    /// and promotes there to what is allowed; as a man of the other side if `turncoat`.
    pub fn go_below(
        &mut self,
        (sq, from): (Square, Option<Square>),
        (man, became): (Man, Man),
        side: Side,
        turncoat: bool,
        allowed: impl Fn(Look<'_, B>, Man) -> bool,
    ) {
        let mut after = became;
        let becomes = self.rules.promotions(became.kind, side, sq).iter().copied();
        let becomes: Vec<u8> =
            becomes.filter(|&kind| allowed(self.look(), Man { kind, ..became })).collect();
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
        self.pos.buried(self.store()).collect()
    }
}

impl<B: Bits> Position<B> {
    /// Lays a man under a square, in the store that begins with that slot; false when it is full.
    pub(super) fn bury(&mut self, store: u8, sq: Square, man: Man) -> bool {
        let count = self.buried(store).count() as u8;
        if count < MOST {
            self.remember(store + count, word(sq, man));
        }
        count < MOST
    }

    fn buried(&self, store: u8) -> impl Iterator<Item = u64> + '_ {
        (0..MOST).map(move |at| self.state(store + at)).take_while(|&word| word != 0)
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
