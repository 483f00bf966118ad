use std::cell::{Cell, RefCell};

use crate::board::{Bits, Side, Square};
use crate::movement::{Captures, Scratch, Trail};

use super::super::moves::{Move, MoveList};
use super::super::position::NO_KIND;
use super::super::relocation::Relocation;
use super::super::setup::Colour;
use super::answered::Answer;
use super::choice::Asked;
use super::journal::{Effect, Ply, Reason};
use super::keys;
use super::known::Known;
use super::man::Man;

/// The changing board of one search thread: men, rights, memory of the rules, side to move, and the
/// way back.
///
/// Only effects change it, and every effect is in its journal.
#[derive(Clone, Debug)]
pub struct Position<B: Bits> {
    pub(super) men: Box<[Man]>,
    pub(super) kinds: Box<[B]>,
    pub(super) colours: [B; 3],
    pub(super) royal: B,
    /// Squares that are no longer part of the board.
    holes: B,
    /// By attribute, the men that have it.
    pub(super) traits: Box<[B]>,
    /// The memory of the rules, by slot.
    state: Box<[u64]>,
    pub(super) side: Side,
    pub(super) castling: u32,
    /// The men that castle and have not moved; the castlings follow from them.
    pub(super) unmoved: B,
    /// Squares on which the man that made a double step may be captured, if anybody can.
    pub(super) passed: B,
    /// That man; meaningful only when `passed` is not empty.
    pub(super) passer: Square,
    pub(super) hash: u64,
    /// Squares on which something happened in the half-move that is being played.
    pub(super) touched: B,
    pub(super) effects: Vec<Effect>,
    pub(super) plies: Vec<Ply<B>>,
    pub(super) memory: Memory<B>,
}

/// Memory that generation and play reuse; no state.
#[derive(Clone, Default, Debug)]
pub(super) struct Memory<B: Bits> {
    pub arrivals: Vec<(Square, Captures)>,
    pub walk: RefCell<Scratch>,
    /// What the last half-move left to choose, and what was chosen.
    pub asked: Vec<Asked>,
    /// From where the mover could set out: the hash then, the move without what it chooses, the squares.
    pub ways_out: Option<(u64, Move, Vec<Square>)>,
    /// Answers to the moves that are generated.
    pub answers: Vec<Answer<B>>,
    /// What rules have noted before the half-move: the rule, a square, squares that belong to it.
    pub notes: Vec<(Reason, Square, B)>,
    /// The same of trails: the rule, the observed square, the observer's and the trail.
    pub trails: Vec<(Reason, Square, Square, Trail)>,
    /// Moves with what they are worth.
    pub graded: Vec<(i32, Move)>,
    /// The moves that rules leave.
    pub selected: MoveList,
    /// Moves that need no play, and others, before it is known which are legal.
    pub pseudo: MoveList,
    pub choosing: MoveList,
    /// Which of some moves are dropped.
    pub dropped: Vec<bool>,
    /// By side, the move that was found last not to check.
    pub quiet_move: [Option<(Square, Square)>; 2],
    /// Men with what their moves are worth at most.
    pub by_grade: Vec<(i32, Square)>,
    /// What a man may become.
    pub options: Vec<Man>,
    /// How many questions that play moves led here.
    pub depth: u8,
    /// Whether only moves that do not check are asked for.
    pub quiet: bool,
    /// Whether royal men of the other side may be captured.
    pub taking: bool,
    /// Whether the side to move is released from its duty to check.
    pub released: bool,
    /// Whether moves are listed only to be compared with a capture.
    pub compared: bool,
    /// Whether moves are listed only to be measured, captures too that rebirths forbid.
    pub measured: bool,
    /// Whether nothing but a rebirth forbids the last half-move.
    pub unreborn: bool,
    /// A board on which captures are tried out.
    pub spare: RefCell<Option<Box<Position<B>>>>,
    /// The men by the walks that they use.
    pub gaits: RefCell<Vec<B>>,
    /// Those of the side that is not to move, when the moves of the other are generated, if men lend
    /// each other walks.
    pub waiting: RefCell<Vec<B>>,
    /// The men without what only further rules know of them.
    pub plain: RefCell<Option<Box<super::super::position::Position<B>>>>,
    /// The men of one of two boards.
    pub plane: RefCell<Option<Box<Position<B>>>>,
    /// Whether these are the men of one of two boards.
    pub alone: bool,
    /// On such a board: whose capture is tried out; it may be a man of either side.
    pub tried: Option<Square>,
    /// Whether it is asked just now who checks a royal man that is lent walks.
    pub lending: Cell<bool>,
    /// Whether it is asked just now who guards a man that could be captured.
    pub guarding: Cell<bool>,
    /// Whether captures of royal men can be played, and whether squares are cages.
    pub known: Known,
    /// While what a man borrows from others than one rule is asked.
    pub others: Cell<bool>,
}

const EFFECTS: usize = 512;
const PLIES: usize = 256;

impl<B: Bits> Memory<B> {
    pub fn forget_notes(&mut self) {
        self.notes.clear();
        self.trails.clear();
    }
}

impl<B: Bits> Position<B> {
    pub(super) fn empty(kinds: usize, traits: usize, slots: usize, side: Side) -> Position<B> {
        Position {
            men: vec![Man::NOBODY; B::CAPACITY].into_boxed_slice(),
            kinds: vec![B::EMPTY; kinds].into_boxed_slice(),
            colours: [B::EMPTY; 3],
            royal: B::EMPTY,
            holes: B::EMPTY,
            traits: vec![B::EMPTY; traits].into_boxed_slice(),
            state: vec![0; slots].into_boxed_slice(),
            side,
            castling: 0,
            unmoved: B::EMPTY,
            passed: B::EMPTY,
            passer: Square(0),
            hash: if side == Side::Black { keys::BLACK } else { 0 },
            touched: B::EMPTY,
            effects: Vec::with_capacity(EFFECTS),
            plies: Vec::with_capacity(PLIES),
            memory: Memory::default(),
        }
    }

    /// The man on a square.
    #[inline]
    #[must_use]
    pub fn man(&self, sq: Square) -> Option<Man> {
        let man = self.men[sq.index()];
        (man.kind != NO_KIND).then_some(man)
    }

    /// The men that `side` may move, neutral ones among them.
    #[inline]
    #[must_use]
    pub fn men(&self, side: Side) -> B {
        self.colours[side.index()] | self.colours[Colour::Neutral.index()]
    }

    /// By side, the men that it may move.
    #[inline]
    pub(super) fn sides(&self) -> [B; 2] {
        Side::BOTH.map(|side| self.men(side))
    }

    /// All men of a kind.
    #[inline]
    #[must_use]
    pub fn of_kind(&self, kind: u8) -> B {
        self.kinds[usize::from(kind)]
    }

    /// How many kinds there are.
    #[inline]
    pub(super) fn kind_count(&self) -> u8 {
        self.kinds.len() as u8
    }

    /// The royal men of a side, neutral ones among them.
    #[inline]
    #[must_use]
    pub fn royals(&self, side: Side) -> B {
        self.royal & self.men(side)
    }

    /// Where all men stand.
    #[inline]
    #[must_use]
    pub fn all_men(&self) -> B {
        self.colours[0] | self.colours[1] | self.colours[2]
    }

    /// Where nothing can go without a capture: men and holes.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> B {
        self.all_men() | self.holes
    }

    /// The memory of a rule.
    #[inline]
    pub(super) fn state(&self, slot: u8) -> u64 {
        self.state[usize::from(slot)]
    }

    /// Appends what the last half-move did to the squares of men, in order.
    pub(super) fn relocations(&self, out: &mut Vec<Relocation>) {
        let first = self.plies.last().map_or(0, |ply| ply.effects as usize);
        let effects = self.effects.iter().skip(first);
        out.extend(effects.filter_map(|effect| match *effect {
            Effect::Remove { square, .. } => Some(Relocation::Gone(square)),
            Effect::Place { square, .. } => Some(Relocation::Reborn(square)),
            Effect::Move { from, to, .. } => Some(Relocation::Moved(from, to)),
            Effect::Change { .. }
            | Effect::State { .. }
            | Effect::Follow { .. }
            | Effect::Below { .. }
            | Effect::Leg { .. }
            | Effect::Hole { .. } => None,
        }));
    }

    /// The ways of both men, if the last half-move was a castling.
    pub(super) fn castled(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        self.last_effects().iter().filter_map(|effect| match *effect {
            Effect::Move { from, to, reason: Reason::Castling, .. } => Some((from, to)),
            _ => None,
        })
    }

    /// What a slot held before the last half-move.
    pub(super) fn state_before(&self, slot: u8) -> u64 {
        let mut kept = self.last_effects().iter().filter_map(|effect| match *effect {
            Effect::State { slot: of, before, .. } if of == slot => Some(before),
            _ => None,
        });
        kept.next().unwrap_or(self.state(slot))
    }

    /// Where men stood before the last half-move.
    pub(super) fn men_before(&self) -> B {
        self.last_effects().iter().rev().fold(self.all_men(), |men, effect| match *effect {
            Effect::Remove { square, .. } => men | B::bit(square),
            Effect::Place { square, .. } => men & !B::bit(square),
            Effect::Move { from, to, .. } => (men & !B::bit(to)) | B::bit(from),
            Effect::Change { .. }
            | Effect::State { .. }
            | Effect::Follow { .. }
            | Effect::Below { .. }
            | Effect::Leg { .. }
            | Effect::Hole { .. } => men,
        })
    }

    /// Whether the same men stand on the same squares; `royal`: royal ones as royal.
    pub(super) fn same_men(&self, other: &Position<B>, royal: bool) -> bool {
        let alike = |one: &Man, other: &Man| {
            let as_other = Man { royal: other.royal, ..*one };
            if royal { one.is_like(*other) } else { as_other.is_like(*other) }
        };
        self.men.iter().zip(&other.men).all(|(one, other)| alike(one, other))
    }

    /// A board of the same size without men.
    pub(super) fn bare(&self) -> Position<B> {
        Position::empty(self.kinds.len(), self.traits.len(), self.state.len(), self.side)
    }

    /// Takes over everything from a position but its past.
    pub(super) fn stand_like(&mut self, other: &Position<B>) {
        self.men.copy_from_slice(&other.men);
        self.kinds.copy_from_slice(&other.kinds);
        self.traits.copy_from_slice(&other.traits);
        self.state.copy_from_slice(&other.state);
        self.colours = other.colours;
        self.royal = other.royal;
        self.holes = other.holes;
        self.side = other.side;
        self.castling = other.castling;
        self.unmoved = other.unmoved;
        self.passed = other.passed;
        self.passer = other.passer;
        self.hash = other.hash;
        self.touched = other.touched;
        self.effects.clear();
        self.plies.clear();
    }

    /// The hash computed from nothing; equal to the incremental one.
    pub(super) fn fresh_hash(&self) -> u64 {
        let mut hash = if self.side == Side::Black { keys::BLACK } else { 0 };
        for sq in self.holes.squares() {
            hash ^= keys::hole(sq);
        }
        for sq in self.all_men().squares() {
            hash ^= self.men[sq.index()].key(sq);
        }
        for sq in self.passed.squares() {
            hash ^= keys::passed(sq, self.passer);
        }
        for (slot, &value) in self.state.iter().enumerate() {
            hash ^= keys::state(slot as u8, value);
        }
        hash ^ keys::unmoved(self.unmoved, self.castling)
    }

    /// Enters what a rule remembers of the diagram.
    pub(super) fn begin_state(&mut self, first: u8, values: &[u64]) {
        for (slot, &value) in (first..).zip(values) {
            let before = std::mem::replace(&mut self.state[usize::from(slot)], value);
            self.hash ^= keys::state(slot, before) ^ keys::state(slot, value);
        }
    }

    /// Puts a man on an empty square, outside of any half-move.
    pub(super) fn set_up(&mut self, sq: Square, man: Man) {
        self.flip(sq, man);
        self.men[sq.index()] = man;
        self.hash ^= man.key(sq);
    }

    /// Makes a man royal or not, outside of any half-move.
    pub(super) fn set_royal(&mut self, sq: Square, royal: bool) {
        let Some(man) = self.man(sq) else { return };
        self.lift(sq, man);
        self.hash ^= man.key(sq);
        self.set_up(sq, Man { royal, ..man });
    }

    /// Takes men off the board, outside of any half-move.
    pub(super) fn take_off(&mut self, men: B) {
        for sq in men.squares() {
            if let Some(man) = self.man(sq) {
                self.lift(sq, man);
                self.hash ^= man.key(sq);
            }
        }
    }

    // Enters a man into the derived sets, or takes him out.
    #[inline]
    fn flip(&mut self, sq: Square, man: Man) {
        let bit = B::bit(sq);
        self.kinds[usize::from(man.kind)] ^= bit;
        self.colours[man.colour.index()] ^= bit;
        if man.royal {
            self.royal ^= bit;
        }
        let mut traits = man.traits;
        while traits != 0 {
            self.traits[traits.trailing_zeros() as usize] ^= bit;
            traits &= traits - 1;
        }
    }

    #[inline]
    pub(super) fn lift(&mut self, sq: Square, man: Man) {
        self.flip(sq, man);
        self.men[sq.index()] = Man::NOBODY;
    }

    #[inline]
    pub(super) fn put(&mut self, sq: Square, man: Man) {
        self.flip(sq, man);
        self.men[sq.index()] = man;
    }

    /// The man on a square leaves the board; nothing happens where there is none.
    pub(super) fn remove(&mut self, square: Square, reason: Reason) {
        let Some(man) = self.man(square) else { return };
        self.lift(square, man);
        self.hash ^= man.key(square);
        self.touched |= B::bit(square);
        self.effects.push(Effect::Remove { square, man, reason });
    }

    /// A man comes to an empty square.
    pub(super) fn place(&mut self, square: Square, man: Man, reason: Reason) {
        debug_assert!(self.man(square).is_none(), "{square:?} is taken");
        self.put(square, man);
        self.hash ^= man.key(square);
        self.touched |= B::bit(square);
        self.effects.push(Effect::Place { square, man, reason });
    }

    /// The man on a square goes to an empty one.
    pub(super) fn shift(&mut self, from: Square, to: Square, reason: Reason) {
        let Some(man) = self.man(from) else { return };
        debug_assert!(from == to || self.man(to).is_none(), "{to:?} is taken");
        self.lift(from, man);
        self.put(to, man);
        self.hash ^= man.key(from) ^ man.key(to);
        self.touched |= B::bit(from) | B::bit(to);
        self.effects.push(Effect::Move { from, to, man, reason });
    }

    /// The man on a square becomes another one.
    pub(super) fn change(&mut self, square: Square, after: Man, reason: Reason) {
        let Some(before) = self.man(square) else { return };
        if before == after {
            return;
        }
        self.lift(square, before);
        self.put(square, after);
        self.hash ^= before.key(square) ^ after.key(square);
        self.touched |= B::bit(square);
        self.effects.push(Effect::Change { square, before, after, reason });
    }

    /// An empty square becomes a hole.
    pub(super) fn dig(&mut self, square: Square) {
        if !self.occupied().has(square) {
            self.dig_or_fill(square);
        }
    }

    /// A hole becomes an empty square; whether the square was one.
    pub(super) fn fill(&mut self, square: Square) -> bool {
        let hole = self.holes.has(square);
        if hole {
            self.dig_or_fill(square);
        }
        hole
    }

    fn dig_or_fill(&mut self, square: Square) {
        self.holes ^= B::bit(square);
        self.hash ^= keys::hole(square);
        self.effects.push(Effect::Hole { square });
    }

    /// The man on a square becomes what it is already.
    pub(super) fn confirm(&mut self, square: Square, reason: Reason) {
        if let Some(man) = self.man(square) {
            self.effects.push(Effect::Change { square, before: man, after: man, reason });
        }
    }

    /// Something that is no man comes to a square with the movement.
    pub(super) fn follow(&mut self, square: Square, reason: Reason) {
        self.effects.push(Effect::Follow { square, reason });
    }

    /// Notes for output that the man goes on with another movement.
    pub(super) fn note_leg(&mut self, mv: Move) {
        self.effects.push(Effect::Leg { mv });
    }

    /// Notes for output that a man is laid under a square.
    pub(super) fn note_below(
        &mut self,
        (square, from): (Square, Option<Square>),
        (man, became, after): (Man, Man, Man),
        reason: Reason,
    ) {
        self.effects.push(Effect::Below { square, from, man, became, after, reason });
    }

    /// A rule remembers something.
    pub(super) fn remember(&mut self, slot: u8, after: u64) {
        let before = std::mem::replace(&mut self.state[usize::from(slot)], after);
        self.hash ^= keys::state(slot, before) ^ keys::state(slot, after);
        self.effects.push(Effect::State { slot, before, after });
    }

    /// Opens a half-move in the journal, gives the move to `side` and forgets the en passant right.
    pub(super) fn begin(&mut self, side: Side) {
        self.plies.push(Ply {
            hash: self.hash,
            castling: self.castling,
            unmoved: self.unmoved,
            effects: self.effects.len() as u32,
            passed: self.passed,
            passer: self.passer,
            side: self.side,
        });
        for sq in self.passed.squares() {
            self.hash ^= keys::passed(sq, self.passer);
        }
        self.passed = B::EMPTY;
        if self.side != side {
            self.side = side;
            self.hash ^= keys::BLACK;
        }
        self.touched = B::EMPTY;
    }

    /// Takes back the last half-move; does nothing at the root.
    pub(super) fn take_back(&mut self) {
        let Some(ply) = self.plies.pop() else { return };
        self.take_back_to(ply.effects as usize);
        self.hash = ply.hash;
        self.castling = ply.castling;
        self.unmoved = ply.unmoved;
        self.passed = ply.passed;
        self.passer = ply.passer;
        self.side = ply.side;
    }

    /// Takes back effects, the last first, until so many are left.
    fn take_back_to(&mut self, left: usize) {
        while self.effects.len() > left {
            match self.effects.pop() {
                Some(Effect::Remove { square, man, .. }) => self.put(square, man),
                Some(Effect::Place { square, man, .. }) => self.lift(square, man),
                Some(Effect::Move { from, to, man, .. }) => {
                    self.lift(to, man);
                    self.put(from, man);
                }
                Some(Effect::Change { square, before, after, .. }) => {
                    self.lift(square, after);
                    self.put(square, before);
                }
                Some(Effect::Hole { square }) => self.holes ^= B::bit(square),
                Some(Effect::State { slot, before, .. }) => self.state[usize::from(slot)] = before,
                Some(Effect::Below { .. } | Effect::Follow { .. } | Effect::Leg { .. }) => {}
                None => break,
            }
        }
    }

    /// The effects of the half-move that was played last, in order.
    pub(super) fn last_effects(&self) -> &[Effect] {
        let first = self.plies.last().map_or(0, |ply| ply.effects as usize);
        &self.effects[first..]
    }
}
