//! Lines that go on through forks, into play of any kind.

use crate::rules::{Move, Play};
use crate::stipulation::{BranchId, Expr, ExprId, Fork, Goal, Letters};

use super::line::{Sink, Step, Walk};
use super::shared::Answer;
use super::worker::Worker;

impl<P: Play> Worker<'_, P> {
    /// After the last half-move `mv` of a branch, which has that index: the lines through the first
    /// fork that holds.
    pub fn finish_line<S: Sink<P>>(
        &mut self,
        id: BranchId,
        index: u16,
        mv: Move,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let tree = self.tree;
        let branch = tree.branch(id);
        if branch.letters == Letters::Series && !self.move_satisfies(id, index, mv)? {
            return Ok(Walk::Nothing);
        }
        let mut walk = Walk::Nothing;
        if self.options.goal_is_end && self.last_ended(id, index, mv) {
            return Ok(walk);
        }
        for fork in branch.forks_after(index) {
            let at_once = self.is_of_goals(fork.expr);
            if !at_once && !self.may_fork(id, index, mv)? {
                continue;
            }
            if self.holds(fork.expr, Some(mv))? {
                return Ok(walk.and(self.through_fork(*fork, Some(mv), line, sink)?));
            }
            walk = walk.and(self.show_violation(fork.expr, line, sink)?);
        }
        Ok(walk)
    }

    /// The first of `forks` that holds after `last`.
    pub fn first_that_holds(&mut self, forks: &[Fork], last: Option<Move>) -> Answer<Option<Fork>> {
        for fork in forks {
            if self.holds(fork.expr, last)? {
                return Ok(Some(*fork));
            }
        }
        Ok(None)
    }

    /// The lines through `fork`, which is known to hold.
    pub fn through_fork<S: Sink<P>>(
        &mut self,
        fork: Fork,
        last: Option<Move>,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        if fork.hidden {
            return self.tell(None, line, sink);
        }
        let length = line.len();
        self.number_anew(fork.expr, line);
        let walk = self.continue_line(fork.expr, last, line, sink);
        line.truncate(length);
        walk
    }

    /// Where all play in `expr` is longer than a move, its moves are numbered anew.
    fn number_anew(&self, expr: ExprId, line: &mut Vec<Step>) {
        if !line.is_empty() && self.is_long(expr) {
            line.push(Step::Restart);
        }
    }

    fn is_long(&self, expr: ExprId) -> bool {
        match self.tree.expr(expr) {
            Expr::Goal(_) => false,
            Expr::Not(operand) => self.is_long(operand),
            Expr::And(left, right) | Expr::Or(left, right) => {
                self.is_long(left) && self.is_long(right)
            }
            Expr::Branch(id) => {
                let branch = self.tree.branch(id);
                branch.most > if branch.letters == Letters::Series { 1 } else { 2 }
            }
        }
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
            // A goal beside play is a condition of the move before it.
            Expr::And(goal, play) if self.is_of_goals(goal) && !self.is_of_goals(play) => {
                self.continue_line(play, last, line, sink)
            }
            Expr::And(play, goal) if self.is_of_goals(goal) && !self.is_of_goals(play) => {
                self.continue_line(play, last, line, sink)
            }
            Expr::And(left, right) => {
                let walk = self.continue_line(left, last, line, sink)?;
                Ok(if walk == Walk::Enough {
                    walk
                } else {
                    walk.and(self.continue_line(right, last, line, sink)?)
                })
            }
            Expr::Or(left, right) => {
                let shown = if self.holds(left, last)? { left } else { right };
                self.continue_line(shown, last, line, sink)
            }
            Expr::Branch(id) => self.enter(id, line, sink, Self::branch_lines),
        }
    }

    /// All lines of branch `id`, which is known to have some.
    fn branch_lines<S: Sink<P>>(
        &mut self,
        id: BranchId,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let branch = self.tree.branch(id);
        match branch.letters {
            Letters::Attack => self.continue_attack(id, branch.most, line, sink),
            Letters::Defence => self.continue_defence(id, branch.most, line, sink),
            Letters::Help | Letters::Series => {
                let mut walk = Walk::Nothing;
                for total in self.line_lengths(id) {
                    walk = walk.and(self.walk(id, total, total, line, sink)?);
                    if walk == Walk::Enough {
                        break;
                    }
                }
                Ok(walk)
            }
        }
    }

    /// Where help or series play that a fork leads into cannot begin because its constraint is
    /// violated: the lines that show it.
    pub fn show_violation<S: Sink<P>>(
        &mut self,
        expr: ExprId,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let Expr::Branch(id) = self.tree.expr(expr) else { return Ok(Walk::Nothing) };
        let letters = self.tree.branch(id).letters;
        if !sink.wants_violations() || matches!(letters, Letters::Attack | Letters::Defence) {
            return Ok(Walk::Nothing);
        }
        let length = line.len();
        self.number_anew(expr, line);
        let walk = self.enter(id, line, sink, |worker, id, line, sink| {
            let Some(violation) = worker.violation(id)? else { return Ok(Walk::Nothing) };
            line.push(Step::Violation);
            worker.continue_line(violation, None, line, sink)
        });
        line.truncate(length);
        walk
    }

    /// Enters branch `id` for `inside`: its first side is given the move.
    fn enter<S, F>(
        &mut self,
        id: BranchId,
        line: &mut Vec<Step>,
        sink: &mut S,
        inside: F,
    ) -> Answer<Walk>
    where
        S: Sink<P>,
        F: FnOnce(&mut Self, BranchId, &mut Vec<Step>, &mut S) -> Answer<Walk>,
    {
        let passes = self.tree.branch(id).pass_first;
        if passes && self.checked() {
            return Ok(Walk::Nothing);
        }
        let length = line.len();
        if passes {
            if line.is_empty() {
                line.push(Step::Restart);
            }
            self.pass();
            line.push(Step::Pass);
        }
        let walk = inside(self, id, line, sink);
        line.truncate(length);
        if passes {
            self.undo();
        }
        walk
    }

    /// The lines of battle play through the attacker's shortest solutions within `most` half-moves.
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
                walk = walk.and(self.after_attack(id, least - 1, mv, line, sink)?);
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

    /// The lines of battle play that begin with `mv`, if it solves.
    pub fn key_lines<S: Sink<P>>(&mut self, id: BranchId, mv: Move, sink: &mut S) -> Answer<Walk> {
        let most = self.tree.branch(id).most;
        if !self.attack_works(id, most, mv)? {
            return Ok(Walk::Nothing);
        }
        self.play(mv)?;
        let mut left = most - 1;
        if !self.forked(&self.tree.branch(id).first, Some(mv))? {
            left = self.key_length(id, left)?;
        }
        let walk = self.after_attack(id, left, mv, &mut vec![Step::Move(mv)], sink);
        self.undo();
        walk
    }

    /// Set play of battle play, as lines: what the forks lead into, else the parries of a check with
    /// what answers them.
    pub fn set_lines<S: Sink<P>>(&mut self, id: BranchId, sink: &mut S) -> Answer<Walk> {
        let tree = self.tree;
        let branch = tree.branch(id);
        let line = &mut Vec::new();
        if let Some(fork) = self.first_that_holds(&branch.first, None)? {
            return self.through_fork(fork, None, line, sink);
        }
        if branch.most < 2 || self.must_pass(id) {
            return Ok(Walk::Nothing);
        }
        self.continue_defence(id, branch.most - 1, line, sink)
    }

    fn after_attack<S: Sink<P>>(
        &mut self,
        id: BranchId,
        left: u16,
        mv: Move,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let tree = self.tree;
        let branch = tree.branch(id);
        if branch.may_end(left)
            && let Some(fork) = self.first_that_holds(&branch.first, Some(mv))?
        {
            return self.through_fork(fork, Some(mv), line, sink);
        }
        self.continue_defence(id, left, line, sink)
    }

    /// The lines of battle play through what the defender can play.
    pub fn continue_defence<S: Sink<P>>(
        &mut self,
        id: BranchId,
        left: u16,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        if self.must_pass(id) {
            self.pass();
            let walk = self.after_pass(id, left.saturating_sub(1), line, sink);
            self.undo();
            return walk;
        }
        let tree = self.tree;
        let list = self.moves_towards(id, &tree.branch(id).second, left);
        let mut walk = Walk::Nothing;
        for &mv in &list {
            walk = walk.and(self.lines_of_defence(id, left, mv, line, sink)?);
            if walk == Walk::Enough {
                break;
            }
        }
        self.give(list);
        Ok(walk)
    }

    /// The lines of battle play that go on with the defence `mv`.
    pub fn lines_of_defence<S: Sink<P>>(
        &mut self,
        id: BranchId,
        left: u16,
        mv: Move,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        self.play(mv)?;
        line.push(Step::Move(mv));
        let walk = self.after_defence(id, left - 1, mv, line, sink);
        line.pop();
        self.undo();
        walk
    }

    /// After the defender passed for want of a check; written only where it reaches a goal.
    fn after_pass<S: Sink<P>>(
        &mut self,
        id: BranchId,
        left: u16,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let tree = self.tree;
        let branch = tree.branch(id);
        let reaches = branch.may_end(left) && self.forked_at_once(&branch.second, None)?;
        line.push(if reaches { Step::Move(Move::NULL) } else { Step::Pass });
        let walk = match branch.second.first() {
            Some(fork) if reaches => self.through_fork(*fork, None, line, sink),
            _ => self.continue_attack(id, left, line, sink),
        };
        line.pop();
        walk
    }

    fn after_defence<S: Sink<P>>(
        &mut self,
        id: BranchId,
        left: u16,
        mv: Move,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let tree = self.tree;
        let branch = tree.branch(id);
        if branch.may_end(left)
            && let Some(fork) = self.first_that_holds(&branch.second, Some(mv))?
        {
            return self.through_fork(fork, Some(mv), line, sink);
        }
        if left > 0 { self.continue_attack(id, left, line, sink) } else { Ok(Walk::Nothing) }
    }
}
