//! The last half-move of the mated side: those are dropped after which no mate can arise.

use crate::rules::{Form, MoveList, Play};

use super::budget::Budget;
use super::tables::Field;

impl Budget {
    /// Drops half-moves of the mated side, if that has no more, after which the mating side could not
    /// mate with so many of its own; half-moves that capture nothing take men to the squares of their
    /// arrival and change nothing else but what they are.
    pub fn drop_unmating<P: Play>(
        &mut self,
        rules: &P,
        pos: &P::Position,
        (mating, mated): (usize, usize),
        moves: &mut MoveList,
    ) {
        if mated != 1 || moves.is_empty() || !self.tells(mating, 0) {
            return;
        }
        let Some(royal) = self.look_at(rules, pos) else { return };
        let target = royal.index();
        let (open, blocked) = (self.open(target), self.blocked(target));
        // Most half-moves leave the same squares to be observed.
        let mut last: Option<(Field, bool)> = None;
        moves.retain(|mv| {
            let plain = matches!(mv.form(), Form::Ordinary | Form::Double) && !mv.is_capture();
            if !plain {
                return true;
            }
            let (from, to) = (mv.from().index(), mv.to().index());
            if from == target {
                return self.possible(to, mating, 0);
            }
            let left = blocked & !self.tables.blocked(from, target);
            let need = open & !(left | self.tables.blocked(to, target));
            if let Some((_, mates)) = last.filter(|&(same, _)| same == need) {
                return mates;
            }
            let mates = self.within(target, need, mating, 0);
            last = Some((need, mates));
            mates
        });
    }
}
