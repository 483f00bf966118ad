use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::super::setup::Colour;
use super::super::journal::Effect;
use super::super::man::Man;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A captured man stays below the square of its capture, and comes back when that square is left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Underworld {
    /// An attribute that it comes back with.
    #[serde(default)]
    attribute: Option<u8>,
    #[serde(skip)]
    slot: u8,
}

/// Most men that may lie below the board.
const MOST: u8 = 64;

const COLOURS: [Colour; 3] = [Colour::White, Colour::Black, Colour::Neutral];

impl Underworld {
    fn buried<B: Bits>(&self, turn: &Turn<'_, B>) -> impl Iterator<Item = u64> + use<B> {
        let state: Vec<u64> =
            (0..MOST).map(|at| turn.look().remembered(self.slot + at)).collect();
        state.into_iter().take_while(|&word| word != 0)
    }

    fn bury<B: Bits>(&self, turn: &mut Turn<'_, B>, sq: Square, man: Man) {
        let count = self.buried(turn).count() as u8;
        if count == MOST {
            turn.refused = true;
            return;
        }
        turn.remember(self.slot + count, word(sq, man));
    }

    // The man that was buried there last leaves the memory; those after it move up.
    fn raise<B: Bits>(&self, turn: &mut Turn<'_, B>, sq: Square) -> Option<Man> {
        let words: Vec<u64> = self.buried(turn).collect();
        let at = words.iter().rposition(|&word| square(word) == sq)?;
        for later in at..words.len() {
            let next = words.get(later + 1).copied().unwrap_or(0);
            turn.remember(self.slot + later as u8, next);
        }
        Some(man(words[at]))
    }
}

fn word(sq: Square, man: Man) -> u64 {
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

impl<B: Bits> Mechanism<B> for Underworld {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Surfacing
    }

    fn slots(&self) -> u8 {
        MOST
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let mut left = B::EMPTY;
        for (sq, mut man) in turn.deed.captured.into_iter().flatten() {
            if let Some(attribute) = self.attribute {
                man.traits |= 1 << attribute;
            }
            self.bury(turn, sq, man);
            left |= B::bit(sq);
        }
        for effect in turn.pos.last_effects() {
            if let Effect::Move { from, .. } = *effect {
                left |= B::bit(from);
            }
        }
        for sq in (left & !turn.pos.occupied()).squares() {
            if let Some(man) = self.raise(turn, sq) {
                turn.place(sq, man);
            }
        }
    }
}
