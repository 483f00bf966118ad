//! First moves of battle play: keys, tries and what refutes them.

use crate::rules::{Move, Play};
use crate::stipulation::{BranchId, Expr, Fork, Letters};

use super::events::{Node, Place};
use super::shared::Answer;
use super::teller::Teller;
use super::variations::Threats;
use super::worker::Worker;

impl<P: Play> Worker<'_, P> {
    /// Writes the first move `mv` of branch `id`, if it is a key or a try.
    pub fn write_first_move(
        &mut self,
        id: BranchId,
        mv: Move,
        to: &mut Teller<'_, '_>,
    ) -> Answer<()> {
        let left = self.tree.branch(id).most - 1;
        let mut node = Node::leaf(self.describe(mv));
        self.play(mv)?;
        node.mv.check = self.checked();
        self.write_first_move_played(id, left, mv, node, to)?;
        self.undo();
        Ok(())
    }

    fn write_first_move_played(
        &mut self,
        id: BranchId,
        left: u16,
        mv: Move,
        mut node: Node,
        to: &mut Teller<'_, '_>,
    ) -> Answer<()> {
        let tree = self.tree;
        let branch = tree.branch(id);
        let place = Place::Variations;
        if self.attack_ended(id, Some(mv)) || !self.attack_satisfies(id, left, Some(mv))? {
            return Ok(());
        }
        let ends = branch.may_end(left);
        let fork = if ends { self.first_that_holds(&branch.first, Some(mv))? } else { None };
        if let Some(fork) = fork {
            node.mark = "!";
            self.begin_fork(fork, mv, place, node, self.options.variations, to)?;
            to.close();
            return Ok(());
        }
        if left == 0
            || self.ended_wrongly(&branch.first, Some(mv))
            || !self.restrictions_allow(id, left)?
        {
            return Ok(());
        }
        let Some(refutations) = self.refutations(id, left)? else { return Ok(()) };
        // A check that a single defence refutes.
        if refutations.len() == 1 && self.options.trivial_tries_avoid && node.mv.check {
            return Ok(());
        }
        node.mark = if refutations.is_empty() { "!" } else { "?" };
        if self.options.variations {
            let left = if refutations.is_empty() { self.key_length(id, left)? } else { left };
            self.begin_play(id, left, place, node, to)?;
        } else {
            to.open(place, node);
        }
        for refutation in refutations {
            self.write_refutation(id, refutation, to)?;
        }
        to.close();
        Ok(())
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
    fn write_refutation(&mut self, id: BranchId, mv: Move, to: &mut Teller<'_, '_>) -> Answer<()> {
        let mut node = Node::leaf(self.describe(mv));
        self.play(mv)?;
        node.mv.check = self.checked();
        node.mark = "!";
        to.open(Place::Refutations, node);
        if let Some(expr) = self.violation(id)? {
            self.write_violating_play(expr, to)?;
        }
        to.close();
        self.undo();
        Ok(())
    }

    /// Set play: the defences of branch `id` that are answered, before any attack.
    pub fn write_set_play(&mut self, id: BranchId, to: &mut Teller<'_, '_>) -> Answer<()> {
        to.set_ply(1);
        let tree = self.tree;
        let branch = tree.branch(id);
        for fork in &branch.first {
            if !self.is_open(fork) && self.holds(fork.expr, None)? {
                return match tree.expr(fork.expr) {
                    Expr::Branch(fork) => self.write_branch(fork, to),
                    _ => Ok(()),
                };
            }
        }
        if branch.most > 1 {
            self.write_defences(id, branch.most - 1, &Threats::default(), false, to)?;
        }
        Ok(())
    }

    /// The fork asks for a goal, which only a move can reach.
    fn is_open(&self, fork: &Fork) -> bool {
        matches!(self.tree.expr(fork.expr), Expr::Goal(_))
    }

    /// Play after the key, which is not written: its threats, then every defence.
    pub fn write_post_key_play(&mut self, id: BranchId, to: &mut Teller<'_, '_>) -> Answer<()> {
        let tree = self.tree;
        let branch = tree.branch(id);
        let mut left = branch.most;
        let attack = branch.letters == Letters::Attack;
        to.set_ply(u16::from(attack || branch.pass_first));
        if branch.letters == Letters::Defence && !self.options.variations {
            if self.checked() {
                to.open_post_key(&Threats::default(), true);
                to.close();
            }
            return Ok(());
        }
        if attack {
            left -= 1;
            for fork in &branch.first {
                if !self.is_open(fork) && self.holds(fork.expr, None)? {
                    return self.write_set_play(id, to);
                }
            }
        }
        if left == 0 || !self.restrictions_allow(id, left)? {
            return Ok(());
        }
        let list = self.moves_towards(id, &branch.second, left);
        let spare = self.spare;
        let worth = self.few_defences_matter(id, left, &list)?;
        self.give(list);
        self.spare = spare;
        if !worth {
            return Ok(());
        }
        let check = self.checked();
        let threats = self.threats(id, left)?;
        if left > 1 || check {
            to.open_post_key(&threats, check);
            self.write_threats(id, &threats, to)?;
            to.close();
        }
        self.write_defences(id, left, &threats, true, to)
    }
}
