use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::super::moves::{Move, MoveList};
use super::super::Fairy;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::position::Position;

/// Moves that mate are legal only if they are not too many.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MateQuota {
    most: usize,
}

impl<B: Bits> Mechanism<B> for MateQuota {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Select]
    }

    fn selects(&self, rules: &Fairy<B>, pos: &mut Position<B>, moves: &mut MoveList) {
        let mates: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| {
                rules.apply(pos, mv);
                let look = Look { rules, pos };
                let mates = look.in_check(pos.side) && rules.mated(look);
                pos.take_back();
                mates
            })
            .collect();
        if mates.len() > self.most {
            moves.retain(|mv| !mates.contains(mv));
        }
    }
}
