//! Last half-moves that are legal only because they reach the goal: a double mate may leave the own
//! royal man in check.

use crate::rules::{Move, MoveList, Play};
use crate::stipulation::{BranchId, Expr, Fork};

use super::worker::Worker;

impl<P: Play> Worker<'_, P> {
    /// The half-moves of play with `left` to go in branch `id`, with those that only `forks` allow.
    pub fn moves_towards(&mut self, id: BranchId, forks: &[Fork], left: u16) -> MoveList {
        let mut list = self.branch_moves();
        self.add_self_checks(id, forks, left, &mut list);
        list
    }

    /// Adds to the legal moves in `list` those that leave an own royal man in check and reach a
    /// goal of `forks` that allows it.
    pub fn add_self_checks(
        &mut self,
        id: BranchId,
        forks: &[Fork],
        left: u16,
        list: &mut MoveList,
    ) {
        let tree = self.tree;
        if !tree.self_checks || left == 0 || !tree.branch(id).may_end(left - 1) {
            return;
        }
        let mut all = self.take();
        self.rules.moves_with_self_checks(&mut self.pos, &mut all);
        let mut legal = self.take();
        self.rules.legal_moves(&mut self.pos, &mut legal);
        all.retain(|mv| !legal.contains(mv) && self.ends_in_self_check(forks, *mv));
        list.append(&mut all);
        list.sort_by_key(Move::from);
        self.give(legal);
        self.give(all);
    }

    fn ends_in_self_check(&mut self, forks: &[Fork], mv: Move) -> bool {
        let tree = self.tree;
        self.play(mv).is_ok() && {
            let reached = forks.iter().any(|fork| match tree.expr(fork.expr) {
                Expr::Goal(goal) if goal.allows_self_check() => self.reached(goal, Some(mv)),
                _ => false,
            });
            self.undo();
            reached
        }
    }
}
