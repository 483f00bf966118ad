use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::super::setup::{Colour, Role};
use super::super::man::Man;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man whose role is not a pawn's leaves a man of a certain kind behind, unless its departure is on
/// the first or last rank or not empty.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LeaveBehind {
    kind: u8,
    whose: Whose,
    /// Whether a neutral man leaves neutral ones behind.
    #[serde(default)]
    neutral: bool,
    /// So many of that kind White may have, neutral ones among them; then no more are left behind.
    most_white: u32,
    most_black: u32,
    /// So many both sides may have.
    #[serde(default)]
    most_together: Option<u32>,
    /// Only for a side that has no more of them than the other.
    #[serde(default)]
    balanced: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Whose {
    Own,
    Enemy,
}

impl LeaveBehind {
    fn is_allowed<B: Bits>(&self, turn: &Turn<'_, B>, side: Side) -> bool {
        let pos = &*turn.pos;
        let count = |side: Side| (pos.of_kind(self.kind) & pos.men(side)).count() as u32;
        let most = [self.most_white, self.most_black][side.index()];
        let (white, black) = (count(Side::White), count(Side::Black));
        count(side) < most
            && self.most_together.is_none_or(|most| white + black < most)
            && (!self.balanced || count(side) <= count(side.other()))
    }
}

impl<B: Bits> Mechanism<B> for LeaveBehind {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Creation
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let (from, mover, rules) = (turn.deed.from, turn.deed.mover, turn.rules);
        let outside = rules.first_rank(Side::White) | rules.first_rank(Side::Black);
        let is_pawn = rules.game.kinds[usize::from(mover.kind)].role == Some(Role::Pawn);
        if is_pawn || outside.has(from) || turn.pos.man(from).is_some() {
            return;
        }
        let side = match self.whose {
            Whose::Own => turn.deed.side,
            Whose::Enemy => turn.deed.side.other(),
        };
        let neutral = self.neutral && mover.colour == Colour::Neutral;
        if neutral || self.is_allowed(turn, side) {
            let colour = if neutral { Colour::Neutral } else { side.into() };
            turn.place(from, Man { kind: self.kind, colour, ..Man::NOBODY });
        }
    }
}
