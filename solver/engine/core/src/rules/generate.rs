//! Generation of moves in canonical order: departure ascending, then arrival; castling after the
//! king's other moves; promotions in the order in which the kind lists them.

use crate::board::{Bits, Mailbox, Side, Square};
use crate::movement::{Arrival, Captures, Reach, View};

use super::checks::Filter;
use super::compiled::{Kind, Rules};
use super::moves::Move;
use super::position::Position;
use super::safety::Safety;
use super::sink::Sink;

/// One generation: what it reads, and where the moves go.
pub(super) struct Generation<'a, B: Bits, F, S> {
    rules: &'a Rules<B>,
    pos: &'a mut Position<B>,
    side: Side,
    own: B,
    enemy: B,
    royals: B,
    /// Castlings whose right the side still has.
    castlings: u32,
    /// Squares of kings that may still castle.
    castlers: B,
    filter: &'a F,
    sink: &'a mut S,
    // Computed when the first candidate asks for it.
    safety: Option<Safety<B>>,
}

/// Arrivals of one man, by form.
struct Listing<B> {
    from: Square,
    /// Ordinary moves and double steps.
    moves: B,
    doubles: B,
    /// Captures en passant.
    passed: B,
}

impl<'a, B: Bits, F: Filter<B>, S: Sink<B>> Generation<'a, B, F, S> {
    pub fn new(
        rules: &'a Rules<B>,
        pos: &'a mut Position<B>,
        side: Side,
        filter: &'a F,
        sink: &'a mut S,
    ) -> Self {
        let (own, enemy) = (pos.men(side), pos.men(side.other()));
        let royals = if S::LEGAL { pos.royal & own } else { B::EMPTY };
        let castlings = rules.castlings_of[side.index()] & pos.castling;
        let castlers = if castlings == 0 { B::EMPTY } else { rules.castlers[side.index()] };
        let safety = None;
        Generation {
            rules,
            pos,
            side,
            own,
            enemy,
            royals,
            castlings,
            castlers,
            filter,
            sink,
            safety,
        }
    }

    /// Generates in canonical order; returns whether the sink stopped it.
    #[inline]
    pub fn run(mut self) -> bool {
        let limit = self.safety().mask;
        self.own.squares().any(|from| {
            let kind = self.pos.mailbox.get(from);
            let wanted = if self.royals.has(from) { !B::EMPTY } else { limit };
            self.man(from, kind, wanted)
        })
    }

    /// Generates the moves of one man, of the ordinary ones those to `to` only.
    #[inline]
    pub fn run_one(mut self, from: Square, to: Square) -> bool {
        let kind = self.pos.mailbox.get(from);
        let to = B::bit(to);
        let wanted = if self.royals.has(from) { to } else { to & self.safety().mask };
        self.own.has(from) && self.man(from, kind, wanted)
    }

    /// Generates in the order that finds a move soonest: royal men first.
    #[inline]
    pub fn run_royal_first(mut self) -> bool {
        let royals = self.royals.squares().any(|from| {
            let kind = self.pos.mailbox.get(from);
            self.man(from, kind, !B::EMPTY)
        });
        royals || {
            let limit = self.safety().mask;
            (self.own & !self.royals).squares().any(|from| {
                let kind = self.pos.mailbox.get(from);
                self.man(from, kind, limit)
            })
        }
    }

    /// Generates in the order that finds many moves soonest: royal men last.
    #[inline]
    pub fn run_royal_last(mut self) -> bool {
        let limit = self.safety().mask;
        let others = (self.own & !self.royals).squares().any(|from| {
            let kind = self.pos.mailbox.get(from);
            self.man(from, kind, limit)
        });
        others
            || self.royals.squares().any(|from| {
                let kind = self.pos.mailbox.get(from);
                self.man(from, kind, !B::EMPTY)
            })
    }

    /// Generates kind by kind, so that what the filter wants is asked once for each kind.
    #[inline]
    pub fn run_by_kind(mut self) -> bool {
        let castlers = self.castlers;
        (0..self.rules.kinds.len()).any(|kind| {
            let men = self.pos.kinds[kind] & self.own;
            if men.is_empty() {
                return false;
            }
            let passes = self.pos.passed.any() && self.rules.kinds[kind].captures_en_passant;
            let kind = kind as u8;
            let men = if passes {
                men
            } else {
                men & (self.filter.candidates(self.rules, self.side, kind) | castlers)
            };
            men.any() && {
                let wanted = self.filter.wanted(self.rules, self.side, kind);
                men.squares().any(|from| {
                    let wanted = wanted | self.filter.uncovers(from);
                    self.man(from, kind, wanted)
                })
            }
        })
    }

    #[inline]
    fn man(&mut self, from: Square, kind: u8, wanted: B) -> bool {
        let reach = self.rules.movement.reach(kind, self.side, from);
        if reach.is_special()
            || (self.pos.passed.any() && self.rules.kinds[usize::from(kind)].captures_en_passant)
        {
            return self.special(from, kind, reach, wanted);
        }
        if wanted.meets(reach.span) && self.filter.may_go(kind, from) {
            let targets = self.targets(kind, reach);
            let targets = self.filter.confirm(self.rules, self.pos, from, targets & wanted);
            if targets.any() {
                let targets = self.legal(from, targets, S::ANY);
                if targets.any() && self.sink.many(from, targets, self.enemy) {
                    return true;
                }
            }
        }
        self.castlers.has(from) && self.castle(from)
    }

    // Arrivals of all moves but those of nets that capture elsewhere.
    #[inline]
    fn targets(&mut self, kind: u8, reach: &Reach<B>) -> B {
        let targets = self.rules.movement.targets(reach, self.own, self.enemy);
        if reach.has_plain_paths() { targets | self.walked(kind, reach) } else { targets }
    }

    fn walked(&mut self, kind: u8, reach: &Reach<B>) -> B {
        let Some((graph, start)) = self.rules.movement.paths(kind, self.side, reach) else {
            return B::EMPTY;
        };
        let view = self.pos.view();
        graph.targets(start, self.side, &view, self.pos.scratch.walk.get_mut())
    }

    #[inline]
    fn safety(&mut self) -> Safety<B> {
        if let Some(safety) = self.safety {
            return safety;
        }
        let safety = if S::LEGAL { self.rules.safety(self.pos, self.side) } else { Safety::open() };
        self.safety = Some(safety);
        safety
    }

    // Those of the arrivals of an ordinary move that leave no royal man observed; some of them will do
    // where `any` says so.
    #[inline]
    fn legal(&mut self, from: Square, targets: B, any: bool) -> B {
        if self.royals.has(from) {
            return self.tested(from, targets, any);
        }
        let safety = self.safety();
        let mut targets = targets & safety.mask;
        if safety.pinned.has(from) {
            targets &= Rules::pin_of(self.pos, from);
        }
        if safety.test_all || safety.critical.has_departure(from) {
            return self.tested(from, targets, any);
        }
        let critical = targets & safety.critical.arrivals(from);
        let plain = targets & !critical;
        if critical.any() && !(any && plain.any()) {
            return plain | self.tested(from, critical, any);
        }
        plain
    }

    #[inline]
    fn tested(&mut self, from: Square, targets: B, any: bool) -> B {
        // Where any will do, about half of the tests are needed.
        let tests = if any { targets.count() / 2 } else { targets.count() };
        if self.royals == B::bit(from) && self.rules.is_looked_over(self.side, self.enemy, tests) {
            return targets & !self.rules.attacked(self.pos, self.side.other(), from, targets);
        }
        let mut safe = targets;
        for to in targets.squares() {
            if !self.rules.is_safe(self.pos, self.side, from, to, B::bit(to)) {
                safe ^= B::bit(to);
            } else if any {
                return B::bit(to);
            }
        }
        safe
    }

    // Men with double steps, promotions, paths or the right to capture en passant.
    fn special(&mut self, from: Square, kind: u8, reach: &Reach<B>, wanted: B) -> bool {
        let rules = self.rules;
        let info = &rules.kinds[usize::from(kind)];
        let promotion_squares = info.promotion_squares[self.side.index()];
        let far = reach.has_paths() && !reach.has_plain_paths();
        let passable = self.pos.passed.meets(reach.span) && info.captures_en_passant;
        if !(wanted | promotion_squares).meets(reach.span) && !passable && !far {
            return self.castlers.has(from) && self.castle(from);
        }
        let doubles = self.doubles(info, from);
        let targets = self.targets(kind, reach);
        let all = targets | doubles;
        // What a promotion checks is known only when the move is made.
        let plain = self.filter.confirm(rules, self.pos, from, all & !promotion_squares & wanted);
        let mut moves = plain | (all & promotion_squares);
        if moves.any() {
            moves = self.legal(from, moves, false);
        }
        let passed = self.en_passant(info, from, reach);
        let stopped = if far {
            self.with_paths(from, kind, info, moves, doubles, passed)
        } else if moves.meets(promotion_squares | doubles) || passed.any() {
            let listed = Listing { from, moves, doubles, passed };
            (moves | passed).squares().any(|to| self.special_moves(&listed, to, info))
        } else {
            moves.any() && self.sink.many(from, moves, self.enemy)
        };
        stopped || (self.castlers.has(from) && self.castle(from))
    }

    // The moves of a list to one square: what captures en passant may go there quietly, too.
    fn special_moves(&mut self, listed: &Listing<B>, to: Square, info: &Kind<B>) -> bool {
        let from = listed.from;
        let ordinary = if listed.doubles.has(to) {
            Move::double(from, to)
        } else {
            Move::ordinary(from, to, self.enemy.has(to))
        };
        let passing = Move::en_passant(from, to, self.pos.passer);
        listed.moves.has(to) && self.emit(ordinary, info)
            || listed.passed.has(to) && self.emit(passing, info)
    }

    // A move once, or in every promotion that the filter lets through.
    #[inline]
    fn emit(&mut self, mv: Move, info: &Kind<B>) -> bool {
        if !info.promotion_squares[self.side.index()].has(mv.to()) {
            return self.sink.one(mv);
        }
        let stopped = info.promotes_to.iter().any(|&to| {
            let mv = mv.promoting(to);
            self.filter.passes(self.rules, self.pos, mv) && self.sink.one(mv)
        });
        stopped
            || info.staying_squares[self.side.index()].has(mv.to())
                && self.filter.passes(self.rules, self.pos, mv)
                && self.sink.one(mv)
    }

    #[inline]
    fn doubles(&self, info: &Kind<B>, from: Square) -> B {
        let mut found = B::EMPTY;
        if info.double_from[self.side.index()].has(from) {
            let occupied = self.own | self.enemy;
            for double in &info.doubles[self.side.index()] {
                if double.from == from && !occupied.has(double.over) && !occupied.has(double.to) {
                    found |= B::bit(double.to);
                }
            }
        }
        found
    }

    // Arrivals of legal captures en passant.
    fn en_passant(&mut self, info: &Kind<B>, from: Square, reach: &Reach<B>) -> B {
        if self.pos.passed.is_empty() || !info.captures_en_passant || self.side != self.pos.side {
            return B::EMPTY;
        }
        let (kind, passer) = (self.pos.mailbox.get(from), self.pos.passer);
        let mut found =
            self.pos.passed.squares().fold(reach.capture & self.pos.passed, |all, sq| {
                all | self.rules.passing_over(self.pos, self.side, (kind, from), sq)
            });
        for to in found.squares() {
            let safe = self.royals.is_empty()
                || self.rules.is_safe(self.pos, self.side, from, to, B::bit(passer));
            let mv = Move::en_passant(from, to, passer);
            let promotes = info.promotion_squares[self.side.index()].has(to);
            if !safe || !(promotes || self.filter.passes(self.rules, self.pos, mv)) {
                found ^= B::bit(to);
            }
        }
        found
    }

    // Merges what a net finds with leaps and rides, in order of arrival.
    fn with_paths(
        &mut self,
        from: Square,
        kind: u8,
        info: &Kind<B>,
        moves: B,
        doubles: B,
        passed: B,
    ) -> bool {
        let mut list = std::mem::take(&mut self.pos.scratch.arrivals);
        list.clear();
        let rules = self.rules;
        let reach = rules.movement.reach(kind, self.side, from);
        if let Some((graph, start)) = rules.movement.paths(kind, self.side, reach) {
            let view = self.pos.view();
            let mut memory = self.pos.scratch.walk.borrow_mut();
            graph.walk(start, self.side, &view, &mut memory, |arrival| {
                list.push(arrival);
                false
            });
        }
        list.sort_unstable();
        list.dedup();
        let listed = Listing { from, moves, doubles, passed };
        let mut rest = moves | passed;
        let mut stopped = false;
        for arrival in &list {
            let earlier = rest & B::up_to(arrival.to);
            rest &= !earlier;
            stopped = stopped || earlier.squares().any(|to| self.special_moves(&listed, to, info));
            let same = (earlier & moves).has(arrival.to) && {
                let captured = B::of(arrival.captures.iter());
                captured == B::bit(arrival.to) & self.enemy
            };
            stopped = stopped || (!same && self.path(from, info, arrival));
        }
        stopped = stopped || rest.squares().any(|to| self.special_moves(&listed, to, info));
        self.pos.scratch.arrivals = list;
        stopped
    }

    fn path(&mut self, from: Square, info: &Kind<B>, arrival: &Arrival) -> bool {
        let captured = B::of(arrival.captures.iter());
        let to = arrival.to;
        let safe = self.royals.is_empty() || {
            let safety = self.safety();
            let plain = !self.royals.has(from)
                && !safety.checked
                && !safety.test_all
                && !safety.pinned.has(from)
                && !(captured & !B::bit(to)).any()
                && !safety.critical.has_departure(from)
                && !safety.critical.arrivals(from).has(to);
            plain || self.rules.is_safe(self.pos, self.side, from, to, captured)
        };
        let mv = Move::along(from, to, arrival.captures);
        let promotes = info.promotion_squares[self.side.index()].has(to);
        let wanted = safe && (promotes || self.filter.passes(self.rules, self.pos, mv));
        wanted && self.emit(mv, info)
    }

    fn castle(&mut self, from: Square) -> bool {
        let mut castlings = self.castlings;
        while castlings != 0 {
            let number = castlings.trailing_zeros() as usize;
            castlings &= castlings - 1;
            let castling = &self.rules.castlings[number];
            if castling.king != from || castling.empty.meets(self.own | self.enemy) {
                continue;
            }
            let mv = Move::castling(from, castling.king_to, number as u8);
            if self.filter.passes(self.rules, self.pos, mv)
                && self.may_castle(number)
                && self.sink.one(mv)
            {
                return true;
            }
        }
        false
    }

    // The king may not be observed where it stands, passes or arrives; no other royal man either.
    fn may_castle(&self, number: usize) -> bool {
        let castling = &self.rules.castlings[number];
        let royals = self.pos.royals(self.side);
        let own = self.side.index();
        if royals.has(castling.king) {
            let stops = std::iter::once(&castling.king).chain(&castling.pass);
            for &sq in stops {
                let mut sides = self.pos.sides;
                sides[own] = (sides[own] & !B::bit(castling.king)) | B::bit(sq);
                let view = View::new(sides);
                if self.rules.observed(self.pos, &view, self.enemy, sq, self.side.other()) {
                    return false;
                }
            }
        }
        if !S::LEGAL {
            return true;
        }
        let (view, royals) = self.rules.castled(self.pos, self.side, number);
        !self.rules.exposed(self.pos, &view, royals, self.side)
    }
}

impl<B: Bits> Rules<B> {
    /// Where a man of this kind on a square arrives that captures on its way what has passed over
    /// `over`.
    pub(super) fn passing_over(
        &self,
        pos: &Position<B>,
        side: Side,
        (kind, from): (u8, Square),
        over: Square,
    ) -> B {
        let reach = self.movement.reach(kind, side, from);
        let Some((graph, start)) = self.movement.paths(kind, side, reach) else { return B::EMPTY };
        let mut sides = pos.sides;
        sides[side.other().index()] |= B::bit(over);
        let mut found = B::EMPTY;
        let mut memory = pos.scratch.walk.borrow_mut();
        graph.walk(start, side, &View::new(sides), &mut memory, |arrival| {
            if arrival.captures == Captures::NONE.with(over) && arrival.to != over {
                found |= B::bit(arrival.to);
            }
            false
        });
        found
    }

    /// The men and the royal men of `side` after a castling.
    pub(super) fn castled(&self, pos: &Position<B>, side: Side, number: usize) -> (View<B>, B) {
        let castling = &self.castlings[number];
        let before = B::bit(castling.king) | B::bit(castling.rook);
        let mut sides = pos.sides;
        let own = &mut sides[side.index()];
        *own = (*own & !before) | B::bit(castling.king_to) | B::bit(castling.rook_to);
        let mut royals = pos.royals(side) & !before;
        if pos.royal.has(castling.king) {
            royals |= B::bit(castling.king_to);
        }
        if pos.royal.has(castling.rook) {
            royals |= B::bit(castling.rook_to);
        }
        (View::new(sides), royals)
    }
}
