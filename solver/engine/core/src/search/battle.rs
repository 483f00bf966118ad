//! Battle play: can the attacker force it, can the defender prevent it?

use crate::rules::{Move, MoveList, Play};
use crate::stipulation::{BranchId, Expr, ExprId, Fork, Goal, Letters};

use super::precedence::LEAST_ORDERED;
use super::shared::Answer;
use super::table::Proof;
use super::worker::Worker;

/// In selfmates, no shorter search comes before one of so many half-moves.
const LEAST_DEEPENED: u16 = 6;

impl<P: Play> Worker<'_, P> {
    /// `expr` has a solution from this position; `last`: the move that led here.
    pub fn holds(&mut self, expr: ExprId, last: Option<Move>) -> Answer<bool> {
        match self.tree.expr(expr) {
            Expr::Goal(goal) => Ok(self.reached(goal, last)),
            Expr::Not(operand) => Ok(!self.holds(operand, last)?),
            Expr::And(left, right) => Ok(self.holds(left, last)? && self.holds(right, last)?),
            Expr::Or(left, right) => Ok(self.holds(left, last)? || self.holds(right, last)?),
            Expr::Branch(branch) => self.branch_holds(branch, last),
        }
    }

    fn branch_holds(&mut self, id: BranchId, last: Option<Move>) -> Answer<bool> {
        let tree = self.tree;
        let branch = tree.branch(id);
        if branch.before_first().is_some() && !self.entry_satisfies(id, last)? {
            return Ok(false);
        }
        let (letters, most, pass_first) = (branch.letters, branch.most, branch.pass_first);
        if pass_first {
            // Who is in check may not leave the move to the other side.
            if self.checked() {
                return Ok(false);
            }
            self.pass();
        }
        let answer = match letters {
            Letters::Attack => self.attack(id, most),
            Letters::Defence => self.defence(id, most),
            Letters::Help | Letters::Series => self.line_exists(id),
        };
        if pass_first {
            self.undo();
        }
        answer
    }

    /// One of `forks` is reached after a half-move.
    pub fn forked(&mut self, forks: &[Fork], last: Option<Move>) -> Answer<bool> {
        for fork in forks {
            if self.holds(fork.expr, last)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The side to move reaches the aim of branch `id` within `left` half-moves, whatever the other
    /// side does.
    pub fn attack(&mut self, id: BranchId, left: u16) -> Answer<bool> {
        let branch = self.tree.branch(id);
        let free = branch.second_constraint.is_none();
        let mates = left == 1 && free && branch.attack_goal == Some(Goal::Mate);
        // Series come to the same positions again and again.
        if left <= 2 && free && !branch.parries {
            return if mates { self.mate_in_one() } else { self.attack_by_moves(id, left) };
        }
        let key = self.key(id, true, self.spare);
        let known = self.shared.table.probe(key);
        if known.solved != 0 && known.solved <= left {
            return Ok(true);
        }
        if known.unsolved >= left {
            return Ok(false);
        }
        // The shorter search is cheap, and fills the table with refutations for the longer one; near
        // the end of a selfmate it only does the same work twice.
        let least = if branch.defence_goal == Some(Goal::Mate) { LEAST_DEEPENED } else { 2 };
        let deepen = left > least && !branch.is_exact() && known.unsolved + 2 < left;
        let answer = if mates {
            self.mate_in_one()?
        } else {
            (deepen && self.attack(id, left - 2)?) || self.attack_by_moves(id, left)?
        };
        let proof = if answer {
            Proof { unsolved: 0, solved: left }
        } else {
            Proof { unsolved: left, solved: 0 }
        };
        self.shared.table.store(key, proof);
        Ok(answer)
    }

    /// A move mates.
    fn mate_in_one(&mut self) -> Answer<bool> {
        // What mated elsewhere is tried before moves are looked for.
        let mut known = self.killers.get(1).copied().unwrap_or_default();
        for mv in &mut known {
            let checks = mv.is_some_and(|mv| self.rules.is_check(&mut self.pos, mv));
            let Some(check) = mv.filter(|_| checks) else {
                *mv = None;
                continue;
            };
            self.play(check)?;
            let mates = self.mated();
            self.undo();
            if mates {
                return Ok(true);
            }
        }
        let mut list = self.moves_for_goal(Some(Goal::Mate));
        list.retain(|&mv| !known.contains(&Some(mv)));
        self.killers_first(&mut list, 1);
        let mut answer = false;
        for &mv in &list {
            self.play(mv)?;
            // Only checks are in the list.
            answer = self.mated();
            self.undo();
            if answer {
                self.remember_killer(mv, 1);
                break;
            }
        }
        self.give(list);
        Ok(answer)
    }

    fn attack_by_moves(&mut self, id: BranchId, left: u16) -> Answer<bool> {
        if !self.may_attack(id)? {
            return Ok(false);
        }
        let mut list = self.attacking_moves(id, left);
        self.attacks_in_order(left, &mut list)?;
        let mut answer = false;
        for &mv in &list {
            if self.attack_works(id, left, mv)? {
                self.remember_killer(mv, left);
                answer = true;
                break;
            }
        }
        self.give(list);
        Ok(answer)
    }

    /// The attacking moves worth a try with `left` half-moves to go, null moves included where the
    /// options allow them.
    pub fn attacking_moves(&mut self, id: BranchId, left: u16) -> MoveList {
        let tree = self.tree;
        let branch = tree.branch(id);
        let goal = if left == 1 { branch.attack_goal } else { None };
        // The defender is to be made to mate at once, which only a check can do.
        let forces = left == 2
            && branch.first.is_empty()
            && !branch.parries
            && branch.defence_goal == Some(Goal::Mate);
        let mut list = if forces { self.forcing_moves() } else { self.moves_for_goal(goal) };
        self.add_self_checks(id, &branch.first, left, &mut list);
        list
    }

    /// The attacker may go on: the constraint holds.
    pub fn may_attack(&mut self, id: BranchId) -> Answer<bool> {
        match self.tree.branch(id).second_constraint {
            Some(constraint) if !constraint.of_move => self.holds(constraint.expr, None),
            _ => Ok(true),
        }
    }

    /// The attacker's move `mv` reaches the aim within `left` half-moves, itself included.
    pub fn attack_works(&mut self, id: BranchId, left: u16, mv: Move) -> Answer<bool> {
        self.play(mv)?;
        let answer = self.attack_holds(id, left - 1, Some(mv));
        self.undo();
        answer
    }

    /// After an attacking move: the aim is reached now or cannot be prevented within `left` more.
    pub fn attack_holds(&mut self, id: BranchId, left: u16, last: Option<Move>) -> Answer<bool> {
        let tree = self.tree;
        let branch = tree.branch(id);
        if self.attack_ended(id, last)
            || branch.first_constraint.is_some() && !self.attack_satisfies(id, left, last)?
        {
            return Ok(false);
        }
        Ok((branch.may_end(left) && self.forked(&branch.first, last)?)
            || (left > 0
                && !self.ended_wrongly(&branch.first, last)
                && self.restrictions_allow(id, left)?
                && self.defence(id, left)?))
    }

    /// The side to move can play, but whatever it plays, the aim is reached within `left`.
    pub fn defence(&mut self, id: BranchId, left: u16) -> Answer<bool> {
        let tree = self.tree;
        let forks = &tree.branch(id).second;
        if left == 1 && forks.is_empty() {
            return Ok(false);
        }
        if self.must_pass(id) {
            self.pass();
            let answer = self.pass_fails(id, left);
            self.undo();
            return answer;
        }
        // Every move has to reach a goal that needs a check.
        let goal = if left == 1 { tree.branch(id).defence_goal } else { None };
        let mut list = if goal.is_some_and(Goal::needs_check) {
            if let Some(forced) = &mut self.forced
                && forced.cannot_mate(self.rules, &self.pos, id)
            {
                return Ok(false);
            }
            let mut list = self.take();
            if self.rules.has_quiet_move_or_tells(&mut self.pos, &mut list) {
                self.give(list);
                return Ok(false);
            }
            self.add_null_move(&mut list);
            self.add_self_checks(id, forks, left, &mut list);
            list
        } else {
            // With more to go, the order of the others matters more than what they cost.
            if left == 2 && self.killer_refutes(id, left)? {
                return Ok(false);
            }
            self.moves_towards(id, forks, left)
        };
        if list.is_empty() {
            self.give(list);
            return Ok(false);
        }
        let spare = self.spare;
        if !self.few_defences_matter(id, left, &list)? {
            self.give(list);
            return Ok(false);
        }
        if left == 2 && self.surely_unanswered(id, &list) {
            self.give(list);
            self.spare = spare;
            return Ok(false);
        }
        // Near the end all defences cost about the same, so what worked elsewhere is tried before the
        // others are put in order.
        let known = if left == LEAST_ORDERED { self.killers_first(&mut list, left) } else { 0 };
        let mut answer = self.all_fail(id, left, &list[..known])?;
        if answer {
            list.drain(..known);
            self.defences_in_order(id, left, &mut list)?;
            answer = self.all_fail(id, left, &list)?;
        }
        self.spare = spare;
        self.give(list);
        Ok(answer)
    }

    /// None of these defences prevents the aim within `left` half-moves.
    fn all_fail(&mut self, id: BranchId, left: u16, list: &[Move]) -> Answer<bool> {
        for &mv in list {
            if !self.defence_fails(id, left, mv)? {
                self.remember_killer(mv, left);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A defence that worked elsewhere prevents the aim here, too; it is tried before the others are
    /// listed.
    fn killer_refutes(&mut self, id: BranchId, left: u16) -> Answer<bool> {
        let killers = self.killers.get(usize::from(left)).copied().unwrap_or_default();
        for mv in killers.into_iter().flatten() {
            if self.rules.is_surely_legal(&mut self.pos, mv) && !self.defence_fails(id, left, mv)? {
                self.remember_killer(mv, left);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One of the defences `list` surely leaves the attacker without a move that mates.
    fn surely_unanswered(&mut self, id: BranchId, list: &MoveList) -> bool {
        let branch = self.tree.branch(id);
        if branch.attack_goal != Some(Goal::Mate)
            || !branch.second.is_empty()
            || self.options.null_moves
        {
            return false;
        }
        let mut answerable = self.take();
        answerable.extend_from_slice(list);
        self.rules.drop_uncheckable(&mut self.pos, &mut answerable);
        let unanswered = answerable.len() < list.len();
        self.give(answerable);
        unanswered
    }

    /// The defence `mv` does not prevent the aim within `left` half-moves, itself included.
    pub fn defence_fails(&mut self, id: BranchId, left: u16, mv: Move) -> Answer<bool> {
        self.play(mv)?;
        let tree = self.tree;
        let branch = tree.branch(id);
        if branch.parries {
            // Most of the time that will be asked.
            self.shared.table.prefetch(self.key(id, true, self.spare));
        }
        let answer = if branch.second_constraint.is_some() {
            self.constrained_defence_fails(id, left, mv)
        } else if branch.may_end(left - 1) && self.forked(&branch.second, Some(mv))? {
            Ok(true)
        } else if left > 1 && !self.ended_wrongly(&branch.second, Some(mv)) {
            self.attack(id, left - 1)
        } else {
            Ok(false)
        };
        self.undo();
        answer
    }
}
