//! The bound for single positions in selfmates: where the last half-move cannot mate, it is not asked
//! which ones are left.

use std::sync::Arc;

use crate::board::Side;
use crate::rules::Play;
use crate::stipulation::{BranchId, Expr, Goal, Letters, Tree};

use super::budget::Budget;
use super::route::battle;
use super::tables::Tables;

/// Half-moves of play below which it costs less than the tables.
const LEAST_FORCED: u16 = 5;
/// Positions that are asked about before the tables are made.
const FIRST: u32 = 1 << 14;
/// Positions after which it is decided whether the bound is worth its time, and the part of them that
/// has to be hopeless.
const TRIAL: u32 = 1 << 11;
const LEAST_HOPELESS: u32 = 3;

/// The bound for the battle play at the root of a tree.
pub struct Forced<P: Play> {
    branch: BranchId,
    mating: Side,
    /// Where play begins, until the tables are made.
    root: Option<P::Position>,
    budget: Option<Budget>,
    asked: u32,
    hopeless: u32,
}

impl<P: Play> Forced<P> {
    /// The bound, where the tree is about a selfmate, and rules make each half-move dear.
    pub fn for_tree(rules: &P, pos: &P::Position, tree: &Tree) -> Option<Self> {
        let Expr::Branch(id) = tree.expr(tree.root) else { return None };
        let branch = tree.branch(id);
        let battles = matches!(branch.letters, Letters::Attack | Letters::Defence);
        if !rules.has_further_rules() || !battles || branch.most < LEAST_FORCED {
            return None;
        }
        let end = battle(tree, id, rules.side(pos)).filter(|end| end.goal == Goal::Mate)?;
        let root = (branch.defence_goal == Some(Goal::Mate)).then(|| pos.clone());
        Some(Self {
            branch: id,
            mating: end.mating,
            root: Some(root?),
            budget: None,
            asked: 0,
            hopeless: 0,
        })
    }

    /// No half-move mates in this position of branch `id`, whatever it is.
    pub fn cannot_mate(&mut self, rules: &P, pos: &P::Position, id: BranchId) -> bool {
        let unknown = self.root.is_none() && self.budget.is_none();
        if unknown || id != self.branch || rules.side(pos) != self.mating {
            return false;
        }
        self.asked += 1;
        if self.asked >= FIRST
            && let Some(root) = self.root.take()
        {
            let tables = Tables::new(rules, &root, self.mating, false);
            self.budget = tables.map(|tables| Budget::new(Arc::new(tables)));
            self.asked = 0;
        }
        let Some(budget) = &mut self.budget else { return false };
        let castles = usize::from(rules.could_castle(pos, self.mating));
        let hopeless = budget.hopeless(rules, pos, (1 + castles, 0));
        self.hopeless += u32::from(hopeless);
        if self.asked == TRIAL {
            if self.hopeless * LEAST_HOPELESS < TRIAL {
                self.budget = None;
            }
            (self.asked, self.hopeless) = (0, 0);
        }
        hopeless
    }
}
