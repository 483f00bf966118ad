use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::{Men, Places};
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
    /// The same for subjects on these squares.
    #[serde(default)]
    apart: Option<Places>,
    #[serde(default)]
    apart_map: Option<Vec<(u8, u8)>>,
}

/// The order in which the men around are told; Popeye's.
const AROUND: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)];

impl Influence {
    fn map_for(&self, sq: Square) -> &[(u8, u8)] {
        let apart = self.apart.as_ref().is_some_and(|apart| apart.has(sq));
        let map = if apart { self.apart_map.as_ref() } else { None };
        map.unwrap_or(&self.map)
    }

    // What the man that has come to a square makes of those around it.
    fn spreads<B: Bits>(&self, turn: &mut Turn<'_, B>, at: Square) {
        let Some(mover) = turn.pos.man(at).filter(|&man| self.mover.has(man, at)) else { return };
        let enemies = turn.pos.men(turn.deed.side.other()) & !B::bit(at);
        let subjects: B = enemies & self.subject.squares(turn.pos);
        for step in AROUND {
            for sq in (subjects & turn.rules.near(Side::White, at, step)).squares() {
                let map = self.map_for(sq);
                let kind = map.iter().find(|&&(from, _)| from == mover.kind).map(|&(_, to)| to);
                if let (Some(kind), Some(man)) = (kind, turn.pos.man(sq)) {
                    become_one(turn, sq, man, kind);
                }
            }
        }
    }
}

// On a square of the array it counts as unmoved, also if it was such a man already.
fn become_one<B: Bits>(turn: &mut Turn<'_, B>, sq: Square, man: Man, kind: u8) {
    if man.kind == kind {
        turn.confirm(sq);
    } else {
        turn.change(sq, Man { kind, ..man });
    }
    for side in Side::BOTH.into_iter().filter(|&side| man.belongs_to(side)) {
        turn.promote_reborn(sq, side, |_, _| true);
    }
    turn.unmoved(sq);
}

impl<B: Bits> Mechanism<B> for Influence {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act, Hook::Unmoved]
    }

    fn stage(&self) -> Stage {
        Stage::Influence
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        if let Some((at, _)) = turn.mover() {
            self.spreads(turn, at);
        }
        if let Some((_, at)) = turn.castled() {
            self.spreads(turn, at);
        }
    }
}
