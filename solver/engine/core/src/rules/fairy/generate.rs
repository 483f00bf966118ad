//! Moves of the pieces' own movement, in canonical order, before any choice and any test of check.

use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};
use crate::movement::Captures;

use super::super::moves::{Form, Move};
use super::Fairy;
use super::man::Man;
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
        let men = self.movable(pos) & men;
        if self.tells_paralysed(pos) {
            let side = pos.side;
            for from in (men & !self.paralysed(pos, side, men)).squares() {
                self.moves_if_awake(pos, side, from, wanted, found)?;
            }
            return ControlFlow::Continue(());
        }
        for from in men.squares() {
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
        if self.halted(Look { rules: self, pos }, side, from) {
            return ControlFlow::Continue(());
        }
        self.moves_if_awake(pos, side, from, wanted, found)
    }

    /// The same, if no rule keeps that man from moving.
    pub(super) fn moves_if_awake(
        &self,
        pos: &mut Position<B>,
        side: Side,
        from: Square,
        wanted: Option<&Watch<B>>,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(man) = pos.man(from) else { return ControlFlow::Continue(()) };
        let look = Look { rules: self, pos };
        let only = self.only_walk(pos, side, from);
        let borrows = only.is_none() && self.borrows(look, from);
        let kind = only.unwrap_or(man.kind);
        if !borrows
            && self.hooks.straight
            && !self.game.movement.reach(kind, side, from).has_paths()
        {
            return self.straight_moves(pos, side, (from, man, kind), wanted, found);
        }
        let borrows = borrows || kind != man.kind;
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
                let doubles = self.all_double_steps(pos, side, from, kind);
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

    // The same for a man that walks as a kind that consists of leaps and straight rides.
    fn straight_moves(
        &self,
        pos: &mut Position<B>,
        side: Side,
        (from, man, kind): (Square, Man, u8),
        wanted: Option<&Watch<B>>,
        found: &mut impl FnMut(&mut Position<B>, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
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
        if kind == man.kind {
            self.pawn_moves(pos, side, from, kind, found)?;
        } else {
            // A double step that is borrowed is a move like others.
            for to in self.double_steps(pos, side, from, kind).squares() {
                found(pos, Move::ordinary(from, to, false))?;
            }
        }
        self.passing_moves(pos, side, from, &[kind], found)?;
        if kind == man.kind {
            self.castle(pos, side, from, found)?;
        }
        self.special_moves(pos, side, from, found)
    }

    /// The number of moves that leaps, straight rides and double steps make, about; where men make no
    /// others.
    pub(super) fn count_straight(&self, pos: &Position<B>) -> Option<usize> {
        let side = pos.side;
        let hooks = &self.hooks;
        let lent = self.lent_to(side, pos.sides());
        let lends = lent.is_none() && !hooks.walks.is_empty();
        if !hooks.straight || lends || !hooks.legs.is_empty() || !hooks.foreign.is_empty() {
            return None;
        }
        let look = Look { rules: self, pos };
        let (own, enemy) = (pos.men(side), pos.men(side.other()));
        let (movement, ground) = (&self.game.movement, &self.ground[side.index()].to);
        let mut count = 0;
        for (kind, &men) in (0u8..).zip(&pos.kinds) {
            let doubles = self.game.kinds[usize::from(kind)].double_from[side.index()];
            let men = lent.map_or(men, |lent| lent.walking(men));
            for from in (men & own).squares() {
                let reach = movement.reach(kind, side, from);
                if reach.has_paths() {
                    return None;
                }
                if self.halted(look, side, from) {
                    continue;
                }
                let blocked = pos.occupied() & !enemy;
                let mut targets = movement.targets(reach, blocked, enemy);
                if doubles.has(from) {
                    targets |= self.free_double_steps(pos.occupied(), side, from, kind);
                }
                count += (targets & ground[from.index()]).count();
            }
        }
        Some(count)
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
        if self.hooks.specials.is_empty() {
            return ControlFlow::Continue(());
        }
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

    /// Whether a rule forbids one of the captures.
    pub(super) fn captures_barred(&self, pos: &Position<B>, side: Side, mv: Move) -> bool {
        let look = Look { rules: self, pos };
        !self.hooks.bars.is_empty()
            && mv.captures().iter().any(|target| {
                let mut bars = self.those(&self.hooks.bars, side);
                bars.any(|rule| {
                    !(pos.memory.measured && rule.bars_returns())
                        && rule.bars(look, side, mv.from(), target)
                })
            })
    }
}
