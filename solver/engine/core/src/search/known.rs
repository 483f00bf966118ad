//! What the table of positions says of a half-move of a line before it is played.

use crate::rules::{Move, Play};
use crate::stipulation::{BranchId, Letters};

use super::worker::Worker;

/// Half-moves that are asked about in any case, and the part that has to be known from then on.
const FIRST: u32 = 1 << 12;
const LEAST_KNOWN: u32 = 8;

impl<P: Play> Worker<'_, P> {
    /// The table says that no line goes on with `mv`: asked before bounds that cost more, while it
    /// often knows.
    pub fn is_known_hopeless(&mut self, id: BranchId, total: u16, left: u16, mv: Move) -> bool {
        let keeps = self.shared.table.keeps() && self.asked.pays(FIRST, LEAST_KNOWN);
        if left <= 2 || !keeps || self.options.null_moves || self.origins.is_some() {
            return false;
        }
        let branch = self.tree.branch(id);
        self.rules.play(&mut self.pos, mv);
        let series = branch.letters == Letters::Series;
        let parried = branch.parries && (total - left).is_multiple_of(2) && !self.checked();
        if series || parried {
            let other = self.rules.side(&self.pos).other();
            self.rules.pass_to(&mut self.pos, other);
        }
        // As `go_on` and `walk` count them.
        let left = left - 1 - u16::from(parried);
        let key = self.key(id, (total - left).is_multiple_of(2), left);
        let known = left > 1 && self.shared.table.probe(key).unsolved >= left;
        if series || parried {
            self.rules.undo(&mut self.pos);
        }
        self.rules.undo(&mut self.pos);
        self.asked.count(known);
        known
    }
}
