use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};
use crate::movement::{Captures, View};

use super::super::super::setup::Colour;
use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
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
    // Where a hurdle may go, and as whose man, when the men stand as in `view`.
    fn arrivals<B: Bits>(
        &self,
        look: Look<'_, B>,
        view: &View<B>,
        (by, mover): (Side, u8),
        from: Square,
    ) -> (Side, B) {
        let Some(hurdle) = look.man(from) else { return (by, B::EMPTY) };
        let own = match hurdle.colour {
            Colour::White => Side::White,
            Colour::Black => Side::Black,
            Colour::Neutral => by,
        };
        let kind = match self.walk {
            Walk::Hurdle => hurdle.kind,
            Walk::Mover => mover,
        };
        (own, look.rules.quiet_arrivals(look.pos, view, own, from, kind))
    }

    // The hurdle goes where the mover wants it.
    fn go<B: Bits>(&self, turn: &mut Turn<'_, B>, from: Square) {
        let Some(hurdle) = turn.pos.man(from) else { return };
        let view = turn.pos.view_from(turn.deed.side, from);
        let mover = (turn.deed.side, turn.deed.mover.kind);
        let (own, arrivals) = self.arrivals(turn.look(), &view, mover, from);
        let chosen = turn.choose(arrivals.count());
        let Some(to) = arrivals.squares().nth(chosen) else {
            turn.refused = true;
            return;
        };
        turn.shift(from, to);
        turn.rules.promote_on(turn, to, own);
        if hurdle.colour == Colour::Neutral && turn.pos.man(to) == Some(hurdle) {
            turn.rules.promote_on(turn, to, own.other());
        }
    }
}

impl<B: Bits> Mechanism<B> for HurdleMove {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Note, Hook::Act, Hook::Take]
    }

    fn stage(&self) -> Stage {
        Stage::Hurdles
    }

    fn notes(&self, turn: &mut Turn<'_, B>) {
        if self.mover.has(turn.deed.mover, turn.deed.from) {
            let hurdles = turn.hurdles();
            turn.note(turn.deed.from, hurdles);
        }
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        for sq in turn.noted(turn.deed.from).squares() {
            self.go(turn, sq);
        }
    }

    fn takes(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        let Some(mover) = look.man(from).filter(|&man| self.mover.has(man, from)) else { return true };
        let mut view = look.view(by, target);
        view.sides[by.other().index()] &= !B::bit(from);
        let end = (target, Captures::NONE.with(target));
        let ways = look.rules.hurdles(&view, mover.kind, by, from, end);
        // The mover takes the place of the royal man.
        view.sides[by.index()] = (view.sides[by.index()] & !B::bit(from)) | B::bit(target);
        view.sides[by.other().index()] &= !B::bit(target);
        view.occupied &= !B::bit(from);
        ways.iter().any(|hurdles| {
            hurdles.squares().all(|sq| self.arrivals(look, &view, (by, mover.kind), sq).1.any())
        })
    }
}
