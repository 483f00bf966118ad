//! Bounds for help and series play that ends, at once or after some forced play, in mate or stalemate,
//! from the mating side.

mod budget;
mod pictures;
mod tables;

use std::sync::Arc;

use crate::board::Side;
use crate::rules::{MoveList, Play};
use crate::stipulation::{BranchId, Expr, Goal, Letters, Tree};

use budget::Budget;
use pictures::{Pictures, Purse};
use tables::Tables;

/// Half-moves of help play below which the tables cost more than they save.
const LEAST_HELP: u16 = 6;
/// Half-moves of play below which pictures cost more than they save.
const LEAST_PICTURES: u16 = 5;
const LEAST_STALEMATES: u16 = 5;
/// Half-moves of play below which the bound for single positions does nearly as well for mates, so
/// that many pictures cost more than they save.
const LEAST_MANY: u16 = 7;
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
    /// mebibytes: of the table of positions; what pictures may take depends on it.  stopped: nobody
    /// waits for the search any more.
    pub fn for_tree<P: Play>(
        rules: &P,
        pos: &P::Position,
        tree: &Tree,
        mebibytes: usize,
        stopped: &dyn Fn() -> bool,
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
        let single = series || half_moves >= LEAST_HELP;
        let pictured = half_moves >= if stalemate { LEAST_STALEMATES } else { LEAST_PICTURES };
        if !single && !(stalemate && pictured) {
            return None;
        }
        let tables = Arc::new(Tables::new(rules, pos, mating, stalemate)?);
        let by = By::Budget(Budget::new(Arc::clone(&tables)));
        let after = after.map(usize::from);
        let mut bounds = Self { branch: id, last, after, series, starter, mating, by };
        if pictured {
            let purse = bounds.purse(rules, pos, id, usize::from(branch.most));
            let few = !stalemate && half_moves < LEAST_MANY;
            let bytes = LEAST_BYTES + (mebibytes << 20) / PART_OF_TABLE;
            if let Some(pictures) =
                Pictures::draw(rules, pos, &tables, purse, (few, bytes), stopped)
            {
                bounds.by = By::Pictures(pictures);
                return Some(bounds);
            }
        }
        single.then_some(bounds)
    }

    /// The half-moves of either side with `left` more half-moves of a branch and those that follow it;
    /// in series play one side makes all of the branch.
    fn purse<P: Play>(&self, rules: &P, pos: &P::Position, id: BranchId, left: usize) -> Purse {
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
        let castles = |left: usize, side: Side| left > 0 && rules.could_castle(pos, side);
        let mating_castles = castles(mating, self.mating);
        let mated_castles = castles(mated, self.mating.other());
        Purse { mating, mated, mating_castles, mated_castles }
    }

    fn are_about(&self, id: BranchId) -> bool {
        id == self.branch || self.last == Some(id)
    }

    /// To ask them costs less than to look into a large table.
    pub fn are_quick(&self) -> bool {
        matches!(self.by, By::Pictures(_))
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

    /// Drops half-moves of branch `id`, with `left` to go, after which it would be hopeless; asked after
    /// `hopeless`, of the same position.  It may leave any.
    pub fn drop_useless<P: Play>(
        &self,
        rules: &P,
        pos: &P::Position,
        id: BranchId,
        left: u16,
        moves: &mut MoveList,
    ) {
        if !self.are_about(id) || !rules.moves_plainly() {
            return;
        }
        if let By::Pictures(pictures) = &self.by {
            let purse = self.purse(rules, pos, id, usize::from(left));
            pictures.drop_useless(rules.side(pos) == self.mating, purse, moves);
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
        let purse = self.purse(rules, pos, id, usize::from(left));
        match &mut self.by {
            By::Pictures(pictures) => !pictures.keep_affordable(purse),
            By::Budget(budget) => {
                id == self.branch && left > 1 && budget.hopeless(rules, pos, purse.most())
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
