//! Proof games: lower bounds on what each side must still do, kept up to date move by move.
//!
//! `graph` says what single men can do around men that stand still, `tables` what each man of a
//! target costs each man, `around` the same past men that come to stand still during play,
//! `matching` finds the cheapest assignment, `slots` where pawns must capture, `force` puts this
//! together for one side, `analysis` finds the men that never move.  The walk through the lines is
//! that of `line`, which asks [`ProofGame::allows`] and calls
//! [`ProofGame::enter`] before it plays a half-move.
//!
//! Where that is worth it, the target is also approached from its end: `unmoves` takes half-moves back,
//! `origin` bounds what came before, `meeting` keeps the positions found, `back` lets the forward search
//! ask for them.
//!
//! The bound of a side is the cost of the cheapest assignment of its men to the target's men and to
//! captures.  A man of the target whose departure would make the bound exceed the half-moves left
//! never moves again: it becomes an obstacle, which makes ways longer and may fix further men.
//! Source of the ideas: Euclide's free moves and obstacles, texel's assignment bound.

mod analysis;
mod around;
mod back;
mod force;
mod graph;
mod matching;
mod meeting;
mod origin;
mod placed;
mod rows;
mod slots;
mod tables;
mod unmoves;

use std::borrow::Cow;
use std::sync::Arc;

use crate::board::{Side, Square};
use crate::rules::{CastlingWay, Form, Move, MoveList, Play};
use crate::stipulation::{BranchId, Expr, Fork, Goal, Letters, Tree};

use analysis::{Base, Task, standing};
use around::Around;
use back::Back;
use force::{Force, Scene, Step};
use graph::State;
use matching::{Cost, MOST, NEVER};
use slots::slots_of;
use tables::SideTables;

pub use meeting::Meetings;

/// Squares of the board that the tables can hold.
const MOST_SQUARES: usize = 64;

/// How the half-moves of a branch are shared by the sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turns {
    /// In turn.
    Both,
    /// All are the starter's.
    Series,
    /// In turn, but the other side may let any of its half-moves pass.
    Parries,
}

/// The bounds of one thread for help or series play towards a target.
pub struct ProofGame {
    branch: BranchId,
    turns: Turns,
    /// Half-moves of the side that does not begin, after the branch.
    after: Cost,
    starter: Side,
    squares: usize,
    task: Task,
    /// The length of the lines that the tables are for; 0 for none.
    total: u16,
    base: Option<Base>,
    tables: Option<[SideTables; 2]>,
    arounds: [Around; 2],
    /// By side, the forces after each half-move that changed them.
    forces: [Vec<Force>; 2],
    /// Lengths of `forces` before each half-move of the line.
    marks: Vec<[usize; 2]>,
    back: Back,
}

impl ProofGame {
    /// The bounds for a tree, where it is about the target: help or series play of a single branch.
    ///
    /// None also where the bounds do not hold: kinds that need other men for their moves, rules that
    /// do something to men, kinds that are royal only now and then, too many men or squares.
    pub fn for_tree<P: Play>(
        rules: &P,
        pos: &P::Position,
        tree: &Tree,
        target: &P::Position,
    ) -> Option<Self> {
        let Expr::Branch(branch) = tree.expr(tree.root) else { return None };
        let (turns, after) = play_of(tree, branch)?;
        let squares = rules.squares();
        if squares > MOST_SQUARES || !rules.goes_by_ways([pos, target]) {
            return None;
        }
        // Further rules may let what is royal be captured, or stay where it could be.
        let royal = if rules.has_further_rules() {
            vec![false; rules.kinds()]
        } else {
            royal_kinds(rules, [pos, target])?
        };
        let men = |pos: &P::Position| {
            Side::BOTH.map(|side| {
                let mut men = Vec::new();
                rules.men(pos, side, &mut men);
                men.iter().map(|&(kind, sq)| kind * squares + sq.index()).collect::<Vec<State>>()
            })
        };
        let (now, goals) = (men(pos), men(target));
        if now.iter().chain(&goals).any(|men| men.len() > MOST) {
            return None;
        }
        let mut ways = Vec::new();
        rules.castlings(pos, &mut ways);
        let passer = passer(rules, pos);
        let arounds = Side::BOTH.map(|side| Around::new(rules, side, &goals[side.index()], &royal));
        let task = Task { royal, men: now, goals, ways, passer };
        Some(Self {
            branch,
            turns,
            after,
            starter: rules.side(pos),
            squares,
            base: task.base(rules, &arounds),
            task,
            total: 0,
            tables: None,
            arounds,
            forces: [Vec::new(), Vec::new()],
            marks: Vec::new(),
            back: Back::default(),
        })
    }

    /// Shares the way back from the target with other threads of the same search.
    #[must_use]
    pub fn sharing(self, meetings: &Arc<Meetings>) -> Self {
        Self { back: Back::sharing(meetings), ..self }
    }

    /// Half-moves that each side may still make, at most, when `side` is to move.
    fn left(&self, side: Side, left: u16) -> [Cost; 2] {
        let left = Cost::try_from(left).unwrap_or(NEVER - 2).min(NEVER - 2);
        let (own, other) = match self.turns {
            Turns::Series => (left, self.after),
            Turns::Both | Turns::Parries if side == self.starter => {
                ((left + 1) / 2, left / 2 + self.after)
            }
            Turns::Both | Turns::Parries => ((left + 1) / 2 + self.after, left / 2),
        };
        if side == Side::White { [own, other] } else { [other, own] }
    }

    /// Whether `mv` may lead to the target, as far as a look at the man that moves tells.
    ///
    /// `left`: half-moves of the branch that remain, this one included; the first call of a line
    /// comes from the diagram.
    pub fn allows<P: Play>(
        &mut self,
        rules: &P,
        pos: &P::Position,
        branch: BranchId,
        (total, left): (u16, u16),
        mv: Move,
    ) -> bool {
        if branch != self.branch {
            return true;
        }
        if total != self.total {
            self.prepare(rules, total);
        }
        // Rules may let a side pass; that takes no man further.
        if mv.form() == Form::Null {
            return true;
        }
        let side = rules.side(pos);
        let left = self.left(side, left)[side.index()];
        self.forces[side.index()].last().is_some_and(|force| {
            let step = self.step(rules, pos, force, mv);
            let scene = self.scene(side, self.fixed());
            step.zip(scene).is_some_and(|(step, scene)| force.allows(&scene, &step, left))
        })
    }

    /// Makes `mv`, which is allowed, in the bounds unless the target is then out of reach; undone by
    /// `leave`.
    pub fn enter<P: Play>(
        &mut self,
        rules: &P,
        pos: &P::Position,
        branch: BranchId,
        left: u16,
        mv: Move,
    ) -> bool {
        if branch != self.branch {
            return true;
        }
        let marks = [self.forces[0].len(), self.forces[1].len()];
        if mv.form() == Form::Null {
            self.marks.push(marks);
            return true;
        }
        let side = rules.side(pos);
        if self.go(rules, pos, side, left, mv).is_some() && self.meets(rules, left - 1) {
            self.marks.push(marks);
            return true;
        }
        self.forces[0].truncate(marks[0]);
        self.forces[1].truncate(marks[1]);
        false
    }

    /// Takes back what `enter` made.
    pub fn leave(&mut self, branch: BranchId) {
        if branch == self.branch
            && let Some(marks) = self.marks.pop()
        {
            self.forces[0].truncate(marks[0]);
            self.forces[1].truncate(marks[1]);
        }
    }

    fn prepare<P: Play>(&mut self, rules: &P, total: u16) {
        self.total = total;
        self.marks.clear();
        self.forces = [Vec::new(), Vec::new()];
        self.tables = None;
        let left = self.left(self.starter, total);
        if let Some(base) = &self.base
            && let Some((tables, [white, black])) =
                self.task.analyse(rules, &self.arounds, base, left)
        {
            self.tables = Some(tables);
            self.forces = [vec![white], vec![black]];
        }
        // Half-moves are taken back as if there were no further rules.
        if self.turns == Turns::Both && !rules.has_further_rules() {
            let [white, black] = &self.task.goals;
            self.back.prepare(total, [white, black]);
        }
    }

    /// Whether the side that only parries can still do what it must with `left` half-moves remaining after
    /// one that it has let pass.
    pub fn may_let_pass(&self, branch: BranchId, total: u16, left: u16) -> bool {
        let side = self.starter.other().index();
        branch != self.branch || total != self.total || {
            let left = self.left(self.starter, left)[side];
            self.forces[side].last().is_some_and(|force| force.least() <= left)
        }
    }

    /// Squares of the men that stand still, by side.
    fn fixed(&self) -> [u64; 2] {
        self.forces.each_ref().map(|forces| forces.last().map_or(0, |force| force.fixed))
    }

    fn go<P: Play>(
        &mut self,
        rules: &P,
        pos: &P::Position,
        side: Side,
        left: u16,
        mv: Move,
    ) -> Option<()> {
        let lefts = self.left(side, left);
        let (own, other) = (side.index(), side.other().index());
        let tables = self.tables.as_ref()?;
        let force = self.forces[own].last()?;
        let step = self.step(rules, pos, force, mv)?;
        let enemy = self.forces[other].last()?;
        let fixed = self.fixed();
        let scene = self.scene(side, fixed)?;
        let mut left_after = lefts;
        left_after[own] -= 1;
        let mut force = force.clone();
        let possible = force.play(&scene, &step, left_after[own]);
        if !possible || force.to_capture > usize::try_from(left_after[own]).unwrap_or(0) {
            return None;
        }
        let mut enemy = Cow::Borrowed(enemy);
        if step.captures || tables[own].is_pawn(step.from) {
            let foes = self.scene(side.other(), fixed)?;
            let slots = slots_of(&tables[own], force.men(), force.to_capture, &tables[other])?;
            if step.captures {
                let victim = mv.captures().iter().next()?;
                let victim = enemy.man_on(victim.index(), self.squares)?;
                if !enemy.to_mut().lose(&foes, victim, slots, lefts[other]) {
                    return None;
                }
                if tables[other].is_pawn(victim) {
                    let (men, allowed) = (enemy.men(), enemy.to_capture);
                    let slots = slots_of(&tables[other], men, allowed, &tables[own])?;
                    if slots != *force.slots() && !force.meet(&scene, slots, left_after[own]) {
                        return None;
                    }
                }
            } else if slots != *enemy.slots() && !enemy.to_mut().meet(&foes, slots, lefts[other]) {
                return None;
            }
        }
        self.fix(side, &mut force, &mut enemy, left_after)?;
        if let Cow::Owned(enemy) = enemy {
            self.forces[other].push(enemy);
        }
        self.forces[own].push(force);
        Some(())
    }

    fn step<P: Play>(&self, rules: &P, pos: &P::Position, force: &Force, mv: Move) -> Option<Step> {
        let from = force.man_on(mv.from().index(), self.squares)?;
        let kind = rules.promoted_to(pos, mv).unwrap_or(from / self.squares);
        let castling = if mv.form() == Form::Castling { Some(way(rules, pos, mv)?) } else { None };
        Some(Step {
            from,
            to: kind * self.squares + mv.to().index(),
            captures: mv.is_capture(),
            castling,
            double: mv.form() == Form::Double,
        })
    }

    fn scene(&self, side: Side, fixed: [u64; 2]) -> Option<Scene<'_>> {
        let (own, tables) = (side.index(), self.tables.as_ref()?);
        let standing = standing(&self.arounds, fixed, side);
        Some(Scene { tables: &tables[own], around: &self.arounds[own], standing })
    }

    /// Finds men that must stand still from now on, until no more are found around these; None when
    /// the target is then out of reach.
    fn fix(
        &self,
        side: Side,
        force: &mut Force,
        enemy: &mut Cow<'_, Force>,
        left: [Cost; 2],
    ) -> Option<()> {
        let (own, other) = (side.index(), side.other().index());
        let fixed = |force: &Force, enemy: &Force| {
            if own == 0 { [force.fixed, enemy.fixed] } else { [enemy.fixed, force.fixed] }
        };
        // The other side was examined when it last changed.
        let mut others_too = matches!(enemy, Cow::Owned(_));
        loop {
            let known = fixed(force, enemy);
            let more = force.to_fix(&self.scene(side, known)?, left[own]);
            let others = if others_too {
                enemy.to_fix(&self.scene(side.other(), known)?, left[other])
            } else {
                0
            };
            others_too = true;
            if more | others == 0 {
                return Some(());
            }
            force.fixed |= more;
            enemy.to_mut().fixed |= others;
            let found = fixed(force, enemy);
            if !force.refresh(&self.scene(side, found)?, left[own])
                || !enemy.to_mut().refresh(&self.scene(side.other(), found)?, left[other])
            {
                return None;
            }
        }
    }
}

/// How the sides share the branch, and how many half-moves of the other side follow it.
fn play_of(tree: &Tree, branch: BranchId) -> Option<(Turns, Cost)> {
    let branch = tree.branch(branch);
    let turns = match branch.letters {
        Letters::Help if branch.parries => Turns::Parries,
        Letters::Help => Turns::Both,
        Letters::Series => Turns::Series,
        Letters::Attack | Letters::Defence => return None,
    };
    let forks: Vec<&Fork> = branch.first.iter().chain(&branch.second).collect();
    let [fork] = forks[..] else { return None };
    match tree.expr(fork.expr) {
        Expr::Goal(Goal::ProofGame | Goal::AToB) => Some((turns, 0)),
        Expr::Branch(inner) if turns != Turns::Both => {
            let inner = tree.branch(inner);
            let [fork] = inner.first[..] else { return None };
            let goal = matches!(tree.expr(fork.expr), Expr::Goal(Goal::ProofGame | Goal::AToB));
            let one = inner.letters == Letters::Help && inner.most == 1 && !inner.pass_first;
            (goal && one).then_some((turns, 1))
        }
        _ => None,
    }
}

/// The square of a man that can be captured en passant.
fn passer<P: Play>(rules: &P, pos: &P::Position) -> Option<Square> {
    let mut moves = MoveList::new();
    rules.legal_moves(&mut pos.clone(), &mut moves);
    let capture = moves.iter().find(|mv| mv.form() == Form::EnPassant)?;
    capture.captures().iter().next()
}

/// By kind, whether its men are royal; None where some are and some are not.
fn royal_kinds<P: Play>(rules: &P, positions: [&P::Position; 2]) -> Option<Vec<bool>> {
    let mut found: Vec<Option<bool>> = vec![None; rules.kinds()];
    for pos in positions {
        for side in Side::BOTH {
            let (mut men, mut royals) = (Vec::new(), Vec::new());
            rules.men(pos, side, &mut men);
            rules.royals(pos, side, &mut royals);
            for man in men {
                let royal = royals.contains(&man);
                if found[man.0].is_some_and(|known| known != royal) {
                    return None;
                }
                found[man.0] = Some(royal);
            }
        }
    }
    Some(found.into_iter().map(|royal| royal.unwrap_or(false)).collect())
}

fn way<P: Play>(rules: &P, pos: &P::Position, mv: Move) -> Option<CastlingWay> {
    let mut ways = Vec::new();
    rules.castlings(pos, &mut ways);
    ways.into_iter().find(|way| way.king == mv.from() && way.king_to == mv.to())
}
