use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::super::setup::Colour;
use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// The man that a man jumps goes on to an empty square, and must be able to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HurdleMove {
    mover: Men,
    /// Whose walk leads it there.
    walk: Walk,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Walk {
    Hurdle,
    Mover,
}

impl HurdleMove {
    // The hurdle goes where the mover wants it.
    fn go<B: Bits>(&self, turn: &mut Turn<'_, B>, from: Square) {
        let Some(hurdle) = turn.pos.man(from) else { return };
        let own = match hurdle.colour {
            Colour::White => Side::White,
            Colour::Black => Side::Black,
            Colour::Neutral => turn.deed.side,
        };
        let kind = match self.walk {
            Walk::Hurdle => hurdle.kind,
            Walk::Mover => turn.deed.mover.kind,
        };
        let arrivals = turn.rules.quiet_arrivals(turn.pos, own, from, kind);
        let chosen = turn.choose(arrivals.count());
        let Some(to) = arrivals.squares().nth(chosen) else {
            turn.refused = true;
            return;
        };
        turn.shift(from, to);
        turn.rules.promote_on(turn, to, own);
    }
}

impl<B: Bits> Mechanism<B> for HurdleMove {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Note, Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Hurdles
    }

    fn notes(&self, turn: &mut Turn<'_, B>) {
        if self.mover.has(turn.deed.mover) {
            let hurdles = turn.hurdles();
            turn.note(turn.deed.from, hurdles);
        }
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        for sq in turn.noted(turn.deed.from).squares() {
            self.go(turn, sq);
        }
    }
}
