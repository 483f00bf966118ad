use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::Fairy;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::position::Position;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A move mates only if the man that makes it was observed by so many enemies before.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ObservedMate {
    observers: u64,
    #[serde(skip)]
    slot: u8,
}

impl<B: Bits> Mechanism<B> for ObservedMate {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Note, Hook::Act, Hook::Mate]
    }

    fn stage(&self) -> Stage {
        Stage::Record
    }

    // One more than the number of men that observed the man that made the last move.
    fn slots(&self) -> u8 {
        1
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    fn notes(&self, turn: &mut Turn<'_, B>) {
        let look = turn.look();
        let (side, from) = (turn.deed.side, turn.deed.from);
        let observes = |by: crate::board::Square| {
            look.observed(from, side.other(), B::bit(by), Level::Free)
        };
        let men = look.pos.men(side.other()).squares().filter(|&by| observes(by));
        let men = B::of(men);
        turn.note(from, men);
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let count = turn.noted(turn.deed.from).count() as u64;
        turn.remember(self.slot, count + 1);
    }

    fn mates(&self, rules: &Fairy<B>, pos: &mut Position<B>, mate: bool) -> bool {
        mate && Look { rules, pos }.remembered(self.slot) == self.observers + 1
    }
}
