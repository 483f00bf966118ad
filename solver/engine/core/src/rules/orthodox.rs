use crate::board::{Bits, Geometry, Side, Square};

use super::blocks::Blocks;
use super::checks::{Checks, Every, Quiet};
use super::compiled::Rules;
use super::generate::Generation;
use super::moves::{CastlingWay, Move, MoveList};
use super::play::Play;
use super::position::Position;
use super::record::PlayedMove;
use super::relocation::Relocation;
use super::setup::{ManSpec, Setup};
use super::sink::{Any, Counted, CountedTo, Listed, Sought};
use super::stalemates::{Forcing, Stifling};
use super::{RulesError, audit};

/// Play without any further rule: no hook exists, so none is asked.
///
/// Rules that only close ways between squares, or leave a side its best moves by departure and arrival,
/// are in the tables; bounds suppose no more of men then than under any further rules.
///
/// Each side may have any number of royal men, pawns may stand anywhere, and kinds may walk as they
/// like.
#[derive(Clone, Debug)]
pub struct Orthodox<B> {
    rules: Rules<B>,
}

impl<B: Bits> Orthodox<B> {
    /// Compiles a setup; returns the rules and the position of the diagram.
    pub fn compile(setup: &Setup) -> Result<(Orthodox<B>, Position<B>), RulesError> {
        let (rules, position) = Rules::compile(setup)?;
        Ok((Orthodox { rules }, position))
    }

    /// The position of another diagram of the same board, kinds and castlings.
    pub fn place(&self, setup: &Setup) -> Result<Position<B>, RulesError> {
        self.rules.position(setup, &Geometry::new(&setup.board)?)
    }

    /// Rules that further ones have confined, with the position of the diagram.
    pub(super) fn confined(
        rules: Rules<B>,
        setup: &Setup,
    ) -> Result<(Orthodox<B>, Position<B>), RulesError> {
        let position = rules.position(setup, &Geometry::new(&setup.board)?)?;
        Ok((Orthodox { rules }, position))
    }

    /// The compiled rules.
    #[must_use]
    pub fn rules(&self) -> &Rules<B> {
        &self.rules
    }
}

impl<B: Bits> Play for Orthodox<B> {
    type Position = Position<B>;

    #[inline]
    fn side(&self, pos: &Position<B>) -> Side {
        pos.side
    }

    fn pass_to(&self, pos: &mut Position<B>, side: Side) {
        self.rules.give_move(pos, side);
    }

    fn legal_moves(&self, pos: &mut Position<B>, out: &mut MoveList) {
        let start = out.len();
        self.rules.list(pos, pos.side, out);
        audit::moves(&self.rules, pos, &out[start..]);
    }

    fn legal_checks(&self, pos: &mut Position<B>, out: &mut MoveList) {
        let start = out.len();
        let side = pos.side;
        if pos.royals(side.other()).is_empty() {
            return;
        }
        if self.rules.prefers(side) {
            let mut moves = MoveList::new();
            self.legal_moves(pos, &mut moves);
            out.extend(moves.into_iter().filter(|&mv| self.rules.checks(pos, mv)));
            return;
        }
        let checks = Checks::new(&self.rules, pos, side);
        Generation::new(&self.rules, pos, side, &checks, &mut Listed(out)).run_by_kind();
        // Stable, so that each man's moves stay in order.
        out[start..].sort_by_key(Move::from);
        audit::checks(&self.rules, pos, &out[start..]);
    }

    fn legal_stalemates(&self, pos: &mut Position<B>, out: &mut MoveList) {
        let start = out.len();
        let side = pos.side;
        if self.rules.prefers(side) {
            return self.legal_moves(pos, out);
        }
        let stifling = Stifling::new(&self.rules, pos, side);
        let special = pos.passed.any()
            || pos.castling & self.rules.castlings_of[side.index()] != 0
            || !self.rules.rides_straight(side);
        if special || !stifling.is_hopeless() {
            Generation::new(&self.rules, pos, side, &stifling, &mut Listed(out)).run();
        }
        audit::stalemates(&self.rules, pos, &out[start..]);
    }

    fn legal_forcing_moves(&self, pos: &mut Position<B>, out: &mut MoveList) {
        let start = out.len();
        let side = pos.side;
        if self.rules.preferences.iter().any(Option::is_some) {
            return self.legal_moves(pos, out);
        }
        let forcing = Forcing::new(&self.rules, pos, side);
        Generation::new(&self.rules, pos, side, &forcing, &mut Listed(out)).run();
        audit::forcing(&self.rules, pos, &out[start..]);
    }

    fn drop_uncheckable(&self, pos: &mut Position<B>, moves: &mut MoveList) {
        let before = audit::copy(moves);
        self.rules.drop_uncheckable(pos, moves);
        audit::dropped(&self.rules, pos, &before, moves);
    }

    fn moves_with_self_checks(&self, pos: &mut Position<B>, out: &mut MoveList) {
        self.rules.list_pseudo(pos, pos.side, out);
    }

    fn has_legal_move(&self, pos: &mut Position<B>) -> bool {
        let side = pos.side;
        let found = Generation::new(&self.rules, pos, side, &Every, &mut Any).run_royal_first();
        audit::mobility(&self.rules, pos, found);
        found
    }

    fn has_quiet_move(&self, pos: &mut Position<B>) -> bool {
        let side = pos.side;
        if self.rules.prefers(side) {
            let mut moves = MoveList::new();
            return self.has_quiet_move_or_tells(pos, &mut moves);
        }
        let checks = Checks::new(&self.rules, pos, side);
        let quiet = Quiet(&checks);
        let found = Generation::new(&self.rules, pos, side, &quiet, &mut Any).run();
        audit::quiet(&self.rules, pos, found);
        found
    }

    fn has_quiet_move_or_tells(&self, pos: &mut Position<B>, out: &mut MoveList) -> bool {
        let start = out.len();
        if self.rules.prefers(pos.side) {
            self.legal_moves(pos, out);
            return out[start..].iter().any(|&mv| !self.rules.checks(pos, mv));
        }
        let quiet = self.has_quiet_move(pos);
        if !quiet {
            self.legal_moves(pos, out);
        }
        quiet
    }

    fn count_legal_moves(&self, pos: &mut Position<B>) -> usize {
        let side = pos.side;
        if self.rules.prefers(side) {
            let mut moves = MoveList::new();
            self.legal_moves(pos, &mut moves);
            return moves.len();
        }
        let mut count = Counted::default();
        Generation::new(&self.rules, pos, side, &Every, &mut count).run();
        count.0
    }

    fn count_replies(&self, pos: &mut Position<B>, enough: usize) -> usize {
        let side = pos.side;
        if self.rules.prefers(side) {
            return self.count_legal_moves(pos);
        }
        let mut count = CountedTo { count: 0, enough };
        Generation::new(&self.rules, pos, side, &Every, &mut count).run_royal_last();
        count.count
    }

    fn is_surely_legal(&self, pos: &mut Position<B>, mv: Move) -> bool {
        let side = pos.side;
        let found = pos.men(side).has(mv.from())
            && !self.rules.prefers(side)
            && Generation::new(&self.rules, pos, side, &Every, &mut Sought(mv))
                .run_one(mv.from(), mv.to());
        audit::sought(&self.rules, pos, mv, found || self.rules.prefers(side));
        found
    }

    #[inline]
    fn play(&self, pos: &mut Position<B>, mv: Move) {
        self.rules.apply(pos, mv);
        audit::hash(&self.rules, pos);
    }

    #[inline]
    fn undo(&self, pos: &mut Position<B>) {
        pos.take_back();
        audit::hash(&self.rules, pos);
    }

    #[inline]
    fn in_check(&self, pos: &Position<B>, side: Side) -> bool {
        self.rules.exposed(pos, &pos.view(), pos.royals(side), side)
    }

    fn gives_check(&self, pos: &Position<B>, mv: Move) -> bool {
        self.rules.checks(pos, mv)
    }

    #[inline]
    fn hash(&self, pos: &Position<B>) -> u64 {
        pos.hash
    }

    fn fresh_hash(&self, pos: &Position<B>) -> u64 {
        self.rules().fresh_hash(pos)
    }

    fn depth(&self, pos: &Position<B>) -> usize {
        pos.plies.len()
    }

    fn flights(&self, pos: &mut Position<B>, side: Side) -> usize {
        self.rules.flights(pos, side)
    }

    fn can_mate(&self, pos: &Position<B>, side: Side) -> bool {
        (pos.men(side) & !pos.royal).any()
    }

    fn describe(&self, pos: &mut Position<B>, mv: Move) -> PlayedMove {
        self.rules.describe(pos, mv)
    }

    fn may_castle(&self, pos: &Position<B>, side: Side) -> bool {
        pos.castling & self.rules.castlings_of[side.index()] != 0
    }

    fn squares(&self) -> usize {
        self.rules.squares
    }

    fn kinds(&self) -> usize {
        self.rules.kinds.len()
    }

    fn men(&self, pos: &Position<B>, side: Side, out: &mut Vec<(usize, Square)>) {
        let men = pos.men(side).squares();
        out.extend(men.filter_map(|sq| pos.man(sq).map(|man| (usize::from(man.kind), sq))));
    }

    fn royals(&self, pos: &Position<B>, side: Side, out: &mut Vec<(usize, Square)>) {
        let men = pos.royals(side).squares();
        out.extend(men.filter_map(|sq| pos.man(sq).map(|man| (usize::from(man.kind), sq))));
    }

    fn steps(&self, kind: usize, side: Side, from: Square, castling: bool, out: &mut Vec<Square>) {
        out.extend(self.rules.unhindered(kind as u8, side, from, castling).squares());
    }

    fn observed(&self, kind: usize, side: Side, from: Square, out: &mut Vec<Square>) {
        out.extend(self.rules.unhindered_captures(kind as u8, side, from).squares());
    }

    fn open_steps(
        &self,
        kind: usize,
        side: Side,
        from: Square,
        blocks: Blocks<'_>,
        out: &mut Vec<Square>,
    ) {
        out.extend(self.rules.open_steps(kind as u8, side, from, blocks.bits()).squares());
    }

    fn surely_observed(&self, kind: usize, side: Side, from: Square, out: &mut Vec<Square>) {
        if !self.rules.confined {
            out.extend(self.rules.surely_observed(kind as u8, side, from).squares());
        }
    }

    fn lines(&self, kind: usize, side: Side, from: Square, out: &mut Vec<(Square, u64)>) {
        if !self.rules.confined {
            self.rules.lines(kind as u8, side, from, out);
        }
    }

    fn may_pass(&self, side: Side, square: Square) -> bool {
        let mut doubles = self.rules.kinds.iter().flat_map(|kind| &kind.doubles[side.index()]);
        doubles.any(|double| double.over == square)
    }

    fn cuts(&self, kind: usize, side: Side, from: Square, out: &mut Vec<(Square, Square)>) {
        self.rules.cuts(kind as u8, side, from, out);
    }

    fn is_plain(&self, kind: usize) -> bool {
        !self.rules.confined
            && Side::BOTH.iter().all(|&side| !self.rules.movement.has_paths(kind as u8, side))
    }

    fn is_leaper(&self, kind: usize, side: Side) -> bool {
        self.rules.movement.is_leaper(kind as u8, side)
    }

    fn moves_plainly(&self, _: bool) -> bool {
        true
    }

    // Who is mated may not lack a flight because another move is better.
    fn bounds_hold(&self, _: &Position<B>, side: Side) -> bool {
        !self.rules.prefers(side)
    }

    fn has_further_rules(&self) -> bool {
        self.rules.confined
    }

    fn castlings_to_come(&self, pos: &Position<B>, out: &mut Vec<CastlingWay>) -> bool {
        self.castlings(pos, out);
        true
    }

    fn castlings(&self, pos: &Position<B>, out: &mut Vec<CastlingWay>) {
        out.extend(self.rules.castling_ways(pos.castling));
    }

    fn diagram(&self, men: &[ManSpec]) -> Result<Position<B>, RulesError> {
        self.rules.diagram(men)
    }

    fn same_men(&self, one: &Position<B>, other: &Position<B>) -> bool {
        (one.sides, one.royal, &one.kinds) == (other.sides, other.royal, &other.kinds)
    }

    fn becomes(&self, kind: usize, side: Side, square: Square, out: &mut Vec<usize>) {
        let kind = &self.rules.kinds[kind];
        if kind.promotion_squares[side.index()].has(square) {
            out.extend(kind.promotes_to.iter().map(|&to| usize::from(to)));
        }
    }

    fn relocations(&self, pos: &Position<B>, out: &mut Vec<Relocation>) {
        pos.relocations(out);
    }

    fn kind_of(&self, pos: &Position<B>, square: Square) -> Option<usize> {
        pos.man(square).map(|man| usize::from(man.kind))
    }

    fn side_of(&self, pos: &Position<B>, square: Square) -> Option<Side> {
        pos.man(square).map(|man| man.side)
    }

    fn men_beside(&self, pos: &Position<B>, square: Square) -> usize {
        ((pos.sides[0] | pos.sides[1]) & self.rules.places.beside(square)).count()
    }

    fn are_beside(&self, one: Square, other: Square) -> bool {
        self.rules.places.beside(one).has(other)
    }

    fn on_last_rank(&self, side: Side, square: Square) -> bool {
        self.rules.places.on_last_rank(side, square)
    }
}
