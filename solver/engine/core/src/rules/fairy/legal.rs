//! What is legal: every choice of a move is played, and the position is looked at.

use std::ops::ControlFlow;

use crate::board::{Bits, Side};

use super::super::moves::{Form, Move, MoveList};
use super::super::setup::Colour;
use super::mechanism::Mechanism;
use super::observe::Look;
use super::position::Position;
use super::thought::Thought;
use super::watch::Watch;
use super::{Fairy, Meddling};

/// What is made of the legal moves.
pub(super) trait Sink<B: Bits> {
    /// Only moves that check are wanted.
    const CHECKS: bool = false;

    /// Only moves that do not check are wanted, and one is soon found.
    const QUIET: bool = false;

    /// Moves are not wanted that leave a legal answer which does not check, as far as they are played.
    const FORCING: bool = false;

    /// One move is enough, whichever.
    const ANY: bool = false;

    /// Takes a legal move; breaking off ends the generation.
    fn take(&mut self, mv: Move) -> ControlFlow<()>;

    /// Notes a legal move that is not wanted because it checks.
    fn leave(&mut self, _: Move) {}
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

/// Lists those moves that may leave no answer but checks.
pub(super) struct Forcing<'a>(pub &'a mut MoveList);

impl<B: Bits> Sink<B> for Forcing<'_> {
    const FORCING: bool = true;

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

/// Breaks off at the first move that checks.
pub(super) struct FirstCheck;

impl<B: Bits> Sink<B> for FirstCheck {
    const CHECKS: bool = true;

    fn take(&mut self, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Breaks off at the first move that does not check, and keeps it; and those that check, found before.
#[derive(Default)]
pub(super) struct FirstQuiet {
    pub found: Option<Move>,
    pub checks: MoveList,
}

impl<B: Bits> Sink<B> for FirstQuiet {
    const QUIET: bool = true;
    const ANY: bool = true;

    fn take(&mut self, mv: Move) -> ControlFlow<()> {
        self.found = Some(mv);
        ControlFlow::Break(())
    }

    fn leave(&mut self, mv: Move) {
        self.checks.push(mv);
    }
}

/// What is known of a position before its moves are tried.
pub(super) struct Scene<B> {
    /// For the royal men of the side to move, and of the other.
    own: Watch<B>,
    enemy: Watch<B>,
    /// Also moves that leave an own royal man observed are wanted.
    exposing: bool,
    /// Also moves that capture something royal for good are wanted.
    taking: bool,
}

impl<B: Bits> Scene<B> {
    /// Whether moves that leave an own royal man observed are wanted, too.
    pub(super) fn lets_expose(&self) -> bool {
        self.exposing
    }

    /// What matters for the own royal men, if one of them is observed and may not stay so.
    pub(super) fn seen(&self) -> Option<&Watch<B>> {
        (self.own.seen && !self.exposing).then_some(&self.own)
    }

    /// The same where moves that leave an own royal man observed are wanted, too.
    pub(super) fn exposing(&self) -> Scene<B> {
        Scene { exposing: true, taking: true, ..*self }
    }
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

    /// Whether the side to move has a legal move that does not check; it may say no where rules choose
    /// among moves.
    pub(super) fn has_quiet_answer(&self, pos: &mut Position<B>) -> bool {
        self.those(&self.hooks.selects, pos.side).next().is_none()
            && (self.answers_again(pos) || self.unselected(pos, &mut FirstQuiet::default(), false))
    }

    // The legal moves, when some rules only exclude moves because of others.
    fn legal_by<S: Sink<B>>(
        &self,
        pos: &mut Position<B>,
        sink: &mut S,
        counts: impl Fn(&dyn Mechanism<B>) -> bool,
    ) -> bool {
        let side = pos.side;
        let selects = |number: &&u8| {
            let mut rule = self.those(std::slice::from_ref(*number), side);
            rule.next().is_some_and(&counts)
        };
        let mut selecting = self.hooks.selects.iter().filter(selects);
        let Some(&first) = selecting.next() else { return self.unselected(pos, sink, false) };
        let mut moves = std::mem::take(&mut pos.memory.selected);
        moves.clear();
        let grades = self.rules[usize::from(first)].mechanism.grades();
        if let (Some(among), None) = (grades, selecting.next()) {
            self.best(pos, first, among, &mut moves);
        } else {
            self.unselected(pos, &mut moves, false);
            for rule in self.those(&self.hooks.selects, side).filter(|&rule| counts(rule)) {
                rule.selects(self, pos, &mut moves);
            }
        }
        let broke_off = moves.iter().any(|&mv| {
            let wanted = !S::CHECKS || {
                self.apply(pos, mv);
                let checks = Look { rules: self, pos }.in_check(pos.side);
                pos.take_back();
                checks
            };
            wanted && sink.take(mv).is_break()
        });
        pos.memory.selected = moves;
        broke_off
    }

    /// What is known of a position where only the own royal men matter.
    pub(super) fn own_scene(&self, pos: &Position<B>) -> Scene<B> {
        self.note_gaits(pos);
        let own = self.watch(pos, pos.side);
        Scene { own, enemy: own, exposing: false, taking: false }
    }

    /// The same where it is not asked what matters.
    pub(super) fn bare_scene(&self, pos: &Position<B>) -> Scene<B> {
        self.note_gaits(pos);
        let own = Watch::on_all(pos.side);
        Scene { own, enemy: own, exposing: false, taking: false }
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
        self.note_gaits(pos);
        // Where few moves are looked at, it is cheaper to think of all of these than to ask what matters.
        let few = S::CHECKS || S::QUIET;
        let all = Watch::on_all(side);
        let own = if few || S::ANY { all } else { self.watch(pos, side) };
        let enemy = if S::CHECKS {
            self.watch(pos, side.other()).of_unobserved()
        } else {
            Watch::on_all(side.other())
        };
        let mut scene = Scene { own, enemy, exposing, taking: exposing || pos.memory.taking };
        // Who is in check most often has a move of the royal man, others of another man.
        let royals = pos.royals(side);
        let checked = S::QUIET && Look { rules: self, pos }.in_check(side);
        let first = match S::ANY {
            true if S::QUIET && !checked => !royals,
            true => royals,
            false => B::EMPTY,
        };
        let wanted = if S::CHECKS { Some(&enemy) } else { None };
        if S::QUIET {
            // A move that captures nothing is found, and played, at less cost.
            let flow = self.pseudo_legal(pos, first, wanted, &mut |pos, mv| {
                if mv.is_capture() {
                    ControlFlow::Continue(())
                } else {
                    self.consider(pos, mv, &scene, sink)
                }
            });
            if flow.is_break() {
                return true;
            }
        }
        if first.any() {
            let mut found = |pos: &mut Position<B>, mv: Move| {
                if S::QUIET && !mv.is_capture() {
                    ControlFlow::Continue(())
                } else {
                    self.consider(pos, mv, &scene, sink)
                }
            };
            if self.pseudo_legal(pos, first, wanted, &mut found).is_break() {
                return true;
            }
        }
        // Most moves of others leave a check.
        if S::ANY && (!few || checked) {
            scene.own = self.watch(pos, side);
        }
        let mut found = |pos: &mut Position<B>, mv| self.consider(pos, mv, &scene, sink);
        self.pseudo_legal(pos, !first, wanted, &mut found).is_break()
    }

    /// Whether the move that was found last not to check is one again.
    pub(super) fn answers_again(&self, pos: &mut Position<B>) -> bool {
        let side = pos.side;
        let Some((from, to)) = pos.memory.quiet_move[side.index()] else { return false };
        let same = pos.men(side).has(from) && !pos.occupied().has(to);
        if !same || !self.hooks.foreign.is_empty() || self.boards(pos).is_some() {
            return false;
        }
        let scene = self.bare_scene(pos);
        let flow = self.moves_of(pos, self.mover_side(pos, from), from, None, &mut |pos, mv| {
            if mv.to() == to && !mv.is_capture() && mv.form() == Form::Ordinary {
                self.consider(pos, mv, &scene, &mut FirstQuiet::default())
            } else {
                ControlFlow::Continue(())
            }
        });
        flow.is_break()
    }

    /// Gives what is legal of a move that the rules do not forbid before it is played.
    pub(super) fn consider<S: Sink<B>>(
        &self,
        pos: &mut Position<B>,
        mv: Move,
        scene: &Scene<B>,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let way = (mv.from(), mv.to());
        let captured = mv.captured();
        let plain = self.is_plain(pos, mv);
        if S::CHECKS
            && plain
            && !self.aids(pos).of(mv.is_capture())
            && !self.would_matter(&scene.enemy, pos, way, captured)
        {
            debug_assert!(!self.checks_when_played(pos, mv), "{mv:?} checks");
            return ControlFlow::Continue(());
        }
        if !plain || self.hooks.interferes.of(mv.is_capture()) {
            if self.stays_seen(pos, mv, scene) {
                return ControlFlow::Continue(());
            }
            let told = if pos.memory.measured { None } else { self.tell(pos, mv, scene) };
            return match told {
                Some(told) => self.consider_told(pos, mv, &told, scene, sink),
                None => self.try_choices(pos, mv, scene, sink),
            };
        }
        let thought = Thought { from: way.0, to: way.1, captured };
        // Fewer moves check than leave own royal men unobserved.
        let told = S::CHECKS && self.knows_checked(pos, thought);
        let checks = if told { self.would_check(pos, thought) } else { None };
        if checks == Some(false) {
            return ControlFlow::Continue(());
        }
        let safe = self.is_safe(pos, mv, thought, scene);
        debug_assert!(
            scene.exposing || safe.is_none_or(|safe| safe == self.is_safe_when_played(pos, mv)),
            "{mv:?}"
        );
        let wanted = match safe {
            Some(true) if !S::CHECKS && !S::QUIET => Some(true),
            Some(true) if self.knows_checked(pos, thought) => {
                let checks = if told { checks } else { self.would_check(pos, thought) };
                if S::QUIET && checks == Some(true) {
                    sink.leave(mv);
                }
                checks.map(|checks| checks == S::CHECKS)
            }
            Some(false) => Some(false),
            _ => None,
        };
        match wanted {
            Some(true) => sink.take(mv),
            Some(false) => ControlFlow::Continue(()),
            None if self.can_imagine(pos, mv, thought) => {
                match self.is_imagined::<S>(pos, thought, safe) {
                    Some(true) => sink.take(mv),
                    Some(false) => {
                        sink.leave(mv);
                        ControlFlow::Continue(())
                    }
                    None => ControlFlow::Continue(()),
                }
            }
            None => self.try_choices(pos, mv, scene, sink),
        }
    }

    // Whether all that happens in the half-move is that men go or leave.
    fn can_imagine(&self, pos: &Position<B>, mv: Move, thought: Thought<B>) -> bool {
        let touched = thought.captured | B::bit(thought.from) | B::bit(thought.to);
        self.is_bare(pos, mv)
            && !touched.meets(pos.unmoved)
            && self.royals_taken(pos, mv).is_empty()
    }

    // Whether such a half-move is wanted, if no rule refuses it, for it may check or not; `None` where it
    // is not legal.  `safe`: what is known of own royal men.
    fn is_imagined<S: Sink<B>>(
        &self,
        pos: &mut Position<B>,
        thought: Thought<B>,
        safe: Option<bool>,
    ) -> Option<bool> {
        let side = pos.side;
        let mover = pos.man(thought.from)?;
        pos.imagine(thought, mover, |pos| {
            let look = Look { rules: self, pos };
            let safe =
                safe.unwrap_or_else(|| self.permits_check(look, side) || !look.in_check(side));
            let wanted = || !S::CHECKS && !S::QUIET || look.in_check(side.other()) == S::CHECKS;
            safe.then(wanted)
        })
    }

    // Whether a half-move in which no rule meddles leaves no own royal man observed, where that is not
    // wanted; `None` where only playing it tells.
    fn is_safe(
        &self,
        pos: &Position<B>,
        mv: Move,
        thought: Thought<B>,
        scene: &Scene<B>,
    ) -> Option<bool> {
        if scene.exposing {
            return Some(true);
        }
        let way = (mv.from(), mv.to());
        let royal = pos.royal.has(mv.from());
        if !royal && !self.would_matter(&scene.own, pos, way, thought.captured) {
            return Some(!scene.own.seen);
        }
        // A royal man may be captured in passing.
        if !self.knows_exposed(pos, thought) || royal && mv.form() == Form::Double {
            return None;
        }
        self.would_expose(pos, thought).map(|exposed| !exposed)
    }

    /// Whether the move is known to be legal without playing it.
    pub(super) fn is_surely_legal(&self, pos: &Position<B>, mv: Move, scene: &Scene<B>) -> bool {
        !self.hooks.interferes.of(mv.is_capture())
            && !scene.own.seen
            && !pos.royal.has(mv.from())
            && self.is_plain(pos, mv)
            && !self.would_matter(&scene.own, pos, (mv.from(), mv.to()), mv.captured())
    }

    /// Whether the move is known to be legal by thinking of it.
    pub(super) fn is_known_legal(&self, pos: &Position<B>, mv: Move, scene: &Scene<B>) -> bool {
        let captured = mv.captured();
        let thought = Thought { from: mv.from(), to: mv.to(), captured };
        !self.hooks.interferes.of(mv.is_capture())
            && self.is_plain(pos, mv)
            && self.is_safe(pos, mv, thought, scene) == Some(true)
    }

    /// Whether the move surely does not check.
    pub(super) fn is_known_quiet(&self, pos: &Position<B>, mv: Move) -> bool {
        let captured = mv.captured();
        let thought = Thought { from: mv.from(), to: mv.to(), captured };
        !self.hooks.interferes.of(mv.is_capture())
            && self.is_plain(pos, mv)
            && self.knows_checked(pos, thought)
            && self.would_check(pos, thought) == Some(false)
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

    /// Plays a move with each choice that the rules leave.
    pub(super) fn try_choices<S: Sink<B>>(
        &self,
        pos: &mut Position<B>,
        mv: Move,
        scene: &Scene<B>,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let mut next = Some(mv);
        while let Some(chosen) = next {
            let mut wanted = self.is_legal(pos, chosen, scene).then(|| {
                !S::CHECKS && !S::QUIET
                    || S::CHECKS
                        == (self.matters(&scene.enemy, pos, pos.touched)
                            && Look { rules: self, pos }.in_check(pos.side))
            });
            // Generation gives a move without a choice; what was asked says which there are.
            let asked = !pos.memory.asked.is_empty();
            let played = if asked && chosen == mv { mv.choosing(0) } else { chosen };
            next = self.next_choice(&pos.memory.asked, mv);
            if S::FORCING {
                wanted = wanted.filter(|&wanted| wanted && !self.has_quiet_answer(pos));
            }
            pos.take_back();
            match wanted {
                Some(true) => sink.take(played)?,
                Some(false) => sink.leave(played),
                None => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// Where a man of this kind may promote, also if the move has given it another walk first.
    #[inline]
    pub(super) fn promoting(&self, kind: u8, side: Side) -> B {
        self.promoting[usize::from(kind)][side.index()]
    }

    /// What rules do in half-moves that may let the mover's side check; a neutral man that comes back
    /// is of that side, too.
    pub(super) fn aids(&self, pos: &Position<B>) -> Meddling {
        let neutral = pos.colours[Colour::Neutral.index()];
        if neutral.any() { self.hooks.interferes } else { self.hooks.aids }
    }

    /// Whether the move, rules aside that act, has no further effect and leaves no choice, so that it
    /// need not be played in order to know what it does.
    pub(super) fn is_plain(&self, pos: &Position<B>, mv: Move) -> bool {
        let side = self.mover_side(pos, mv.from());
        matches!(mv.form(), Form::Ordinary | Form::Double)
            && pos.man(mv.from()).is_some_and(|man| !self.promoting(man.kind, side).has(mv.to()))
            && !(mv.is_capture() && mv.captured::<B>().meets(pos.royal))
    }

    /// Where the move captures something royal, which no move may do unless it comes back.
    pub(super) fn royals_taken(&self, pos: &Position<B>, mv: Move) -> B {
        if mv.captures().is_empty() {
            return B::EMPTY;
        }
        let side = self.mover_side(pos, mv.from());
        Look { rules: self, pos }.royals(side.other()) & mv.captured()
    }

    /// Plays the move and tells whether it is legal; it is taken back by the caller.
    pub(super) fn is_legal(&self, pos: &mut Position<B>, mv: Move, scene: &Scene<B>) -> bool {
        let (side, of_mover) = (pos.side, self.mover_side(pos, mv.from()));
        let taken = if scene.taking { B::EMPTY } else { self.royals_taken(pos, mv) };
        let Some(deed) = self.apply(pos, mv) else {
            return pos.memory.measured && pos.memory.unreborn;
        };
        if taken.squares().any(|sq| self.is_lost(pos, of_mover.other(), sq)) {
            return false;
        }
        if deed.exposed && !scene.exposing {
            return false;
        }
        let look = Look { rules: self, pos };
        if !scene.exposing && !self.permits_check(look, side) {
            // A royal man may not come to an observed square even where it ceases to be the mover's.
            let exposed = deed.mover.royal
                && deed.at.is_some_and(|sq| {
                    let man = look.man(sq);
                    let ceases = man.is_some_and(|man| man.royal && !man.belongs_to(of_mover));
                    ceases && look.exposed(sq, side)
                });
            let matters = self.matters(&scene.own, pos, pos.touched);
            debug_assert!(matters || scene.own.seen == look.in_check(side), "{mv:?}");
            if exposed || if matters { look.in_check(side) } else { scene.own.seen } {
                return false;
            }
        }
        scene.exposing || self.admitted(look, &deed)
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
