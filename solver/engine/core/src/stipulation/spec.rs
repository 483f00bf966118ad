//! The tree as it is written in the specification of a problem.

use serde::Deserialize;

use super::OwnSpec;

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
    /// Must hold after each half-move of the first letter for play to go on.
    #[serde(default)]
    pub constraint: Option<Box<ExprSpec>>,
    /// The same of the second letter.
    #[serde(default)]
    pub second_constraint: Option<Box<ExprSpec>>,
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
        #[serde(default)]
        own: Option<OwnSpec>,
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

impl ExprSpec {
    /// No branch is in it: it is tested without a further half-move.
    #[must_use]
    pub fn consists_of_goals(&self) -> bool {
        match self {
            Self::Goal { .. } => true,
            Self::Not { operand } => operand.consists_of_goals(),
            Self::And { left, right } | Self::Or { left, right } => {
                left.consists_of_goals() && right.consists_of_goals()
            }
            Self::Branch(_) => false,
        }
    }
}
