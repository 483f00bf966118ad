//! Moves of the pieces' own movement, in canonical order, before any choice and any test of check.

use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};
use crate::movement::{Captures, View};

use super::super::moves::{Form, Move};
use super::Fairy;
use super::man::Man;
use super::mechanism::Way;
use super::observe::{Level, Look};
use super::position::Position;
use super::watch::Watch;

impl<B: Bits> Fairy<B> {
    /// Calls `found` for every move of `men` of the side to move that the rules do not forbid before
    /// it is played, until it breaks off; with `wanted`, simple moves that do not matter to it may be
    /// left out.
    pub(super) fn pseudo_legal(
        &self,
        pos: &mut Position<B>,
        men: B,
        wanted: Option<&Watch<B>>,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(boards) = self.boards(pos) {
            return self.moves_on_boards(pos, boards, men, found);
        }
        for from in (self.movable(pos) & men).squares() {
            self.moves_of(pos, self.mover_side(pos, from), from, wanted, found)?;
        }
        ControlFlow::Continue(())
    }

    // The men that the side to move may play.
    fn movable(&self, pos: &Position<B>) -> B {
        let side = pos.side;
        let mut men = pos.men(side);
        for rule in self.those(&self.hooks.foreign, side) {
            rule.movable(Look { rules: self, pos }, side, &mut men);
        }
        men
    }

    /// As whose man the one on a square moves.
    pub(super) fn mover_side(&self, pos: &Position<B>, from: Square) -> Side {
        if self.hooks.foreign.is_empty() {
            return pos.side;
        }
        pos.man(from).map_or(pos.side, |man| man.side_for(pos.side))
    }

    /// The same for the man on one square.
    pub(super) fn moves_of(
        &self,
        pos: &mut Position<B>,
        side: Side,
        from: Square,
        wanted: Option<&Watch<B>>,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(man) = pos.man(from) else { return ControlFlow::Continue(()) };
        if self.halted(Look { rules: self, pos }, side, from) {
            return ControlFlow::Continue(());
        }
        let look = Look { rules: self, pos };
        let borrows = self.borrows(look, from);
        if !borrows
            && self.hooks.straight
            && !self.game.movement.reach(man.kind, side, from).has_paths()
        {
            return self.straight_moves(pos, side, (from, man), wanted, found);
        }
        let mut arrivals = std::mem::take(&mut pos.memory.arrivals);
        arrivals.clear();
        let look = Look { rules: self, pos };
        let (own, lent);
        let kinds: &[u8] = if borrows {
            lent = self.walks(look, side, from, true);
            &lent
        } else {
            own = [man.kind];
            &own
        };
        for &kind in kinds {
            let first = arrivals.len();
            self.ways(pos, side, from, kind, &mut arrivals);
            if !self.hooks.legs.is_empty() {
                let mut ends = arrivals.split_off(first);
                self.change_legs(pos, side, from, (kind, Form::Ordinary), &mut ends);
                arrivals.append(&mut ends);
            }
            // All legs together are one way.
            self.leave_open(pos, side, from, kind, first, &mut arrivals);
            // A double step that is borrowed is a move like others.
            if kind != man.kind {
                let doubles = self.double_steps(pos, side, from, kind);
                arrivals.extend(doubles.squares().map(|to| (to, Captures::NONE)));
            }
        }
        if kinds.len() > 1 {
            arrivals.sort_unstable();
            arrivals.dedup();
            if kinds.contains(&man.kind) {
                // What is a double step too is listed as that.
                let doubles = self.double_steps(pos, side, from, man.kind);
                arrivals.retain(|&(to, captures)| !(captures.is_empty() && doubles.has(to)));
            }
        }
        if !self.hooks.arrivals.is_empty() {
            self.further_arrivals(pos, side, from, &mut arrivals);
        }
        let flow = self.moves_along(pos, side, from, &arrivals, found);
        pos.memory.arrivals = arrivals;
        flow?;
        let keeps = kinds.contains(&man.kind);
        if keeps {
            self.pawn_moves(pos, side, from, man.kind, found)?;
        }
        self.passing_moves(pos, side, from, kinds, found)?;
        if keeps {
            self.castle(pos, side, from, found)?;
        }
        self.special_moves(pos, side, from, found)
    }

    // The same for a man whose walk consists of leaps and straight rides, which it follows.
    fn straight_moves(
        &self,
        pos: &mut Position<B>,
        side: Side,
        (from, man): (Square, Man),
        wanted: Option<&Watch<B>>,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let kind = man.kind;
        let enemy = pos.men(side.other()) & !B::bit(from);
        let own = pos.occupied() & !enemy;
        let movement = &self.game.movement;
        let closes = self.closes(Level::Ruled);
        let wanted = wanted
            .map_or(!B::EMPTY, |watch| self.arrivals_that_matter(watch, pos, (from, man), enemy));
        let reach = movement.reach(kind, side, from);
        let targets =
            if wanted.meets(reach.span) { movement.targets(reach, own, enemy) } else { B::EMPTY };
        let targets = targets & wanted & self.ground[side.index()].to[from.index()];
        let bent = if self.hooks.legs.is_empty() { B::EMPTY } else { targets & enemy };
        for to in (targets & !bent).squares() {
            let mv = Move::ordinary(from, to, enemy.has(to));
            if !(closes && self.is_closed(pos, side, kind, mv)
                || self.captures_barred(pos, side, mv))
            {
                found(pos, mv)?;
            }
        }
        if bent.any() {
            self.bent_moves(pos, side, (from, kind), bent, found)?;
        }
        self.pawn_moves(pos, side, from, kind, found)?;
        self.passing_moves(pos, side, from, &[kind], found)?;
        self.castle(pos, side, from, found)?;
        self.special_moves(pos, side, from, found)
    }

    // The captures on some squares, with what rules make of them.
    fn bent_moves(
        &self,
        pos: &mut Position<B>,
        side: Side,
        (from, kind): (Square, u8),
        squares: B,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut ends = std::mem::take(&mut pos.memory.arrivals);
        ends.clear();
        ends.extend(squares.squares().into_iter().map(|to| (to, Captures::NONE.with(to))));
        self.change_legs(pos, side, from, (kind, Form::Ordinary), &mut ends);
        // All legs together are one way.
        self.leave_open(pos, side, from, kind, 0, &mut ends);
        let flow = self.moves_along(pos, side, from, &ends, found);
        pos.memory.arrivals = ends;
        flow
    }

    // The moves to these ends of ways, unless a capture is barred.
    fn moves_along(
        &self,
        pos: &mut Position<B>,
        side: Side,
        from: Square,
        ends: &[(Square, Captures)],
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for &(to, captures) in ends {
            let mv = Move::along(from, to, captures);
            if !self.captures_barred(pos, side, mv) {
                found(pos, mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    // Further moves that rules play.
    fn special_moves(
        &self,
        pos: &mut Position<B>,
        side: Side,
        from: Square,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut ends = Vec::new();
        for rule in self.those(&self.hooks.specials, side) {
            rule.specials(Look { rules: self, pos }, side, from, &mut ends);
        }
        ends.sort_unstable();
        ends.dedup();
        for (to, captures) in ends {
            let mv = Move::special(from, to, captures);
            if !self.captures_barred(pos, side, mv) {
                found(pos, mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    // What rules make of the ends of a walk.
    fn change_legs(
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

    // Arrivals that rules add.
    fn further_arrivals(
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

    fn captures_barred(&self, pos: &Position<B>, side: Side, mv: Move) -> bool {
        let look = Look { rules: self, pos };
        mv.captures().iter().any(|target| self.barred(look, side, mv.from(), target))
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

    // The same, whether rules close the way or not.
    fn ways(
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

    // Takes away those, from the one numbered `first` on, to which rules close the way.
    fn leave_open(
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
            for at in self.departures(Look { rules: self, pos }, side, from, captures) {
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

    // Whether a rule keeps the man from this move of its own walk.
    fn is_closed(&self, pos: &Position<B>, by: Side, kind: u8, mv: Move) -> bool {
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

    // Where the double steps of a kind lead when the men stand on these squares.
    fn free_double_steps(&self, occupied: B, side: Side, from: Square, kind: u8) -> B {
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

    // Those of them that no rule closes.
    fn double_steps(&self, pos: &Position<B>, side: Side, from: Square, kind: u8) -> B {
        let free = self.free_double_steps(pos.occupied(), side, from, kind);
        let open = |to: &Square| !self.is_closed(pos, side, kind, Move::double(from, *to));
        B::of(free.squares().filter(open))
    }

    // Double steps.
    fn pawn_moves(
        &self,
        pos: &mut Position<B>,
        side: Side,
        from: Square,
        kind: u8,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.hooks.departures.is_empty() {
            for to in self.double_steps(pos, side, from, kind).squares() {
                found(pos, Move::double(from, to))?;
            }
        } else {
            for to in self.double_steps_from_elsewhere(pos, side, from, kind).squares() {
                found(pos, Move::double(from, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    // Captures en passant, by a walk of the man's own or a borrowed one.
    fn passing_moves(
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

    // Those where the man may set out from other squares: from there only where it does not come by
    // other moves.
    fn double_steps_from_elsewhere(
        &self,
        pos: &Position<B>,
        side: Side,
        from: Square,
        kind: u8,
    ) -> B {
        let departures = self.departures(Look { rules: self, pos }, side, from, false);
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

    /// From where the mover sets out to make a move, when rules leave it other squares.
    pub(super) fn departure(&self, pos: &Position<B>, side: Side, mv: Move) -> Square {
        let from = mv.from();
        let Some(man) = pos.man(from) else { return from };
        let look = Look { rules: self, pos };
        let departures = || self.departures(look, side, from, mv.is_capture()).into_iter();
        let found = match mv.form() {
            Form::Ordinary => {
                let end = (mv.to(), mv.captures());
                let kinds = self.walks(look, side, from, true);
                departures().find(|&at| {
                    let mut ends = Vec::new();
                    for &kind in &kinds {
                        let mut own = Vec::new();
                        self.ends(pos, side, (from, at), kind, &mut own);
                        if !self.hooks.legs.is_empty() {
                            self.change_legs(pos, side, from, (kind, Form::Ordinary), &mut own);
                        }
                        ends.append(&mut own);
                    }
                    ends.contains(&end)
                })
            }
            Form::Double => departures().find(|&at| {
                let occupied = pos.occupied() & !B::bit(from);
                self.free_double_steps(occupied, side, at, man.kind).has(mv.to())
            }),
            Form::EnPassant => {
                let kinds = self.walks(look, side, from, true);
                departures().find(|&at| {
                    let mut kinds = kinds.iter();
                    kinds.any(|&kind| {
                        self.passing_from(pos, side, (from, at), kind, mv.to()).has(mv.to())
                    })
                })
            }
            Form::Castling | Form::Null | Form::Special => None,
        };
        found.unwrap_or(from)
    }

    pub(super) fn castle(
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

    // A side may not be in check before its royal man castles, nor where that one passes.
    fn may_pass(&self, pos: &mut Position<B>, side: Side, number: usize) -> bool {
        let castling = &self.game.castlings[number];
        if !(Look { rules: self, pos }).royals(side).has(castling.king) {
            return true;
        }
        let checked = |pos: &Position<B>| Look { rules: self, pos }.in_check(side);
        !checked(pos)
            && castling.pass.iter().all(|&sq| {
                pos.begin(side.other());
                pos.shift(castling.king, sq, super::Reason::Castling);
                let seen = checked(pos);
                pos.take_back();
                !seen
            })
    }
}
