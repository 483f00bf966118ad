//! The tree with its parts numbered, so that the search can name them in its table.

use thiserror::Error;

use super::{BranchSpec, ExprSpec, ForkSpec, Goal, Own, OwnSpec, Test};

/// Deeper nesting than any stipulation needs; keeps a hostile file off the stack.
const MAX_NESTING: usize = 64;
/// Longest branch: a length must fit the fields of the table.
const MAX_HALF_MOVES: u16 = 4000;

/// Why a stipulation tree is refused.
#[derive(Debug, Error)]
pub enum TreeError {
    #[error("goal {0} cannot be tested")]
    Goal(String),
    #[error("no play is called {0:?}")]
    Letters(String),
    #[error("a branch of {0} to {1} half-moves makes no sense")]
    Length(u16, u16),
    #[error("the stipulation is nested too deeply")]
    Nesting,
}

/// Number of a branch in its tree.
pub type BranchId = u16;
/// Number of an expression in its tree.
pub type ExprId = u16;

/// Who plays with what aim in a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letters {
    /// `ad`: the side to move attacks.
    Attack,
    /// `da`: the side to move defends.
    Defence,
    /// `hh`: both sides help.
    Help,
    /// `s`: one side moves alone.
    Series,
}

/// An expression, evaluated with some side to move after some move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expr {
    Goal(Goal),
    Not(ExprId),
    And(ExprId, ExprId),
    Or(ExprId, ExprId),
    Branch(BranchId),
}

/// Where the play may leave a branch after a half-move.
#[derive(Clone, Copy, Debug)]
pub struct Fork {
    pub expr: ExprId,
    pub ends_play: bool,
    pub hidden: bool,
}

/// What must hold after each half-move of one letter for play to go on.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    pub expr: ExprId,
    /// It consists of goals and is about the half-move itself; else about the position, also where
    /// the branch begins.
    pub of_move: bool,
}

/// Half-moves of one kind of play.
///
/// In battle play, "first" is about the attacker and "second" about the defender, whoever begins.
#[derive(Clone, Debug)]
pub struct Branch {
    pub letters: Letters,
    /// Least and most number of half-moves.
    pub least: u16,
    pub most: u16,
    /// Forks after attacking moves, after every other half-move of help play, after series moves.
    pub first: Vec<Fork>,
    /// Forks after defences, after the other half-moves of help play.
    pub second: Vec<Fork>,
    pub first_constraint: Option<Constraint>,
    pub second_constraint: Option<Constraint>,
    /// The second side moves only out of check, else it passes, which counts as a half-move.
    pub parries: bool,
    pub pass_first: bool,
    /// An attacker's last half-move can only be one that reaches this goal and nothing else.
    pub attack_goal: Option<Goal>,
    /// The same of a defender's last half-move.
    pub defence_goal: Option<Goal>,
}

impl Branch {
    /// Battle play of exactly this length: a shorter solution is none.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.least == self.most && self.least > 2
    }

    /// Play may end with `left` half-moves to go.
    #[must_use]
    pub fn may_end(&self, left: u16) -> bool {
        left == 0 || !self.is_exact()
    }

    /// The forks after the half-move with that index (from 0) of help or series play.
    #[must_use]
    pub fn forks_after(&self, index: u16) -> &[Fork] {
        if self.is_first(index) { &self.first } else { &self.second }
    }

    /// The constraint on play after the half-move with that index of help or series play.
    #[must_use]
    pub fn constraint_after(&self, index: u16) -> Option<Constraint> {
        if self.is_first(index) { self.first_constraint } else { self.second_constraint }
    }

    /// The constraint on the half-move before the first one, were the play longer.
    #[must_use]
    pub fn before_first(&self) -> Option<Constraint> {
        match self.letters {
            Letters::Defence => self.first_constraint,
            Letters::Attack | Letters::Help => self.second_constraint,
            Letters::Series => None,
        }
    }

    /// What must hold of the position where the branch begins.
    #[must_use]
    pub fn on_position(&self) -> Option<ExprId> {
        let constraint = if self.letters == Letters::Series {
            self.first_constraint
        } else {
            self.before_first()
        };
        constraint.filter(|constraint| !constraint.of_move).map(|constraint| constraint.expr)
    }

    fn is_first(&self, index: u16) -> bool {
        self.letters == Letters::Series || index.is_multiple_of(2)
    }
}

/// A stipulation; the root is an expression.
#[derive(Clone, Debug)]
pub struct Tree {
    exprs: Vec<Expr>,
    branches: Vec<Branch>,
    /// Declared goals: their tests and marks.
    own: Vec<(Test, String)>,
    pub root: ExprId,
    /// What must hold in the diagram for the root to be played at all.
    pub guard: Option<ExprId>,
    /// What may be played instead of the root: its lines come first.
    pub instead: Option<ExprId>,
    /// A goal may leave the own royal man in check.
    pub self_checks: bool,
}

impl Tree {
    /// Numbers the parts of `spec`, `guard` and `instead`, and checks them.
    ///
    /// # Errors
    /// `TreeError` for anything that the search cannot do.
    pub fn new(
        spec: &ExprSpec,
        guard: Option<&ExprSpec>,
        instead: Option<&ExprSpec>,
    ) -> Result<Self, TreeError> {
        let mut tree = Self {
            exprs: Vec::new(),
            branches: Vec::new(),
            own: Vec::new(),
            root: 0,
            guard: None,
            instead: None,
            self_checks: false,
        };
        tree.root = tree.add(spec, 0)?;
        tree.guard = guard.map(|guard| tree.add(guard, 0)).transpose()?;
        tree.instead = instead.map(|instead| tree.add(instead, 0)).transpose()?;
        let self_checks = tree.goals().any(Goal::allows_self_check);
        tree.self_checks = self_checks;
        Ok(tree)
    }

    /// The expression of that number.
    #[inline]
    #[must_use]
    pub fn expr(&self, id: ExprId) -> Expr {
        self.exprs[usize::from(id)]
    }

    /// The branch of that number.
    #[inline]
    #[must_use]
    pub fn branch(&self, id: BranchId) -> &Branch {
        &self.branches[usize::from(id)]
    }

    /// The test of a declared goal.
    #[must_use]
    pub fn test(&self, own: Own) -> &Test {
        &self.own[usize::from(own.number)].0
    }

    /// What is written behind a move that reached `goal`.
    #[must_use]
    pub fn mark(&self, goal: Goal) -> &str {
        match goal {
            Goal::Own(own) => &self.own[usize::from(own.number)].1,
            goal => goal.mark(),
        }
    }

    /// The goals of the tree, in no particular order.
    pub fn goals(&self) -> impl Iterator<Item = Goal> + '_ {
        self.exprs.iter().filter_map(|expr| match expr {
            Expr::Goal(goal) => Some(*goal),
            _ => None,
        })
    }

    /// Two expressions are to be solved together somewhere.
    #[must_use]
    pub fn has_conjunction(&self) -> bool {
        self.exprs.iter().any(|expr| matches!(expr, Expr::And(..)))
    }

    fn add(&mut self, spec: &ExprSpec, depth: usize) -> Result<ExprId, TreeError> {
        if depth > MAX_NESTING {
            return Err(TreeError::Nesting);
        }
        let expr = match spec {
            ExprSpec::Goal { own: Some(own), .. } => Expr::Goal(self.add_own(own)?),
            ExprSpec::Goal { kind, square, .. } => Expr::Goal(Goal::parse(kind, *square)?),
            ExprSpec::Not { operand } => Expr::Not(self.add(operand, depth + 1)?),
            ExprSpec::And { left, right } => {
                Expr::And(self.add(left, depth + 1)?, self.add(right, depth + 1)?)
            }
            ExprSpec::Or { left, right } => {
                Expr::Or(self.add(left, depth + 1)?, self.add(right, depth + 1)?)
            }
            ExprSpec::Branch(branch) => Expr::Branch(self.add_branch(branch, depth + 1)?),
        };
        self.exprs.push(expr);
        u16::try_from(self.exprs.len() - 1).map_err(|_| TreeError::Nesting)
    }

    fn add_branch(&mut self, spec: &BranchSpec, depth: usize) -> Result<BranchId, TreeError> {
        let letters = match spec.moves.as_str() {
            "ad" => Letters::Attack,
            "da" => Letters::Defence,
            "hh" | "h" => Letters::Help,
            "s" => Letters::Series,
            other => return Err(TreeError::Letters(other.to_owned())),
        };
        let (least, most) = spec.half_moves;
        if most == 0 || least > most || most > MAX_HALF_MOVES {
            return Err(TreeError::Length(least, most));
        }
        let mut first = self.add_forks(&spec.first, depth)?;
        let mut second = self.add_forks(&spec.second, depth)?;
        let mut first_constraint = self.add_constraint(spec.constraint.as_deref(), depth)?;
        let mut second_constraint =
            self.add_constraint(spec.second_constraint.as_deref(), depth)?;
        if letters == Letters::Defence {
            std::mem::swap(&mut first, &mut second);
            std::mem::swap(&mut first_constraint, &mut second_constraint);
        }
        let only_goal = |forks: &[Fork]| match forks {
            [fork] => match self.expr(fork.expr) {
                Expr::Goal(goal) => Some(goal),
                _ => None,
            },
            _ => None,
        };
        let (attack_goal, defence_goal) = (only_goal(&first), only_goal(&second));
        self.branches.push(Branch {
            letters,
            least,
            most,
            first,
            second,
            first_constraint,
            second_constraint,
            parries: spec.second_requires_check,
            pass_first: spec.pass_first,
            attack_goal,
            defence_goal,
        });
        u16::try_from(self.branches.len() - 1).map_err(|_| TreeError::Nesting)
    }

    fn add_constraint(
        &mut self,
        spec: Option<&ExprSpec>,
        depth: usize,
    ) -> Result<Option<Constraint>, TreeError> {
        let Some(spec) = spec else { return Ok(None) };
        Ok(Some(Constraint { expr: self.add(spec, depth)?, of_move: spec.consists_of_goals() }))
    }

    fn add_own(&mut self, spec: &OwnSpec) -> Result<Goal, TreeError> {
        let test = Test::parse(&spec.test)?;
        let number = u16::try_from(self.own.len()).map_err(|_| TreeError::Nesting)?;
        let own = Own::new(number, &test);
        self.own.push((test, spec.mark.clone()));
        Ok(Goal::Own(own))
    }

    fn add_forks(&mut self, specs: &[ForkSpec], depth: usize) -> Result<Vec<Fork>, TreeError> {
        let mut forks = Vec::with_capacity(specs.len());
        for spec in specs {
            let expr = self.add(&spec.expression, depth)?;
            forks.push(Fork { expr, ends_play: spec.ends_play, hidden: spec.hidden });
        }
        Ok(forks)
    }
}
