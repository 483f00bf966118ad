use std::cell::RefCell;

use crate::board::{Bits, Mailbox, Side, Square};
use crate::movement::{Arrival, Scratch, View};

use super::journal::{Effect, Man, Ply};

pub(super) const NO_KIND: u8 = u8::MAX;

/// The changing board of one search thread: men, rights, side to move, and the way back.
///
/// Only the rules change it, and every change is in its journal.
#[derive(Clone, Debug)]
pub struct Position<B: Bits> {
    pub(super) kinds: Box<[B]>,
    pub(super) sides: [B; 2],
    pub(super) royal: B,
    pub(super) mailbox: B::Mailbox,
    pub(super) side: Side,
    pub(super) castling: u32,
    /// Squares on which the man that made a double step may be captured, if anybody can.
    pub(super) passed: B,
    /// That man; meaningful only when `passed` is not empty.
    pub(super) passer: Square,
    pub(super) hash: u64,
    pub(super) effects: Vec<Effect>,
    pub(super) plies: Vec<Ply<B>>,
    pub(super) scratch: Memory<B>,
}

/// Memory that generation reuses; no state.
#[derive(Clone, Debug)]
pub(super) struct Memory<B> {
    /// Pinned men with the squares that each may go to.
    pub pins: Vec<(Square, B)>,
    /// Ends of the paths of one man.
    pub arrivals: Vec<Arrival>,
    pub walk: RefCell<Scratch>,
}

const EFFECTS: usize = 512;
const PLIES: usize = 256;

impl<B: Bits> Position<B> {
    pub(super) fn empty(kinds: usize, side: Side) -> Position<B> {
        Position {
            kinds: vec![B::EMPTY; kinds].into_boxed_slice(),
            sides: [B::EMPTY; 2],
            royal: B::EMPTY,
            mailbox: B::Mailbox::filled(NO_KIND),
            side,
            castling: 0,
            passed: B::EMPTY,
            passer: Square(0),
            hash: 0,
            effects: Vec::with_capacity(EFFECTS),
            plies: Vec::with_capacity(PLIES),
            scratch: Memory {
                pins: Vec::with_capacity(64),
                arrivals: Vec::with_capacity(64),
                walk: RefCell::default(),
            },
        }
    }

    /// The men of a side.
    #[inline]
    #[must_use]
    pub fn men(&self, side: Side) -> B {
        self.sides[side.index()]
    }

    /// The royal men of a side.
    #[inline]
    #[must_use]
    pub fn royals(&self, side: Side) -> B {
        self.royal & self.sides[side.index()]
    }

    /// The man on a square.
    #[must_use]
    pub fn man(&self, sq: Square) -> Option<Man> {
        let kind = self.mailbox.get(sq);
        let side = if self.sides[0].has(sq) { Side::White } else { Side::Black };
        (kind != NO_KIND).then(|| Man { kind, side, royal: self.royal.has(sq) })
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    #[inline]
    pub(super) fn view(&self) -> View<B> {
        View::new(self.sides)
    }

    pub(super) fn put(&mut self, sq: Square, man: Man) {
        let bit = B::bit(sq);
        self.kinds[usize::from(man.kind)] |= bit;
        self.sides[man.side.index()] |= bit;
        self.mailbox.set(sq, man.kind);
        if man.royal {
            self.royal |= bit;
        }
    }

    #[inline]
    pub(super) fn lift(&mut self, sq: Square, man: Man) {
        let bit = B::bit(sq);
        self.kinds[usize::from(man.kind)] ^= bit;
        self.sides[man.side.index()] ^= bit;
        self.mailbox.set(sq, NO_KIND);
        if man.royal {
            self.royal ^= bit;
        }
    }

    #[inline]
    pub(super) fn shift(&mut self, from: Square, to: Square, man: Man) {
        let both = B::bit(from) ^ B::bit(to);
        self.kinds[usize::from(man.kind)] ^= both;
        self.sides[man.side.index()] ^= both;
        self.mailbox.set(from, NO_KIND);
        self.mailbox.set(to, man.kind);
        if man.royal {
            self.royal ^= both;
        }
    }

    #[inline]
    pub(super) fn change(&mut self, sq: Square, before: u8, after: u8) {
        let bit = B::bit(sq);
        self.kinds[usize::from(before)] ^= bit;
        self.kinds[usize::from(after)] ^= bit;
        self.mailbox.set(sq, after);
    }
}
