//! Play that is over because a goal was reached out of turn.

use crate::rules::{Move, Play};
use crate::stipulation::{BranchId, Expr, Letters, Tree};

use super::worker::Worker;

impl<P: Play> Worker<'_, P> {
    /// The half-move `last`, which did not do what its side is to do, has reached a goal all the
    /// same, and option GoalIsEnd says that the play is over.
    pub fn ended_wrongly(&mut self, last: Option<Move>) -> bool {
        let tree = self.tree;
        self.options.goal_is_end && tree.goals().any(|goal| self.reached(goal, last))
    }

    /// The line of branch `id` is over after the half-move `mv` with that index, and not solved.
    ///
    /// The side that will be forced to reach the goal after help play may reach it in that play.
    /// Source: Popeye 4, by experiment.
    pub fn line_ended(&mut self, id: BranchId, index: u16, mv: Move) -> bool {
        let forced_side = || index.is_multiple_of(2) == self.tree.branch(id).first.is_empty();
        let free = self.options.forced == Some(id) && forced_side();
        !free && self.ended_wrongly(Some(mv))
    }
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
