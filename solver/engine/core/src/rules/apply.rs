//! Playing and taking back: effects, state and the hash.

use crate::board::{Bits, Mailbox, Side, Square};

use super::compiled::Rules;
use super::journal::{Effect, Man, Ply, Reason};
use super::moves::{Form, Move};
use super::position::Position;

impl<B: Bits> Rules<B> {
    /// Opens a half-move in the journal and forgets the en passant right.
    #[inline]
    fn begin(&self, pos: &mut Position<B>) {
        pos.plies.push(Ply {
            hash: pos.hash,
            castling: pos.castling,
            effects: pos.effects.len() as u32,
            passed: pos.passed,
            passer: pos.passer,
            side: pos.side,
        });
        if pos.passed.any() {
            for sq in pos.passed.squares() {
                pos.hash ^= self.keys.passed(sq);
            }
            pos.passed = B::EMPTY;
        }
    }

    #[inline]
    pub(super) fn give_move(&self, pos: &mut Position<B>, side: Side) {
        self.begin(pos);
        if pos.side != side {
            pos.side = side;
            pos.hash ^= self.keys.black;
        }
    }

    #[inline]
    pub(super) fn apply(&self, pos: &mut Position<B>, mv: Move) {
        let side = pos.side;
        self.give_move(pos, side.other());
        let mut touched = self.lapses[mv.from().index()] | self.lapses[mv.to().index()];
        if mv.is_capture() {
            let reason =
                if mv.form() == Form::EnPassant { Reason::EnPassant } else { Reason::Capture };
            for sq in mv.captures().iter() {
                touched |= self.lapses[sq.index()];
                self.remove(pos, sq, side.other(), reason);
            }
        }
        match mv.form() {
            Form::Ordinary | Form::EnPassant | Form::Double => {
                if mv.from() != mv.to() {
                    self.shift(pos, mv.from(), mv.to(), side, Reason::Movement);
                }
                if let Some(kind) = mv.promotion() {
                    self.change(pos, mv.to(), side, kind, Reason::Promotion);
                }
                if mv.form() == Form::Double {
                    self.passed(pos, mv, side);
                }
            }
            Form::Castling => {
                touched |= self.castlings[mv.castling_number()].excludes;
                self.castle(pos, mv, side);
            }
            Form::Null | Form::Special => {}
        }
        let lapsed = pos.castling & touched;
        if lapsed != 0 {
            pos.castling ^= lapsed;
            pos.hash ^= self.keys.castlings(lapsed);
        }
    }

    fn castle(&self, pos: &mut Position<B>, mv: Move, side: Side) {
        let castling = &self.castlings[mv.castling_number()];
        for (from, to) in castling.ways() {
            if from != to {
                self.shift(pos, from, to, side, Reason::Castling);
            }
        }
    }

    fn passed(&self, pos: &mut Position<B>, mv: Move, side: Side) {
        let over = self.passes(mv, side);
        self.allow_en_passant(pos, side.other(), over, mv.to());
        for sq in pos.passed.squares() {
            pos.hash ^= self.keys.passed(sq);
        }
    }

    /// Notes the right of `side` to capture `passer` on one of `over`, where some pawn could.
    pub(super) fn allow_en_passant(
        &self,
        pos: &mut Position<B>,
        side: Side,
        over: B,
        passer: Square,
    ) {
        let observers = &self.movement.observers[side.index()];
        let own = pos.men(side);
        for sq in over.squares() {
            let pawns = self.kinds.iter().enumerate();
            let mut pawns = pawns.filter(|(_, kind)| kind.captures_en_passant);
            let can = pawns.any(|(kind, _)| {
                let (kind, men) = (kind as u8, pos.kinds[kind] & own);
                men.meets(observers.leaps_of(kind, sq))
                    || (men & self.prospects.observing(kind, side, sq))
                        .squares()
                        .any(|from| self.passing_over(pos, side, (kind, from), sq).any())
            });
            if can {
                pos.passed |= B::bit(sq);
                pos.passer = passer;
            }
        }
    }

    #[inline]
    fn man(pos: &Position<B>, sq: Square, side: Side) -> Man {
        Man { kind: pos.mailbox.get(sq), side, royal: pos.royal.has(sq) }
    }

    #[inline]
    fn remove(&self, pos: &mut Position<B>, square: Square, side: Side, reason: Reason) {
        let man = Self::man(pos, square, side);
        pos.lift(square, man);
        pos.hash ^= self.keys.man(man.kind, side, square);
        if man.royal {
            pos.hash ^= self.keys.royal(square);
        }
        pos.effects.push(Effect::Remove { square, man, reason });
    }

    #[inline]
    fn shift(&self, pos: &mut Position<B>, from: Square, to: Square, side: Side, reason: Reason) {
        let man = Self::man(pos, from, side);
        pos.shift(from, to, man);
        pos.hash ^= self.keys.man(man.kind, side, from) ^ self.keys.man(man.kind, side, to);
        if man.royal {
            pos.hash ^= self.keys.royal(from) ^ self.keys.royal(to);
        }
        pos.effects.push(Effect::Move { from, to, man, reason });
    }

    #[inline]
    fn change(&self, pos: &mut Position<B>, square: Square, side: Side, after: u8, reason: Reason) {
        let before = pos.mailbox.get(square);
        pos.change(square, before, after);
        pos.hash ^= self.keys.man(before, side, square) ^ self.keys.man(after, side, square);
        pos.effects.push(Effect::Walk { square, side, before, after, reason });
    }
}

impl<B: Bits> Position<B> {
    /// Takes back the last half-move; does nothing at the root.
    #[inline]
    pub(super) fn take_back(&mut self) {
        let Some(ply) = self.plies.pop() else { return };
        while self.effects.len() > ply.effects as usize {
            match self.effects.pop() {
                Some(Effect::Remove { square, man, .. }) => self.put(square, man),
                Some(Effect::Move { from, to, man, .. }) => self.shift(to, from, man),
                Some(Effect::Walk { square, before, after, .. }) => {
                    self.change(square, after, before);
                }
                None => break,
            }
        }
        self.hash = ply.hash;
        self.castling = ply.castling;
        self.passed = ply.passed;
        self.passer = ply.passer;
        self.side = ply.side;
    }
}
