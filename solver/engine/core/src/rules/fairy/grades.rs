//! The best of all moves, where a rule leaves only these.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};

use super::super::moves::{Form, Move, MoveList};
use super::legal::First;
use super::mechanism::{Among, Mechanism};
use super::{Fairy, Position};

/// How good ways are in the eyes of a rule that asks for departure and arrival alone.
#[derive(Debug)]
pub(super) struct Grades {
    /// By departure and arrival.
    ways: Vec<i32>,
    /// By side, kind and departure, the best way of the man's own walk.
    most: [Vec<i32>; 2],
}

impl<B: Bits> Fairy<B> {
    /// Compiles what rules make of ways.
    pub(super) fn grade_ways(&mut self, pos: &Position<B>) {
        let graded = self.rules.iter().map(|rule| {
            let told = rule.mechanism.grades().is_some() && rule.mechanism.grades_ways();
            told.then(|| self.grades_of(&*rule.mechanism, pos))
        });
        self.grades = graded.collect();
    }

    fn grades_of(&self, rule: &dyn Mechanism<B>, pos: &Position<B>) -> Grades {
        let mut ways = vec![i32::MIN; B::CAPACITY * B::CAPACITY];
        for from in self.board.squares() {
            for to in self.board.squares() {
                let mv = Move::ordinary(from, to, false);
                ways[from.index() * B::CAPACITY + to.index()] = rule.grade(self, pos, mv);
            }
        }
        let kinds = self.game.kinds.len();
        let most = Side::BOTH.map(|side| {
            let mut most = vec![i32::MIN; kinds * B::CAPACITY];
            for kind in 0..kinds {
                for from in self.board.squares() {
                    let span = self.game.unhindered(kind as u8, side, from, false);
                    let row = &ways[from.index() * B::CAPACITY..][..B::CAPACITY];
                    let best = span.squares().map(|to| row[to.index()]).max();
                    most[kind * B::CAPACITY + from.index()] = best.unwrap_or(i32::MIN);
                }
            }
            most
        });
        Grades { ways, most }
    }

    /// The best legal moves in the eyes of the rule of this number: the better a move, the sooner it is
    /// looked at, and what is worse than a legal one is not.
    pub(super) fn best(&self, pos: &mut Position<B>, number: u8, among: Among, out: &mut MoveList) {
        let rule = &*self.rules[usize::from(number)].mechanism;
        let grades = self.grades[usize::from(number)].as_ref();
        let grade = |pos: &Position<B>, mv: Move| match (grades, mv.form()) {
            (Some(grades), Form::Ordinary | Form::Double | Form::EnPassant) => {
                grades.ways[mv.from().index() * B::CAPACITY + mv.to().index()]
            }
            _ => rule.grade(self, pos, mv),
        };
        let mut graded = std::mem::take(&mut pos.memory.graded);
        graded.clear();
        let scene = self.own_scene(pos);
        let mut surely_legal = i32::MIN;
        let mut men = std::mem::take(&mut pos.memory.by_grade);
        self.men_by_grade(pos, grades, &mut men);
        for &(most, from) in &men {
            if most < surely_legal {
                break;
            }
            let side = pos.side;
            let _ = self.moves_of(pos, side, from, None, &mut |pos, mv| {
                let grade = grade(pos, mv);
                if grade >= surely_legal {
                    graded.push((grade, mv));
                    if grade > surely_legal && self.is_surely_legal(pos, mv, &scene) {
                        surely_legal = grade;
                    }
                }
                ControlFlow::Continue(())
            });
        }
        pos.memory.by_grade = men;
        let all = scene.exposing();
        let mut best = graded.iter().map(|&(grade, _)| grade).max();
        while let Some(grade) = best.filter(|_| out.is_empty()) {
            let those = || graded.iter().filter(|&&(other, _)| other == grade);
            for &(_, mv) in those() {
                let _ = self.consider(pos, mv, &scene, out);
            }
            let exposes =
                |&(_, mv): &(i32, Move)| self.consider(pos, mv, &all, &mut First).is_break();
            if among == Among::PseudoLegal && out.is_empty() && those().any(exposes) {
                break;
            }
            best = graded.iter().map(|&(grade, _)| grade).filter(|&other| other < grade).max();
        }
        pos.memory.graded = graded;
    }

    // The men of the side to move, each with the grade that none of its moves exceeds, the best first.
    fn men_by_grade(
        &self,
        pos: &Position<B>,
        grades: Option<&Grades>,
        out: &mut Vec<(i32, Square)>,
    ) {
        let side = pos.side;
        let own_walks = self.hooks.walks.is_empty() && self.hooks.straight;
        let plain = own_walks && self.hooks.legs.is_empty() && self.hooks.specials.is_empty();
        let castling = pos.castling & self.game.castlings_of[side.index()] != 0;
        out.clear();
        for from in pos.men(side).squares() {
            let most = match (grades, pos.man(from)) {
                (Some(grades), Some(man)) if plain && !castling => {
                    grades.most[side.index()][usize::from(man.kind) * B::CAPACITY + from.index()]
                }
                _ => i32::MAX,
            };
            out.push((most, from));
        }
        out.sort_unstable_by_key(|&(most, _)| Reverse(most));
    }
}
