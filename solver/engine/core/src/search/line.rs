//! Help and series play: all lines of a branch.

use crate::rules::{Move, Play};
use crate::stipulation::{BranchId, Expr, Fork, Goal, Letters};

use super::bounds::Bounds;
use super::shared::Answer;
use super::table::Proof;
use super::worker::Worker;

/// One step of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Move(Move),
    /// The side to move changes without a half-move (series play).
    Pass,
    /// Play of another kind begins, and its moves are numbered anew.
    Restart,
    /// What follows shows how the constraint is violated.
    Violation,
}

/// Takes the steps of a line that reached its aim; true ends the search.
pub trait Sink<P: Play> {
    /// `line`: the steps of the line; the position stands after them.  `goal`: what it reached.
    fn found(
        &mut self,
        worker: &mut Worker<'_, P>,
        line: &[Step],
        goal: Option<Goal>,
    ) -> Answer<bool>;

    /// Lines that only show how a constraint is violated are wanted too.
    fn wants_violations(&self) -> bool;
}

/// Ends the search at the first line.
struct First;

impl<P: Play> Sink<P> for First {
    fn found(&mut self, _: &mut Worker<'_, P>, _: &[Step], _: Option<Goal>) -> Answer<bool> {
        Ok(true)
    }

    fn wants_violations(&self) -> bool {
        false
    }
}

/// What a walk through lines has come to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    /// No line here.
    Nothing,
    /// Lines, all handed to the sink.
    Lines,
    /// The sink has had enough.
    Enough,
}

impl Walk {
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, after) => after,
            (before, Self::Nothing) => before,
            (_, after) => after,
        }
    }
}

impl<P: Play> Worker<'_, P> {
    /// Branch `id` of help or series play has a line.
    pub fn line_exists(&mut self, id: BranchId) -> Answer<bool> {
        for total in self.line_lengths(id) {
            if self.walk(id, total, total, &mut Vec::new(), &mut First)? != Walk::Nothing {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The lengths at which a line of branch `id` may end, ascending.
    pub fn line_lengths(&self, id: BranchId) -> Vec<u16> {
        let branch = self.tree.branch(id);
        let ends = |length: &u16| !branch.forks_after(*length - 1).is_empty();
        (branch.least.max(1)..=branch.most).filter(ends).collect()
    }

    /// All lines of branch `id` with exactly `left` more half-moves of `total`, to the sink.
    pub fn walk<S: Sink<P>>(
        &mut self,
        id: BranchId,
        total: u16,
        left: u16,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let index = total - left;
        if !self.may_go_on(id, index)? {
            return Ok(Walk::Nothing);
        }
        if left == 1 {
            if self.hopeless(id, left) {
                return Ok(Walk::Nothing);
            }
            let goal = match self.tree.branch(id).forks_after(index) {
                [fork] => match self.tree.expr(fork.expr) {
                    Expr::Goal(goal) => Some(goal),
                    _ => None,
                },
                _ => None,
            };
            let tree = self.tree;
            let mut list = if self.must_be_answered(tree.branch(id).forks_after(index)) {
                self.forcing_moves()
            } else {
                self.moves_for_goal(goal)
            };
            self.drop_useless(id, left, &mut list);
            self.add_self_checks(id, tree.branch(id).forks_after(index), left, &mut list);
            return self.walk_moves(id, total, left, list, line, sink);
        }
        let keeps = self.shared.table.keeps();
        let key = if keeps { self.key(id, index.is_multiple_of(2), left) } else { 0 };
        self.shared.table.prefetch(key);
        let quick = self.bounds.as_ref().is_some_and(Bounds::are_quick);
        if quick && self.hopeless(id, left)
            || keeps && self.shared.table.probe(key).unsolved >= left
            || !quick && self.hopeless(id, left)
        {
            return Ok(Walk::Nothing);
        }
        if index == 1
            && let Some(part) = self.part.take_if(|part| part.branch == id)
        {
            return self.walk_part(part, total, left, line, sink);
        }
        let mut list = self.moves_of_walk(id, total, left);
        self.drop_useless(id, left, &mut list);
        if left == 2 && self.must_check(id, index + 1) {
            self.rules.drop_uncheckable(&mut self.pos, &mut list);
        }
        let walk = self.walk_moves(id, total, left, list, line, sink)?;
        if keeps && walk == Walk::Nothing {
            self.shared.table.store(key, Proof { unsolved: left, solved: 0 });
        }
        Ok(walk)
    }

    /// The bound says that no line of branch `id` has exactly `left` more half-moves.
    fn hopeless(&mut self, id: BranchId, left: u16) -> bool {
        let bounds = self.bounds.as_mut();
        bounds.is_some_and(|bounds| bounds.hopeless(self.rules, &self.pos, id, left))
    }

    /// Drops half-moves after which the bound would say so.
    fn drop_useless(&mut self, id: BranchId, left: u16, list: &mut Vec<Move>) {
        if let Some(bounds) = &mut self.bounds {
            bounds.drop_useless(self.rules, &self.pos, id, left, list);
        }
    }

    /// The half-move with that index is the other side's, and has to check.
    fn must_check(&self, id: BranchId, index: u16) -> bool {
        let branch = self.tree.branch(id);
        match branch.forks_after(index) {
            [fork] if branch.letters == Letters::Help => match self.tree.expr(fork.expr) {
                Expr::Goal(goal) => goal.needs_check(),
                _ => false,
            },
            _ => false,
        }
    }

    /// The half-moves of help or series play with `left` more of `total`: only checks where the other
    /// side, which only parries, can let no half-move pass.
    fn moves_of_walk(&mut self, id: BranchId, total: u16, left: u16) -> Vec<Move> {
        let parries = self.tree.branch(id).parries && (total - left).is_multiple_of(2);
        if !parries || left <= 2 || self.options.null_moves || self.may_let_pass(id, total, left) {
            return self.branch_moves();
        }
        let mut list = self.take();
        self.rules.legal_checks(&mut self.pos, &mut list);
        list
    }

    /// What the forks ask for is that every answer checks.
    fn must_be_answered(&self, forks: &[Fork]) -> bool {
        let [fork] = forks else { return false };
        let Expr::Branch(id) = self.tree.expr(fork.expr) else { return false };
        let branch = self.tree.branch(id);
        branch.letters == Letters::Defence
            && branch.most == 1
            && !branch.pass_first
            && !branch.parries
            && branch.defence_goal.is_some_and(Goal::needs_check)
    }

    /// Where the other side only parries, whether it may let the half-move after the next pass.
    fn may_let_pass(&self, id: BranchId, total: u16, left: u16) -> bool {
        let game = self.proof_game.as_ref();
        game.is_none_or(|game| game.may_let_pass(id, total, left - 2))
    }

    /// The half-move with that index is only to mate, so that only checks are looked at.
    fn only_mates(&self, id: BranchId, index: u16) -> bool {
        match self.tree.branch(id).forks_after(index) {
            [fork] => self.tree.expr(fork.expr) == Expr::Goal(Goal::Mate),
            _ => false,
        }
    }

    /// The check `mv` mates.
    fn mates(&mut self, mv: Move) -> Answer<bool> {
        self.play(mv)?;
        let answer = self.mated();
        self.undo();
        Ok(answer)
    }

    fn walk_moves<S: Sink<P>>(
        &mut self,
        id: BranchId,
        total: u16,
        left: u16,
        list: Vec<Move>,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let mut walk = Walk::Nothing;
        let mates = left == 1 && self.only_mates(id, total - 1);
        for &mv in &list {
            if mates && !self.mates(mv)? {
                continue;
            }
            walk = walk.and(self.walk_move(id, total, left, mv, line, sink)?);
            if walk == Walk::Enough {
                break;
            }
        }
        self.give(list);
        Ok(walk)
    }

    /// The lines of branch `id` that go on with `mv`.
    pub fn walk_move<S: Sink<P>>(
        &mut self,
        id: BranchId,
        total: u16,
        left: u16,
        mv: Move,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        if let Some(game) = &mut self.proof_game
            && (!game.allows(self.rules, &self.pos, id, (total, left), mv)
                || self.is_known_hopeless(id, total, left, mv))
        {
            return Ok(Walk::Nothing);
        }
        if let Some(game) = &mut self.proof_game
            && !game.enter(self.rules, &self.pos, id, left, mv)
        {
            return Ok(Walk::Nothing);
        }
        self.play(mv)?;
        if left > 2 && self.tree.branch(id).letters == Letters::Help {
            let key = self.key(id, (total - left) % 2 == 1, left - 1);
            self.shared.table.prefetch(key);
        }
        line.push(Step::Move(mv));
        if let Some(bounds) = &mut self.bounds {
            bounds.enter(self.rules, &self.pos, id, left - 1);
        }
        let walk =
            if !self.keeps_mating_piece(id, total, left - 1) || left == 1 && self.hopeless(id, 0) {
                Walk::Nothing
            } else if left == 1 {
                self.finish_line(id, total - 1, mv, line, sink)?
            } else {
                self.go_on(id, total, left, mv, line, sink)?
            };
        if let Some(bounds) = &mut self.bounds {
            bounds.leave();
        }
        line.pop();
        self.undo();
        if let Some(game) = &mut self.proof_game {
            game.leave(id);
        }
        Ok(walk)
    }

    fn go_on<S: Sink<P>>(
        &mut self,
        id: BranchId,
        total: u16,
        left: u16,
        mv: Move,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let tree = self.tree;
        let branch = tree.branch(id);
        let index = total - left;
        for fork in branch.forks_after(index) {
            // Where the side to move is stuck the play ends by itself, but in series play it goes on.
            let ends = if self.is_of_goals(fork.expr) {
                !self.immobilises(fork.expr)
            } else {
                fork.ends_play
            };
            if ends && self.holds(fork.expr, Some(mv))? {
                return Ok(Walk::Nothing);
            }
        }
        if self.line_ended(id, index, mv) || !self.move_satisfies(id, index, mv)? {
            return Ok(Walk::Nothing);
        }
        let series = branch.letters == Letters::Series;
        let parried = branch.parries && index.is_multiple_of(2) && left > 2 && !self.checked();
        if parried && !self.may_go_on(id, index + 1)? {
            return Ok(Walk::Nothing);
        }
        if parried && !self.may_let_pass(id, total, left) {
            return Ok(Walk::Nothing);
        }
        if !series && !parried {
            return self.walk(id, total, left - 1, line, sink);
        }
        // The idle side may not be left in check: it would have to be taken.
        if series && self.checked() && !self.rules.allows_exposure() {
            return Ok(Walk::Nothing);
        }
        self.pass();
        line.push(Step::Pass);
        // To pass where there is no check to parry counts as a half-move.
        let walk = self.walk(id, total, left - 1 - u16::from(parried), line, sink);
        line.pop();
        self.undo();
        walk
    }
}
