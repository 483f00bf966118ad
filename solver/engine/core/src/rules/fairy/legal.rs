//! What is legal: every choice of a move is played, and the position is looked at.

use std::ops::ControlFlow;

use crate::board::{Bits, Side};

use super::super::moves::{Form, Move, MoveList};
use super::Fairy;
use super::choice::next_choice;
use super::mechanism::Mechanism;
use super::observe::Look;
use super::position::Position;
use super::watch::Watch;

/// Moves that are graded without a second thought for memory.
const MANY: usize = 64;

/// What is made of the legal moves.
pub(super) trait Sink<B: Bits> {
    /// Only moves that check are wanted.
    const CHECKS: bool = false;

    /// Only moves that do not check are wanted, and one is soon found.
    const QUIET: bool = false;

    /// One move is enough, whichever.
    const ANY: bool = false;

    /// Takes a legal move; breaking off ends the generation.
    fn take(&mut self, mv: Move) -> ControlFlow<()>;
}

impl<B: Bits> Sink<B> for MoveList {
    fn take(&mut self, mv: Move) -> ControlFlow<()> {
        self.push(mv);
        ControlFlow::Continue(())
    }
}

/// Lists those moves that check.
pub(super) struct Checking<'a>(pub &'a mut MoveList);

impl<B: Bits> Sink<B> for Checking<'_> {
    const CHECKS: bool = true;

    fn take(&mut self, mv: Move) -> ControlFlow<()> {
        self.0.push(mv);
        ControlFlow::Continue(())
    }
}

/// Counts the moves.
#[derive(Default)]
pub(super) struct Count(pub usize);

impl<B: Bits> Sink<B> for Count {
    fn take(&mut self, _: Move) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Breaks off at the first move.
pub(super) struct First;

impl<B: Bits> Sink<B> for First {
    const ANY: bool = true;

    fn take(&mut self, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Breaks off at the first move that does not check.
pub(super) struct FirstQuiet;

impl<B: Bits> Sink<B> for FirstQuiet {
    const QUIET: bool = true;
    const ANY: bool = true;

    fn take(&mut self, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// What is known of a position before its moves are tried.
struct Scene<B> {
    /// For the royal men of the side to move, and of the other.
    own: Watch<B>,
    enemy: Watch<B>,
    /// Also moves that leave an own royal man observed are wanted.
    exposing: bool,
    /// Also moves that capture something royal for good are wanted.
    taking: bool,
}

/// The order in which moves are listed: departure, arrival, castling after the king's other moves.
pub(super) fn canonical(mv: &Move) -> (u8, bool, u8) {
    (mv.from().0, mv.form() == Form::Castling, mv.to().0)
}

impl<B: Bits> Fairy<B> {
    /// Gives all legal moves of the side to move; returns whether the sink broke off.
    pub(super) fn legal<S: Sink<B>>(&self, pos: &mut Position<B>, sink: &mut S) -> bool {
        self.legal_by(pos, sink, |_| true)
    }

    /// Whether the side to move has a move, or lacks one only because rules let it choose none.
    pub(super) fn can_move(&self, pos: &mut Position<B>) -> bool {
        self.legal_by(pos, &mut First, |rule| rule.stalls())
    }

    // The legal moves, when some rules only exclude moves because of others.
    fn legal_by<S: Sink<B>>(
        &self,
        pos: &mut Position<B>,
        sink: &mut S,
        counts: impl Fn(&dyn Mechanism<B>) -> bool,
    ) -> bool {
        let mut selecting = self.those(&self.hooks.selects, pos.side).filter(|&rule| counts(rule));
        let Some(first) = selecting.next() else { return self.unselected(pos, sink, false) };
        let mut moves = MoveList::new();
        if first.grades() && selecting.next().is_none() {
            self.best(pos, first, &mut moves);
        } else {
            self.unselected(pos, &mut moves, false);
            for rule in self.those(&self.hooks.selects, pos.side).filter(|&rule| counts(rule)) {
                rule.selects(self, pos, &mut moves);
            }
        }
        moves.into_iter().any(|mv| {
            let wanted = !S::CHECKS || {
                self.apply(pos, mv);
                let checks = Look { rules: self, pos }.in_check(pos.side);
                pos.take_back();
                checks
            };
            wanted && sink.take(mv).is_break()
        })
    }

    // The best legal moves in the eyes of a rule that grades them: the better a move, the sooner it is
    // looked at, and what is worse than a legal one is not.
    fn best(&self, pos: &mut Position<B>, rule: &dyn Mechanism<B>, out: &mut MoveList) {
        let mut graded: Vec<(i32, Move)> = Vec::with_capacity(MANY);
        let _ = self.pseudo_legal(pos, !B::EMPTY, None, &mut |pos, mv| {
            graded.push((rule.grade(self, pos, mv), mv));
            ControlFlow::Continue(())
        });
        let own = self.watch(pos, pos.side);
        let scene = Scene { own, enemy: own, exposing: false, taking: false };
        let mut best = graded.iter().map(|&(grade, _)| grade).max();
        while let Some(grade) = best {
            for &(_, mv) in graded.iter().filter(|graded| graded.0 == grade) {
                let _ = self.consider(pos, mv, &scene, out);
            }
            let worse = graded.iter().map(|graded| graded.0).filter(|&other| other < grade);
            best = if out.is_empty() { worse.max() } else { None };
        }
    }

    /// The legal moves, before some of them exclude others; `exposing`: also those that leave an own
    /// royal man observed.
    pub(super) fn unselected<S: Sink<B>>(
        &self,
        pos: &mut Position<B>,
        sink: &mut S,
        exposing: bool,
    ) -> bool {
        let side = pos.side;
        // Where few moves are played, it is cheaper to look at all of these than to ask what matters.
        let all = S::CHECKS || S::QUIET;
        let own = if all { Watch::on_all(side) } else { self.watch(pos, side) };
        let enemy =
            if S::CHECKS { self.watch(pos, side.other()) } else { Watch::on_all(side.other()) };
        let scene = Scene { own, enemy, exposing, taking: exposing };
        let mut found = |pos: &mut Position<B>, mv: Move| self.consider(pos, mv, &scene, sink);
        // Who is in check most often has a move of the royal man.
        let first = if S::ANY { pos.royals(side) } else { B::EMPTY };
        let wanted = if S::CHECKS { Some(&scene.enemy) } else { None };
        let flow = self.pseudo_legal(pos, first, wanted, &mut found);
        flow.is_break() || self.pseudo_legal(pos, !first, wanted, &mut found).is_break()
    }

    // Gives what is legal of a move that the rules do not forbid before it is played.
    fn consider<S: Sink<B>>(
        &self,
        pos: &mut Position<B>,
        mv: Move,
        scene: &Scene<B>,
        sink: &mut S,
    ) -> ControlFlow<()> {
        if S::QUIET || !self.is_simple(pos, mv) {
            return self.try_choices(pos, mv, scene, sink);
        }
        let (way, captured) = ((mv.from(), mv.to()), B::of(mv.captures().iter()));
        if S::CHECKS && !self.would_matter(&scene.enemy, pos, way, captured) {
            debug_assert!(!self.checks_when_played(pos, mv), "{mv:?} checks");
            return ControlFlow::Continue(());
        }
        if S::CHECKS || !scene.exposing && self.would_matter(&scene.own, pos, way, captured) {
            return self.try_choices(pos, mv, scene, sink);
        }
        debug_assert!(scene.exposing || self.is_safe_when_played(pos, mv), "{mv:?} exposes");
        sink.take(mv)
    }

    // Whether the side may leave its royal men observed.
    fn permits_check(&self, look: Look<'_, B>, side: Side) -> bool {
        !self.hooks.duties.is_empty()
            && self.those(&self.hooks.duties, side).any(|rule| rule.permits_check(look, side))
    }

    /// Plays the move and tells whether the rules accept it, own royal men aside; it is taken back
    /// by the caller.
    pub(super) fn accepts(&self, pos: &mut Position<B>, mv: Move) -> bool {
        self.apply(pos, mv).is_some_and(|deed| self.admitted(Look { rules: self, pos }, &deed))
    }

    /// Whether the move, with its choice, is legal.
    pub(super) fn allows(&self, pos: &mut Position<B>, mv: Move) -> bool {
        let own = self.watch(pos, pos.side);
        let legal =
            self.is_legal(pos, mv, &Scene { own, enemy: own, exposing: false, taking: false });
        pos.take_back();
        legal
    }

    /// Whether the side to move could capture something royal and leave nothing royal of its own
    /// observed.
    pub(super) fn takes_royal(&self, pos: &mut Position<B>) -> bool {
        let own = self.watch(pos, pos.side);
        let scene = Scene { own, enemy: own, exposing: false, taking: true };
        let flow = self.pseudo_legal(pos, !B::EMPTY, None, &mut |pos, mv| {
            if !self.royals_taken(pos, mv).any() {
                return ControlFlow::Continue(());
            }
            self.try_choices(pos, mv, &scene, &mut First)
        });
        flow.is_break()
    }

    // Plays a move with each choice that the rules leave.
    fn try_choices<S: Sink<B>>(
        &self,
        pos: &mut Position<B>,
        mv: Move,
        scene: &Scene<B>,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let mut next = Some(mv);
        while let Some(chosen) = next {
            let wanted = self.is_legal(pos, chosen, scene)
                && (!S::CHECKS && !S::QUIET
                    || S::CHECKS
                        == (self.matters(&scene.enemy, pos, pos.touched)
                            && Look { rules: self, pos }.in_check(pos.side)));
            // Generation gives a move without a choice; what was asked says which there are.
            let asked = !pos.memory.asked.is_empty();
            let played = if asked && chosen == mv { mv.choosing(0) } else { chosen };
            next = next_choice(&pos.memory.asked).map(|choice| mv.choosing(choice));
            pos.take_back();
            if wanted {
                sink.take(played)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Where a man of this kind may promote, also if the move has given it another walk first.
    pub(super) fn promoting(&self, kind: u8, side: Side) -> B {
        if self.hooks.alters {
            self.promotions[side.index()]
        } else {
            self.game.kinds[usize::from(kind)].promotion_squares[side.index()]
        }
    }

    // Whether the move is sure to have no further effect, another walk of the mover aside, and to
    // leave no choice, so that it need not be played in order to know what it does.
    fn is_simple(&self, pos: &Position<B>, mv: Move) -> bool {
        let side = pos.side;
        matches!(mv.form(), Form::Ordinary | Form::Double)
            && !self.hooks.interferes.of(mv.is_capture())
            && pos
                .man(mv.from())
                .is_some_and(|man| !man.royal && !self.promoting(man.kind, side).has(mv.to()))
            && !mv.captures().iter().any(|sq| pos.royal.has(sq))
    }

    /// Where the move captures something royal, which no move may do unless it comes back.
    pub(super) fn royals_taken(&self, pos: &Position<B>, mv: Move) -> B {
        if mv.captures().is_empty() {
            return B::EMPTY;
        }
        Look { rules: self, pos }.royals(pos.side.other()) & B::of(mv.captures().iter())
    }

    // Plays the move and tells whether it is legal; it is taken back by the caller.
    fn is_legal(&self, pos: &mut Position<B>, mv: Move, scene: &Scene<B>) -> bool {
        let side = pos.side;
        let taken = if scene.taking { B::EMPTY } else { self.royals_taken(pos, mv) };
        let Some(deed) = self.apply(pos, mv) else { return false };
        if taken.squares().any(|sq| pos.is_lost(sq)) {
            return false;
        }
        let look = Look { rules: self, pos };
        if !scene.exposing && !self.permits_check(look, side) {
            // A royal man may not come to an observed square even where it ceases to be the mover's.
            let exposed = deed.mover.royal
                && deed.at.is_some_and(|sq| {
                    let man = look.man(sq);
                    let ceases = man.is_some_and(|man| man.royal && !man.belongs_to(side));
                    ceases && look.exposed(sq, side)
                });
            let matters = self.matters(&scene.own, pos, pos.touched);
            debug_assert!(matters || !look.in_check(side), "{mv:?} exposes");
            if exposed || matters && look.in_check(side) {
                return false;
            }
        }
        self.admitted(look, &deed)
    }

    fn checks_when_played(&self, pos: &mut Position<B>, mv: Move) -> bool {
        self.apply(pos, mv);
        let checks = Look { rules: self, pos }.in_check(pos.side);
        pos.take_back();
        checks
    }

    fn is_safe_when_played(&self, pos: &mut Position<B>, mv: Move) -> bool {
        let side = pos.side;
        let played = self.apply(pos, mv).is_some();
        let safe = played && !Look { rules: self, pos }.in_check(side);
        pos.take_back();
        safe
    }
}
