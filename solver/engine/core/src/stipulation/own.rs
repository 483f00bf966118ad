//! Goals that a problem declares: tests of the half-move just played.

use serde::Deserialize;

use super::{Goal, TreeError};

/// A declared goal as Python sends it.
#[derive(Clone, Debug, Deserialize)]
pub struct OwnSpec {
    pub test: TestSpec,
    /// What is written behind the move; may be empty.
    pub mark: String,
}

/// Its test as Python sends it; see solver/model/stipulation.py.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TestSpec {
    Goal {
        kind: String,
        #[serde(default)]
        square: Option<u16>,
        #[serde(default)]
        own: Option<Box<OwnSpec>>,
    },
    By {
        kinds: Vec<usize>,
    },
    On {
        squares: Vec<u16>,
    },
    Not {
        operand: Box<TestSpec>,
    },
    And {
        left: Box<TestSpec>,
        right: Box<TestSpec>,
    },
    Or {
        left: Box<TestSpec>,
        right: Box<TestSpec>,
    },
}

/// A test of the half-move just played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Test {
    Goal(Goal),
    /// The man that moved is now of one of these kinds.
    By(Vec<usize>),
    /// It arrived on one of these squares.
    On(Vec<u16>),
    Not(Box<Test>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
}

impl Test {
    /// Reads a test; a declared goal in it is its test.
    ///
    /// # Errors
    /// `TreeError::Goal` for a goal that cannot be tested.
    pub fn parse(spec: &TestSpec) -> Result<Self, TreeError> {
        let part = |spec: &TestSpec| Self::parse(spec).map(Box::new);
        Ok(match spec {
            TestSpec::Goal { own: Some(own), .. } => Self::parse(&own.test)?,
            TestSpec::Goal { kind, square, .. } => Self::Goal(Goal::parse(kind, *square)?),
            TestSpec::By { kinds } => Self::By(kinds.clone()),
            TestSpec::On { squares } => Self::On(squares.clone()),
            TestSpec::Not { operand } => Self::Not(part(operand)?),
            TestSpec::And { left, right } => Self::And(part(left)?, part(right)?),
            TestSpec::Or { left, right } => Self::Or(part(left)?, part(right)?),
        })
    }

    /// Whatever passes the test has this quality of goals.
    fn implies(&self, quality: fn(Goal) -> bool) -> bool {
        match self {
            Self::Goal(goal) => quality(*goal),
            Self::By(_) | Self::On(_) | Self::Not(_) => false,
            Self::And(left, right) => left.implies(quality) || right.implies(quality),
            Self::Or(left, right) => left.implies(quality) && right.implies(quality),
        }
    }

    /// Some goal in it has this quality.
    fn mentions(&self, quality: fn(Goal) -> bool) -> bool {
        match self {
            Self::Goal(goal) => quality(*goal),
            Self::By(_) | Self::On(_) => false,
            Self::Not(operand) => operand.mentions(quality),
            Self::And(left, right) | Self::Or(left, right) => {
                left.mentions(quality) || right.mentions(quality)
            }
        }
    }
}

/// A declared goal of a tree: its number there, and what is asked of it most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Own {
    pub number: u16,
    pub immobilises: bool,
    pub needs_check: bool,
    pub allows_self_check: bool,
    pub follows_men: bool,
}

impl Own {
    /// The declared goal with that number and test.
    #[must_use]
    pub fn new(number: u16, test: &Test) -> Self {
        Self {
            number,
            immobilises: test.implies(Goal::immobilises),
            needs_check: test.implies(Goal::needs_check),
            allows_self_check: test.mentions(Goal::allows_self_check),
            follows_men: test.mentions(Goal::follows_men),
        }
    }
}
