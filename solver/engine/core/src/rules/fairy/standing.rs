//! Men as they would stand after a half-move that is not played, and who would be observed then.

use crate::board::{Bits, Side, Square};
use crate::movement::View;

use super::Fairy;
use super::answered::Answer;
use super::man::Man;
use super::position::Position;

/// Men as they would stand: those that stay, and those that come.
#[derive(Clone, Copy)]
pub(super) struct Standing<B> {
    gone: B,
    come: [Option<(Square, u8, Side)>; 3],
    view: View<B>,
    royals: [B; 2],
}

impl<B: Bits> Standing<B> {
    /// The men without those on some squares.
    pub(super) fn without(pos: &Position<B>, gone: B) -> Standing<B> {
        let sides = Side::BOTH.map(|side| pos.men(side) & !gone);
        let view = View { sides, occupied: pos.occupied() & !gone };
        let royals = Side::BOTH.map(|side| pos.royals(side) & !gone);
        Standing { gone, come: [None; 3], view, royals }
    }

    /// The same with one more man, of a kind and a side.
    pub(super) fn with(mut self, (sq, kind, side): (Square, u8, Side), royal: bool) -> Standing<B> {
        let bit = B::bit(sq);
        self.view.sides[side.index()] |= bit;
        self.view.occupied |= bit;
        if royal {
            self.royals[side.index()] |= bit;
        }
        if let Some(free) = self.come.iter_mut().find(|one| one.is_none()) {
            *free = Some((sq, kind, side));
        }
        self
    }

    #[inline]
    fn of_kind(&self, pos: &Position<B>, kind: u8) -> B {
        let men = pos.of_kind(kind) & !self.gone;
        let come = self.come.iter().flatten().filter(|one| one.1 == kind);
        come.fold(men, |men, one| men | B::bit(one.0))
    }

    /// When a side has answered by a half-move.
    pub(super) fn after(self, answer: &Answer<B>, by: Side) -> Standing<B> {
        let left = B::bit(answer.from);
        let mut view = self.view;
        view.occupied &= !left;
        view.sides[by.index()] &= !left;
        Standing { gone: self.gone | left, view, ..self }.with((answer.to, answer.kind, by), false)
    }
}

impl<B: Bits> Fairy<B> {
    /// Those of some spots with which a royal man of a side is observed, where a man comes to one of
    /// them, if any does.
    pub(super) fn observed_after(
        &self,
        pos: &Position<B>,
        standing: &Standing<B>,
        back: Option<Man>,
        spots: B,
        royal: Side,
    ) -> B {
        let Some(man) = back else {
            return if self.is_seen(pos, standing, B::EMPTY, royal) { spots } else { B::EMPTY };
        };
        let (by, of) = (royal.other(), man.side_for(pos.side));
        let exact = |spots: B| {
            B::of(spots.squares().filter(|&sq| {
                let standing = standing.with((sq, man.kind, of), false);
                self.is_seen(pos, &standing, B::EMPTY, royal)
            }))
        };
        if !Side::BOTH.into_iter().all(|side| self.game.rides_straight(side)) {
            return exact(spots);
        }
        // One more man may stand in a way, or observe himself.
        if !self.is_seen(pos, standing, B::EMPTY, royal) {
            let royals = standing.royals[royal.index()].squares();
            let from = royals.fold(B::EMPTY, |all, sq| all | self.origins(man.kind, by, sq));
            return if of == by { exact(spots & from) } else { B::EMPTY };
        }
        if self.is_seen(pos, standing, spots, royal) { spots } else { exact(spots) }
    }

    // Whether a royal man of a side is observed, were there men on further squares.
    fn is_seen(&self, pos: &Position<B>, standing: &Standing<B>, further: B, royal: Side) -> bool {
        let by = royal.other();
        let sides = standing.view.sides;
        let view = View { sides, occupied: standing.view.occupied | further };
        standing.royals[royal.index()].squares().any(|sq| {
            let among = sides[by.index()] & self.ground[by.index()].from[sq.index()];
            let walking = |kind| standing.of_kind(pos, kind);
            self.game.observed_as(walking, &pos.memory.walk, &view, among, sq, by)
        })
    }
}
