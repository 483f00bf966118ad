//! The tree as it is written in the specification of a problem.

use serde::Deserialize;

/// `[…]`: where the play may leave a branch after a half-move.
#[derive(Clone, Debug, Deserialize)]
pub struct ForkSpec {
    pub expression: ExprSpec,
    #[serde(default)]
    pub ends_play: bool,
    #[serde(default)]
    pub hidden: bool,
}

/// Half-moves of one kind of play; see `Branch` in solver/model/stipulation.py.
#[derive(Clone, Debug, Deserialize)]
pub struct BranchSpec {
    pub moves: String,
    /// Least and most number of half-moves.
    pub half_moves: (u16, u16),
    #[serde(default)]
    pub first: Vec<ForkSpec>,
    #[serde(default)]
    pub second: Vec<ForkSpec>,
    #[serde(default)]
    pub constraint: Option<Box<ExprSpec>>,
    /// The constraint is written after the second letter: it must hold before the first one's
    /// half-moves.
    #[serde(default)]
    pub constraint_second: bool,
    #[serde(default)]
    pub second_requires_check: bool,
    #[serde(default)]
    pub pass_first: bool,
}

/// A leaf, a branch, or an expression of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ExprSpec {
    Goal {
        kind: String,
        #[serde(default)]
        square: Option<u16>,
    },
    Not {
        operand: Box<ExprSpec>,
    },
    And {
        left: Box<ExprSpec>,
        right: Box<ExprSpec>,
    },
    Or {
        left: Box<ExprSpec>,
        right: Box<ExprSpec>,
    },
    Branch(BranchSpec),
}
