use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};
use crate::movement::Captures;

use super::super::super::moves::{Form, MoveList};
use super::super::Fairy;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::position::Position;
use super::super::turn::Turn;

/// As a move, a side takes the part of the other one: the board is turned by half, and all men
/// change their side.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExchangeRoles {
    /// How often that may happen.
    #[serde(default)]
    most: Option<u64>,
    #[serde(skip)]
    slot: u8,
}

impl ExchangeRoles {
    fn may<B: Bits>(&self, look: Look<'_, B>) -> bool {
        self.most.is_none_or(|most| look.remembered(self.slot) < most)
    }
}

impl<B: Bits> Mechanism<B> for ExchangeRoles {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Special, Hook::Stop]
    }

    // How often it has happened.
    fn slots(&self) -> u8 {
        u8::from(self.most.is_some())
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    // It is told as a move of the side's first man to its own square.
    fn specials(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
        ends: &mut Vec<(Square, Captures)>,
    ) {
        let first = look.pos.men(by).squares().next();
        if first == Some(from) && self.may(look) {
            ends.push((from, Captures::NONE));
        }
    }

    // Who can do nothing else is mated or stalemated all the same.
    fn stops(&self, rules: &Fairy<B>, pos: &mut Position<B>, stopped: bool) -> bool {
        stopped || self.may(Look { rules, pos }) && {
            let mut moves = MoveList::new();
            rules.legal(pos, &mut moves);
            moves.iter().all(|mv| mv.form() == Form::Special && mv.from() == mv.to())
        }
    }

    fn plays(&self, turn: &mut Turn<'_, B>) -> bool {
        if turn.mv.from() != turn.mv.to() || !self.may(turn.look()) {
            return false;
        }
        turn.turn_round();
        if self.most.is_some() {
            let before = turn.look().remembered(self.slot);
            turn.remember(self.slot, before + 1);
        }
        true
    }
}
