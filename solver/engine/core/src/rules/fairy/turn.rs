//! A half-move while it is being played.

use crate::board::{Bits, Square};

use super::super::moves::Move;
use super::Fairy;
use super::journal::Reason;
use super::man::Man;
use super::mechanism::Deed;
use super::observe::Look;
use super::position::Position;

/// What rules act upon: the position, the move, and the questions that it leaves open.
pub(super) struct Turn<'a, B: Bits> {
    pub rules: &'a Fairy<B>,
    pub pos: &'a mut Position<B>,
    pub mv: Move,
    pub deed: Deed,
    /// Set when a rule forbids the move.
    pub refused: bool,
    /// The rule that acts.
    pub acting: Reason,
    /// What a rule has noted before the move, by the number of the rule.
    pub notes: Vec<(Reason, B)>,
    // What is still to be read of the choice of the move.
    choice: u16,
}

impl<'a, B: Bits> Turn<'a, B> {
    pub fn new(rules: &'a Fairy<B>, pos: &'a mut Position<B>, mv: Move, deed: Deed) -> Self {
        pos.memory.asked.clear();
        let choice = mv.choice().unwrap_or(0);
        let acting = Reason::Movement;
        Turn { rules, pos, mv, deed, refused: false, acting, notes: Vec::new(), choice }
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
        let count = among as u16;
        let chosen = self.choice % count;
        self.choice /= count;
        self.pos.memory.asked.push((chosen, count));
        usize::from(chosen)
    }

    /// A man leaves the board.  A side may not remove its own royal man.
    pub fn remove(&mut self, sq: Square) {
        let Some(man) = self.pos.man(sq) else { return };
        self.refused |= man.royal && man.belongs_to(self.deed.side);
        self.pos.remove(sq, self.acting);
        if self.deed.at == Some(sq) {
            self.deed.at = None;
        }
    }

    /// A man goes to an empty square.
    pub fn shift(&mut self, from: Square, to: Square) {
        self.pos.shift(from, to, self.acting);
        if self.deed.at == Some(from) {
            self.deed.at = Some(to);
        }
    }

    /// A man becomes another one.
    pub fn change(&mut self, sq: Square, man: Man) {
        self.pos.change(sq, man, self.acting);
    }

    /// The man that made the move, where it is now.
    pub fn mover(&self) -> Option<(Square, Man)> {
        let sq = self.deed.at?;
        Some((sq, self.pos.man(sq)?))
    }

    /// Notes squares for the acting rule, before the move.
    pub fn note(&mut self, squares: B) {
        self.notes.push((self.acting, squares));
    }

    /// What the acting rule has noted.
    pub fn noted(&self) -> B {
        let own = self.notes.iter().find(|(rule, _)| *rule == self.acting);
        own.map_or(B::EMPTY, |&(_, squares)| squares)
    }
}
