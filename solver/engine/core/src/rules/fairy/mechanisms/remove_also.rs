use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::super::setup::Colour;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A capture also strikes another man with the walk of the captured one, as the captor's side likes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemoveAlso {
    /// Men of which side, seen from the captor's.
    of: Whose,
    /// Whether it changes its side instead of vanishing.
    #[serde(default)]
    recolour: bool,
    /// After promotion instead of before.
    #[serde(default)]
    late: bool,
    /// Whether neutral men are of either side.
    #[serde(default)]
    neutral: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Whose {
    Own,
    Enemy,
}

impl<B: Bits> Mechanism<B> for RemoveAlso {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        if self.late { Stage::Recolouring } else { Stage::Retinue }
    }

    fn only_captures(&self) -> bool {
        true
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some((_, captured)) = turn.deed.last_captured() else { return };
        let side = match self.of {
            Whose::Own => turn.deed.side,
            Whose::Enemy => turn.deed.side.other(),
        };
        let pos = &*turn.pos;
        let of_side = if self.neutral { pos.men(side) } else { pos.colours[Colour::from(side).index()] };
        let men = pos.of_kind(captured.kind) & of_side & !pos.royal;
        let chosen = turn.choose(men.count());
        let Some(sq) = men.squares().nth(chosen) else { return };
        match turn.pos.man(sq) {
            Some(man) if self.recolour => {
                let colour = man.colour.other();
                turn.change(sq, super::super::Man { colour, ..man });
            }
            _ => turn.remove(sq),
        }
    }
}
