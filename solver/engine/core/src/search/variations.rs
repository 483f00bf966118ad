//! What is written under a key: threats, variations, and the play through forks.
//!
//! The definitions are Popeye's: threats and answers are those of the least length; a defence is
//! written unless every threat still works against it.  A half-move is judged before it is written,
//! and written before what follows it, so that trees need not be held.

use crate::rules::{Move, Play, PlayedEffect, PlayedMove};
use crate::stipulation::{BranchId, Expr, ExprId, Fork, Letters};

use super::events::{Node, Place};
use super::shared::Answer;
use super::teller::Teller;
use super::worker::Worker;

/// What the attacker would do if the defender passed.
#[derive(Default)]
pub struct Threats {
    moves: Vec<Move>,
    /// Half-moves that the threats need, themselves included.
    length: u16,
    /// Threats were looked for, and there are none.
    pub zugzwang: bool,
    /// Effects of the half-move left out before them.
    pub effects: Vec<PlayedEffect>,
}

/// What a defence is worth.
#[derive(Clone, Copy)]
enum Worth {
    /// It reaches the aim itself, by a fork.
    Immediate(Fork),
    /// It is answered within so many half-moves.
    Answered(u16),
    /// It is answered, but by nothing new.
    Nothing,
    /// It has no answer.
    Unanswered,
}

impl<P: Play> Worker<'_, P> {
    /// The least number of half-moves within which the side to move reaches the aim, up to `most`.
    pub fn attack_length(&mut self, id: BranchId, most: u16) -> Answer<Option<u16>> {
        let branch = self.tree.branch(id);
        if branch.is_exact() {
            return Ok(self.attack(id, most)?.then_some(most));
        }
        let either = !branch.first.is_empty() && !branch.second.is_empty() && !branch.parries;
        let mut left = if most.is_multiple_of(2) && !either { 2 } else { 1 };
        while left <= most {
            if self.attack(id, left)? {
                return Ok(Some(left));
            }
            left += if either { 1 } else { 2 };
        }
        Ok(None)
    }

    /// The attacker's shortest solutions within `most` half-moves, each with its play.
    fn write_answers(&mut self, id: BranchId, most: u16, to: &mut Teller<'_, '_>) -> Answer<()> {
        match self.attack_length(id, most)? {
            Some(length) => self.write_answers_of_length(id, length, to),
            None => Ok(()),
        }
    }

    fn write_answers_of_length(
        &mut self,
        id: BranchId,
        length: u16,
        to: &mut Teller<'_, '_>,
    ) -> Answer<()> {
        let list = self.attacking_moves(id, length);
        for &mv in &list {
            if self.attack_works(id, length, mv)? {
                self.write_attack(id, length, mv, Place::Variations, to)?;
            }
        }
        self.give(list);
        Ok(())
    }

    /// The attacker's move `mv`, which reaches the aim within `left` half-moves, with its play.
    fn write_attack(
        &mut self,
        id: BranchId,
        left: u16,
        mv: Move,
        place: Place,
        to: &mut Teller<'_, '_>,
    ) -> Answer<()> {
        let mut node = Node::leaf(self.describe(mv));
        self.play(mv)?;
        node.mv.check = self.checked();
        let tree = self.tree;
        let branch = tree.branch(id);
        let ends = branch.may_end(left - 1);
        let fork = if ends { self.first_that_holds(&branch.first, Some(mv))? } else { None };
        match fork {
            Some(fork) => self.write_fork(fork, mv, place, node, to)?,
            None => {
                self.begin_play(id, left - 1, place, node, to)?;
                to.close();
            }
        }
        self.undo();
        Ok(())
    }

    /// An attacker's move that has been played, with threats and variations within `left` half-moves
    /// after it; it stays open.
    pub fn begin_play(
        &mut self,
        id: BranchId,
        left: u16,
        place: Place,
        mut node: Node,
        to: &mut Teller<'_, '_>,
    ) -> Answer<()> {
        let threats = self.threats(id, left)?;
        node.zugzwang = threats.zugzwang;
        node.threat_effects.clone_from(&threats.effects);
        to.open(place, node);
        self.write_threats(id, &threats, to)?;
        self.write_defences(id, left, &threats, false, to)
    }

    /// The shortest threats after an attacker's move, with `left` half-moves to go; neither threats
    /// nor zugzwang after a check, at the end, or where the options ask for none.
    pub fn threats(&mut self, id: BranchId, left: u16) -> Answer<Threats> {
        let mut threats = Threats::default();
        let wanted = self.options.threats && self.options.variations;
        // In play that a fork led into, threats are not told.
        if !wanted || self.options.root != Some(id) || left < 2 || self.checked() {
            return Ok(threats);
        }
        let most = self.options.max_threat.map_or(left - 1, |most| most.min(left - 1));
        self.leave_out();
        match self.attack_length(id, most)? {
            Some(length) => {
                threats.length = length;
                let list = self.attacking_moves(id, length);
                for &mv in &list {
                    if self.attack_works(id, length, mv)? {
                        threats.moves.push(mv);
                    }
                }
                self.give(list);
            }
            None => threats.zugzwang = true,
        }
        self.undo();
        if !threats.moves.is_empty() {
            threats.effects = self.describe(Move::NULL).effects;
        }
        Ok(threats)
    }

    /// Each of the threats with its play.
    pub fn write_threats(
        &mut self,
        id: BranchId,
        threats: &Threats,
        to: &mut Teller<'_, '_>,
    ) -> Answer<()> {
        if threats.moves.is_empty() {
            return Ok(());
        }
        self.leave_out();
        for &mv in &threats.moves {
            self.write_attack(id, threats.length, mv, Place::Threats, to)?;
        }
        self.undo();
        Ok(())
    }

    /// The defences with their answers, as far as they are worth writing.
    ///
    /// Defences that reach the aim at once are left out where others make the play longer.
    /// unanswered: those without an answer are written too, and told to refute.
    pub fn write_defences(
        &mut self,
        id: BranchId,
        left: u16,
        threats: &Threats,
        unanswered: bool,
        to: &mut Teller<'_, '_>,
    ) -> Answer<()> {
        if self.must_pass(id) {
            return self.write_passing(id, left, to);
        }
        let tree = self.tree;
        let list = self.moves_towards(id, &tree.branch(id).second, left);
        let mut worths = Vec::with_capacity(list.len());
        for &mv in &list {
            worths.push(self.worth(id, left, mv, threats)?);
        }
        let longer = left > 1 && !worths.iter().all(|worth| matches!(worth, Worth::Immediate(_)));
        let immediate = !longer || self.options.mates_in_1;
        for (&mv, &worth) in list.iter().zip(&worths) {
            let written = match worth {
                Worth::Immediate(_) => immediate,
                Worth::Answered(_) => true,
                Worth::Unanswered => unanswered,
                Worth::Nothing => false,
            };
            if written {
                self.write_defence(id, mv, worth, to)?;
            }
        }
        self.give(list);
        Ok(())
    }

    fn write_defence(
        &mut self,
        id: BranchId,
        mv: Move,
        worth: Worth,
        to: &mut Teller<'_, '_>,
    ) -> Answer<()> {
        let mut node = Node::leaf(self.describe(mv));
        self.play(mv)?;
        node.mv.check = self.checked();
        match worth {
            Worth::Immediate(fork) => self.write_fork(fork, mv, Place::Variations, node, to)?,
            Worth::Answered(length) => {
                to.open(Place::Variations, node);
                self.write_answers_of_length(id, length, to)?;
                to.close();
            }
            Worth::Unanswered | Worth::Nothing => {
                node.refutes = true;
                to.add(Place::Variations, node);
            }
        }
        self.undo();
        Ok(())
    }

    /// The defender's passing where there is no check to parry, with the answers.
    fn write_passing(&mut self, id: BranchId, left: u16, to: &mut Teller<'_, '_>) -> Answer<()> {
        let node = Node::leaf(self.describe(Move::NULL));
        self.pass();
        if let Some(length) = self.attack_length(id, left.saturating_sub(1))? {
            to.open(Place::Variations, node);
            self.write_answers_of_length(id, length, to)?;
            to.close();
        }
        self.undo();
        Ok(())
    }

    /// What the defence `mv` is worth, with `left` half-moves to go before it.
    fn worth(&mut self, id: BranchId, left: u16, mv: Move, threats: &Threats) -> Answer<Worth> {
        self.play(mv)?;
        let worth = self.worth_played(id, left, mv, threats)?;
        self.undo();
        Ok(worth)
    }

    fn worth_played(
        &mut self,
        id: BranchId,
        left: u16,
        mv: Move,
        threats: &Threats,
    ) -> Answer<Worth> {
        let tree = self.tree;
        let branch = tree.branch(id);
        if branch.second_constraint.is_some() && !self.constrained_defence_fails(id, left, mv)? {
            return Ok(Worth::Unanswered);
        }
        if branch.may_end(left - 1)
            && let Some(fork) = self.first_that_holds(&branch.second, Some(mv))?
        {
            return Ok(Worth::Immediate(fork));
        }
        if self.ended_wrongly(&branch.second, Some(mv)) {
            return Ok(Worth::Unanswered);
        }
        self.worth_of_answers(id, left - 1, threats)
    }

    /// What the defence just played is worth, as to its answers within `left` half-moves.
    fn worth_of_answers(&mut self, id: BranchId, left: u16, threats: &Threats) -> Answer<Worth> {
        let length = if left == 0 { None } else { self.attack_length(id, left)? };
        let Some(length) = length else { return Ok(Worth::Unanswered) };
        let short = self.options.no_short_variations && length < left;
        // In moves: where the attacker may also reach the goal himself, both lengths are one move.
        let (moves, threatened) = (length.div_ceil(2), threats.length.div_ceil(2));
        let threatened = !threats.moves.is_empty()
            && (moves < threatened
                || (moves == threatened && self.all_threats_work(id, threats)?));
        Ok(if short || threatened { Worth::Nothing } else { Worth::Answered(length) })
    }

    /// After a defence: every threat is still legal and reaches the aim in its length.
    fn all_threats_work(&mut self, id: BranchId, threats: &Threats) -> Answer<bool> {
        let tree = self.tree;
        let mut list = self.legal_moves();
        self.add_self_checks(id, &tree.branch(id).first, threats.length, &mut list);
        let mut answer = true;
        for threat in &threats.moves {
            let same = list.iter().copied().find(|&mv| same_move(mv, *threat));
            answer = match same {
                Some(mv) => self.attack_works(id, threats.length, mv)?,
                None => false,
            };
            if !answer {
                break;
            }
        }
        self.give(list);
        Ok(answer)
    }

    /// The half-move `mv`, which has been played, and what `fork` leads to, which holds.
    fn write_fork(
        &mut self,
        fork: Fork,
        mv: Move,
        place: Place,
        node: Node,
        to: &mut Teller<'_, '_>,
    ) -> Answer<()> {
        self.begin_fork(fork, mv, place, node, true, to)?;
        to.close();
        Ok(())
    }

    /// The same; the half-move stays open, and only with `play` is there more than the half-move.
    pub fn begin_fork(
        &mut self,
        fork: Fork,
        mv: Move,
        place: Place,
        mut node: Node,
        play: bool,
        to: &mut Teller<'_, '_>,
    ) -> Answer<()> {
        if !fork.hidden {
            self.mark_goals(fork.expr, mv, &mut node)?;
        }
        to.open(place, node);
        if play && !fork.hidden {
            self.write_expr(fork.expr, Some(mv), to)?;
        }
        Ok(())
    }

    fn mark_goals(&mut self, expr: ExprId, mv: Move, node: &mut Node) -> Answer<()> {
        match self.tree.expr(expr) {
            Expr::Goal(goal) => mark_goal(&mut node.mv, self.tree.mark(goal)),
            Expr::Not(_) | Expr::Branch(_) => {}
            Expr::And(left, right) => {
                self.mark_goals(left, mv, node)?;
                self.mark_goals(right, mv, node)?;
            }
            Expr::Or(left, right) => {
                let shown = if self.holds(left, Some(mv))? { left } else { right };
                self.mark_goals(shown, mv, node)?;
            }
        }
        Ok(())
    }

    /// The play in `expr`, which holds.
    fn write_expr(
        &mut self,
        expr: ExprId,
        last: Option<Move>,
        to: &mut Teller<'_, '_>,
    ) -> Answer<()> {
        match self.tree.expr(expr) {
            Expr::Goal(_) | Expr::Not(_) => Ok(()),
            Expr::And(left, right) => {
                self.write_expr(left, last, to)?;
                self.write_expr(right, last, to)
            }
            Expr::Or(left, right) => {
                let shown = if self.holds(left, last)? { left } else { right };
                self.write_expr(shown, last, to)
            }
            Expr::Branch(id) => self.write_branch(id, to),
        }
    }

    /// The play that shows that a constraint is violated, if `expr` is play.
    pub fn write_violating_play(&mut self, expr: ExprId, to: &mut Teller<'_, '_>) -> Answer<()> {
        match self.tree.expr(expr) {
            Expr::Branch(id) => to.violating(|to| self.write_branch(id, to)),
            _ => Ok(()),
        }
    }

    /// The play of a branch of battle play that a fork leads into.
    pub fn write_branch(&mut self, id: BranchId, to: &mut Teller<'_, '_>) -> Answer<()> {
        let branch = self.tree.branch(id);
        let (letters, most, pass_first) = (branch.letters, branch.most, branch.pass_first);
        if pass_first {
            self.pass();
        }
        match letters {
            Letters::Attack => self.write_answers(id, most, to)?,
            Letters::Defence => self.write_defences(id, most, &Threats::default(), false, to)?,
            Letters::Help | Letters::Series => {}
        }
        if pass_first {
            self.undo();
        }
        Ok(())
    }
}

/// The same move in another position: what it captures may differ.
fn same_move(a: Move, b: Move) -> bool {
    (a.from(), a.to(), a.choice()) == (b.from(), b.to(), b.choice())
}

/// Notes the goal that a move reached; some declared goals leave no mark.
pub fn mark_goal(mv: &mut PlayedMove, mark: &str) {
    mv.goal = (!mark.is_empty()).then(|| mark.to_owned());
}
