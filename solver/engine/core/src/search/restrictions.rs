//! Options that forbid attacking moves: flights, threats, mating material.

use crate::rules::{Move, Play};
use crate::stipulation::{BranchId, Expr, Fork, Letters};

use super::shared::Answer;
use super::worker::Worker;

impl<P: Play> Worker<'_, P> {
    /// The options allow the attacking move just played, after which `left` half-moves remain.
    pub fn restrictions_allow(&mut self, id: BranchId, left: u16) -> Answer<bool> {
        let options = self.options;
        if options.root != Some(id) {
            return Ok(true);
        }
        if options.keep_mating_piece {
            let attacker = self.rules.side(&self.pos).other();
            if !self.rules.can_mate(&self.pos, attacker) {
                return Ok(false);
            }
        }
        if let Some(most) = options.max_flights
            && left > 3
        {
            let defender = self.rules.side(&self.pos);
            if self.rules.flights(&mut self.pos, defender) > usize::from(most) {
                return Ok(false);
            }
        }
        match options.max_threat {
            Some(most) if most < left && left > 1 && !self.checked() => {
                self.pass();
                let answer = most > 0 && self.attack(id, most)?;
                self.undo();
                Ok(answer)
            }
            _ => Ok(true),
        }
    }

    /// After a half-move of help or series play, with `left` more of `total`: the side that reaches the
    /// goal has something to mate with, if an option asks for that.
    pub fn keeps_mating_piece(&self, id: BranchId, total: u16, left: u16) -> bool {
        let branch = self.tree.branch(id);
        let reaches = |fork: &Fork| matches!(self.tree.expr(fork.expr), Expr::Goal(_));
        if !self.options.keep_mating_piece
            || branch.parries
            || !branch.forks_after(total - 1).iter().all(reaches)
        {
            return true;
        }
        let next = self.rules.side(&self.pos);
        let waits = branch.letters == Letters::Series || left.is_multiple_of(2);
        self.rules.can_mate(&self.pos, if waits { next.other() } else { next })
    }

    /// The defences in `list` that are not trivial cost no more than may be spent on them; takes
    /// the cost from `spare`.  A defence is trivial when the aim is reached soon after it.
    pub fn few_defences_matter(&mut self, id: BranchId, left: u16, list: &[Move]) -> Answer<bool> {
        let Some((_, soon)) = self.options.non_trivial else { return Ok(true) };
        if self.options.root != Some(id) || left <= soon + 1 {
            return Ok(true);
        }
        let mut matter = 0;
        for &mv in list {
            if !self.defence_fails(id, soon + 1, mv)? {
                matter += 1;
                if matter > self.spare + 1 {
                    return Ok(false);
                }
            }
        }
        self.spare -= u16::saturating_sub(matter, 1);
        Ok(true)
    }
}
