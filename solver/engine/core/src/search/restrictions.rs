//! Options that forbid attacking moves: flights, threats, mating material.

use crate::rules::Play;
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
            && left > 1
        {
            let defender = self.rules.side(&self.pos);
            if self.rules.flights(&mut self.pos, defender) > usize::from(most) {
                return Ok(false);
            }
        }
        match options.max_threat {
            Some(most) if most + 1 < left && !self.checked() => {
                self.pass();
                let answer = most > 0 && self.attack(id, most)?;
                self.undo();
                Ok(answer)
            }
            _ => Ok(true),
        }
    }
}
