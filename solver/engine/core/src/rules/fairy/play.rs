//! What the search asks of these rules.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crate::board::{Bits, Side, Square};

use super::super::RulesError;
use super::super::blocks::Blocks;
use super::super::compiled::Kind;
use super::super::moves::{CastlingWay, Form, Move, MoveList};
use super::super::play::Play;
use super::super::record::PlayedMove;
use super::super::relocation::Relocation;
use super::super::setup::{Colour, ManSpec};
use super::journal::{self, Effect};
use super::legal::{Checking, Count, FirstCheck, FirstQuiet, Forcing};
use super::observe::Look;
use super::{Fairy, Position};

/// How many answers a check leaves, about.
const ANSWERS_TO_CHECK: usize = 2;
/// Fewer moves than this are thought of at less cost than it is to ask what matters.
const FEW_MOVES: usize = 6;

impl<B: Bits> Fairy<B> {
    // Whether a legal move does not check; otherwise appends all of them.
    fn finds_quiet_move(&self, pos: &mut Position<B>, out: &mut MoveList) -> bool {
        let mut sink = FirstQuiet { found: None, checks: std::mem::take(out) };
        let quiet = self.unselected(pos, &mut sink, false);
        *out = sink.checks;
        let simple = |mv: &Move| mv.form() == Form::Ordinary && !mv.is_capture();
        if let Some(mv) = sink.found.filter(simple) {
            pos.memory.quiet_move[pos.side.index()] = Some((mv.from(), mv.to()));
        }
        quiet
    }

    // The castlings that there may be now or later: a man that comes back may count as unmoved.
    fn castlings_to_come(&self, pos: &Position<B>) -> u32 {
        if !self.hooks.unmoved || !self.bounded && !self.turning {
            return if self.hooks.unmoved { !0 } else { pos.castling };
        }
        let castlings = self.game.castlings.iter().enumerate();
        let possible = castlings.filter(|&(number, castling)| {
            let homes = [castling.king, castling.rook].into_iter().zip(self.returning);
            let mut homes =
                homes.map(|(home, back)| pos.unmoved.has(home) || back >> number & 1 != 0);
            homes.all(|may| may)
        });
        possible.fold(0, |all, (number, _)| all | 1 << number)
    }

    fn list(&self, pos: &mut Position<B>, out: &mut MoveList, checks: bool) {
        let start = out.len();
        if checks {
            self.legal(pos, &mut Checking(out));
        } else {
            self.legal(pos, out);
        }
        // Stable, so that choices stay in order.
        out[start..].sort_by_key(Move::canonical);
    }
}

impl<B: Bits> Play for Fairy<B> {
    type Position = Position<B>;

    fn side(&self, pos: &Position<B>) -> Side {
        pos.side
    }

    fn pass_to(&self, pos: &mut Position<B>, side: Side) {
        pos.begin(side);
    }

    fn exhausted(&self) -> bool {
        self.exhausted.load(Ordering::Relaxed)
    }

    fn leave_out(&self, pos: &mut Position<B>) {
        pos.begin(pos.side.other());
        self.pass(pos);
    }

    fn legal_moves(&self, pos: &mut Position<B>, out: &mut MoveList) {
        self.list(pos, out, false);
    }

    fn legal_checks(&self, pos: &mut Position<B>, out: &mut MoveList) {
        self.list(pos, out, true);
    }

    fn legal_forcing_moves(&self, pos: &mut Position<B>, out: &mut MoveList) {
        // Where men lend walks, what the answers are asked about is not kept apart.
        if self.hooks.lendings.is_empty() && self.hooks.selects.is_empty() {
            let start = out.len();
            self.note_answers(pos);
            self.legal(pos, &mut Forcing(out));
            out[start..].sort_by_key(Move::canonical);
        } else {
            self.legal_moves(pos, out);
        }
    }

    fn drop_uncheckable(&self, pos: &mut Position<B>, moves: &mut MoveList) {
        self.foresee(pos, moves);
    }

    fn drop_answered(&self, pos: &mut Position<B>, moves: &mut MoveList) {
        let before = if cfg!(debug_assertions) { moves.clone() } else { MoveList::new() };
        self.drop_answered(pos, moves);
        for mv in before.into_iter().filter(|mv| !moves.contains(mv)) {
            self.apply(pos, mv);
            debug_assert!(self.has_quiet_move(pos), "{mv:?} leaves no quiet answer");
            pos.take_back();
        }
    }

    fn is_check(&self, pos: &mut Position<B>, mv: Move) -> bool {
        let side = pos.side;
        if !pos.men(side).has(mv.from())
            || mv.choice().is_some()
            || !self.hooks.foreign.is_empty()
            || self.boards(pos).is_some()
            || self.those(&self.hooks.selects, side).next().is_some()
        {
            return false;
        }
        let scene = self.bare_scene(pos);
        let mut checks = FirstCheck;
        let flow = self.moves_of(pos, side, mv.from(), None, &mut |pos, other| {
            if other == mv && self.is_plain(pos, mv) {
                self.consider(pos, mv, &scene, &mut checks)
            } else {
                ControlFlow::Continue(())
            }
        });
        flow.is_break()
    }

    // What surely fails need not be asked whether it is legal.
    fn legal_moves_that_force(&self, pos: &mut Position<B>, out: &mut MoveList) {
        if self.those(&self.hooks.selects, pos.side).next().is_some() {
            self.list(pos, out, false);
            Play::drop_uncheckable(self, pos, out);
            Play::drop_answered(self, pos, out);
            return;
        }
        let mut moves = std::mem::take(&mut pos.memory.pseudo);
        let mut others = std::mem::take(&mut pos.memory.choosing);
        let _ = self.pseudo_legal(pos, !B::EMPTY, None, &mut |pos, mv| {
            // What a move leaves to choose is not in it yet.
            let simple = self.is_plain(pos, mv);
            if simple {
                moves.push(mv)
            } else {
                others.push(mv)
            }
            ControlFlow::Continue(())
        });
        Play::drop_uncheckable(self, pos, &mut moves);
        Play::drop_answered(self, pos, &mut moves);
        moves.append(&mut others);
        let few = moves.len() < FEW_MOVES;
        let scene = if few { self.bare_scene(pos) } else { self.own_scene(pos) };
        if self.hooks.lendings.is_empty() {
            self.note_answers(pos);
            for &mv in &moves {
                let _ = self.consider(pos, mv, &scene, &mut Forcing(out));
            }
        } else {
            for &mv in &moves {
                let _ = self.consider(pos, mv, &scene, out);
            }
        }
        moves.clear();
        pos.memory.pseudo = moves;
        pos.memory.choosing = others;
        out.sort_by_key(Move::canonical);
    }

    fn has_legal_move(&self, pos: &mut Position<B>) -> bool {
        self.can_move(pos)
    }

    fn has_quiet_move(&self, pos: &mut Position<B>) -> bool {
        let mut moves = std::mem::take(&mut pos.memory.pseudo);
        let quiet = self.has_quiet_move_or_tells(pos, &mut moves);
        moves.clear();
        pos.memory.pseudo = moves;
        quiet
    }

    fn has_quiet_move_or_tells(&self, pos: &mut Position<B>, out: &mut MoveList) -> bool {
        let start = out.len();
        let quiet = if self.those(&self.hooks.selects, pos.side).next().is_none() {
            self.answers_again(pos) || self.finds_quiet_move(pos, out)
        } else {
            self.legal(pos, out);
            out[start..].iter().any(|&mv| self.is_known_quiet(pos, mv))
        };
        out[start..].sort_by_key(Move::canonical);
        if cfg!(debug_assertions) && !quiet {
            let mut all = MoveList::new();
            self.legal_moves(pos, &mut all);
            debug_assert_eq!(out[start..], all[..], "moves that check are all legal ones");
        }
        quiet
    }

    fn counts_as_mate(&self, pos: &mut Position<B>) -> bool {
        let rules = &self.hooks.immobilities;
        let side = pos.side;
        rules.is_empty()
            || self
                .pseudo_legal(pos, !B::EMPTY, None, &mut |_, _| ControlFlow::Break(()))
                .is_break()
            || !self
                .those(rules, side)
                .any(|rule| rule.immobilises(Look { rules: self, pos }, side))
    }

    fn is_stopped(&self, pos: &mut Position<B>) -> bool {
        let stopped = !self.has_legal_move(pos);
        let rules = self.those(&self.hooks.stops, pos.side);
        rules.fold(stopped, |stopped, rule| rule.stops(self, pos, stopped))
    }

    fn is_mated(&self, pos: &mut Position<B>) -> bool {
        let mate = self.is_stopped(pos) && self.counts_as_mate(pos);
        let rules = self.those(&self.hooks.mates, pos.side);
        rules.fold(mate, |mate, rule| rule.mates(self, pos, mate))
    }

    fn could_take_royal(&self, pos: &mut Position<B>) -> bool {
        self.takes_royal(pos)
    }

    fn allows_exposure(&self) -> bool {
        self.hooks.exposure
    }

    // To count pseudo-legal moves is enough for an order, where these are about as many; who is in
    // check has few.
    fn count_replies(&self, pos: &mut Position<B>, _enough: usize) -> usize {
        let side = pos.side;
        if self.those(&self.hooks.selects, side).next().is_some() {
            return self.count_legal_moves(pos);
        }
        if (Look { rules: self, pos }).in_check(side) {
            return ANSWERS_TO_CHECK;
        }
        if let Some(count) = self.count_straight(pos) {
            return count;
        }
        let mut count = 0;
        let _ = self.pseudo_legal(pos, !B::EMPTY, None, &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    fn count_legal_moves(&self, pos: &mut Position<B>) -> usize {
        let mut count = Count::default();
        self.legal(pos, &mut count);
        count.0
    }

    fn play(&self, pos: &mut Position<B>, mv: Move) {
        self.apply(pos, mv);
        debug_assert_eq!(pos.hash, pos.fresh_hash(), "incremental hash differs");
    }

    fn arrived(&self, pos: &Position<B>, mv: Move) -> Option<Square> {
        journal::now_at(pos.last_effects(), mv.from())
    }

    // A man that comes back is not won.
    fn wins_man(&self, pos: &Position<B>, mv: Move) -> bool {
        let lost = pos.last_effects().iter().fold(0, |lost, effect| match effect {
            Effect::Remove { man, .. } if man.belongs_to(pos.side) => lost + 1,
            Effect::Place { man, .. } if man.belongs_to(pos.side) => lost - 1,
            _ => lost,
        });
        mv.is_capture() && lost > 0
    }

    fn undo(&self, pos: &mut Position<B>) {
        pos.take_back();
        debug_assert_eq!(pos.hash, pos.fresh_hash(), "undo does not restore everything");
    }

    fn in_check(&self, pos: &Position<B>, side: Side) -> bool {
        Look { rules: self, pos }.in_check(side)
    }

    fn gives_check(&self, pos: &Position<B>, mv: Move) -> bool {
        let mut pos = pos.clone();
        self.apply(&mut pos, mv);
        Look { rules: self, pos: &pos }.in_check(pos.side)
    }

    fn hash(&self, pos: &Position<B>) -> u64 {
        pos.hash
    }

    fn fresh_hash(&self, pos: &Position<B>) -> u64 {
        pos.fresh_hash()
    }

    fn depth(&self, pos: &Position<B>) -> usize {
        pos.plies.len()
    }

    fn flights(&self, pos: &mut Position<B>, side: Side) -> usize {
        let mut moves = MoveList::new();
        pos.begin(side);
        self.list(pos, &mut moves, false);
        let royals = Look { rules: self, pos }.royals(side);
        let royal = |mv: &&Move| royals.has(mv.from()) && mv.form() != Form::Castling;
        let mut flights: Vec<(Square, Square)> =
            moves.iter().filter(royal).map(|mv| (mv.from(), mv.to())).collect();
        pos.take_back();
        flights.dedup();
        flights.len()
    }

    fn can_mate(&self, pos: &Position<B>, side: Side) -> bool {
        (pos.men(side) & !Look { rules: self, pos }.royals(side)).any()
    }

    fn describe(&self, pos: &mut Position<B>, mv: Move) -> PlayedMove {
        self.record(pos, mv)
    }

    fn may_castle(&self, pos: &Position<B>, side: Side) -> bool {
        pos.castling & self.game.castlings_of[side.index()] != 0
    }

    fn squares(&self) -> usize {
        self.game.squares
    }

    fn kinds(&self) -> usize {
        self.game.kinds.len()
    }

    fn men(&self, pos: &Position<B>, side: Side, out: &mut Vec<(usize, Square)>) {
        let men = pos.men(side).squares();
        out.extend(men.filter_map(|sq| pos.man(sq).map(|man| (usize::from(man.kind), sq))));
    }

    fn royals(&self, pos: &Position<B>, side: Side, out: &mut Vec<(usize, Square)>) {
        let men = Look { rules: self, pos }.royals(side).squares();
        out.extend(men.filter_map(|sq| pos.man(sq).map(|man| (usize::from(man.kind), sq))));
    }

    fn steps(&self, kind: usize, side: Side, from: Square, castling: bool, out: &mut Vec<Square>) {
        let steps = self.game.unhindered(kind as u8, side, from, castling);
        out.extend((steps & self.ground[side.index()].to[from.index()]).squares());
    }

    fn observed(&self, kind: usize, side: Side, from: Square, out: &mut Vec<Square>) {
        out.extend(self.unhindered_sight(kind as u8, side, from).squares());
    }

    fn lenders(&self, side: Side) -> Option<(Vec<usize>, Vec<Option<Square>>)> {
        let way = self.only_lender(side)?;
        let kinds = self.cast[side.index()].iter().map(|&kind| kind.into()).collect();
        let squares = (0..self.game.squares).map(|sq| Square(sq as u8));
        let lender = |sq: Square| self.near(side, sq, way).squares().next();
        Some((kinds, squares.map(lender).collect()))
    }

    fn observed_as(&self, gait: usize, side: Side, from: Square, out: &mut Vec<Square>) {
        let open = self.ground[side.index()].to[from.index()];
        out.extend((self.game.unhindered_captures(gait as u8, side, from) & open).squares());
    }

    fn open_steps(
        &self,
        kind: usize,
        side: Side,
        from: Square,
        blocks: Blocks<'_>,
        out: &mut Vec<Square>,
    ) {
        out.extend(self.game.open_steps(kind as u8, side, from, blocks.bits()).squares());
    }

    // Rules may keep any man from observing anything.
    fn surely_observed(&self, _: usize, _: Side, _: Square, _: &mut Vec<Square>) {}

    // What men can do by their walk alone is no bound here, so the searches that count on it are
    // kept off: a rule may move, change or remove any man.
    fn is_plain(&self, _: usize) -> bool {
        false
    }

    // The order is that of the choices.
    fn promoted_to(&self, pos: &Position<B>, mv: Move) -> Option<usize> {
        let man = pos.man(mv.from())?;
        let kinds = self.promotions(man.kind, pos.side, mv.to());
        kinds.get(mv.choice().map_or(0, usize::from)).map(|&kind| usize::from(kind))
    }

    fn goes_by_ways(&self, ends: [&Position<B>; 2]) -> bool {
        let movement = &self.game.movement;
        let plain = |(number, kind): (usize, &Kind<B>)| {
            Side::BOTH.iter().all(|&side| {
                !movement.has_paths(number as u8, side)
                    && kind.staying_squares[side.index()].is_empty()
            })
        };
        !self.game.confined
            && self.only_forbids()
            && self.game.kinds.iter().enumerate().all(plain)
            && ends.iter().all(|pos| pos.colours[Colour::Neutral.index()].is_empty())
    }

    fn is_leaper(&self, kind: usize, side: Side) -> bool {
        self.game.movement.is_leaper(kind as u8, side)
    }

    fn bounds_hold(&self, pos: &Position<B>, side: Side) -> bool {
        self.is_bounded_in(pos, side)
    }

    fn turncoats_known(&self, pos: &Position<B>, side: Side) -> bool {
        self.turning && self.suits_bounds(pos, side)
    }

    fn turned(&self, kind: usize, side: Side, from: Square, out: &mut Vec<(usize, Square)>) {
        self.ends_of_turns(kind as u8, side, from, out);
    }

    fn shelters(&self, kind: usize, side: Side, at: Square) -> bool {
        self.shelters_on(kind as u8, side, at)
    }

    fn could_castle(&self, pos: &Position<B>, side: Side) -> bool {
        self.castlings_to_come(pos) & self.game.castlings_of[side.index()] != 0
    }

    fn castlings_to_come(&self, pos: &Position<B>, out: &mut Vec<CastlingWay>) -> bool {
        out.extend(self.game.castling_ways(self.castlings_to_come(pos)));
        // Men that are lent walks, or go on after captures, may castle as others do.
        self.bounded && self.hooks.walks.is_empty() && self.hooks.legs.is_empty()
    }

    fn has_further_rules(&self) -> bool {
        true
    }

    fn castlers_return(&self) -> bool {
        self.hooks.unmoved
    }

    fn moves_plainly(&self, captures: bool) -> bool {
        self.straightforward[usize::from(captures)]
    }

    fn outcomes(&self, kind: usize, side: Side, from: Square, out: &mut Vec<(usize, Square)>) {
        self.ends_of_moves(kind as u8, side, from, out);
    }

    fn quiet_outcomes(
        &self,
        kind: usize,
        side: Side,
        from: Square,
        out: &mut Vec<(usize, Square)>,
    ) {
        self.ends_of_quiet_moves(kind as u8, side, from, out);
    }

    fn returns(&self, kind: usize, side: Side, at: Square, out: &mut Vec<(usize, Square)>) {
        self.ends_of_captures(kind as u8, side, at, false, out);
    }

    fn may_forbid(&self) -> bool {
        let hooks = &self.hooks;
        let forbidding = [&hooks.halts, &hooks.ways, &hooks.courses, &hooks.admits];
        !forbidding.into_iter().all(Vec::is_empty)
    }

    // Whatever else rules forbid, what stands between keeps men from observing, while bounds hold.
    fn cuts(&self, kind: usize, side: Side, from: Square, out: &mut Vec<(Square, Square)>) {
        if self.bounded && self.hooks.walks.is_empty() {
            self.game.cuts(kind as u8, side, from, out);
        }
    }

    fn castlings(&self, pos: &Position<B>, out: &mut Vec<CastlingWay>) {
        out.extend(self.game.castling_ways(pos.castling));
    }

    fn diagram(&self, men: &[ManSpec]) -> Result<Position<B>, RulesError> {
        self.diagram_of(men)
    }

    fn same_men(&self, one: &Position<B>, other: &Position<B>) -> bool {
        // Rules about what is royal look beyond the men; what the diagrams say of it does not count.
        one.same_men(other, self.hooks.royals.is_empty()) && {
            let look = Look { rules: self, pos: one };
            self.rules.iter().all(|rule| rule.mechanism.reached(look))
        }
    }

    fn becomes(&self, kind: usize, side: Side, square: Square, out: &mut Vec<usize>) {
        let kind = &self.game.kinds[kind];
        if kind.promotion_squares[side.index()].has(square) {
            out.extend(kind.promotes_to.iter().map(|&to| usize::from(to)));
        }
    }

    fn moves_with_self_checks(&self, pos: &mut Position<B>, out: &mut MoveList) {
        let mut moves = MoveList::new();
        self.unselected(pos, &mut moves, true);
        for rule in self.those(&self.hooks.selects, pos.side) {
            rule.selects(self, pos, &mut moves);
        }
        moves.sort_by_key(Move::canonical);
        out.append(&mut moves);
    }

    fn relocations(&self, pos: &Position<B>, out: &mut Vec<Relocation>) {
        pos.relocations(out);
    }

    fn kind_of(&self, pos: &Position<B>, square: Square) -> Option<usize> {
        pos.man(square).map(|man| usize::from(man.kind))
    }

    fn side_of(&self, pos: &Position<B>, square: Square) -> Option<Side> {
        match pos.man(square)?.colour {
            Colour::White => Some(Side::White),
            Colour::Black => Some(Side::Black),
            Colour::Neutral => None,
        }
    }

    fn men_beside(&self, pos: &Position<B>, square: Square) -> usize {
        (self.game.places.beside(square) & pos.all_men()).count()
    }

    fn are_beside(&self, one: Square, other: Square) -> bool {
        self.game.places.beside(one).has(other)
    }

    fn on_last_rank(&self, side: Side, square: Square) -> bool {
        self.game.places.on_last_rank(side, square)
    }
}
