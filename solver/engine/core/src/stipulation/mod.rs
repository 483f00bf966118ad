//! The tree that is to be solved: branches of play, goals as leaves, negation, and, or.
//!
//! `spec` is the tree as Python sends it, `tree` the same with its parts numbered, checked once.
//! To add a goal: one line in `goal.rs` here and its test in `search/reached.rs`.

mod goal;
mod own;
mod spec;
mod tree;

pub use goal::Goal;
pub use own::{Own, OwnSpec, Test, TestSpec};
pub use spec::{BranchSpec, ExprSpec, ForkSpec};
pub use tree::{Branch, BranchId, Constraint, Expr, ExprId, Fork, Letters, Tree, TreeError};
