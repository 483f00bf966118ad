use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::super::moves::Form;
use super::super::mechanism::{Hook, Mechanism, Way};
use super::super::observe::{Level, Look};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A side pays for its moves by their lengths, and cannot make one that it cannot pay for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Budget {
    /// What White has, in hundredths; without limit if negative.
    white: i64,
    /// What Black has; unless given, both pay from the same store.
    #[serde(default)]
    black: Option<i64>,
    #[serde(skip)]
    slot: u8,
}

const UNLIMITED: u64 = u64::MAX;

impl Budget {
    const fn slot_of(&self, side: Side) -> u8 {
        match (side, self.black) {
            (Side::Black, Some(_)) => self.slot + 1,
            _ => self.slot,
        }
    }

    // What a side has: one more is remembered.
    fn left<B: Bits>(&self, look: Look<'_, B>, side: Side) -> u64 {
        look.remembered(self.slot_of(side)).saturating_sub(1)
    }

    fn text<B: Bits>(&self, look: Look<'_, B>, side: Side) -> String {
        match look.remembered(self.slot_of(side)) {
            UNLIMITED => "-".to_owned(),
            more => {
                let left = more.saturating_sub(1);
                let text = format!("{}.{:02}", left / 100, left % 100);
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
        }
    }
}

// The length of a vector in hundredths.
fn length((x, y): (i32, i32)) -> u64 {
    (f64::from(x * x + y * y).sqrt() * 100.0).round() as u64
}

fn remembered(hundredths: i64) -> u64 {
    u64::try_from(hundredths).map_or(UNLIMITED, |left| left + 1)
}

impl<B: Bits> Mechanism<B> for Budget {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Course, Hook::Act, Hook::Tell]
    }

    fn stage(&self) -> Stage {
        Stage::Budget
    }

    fn slots(&self) -> u8 {
        2
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    fn surveys(&self, _: Look<'_, B>, state: &mut [u64]) {
        if let [white, black] = state {
            *white = remembered(self.white);
            *black = self.black.map_or(0, remembered);
        }
    }

    // A man guards and supports others though its side could not pay for the way.  Source: Popeye 4, by
    // experiment.
    fn asks(&self) -> Level {
        Level::Free
    }

    fn closes(&self, look: Look<'_, B>, way: &Way) -> bool {
        // Of a castling only the way of the king is paid for.
        let partner = way.form == Form::Castling
            && look.rules.game.castlings.iter().any(|castling| castling.rook == way.from);
        !partner && length(look.rules.vector(way.from, way.to)) > self.left(look, way.by)
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let side = turn.deed.side;
        let before = turn.look().remembered(self.slot_of(side));
        if before != UNLIMITED {
            let spent = length(turn.rules.vector(turn.deed.from, turn.deed.to));
            turn.remember(self.slot_of(side), before.saturating_sub(spent).max(1));
        }
    }

    fn tells(&self, look: Look<'_, B>) -> String {
        let mover = look.pos.side.other();
        if look.remembered(self.slot_of(mover)) == UNLIMITED {
            return String::new();
        }
        let white = self.text(look, Side::White);
        match self.black {
            Some(_) => format!("{white}/{}", self.text(look, Side::Black)),
            None => white,
        }
    }
}
