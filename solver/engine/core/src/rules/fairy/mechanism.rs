//! What a further rule may do, and where it is asked.

use std::fmt::Debug;

use crate::board::{Bits, Side, Square};
use crate::movement::Captures;

use super::super::moves::{Form, Move, MoveList};
use super::super::setup::{KindSpec, ManSpec};
use super::Fairy;
use super::journal::Reason;
use super::man::Man;
use super::observe::{Level, Look};
use super::position::Position;
use super::sequel::Sequel;
use super::stage::Stage;
use super::turn::Turn;

pub use super::deed::{Among, Bearing, Deed, Lending, LendingTurn, Way};
pub use super::hook::Hook;

/// A rule of one kind, with its parameters.  It meets other rules only through these hooks; all but
/// those that it names in `hooks` are never called.
pub trait Mechanism<B: Bits>: Debug + Send + Sync {
    /// The hooks at which it takes part.
    fn hooks(&self) -> &'static [Hook];

    /// When it acts unless its declaration says otherwise.
    fn stage(&self) -> Stage {
        Stage::Vanishing
    }

    /// How many numbers it remembers from half-move to half-move.
    fn slots(&self) -> u8 {
        0
    }

    /// Tells it which of the memory is its own: so many slots from this one on.
    fn settle(&mut self, _first_slot: u8) {}

    /// Changes the men that `side` may play, each of which moves as a man of its own side; at first
    /// they are those of that side.
    fn movable(&self, _look: Look<'_, B>, _side: Side, _men: &mut B) {}

    /// The number of an attribute: men that have it and those that do not stand on boards of their
    /// own, of which no square is taken on both.
    fn plane(&self) -> Option<u8> {
        None
    }

    /// Men that lie below squares in the diagram.
    fn laid(&self) -> &[ManSpec] {
        &[]
    }

    /// Whether it marks men, in a way that no output tells.
    fn marks(&self) -> bool {
        false
    }

    /// Tells it the number of its mark, among those of attributes.
    fn settle_mark(&mut self, _mark: u8) {}

    /// Changes the kinds whose walks the man on `from`, moved by `by`, uses now; at first that is
    /// its own.  May ask for the level `Own` only.
    fn walks(&self, _look: Look<'_, B>, _by: Side, _from: Square, _kinds: &mut Vec<u8>) {}

    /// Those of `men` whose walks `walks` may change.
    fn lent(&self, _look: Look<'_, B>, men: B) -> B {
        men
    }

    /// Whether the man on `from` is one of them.
    fn borrows(&self, look: Look<'_, B>, from: Square) -> bool {
        self.lent(look, B::bit(from)).any()
    }

    /// Whether `follows` tells what `acts` does to ordinary captures of one man that is not royal.
    fn tells_sequel(&self) -> bool {
        false
    }

    /// What `acts` does to such a capture, after which the men stand as when `acts` is called; false
    /// where that is not told.
    fn follows(&self, _look: Look<'_, B>, _deed: &Deed, _sequel: &mut Sequel<B>) -> bool {
        false
    }

    /// Whether a man that is lent a walk has it instead of its own, and observes so.
    fn lends_wholly(&self) -> bool {
        false
    }

    /// Whether men of the kind have no walk of their own, so that `walks` gives them all that they use.
    fn clothes(&self, _kind: u8) -> bool {
        false
    }

    /// Where `walks` changes observation: on which squares stand men of `by` to whom one on a square
    /// lends its walk, or the other way round; `None` where that is not told by squares alone.
    fn lends(&self) -> Option<Lending> {
        None
    }

    /// Changes the men by the walks that they use, of all kinds at once; where `lends` tells something.
    fn gaits(&self, _look: Look<'_, B>, _by: Side, _kinds: &mut [B]) {}

    /// Adds squares to which the man on `from`, moved by `by`, may go as well, whatever stands
    /// between; also to capture.  May ask for the level `Own` only.
    fn arrives(&self, _look: Look<'_, B>, _by: Side, _from: Square, _squares: &mut B) {}

    /// Whether it asks for trails.
    fn tells_trails(&self) -> bool {
        false
    }

    /// Whether a man observes as one of the kinds that `walks` lends it where rules compare walks.
    fn renames(&self) -> bool {
        false
    }

    /// When `walks` is asked among the rules that lend some.
    fn lending_turn(&self) -> LendingTurn {
        LendingTurn::Adds
    }

    /// Whether men observe only by their own walks where rules compare walks.
    fn goes_unseen(&self) -> bool {
        false
    }

    /// Whether all men that capture, or do not, set out from where they stand, whatever `departs` says.
    fn stays_here(&self, _captures: bool) -> bool {
        false
    }

    /// Whether `walks` lends to a man that has been captured, or goes on, when it is asked where it could
    /// go from the square of the capture.
    fn lends_off_board(&self) -> bool {
        true
    }

    /// Whether kings that are lent the walks of men that observe them are lent a man's own walk, by
    /// which it would observe them, although `walks` replaces it.
    fn lends_replaced(&self) -> bool {
        false
    }

    /// Whether the man on `from`, moved by `by`, captures by lent walks that are not its own alone, so
    /// that it observes nobody where walks are compared.
    fn captures_as_others(&self, _look: Look<'_, B>, _by: Side, _from: Square) -> bool {
        false
    }

    /// Whether `walks` is about observation too, not about moves only.
    fn observes(&self) -> bool {
        true
    }

    /// The highest level of observation for which `halts` and `bars` ask: `Free` at most.
    fn asks(&self) -> Level {
        Level::Raw
    }

    /// Whether the man on `from`, moved by `by`, may neither move nor capture.
    ///
    /// Asked before a move and for observation at a level above the one that it asks for.
    fn halts(&self, _look: Look<'_, B>, _by: Side, _from: Square) -> bool {
        false
    }

    /// Whether `halts` asks for nothing but men and where they stand.
    fn halts_by_men(&self) -> bool {
        false
    }

    /// Whether `halts` is true just of men that are not royal and that men of the other side with the
    /// same walk observe `Raw`.
    fn halts_like_men(&self) -> bool {
        false
    }

    /// Whether the man on `from`, moved by `by`, may not capture the one on `target`.
    ///
    /// Asked before a capture and for observation at a level above the one that it asks for.
    fn bars(&self, _look: Look<'_, B>, _by: Side, _from: Square, _target: Square) -> bool {
        false
    }

    /// The lowest of the levels at which all rules are asked where `bars` counts: a man that is spared
    /// as what it is, or because somebody could not come back, may be threatened all the same.
    fn bars_from(&self) -> Level {
        Level::Lends
    }

    /// Changes where the man on `from` ends that moves by the walk of `kind`, and what it captures;
    /// at first that is what the walk gives, or with the form `EnPassant` what captures so give.
    fn legs(
        &self,
        _look: Look<'_, B>,
        _by: Side,
        _from: Square,
        _gait: (u8, Form),
        _ends: &mut Vec<(Square, Captures)>,
    ) {
    }

    /// Whether the man on `from`, moved by `by`, captures on `target` by the walk of this kind, where
    /// that is not what the walk itself gives.
    fn reaches(
        &self,
        _look: Look<'_, B>,
        _by: Side,
        _from: Square,
        _kind: u8,
        _target: Square,
    ) -> Option<bool> {
        None
    }

    /// Whether `reaches` may ever tell something.
    fn leg_observes(&self) -> bool {
        true
    }

    /// Whether `legs` leaves alone what captures nothing.
    fn legs_capture(&self) -> bool {
        false
    }

    /// Further moves of the man on `from` that only the rule knows how to play: where they end, and
    /// what they capture.
    fn specials(
        &self,
        _look: Look<'_, B>,
        _by: Side,
        _from: Square,
        _ends: &mut Vec<(Square, Captures)>,
    ) {
    }

    /// What such a move counts for where moves are measured, given the square of the way between its
    /// ends.
    fn special_length(&self, squared: i32) -> i32 {
        squared
    }

    /// Plays such a move, if it is one of its own.
    fn plays(&self, _turn: &mut Turn<'_, B>) -> bool {
        false
    }

    /// Whether a man that promotes may become this one on the square.
    fn permits(&self, _look: Look<'_, B>, _sq: Square, _man: Man) -> bool {
        true
    }

    /// Whether a man of the side that can promote on a square may stay what it is as well, as far as
    /// `admits` lets it.
    fn lets_wait(&self, _look: Look<'_, B>, _man: (Square, Side), _deed: &Deed) -> bool {
        false
    }

    /// Changes the squares from which a man, on its square and with the kind whose walk it uses, sets
    /// out on a move that captures, or on one that does not; at first that is its own.
    fn departs(&self, _: Look<'_, B>, _: Side, _: (Square, u8), _captures: bool, _: &mut B) {}

    /// Whether men set out from other squares besides their own, not instead of it.
    fn departs_besides(&self) -> bool {
        false
    }

    /// Whether a man may not go this way, whatever else stands in it; asked before the move, and of
    /// every capture that makes an observation.
    fn closes(&self, _look: Look<'_, B>, _way: &Way) -> bool {
        false
    }

    /// Where men may go from a square as far as `closes` keeps them, if that depends on the square
    /// alone, for all men and moves.
    fn opens(&self, _look: Look<'_, B>, _from: Square) -> Option<B> {
        None
    }

    /// Changes what the kinds are to the rules, for `side` or both, before anything is compiled.
    fn shapes(&self, _kinds: &mut [KindSpec], _side: Option<Side>) {}

    /// Whether the capture of the royal man on `target` would be a move of the rules, as far as it
    /// depends on what the capture leads to; for observation at the level `Capture`.
    fn takes(&self, _look: Look<'_, B>, _by: Side, _from: Square, _target: Square) -> bool {
        true
    }

    /// Whether `takes` may forbid the capture of a man that is royal by itself, not by a rule.
    fn takes_royals(&self) -> bool {
        true
    }

    /// Whether `takes` depends only on where the captor comes from and where it arrives, so that it
    /// holds for observation that is no check too.
    fn takes_by_place(&self) -> bool {
        false
    }

    /// Changes the squares on which `side` has something royal; at first those of its royal men.
    fn royals(&self, _look: Look<'_, B>, _side: Side, _royals: &mut B) {}

    /// Which men of `side` other rules take for royal, if not those that are so in the diagram.
    fn crowned(&self, _look: Look<'_, B>, _side: Side) -> Option<B> {
        None
    }

    /// Squares that are royal themselves, whoever stands there.
    fn royal_squares(&self) -> B {
        B::EMPTY
    }

    /// Whether `side` is in check, when the rules before say that it is or is not.
    fn checks(&self, _look: Look<'_, B>, _side: Side, check: bool) -> bool {
        check
    }

    /// Whether `checks` asks where royal men could go, after the other rules.
    fn asks_flights(&self) -> bool {
        false
    }

    /// Whether `bars` asks where men would come back.
    fn bars_returns(&self) -> bool {
        false
    }

    /// Whether `checks` tells a side's check by the royal men of the other side.
    fn checks_by_enemy(&self) -> bool {
        false
    }

    /// Adds to the men that `by` may capture; at first those of the other side.
    fn prey(&self, _look: Look<'_, B>, _by: Side, _prey: &mut B) {}

    /// What output says of its memory after a move.
    fn tells(&self, _look: Look<'_, B>) -> String {
        String::new()
    }

    /// Whether the side to move counts as unable to move, when the rules before say that it does or
    /// does not.
    fn stops(&self, _rules: &Fairy<B>, _pos: &mut Position<B>, stopped: bool) -> bool {
        stopped
    }

    /// Whether the side to move, which is in check, is mated, when the rules before say that it is
    /// or is not.
    fn mates(&self, _rules: &Fairy<B>, _pos: &mut Position<B>, mate: bool) -> bool {
        mate
    }

    /// Whether `side` may leave its royal men observed.
    fn permits_check(&self, _look: Look<'_, B>, _side: Side) -> bool {
        true
    }

    /// Whether the rule is why `side` cannot move, so that it is not mated; asked when `side` is in
    /// check and has no move at all, not even one that leaves it in check.
    fn immobilises(&self, _look: Look<'_, B>, _side: Side) -> bool {
        false
    }

    /// Appends what `man`, which has just promoted, may be besides, and says whether it may stay
    /// as it is.
    fn becomes(&self, _look: Look<'_, B>, _man: Man, _out: &mut Vec<Man>) -> bool {
        true
    }

    /// Looks at the position before the move, for what it does in `acts`.
    fn notes(&self, _turn: &mut Turn<'_, B>) {}

    /// Does what follows from the move, in its moment; it may leave something to choose or refuse
    /// the move.
    fn acts(&self, _turn: &mut Turn<'_, B>) {}

    /// Does what follows when a man that was captured on a square has come back to another one, or
    /// one that captured there has gone to it.
    fn comes_back(&self, _turn: &mut Turn<'_, B>, _from: Square, _to: Square) {}

    /// Changes a man that was captured on a square and comes back below the man on another one.
    fn comes_below(&self, _man: &mut Man, _dark: B, _from: Square, _to: Square) {}

    /// Whether a captured man may come back on the square.
    fn houses(&self, _look: Look<'_, B>, _sq: Square) -> bool {
        true
    }

    /// Remembers something of a half-move of either side, after the movement.
    fn watches(&self, _turn: &mut Turn<'_, B>) {}

    /// When it watches unless its declaration says otherwise.
    fn watch_stage(&self) -> Stage {
        Stage::Budget
    }

    /// Whether `watches`, and `acts` where it is asked for, do no more than to remember.
    fn only_remembers(&self) -> bool {
        false
    }

    /// Does what follows when a side leaves out its half-move, for the reason `_acting`; for those
    /// that watch or act.
    fn passes(&self, _rules: &Fairy<B>, _pos: &mut Position<B>, _acting: Reason) {}

    /// Whether a side that has no move because of what `selects` took away is mated or stalemated.
    fn stalls(&self) -> bool {
        true
    }

    /// What it remembers of the diagram, in its own slots; at first they are 0.
    fn surveys(&self, _look: Look<'_, B>, _state: &mut [u64]) {}

    /// Whether it remembers what belongs to the position that is to be reached, whose men stand there.
    fn reached(&self, _look: Look<'_, B>) -> bool {
        true
    }

    /// Takes away those of all legal moves of a position that other ones exclude.
    fn selects(&self, _rules: &Fairy<B>, _pos: &mut Position<B>, _moves: &mut MoveList) {}

    /// Whether `selects` leaves exactly those moves whose `grade` is the greatest: of the legal ones, or
    /// also of those that leave an own royal man observed.
    fn grades(&self) -> Option<Among> {
        None
    }

    /// How good a move is that has not been played; the same for all choices that it leaves.
    fn grade(&self, _rules: &Fairy<B>, _pos: &Position<B>, _mv: Move) -> i32 {
        0
    }

    /// Whether `grade` depends on departure and arrival alone, castling aside.
    fn grades_ways(&self) -> bool {
        false
    }

    /// Whether `notes`, `acts` and `admits` do nothing, and admit everything, where the half-move
    /// captures nothing.
    fn only_captures(&self) -> bool {
        false
    }

    /// Whether `acts` does no more to a half-move without castling and promotion than that the mover
    /// takes another walk where it has arrived, in one way only.
    fn only_changes_walk(&self) -> bool {
        false
    }

    /// Whether what it does in a half-move may let the mover's side observe what it would not observe
    /// after the movement alone, by leaps and straight rides.
    fn helps(&self) -> bool {
        true
    }

    /// What bounds by the ways of single men may suppose of the rule.
    fn bearing(&self) -> Bearing {
        Bearing::Unknown
    }

    /// Whether it may keep a royal man from capturing a man that is not observed, but for observation
    /// from where `returns` puts that one; while bounds hold.
    fn shelters(&self) -> bool {
        true
    }

    /// Where a man of `side` may be, and as what, that was captured on a square, or with `captor` has
    /// captured there; for those that move men so.
    fn returns(
        &self,
        _look: Look<'_, B>,
        _man: Man,
        _side: Side,
        _at: Square,
        _captor: bool,
    ) -> Option<(Man, B)> {
        None
    }

    /// Changes the kinds that a man may be after a half-move of its own; for those that change it.
    fn walks_after(&self, _captures: bool, _kinds: &mut Vec<u8>) {}

    /// Whether a man that captures, or one that does not, may come to the other side by that.
    fn turns(&self, _captures: bool) -> bool {
        false
    }

    /// Whether the move may have led to the position that all its effects have made.
    fn admits(&self, _look: Look<'_, B>, _turn: &Deed) -> bool {
        true
    }
}
