//! Play that is over because a goal was reached out of turn.

use crate::rules::{Move, Play};
use crate::stipulation::{BranchId, Expr, Fork, Letters, Tree};

use super::worker::Worker;

impl<P: Play> Worker<'_, P> {
    /// The half-move `last` has reached a goal, which is not for its side to do (none of `forks`
    /// asks for one), and option GoalIsEnd says that the play is over.
    pub fn ended_wrongly(&mut self, forks: &[Fork], last: Option<Move>) -> bool {
        let tree = self.tree;
        self.options.goal_is_end
            && !forks.iter().any(|fork| matches!(tree.expr(fork.expr), Expr::Goal(_)))
            && tree.goals().any(|goal| self.reached(goal, last))
    }

    /// The same of an attacking move after which the other side is to reach the goal.
    pub fn attack_ended(&mut self, id: BranchId, last: Option<Move>) -> bool {
        let tree = self.tree;
        let other_side = |fork: &Fork| matches!(tree.expr(fork.expr), Expr::Branch(_));
        let forks = &tree.branch(id).first;
        self.options.goal_is_end && forks.iter().any(other_side) && self.ended_wrongly(forks, last)
    }

    /// The line of branch `id` is over after the half-move `mv` with that index, and not solved.
    ///
    /// The side that will be forced to reach the goal after help play may reach it in that play.
    /// Source: Popeye 4, by experiment.
    pub fn line_ended(&mut self, id: BranchId, index: u16, mv: Move) -> bool {
        if !self.options.goal_is_end {
            return false;
        }
        let tree = self.tree;
        let forced_side = index.is_multiple_of(2) == tree.branch(id).first.is_empty();
        let free = self.options.forced == Some(id) && forced_side;
        let forks = forks_after(tree, id, index);
        !free && self.ended_wrongly(forks, Some(mv))
    }

    /// The same after the last half-move of the branch, where other play follows it.
    pub fn last_ended(&mut self, id: BranchId, index: u16, mv: Move) -> bool {
        let tree = self.tree;
        let mut forks = forks_after(tree, id, index).iter();
        forks.any(|fork| goes_on(tree, tree.expr(fork.expr))) && self.line_ended(id, index, mv)
    }
}

/// The forks after the half-move with that index (from 0).
fn forks_after(tree: &Tree, id: BranchId, index: u16) -> &[Fork] {
    let branch = tree.branch(id);
    let first = branch.letters == Letters::Series || index.is_multiple_of(2);
    if first { &branch.first } else { &branch.second }
}

/// The play after branch `id` begins with the side that did not move last.
fn goes_on(tree: &Tree, expr: Expr) -> bool {
    matches!(expr, Expr::Branch(id) if tree.branch(id).letters != Letters::Attack)
}

/// Branch `id` is help play after which a side is forced to reach a goal.
pub fn leads_to_force(tree: &Tree, id: BranchId) -> bool {
    let help = tree.branch(id);
    let forks = if help.first.is_empty() { &help.second } else { &help.first };
    help.letters == Letters::Help
        && matches!(forks.as_slice(), [fork] if is_forced(tree, tree.expr(fork.expr)))
}

fn is_forced(tree: &Tree, expr: Expr) -> bool {
    matches!(expr, Expr::Branch(id) if tree.branch(id).letters == Letters::Defence)
}
