use crate::board::{Side, Square};

use super::blocks::Blocks;
use super::moves::{Move, MoveList};
use super::record::PlayedMove;
use super::relocation::Relocation;
use super::setup::ManSpec;
use super::{CastlingWay, RulesError};

/// What the search needs of the rules of a problem.
///
/// Compiled once, read-only, shared by threads; the search is compiled once for each implementation.
pub trait Play: Send + Sync {
    /// The changing board.
    type Position: Clone + Send;

    /// The side to move.
    fn side(&self, pos: &Self::Position) -> Side;

    /// Gives the move to `side`, forgetting the en passant right; journalled, undone by `undo`.
    fn pass_to(&self, pos: &mut Self::Position, side: Side);

    /// Whether some half-move left more to choose than could be looked at, so that what was found is
    /// not all.
    fn exhausted(&self) -> bool {
        false
    }

    /// The side to move leaves out its half-move, as rules see it; journalled, undone by `undo`.
    fn leave_out(&self, pos: &mut Self::Position) {
        self.pass_to(pos, self.side(pos).other());
    }

    /// Appends all legal moves of the side to move in canonical order: departure ascending, then
    /// arrival; castling right after the king's other moves; promotions as the kind lists them.
    fn legal_moves(&self, pos: &mut Self::Position, out: &mut MoveList);

    /// Appends those legal moves that give check, in canonical order.
    ///
    /// A superset is allowed, but every move is legal and every legal move that checks is in it.
    fn legal_checks(&self, pos: &mut Self::Position, out: &mut MoveList);

    /// Appends those legal moves that may leave the other side, not in check, without a legal move, in
    /// canonical order; it may append any legal move.
    fn legal_stalemates(&self, pos: &mut Self::Position, out: &mut MoveList) {
        self.legal_moves(pos, out);
    }

    /// Appends those legal moves that check, or may leave the other side without a legal move that does
    /// not check, in canonical order; it may append any legal move.
    fn legal_forcing_moves(&self, pos: &mut Self::Position, out: &mut MoveList) {
        self.legal_moves(pos, out);
    }

    /// Whether a move, of this position or another, is a legal one that checks; it may say no where that
    /// is not told at once.
    fn is_check(&self, _pos: &mut Self::Position, _mv: Move) -> bool {
        false
    }

    /// Appends, in canonical order, the legal moves but those after which the other side surely has no
    /// move that checks, or surely has a legal move that does not; it may append any legal move.
    fn legal_moves_that_force(&self, pos: &mut Self::Position, out: &mut MoveList) {
        debug_assert!(out.is_empty());
        self.legal_forcing_moves(pos, out);
        self.drop_uncheckable(pos, out);
        self.drop_answered(pos, out);
    }

    /// Drops from `moves`, moves of the side to move, those after which the other side surely has no
    /// move that checks; it may leave any.
    fn drop_uncheckable(&self, pos: &mut Self::Position, moves: &mut MoveList);

    /// Drops from `moves`, moves of the side to move, those after which the other side surely has a
    /// legal move that does not check; it may leave any.
    fn drop_answered(&self, _pos: &mut Self::Position, _moves: &mut MoveList) {}

    /// Appends all moves of the side to move, in canonical order, also those that leave a royal man
    /// of its own observed.
    fn moves_with_self_checks(&self, pos: &mut Self::Position, out: &mut MoveList);

    /// Whether the side to move has a legal move; stops at the first.
    fn has_legal_move(&self, pos: &mut Self::Position) -> bool;

    /// Whether the side to move has a legal move that does not check; it may say no where that is not
    /// told at once.
    fn has_quiet_move(&self, _pos: &mut Self::Position) -> bool {
        false
    }

    /// The same; appends all legal moves, in canonical order, where it says no.
    fn has_quiet_move_or_tells(&self, pos: &mut Self::Position, out: &mut MoveList) -> bool {
        let quiet = self.has_quiet_move(pos);
        if !quiet {
            self.legal_moves(pos, out);
        }
        quiet
    }

    /// Whether the side to move, in check and without a legal move, is mated; rules may call it a
    /// stalemate.
    fn counts_as_mate(&self, _pos: &mut Self::Position) -> bool {
        true
    }

    /// Whether the side to move, which is in check, is mated.
    fn is_mated(&self, pos: &mut Self::Position) -> bool {
        self.is_stopped(pos) && self.counts_as_mate(pos)
    }

    /// Whether the side to move counts as unable to move.
    fn is_stopped(&self, pos: &mut Self::Position) -> bool {
        !self.has_legal_move(pos)
    }

    /// Whether the side to move could capture the other's royal man, where the legal moves leave
    /// such captures out.
    fn could_take_royal(&self, _pos: &mut Self::Position) -> bool {
        false
    }

    /// Whether the side that is not to move may be in check.
    fn allows_exposure(&self) -> bool {
        false
    }

    /// The number of legal moves, without listing them.
    fn count_legal_moves(&self, pos: &mut Self::Position) -> usize;

    /// Whether `mv`, a move of another position, is a legal move of the side to move; it may say no
    /// where that is not told at once.
    fn is_surely_legal(&self, _pos: &mut Self::Position, _mv: Move) -> bool {
        false
    }

    /// The number of legal moves, about, where it only puts positions in an order; of more than
    /// `enough` it may count only some.
    fn count_replies(&self, pos: &mut Self::Position, _enough: usize) -> usize {
        self.count_legal_moves(pos)
    }

    /// Plays a move of the position and gives the move to the other side.
    fn play(&self, pos: &mut Self::Position, mv: Move);

    /// Where the man that made the move which was played last is now, if it has not vanished.
    fn arrived(&self, _: &Self::Position, mv: Move) -> Option<Square> {
        Some(mv.to())
    }

    /// Whether the move that was played last won a man of the other side.
    fn wins_man(&self, _: &Self::Position, mv: Move) -> bool {
        mv.is_capture()
    }

    /// Takes back the last `play` or `pass_to`.
    fn undo(&self, pos: &mut Self::Position);

    /// Whether a royal man of `side` could be captured by the other side.
    fn in_check(&self, pos: &Self::Position, side: Side) -> bool;

    /// Whether the move, which is not yet played, checks the other side.
    fn gives_check(&self, pos: &Self::Position, mv: Move) -> bool;

    /// 64 bits over all state that a rule reads; incremental.
    fn hash(&self, pos: &Self::Position) -> u64;

    /// The hash computed from nothing; equal to the incremental one.
    fn fresh_hash(&self, pos: &Self::Position) -> u64;

    /// Half-moves played since the root.
    fn depth(&self, pos: &Self::Position) -> usize;

    /// Number of squares that royal men of `side` may legally go to, castling not counted, as if it
    /// were to move.
    fn flights(&self, pos: &mut Self::Position, side: Side) -> usize;

    /// Whether `side` has a man left, other than a royal one, that could mate.
    fn can_mate(&self, pos: &Self::Position, side: Side) -> bool;

    /// The record of a legal move, made before it is played; `check` and `goal` are left open.
    fn describe(&self, pos: &mut Self::Position, mv: Move) -> PlayedMove;

    /// Whether `side` still has a right to castle.
    fn may_castle(&self, pos: &Self::Position, side: Side) -> bool;

    /// Number of squares of the rectangle.
    fn squares(&self) -> usize;

    /// Number of kinds that can occur.
    fn kinds(&self) -> usize;

    /// Appends kind and square of each man of `side`, squares ascending.
    fn men(&self, pos: &Self::Position, side: Side, out: &mut Vec<(usize, Square)>);

    /// Appends kind and square of each royal man of `side`, squares ascending.
    fn royals(&self, pos: &Self::Position, side: Side, out: &mut Vec<(usize, Square)>);

    /// Appends the squares that a man could go to in one half-move if nothing stood in the way (and
    /// everything stood where it is needed); `castling`: castlings included.
    fn steps(&self, kind: usize, side: Side, from: Square, castling: bool, out: &mut Vec<Square>);

    /// Appends the squares that a man could capture on if nothing stood in the way.
    fn observed(&self, kind: usize, side: Side, from: Square, out: &mut Vec<Square>);

    /// Where each man of a side observes by one walk, its own or that of the man on a certain square:
    /// the kinds of that side, and by square of a man where the other one stands.
    fn lenders(&self, _side: Side) -> Option<(Vec<usize>, Vec<Option<Square>>)> {
        None
    }

    /// Appends the squares that a man could capture on by the walk of a kind alone if nothing stood in
    /// the way.
    fn observed_as(&self, gait: usize, side: Side, from: Square, out: &mut Vec<Square>) {
        self.observed(gait, side, from, out);
    }

    /// Appends the squares that a man could go to without capturing when such men stand in its way;
    /// castling is left out.
    fn open_steps(
        &self,
        kind: usize,
        side: Side,
        from: Square,
        blocks: Blocks<'_>,
        out: &mut Vec<Square>,
    );

    /// Appends the squares that a man observes whatever stands anywhere.
    fn surely_observed(&self, kind: usize, side: Side, from: Square, out: &mut Vec<Square>);

    /// Whether a rule may keep a man from a move that captures nothing.
    fn may_forbid(&self) -> bool {
        false
    }

    /// Appends squares that a man surely observes while certain squares are empty, whatever stands
    /// elsewhere, with these squares as bits; only for boards of at most 64.
    fn lines(&self, _kind: usize, _side: Side, _from: Square, _out: &mut Vec<(Square, u64)>) {}

    /// Whether a double step of `side` may pass over a square, so that its man can be captured there.
    fn may_pass(&self, _side: Side, _square: Square) -> bool {
        true
    }

    /// Appends pairs of a square that a man observes when nothing is in the way, and a square on which
    /// another man surely keeps it from observing it.
    fn cuts(&self, _kind: usize, _side: Side, _from: Square, _out: &mut Vec<(Square, Square)>) {}

    /// Whether all moves of the kind are leaps, straight rides, double steps and castlings.
    fn is_plain(&self, kind: usize) -> bool;

    /// What the mover becomes by promotion, while half-moves go by the ways of the kinds.
    fn promoted_to(&self, _pos: &Self::Position, mv: Move) -> Option<usize> {
        mv.promotion().map(usize::from)
    }

    /// Whether half-moves of games from one of these positions to the other do no more than the plain
    /// ways of the kinds say; rules may forbid any of them.
    fn goes_by_ways(&self, _ends: [&Self::Position; 2]) -> bool {
        (0..self.kinds()).all(|kind| self.is_plain(kind))
    }

    /// Whether all moves of the kind and side are leaps, castling aside.
    fn is_leaper(&self, kind: usize, side: Side) -> bool;

    /// Appends the castlings that both men still have the right to.
    fn castlings(&self, pos: &Self::Position, out: &mut Vec<CastlingWay>);

    /// The position of these men, without any right.
    ///
    /// # Errors
    /// `RulesError` for a square or kind that does not exist, or for two men on a square.
    fn diagram(&self, men: &[ManSpec]) -> Result<Self::Position, RulesError>;

    /// Whether the same men, royal or not, stand on the same squares.
    fn same_men(&self, one: &Self::Position, other: &Self::Position) -> bool;

    /// Appends the kinds that a man may become on `square`; nothing where it stays what it is.
    fn becomes(&self, kind: usize, side: Side, square: Square, out: &mut Vec<usize>);

    /// Whether bounds by the ways of single men hold in this position and all that follow: men go as
    /// `outcomes` and `returns` tell, observe as `observed` does, and a royal man of `side` may go to
    /// any square of its `steps` that is empty and then not observed.
    fn bounds_hold(&self, _pos: &Self::Position, _side: Side) -> bool {
        true
    }

    /// Whether they hold but for men, no royal ones, that come to the other side by their own half-moves,
    /// as `turned` tells.
    fn turncoats_known(&self, _pos: &Self::Position, _side: Side) -> bool {
        false
    }

    /// Appends what a man of a side may be, and where, after a half-move by which it comes to the other
    /// side.
    fn turned(&self, _kind: usize, _side: Side, _from: Square, _out: &mut Vec<(usize, Square)>) {}

    /// Whether ordinary moves that capture, or those that do not, take the man that moves to the square
    /// of its arrival, and change nothing else but what it is, and where those are that it captures.
    fn moves_plainly(&self, _captures: bool) -> bool {
        false
    }

    /// Whether there are rules beyond those of the men's movement.
    fn has_further_rules(&self) -> bool {
        false
    }

    /// Appends the castlings that there may be now or later; whether these are all that men can do by
    /// castling.
    fn castlings_to_come(&self, _pos: &Self::Position, _out: &mut Vec<CastlingWay>) -> bool {
        false
    }

    /// Whether men may come to castle that do not stand where they castle.
    fn castlers_return(&self) -> bool {
        false
    }

    /// Whether a royal man may be kept from capturing such a man of `side`, although that one is not
    /// observed.
    fn shelters(&self, _kind: usize, _side: Side, _at: Square) -> bool {
        false
    }

    /// Whether `side` might castle now or later.
    fn could_castle(&self, pos: &Self::Position, side: Side) -> bool {
        self.may_castle(pos, side)
    }

    /// Appends what a man may be, and where, after a half-move of its own, castling included, if
    /// nothing stood in the way and everything stood where it is needed.
    fn outcomes(&self, kind: usize, side: Side, from: Square, out: &mut Vec<(usize, Square)>) {
        let (mut steps, mut shapes) = (Vec::new(), Vec::new());
        self.steps(kind, side, from, true, &mut steps);
        for square in steps {
            shapes.clear();
            self.becomes(kind, side, square, &mut shapes);
            if shapes.is_empty() {
                shapes.push(kind);
            }
            out.extend(shapes.iter().map(|&shape| (shape, square)));
        }
    }

    /// The same after a half-move that captures nothing; it may append more.
    fn quiet_outcomes(
        &self,
        kind: usize,
        side: Side,
        from: Square,
        out: &mut Vec<(usize, Square)>,
    ) {
        self.outcomes(kind, side, from, out);
    }

    /// Appends what a man may be, and where, after a half-move that captures it.
    fn returns(&self, _kind: usize, _side: Side, _at: Square, _out: &mut Vec<(usize, Square)>) {}

    /// Appends what the last half-move did to the squares of men, in order.
    fn relocations(&self, pos: &Self::Position, out: &mut Vec<Relocation>);

    /// The kind of the man on `square`, if there is one.
    fn kind_of(&self, pos: &Self::Position, square: Square) -> Option<usize>;

    /// The side of the man on `square`, if there is one.
    fn side_of(&self, pos: &Self::Position, square: Square) -> Option<Side>;

    /// Number of men beside `square`, in all eight directions.
    fn men_beside(&self, pos: &Self::Position, square: Square) -> usize;

    /// Whether two squares touch, in one of the eight directions.
    fn are_beside(&self, one: Square, other: Square) -> bool;

    /// Whether `square` lies on the rank that is farthest from `side`.
    fn on_last_rank(&self, side: Side, square: Square) -> bool;
}
