//! The best of all moves of a side, where a rule leaves it only these: the legal moves are generated
//! man by man, and of each man only those that are no worse than the best one found.

use std::cell::Cell;

use crate::board::{Bits, Mailbox, Side, Square};

use super::checks::{Every, Filter};
use super::compiled::Rules;
use super::fairy::Grades;
use super::generate::Generation;
use super::moves::{Move, MoveList};
use super::position::Position;
use super::sink::{Listed, Pseudo, Sink};

/// Only moves that may be among the best are wanted.
struct NoWorse<'a, B> {
    grades: &'a Grades<B>,
    side: Side,
    /// The grade of the best move found.
    best: &'a Cell<i32>,
}

impl<B: Bits> Filter<B> for NoWorse<'_, B> {
    #[inline]
    fn may_go(&self, kind: u8, from: Square) -> bool {
        self.grades.most(self.side, kind, from) >= self.best.get()
    }

    #[inline]
    fn confirm(&self, _: &Rules<B>, pos: &Position<B>, from: Square, targets: B) -> B {
        let best = self.best.get();
        if !self.may_go(pos.mailbox.get(from), from) {
            return B::EMPTY;
        }
        let arrivals = self.grades.arrivals(from).iter();
        let better = arrivals.take_while(|&&(grade, _)| grade >= best);
        targets & better.fold(B::EMPTY, |all, &(_, arrivals)| all | arrivals)
    }

    #[inline]
    fn passes(&self, _: &Rules<B>, _: &Position<B>, mv: Move) -> bool {
        self.grades.of(mv) >= self.best.get()
    }
}

/// Lists the best moves.
struct Best<'a, B, const LEGAL: bool> {
    grades: &'a Grades<B>,
    best: &'a Cell<i32>,
    out: &'a mut MoveList,
    start: usize,
}

impl<B, const LEGAL: bool> Best<'_, B, LEGAL> {
    // Whether a move of this grade belongs to the best; worse ones leave the list.
    fn raise(&mut self, grade: i32) -> bool {
        if grade > self.best.get() || self.out.len() == self.start {
            self.out.truncate(self.start);
            self.best.set(grade);
        }
        grade == self.best.get()
    }
}

impl<B: Bits, const LEGAL: bool> Sink<B> for Best<'_, B, LEGAL> {
    const LEGAL: bool = LEGAL;

    #[inline]
    fn many(&mut self, from: Square, targets: B, enemy: B) -> bool {
        let mut arrivals = self.grades.arrivals(from).iter();
        let best = arrivals.find(|(_, arrivals)| targets.meets(*arrivals));
        if let Some(&(grade, arrivals)) = best
            && self.raise(grade)
        {
            let best = targets & arrivals;
            self.out.extend(best.squares().map(|to| Move::ordinary(from, to, enemy.has(to))));
        }
        false
    }

    #[inline]
    fn one(&mut self, mv: Move) -> bool {
        if self.raise(self.grades.of(mv)) {
            self.out.push(mv);
        }
        false
    }
}

impl<B: Bits> Rules<B> {
    /// Whether a rule leaves the side only its best moves.
    #[inline]
    pub(super) fn prefers(&self, side: Side) -> bool {
        self.preferences[side.index()].is_some()
    }

    /// Appends the legal moves of a side, in canonical order, as rules leave them.
    #[inline]
    pub(super) fn list(&self, pos: &mut Position<B>, side: Side, out: &mut MoveList) {
        match &self.preferences[side.index()] {
            Some(grades) => self.list_best::<true>(pos, side, grades, out),
            None => {
                Generation::new(self, pos, side, &Every, &mut Listed(out)).run();
            }
        }
    }

    /// The same with those that leave a royal man observed.
    pub(super) fn list_pseudo(&self, pos: &mut Position<B>, side: Side, out: &mut MoveList) {
        match &self.preferences[side.index()] {
            Some(grades) => self.list_best::<false>(pos, side, grades, out),
            None => {
                Generation::new(self, pos, side, &Every, &mut Pseudo(out)).run();
            }
        }
    }

    /// Leaves the side the best of all its legal moves, if a rule does.
    #[cfg(debug_assertions)]
    pub(super) fn keep_best(&self, side: Side, moves: &mut MoveList) {
        let Some(grades) = &self.preferences[side.index()] else { return };
        let best = moves.iter().map(|&mv| grades.of(mv)).max();
        moves.retain(|&mv| Some(grades.of(mv)) == best);
    }

    fn list_best<const LEGAL: bool>(
        &self,
        pos: &mut Position<B>,
        side: Side,
        grades: &Grades<B>,
        out: &mut MoveList,
    ) {
        let (best, start) = (Cell::new(i32::MIN), out.len());
        let filter = NoWorse { grades, side, best: &best };
        let mut sink = Best::<B, LEGAL> { grades, best: &best, out, start };
        Generation::new(self, pos, side, &filter, &mut sink).run_royal_last();
        // Stable, so that promotions stay in order.
        out[start..].sort_by_key(Move::canonical);
    }
}
