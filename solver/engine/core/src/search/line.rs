//! Help and series play: all lines of a branch.

use crate::rules::{Move, Play};
use crate::stipulation::{BranchId, Expr, ExprId, Fork, Goal, Letters};

use super::shared::Answer;
use super::table::Proof;
use super::worker::Worker;

/// One step of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Move(Move),
    /// The side to move changes without a half-move (series play).
    Pass,
    /// Play of another kind begins, and its moves are numbered anew.
    Restart,
}

/// Takes the steps of a line that reached its aim; true ends the search.
pub trait Sink<P: Play> {
    /// `line`: the steps of the line; the position stands after them.  `goal`: what it reached.
    fn found(
        &mut self,
        worker: &mut Worker<'_, P>,
        line: &[Step],
        goal: Option<Goal>,
    ) -> Answer<bool>;
}

/// Ends the search at the first line.
struct First;

impl<P: Play> Sink<P> for First {
    fn found(&mut self, _: &mut Worker<'_, P>, _: &[Step], _: Option<Goal>) -> Answer<bool> {
        Ok(true)
    }
}

/// What a walk through lines has come to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    /// No line here.
    Nothing,
    /// Lines, all handed to the sink.
    Lines,
    /// The sink has had enough.
    Enough,
}

impl Walk {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, after) => after,
            (before, Self::Nothing) => before,
            (_, after) => after,
        }
    }
}

/// The last half-move of a line.
fn last_move(line: &[Step]) -> Option<Move> {
    line.iter().rev().find_map(|step| match step {
        Step::Move(mv) => Some(*mv),
        Step::Pass | Step::Restart => None,
    })
}

impl<P: Play> Worker<'_, P> {
    /// Branch `id` of help or series play has a line.
    pub fn line_exists(&mut self, id: BranchId) -> Answer<bool> {
        for total in self.line_lengths(id) {
            if self.walk(id, total, total, &mut Vec::new(), &mut First)? != Walk::Nothing {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The lengths at which a line of branch `id` may end, ascending.
    pub fn line_lengths(&self, id: BranchId) -> Vec<u16> {
        let branch = self.tree.branch(id);
        let ends = |length: &u16| !self.forks_after(id, *length - 1).is_empty();
        (branch.least.max(1)..=branch.most).filter(ends).collect()
    }

    /// The forks after the half-move with that index (from 0).
    fn forks_after(&self, id: BranchId, index: u16) -> &[Fork] {
        let branch = self.tree.branch(id);
        if branch.letters == Letters::Series || index.is_multiple_of(2) {
            &branch.first
        } else {
            &branch.second
        }
    }

    /// All lines of branch `id` with exactly `left` more half-moves of `total`, to the sink.
    pub fn walk<S: Sink<P>>(
        &mut self,
        id: BranchId,
        total: u16,
        left: u16,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let index = total - left;
        if !self.may_go_on(id, index, last_move(line))? {
            return Ok(Walk::Nothing);
        }
        if left == 1 {
            let forks = self.forks_after(id, index);
            let goal = match forks {
                [fork] => match self.tree.expr(fork.expr) {
                    Expr::Goal(goal) => Some(goal),
                    _ => None,
                },
                _ => None,
            };
            let list = self.moves_for_goal(goal);
            return self.walk_moves(id, total, left, list, line, sink);
        }
        let keeps = self.shared.table.keeps();
        let key = if keeps { self.key(id, index.is_multiple_of(2), left) } else { 0 };
        if keeps && self.shared.table.probe(key).unsolved >= left || self.hopeless(id, left) {
            return Ok(Walk::Nothing);
        }
        let mut list = self.branch_moves();
        if left == 2 && self.must_check(id, index + 1) {
            self.rules.drop_uncheckable(&mut self.pos, &mut list);
        }
        let walk = self.walk_moves(id, total, left, list, line, sink)?;
        if keeps && walk == Walk::Nothing {
            self.shared.table.store(key, Proof { unsolved: left, solved: 0 });
        }
        Ok(walk)
    }

    /// The bound says that no line of branch `id` has exactly `left` more half-moves.
    fn hopeless(&mut self, id: BranchId, left: u16) -> bool {
        let series = self.tree.branch(id).letters == Letters::Series;
        match &mut self.budget {
            Some((branch, budget)) if *branch == id => {
                budget.hopeless(self.rules, &self.pos, usize::from(left), series)
            }
            _ => false,
        }
    }

    /// The constraint holds before the half-move with that index.
    pub fn may_go_on(&mut self, id: BranchId, index: u16, last: Option<Move>) -> Answer<bool> {
        let branch = self.tree.branch(id);
        let concerned = branch.letters == Letters::Series
            || index.is_multiple_of(2) == branch.constraint_second;
        match branch.constraint {
            Some(constraint) if concerned => self.holds(constraint, last),
            _ => Ok(true),
        }
    }

    /// The half-move with that index is the other side's, and has to check.
    fn must_check(&self, id: BranchId, index: u16) -> bool {
        let helps = self.tree.branch(id).letters == Letters::Help;
        match self.forks_after(id, index) {
            [fork] if helps => match self.tree.expr(fork.expr) {
                Expr::Goal(goal) => goal.needs_check(),
                _ => false,
            },
            _ => false,
        }
    }

    /// The half-move with that index is only to mate, so that only checks are looked at.
    fn only_mates(&self, id: BranchId, index: u16) -> bool {
        match self.forks_after(id, index) {
            [fork] => self.tree.expr(fork.expr) == Expr::Goal(Goal::Mate),
            _ => false,
        }
    }

    /// The check `mv` mates.
    fn mates(&mut self, mv: Move) -> Answer<bool> {
        self.play(mv)?;
        let answer = self.mated();
        self.undo();
        Ok(answer)
    }

    fn walk_moves<S: Sink<P>>(
        &mut self,
        id: BranchId,
        total: u16,
        left: u16,
        list: Vec<Move>,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let mut walk = Walk::Nothing;
        let mates = left == 1 && self.only_mates(id, total - 1);
        for &mv in &list {
            if mates && !self.mates(mv)? {
                continue;
            }
            walk = walk.and(self.walk_move(id, total, left, mv, line, sink)?);
            if walk == Walk::Enough {
                break;
            }
        }
        self.give(list);
        Ok(walk)
    }

    /// The lines of branch `id` that go on with `mv`.
    pub fn walk_move<S: Sink<P>>(
        &mut self,
        id: BranchId,
        total: u16,
        left: u16,
        mv: Move,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        if let Some(game) = &mut self.proof_game
            && !game.enter(self.rules, &self.pos, id, (total, left), mv)
        {
            return Ok(Walk::Nothing);
        }
        self.play(mv)?;
        line.push(Step::Move(mv));
        let walk = if left == 1 {
            self.finish_line(id, total - 1, mv, line, sink)?
        } else {
            self.go_on(id, total, left, mv, line, sink)?
        };
        line.pop();
        self.undo();
        if let Some(game) = &mut self.proof_game {
            game.leave(id);
        }
        Ok(walk)
    }

    fn go_on<S: Sink<P>>(
        &mut self,
        id: BranchId,
        total: u16,
        left: u16,
        mv: Move,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let tree = self.tree;
        let branch = tree.branch(id);
        let index = total - left;
        let forks = if branch.letters == Letters::Series || index.is_multiple_of(2) {
            &branch.first
        } else {
            &branch.second
        };
        for fork in forks {
            // Where the side to move is stuck the play ends by itself, but in series play it goes on.
            let ends = match tree.expr(fork.expr) {
                Expr::Goal(goal) => !goal.immobilises(),
                _ => fork.ends_play,
            };
            if ends && self.holds(fork.expr, Some(mv))? {
                return Ok(Walk::Nothing);
            }
        }
        if branch.letters != Letters::Series {
            return self.walk(id, total, left - 1, line, sink);
        }
        // The idle side may not be left in check: it would have to be taken.
        if self.checked() {
            return Ok(Walk::Nothing);
        }
        self.pass();
        line.push(Step::Pass);
        let walk = self.walk(id, total, left - 1, line, sink);
        line.pop();
        self.undo();
        walk
    }

    /// After the last half-move of a branch: the lines through its forks.
    fn finish_line<S: Sink<P>>(
        &mut self,
        id: BranchId,
        index: u16,
        mv: Move,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let mut walk = Walk::Nothing;
        let forks = self.forks_after(id, index).len();
        for number in 0..forks {
            let fork = self.forks_after(id, index)[number];
            if self.holds(fork.expr, Some(mv))? {
                walk = walk.and(if fork.hidden {
                    self.tell(None, line, sink)?
                } else {
                    self.continue_line(fork.expr, Some(mv), line, sink)?
                });
            }
        }
        Ok(walk)
    }

    fn tell<S: Sink<P>>(
        &mut self,
        goal: Option<Goal>,
        line: &[Step],
        sink: &mut S,
    ) -> Answer<Walk> {
        Ok(if sink.found(self, line, goal)? { Walk::Enough } else { Walk::Lines })
    }

    /// The lines through `expr`, which is known to hold here, after `last`.
    pub fn continue_line<S: Sink<P>>(
        &mut self,
        expr: ExprId,
        last: Option<Move>,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        match self.tree.expr(expr) {
            Expr::Goal(goal) => self.tell(Some(goal), line, sink),
            Expr::Not(_) => self.tell(None, line, sink),
            Expr::And(left, right) | Expr::Or(left, right) => {
                let mut walk = Walk::Nothing;
                for operand in [left, right] {
                    if self.holds(operand, last)? {
                        walk = walk.and(self.continue_line(operand, last, line, sink)?);
                    }
                }
                Ok(walk)
            }
            Expr::Branch(id) => {
                let branch = self.tree.branch(id);
                let (letters, most, pass_first) = (branch.letters, branch.most, branch.pass_first);
                if pass_first {
                    self.pass();
                    line.push(Step::Pass);
                }
                let restarts = letters == Letters::Attack && most > 1 && !line.is_empty();
                if restarts {
                    line.push(Step::Restart);
                }
                let walk = match letters {
                    Letters::Attack => self.continue_attack(id, most, line, sink)?,
                    Letters::Defence => self.continue_defence(id, most, line, sink)?,
                    Letters::Help | Letters::Series => {
                        let mut walk = Walk::Nothing;
                        for total in self.line_lengths(id) {
                            walk = walk.and(self.walk(id, total, total, line, sink)?);
                        }
                        walk
                    }
                };
                if restarts {
                    line.pop();
                }
                if pass_first {
                    line.pop();
                    self.undo();
                }
                Ok(walk)
            }
        }
    }

    fn continue_attack<S: Sink<P>>(
        &mut self,
        id: BranchId,
        most: u16,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let Some(least) = self.attack_length(id, most)? else { return Ok(Walk::Nothing) };
        let list = self.attacking_moves(id, least);
        let mut walk = Walk::Nothing;
        for &mv in &list {
            if self.attack_works(id, least, mv)? {
                self.play(mv)?;
                line.push(Step::Move(mv));
                walk = walk.and(self.after_attack_line(id, least - 1, mv, line, sink)?);
                line.pop();
                self.undo();
                if walk == Walk::Enough {
                    break;
                }
            }
        }
        self.give(list);
        Ok(walk)
    }

    fn after_attack_line<S: Sink<P>>(
        &mut self,
        id: BranchId,
        left: u16,
        mv: Move,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let tree = self.tree;
        for fork in &tree.branch(id).first {
            if self.holds(fork.expr, Some(mv))? {
                return self.continue_line(fork.expr, Some(mv), line, sink);
            }
        }
        self.continue_defence(id, left, line, sink)
    }

    fn continue_defence<S: Sink<P>>(
        &mut self,
        id: BranchId,
        left: u16,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let tree = self.tree;
        let list = self.branch_moves();
        let mut walk = Walk::Nothing;
        for &mv in &list {
            self.play(mv)?;
            line.push(Step::Move(mv));
            let mut forked = false;
            for fork in &tree.branch(id).second {
                if self.holds(fork.expr, Some(mv))? {
                    forked = true;
                    walk = walk.and(self.continue_line(fork.expr, Some(mv), line, sink)?);
                }
            }
            if !forked && left > 1 {
                walk = walk.and(self.continue_attack(id, left - 1, line, sink)?);
            }
            line.pop();
            self.undo();
            if walk == Walk::Enough {
                break;
            }
        }
        self.give(list);
        Ok(walk)
    }
}
