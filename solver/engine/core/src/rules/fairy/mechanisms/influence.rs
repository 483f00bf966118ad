use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::filter::Men;
use super::super::man::Man;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// Men of the other side a king's step from a man that has moved take its walk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Influence {
    mover: Men,
    subject: Men,
    /// By the mover's kind, what they become; kinds that are left out change nothing.
    map: Vec<(u8, u8)>,
}

/// The order in which the men around are told; Popeye's.
const AROUND: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)];

impl<B: Bits> Mechanism<B> for Influence {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Influence
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some((at, mover)) = turn.mover() else { return };
        let kind = self.map.iter().find(|&&(from, _)| from == mover.kind).map(|&(_, to)| to);
        let Some(kind) = kind else { return };
        if !self.mover.has(mover, at) {
            return;
        }
        let enemies = turn.pos.men(turn.deed.side.other()) & !B::bit(at);
        let subjects: B = enemies & self.subject.squares(turn.pos);
        for step in AROUND {
            for sq in (subjects & turn.rules.near(Side::White, at, step)).squares() {
                match turn.pos.man(sq) {
                    Some(man) if man.kind == kind => turn.confirm(sq),
                    Some(man) => turn.change(sq, Man { kind, ..man }),
                    None => {}
                }
            }
        }
    }
}
