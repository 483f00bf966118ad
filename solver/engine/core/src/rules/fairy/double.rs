//! Double steps.

use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};
use crate::movement::Captures;

use super::super::moves::Move;
use super::Fairy;
use super::observe::Look;
use super::position::Position;

impl<B: Bits> Fairy<B> {
    /// Where the double steps of a kind lead when the men stand on these squares.
    pub(super) fn free_double_steps(&self, occupied: B, side: Side, from: Square, kind: u8) -> B {
        let info = &self.game.kinds[usize::from(kind)];
        if !info.double_from[side.index()].has(from) {
            return B::EMPTY;
        }
        let doubles = info.doubles[side.index()].iter();
        let free = doubles.filter(|double| {
            let mut way = [Some(double.over), double.beyond, Some(double.to)].into_iter().flatten();
            double.from == from && way.all(|sq| !occupied.has(sq))
        });
        B::of(free.map(|double| double.to))
    }

    /// Those of them that no rule closes.
    pub(super) fn double_steps(&self, pos: &Position<B>, side: Side, from: Square, kind: u8) -> B {
        let free = self.free_double_steps(pos.occupied(), side, from, kind);
        let open = |to: &Square| !self.is_closed(pos, side, kind, Move::double(from, *to));
        B::of(free.squares().filter(open))
    }

    /// Gives the double steps of a man.
    pub(super) fn pawn_moves(
        &self,
        pos: &mut Position<B>,
        side: Side,
        from: Square,
        kind: u8,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let doubles = &self.game.kinds[usize::from(kind)].double_from[side.index()];
        if self.hooks.departures.is_empty() && !doubles.has(from) {
            return ControlFlow::Continue(());
        }
        for to in self.all_double_steps(pos, side, from, kind).squares() {
            found(pos, Move::double(from, to))?;
        }
        ControlFlow::Continue(())
    }

    /// Those of a walk from wherever the man sets out.
    pub(super) fn all_double_steps(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        kind: u8,
    ) -> B {
        if self.hooks.departures.is_empty() {
            self.double_steps(pos, side, from, kind)
        } else {
            self.double_steps_from_elsewhere(pos, side, from, kind)
        }
    }

    // Those where the man may set out from other squares: from there only where it does not come by
    // other moves.
    fn double_steps_from_elsewhere(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        kind: u8,
    ) -> B {
        let departures = self.departures(Look { rules: self, pos }, side, (from, kind), false);
        let own = departures.first() == Some(&from);
        let mut found = B::EMPTY;
        for at in departures {
            let steps = self.free_double_steps(pos.occupied() & !B::bit(from), side, at, kind);
            for to in steps.squares() {
                let again = at != from
                    && (own && to == from || pos.memory.arrivals.contains(&(to, Captures::NONE)));
                if !again && !self.is_closed(pos, side, kind, Move::double(from, to)) {
                    found |= B::bit(to);
                }
            }
        }
        found
    }
}
