//! Bounds for help and series play that ends, at once or after some forced play, in mate or stalemate,
//! from the mating side.

mod budget;
mod pictures;
mod tables;
mod worth;

use std::sync::Arc;

use crate::board::Side;
use crate::rules::Play;
use crate::stipulation::{BranchId, Expr, Goal, Letters, Tree};

use budget::Budget;
use pictures::Pictures;
use tables::Tables;
use worth::Worth;

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
/// Bytes that pictures may take, and the part of the table's size that they may take more: together
/// with the table they have to stay within what is promised.
const LEAST_BYTES: usize = 12 << 20;
const PART_OF_TABLE: usize = 16;

/// The bounds of one search; each thread follows its own line with a copy.
#[derive(Clone)]
pub struct Bounds {
    /// The branch that they are about, and the half-move after it if that is a branch of its own.
    branch: BranchId,
    last: Option<BranchId>,
    /// Half-moves of the mating side and of the other after the branch, at most.
    after: [usize; 2],
    series: bool,
    starter: Side,
    mating: Side,
    by: By,
    worth: Worth,
    /// By half-move played, whether the pictures have followed it.
    followed: Vec<bool>,
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
    /// ends in mate or stalemate, or leads into play that does.
    ///
    /// mebibytes: of the table of positions; what pictures may take depends on it.
    pub fn for_tree<P: Play>(
        rules: &P,
        pos: &P::Position,
        tree: &Tree,
        mebibytes: usize,
    ) -> Option<Self> {
        let Expr::Branch(id) = tree.expr(tree.root) else { return None };
        let branch = tree.branch(id);
        let series = match branch.letters {
            Letters::Help => false,
            Letters::Series => true,
            Letters::Attack | Letters::Defence => return None,
        };
        let forks = [&branch.first, &branch.second];
        let [fork] = forks.into_iter().flatten().collect::<Vec<_>>()[..] else { return None };
        let first = !branch.first.is_empty();
        let starter = rules.side(pos);
        // The side that makes the half-move before the fork.
        let mover = if first { starter } else { starter.other() };
        let (goal, mating, last, after) = match tree.expr(fork.expr) {
            Expr::Goal(goal) => (goal, mover, None, [0, 0]),
            Expr::Branch(inner) => {
                let end = end_of(tree, inner)?;
                let mating = if end.by_first { mover.other() } else { mover };
                (end.goal, mating, end.line.then_some(inner), end.half_moves)
            }
            _ => return None,
        };
        let stalemate = match goal {
            Goal::Mate => false,
            Goal::Stalemate => true,
            _ => return None,
        };
        let half_moves = branch.most + after.iter().sum::<u16>();
        if !series && half_moves < LEAST_HELP {
            return None;
        }
        let tables = Arc::new(Tables::new(rules, pos, mating, stalemate)?);
        let by = By::Budget(Budget::new(Arc::clone(&tables)));
        let after = after.map(usize::from);
        let mut bounds = Self {
            branch: id,
            last,
            after,
            series,
            starter,
            mating,
            by,
            worth: Worth::default(),
            followed: Vec::new(),
        };
        if half_moves >= LEAST_PICTURES {
            let budgets = bounds.budgets(rules, pos, id, usize::from(branch.most));
            // Where rules bring men back or change them, single positions tell little.
            let plain = (0..rules.kinds()).all(|kind| rules.is_plain(kind));
            let few = !stalemate && half_moves < LEAST_MANY && plain;
            let most = if few { FEW_PICTURES } else { MOST_PICTURES };
            let bytes = LEAST_BYTES + (mebibytes << 20) / PART_OF_TABLE;
            if let Some(pictures) = Pictures::draw(rules, pos, &tables, budgets, (most, bytes)) {
                bounds.by = By::Pictures(pictures);
            }
        }
        Some(bounds)
    }

    /// The half-moves of the mating side and of the other, with `left` more half-moves of a branch
    /// and those that follow it; in series play one side makes all of the branch.
    fn budgets<P: Play>(
        &self,
        rules: &P,
        pos: &P::Position,
        id: BranchId,
        left: usize,
    ) -> (usize, usize) {
        let [mating_after, mated_after] = self.after;
        let (mating, mated) = if self.last == Some(id) {
            (left, 0)
        } else if self.series {
            if self.starter == self.mating { (left, 0) } else { (0, left) }
        } else if rules.side(pos) == self.mating {
            (left.div_ceil(2), left / 2)
        } else {
            (left / 2, left.div_ceil(2))
        };
        let (mating, mated) = if self.last == Some(id) {
            (mating, mated)
        } else {
            (mating + mating_after, mated + mated_after)
        };
        // A castling brings two men nearer in one half-move.
        let more =
            |left: usize, side: Side| left + usize::from(left > 0 && rules.could_castle(pos, side));
        (more(mating, self.mating), more(mated, self.mating.other()))
    }

    fn are_about(&self, id: BranchId) -> bool {
        id == self.branch || self.last == Some(id)
    }

    /// Half-moves to the end, with so many left of a branch.
    fn rest(&self, id: BranchId, left: u16) -> usize {
        let after = if self.last == Some(id) { 0 } else { self.after.iter().sum() };
        usize::from(left) + after
    }

    /// Follows the half-move of a branch that has just been played, and to which `leave` belongs.
    pub fn enter<P: Play>(&mut self, rules: &P, pos: &P::Position, id: BranchId, left: u16) {
        let asks = self.are_about(id) && self.worth.asks(self.rest(id, left));
        if let By::Pictures(pictures) = &mut self.by {
            self.followed.push(asks);
            if asks {
                pictures.enter(rules, pos);
            }
        }
    }

    /// Takes the last half-move back.
    pub fn leave(&mut self) {
        if let By::Pictures(pictures) = &mut self.by
            && self.followed.pop() == Some(true)
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
        let rest = self.rest(id, left);
        let budgets = self.budgets(rules, pos, id, usize::from(left));
        match &mut self.by {
            By::Pictures(pictures) => {
                if self.followed.last() == Some(&false) || !self.worth.asks(rest) {
                    return false;
                }
                let hopeless = !pictures.keep_affordable(budgets);
                self.worth.weigh(rest, pictures.steps(), hopeless);
                hopeless
            }
            By::Budget(budget) => {
                id == self.branch && left > 1 && budget.hopeless(rules, pos, budgets)
            }
        }
    }
}

/// Play that a fork leads into, as far as the bounds know it.
struct End {
    goal: Goal,
    /// The goal is that of the side that begins it.
    by_first: bool,
    /// Half-moves of the side that reaches the goal and of the other, at most.
    half_moves: [u16; 2],
    /// It is a single half-move, of help play.
    line: bool,
}

/// What a fork into that branch comes to: whatever is forced there, some line of it ends in its goal.
fn end_of(tree: &Tree, id: BranchId) -> Option<End> {
    let branch = tree.branch(id);
    let (fork, of_first) = match (branch.first.as_slice(), branch.second.as_slice()) {
        ([fork], []) => (fork, true),
        ([], [fork]) => (fork, false),
        _ => return None,
    };
    let by_first = match branch.letters {
        Letters::Help if branch.most == 1 => of_first,
        Letters::Attack => of_first,
        // In battle play, what is "first" is about the attacker, whoever begins.
        Letters::Defence => !of_first,
        Letters::Help | Letters::Series => return None,
    };
    let Expr::Goal(goal) = tree.expr(fork.expr) else { return None };
    if branch.parries || branch.pass_first {
        return None;
    }
    let (begins, follows) = (branch.most.div_ceil(2), branch.most / 2);
    let half_moves = if by_first { [begins, follows] } else { [follows, begins] };
    Some(End { goal, by_first, half_moves, line: branch.letters == Letters::Help })
}
