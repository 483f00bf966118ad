//! Bounds for help and series play that ends in mate or stalemate, from the mating side.

mod budget;
mod pictures;
mod tables;

use std::sync::Arc;

use crate::board::Side;
use crate::rules::Play;
use crate::stipulation::{BranchId, Expr, Goal, Letters, Tree};

use budget::Budget;
use pictures::Pictures;
use tables::Tables;

/// Half-moves of help play below which the tables cost more than they save.
const LEAST_HELP: u16 = 6;
/// Half-moves of play below which pictures cost more than they save.
const LEAST_PICTURES: u16 = 5;
/// Half-moves of play below which the bound for single positions does nearly as well for mates, so
/// that many pictures cost more than they save.
const LEAST_MANY: u16 = 7;
/// Pictures that are carried at most; with more that bound is taken.
const FEW_PICTURES: usize = 3_000;
const MOST_PICTURES: usize = 400_000;

/// The bounds of one search; each thread follows its own line with a copy.
#[derive(Clone)]
pub struct Bounds {
    /// The branch that they are about, and the half-move after it if that is a branch of its own.
    branch: BranchId,
    last: Option<BranchId>,
    series: bool,
    starter: Side,
    mating: Side,
    by: By,
}

/// What finds a position hopeless.
#[derive(Clone)]
enum By {
    /// The pictures that are left.
    Pictures(Pictures),
    /// Each position by itself.
    Budget(Budget),
}

impl Bounds {
    /// The bounds for a tree, where it is about them: help or series play of a single branch that
    /// ends in mate or stalemate.
    pub fn for_tree<P: Play>(rules: &P, pos: &P::Position, tree: &Tree) -> Option<Self> {
        let Expr::Branch(id) = tree.expr(tree.root) else { return None };
        let branch = tree.branch(id);
        let series = match branch.letters {
            Letters::Help if branch.most >= LEAST_HELP => false,
            Letters::Series => true,
            _ => return None,
        };
        let forks = [&branch.first, &branch.second];
        let [fork] = forks.into_iter().flatten().collect::<Vec<_>>()[..] else { return None };
        let first = !branch.first.is_empty();
        let starter = rules.side(pos);
        // The side that makes the half-move before the goal is tested.
        let (goal, mating, last) = match tree.expr(fork.expr) {
            Expr::Goal(goal) => (goal, if first { starter } else { starter.other() }, None),
            Expr::Branch(inner) if series => (answered(tree, inner)?, starter.other(), Some(inner)),
            _ => return None,
        };
        let stalemate = match goal {
            Goal::Mate => false,
            Goal::Stalemate => true,
            _ => return None,
        };
        let tables = Arc::new(Tables::new(rules, pos, mating, stalemate)?);
        let by = By::Budget(Budget::new(Arc::clone(&tables)));
        let mut bounds = Self { branch: id, last, series, starter, mating, by };
        if branch.most >= LEAST_PICTURES {
            let budgets = bounds.budgets(rules, pos, id, usize::from(branch.most));
            let few = !stalemate && branch.most < LEAST_MANY;
            let most = if few { FEW_PICTURES } else { MOST_PICTURES };
            if let Some(pictures) = Pictures::draw(rules, pos, &tables, budgets, most) {
                bounds.by = By::Pictures(pictures);
            }
        }
        Some(bounds)
    }

    /// The half-moves of the mating side and of the other, with `left` more half-moves of a branch;
    /// in series play one side makes them all, and where it is to be mated the other side makes
    /// one more.
    fn budgets<P: Play>(
        &self,
        rules: &P,
        pos: &P::Position,
        id: BranchId,
        left: usize,
    ) -> (usize, usize) {
        let (mating, mated) = if self.last == Some(id) {
            (left, 0)
        } else if self.series {
            if self.starter == self.mating { (left, 0) } else { (1, left) }
        } else if rules.side(pos) == self.mating {
            (left.div_ceil(2), left / 2)
        } else {
            (left / 2, left.div_ceil(2))
        };
        // A castling brings two men nearer in one half-move.
        let more =
            |left: usize, side: Side| left + usize::from(left > 0 && rules.could_castle(pos, side));
        (more(mating, self.mating), more(mated, self.mating.other()))
    }

    fn are_about(&self, id: BranchId) -> bool {
        id == self.branch || self.last == Some(id)
    }

    /// Follows the half-move of a branch that has just been played, and to which `leave` belongs.
    pub fn enter<P: Play>(&mut self, rules: &P, pos: &P::Position, id: BranchId) {
        if self.are_about(id)
            && let By::Pictures(pictures) = &mut self.by
        {
            pictures.enter(rules, pos);
        }
    }

    /// Takes the last half-move of a branch back.
    pub fn leave(&mut self, id: BranchId) {
        if self.are_about(id)
            && let By::Pictures(pictures) = &mut self.by
        {
            pictures.leave();
        }
    }

    /// No mate can arise with exactly `left` more half-moves of branch `id`; asked, if at all, of each
    /// position on the way to one of which it is asked.
    pub fn hopeless<P: Play>(
        &mut self,
        rules: &P,
        pos: &P::Position,
        id: BranchId,
        left: u16,
    ) -> bool {
        if !self.are_about(id) {
            return false;
        }
        let budgets = self.budgets(rules, pos, id, usize::from(left));
        match &mut self.by {
            By::Pictures(pictures) => !pictures.keep_affordable(budgets),
            By::Budget(budget) => {
                id == self.branch && left > 1 && budget.hopeless(rules, pos, budgets)
            }
        }
    }
}

/// The goal of a branch that consists of a single half-move.
fn answered(tree: &Tree, id: BranchId) -> Option<Goal> {
    let branch = tree.branch(id);
    match (branch.letters, branch.most, branch.first.as_slice()) {
        (Letters::Help, 1, [fork]) => match tree.expr(fork.expr) {
            Expr::Goal(goal) => Some(goal),
            _ => None,
        },
        _ => None,
    }
}
