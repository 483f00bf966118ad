//! The best of all moves, where a rule leaves only these.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};

use super::super::moves::{Form, Move, MoveList};
use super::super::setup::Colour;
use super::legal::{First, Scene};
use super::mechanism::{Among, Mechanism};
use super::{Fairy, Position};

/// Moves that are thought of before it is asked what matters.
const FEW_TRIED: usize = 3;

/// How good ways are in the eyes of a rule that asks for departure and arrival alone.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Grades<B> {
    /// By departure and arrival.
    ways: Vec<i32>,
    /// By departure, the arrivals of each grade, the best first.
    arrivals: Vec<Vec<(i32, B)>>,
    /// By side, kind and departure, the best way of the man's own walk.
    most: [Vec<i32>; 2],
    /// By castling.
    castlings: Vec<i32>,
}

impl<B: Bits> Grades<B> {
    /// How good a move is, whatever it leaves to choose.
    #[inline]
    pub(in crate::rules) fn of(&self, mv: Move) -> i32 {
        match mv.form() {
            Form::Castling => self.castlings[mv.castling_number()],
            _ => self.ways[mv.from().index() * B::CAPACITY + mv.to().index()],
        }
    }

    /// The arrivals from a square by grade, the best first.
    #[inline]
    pub(in crate::rules) fn arrivals(&self, from: Square) -> &[(i32, B)] {
        &self.arrivals[from.index()]
    }

    /// The best way of a man's own walk, castling left out.
    #[inline]
    pub(in crate::rules) fn most(&self, side: Side, kind: u8, from: Square) -> i32 {
        self.most[side.index()][usize::from(kind) * B::CAPACITY + from.index()]
    }
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

    fn grades_of(&self, rule: &dyn Mechanism<B>, pos: &Position<B>) -> Grades<B> {
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
        let arrivals = ways.chunks(B::CAPACITY).map(|row| {
            let mut found: BTreeMap<Reverse<i32>, B> = BTreeMap::new();
            for to in self.board.squares() {
                *found.entry(Reverse(row[to.index()])).or_default() |= B::bit(to);
            }
            found.into_iter().map(|(Reverse(grade), squares)| (grade, squares)).collect()
        });
        let arrivals = arrivals.collect();
        let castlings = self.game.castlings.iter().enumerate().map(|(number, castling)| {
            let mv = Move::castling(castling.king, castling.king_to, number as u8);
            rule.grade(self, pos, mv)
        });
        Grades { castlings: castlings.collect(), ways, arrivals, most }
    }

    /// The best legal moves in the eyes of the rule of this number: the better a move, the sooner it is
    /// looked at, and what is worse than a legal one is not.
    pub(super) fn best(&self, pos: &mut Position<B>, number: u8, among: Among, out: &mut MoveList) {
        let rule = &*self.rules[usize::from(number)].mechanism;
        let grades = self.grades[usize::from(number)].as_ref();
        let grade = |pos: &Position<B>, mv: Move| match (grades, mv.form()) {
            (Some(grades), Form::Ordinary | Form::Double | Form::EnPassant) => grades.of(mv),
            _ => rule.grade(self, pos, mv),
        };
        let mut graded = std::mem::take(&mut pos.memory.graded);
        graded.clear();
        let mut men = std::mem::take(&mut pos.memory.by_grade);
        let plain = self.men_by_grade(pos, grades, &mut men);
        let quick = grades.filter(|_| plain && self.goes_unasked(pos));
        // Where few moves are looked at, it is cheaper to think of these than to ask what matters.
        let mut scene = if quick.is_some() { self.bare_scene(pos) } else { self.own_scene(pos) };
        let (mut surely_legal, mut known) = (i32::MIN, None);
        let (side, measures) = (pos.side, among == Among::PseudoLegal);
        let allowed =
            |pos: &Position<B>, mv: Move| !measures || !self.captures_barred(pos, side, mv);
        pos.memory.measured = measures;
        for &(most, from) in &men {
            if most < surely_legal {
                break;
            }
            if let Some(grades) = quick {
                let found = (&mut surely_legal, &mut known, &mut graded);
                self.best_of(pos, from, grades, &mut scene, found);
                continue;
            }
            let _ = self.moves_of(pos, side, from, None, &mut |pos, mv| {
                let grade = grade(pos, mv);
                if grade >= surely_legal {
                    graded.push((grade, mv));
                    pos.memory.measured = false;
                    if grade > surely_legal
                        && allowed(pos, mv)
                        && self.is_surely_legal(pos, mv, &scene)
                    {
                        surely_legal = grade;
                    }
                    pos.memory.measured = measures;
                }
                ControlFlow::Continue(())
            });
        }
        pos.memory.measured = false;
        pos.memory.by_grade = men;
        let all = scene.exposing();
        let mut best = graded.iter().map(|&(grade, _)| grade).max();
        while let Some(grade) = best.filter(|_| out.is_empty()) {
            let those = || graded.iter().filter(|&&(other, _)| other == grade);
            for &(_, mv) in those() {
                if known == Some(mv) {
                    out.push(mv);
                } else if allowed(pos, mv) {
                    let _ = self.consider(pos, mv, &scene, out);
                }
            }
            pos.memory.measured = measures;
            let exposes =
                |&(_, mv): &(i32, Move)| self.consider(pos, mv, &all, &mut First).is_break();
            let settled = measures && out.is_empty() && those().any(exposes);
            pos.memory.measured = false;
            if settled {
                break;
            }
            best = graded.iter().map(|&(grade, _)| grade).filter(|&other| other < grade).max();
        }
        pos.memory.graded = graded;
    }

    // Whether no rule is asked what moves there are, and none is a capture en passant.
    fn goes_unasked(&self, pos: &Position<B>) -> bool {
        let hooks = &self.hooks;
        let asked = [&hooks.halts, &hooks.bars, &hooks.ways, &hooks.courses, &hooks.foreign];
        let neutral = pos.colours[Colour::Neutral.index()];
        pos.passed.is_empty()
            && neutral.is_empty()
            && hooks.plane.is_none()
            && asked.into_iter().all(Vec::is_empty)
            && self.game.rides_straight(pos.side)
    }

    // The moves of a man that are no worse than the best known to be legal, as far as it has no better
    // one that is known so.
    fn best_of(
        &self,
        pos: &Position<B>,
        from: Square,
        grades: &Grades<B>,
        scene: &mut Scene<B>,
        (surely_legal, known, graded): (&mut i32, &mut Option<Move>, &mut Vec<(i32, Move)>),
    ) {
        let side = pos.side;
        let Some(man) = pos.man(from) else { return };
        let (own, enemy) = (pos.men(side), pos.men(side.other()));
        let movement = &self.game.movement;
        let blocked = pos.occupied() & !enemy;
        debug_assert!((own & !blocked).is_empty());
        let steps = movement.targets(movement.reach(man.kind, side, from), blocked, enemy);
        let doubles = self.free_double_steps(pos.occupied(), side, from, man.kind);
        let targets = (steps | doubles) & self.ground[side.index()].to[from.index()];
        for &(grade, arrivals) in &grades.arrivals[from.index()] {
            if grade < *surely_legal {
                return;
            }
            for to in (targets & arrivals).squares() {
                let double = doubles.has(to);
                let mv = Move::ordinary(from, to, enemy.has(to));
                let mv = if double { Move::double(from, to) } else { mv };
                graded.push((grade, mv));
                if grade > *surely_legal {
                    if self.is_known_legal(pos, mv, scene) {
                        (*surely_legal, *known) = (grade, Some(mv));
                    } else if graded.len() == FEW_TRIED {
                        // Who is in check, most likely.
                        *scene = self.own_scene(pos);
                    }
                }
            }
        }
    }

    // The men of the side to move, each with the grade that none of its moves exceeds, the best first;
    // returns whether these are told by the men's own walks.
    fn men_by_grade(
        &self,
        pos: &Position<B>,
        grades: Option<&Grades<B>>,
        out: &mut Vec<(i32, Square)>,
    ) -> bool {
        let side = pos.side;
        let own_walks = self.hooks.walks.is_empty() && self.hooks.straight;
        let plain = own_walks && self.hooks.legs.is_empty() && self.hooks.specials.is_empty();
        let castling = pos.castling & self.game.castlings_of[side.index()] != 0;
        out.clear();
        for from in pos.men(side).squares() {
            let most = match (grades, pos.man(from)) {
                (Some(grades), Some(man)) if plain && !castling => {
                    grades.most(side, man.kind, from)
                }
                _ => i32::MAX,
            };
            out.push((most, from));
        }
        out.sort_unstable_by_key(|&(most, _)| Reverse(most));
        plain && !castling
    }
}
