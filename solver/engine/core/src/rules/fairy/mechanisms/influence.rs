use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::super::moves::Form;
use super::super::filter::Men;
use super::super::journal::{Effect, Reason};
use super::super::man::Man;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// Men of the other side a king's step from a man that has moved take another walk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Influence {
    mover: Men,
    subject: Men,
    /// By the mover's kind, what they become; kinds that are left out change nothing.
    map: Vec<(u8, u8)>,
    /// Those of them that take the mover's own walk instead.
    #[serde(default)]
    alike: Option<Men>,
}

/// The order in which the men around are told; Popeye's.
const AROUND: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)];

impl Influence {
    fn spreads<B: Bits>(&self, turn: &mut Turn<'_, B>, at: Square) {
        let Some(mover) = turn.pos.man(at) else { return };
        let kind = self.map.iter().find(|&&(from, _)| from == mover.kind).map(|&(_, to)| to);
        let Some(kind) = kind else { return };
        if !self.mover.has(mover, at) {
            return;
        }
        let enemies = turn.pos.men(turn.deed.side.other()) & !B::bit(at);
        let subjects: B = enemies & self.subject.squares(turn.pos);
        for step in AROUND {
            for sq in (subjects & turn.rules.near(Side::White, at, step)).squares() {
                let Some(man) = turn.pos.man(sq) else { continue };
                let alike = self.alike.as_ref().is_some_and(|alike| alike.has(man, sq));
                let kind = if alike { mover.kind } else { kind };
                if man.kind == kind {
                    turn.confirm(sq);
                } else {
                    turn.change(sq, Man { kind, ..man });
                }
                turn.unmoved(sq);
            }
        }
    }
}

impl<B: Bits> Mechanism<B> for Influence {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act, Hook::Unmoved]
    }

    fn stage(&self) -> Stage {
        Stage::Influence
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        if turn.mv.form() != Form::Castling {
            if let Some((at, _)) = turn.mover() {
                self.spreads(turn, at);
            }
            return;
        }
        let castled = turn.pos.last_effects().iter().filter_map(|effect| match *effect {
            Effect::Move { to, reason: Reason::Castling, .. } => Some(to),
            _ => None,
        });
        for at in castled.collect::<Vec<Square>>() {
            self.spreads(turn, at);
        }
    }
}
