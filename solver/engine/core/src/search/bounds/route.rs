//! The play that bounds are about: help and series play, one branch after the other, up to the goal
//! that all its lines have to reach.

use crate::board::Side;
use crate::stipulation::{BranchId, Expr, ExprId, Fork, Goal, Letters, Tree};

/// Branches that are played one after the other, and what they lead to.
#[derive(Clone)]
pub struct Route {
    pub stages: Vec<Stage>,
    pub goal: Goal,
    /// The side that reaches the goal.
    pub mating: Side,
}

/// A branch of help or series play.
#[derive(Clone)]
pub struct Stage {
    pub branch: BranchId,
    /// Who begins, and half-moves, at most.
    pub starter: Side,
    pub most: usize,
    pub series: bool,
    /// By side, half-moves that follow this branch, at most.
    pub after: [usize; 2],
}

impl Stage {
    /// By side, its part of so many half-moves of the branch, where that side begins.
    pub fn shares(&self, begins: Side, half_moves: usize) -> [usize; 2] {
        let mut shares = [0; 2];
        let others = if self.series { 0 } else { half_moves / 2 };
        shares[begins.index()] = half_moves - others;
        shares[begins.other().index()] = others;
        shares
    }
}

/// What play comes to.
pub struct End {
    pub goal: Goal,
    pub mating: Side,
    /// By side, half-moves of battle play before the goal, at most.
    battle: [usize; 2],
}

/// The ways through a tree to goals that each of its lines has to reach.
pub fn routes(tree: &Tree, starter: Side) -> Vec<Route> {
    let mut found = Vec::new();
    explore(tree, tree.root, starter, &mut Vec::new(), &mut found);
    found
}

// Goes on with an expression that has to hold, with `side` to move.
fn explore(tree: &Tree, expr: ExprId, side: Side, stages: &mut Vec<Stage>, found: &mut Vec<Route>) {
    match tree.expr(expr) {
        Expr::And(left, right) => {
            explore(tree, left, side, stages, found);
            explore(tree, right, side, stages, found);
        }
        Expr::Goal(goal) => {
            let end = End { goal, mating: side.other(), battle: [0; 2] };
            found.extend(route(stages, &end));
        }
        Expr::Branch(id) => {
            let branch = tree.branch(id);
            // Half-moves that break the constraints of a branch that is led into are written, too.
            let constrained = branch.first_constraint.or(branch.second_constraint).is_some();
            let helps = matches!(branch.letters, Letters::Help | Letters::Series);
            if constrained && helps && !stages.is_empty() {
                return;
            }
            let starter = if branch.pass_first { side.other() } else { side };
            let Some((fork, of_first)) = only_fork(&branch.first, &branch.second) else { return };
            let series = match branch.letters {
                Letters::Help => false,
                Letters::Series => true,
                Letters::Attack | Letters::Defence => {
                    let end = battle(tree, id, side);
                    found.extend(end.and_then(|end| route(stages, &end)));
                    return;
                }
            };
            let most = usize::from(branch.most);
            let mover = if of_first { starter } else { starter.other() };
            stages.push(Stage { branch: id, starter, most, series, after: [0; 2] });
            explore(tree, fork.expr, mover.other(), stages, found);
            stages.pop();
        }
        Expr::Not(_) | Expr::Or(..) => {}
    }
}

fn only_fork<'a>(first: &'a [Fork], second: &'a [Fork]) -> Option<(&'a Fork, bool)> {
    match (first, second) {
        ([fork], []) => Some((fork, true)),
        ([], [fork]) => Some((fork, false)),
        _ => None,
    }
}

fn route(stages: &[Stage], end: &End) -> Option<Route> {
    let mut stages = stages.to_vec();
    let mut after = end.battle;
    for stage in stages.iter_mut().rev() {
        stage.after = after;
        let own = stage.shares(stage.starter, stage.most);
        after = [after[0] + own[0], after[1] + own[1]];
    }
    let (goal, mating) = (end.goal, end.mating);
    (!stages.is_empty()).then_some(Route { stages, goal, mating })
}

/// What battle play with `side` to move comes to: whatever is forced there, some line of it ends in its
/// goal.
pub fn battle(tree: &Tree, id: BranchId, side: Side) -> Option<End> {
    let branch = tree.branch(id);
    let (fork, of_first) = only_fork(&branch.first, &branch.second)?;
    // There, what is "first" is about the attacker, whoever begins.
    let by_beginner = of_first == (branch.letters == Letters::Attack);
    let Expr::Goal(goal) = tree.expr(fork.expr) else { return None };
    if branch.parries || branch.pass_first {
        return None;
    }
    let mut half_moves = [0; 2];
    half_moves[side.index()] = usize::from(branch.most.div_ceil(2));
    half_moves[side.other().index()] = usize::from(branch.most / 2);
    let mating = if by_beginner { side } else { side.other() };
    Some(End { goal, mating, battle: half_moves })
}
