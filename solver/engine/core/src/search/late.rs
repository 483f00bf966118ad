//! Lines that do not begin with the first half-move of the root: those that begin a half-move later,
//! or with what is played instead (option WhiteToPlay), and those after the key.

use crate::board::Side;
use crate::rules::{Move, Play};
use crate::stipulation::{BranchId, ExprId, Goal};

use super::events::{Event, Node};
use super::line::{Sink, Step, Walk};
use super::shared::Answer;
use super::units::{Emit, Unit, Writer};
use super::worker::Worker;

/// Writes the lines of what is played instead of the root: whoever begins, the numbering goes on.
struct OnWriter<'w, 'e, 'f>(&'w mut Writer<'e, 'f>);

impl<P: Play> Sink<P> for OnWriter<'_, '_, '_> {
    fn found(
        &mut self,
        worker: &mut Worker<'_, P>,
        line: &[Step],
        goal: Option<Goal>,
    ) -> Answer<bool> {
        self.0.found(worker, line.strip_prefix(&[Step::Restart]).unwrap_or(line), goal)
    }

    fn wants_violations(&self) -> bool {
        false
    }
}

impl<P: Play> Worker<'_, P> {
    /// The units where branch `id` cannot begin by letting a half-move pass: what is played instead
    /// is the end of it, or someone is in check.  None where it can.
    pub fn units_instead(&mut self, id: BranchId) -> Option<Vec<Unit>> {
        let tree = self.tree;
        let expr = tree.instead?;
        let branch = tree.branch(id);
        let ends = branch.first.iter().any(|fork| fork.ends_play);
        let mut units = vec![Unit::Instead { expr }];
        if ends && self.holds(expr, None).is_ok_and(|holds| holds) {
            return Some(units);
        }
        let in_check = |side| self.rules.in_check(&self.pos, side);
        if !in_check(Side::White) && !in_check(Side::Black) {
            return None;
        }
        // Who only parries checks does so before the branch begins.
        if branch.parries {
            let moves = self.branch_moves();
            units.extend(moves.iter().map(|&mv| Unit::Parried { branch: id, mv }));
            self.give(moves);
        }
        Some(units)
    }

    /// The lines of what is played instead of the root.
    ///
    /// They belong to the diagram, in which no half-move has been passed.
    pub fn instead_lines(&mut self, expr: ExprId, writer: &mut Writer<'_, '_>) -> Answer<()> {
        let passed = self.rules.depth(&self.pos) > 0;
        if passed {
            self.undo();
        }
        if self.holds(expr, None)? {
            self.continue_line(expr, None, &mut Vec::new(), &mut OnWriter(writer))?;
        }
        if passed {
            self.pass();
        }
        Ok(())
    }

    /// The lines of branch `id` after a parry by the other side.
    pub fn parried_lines(
        &mut self,
        id: BranchId,
        mv: Move,
        writer: &mut Writer<'_, '_>,
    ) -> Answer<()> {
        // They were made for the branch as the first thing played.
        (self.bounds, self.proof_game) = (None, None);
        self.play(mv)?;
        if self.may_begin(id)? {
            for total in self.line_lengths(id) {
                let line = &mut vec![Step::Move(mv)];
                if self.walk(id, total, total, line, writer)? == Walk::Enough {
                    break;
                }
            }
        }
        self.undo();
        Ok(())
    }

    /// Play after the key, as lines, and the defences that have no answer.
    pub fn post_key_lines(
        &mut self,
        id: BranchId,
        numbered: Side,
        skipped: u16,
        emit: &mut Emit<'_>,
    ) -> Answer<()> {
        let tree = self.tree;
        let branch = tree.branch(id);
        let line = &mut Vec::new();
        let mut writer = Writer { emit, numbered, skipped };
        if let Some(fork) = self.first_that_holds(&branch.first, None)? {
            self.through_fork(fork, None, line, &mut writer)?;
        } else if branch.most < 2 {
            return Ok(());
        } else if self.must_pass(id) {
            writer.skipped += 1;
            self.continue_defence(id, branch.most - 1, line, &mut writer)?;
        } else {
            self.answered_defences(id, branch.most - 1, &mut writer)?;
        }
        Ok(())
    }

    /// The lines through each defence, and then those that have no answer.
    fn answered_defences(
        &mut self,
        id: BranchId,
        left: u16,
        writer: &mut Writer<'_, '_>,
    ) -> Answer<()> {
        let moves = self.moves_towards(id, &self.tree.branch(id).second, left);
        let mut unanswered = Vec::new();
        for &mv in &moves {
            if self.defence_fails(id, left, mv)? {
                self.lines_of_defence(id, left, mv, &mut Vec::new(), writer)?;
            } else {
                let mut node = Node::leaf(self.describe(mv));
                self.play(mv)?;
                node.mv.check = self.checked();
                self.undo();
                node.refutes = true;
                unanswered.push(Event::TreeFound { node, ply: 1 });
            }
        }
        self.give(moves);
        for event in unanswered {
            (writer.emit)(event);
        }
        Ok(())
    }
}
