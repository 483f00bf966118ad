//! A half-move while it is being played.

use crate::board::{Bits, Side, Square};
use crate::movement::{Captures, Trail, View};

use super::super::moves::{Form, Move};
use super::Fairy;
use super::choice::Asked;
use super::journal::{self, Effect, Reason};
use super::man::Man;
use super::mechanism::Deed;
use super::observe::Look;
use super::position::Position;

/// What rules act upon: the position, the move, and the questions that it leaves open.
pub struct Turn<'a, B: Bits> {
    pub rules: &'a Fairy<B>,
    pub pos: &'a mut Position<B>,
    pub mv: Move,
    pub deed: Deed,
    /// Set when a rule forbids the move.
    pub refused: bool,
    /// Set when it is forbidden because a captor cannot go back.
    pub unreborn: bool,
    /// Where men have come to the board that count as unmoved.
    pub unmoved: B,
    /// The squares on which the mover may be captured en passant.
    pub over: B,
    /// Whether the mover has left the board to be no man any more, but something that moves along.
    pub enlisted: bool,
    /// Whether two men have changed places as a move.
    pub exchanged: bool,
    /// Where the royal men that have changed places were before, White's and Black's.
    pub swapped: Option<[Square; 2]>,
    /// The way of the king's partner, if a rule has made them castle.
    pub partner: Option<(Square, Square)>,
    /// The rule that acts.
    pub acting: Reason,
    // What is still to be read of the choice of the move.
    choice: u16,
}

impl<'a, B: Bits> Turn<'a, B> {
    pub(super) fn new(rules: &'a Fairy<B>, pos: &'a mut Position<B>, mv: Move, deed: Deed) -> Self {
        pos.memory.asked.clear();
        pos.memory.forget_notes();
        let choice = mv.choice().unwrap_or(0);
        let acting = Reason::Movement;
        Turn {
            rules,
            pos,
            mv,
            deed,
            refused: false,
            unreborn: false,
            unmoved: B::EMPTY,
            over: B::EMPTY,
            enlisted: false,
            exchanged: false,
            swapped: None,
            partner: None,
            acting,
            choice,
        }
    }

    /// The position as it is now.
    pub fn look(&self) -> Look<'_, B> {
        Look { rules: self.rules, pos: self.pos }
    }

    /// Leaves one of `among` possibilities to the side that moves; which one, from 0.
    ///
    /// A move that has not chosen yet takes the first; what was asked is noted, so that generation
    /// makes a move of every answer.
    pub fn choose(&mut self, among: usize) -> usize {
        if among <= 1 {
            return 0;
        }
        self.choose_or_end(0, among)
    }

    /// The same, where after each of the first `ends` possibilities nothing more is asked.
    pub fn choose_or_end(&mut self, ends: usize, others: usize) -> usize {
        if ends + others <= 1 {
            return 0;
        }
        let asked = Asked::read(&mut self.choice, ends as u16, others as u16);
        self.pos.memory.asked.push(asked);
        usize::from(asked.chosen)
    }

    /// A man leaves the board.  A side may not remove its own royal man.
    pub fn remove(&mut self, sq: Square) {
        let Some(man) = self.pos.man(sq) else { return };
        let tried = self.pos.memory.tried == Some(sq);
        self.refused |= man.royal && man.belongs_to(self.deed.side) && !tried;
        self.pos.remove(sq, self.acting);
        if self.deed.at == Some(sq) {
            self.deed.at = None;
        }
    }

    /// A man leaves the board, a royal man too.
    pub fn lose(&mut self, sq: Square) {
        let refused = self.refused;
        self.remove(sq);
        self.refused = refused;
    }

    /// A man goes to an empty square.
    pub fn shift(&mut self, from: Square, to: Square) {
        self.pos.shift(from, to, self.acting);
        if self.deed.at == Some(from) {
            self.deed.at = Some(to);
        }
    }

    /// Two men change places.
    pub fn swap(&mut self, one: Square, other: Square) {
        let (Some(first), Some(second)) = (self.pos.man(one), self.pos.man(other)) else { return };
        // Not removed as a capture is: royal men may change places.
        self.pos.remove(other, self.acting);
        self.pos.shift(one, other, self.acting);
        self.pos.place(one, second, self.acting);
        debug_assert_eq!(self.pos.man(other), Some(first));
        self.deed.at = match self.deed.at {
            Some(at) if at == one => Some(other),
            Some(at) if at == other => Some(one),
            at => at,
        };
    }

    /// Two men change places, which is the move.
    pub fn exchange(&mut self, one: Square, other: Square) {
        let acting = std::mem::replace(&mut self.acting, Reason::Exchange);
        self.swap(one, other);
        self.acting = acting;
        self.exchanged = true;
    }

    /// Whether the man on a square checks the other side, before royal men have changed places.
    /// Source: Popeye 4, by experiment.
    pub fn checks(&self, from: Square) -> bool {
        let (look, by) = (self.look(), self.deed.side);
        match self.swapped {
            None => look.checked_by(from, by.other()),
            Some(before) => {
                let royal = before[by.other().index()];
                look.observed_from(royal, by, from, look.check_level())
            }
        }
    }

    /// The board is turned by half, and all men change their side.
    pub fn turn_round(&mut self) {
        let men: Vec<(Square, Man)> =
            self.pos.all_men().squares().filter_map(|sq| Some((sq, self.pos.man(sq)?))).collect();
        for &(sq, _) in &men {
            self.pos.remove(sq, self.acting);
        }
        for (sq, man) in men {
            let man = Man { colour: man.colour.other(), ..man };
            for to in self.rules.diametral(B::bit(sq)).squares() {
                self.pos.place(to, man, self.acting);
            }
        }
        self.deed.at = None;
    }

    /// A man becomes another one.
    pub fn change(&mut self, sq: Square, man: Man) {
        self.pos.change(sq, man, self.acting);
    }

    /// A man becomes what it is already; output tells it all the same.
    pub fn confirm(&mut self, sq: Square) {
        self.pos.confirm(sq, self.acting);
    }

    /// A man comes to an empty square.
    pub fn place(&mut self, sq: Square, man: Man) {
        self.pos.place(sq, man, self.acting);
    }

    /// The man on a square, which has just come there, counts as unmoved if it stands at home.
    pub fn unmoved(&mut self, sq: Square) {
        let Some(man) = self.pos.man(sq) else { return };
        let game = &self.rules.game;
        let mut sides = Side::BOTH.into_iter().filter(|&side| man.belongs_to(side));
        let at_home = sides.any(|side| {
            let castlings = game.castlings.iter().enumerate();
            let mut own = castlings.filter(|(n, _)| game.castlings_of[side.index()] >> n & 1 != 0);
            own.any(|(_, castling)| castling.men().contains(&(sq, man.kind)))
        });
        if at_home {
            self.unmoved |= B::bit(sq);
        }
    }

    /// The man on a square, which has just come there, promotes as one of `side` if it can; to what
    /// `allowed` lets it.
    pub fn promote_reborn(
        &mut self,
        sq: Square,
        side: Side,
        allowed: impl Fn(Look<'_, B>, Man) -> bool,
    ) {
        let rules = self.rules;
        rules.promote_to(self, (sq, side), allowed);
    }

    /// An empty square becomes a hole.
    pub fn dig(&mut self, sq: Square) {
        self.pos.dig(sq);
    }

    /// A hole becomes an empty square; whether the square was one.
    pub fn fill(&mut self, sq: Square) -> bool {
        self.pos.fill(sq)
    }

    /// Something that is no man comes to a square with the movement.
    pub fn follow(&mut self, sq: Square) {
        self.pos.follow(sq, self.acting);
    }

    /// A rule remembers a number in a slot of its own.
    pub fn remember(&mut self, slot: u8, value: u64) {
        self.pos.remember(slot, value);
    }

    /// The man that made the move, where it is now.
    pub fn mover(&self) -> Option<(Square, Man)> {
        let sq = self.deed.at?;
        Some((sq, self.pos.man(sq)?))
    }

    /// Notes squares, which belong to a square, for the acting rule; before the move.
    pub fn note(&mut self, about: Square, squares: B) {
        self.pos.memory.notes.push((self.acting, about, squares));
    }

    /// What the acting rule has noted about a square.
    pub fn noted(&self, about: Square) -> B {
        let mut own = self.pos.memory.notes.iter();
        let note = own.find(|(rule, square, _)| (*rule, *square) == (self.acting, about));
        note.map_or(B::EMPTY, |&(_, _, squares)| squares)
    }

    /// Notes how certain men observe a square, for the acting rule; before the move.
    pub fn note_trails(&mut self, about: Square, trails: Vec<(Square, Trail)>) {
        let acting = self.acting;
        let trails = trails.into_iter().map(|(from, trail)| (acting, about, from, trail));
        self.pos.memory.trails.extend(trails);
    }

    /// Whether the acting rule has noted this.
    pub fn noted_trail(&self, about: Square, from: Square, trail: &Trail) -> bool {
        let mut own = self.pos.memory.trails.iter();
        own.any(|(rule, to, observer, known)| {
            (*rule, *to, *observer) == (self.acting, about, from) && known == trail
        })
    }

    /// The way of the king's partner, if the move is a castling.
    pub fn castled(&self) -> Option<(Square, Square)> {
        if self.mv.form() != Form::Castling {
            return self.partner;
        }
        let number = self.mv.castling_number();
        let castling = &self.rules.game.castlings[number];
        Some((castling.rook, castling.rook_to))
    }

    /// Where the man on a square stood before the move.
    pub fn came_from(&self, sq: Square) -> Square {
        journal::came_from(self.pos.last_effects(), sq)
    }

    /// Where the man is now that stood on a square before the move, if it still is on the board.
    pub fn now_at(&self, sq: Square) -> Option<Square> {
        journal::now_at(self.pos.last_effects(), sq)
    }

    /// The squares from which a man has gone, and where it is now.
    pub fn displaced(&self) -> Vec<(Square, Option<Square>)> {
        let touched = self.pos.touched.squares();
        let effects = self.pos.last_effects();
        let left = |sq: Square| {
            let first = effects.iter().find_map(|effect| match *effect {
                Effect::Move { from, .. } if from == sq => Some(true),
                Effect::Remove { square, .. } if square == sq => Some(true),
                Effect::Move { to, .. } if to == sq => Some(false),
                Effect::Place { square, .. } if square == sq => Some(false),
                _ => None,
            });
            first == Some(true)
        };
        touched.filter(|&sq| left(sq)).map(|sq| (sq, self.now_at(sq))).collect()
    }

    /// The men that the mover jumps, before the move; left to choose where there are several ways.
    pub fn hurdles(&mut self) -> B {
        if self.mv.form() != Form::Ordinary {
            return B::EMPTY;
        }
        let Deed { side, from, mover, .. } = self.deed;
        let view = self.pos.view_from(side, from);
        let end = (self.mv.to(), self.mv.captures());
        let ways = self.rules.hurdles(&view, mover.kind, side, from, end);
        match ways.len() {
            0 => B::EMPTY,
            count => ways[self.choose(count)],
        }
    }
}

impl<B: Bits> Fairy<B> {
    /// The men that a man jumps on each way to one end, when the men stand as in `view`.
    pub(super) fn hurdles(
        &self,
        view: &View<B>,
        kind: u8,
        side: Side,
        from: Square,
        end: (Square, Captures),
    ) -> Vec<B> {
        let movement = &self.game.movement;
        let reach = movement.reach(kind, side, from);
        let (own, enemy) = (view.sides[side.index()], view.sides[side.other().index()]);
        let paths = movement.paths(kind, side, reach);
        let mut ways =
            paths.map_or_else(Vec::new, |(graph, start)| graph.hurdles(start, side, view, end));
        let plain = movement.targets(reach, own & !enemy, enemy).has(end.0);
        if plain && !ways.contains(&B::EMPTY) {
            ways.push(B::EMPTY);
        }
        ways
    }
}
