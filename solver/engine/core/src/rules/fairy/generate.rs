//! Moves of the pieces' own movement, in canonical order, before any choice and any test of check.

use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};
use crate::movement::{Captures, View};

use super::super::compiled::Double;
use super::super::moves::{Form, Move};
use super::Fairy;
use super::man::Man;
use super::mechanism::Way;
use super::observe::Look;
use super::position::Position;

impl<B: Bits> Fairy<B> {
    /// Calls `found` for every move of the side to move that the rules do not forbid before it is
    /// played, until it breaks off.
    pub(super) fn pseudo_legal(
        &self,
        pos: &mut Position<B>,
        mut found: impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = pos.side;
        for from in pos.men(side).squares() {
            self.moves_of(pos, side, from, &mut found)?;
        }
        ControlFlow::Continue(())
    }

    /// The same for the man on one square.
    pub(super) fn moves_of(
        &self,
        pos: &mut Position<B>,
        side: Side,
        from: Square,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(man) = pos.man(from) else { return ControlFlow::Continue(()) };
        if self.halted(Look { rules: self, pos }, side, from) {
            return ControlFlow::Continue(());
        }
        let mut arrivals = std::mem::take(&mut pos.memory.arrivals);
        arrivals.clear();
        if self.lends_walks() {
            let kinds = self.walks(Look { rules: self, pos }, side, from);
            for &kind in &kinds {
                self.arrivals(pos, side, from, kind, &mut arrivals);
            }
            arrivals.sort_unstable();
            arrivals.dedup();
        } else {
            self.arrivals(pos, side, from, man.kind, &mut arrivals);
        }
        let mut flow = ControlFlow::Continue(());
        for &(to, captures) in &arrivals {
            let mv = Move::along(from, to, captures);
            if !self.captures_barred(pos, side, mv) {
                flow = found(pos, mv);
            }
            if flow.is_break() {
                break;
            }
        }
        pos.memory.arrivals = arrivals;
        flow?;
        self.pawn_moves(pos, side, from, man, found)?;
        self.castle(pos, side, from, found)
    }

    fn captures_barred(&self, pos: &Position<B>, side: Side, mv: Move) -> bool {
        let look = Look { rules: self, pos };
        mv.captures().iter().any(|target| self.barred(look, side, mv.from(), target))
    }

    // Where the walk of a man leads, and what it captures on the way, from wherever it sets out.
    fn arrivals(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        kind: u8,
        out: &mut Vec<(Square, Captures)>,
    ) {
        if self.hooks.departures.is_empty() {
            self.arrivals_from(pos, side, (from, from), kind, out);
            return;
        }
        let start = out.len();
        for captures in [false, true] {
            for at in self.departures(Look { rules: self, pos }, side, from, captures) {
                let mut found = Vec::new();
                self.arrivals_from(pos, side, (from, at), kind, &mut found);
                let fits = |&(to, taken): &(Square, Captures)| {
                    taken.is_empty() != captures && (at == from || to != from)
                };
                out.extend(found.into_iter().filter(fits));
            }
        }
        out[start..].sort_unstable();
        out.dedup();
    }

    /// The same for the man on `from` as if it stood on `at`.
    fn arrivals_from(
        &self,
        pos: &Position<B>,
        side: Side,
        (from, at): (Square, Square),
        kind: u8,
        out: &mut Vec<(Square, Captures)>,
    ) {
        let view = pos.view_at(side, from, at);
        let enemy = view.sides[side.other().index()];
        let own = view.occupied & !enemy;
        let movement = &self.game.movement;
        let reach = movement.reach(kind, side, at);
        let first = out.len();
        for to in movement.targets(reach, own, enemy).squares() {
            let captures = Captures::NONE;
            out.push((to, if enemy.has(to) { captures.with(to) } else { captures }));
        }
        if let Some((graph, start)) = movement.paths(kind, side, reach) {
            let mut memory = pos.memory.walk.borrow_mut();
            graph.walk(start, side, &view, &mut memory, |arrival| {
                out.push((arrival.to, arrival.captures));
                false
            });
            out[first..].sort_unstable();
            out.dedup();
        }
        if !self.hooks.ways.is_empty() {
            let look = Look { rules: self, pos };
            let mut at = first;
            while let Some(&(to, captures)) = out.get(at) {
                let form = Form::Ordinary;
                if self.closed(look, &Way { by: side, from, to, captures, kind, form }) {
                    out.remove(at);
                } else {
                    at += 1;
                }
            }
        }
    }

    // Whether a rule keeps the man from this move of its own walk.
    fn is_closed(&self, pos: &Position<B>, by: Side, kind: u8, mv: Move) -> bool {
        let (from, to, captures, form) = (mv.from(), mv.to(), mv.captures(), mv.form());
        self.closed(Look { rules: self, pos }, &Way { by, from, to, captures, kind, form })
    }

    /// Where a man of this kind, moved by `side`, may go from a square without capturing, when the
    /// men stand as in `view`; castling is left out.
    pub(super) fn quiet_arrivals(
        &self,
        pos: &Position<B>,
        view: &View<B>,
        side: Side,
        from: Square,
        kind: u8,
    ) -> B {
        let occupied = view.occupied;
        let movement = &self.game.movement;
        let reach = movement.reach(kind, side, from);
        let mut found = movement.targets(reach, occupied, B::EMPTY);
        if let Some((graph, start)) = movement.paths(kind, side, reach) {
            let mut memory = pos.memory.walk.borrow_mut();
            graph.walk(start, side, view, &mut memory, |arrival| {
                if arrival.captures.is_empty() {
                    found |= B::bit(arrival.to);
                }
                false
            });
        }
        let doubles = self.game.kinds[usize::from(kind)].doubles[side.index()].iter();
        for double in doubles.filter(|double| double.from == from) {
            if !occupied.has(double.over) && !occupied.has(double.to) {
                found |= B::bit(double.to);
            }
        }
        found & !occupied
    }

    // Double steps and captures en passant.
    fn pawn_moves(
        &self,
        pos: &mut Position<B>,
        side: Side,
        from: Square,
        man: Man,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let info = &self.game.kinds[usize::from(man.kind)];
        if info.double_from[side.index()].any() {
            let departures = self.departures(Look { rules: self, pos }, side, from, false);
            let own = departures.first() == Some(&from);
            let mut done = if own { B::bit(from) } else { B::EMPTY };
            for at in departures {
                for double in self.doubles(pos, side, (from, at), man.kind) {
                    let mv = Move::double(from, double.to);
                    // From elsewhere only where the man does not come from its own square.
                    let single = || pos.memory.arrivals.contains(&(double.to, Captures::NONE));
                    let again = done.has(double.to) || (at != from && single());
                    if !again && !self.is_closed(pos, side, man.kind, mv) {
                        done |= B::bit(double.to);
                        found(pos, mv)?;
                    }
                }
            }
        }
        if info.captures_en_passant && pos.passed.any() && pos.passer != from {
            let passer = pos.passer;
            for over in pos.passed.squares() {
                let able = self.passes_from(pos, side, from, over).is_some();
                let mv = Move::en_passant(from, over, passer);
                let barred = self.captures_barred(pos, side, mv);
                if able && !barred && !self.is_closed(pos, side, man.kind, mv) {
                    found(pos, mv)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    // The double steps of the man on `from` as if it stood on `at`.
    fn doubles<'a>(
        &'a self,
        pos: &Position<B>,
        side: Side,
        (from, at): (Square, Square),
        kind: u8,
    ) -> impl Iterator<Item = &'a Double> + use<'a, B> {
        let occupied = pos.occupied() & !B::bit(from);
        self.game.kinds[usize::from(kind)].doubles[side.index()].iter().filter(move |double| {
            double.from == at && !occupied.has(double.over) && !occupied.has(double.to)
        })
    }

    // From where the man on `from` captures en passant on `over`.
    pub(super) fn passes_from(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        over: Square,
    ) -> Option<Square> {
        let kind = pos.man(from)?.kind;
        let able = self.game.movement.observers[side.index()].leaps_of(kind, over);
        let departures = self.departures(Look { rules: self, pos }, side, from, true);
        let at = departures.into_iter().find(|&at| able.has(at))?;
        self.game.kinds[usize::from(kind)].captures_en_passant.then_some(at)
    }

    /// From where the mover sets out to make a move, when rules leave it other squares.
    pub(super) fn departure(&self, pos: &Position<B>, side: Side, mv: Move) -> Square {
        let from = mv.from();
        let Some(man) = pos.man(from) else { return from };
        let look = Look { rules: self, pos };
        let departures = || self.departures(look, side, from, mv.is_capture()).into_iter();
        let found = match mv.form() {
            Form::Ordinary => {
                let end = (mv.to(), mv.captures());
                let kinds = self.walks(look, side, from);
                departures().find(|&at| {
                    let mut ends = Vec::new();
                    for &kind in &kinds {
                        self.arrivals_from(pos, side, (from, at), kind, &mut ends);
                    }
                    ends.contains(&end)
                })
            }
            Form::Double => departures().find(|&at| {
                self.doubles(pos, side, (from, at), man.kind).any(|double| double.to == mv.to())
            }),
            Form::EnPassant => self.passes_from(pos, side, from, mv.to()),
            Form::Castling | Form::Null => None,
        };
        found.unwrap_or(from)
    }

    fn castle(
        &self,
        pos: &mut Position<B>,
        side: Side,
        from: Square,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut rights = pos.castling & self.game.castlings_of[side.index()];
        while rights != 0 {
            let number = rights.trailing_zeros() as usize;
            rights &= rights - 1;
            let castling = &self.game.castlings[number];
            if castling.king == from
                && !castling.empty.meets(pos.occupied())
                && self.may_pass(pos, side, number)
            {
                let mv = Move::castling(from, castling.king_to, number as u8);
                let rook = Move::castling(castling.rook, castling.rook_to, number as u8);
                if !self.is_closed(pos, side, castling.king_kind, mv)
                    && !self.is_closed(pos, side, castling.rook_kind, rook)
                {
                    found(pos, mv)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    // A royal man may not be observed where it stands and passes.
    fn may_pass(&self, pos: &mut Position<B>, side: Side, number: usize) -> bool {
        let castling = &self.game.castlings[number];
        if !pos.royal.has(castling.king) {
            return true;
        }
        let by = side.other();
        let observed = |pos: &Position<B>, sq: Square| {
            let look = Look { rules: self, pos };
            look.observed(sq, by, !B::EMPTY, look.check_level())
        };
        !observed(pos, castling.king)
            && castling.pass.iter().all(|&sq| {
                pos.begin(by);
                pos.shift(castling.king, sq, super::Reason::Castling);
                let seen = observed(pos, sq);
                pos.take_back();
                !seen
            })
    }
}
