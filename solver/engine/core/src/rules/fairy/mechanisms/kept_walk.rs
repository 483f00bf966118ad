use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};
use crate::movement::Captures;

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that moves by the walk of an enemy that observes it becomes such a man, and is no longer
/// royal; while an enemy observes it, no other man of its side moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptWalk {
    mover: Men,
}

impl KeptWalk {
    // Whether an enemy observes such a man of the side.
    fn has_to_move<B: Bits>(&self, look: Look<'_, B>, side: Side) -> bool {
        let mut men = (self.mover.squares(look.pos) & look.pos.men(side)).squares();
        men.any(|sq| look.observed(sq, side.other(), !B::EMPTY, Level::Own))
    }

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
                look.rules.ends(look.pos, side, (from, from), kind, &mut ends);
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
        &[Hook::Note, Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Record
    }

    fn notes(&self, turn: &mut Turn<'_, B>) {
        if !self.mover.has(turn.deed.mover, turn.deed.from) {
            turn.refused |= self.has_to_move(turn.look(), turn.deed.side);
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
            man.royal = false;
            turn.change(sq, man);
        }
    }
}
