//! First moves of battle play: keys, tries and what refutes them.

use crate::rules::{Move, Play};
use crate::stipulation::{BranchId, Expr, Fork, Letters};

use super::events::{Event, Node};
use super::shared::Answer;
use super::variations::Threats;
use super::worker::Worker;

impl<P: Play> Worker<'_, P> {
    /// What is written about the first move `mv` of branch `id`: a key, a try, or nothing.
    pub fn first_move(&mut self, id: BranchId, mv: Move) -> Answer<Option<Event>> {
        let branch = self.tree.branch(id);
        let (left, ply) = (branch.most, u16::from(branch.pass_first));
        let mut node = Node::leaf(self.describe(mv));
        self.play(mv)?;
        node.mv.check = self.checked();
        let written = self.write_first_move(id, left - 1, mv, &mut node)?;
        self.undo();
        Ok(written.then_some(Event::TreeFound { node, ply }))
    }

    fn write_first_move(
        &mut self,
        id: BranchId,
        left: u16,
        mv: Move,
        node: &mut Node,
    ) -> Answer<bool> {
        let tree = self.tree;
        let branch = tree.branch(id);
        if self.attack_ended(id, Some(mv)) || !self.attack_satisfies(id, left, Some(mv))? {
            return Ok(false);
        }
        if branch.may_end(left) && self.write_forks(&branch.first, mv, node)? {
            node.mark = "!";
            if !self.options.variations {
                node.variations.clear();
            }
            return Ok(true);
        }
        if left == 0
            || self.ended_wrongly(&branch.first, Some(mv))
            || !self.restrictions_allow(id, left)?
        {
            return Ok(false);
        }
        let Some(refutations) = self.refutations(id, left)? else { return Ok(false) };
        // A check that a single defence refutes.
        if refutations.len() == 1 && self.options.trivial_tries_avoid && node.mv.check {
            return Ok(false);
        }
        node.mark = if refutations.is_empty() { "!" } else { "?" };
        if self.options.variations {
            let left = if refutations.is_empty() { self.key_length(id, left)? } else { left };
            self.write_play(id, left, node)?;
        }
        for refutation in refutations {
            node.refutations.push(self.refutation_node(id, refutation)?);
        }
        Ok(true)
    }

    /// How many half-moves the play after a key needs, up to `left`.
    pub fn key_length(&mut self, id: BranchId, left: u16) -> Answer<u16> {
        if self.tree.branch(id).is_exact() {
            return Ok(left);
        }
        let mut length = if left.is_multiple_of(2) { 2 } else { 1 };
        while length < left && !self.defence(id, length)? {
            length += 2;
        }
        Ok(length)
    }

    /// The defences that are not answered; None when there are more than a try may have, or when
    /// the defender cannot move at all.
    fn refutations(&mut self, id: BranchId, left: u16) -> Answer<Option<Vec<Move>>> {
        let most = self.options.max_refutations as usize;
        if most == 0 {
            return Ok(self.defence(id, left)?.then(Vec::new));
        }
        let tree = self.tree;
        let list = self.moves_towards(id, &tree.branch(id).second, left);
        let mut refutations = (!list.is_empty()).then(Vec::new);
        let mut tried = self.take();
        tried.extend_from_slice(&list);
        self.defences_in_order(id, left, &mut tried)?;
        for &mv in &tried {
            if self.defence_fails(id, left, mv)? {
                continue;
            }
            refutations = refutations.filter(|found| found.len() < most);
            match &mut refutations {
                Some(found) => found.push(mv),
                None => break,
            }
        }
        if let Some(found) = &mut refutations {
            found.sort_by_key(|mv| list.iter().position(|other| other == mv));
        }
        self.give(tried);
        self.give(list);
        Ok(refutations)
    }

    /// A refutation; where it makes the attacker violate the constraint, with the moves that do.
    fn refutation_node(&mut self, id: BranchId, mv: Move) -> Answer<Node> {
        let mut node = Node::leaf(self.describe(mv));
        self.play(mv)?;
        node.mv.check = self.checked();
        if let Some(expr) = self.violation(id)? {
            node.variations = self.expression_play(expr)?;
            for violation in &mut node.variations {
                violation.constraint = true;
            }
        }
        self.undo();
        node.mark = "!";
        Ok(node)
    }

    /// Set play: the defences of branch `id` that are answered, before any attack.
    pub fn set_play(&mut self, id: BranchId) -> Answer<Vec<Event>> {
        let tree = self.tree;
        let branch = tree.branch(id);
        let mut nodes = Vec::new();
        for fork in &branch.first {
            if !self.is_open(fork) && self.holds(fork.expr, None)? {
                if let Expr::Branch(fork) = tree.expr(fork.expr) {
                    nodes = self.branch_play(fork)?;
                }
                return Ok(defences(nodes));
            }
        }
        if branch.most > 1 {
            nodes = self.variations(id, branch.most - 1, &Threats::default())?;
        }
        Ok(defences(nodes))
    }

    /// The fork asks for a goal, which only a move can reach.
    fn is_open(&self, fork: &Fork) -> bool {
        matches!(self.tree.expr(fork.expr), Expr::Goal(_))
    }

    /// Play after the key, which is not written: its threats, then every defence.
    pub fn post_key_play(&mut self, id: BranchId) -> Answer<Vec<Event>> {
        let mut events = Vec::new();
        let tree = self.tree;
        let branch = tree.branch(id);
        let mut left = branch.most;
        if branch.letters == Letters::Defence && !self.options.variations {
            let check = self.checked();
            let ply = u16::from(branch.pass_first);
            let threats = Vec::new();
            let told = check.then_some(Event::PostKey { zugzwang: false, threats, check, ply });
            return Ok(told.into_iter().collect());
        }
        let ply = u16::from(branch.letters == Letters::Attack || branch.pass_first);
        if branch.letters == Letters::Attack {
            left -= 1;
            for fork in &branch.first {
                if !self.is_open(fork) && self.holds(fork.expr, None)? {
                    return self.set_play(id);
                }
            }
        }
        if left == 0 || !self.restrictions_allow(id, left)? {
            return Ok(events);
        }
        let list = self.moves_towards(id, &branch.second, left);
        let spare = self.spare;
        let worth = self.few_defences_matter(id, left, &list)?;
        self.give(list);
        self.spare = spare;
        if !worth {
            return Ok(events);
        }
        let check = self.checked();
        let mut threats = self.threats(id, left)?;
        if left > 1 || check {
            let nodes = std::mem::take(&mut threats.nodes);
            events.push(Event::PostKey { zugzwang: threats.zugzwang, threats: nodes, check, ply });
        }
        for (node, refutes) in self.defences_with_answers(id, left, &threats)? {
            let mut node = node;
            node.refutes = refutes;
            events.push(Event::TreeFound { node, ply });
        }
        Ok(events)
    }
}

fn defences(nodes: Vec<Node>) -> Vec<Event> {
    nodes.into_iter().map(|node| Event::TreeFound { node, ply: 1 }).collect()
}
