//! What restrains play on the way: constraints, and the right to move only out of check.

use crate::rules::{Move, Play};
use crate::stipulation::{BranchId, Expr, ExprId, Fork, Letters};

use super::shared::Answer;
use super::worker::Worker;

impl<P: Play> Worker<'_, P> {
    /// The second side of branch `id`, which is to move, may only parry checks, and is in none.
    pub fn must_pass(&self, id: BranchId) -> bool {
        self.tree.branch(id).parries && !self.checked()
    }

    /// One of `forks` that is a goal, or consists of goals, is reached after the half-move `last`.
    /// Such forks come before the constraint.
    pub fn forked_at_once(&mut self, forks: &[Fork], last: Option<Move>) -> Answer<bool> {
        for fork in forks {
            if self.is_of_goals(fork.expr) && self.holds(fork.expr, last)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// No branch is in `expr`.
    pub fn is_of_goals(&self, expr: ExprId) -> bool {
        match self.tree.expr(expr) {
            Expr::Goal(_) => true,
            Expr::Not(operand) => self.is_of_goals(operand),
            Expr::And(left, right) | Expr::Or(left, right) => {
                self.is_of_goals(left) && self.is_of_goals(right)
            }
            Expr::Branch(_) => false,
        }
    }

    /// A goal in `expr` leaves a side without a legal move.
    pub fn immobilises(&self, expr: ExprId) -> bool {
        match self.tree.expr(expr) {
            Expr::Goal(goal) => goal.immobilises(),
            Expr::Not(operand) => self.immobilises(operand),
            Expr::And(left, right) | Expr::Or(left, right) => {
                self.immobilises(left) || self.immobilises(right)
            }
            Expr::Branch(_) => false,
        }
    }

    /// After the attacking move `last`, with `left` half-moves to go: a goal is reached or the
    /// constraint on attacks holds.
    pub fn attack_satisfies(
        &mut self,
        id: BranchId,
        left: u16,
        last: Option<Move>,
    ) -> Answer<bool> {
        let tree = self.tree;
        let branch = tree.branch(id);
        match branch.first_constraint {
            Some(constraint) => Ok((branch.may_end(left)
                && self.forked_at_once(&branch.first, last)?)
                || self.holds(constraint.expr, last)?),
            None => Ok(true),
        }
    }

    /// As `defence_fails`, where branch `id` restrains what may follow a defence; `mv` is played.
    pub fn constrained_defence_fails(&mut self, id: BranchId, left: u16, mv: Move) -> Answer<bool> {
        let tree = self.tree;
        let branch = tree.branch(id);
        if branch.may_end(left - 1) && self.forked(&branch.second, Some(mv))? {
            return Ok(true);
        }
        if let Some(constraint) = branch.second_constraint
            && constraint.of_move
            && !self.holds(constraint.expr, Some(mv))?
        {
            return Ok(false);
        }
        Ok(left > 1 && self.attack(id, left - 1)?)
    }

    /// The defender, who had no check to parry, has just passed: it does not prevent the aim within
    /// `left` half-moves, the passing included.  Passing may itself leave the attacker stalemated.
    pub fn pass_fails(&mut self, id: BranchId, left: u16) -> Answer<bool> {
        let tree = self.tree;
        let branch = tree.branch(id);
        Ok((branch.may_end(left - 1) && self.forked_at_once(&branch.second, None)?)
            || (left > 1 && self.attack(id, left - 1)?))
    }

    /// In help and series play, before the half-move with that index (from 0): the constraint on
    /// the position holds.
    pub fn may_go_on(&mut self, id: BranchId, index: u16) -> Answer<bool> {
        let branch = self.tree.branch(id);
        let constraint = match index.checked_sub(1) {
            Some(before) => branch.constraint_after(before),
            None => return self.may_begin(id),
        };
        match constraint {
            Some(constraint) if !constraint.of_move => self.holds(constraint.expr, None),
            _ => Ok(true),
        }
    }

    /// What must hold where branch `id` begins holds.
    pub fn may_begin(&mut self, id: BranchId) -> Answer<bool> {
        match self.tree.branch(id).on_position() {
            Some(constraint) => self.holds(constraint, None),
            None => Ok(true),
        }
    }

    /// In help and series play, after the half-move `mv` with that index: the constraint on the
    /// half-move itself holds.
    pub fn move_satisfies(&mut self, id: BranchId, index: u16, mv: Move) -> Answer<bool> {
        match self.tree.branch(id).constraint_after(index) {
            Some(constraint) if constraint.of_move => self.holds(constraint.expr, Some(mv)),
            _ => Ok(true),
        }
    }

    /// In help and series play, after the half-move `mv` with that index: the constraint lets the
    /// play go on into a branch.
    pub fn may_fork(&mut self, id: BranchId, index: u16, mv: Move) -> Answer<bool> {
        let branch = self.tree.branch(id);
        match branch.constraint_after(index) {
            Some(constraint) if constraint.of_move || branch.letters == Letters::Help => {
                self.holds(constraint.expr, Some(mv))
            }
            _ => Ok(true),
        }
    }

    /// Where a fork leads into branch `id` after the half-move `last`: that half-move, which stands
    /// for the one before the first, satisfies the constraint.
    pub fn entry_satisfies(&mut self, id: BranchId, last: Option<Move>) -> Answer<bool> {
        match self.tree.branch(id).before_first() {
            Some(constraint) if constraint.of_move && last.is_some() => {
                self.holds(constraint.expr, last)
            }
            _ => Ok(true),
        }
    }

    /// What violates the constraint where branch `id` begins, if anything does.
    pub fn violation(&mut self, id: BranchId) -> Answer<Option<ExprId>> {
        let Some(constraint) = self.tree.branch(id).on_position() else { return Ok(None) };
        let Expr::Not(operand) = self.tree.expr(constraint) else { return Ok(None) };
        Ok(self.holds(operand, None)?.then_some(operand))
    }
}
