//! Captures en passant.

use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};
use crate::movement::Captures;

use super::super::moves::{Form, Move};
use super::Fairy;
use super::keys;
use super::observe::Look;
use super::position::Position;

impl<B: Bits> Fairy<B> {
    /// Captures en passant, by a walk of the man's own or a borrowed one.
    pub(super) fn passing_moves(
        &self,
        pos: &mut Position<B>,
        side: Side,
        from: Square,
        kinds: &[u8],
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if pos.passed.is_empty() || pos.passer == from {
            return ControlFlow::Continue(());
        }
        let mut moves: Vec<Move> = Vec::new();
        for &kind in kinds {
            for (to, captures) in self.passing_ends(pos, side, from, kind) {
                // With a further leg it is a move like others.
                let mv = if self.hooks.legs.is_empty() || pos.passed.has(to) {
                    Move::en_passant(from, to, pos.passer)
                } else {
                    Move::along(from, to, captures)
                };
                if !moves.contains(&mv) && !self.is_closed(pos, side, kind, mv) {
                    moves.push(mv);
                }
            }
        }
        for mv in moves {
            if !self.captures_barred(pos, side, mv) {
                found(pos, mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    // Where a man ends that captures en passant.
    fn passing_ends(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        kind: u8,
    ) -> Vec<(Square, Captures)> {
        if !self.game.kinds[usize::from(kind)].captures_en_passant {
            return Vec::new();
        }
        let captures = Captures::NONE.with(pos.passer);
        let over = pos.passed.squares();
        let arrivals =
            over.flat_map(|over| self.passing_arrivals(pos, side, from, kind, over).squares());
        let mut ends: Vec<_> = arrivals.map(|to| (to, captures)).collect();
        if !self.hooks.legs.is_empty() {
            self.change_legs(pos, side, from, (kind, Form::EnPassant), &mut ends);
        }
        ends
    }

    /// Notes the right of `side` to capture `passer` on one of `over`, where some pawn could.
    pub(super) fn allow_en_passant(
        &self,
        pos: &mut Position<B>,
        side: Side,
        over: B,
        passer: Square,
    ) {
        let men = pos.men(side) & !B::bit(passer);
        for sq in over.squares() {
            // A further leg may bring any man there.
            if self.passers(pos, side, sq, men, true).any() || !self.hooks.legs.is_empty() {
                pos.passed |= B::bit(sq);
                pos.passer = passer;
                pos.hash ^= keys::passed(sq, passer);
            }
        }
    }

    /// Those of `men`, moved by `side`, that could capture en passant on `over`; `borrowing`: by a
    /// walk that they borrow as well, and not by one that another has replaced.
    pub(super) fn passers(
        &self,
        pos: &Position<B>,
        side: Side,
        over: Square,
        men: B,
        borrowing: bool,
    ) -> B {
        let look = Look { rules: self, pos };
        let lent = if borrowing { self.lent(look, men) } else { B::EMPTY };
        let borrowers = lent.squares().filter(|&from| {
            let mut kinds = self.walks(look, side, from, true).into_iter();
            kinds.any(|kind| self.passing_arrivals(pos, side, from, kind, over).any())
        });
        let mut found = B::of(borrowers);
        let men = men & !lent;
        for (kind, info) in self.game.kinds.iter().enumerate() {
            if info.captures_en_passant {
                let able = (pos.kinds[kind] & men & self.able(kind as u8, side, over)).squares();
                let able = able
                    .filter(|&from| self.passing_arrivals(pos, side, from, kind as u8, over).any());
                found |= B::of(able);
            }
        }
        found
    }

    // Where men may stand to capture on a square.
    fn able(&self, kind: u8, side: Side, over: Square) -> B {
        if self.hooks.departures.is_empty() { self.origins(kind, side, over) } else { !B::EMPTY }
    }

    /// Where the man on `from` arrives when it captures en passant on `over` by a walk, from wherever
    /// it sets out.
    pub(super) fn passing_arrivals(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        kind: u8,
        over: Square,
    ) -> B {
        if !self.game.kinds[usize::from(kind)].captures_en_passant {
            return B::EMPTY;
        }
        if self.hooks.departures.is_empty() {
            return self.passing_from(pos, side, (from, from), kind, over);
        }
        let look = Look { rules: self, pos };
        let departures = self.departures(look, side, (from, kind), true).into_iter();
        departures.fold(B::EMPTY, |found, at| {
            found | self.passing_from(pos, side, (from, at), kind, over)
        })
    }

    /// Where the man on `from`, as if it stood on `at`, arrives when it captures en passant by a
    /// walk: on that square, or beyond it when it passes over what it captures.
    pub(super) fn passing_from(
        &self,
        pos: &Position<B>,
        side: Side,
        (from, at): (Square, Square),
        kind: u8,
        over: Square,
    ) -> B {
        let movement = &self.game.movement;
        let reach = movement.reach(kind, side, at);
        let mut found = reach.capture & B::bit(over);
        if let Some((graph, start)) = movement.paths(kind, side, reach) {
            let mut view = Look { rules: self, pos }.view(side, over);
            view.sides[side.other().index()] &= !B::bit(from);
            let view = view.with_man_at(side, from, at);
            let mut memory = pos.memory.walk.borrow_mut();
            graph.walk(start, side, &view, &mut memory, |arrival| {
                if arrival.captures == Captures::NONE.with(over) && arrival.to != over {
                    found |= B::bit(arrival.to);
                }
                false
            });
        }
        found
    }
}
