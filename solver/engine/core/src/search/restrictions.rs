//! Options that forbid attacking moves: flights, threats, mating material.

use crate::rules::{Move, Play};
use crate::stipulation::BranchId;

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
