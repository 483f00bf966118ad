//! The search as it is written in the specification of a problem.

use serde::Deserialize;

use crate::board::Side;
use crate::rules::ManSpec;
use crate::stipulation::{BranchId, Expr, ExprSpec, Tree};

use super::goal_end::leads_to_force;

/// Which part of the solution a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Actual,
    Set,
    PostKey,
}

/// How the solution is written: lines of help and series play, or trees of battle play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    Line,
    Tree,
}

/// The part "search" of a specification.
#[derive(Clone, Debug, Deserialize)]
pub struct SearchSpec {
    pub kind: Kind,
    pub play: Style,
    pub tree: ExprSpec,
    /// The tree is played only if this has a solution in the diagram.
    #[serde(default)]
    pub guard: Option<ExprSpec>,
    /// What may be played instead, in lines that come first.
    #[serde(default)]
    pub instead: Option<ExprSpec>,
    /// The side whose half-moves begin a move number.
    pub numbered: Side,
    /// Half-moves of the numbering before the first one played.
    #[serde(default)]
    pub half_moves_skipped: u16,
    /// The men of the position that a proof game is to reach.
    #[serde(default)]
    pub target: Option<Vec<ManSpec>>,
    #[serde(default)]
    pub options: Options,
}

/// What the options of the problem ask of the search; lengths are in half-moves.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
#[allow(clippy::struct_excessive_bools, reason = "independent options of a problem")]
pub struct Options {
    /// Write threats and variations, not only keys.
    pub variations: bool,
    /// Look for threats.
    pub threats: bool,
    /// Write first moves with at most so many refutations as tries.
    pub max_refutations: u32,
    /// Leave out tries that check and that a single defence refutes.
    pub trivial_tries_avoid: bool,
    /// Leave out variations that are shorter than the stipulation allows.
    pub no_short_variations: bool,
    /// A move that leaves the royal man more flights than this does not count.
    pub max_flights: Option<u16>,
    /// A quiet move must threaten to reach the aim within this many half-moves.
    pub max_threat: Option<u16>,
    /// (budget, half-moves): defences not answered within the half-moves cost from the budget.
    pub non_trivial: Option<(u16, u16)>,
    /// Give up where no man is left that could mate.
    pub keep_mating_piece: bool,
    /// The play ends also where the wrong side reaches the goal.
    pub goal_is_end: bool,
    /// The attacker, or the helping side, may pass.
    pub null_moves: bool,
    /// Write defences that reach the aim at once although longer play would be possible.
    pub mates_in_1: bool,
    /// Stop after so many solutions.
    pub max_solutions: Option<u64>,
    /// Write at most so many lines of a length that end in the same men on the same squares.
    pub max_per_end: Option<u64>,
    /// First and last number of the first moves that are examined, from 1.
    pub first_moves: (u32, u32),
    /// Stop when there are solutions shorter than the stipulation.
    pub stop_on_short: bool,
    /// Tell each first move before it is examined.
    pub move_numbers: bool,
    pub threads: usize,
    pub table_mib: usize,
    /// Bounds may cut play short that cannot reach its goal; the answers are the same without.
    pub bounds: bool,
    /// The branch that the options are about.
    #[serde(skip)]
    pub root: Option<BranchId>,
    /// The branch, if it is help play after which a goal is forced.
    #[serde(skip)]
    pub forced: Option<BranchId>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            variations: false,
            threats: true,
            max_refutations: 0,
            trivial_tries_avoid: false,
            no_short_variations: false,
            max_flights: None,
            max_threat: None,
            non_trivial: None,
            keep_mating_piece: false,
            goal_is_end: false,
            null_moves: false,
            mates_in_1: false,
            max_solutions: None,
            max_per_end: None,
            first_moves: (1, u32::MAX),
            stop_on_short: false,
            move_numbers: false,
            threads: 1,
            table_mib: 256,
            bounds: true,
            root: None,
            forced: None,
        }
    }
}

impl Options {
    /// The options with the branch that they are about.
    #[must_use]
    pub fn for_tree(&self, tree: &Tree) -> Self {
        let root = match tree.expr(tree.root) {
            Expr::Branch(id) => Some(id),
            _ => None,
        };
        let forced = root.filter(|&root| leads_to_force(tree, root));
        // Where either side has a goal of its own, no side is wrong.
        let goal_is_end = self.goal_is_end && !tree.has_conjunction();
        Self { root, forced, goal_is_end, ..self.clone() }
    }
}
