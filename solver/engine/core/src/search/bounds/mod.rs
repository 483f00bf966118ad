//! Bounds for help and series play that ends, at once or after some forced play, in mate or stalemate,
//! from the mating side.

mod budget;
mod forced;
mod last;
mod pictures;
mod route;
mod tables;
mod turncoats;
mod worth;

use std::sync::Arc;

use crate::board::Side;
use crate::rules::{MoveList, Play};
use crate::stipulation::{BranchId, Goal, Tree};

use budget::Budget;
pub use forced::Forced;
use pictures::{Pictures, Purse};
use route::{Route, routes};
use tables::Tables;
use worth::Worth;

/// Half-moves of help play below which the tables cost more than they save.
const LEAST_HELP: usize = 6;
/// Half-moves of play below which pictures cost more than they save.
const LEAST_PICTURES: usize = 5;
/// The same of help play that ends in stalemate.
const LEAST_STALEMATES: usize = 5;
/// Half-moves of play below which the bound for single positions does nearly as well for mates, so
/// that many pictures cost more than they save.
const LEAST_MANY: usize = 7;
/// Bytes that pictures may take, and the part of the table's size that they may take more: together
/// with the table they have to stay within what is promised.
const LEAST_BYTES: usize = 12 << 20;
const PART_OF_TABLE: usize = 16;

/// The bounds of one search; each thread follows its own line with a copy.
#[derive(Clone)]
pub struct Bounds {
    route: Route,
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
    /// The bounds for a tree, where it is about them: help or series play that ends in mate or
    /// stalemate, or leads into play that does.
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
        // A half-move that is passed at first is told by the tree, too.
        let passed = rules.depth(pos) > 0;
        let starter = if passed { rules.side(pos).other() } else { rules.side(pos) };
        let routes = routes(tree, starter).into_iter();
        let bounds = routes.filter_map(|route| Self::along(rules, pos, route, mebibytes, stopped));
        bounds.min_by_key(Self::pictures)
    }

    fn pictures(&self) -> usize {
        match &self.by {
            By::Pictures(pictures) => pictures.drawn(),
            By::Budget(_) => usize::MAX,
        }
    }

    fn along<P: Play>(
        rules: &P,
        pos: &P::Position,
        route: Route,
        mebibytes: usize,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let stalemate = match route.goal {
            Goal::Mate => false,
            Goal::Stalemate => true,
            _ => return None,
        };
        let first = route.stages.first()?;
        let half_moves = first.most + first.after.iter().sum::<usize>();
        let single = first.series || half_moves >= LEAST_HELP;
        let pictured = half_moves >= if stalemate { LEAST_STALEMATES } else { LEAST_PICTURES };
        if !(single || stalemate && pictured) {
            return None;
        }
        let tables = Arc::new(Tables::new(rules, pos, route.mating, stalemate)?);
        let by = By::Budget(Budget::new(Arc::clone(&tables)));
        let (id, most) = (first.branch, first.most);
        let mut bounds = Self { route, by, worth: Worth::default(), followed: Vec::new() };
        // Pictures do not know of men that change their side.
        if pictured && tables.turncoats.is_none() {
            let purse = bounds.purse(rules, pos, id, most)?;
            // Where rules bring men back or change them, single positions tell little.
            let plain = (0..rules.kinds()).all(|kind| rules.is_plain(kind));
            let few = !stalemate && half_moves < LEAST_MANY && plain;
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
    /// None where the bounds are not about the branch.
    fn purse<P: Play>(
        &self,
        rules: &P,
        pos: &P::Position,
        id: BranchId,
        left: usize,
    ) -> Option<Purse> {
        let Route { stages, mating, .. } = &self.route;
        let stage = stages.iter().find(|stage| stage.branch == id)?;
        let begins = if stage.series { stage.starter } else { rules.side(pos) };
        let shares = stage.shares(begins, left);
        let of = |side: Side| {
            let left = shares[side.index()] + stage.after[side.index()];
            (left, left > 0 && rules.could_castle(pos, side))
        };
        let ((mating, mating_castles), (mated, mated_castles)) = (of(*mating), of(mating.other()));
        Some(Purse { mating, mated, mating_castles, mated_castles })
    }

    fn are_about(&self, id: BranchId) -> bool {
        self.route.stages.iter().any(|stage| stage.branch == id)
    }

    /// To ask them costs less than to look into a large table.
    pub fn are_quick(&self) -> bool {
        matches!(self.by, By::Pictures(_))
    }

    /// Half-moves to the end, with so many left of a branch.
    fn rest(&self, id: BranchId, left: u16) -> usize {
        let stage = self.route.stages.iter().find(|stage| stage.branch == id);
        usize::from(left) + stage.map_or(0, |stage| stage.after.iter().sum())
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

    /// Drops half-moves of branch `id`, with `left` to go, after which it would be hopeless; asked after
    /// `hopeless`, of the same position.  It may leave any.
    pub fn drop_useless<P: Play>(
        &mut self,
        rules: &P,
        pos: &P::Position,
        id: BranchId,
        left: u16,
        moves: &mut MoveList,
    ) {
        let purse = self.purse(rules, pos, id, usize::from(left));
        if let By::Budget(budget) = &mut self.by {
            if let Some(purse) = purse
                && rules.moves_plainly(false)
                && rules.side(pos) != self.route.mating
            {
                budget.drop_unmating(rules, pos, purse.most(), moves);
            }
            return;
        }
        if let By::Pictures(pictures) = &self.by
            && rules.moves_plainly(false)
            && self.followed.last() != Some(&false)
            && let Some(purse) = purse
        {
            let mates = rules.side(pos) == self.route.mating;
            let before = moves.len();
            pictures.drop_useless(mates, purse, rules.moves_plainly(true), moves);
            let rest = self.rest(id, left).saturating_sub(1);
            self.worth.spare(rest, before - moves.len());
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
        let Some(purse) = self.purse(rules, pos, id, usize::from(left)) else { return false };
        let begins = self.route.stages.first().is_some_and(|stage| stage.branch == id);
        let rest = self.rest(id, left);
        match &mut self.by {
            By::Pictures(pictures) => {
                if self.followed.last() == Some(&false) || !self.worth.asks(rest) {
                    return false;
                }
                let hopeless = !pictures.keep_affordable(purse);
                // Without further rules it always is worth it.
                if rules.has_further_rules() {
                    self.worth.weigh(rest, pictures.steps(), hopeless);
                }
                hopeless
            }
            By::Budget(budget) => {
                let asks = begins && left > u16::from(!rules.has_further_rules());
                asks && budget.seems_hopeless(rules, pos, purse.most())
            }
        }
    }
}
