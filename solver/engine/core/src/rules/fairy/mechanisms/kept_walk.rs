use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};
use crate::movement::Captures;

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that moves by the walk of an enemy that observes it keeps this walk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptWalk {
    mover: Men,
}

impl KeptWalk {
    // A man of each walk of enemies that observe the mover and go the way that it does.
    fn models<B: Bits>(&self, turn: &Turn<'_, B>) -> B {
        let (side, from, mv) = (turn.deed.side, turn.deed.from, turn.mv);
        let look: Look<'_, B> = turn.look();
        let enemies = look.pos.men(side.other());
        let mut models = B::EMPTY;
        for (&men, kind) in look.pos.kinds.iter().zip(0u8..) {
            let men = men & enemies & !B::bit(from);
            let mut ends: Vec<(Square, Captures)> = Vec::new();
            if look.observed(from, side.other(), men, Level::Own) {
                look.rules.ends(look.pos, side, from, kind, &mut ends);
            }
            if ends.contains(&(mv.to(), mv.captures()))
                && let Some(one) = men.squares().next()
            {
                models |= B::bit(one);
            }
        }
        models
    }
}

impl<B: Bits> Mechanism<B> for KeptWalk {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Note, Hook::Act, Hook::Unnamed]
    }

    fn stage(&self) -> Stage {
        Stage::Record
    }

    fn notes(&self, turn: &mut Turn<'_, B>) {
        if !self.mover.has(turn.deed.mover, turn.deed.from) {
            return;
        }
        let models: Vec<Square> = self.models(turn).squares().collect();
        if !models.is_empty() {
            let chosen = models[turn.choose(models.len())];
            // The man may be captured by the move itself: its kind is noted by its number.
            if let Some(model) = turn.pos.man(chosen) {
                turn.note(turn.deed.from, B::bit(Square(model.kind)));
            }
        }
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let kind = turn.noted(turn.deed.from).squares().next();
        if let (Some(kind), Some((sq, mut man))) = (kind, turn.mover()) {
            man.kind = kind.0;
            turn.change(sq, man);
        }
    }
}
