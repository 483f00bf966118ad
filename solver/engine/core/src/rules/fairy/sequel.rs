//! What follows from a half-move, told on the men as they would stand, without playing it: a man
//! promotes, a captor changes its side or goes to a square of its own, a captured man comes back.
//!
//! Only where no more than one rule acts, and that tells what it does; and where nothing but the men's
//! own walks decides who observes what, as in thoughts.

use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};
use crate::movement::MOST_CAPTURES;

use super::super::moves::{Form, Move};
use super::super::setup::Colour;
use super::legal::{Scene, Sink};
use super::man::Man;
use super::mechanism::Deed;
use super::observe::Look;
use super::position::Position;
use super::standing::Standing;
use super::thought::Thought;
use super::{Act, Fairy};

/// How men stand when all has followed from a half-move, one of them on a square that is still to be
/// chosen.
#[derive(Clone, Copy, Debug)]
pub struct Sequel<B> {
    /// The man that moved, and where it is.
    pub mover: (Square, Man),
    /// Whether it promotes there; its walk is then still what it was.
    pub promotes: bool,
    /// The captured man as what it comes back, and on which squares it may.
    pub back: Option<(Man, B)>,
    /// The half-move is forbidden.
    pub refused: bool,
}

/// A sequel with what it means for the royal men, by the squares that are left to choose, or one square
/// if none are.
pub(super) struct Told<B> {
    standing: Standing<B>,
    sequel: Sequel<B>,
    spots: B,
    /// What the mover may be.
    kinds: [u8; MOST_KINDS],
    count: usize,
    /// Whether what it is, is chosen before the square.
    kind_first: bool,
    legal: B,
}

// As what a man may promote where that is told.
const MOST_KINDS: usize = 8;

impl<B: Bits> Told<B> {
    fn back(&self) -> Option<Man> {
        self.sequel.back.map(|(man, _)| man)
    }

    fn kinds(&self) -> impl Iterator<Item = (usize, u8)> + use<B> {
        self.kinds.into_iter().take(self.count).enumerate()
    }

    // The men where the mover is of a kind.
    fn standing(&self, kind: u8, side: Side) -> Standing<B> {
        let (sq, man) = self.sequel.mover;
        self.standing.with((sq, kind, man.side_for(side)), man.royal)
    }

    // How many squares are left to choose, at least one.
    fn squares(&self) -> usize {
        self.sequel.back.map_or(1, |_| self.spots.count())
    }

    /// The half-move with each choice, in order, with the number of the kind and the spot.
    fn choices(&self, mv: Move) -> impl Iterator<Item = (usize, Square, Move)> + use<B> {
        let (kinds, squares) = (self.count, self.squares());
        let (spots, kind_first) = (self.spots, self.kind_first);
        let mut order = spots.squares();
        let mut spot = order.next();
        let mut at = (0, 0);
        std::iter::from_fn(move || {
            let (kind, square) = at;
            let now = (kind, spot?);
            let number = if kind_first { kind + kinds * square } else { square + squares * kind };
            if kind_first && square + 1 == squares {
                at = (kind + 1, 0);
                order = spots.squares();
                spot = order.next().filter(|_| kind + 1 < kinds);
            } else if !kind_first && kind + 1 < kinds {
                at = (kind + 1, square);
            } else {
                at = (if kind_first { kind } else { 0 }, square + 1);
                spot = order.next();
            }
            let asked = kinds * squares > 1;
            Some((now.0, now.1, if asked { mv.choosing(number as u16) } else { mv }))
        })
    }
}

impl<B: Bits> Fairy<B> {
    /// Whether what follows from half-moves is told, as far as rules go.
    pub(super) fn tells_sequels(&self) -> bool {
        let hooks = &self.hooks;
        let absent = [
            &hooks.walks,
            &hooks.notes,
            &hooks.reborn,
            &hooks.admits,
            &hooks.preys,
            &hooks.promotions,
            &hooks.permits,
            &hooks.departures,
        ];
        let tells = |act: &Act| match *act {
            Act::Promotion => true,
            Act::Rule(rule) => self.rules[usize::from(rule)].mechanism.tells_sequel(),
            Act::Watch(_) => false,
        };
        let acting = hooks.acts.iter().filter(|act| **act != Act::Promotion).count();
        !hooks.alters
            && !hooks.widens
            && absent.into_iter().all(Vec::is_empty)
            && acting <= 1
            && hooks.acts.iter().all(tells)
    }

    // What follows from a half-move; `None` where that is not told.
    fn sequel(&self, pos: &mut Position<B>, mv: Move) -> Option<Sequel<B>> {
        let (side, to) = (pos.side, mv.to());
        let neutral = pos.colours[Colour::Neutral.index()];
        if !self.hooks.sequels || mv.form() != Form::Ordinary || neutral.any() {
            return None;
        }
        let mover = pos.man(mv.from())?;
        let kind = &self.game.kinds[usize::from(mover.kind)];
        let promotes = kind.promotion_squares[side.index()].has(to);
        if promotes && (mover.royal || kind.staying_squares[side.index()].has(to)) {
            return None;
        }
        let mut sequel = Sequel { mover: (to, mover), promotes, back: None, refused: false };
        let captures = mv.captures();
        let mut taken = captures.iter();
        let Some(at) = taken.next() else {
            return (!self.hooks.interferes.quiet).then_some(sequel);
        };
        let captured = pos.man(at).filter(|man| !man.royal && taken.next().is_none())?;
        let acting = self.hooks.acts.iter().find_map(|act| match *act {
            Act::Rule(rule) => Some(&self.rules[usize::from(rule)]),
            Act::Promotion | Act::Watch(_) => None,
        });
        if let Some(rule) = acting.filter(|rule| rule.side.is_none_or(|of| of == side)) {
            let mut deed = Deed {
                side,
                from: mv.from(),
                to,
                mover,
                at: Some(to),
                captured: [None; MOST_CAPTURES],
                exposed: false,
            };
            deed.captured[0] = Some((at, captured));
            let thought = Thought { from: mv.from(), to, captured: B::bit(at) };
            let told = pos.imagine(thought, mover, |pos| {
                rule.mechanism.follows(Look { rules: self, pos }, &deed, &mut sequel)
            });
            if !told {
                return None;
            }
        }
        let promotes = |man: Man| self.promoting(man.kind, man.side_for(side));
        if sequel.back.is_some_and(|(man, squares)| squares.meets(promotes(man))) {
            return None;
        }
        Some(sequel)
    }

    /// What is told of a half-move before it is played; `None` where only that tells.
    pub(super) fn tell(
        &self,
        pos: &mut Position<B>,
        mv: Move,
        scene: &Scene<B>,
    ) -> Option<Told<B>> {
        let sequel = self.sequel(pos, mv)?;
        let side = pos.side;
        let (at, mover) = sequel.mover;
        let becomes = self.promotions(mover.kind, side, mv.to());
        let becomes = if sequel.promotes { becomes } else { std::slice::from_ref(&mover.kind) };
        let mut kinds = [0; MOST_KINDS];
        kinds.get_mut(..becomes.len())?.copy_from_slice(becomes);
        let kind_first = self.hooks.acts.first() == Some(&Act::Promotion);
        let gone = mv.captured::<B>() | B::bit(mv.from());
        let spots = sequel.back.map_or(B::bit(at), |(_, squares)| squares);
        let mut told = Told {
            standing: Standing::without(pos, gone),
            sequel,
            spots,
            kinds,
            count: becomes.len(),
            kind_first,
            legal: spots,
        };
        if told.count * told.squares() >= Move::MOST_CHOICES {
            return None;
        }
        if sequel.refused {
            told.legal = B::EMPTY;
        } else if !scene.lets_expose() {
            // Whatever the mover is, it stands in the same ways.
            let standing = told.standing(mover.kind, side);
            let exposed = self.observed_after(pos, &standing, told.back(), spots, side);
            if exposed.any() && self.denies(Look { rules: self, pos }.check_level()) {
                return None;
            }
            told.legal = spots & !exposed;
        }
        Some(told)
    }

    /// Gives what is legal of such a half-move, and wanted.
    pub(super) fn consider_told<S: Sink<B>>(
        &self,
        pos: &mut Position<B>,
        mv: Move,
        told: &Told<B>,
        scene: &Scene<B>,
        sink: &mut S,
    ) -> ControlFlow<()> {
        self.audit_told::<S>(pos, mv, told, scene);
        if told.legal.is_empty() {
            return ControlFlow::Continue(());
        }
        let denies = self.denies(Look { rules: self, pos }.check_level());
        let (mut wanted, mut checks) = ([B::EMPTY; MOST_KINDS], [B::EMPTY; MOST_KINDS]);
        let mut any = B::EMPTY;
        for (number, kind) in told.kinds() {
            wanted[number] = told.legal;
            if S::FORCING {
                wanted[number] &= !self.surely_answered(pos, mv, told, kind);
            }
            if S::CHECKS || S::QUIET {
                let standing = told.standing(kind, pos.side);
                let royal = pos.side.other();
                checks[number] =
                    self.observed_after(pos, &standing, told.back(), told.legal, royal);
                if checks[number].any() && denies {
                    return self.try_choices(pos, mv, scene, sink);
                }
                if S::CHECKS {
                    wanted[number] &= checks[number];
                }
            }
            any |= wanted[number];
        }
        if any.is_empty() {
            return ControlFlow::Continue(());
        }
        for (kind, sq, chosen) in told.choices(mv) {
            if !wanted[kind].has(sq) {
                continue;
            }
            if S::FORCING {
                self.apply(pos, chosen);
                let answered = self.has_quiet_answer(pos);
                pos.take_back();
                if answered {
                    continue;
                }
            }
            if S::QUIET && checks[kind].has(sq) {
                sink.leave(chosen);
            } else {
                sink.take(chosen)?;
            }
        }
        ControlFlow::Continue(())
    }

    // Those of the spots with which one of the noted answers surely is there where the mover is of a
    // kind.
    fn surely_answered(&self, pos: &Position<B>, mv: Move, told: &Told<B>, kind: u8) -> B {
        let (side, by) = (pos.side, pos.side.other());
        let standing = told.standing(kind, side);
        let mut open = told.legal;
        for answer in &pos.memory.answers {
            if open.is_empty() {
                break;
            }
            let taken = mv.captures().iter().any(|sq| sq == answer.from);
            if taken || answer.way.has(told.sequel.mover.0) {
                continue;
            }
            let blocked = if told.sequel.back.is_some() { answer.way } else { B::EMPTY };
            let mut answered = open & !blocked;
            let standing = standing.after(answer, by);
            for royal in [by, side] {
                if answered.any() {
                    answered &= !self.observed_after(pos, &standing, told.back(), answered, royal);
                }
            }
            open &= !answered;
        }
        told.legal & !open
    }

    /// Whether an own royal man surely stays observed by a half-move, whatever follows from it: nothing
    /// can stand in the way.
    pub(super) fn stays_seen(&self, pos: &mut Position<B>, mv: Move, scene: &Scene<B>) -> bool {
        let Some(watch) = scene.seen() else { return false };
        let stays = self.hooks.sequels
            && mv.form() == Form::Ordinary
            && !pos.royal.has(mv.from())
            && !mv.captures().iter().any(|sq| pos.royal.has(sq))
            && !watch.may_be_blocked(pos.occupied())
            && !self.would_matter(watch, pos, (mv.from(), mv.to()), mv.captured());
        if cfg!(debug_assertions) && stays {
            let mut next = Some(mv);
            while let Some(chosen) = next {
                assert!(!self.is_legal(pos, chosen, scene), "{chosen:?}");
                next = self.next_choice(&pos.memory.asked, mv);
                pos.take_back();
            }
        }
        stays
    }

    // Compares with what play makes of it.
    fn audit_told<S: Sink<B>>(
        &self,
        pos: &mut Position<B>,
        mv: Move,
        told: &Told<B>,
        scene: &Scene<B>,
    ) {
        if !cfg!(debug_assertions) {
            return;
        }
        let untold = self.denies(Look { rules: self, pos }.check_level());
        let (mut next, mut choices) = (Some(mv), told.choices(mv));
        while let Some(chosen) = next {
            let legal = self.is_legal(pos, chosen, scene);
            let checks = legal && Look { rules: self, pos }.in_check(pos.side);
            next = self.next_choice(&pos.memory.asked, mv);
            let quiet = S::FORCING && legal && self.has_quiet_answer(pos);
            pos.take_back();
            if let Some((number, sq, same)) = choices.next() {
                assert!(chosen == mv || chosen == same, "{chosen:?}");
                let kind = told.kinds[number];
                let standing = told.standing(kind, pos.side);
                let seen = self
                    .observed_after(pos, &standing, told.back(), told.spots, pos.side.other())
                    .has(sq);
                assert_eq!(legal, told.legal.has(sq), "{chosen:?}");
                assert!(!legal || checks == seen || untold && !checks, "{chosen:?}");
                let answered = S::FORCING && self.surely_answered(pos, mv, told, kind).has(sq);
                assert!(!legal || quiet || !answered, "{chosen:?}");
            }
        }
        assert!(told.sequel.refused || choices.next().is_none(), "{mv:?}");
    }
}
