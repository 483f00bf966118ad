use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::filter::Men;
use super::super::man::Man;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// When a man is captured, men of its side take its walk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Succession {
    /// Whose capture it is about.
    captured: Men,
    /// Who changes.
    heirs: Men,
    /// By the kind of the captured man, what they become; kinds that are left out change nothing.
    map: Vec<(u8, u8)>,
    /// One of them, whichever the capturing side likes; else all.
    #[serde(default)]
    one: bool,
    /// They take the attributes of the captured man as well.
    #[serde(default)]
    attributes: bool,
}

impl<B: Bits> Mechanism<B> for Succession {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Succession
    }

    fn only_captures(&self) -> bool {
        true
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some((at, captured)) = turn.deed.last_captured() else { return };
        let kind = self.map.iter().find(|&&(from, _)| from == captured.kind).map(|&(_, to)| to);
        let Some(kind) = kind else { return };
        if !self.captured.has(captured, at) {
            return;
        }
        // That of an own man is the other side's as well.  Source: Popeye 4, by experiment.
        let side = turn.deed.side.other();
        let mut heirs: B = turn.pos.men(side) & self.heirs.squares(turn.pos);
        if self.one {
            let chosen = turn.choose(heirs.count());
            heirs = heirs.squares().nth(chosen).map_or(B::EMPTY, B::bit);
        }
        for sq in heirs.squares() {
            if let Some(man) = turn.pos.man(sq) {
                let traits = if self.attributes { captured.traits } else { man.traits };
                turn.change(sq, Man { kind, ..man });
                turn.change(sq, Man { kind, traits, ..man });
            }
        }
    }
}
