//! Where the walks of men lead, and what they capture on the way.

use crate::board::{Bits, Side, Square};
use crate::movement::{Captures, View};

use super::super::moves::{Form, Move};
use super::Fairy;
use super::mechanism::Way;
use super::observe::{Level, Look};
use super::position::Position;

impl<B: Bits> Fairy<B> {
    /// Changes the ends of a walk as rules want them.
    pub(super) fn change_legs(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        gait: (u8, Form),
        ends: &mut Vec<(Square, Captures)>,
    ) {
        for rule in self.those(&self.hooks.legs, side) {
            rule.legs(Look { rules: self, pos }, side, from, gait, ends);
        }
        ends.sort_unstable();
        ends.dedup();
    }

    /// Adds arrivals as rules want them.
    pub(super) fn further_arrivals(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        out: &mut Vec<(Square, Captures)>,
    ) {
        let view = pos.view_from(side, from);
        let enemy = view.sides[side.other().index()];
        let own = view.occupied & !enemy;
        let squares = self.arrives(Look { rules: self, pos }, side, from, Level::Ruled) & !own;
        for to in squares.squares() {
            let captures = Captures::NONE;
            out.push((to, if enemy.has(to) { captures.with(to) } else { captures }));
        }
        out.sort_unstable();
        out.dedup();
    }

    /// Where the walk of a man leads, and what it captures on the way, from wherever it sets out,
    /// unless rules close the way.
    pub(super) fn arrivals(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        kind: u8,
        out: &mut Vec<(Square, Captures)>,
    ) {
        let first = out.len();
        self.ways(pos, side, from, kind, out);
        self.leave_open(pos, side, from, kind, first, out);
    }

    /// The same, whether rules close the way or not.
    pub(super) fn ways(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        kind: u8,
        out: &mut Vec<(Square, Captures)>,
    ) {
        if self.hooks.departures.is_empty() {
            self.ends(pos, side, (from, from), kind, out);
        } else {
            self.ends_from_elsewhere(pos, side, from, kind, out);
        }
    }

    /// Takes away those, from the one numbered `first` on, to which rules close the way.
    pub(super) fn leave_open(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        kind: u8,
        first: usize,
        out: &mut Vec<(Square, Captures)>,
    ) {
        let open = self.ground[side.index()].to[from.index()];
        if !self.closes(Level::Ruled) && (self.board & !open).is_empty() {
            return;
        }
        let look = Look { rules: self, pos };
        let mut at = first;
        while let Some(&(to, captures)) = out.get(at) {
            let way = Way { by: side, from, to, captures, kind, form: Form::Ordinary };
            if self.closed(look, &way, Level::Ruled) {
                out.remove(at);
            } else {
                at += 1;
            }
        }
    }

    // Where the walk leads from the squares from which rules let the man set out.
    fn ends_from_elsewhere(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        kind: u8,
        out: &mut Vec<(Square, Captures)>,
    ) {
        let start = out.len();
        for captures in [false, true] {
            for at in self.departures(Look { rules: self, pos }, side, (from, kind), captures) {
                let mut found = Vec::new();
                self.ends(pos, side, (from, at), kind, &mut found);
                let fits = |&(to, taken): &(Square, Captures)| {
                    taken.is_empty() != captures && (at == from || to != from)
                };
                out.extend(found.into_iter().filter(fits));
            }
        }
        out[start..].sort_unstable();
        out.dedup();
    }

    /// Where a walk leads the man on `from` as if it stood on `at`, and what it captures on the way,
    /// whatever rules say.
    pub(super) fn ends(
        &self,
        pos: &Position<B>,
        side: Side,
        (from, at): (Square, Square),
        kind: u8,
        out: &mut Vec<(Square, Captures)>,
    ) {
        let mut view = pos.view_at(side, from, at);
        if !self.hooks.preys.is_empty() {
            let enemies = view.sides[side.other().index()];
            let prey = self.prey(Look { rules: self, pos }, side, enemies);
            view.sides[side.other().index()] = prey & !B::bit(at);
        }
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
    }

    /// Whether a rule keeps the man from this move of its own walk.
    pub(super) fn is_closed(&self, pos: &Position<B>, by: Side, kind: u8, mv: Move) -> bool {
        let (from, to, captures, form) = (mv.from(), mv.to(), mv.captures(), mv.form());
        let way = Way { by, from, to, captures, kind, form };
        self.closed(Look { rules: self, pos }, &way, Level::Ruled)
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
        found |= self.free_double_steps(occupied, side, from, kind);
        found & !occupied
    }
}
