//! What is written under a key: threats, variations, and the play through forks.
//!
//! The definitions are Popeye's: threats and answers are those of the least length; a defence is
//! written unless every threat still works against it.

use crate::rules::{Move, Play, PlayedMove};
use crate::stipulation::{BranchId, Expr, ExprId, Fork, Letters};

use super::events::Node;
use super::shared::Answer;
use super::worker::Worker;

/// What the attacker would do if the defender passed.
#[derive(Default)]
pub struct Threats {
    pub moves: Vec<Move>,
    /// Half-moves that the threats need, themselves included.
    pub length: u16,
    /// The threats with their play.
    pub nodes: Vec<Node>,
    /// Threats were looked for, and there are none.
    pub zugzwang: bool,
}

/// What is written about a defence.
pub enum Variation {
    /// It reaches the aim itself.
    Immediate(Node),
    /// It is answered.
    Answered(Node),
    /// It is answered, but by nothing new.
    NotWritten,
    /// It has no answer.
    Unanswered(Node),
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
    pub fn answers(&mut self, id: BranchId, most: u16) -> Answer<Vec<Node>> {
        match self.attack_length(id, most)? {
            Some(length) => self.answers_of_length(id, length),
            None => Ok(Vec::new()),
        }
    }

    fn answers_of_length(&mut self, id: BranchId, length: u16) -> Answer<Vec<Node>> {
        let list = self.attacking_moves(id, length);
        let mut nodes = Vec::new();
        for &mv in &list {
            if self.attack_works(id, length, mv)? {
                nodes.push(self.attack_node(id, length, mv)?);
            }
        }
        self.give(list);
        // Trees are kept, and most moves have a single answer.
        nodes.shrink_to_fit();
        Ok(nodes)
    }

    /// The attacker's move `mv`, which reaches the aim within `left` half-moves, with its play.
    pub fn attack_node(&mut self, id: BranchId, left: u16, mv: Move) -> Answer<Node> {
        let mut node = Node::leaf(self.describe(mv));
        self.play(mv)?;
        node.mv.check = self.checked();
        let tree = self.tree;
        let branch = tree.branch(id);
        if !branch.may_end(left - 1) || !self.write_forks(&branch.first, mv, &mut node)? {
            self.write_play(id, left - 1, &mut node)?;
        }
        self.undo();
        Ok(node)
    }

    /// Threats and variations after an attacker's move, with `left` half-moves to go.
    pub fn write_play(&mut self, id: BranchId, left: u16, node: &mut Node) -> Answer<()> {
        let threats = self.threats(id, left)?;
        node.variations = self.variations(id, left, &threats)?;
        node.zugzwang = threats.zugzwang;
        node.threats = threats.nodes;
        Ok(())
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
                        threats.nodes.push(self.attack_node(id, length, mv)?);
                    }
                }
                self.give(list);
            }
            None => threats.zugzwang = true,
        }
        self.undo();
        Ok(threats)
    }

    /// The defences that are answered, with their answers, as far as they are worth writing.
    pub fn variations(&mut self, id: BranchId, left: u16, threats: &Threats) -> Answer<Vec<Node>> {
        let all = self.defences_with_answers(id, left, threats)?;
        let answered = all.into_iter().filter(|(_, refutes)| !refutes).map(|(node, _)| node);
        let mut nodes: Vec<Node> = answered.collect();
        // It has the memory of all defences, of which few may be written.
        nodes.shrink_to_fit();
        Ok(nodes)
    }

    /// The defences as far as they are worth writing; true: the defence has no answer.
    ///
    /// Defences that reach the aim at once are left out where others make the play longer.
    pub fn defences_with_answers(
        &mut self,
        id: BranchId,
        left: u16,
        threats: &Threats,
    ) -> Answer<Vec<(Node, bool)>> {
        if self.must_pass(id) {
            return Ok(self.passed(id, left)?.into_iter().map(|node| (node, false)).collect());
        }
        let tree = self.tree;
        let list = self.moves_towards(id, &tree.branch(id).second, left);
        let mut found = Vec::new();
        let mut longer = false;
        for &mv in &list {
            let variation = self.variation(id, left, mv, threats)?;
            longer |= left > 1 && !matches!(variation, Variation::Immediate(_));
            found.push(variation);
        }
        self.give(list);
        let immediate = !longer || self.options.mates_in_1;
        let written = found.into_iter().filter_map(|variation| match variation {
            Variation::Immediate(node) => immediate.then_some((node, false)),
            Variation::Answered(node) => Some((node, false)),
            Variation::Unanswered(node) => Some((node, true)),
            Variation::NotWritten => None,
        });
        Ok(written.collect())
    }

    /// The defender's passing where there is no check to parry, with the answers.
    fn passed(&mut self, id: BranchId, left: u16) -> Answer<Option<Node>> {
        let mut node = Node::leaf(self.describe(Move::NULL));
        self.pass();
        node.variations = self.answers(id, left.saturating_sub(1))?;
        self.undo();
        Ok((!node.variations.is_empty()).then_some(node))
    }

    /// What is written about the defence `mv`, with `left` half-moves to go before it.
    pub fn variation(
        &mut self,
        id: BranchId,
        left: u16,
        mv: Move,
        threats: &Threats,
    ) -> Answer<Variation> {
        let mut node = Node::leaf(self.describe(mv));
        self.play(mv)?;
        node.mv.check = self.checked();
        let tree = self.tree;
        let branch = tree.branch(id);
        let variation = if branch.second_constraint.is_some()
            && !self.constrained_defence_fails(id, left, mv)?
        {
            Variation::Unanswered(node)
        } else if branch.may_end(left - 1) && self.write_forks(&branch.second, mv, &mut node)? {
            Variation::Immediate(node)
        } else if self.ended_wrongly(&branch.second, Some(mv)) {
            Variation::Unanswered(node)
        } else {
            self.answer(id, left - 1, threats, node)?
        };
        self.undo();
        Ok(variation)
    }

    /// The answers to the defence just played, within `left` half-moves.
    fn answer(
        &mut self,
        id: BranchId,
        left: u16,
        threats: &Threats,
        mut node: Node,
    ) -> Answer<Variation> {
        let length = if left == 0 { None } else { self.attack_length(id, left)? };
        let Some(length) = length else { return Ok(Variation::Unanswered(node)) };
        let short = self.options.no_short_variations && length < left;
        // In moves: where the attacker may also reach the goal himself, both lengths are one move.
        let (moves, threatened) = (length.div_ceil(2), threats.length.div_ceil(2));
        let threatened = !threats.moves.is_empty()
            && (moves < threatened
                || (moves == threatened && self.all_threats_work(id, threats)?));
        if short || threatened {
            return Ok(Variation::NotWritten);
        }
        node.variations = self.answers_of_length(id, length)?;
        Ok(Variation::Answered(node))
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

    /// Writes the first of `forks` that holds after `mv` into its node; false when none does.
    pub fn write_forks(&mut self, forks: &[Fork], mv: Move, node: &mut Node) -> Answer<bool> {
        for fork in forks {
            if self.holds(fork.expr, Some(mv))? {
                if !fork.hidden {
                    self.write_expr(fork.expr, mv, node)?;
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn write_expr(&mut self, expr: ExprId, mv: Move, node: &mut Node) -> Answer<()> {
        match self.tree.expr(expr) {
            Expr::Goal(goal) => mark_goal(&mut node.mv, self.tree.mark(goal)),
            Expr::Not(_) => {}
            Expr::And(left, right) => {
                self.write_expr(left, mv, node)?;
                self.write_expr(right, mv, node)?;
            }
            Expr::Or(left, right) => {
                let shown = if self.holds(left, Some(mv))? { left } else { right };
                self.write_expr(shown, mv, node)?;
            }
            Expr::Branch(id) => {
                let nodes = self.branch_play(id)?;
                node.variations.extend(nodes);
            }
        }
        Ok(())
    }

    /// The play of an expression of battle play.
    pub fn expression_play(&mut self, expr: ExprId) -> Answer<Vec<Node>> {
        match self.tree.expr(expr) {
            Expr::Branch(id) => self.branch_play(id),
            _ => Ok(Vec::new()),
        }
    }

    /// The play of a branch of battle play that a fork leads into.
    pub fn branch_play(&mut self, id: BranchId) -> Answer<Vec<Node>> {
        let branch = self.tree.branch(id);
        let (letters, most, pass_first) = (branch.letters, branch.most, branch.pass_first);
        if pass_first {
            self.pass();
        }
        let nodes = match letters {
            Letters::Attack => self.answers(id, most),
            Letters::Defence => self.variations(id, most, &Threats::default()),
            Letters::Help | Letters::Series => Ok(Vec::new()),
        };
        if pass_first {
            self.undo();
        }
        nodes
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
