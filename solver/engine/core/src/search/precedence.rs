//! Which moves of battle play are tried first; the answers do not depend on it, only the time.

use crate::rules::{Move, MoveList, Play};
use crate::stipulation::BranchId;

use super::shared::Answer;
use super::worker::Worker;

/// Fewer half-moves to go than this: what follows a defence costs no more than counting its replies.
const WORTH_COUNTING: u16 = 3;
/// Fewer half-moves to go than this: the order of attacks matters less than what it costs.
const WORTH_SORTING: u16 = 7;
/// With so many replies more than another, it does not matter how many exactly.
const FAR_BEHIND: usize = 8;
/// How many replies a check is worth.
const WORTH_OF_CHECK: usize = 8;

impl<P: Play> Worker<'_, P> {
    /// Puts defences with `left` half-moves to go in the order in which they are worth a try.
    ///
    /// A defence that leaves the attacker few replies (a check above all) is refuted or stands after
    /// little work; where each level of the tree holds one, the tree stays narrow.
    pub fn defences_in_order(
        &mut self,
        id: BranchId,
        left: u16,
        list: &mut MoveList,
    ) -> Answer<()> {
        self.killers_first(list, left);
        if left < WORTH_COUNTING || list.len() < 2 {
            return Ok(());
        }
        let mut counted = std::mem::take(&mut self.counted);
        counted.clear();
        let mut answer = Ok(());
        let mut least = usize::MAX;
        // Where most defences are answered, the order of all of them matters.
        let far = if self.tree.branch(id).attack_goal.is_some() { FAR_BEHIND } else { usize::MAX };
        for &mv in list.iter() {
            match self.replies(id, left, mv, least.saturating_add(far)) {
                Ok(replies) => {
                    least = replies.map_or(0, |replies| least.min(replies));
                    counted.push((replies, mv));
                }
                Err(stopped) => answer = Err(stopped),
            }
            if answer.is_err() || counted.last().is_some_and(|&(replies, _)| replies.is_none()) {
                break;
            }
        }
        // Those that were not counted stay behind.
        counted.sort_by_key(|&(replies, _)| replies);
        let known = counted.len();
        for (place, &(_, mv)) in list[..known].iter_mut().zip(&counted) {
            *place = mv;
        }
        self.counted = counted;
        answer
    }

    /// The number of replies to the defence `mv`, of more than `enough` perhaps only some; None when
    /// it is known to have no answer.
    fn replies(
        &mut self,
        id: BranchId,
        left: u16,
        mv: Move,
        enough: usize,
    ) -> Answer<Option<usize>> {
        self.play(mv)?;
        let key = self.key(id, true, self.spare);
        self.shared.table.prefetch(key);
        let replies = self.rules.count_replies(&mut self.pos, enough);
        let refutes = self.shared.table.probe(key).unsolved >= left - 1;
        self.undo();
        Ok((!refutes).then_some(replies))
    }

    /// Puts attacking moves with `left` half-moves to go in the order in which they are worth a try:
    /// first those that leave the defender few replies, and that check.
    pub fn attacks_in_order(&mut self, left: u16, list: &mut MoveList) -> Answer<()> {
        if left < WORTH_SORTING {
            self.killers_first(list, left);
            return Ok(());
        }
        let mut counted = std::mem::take(&mut self.counted);
        counted.clear();
        for &mv in list.iter() {
            self.play(mv)?;
            let replies = self.rules.count_replies(&mut self.pos, usize::MAX);
            let quiet = if self.checked() { 0 } else { WORTH_OF_CHECK };
            counted.push((Some(replies + quiet), mv));
            self.undo();
        }
        counted.sort_by_key(|&(replies, _)| replies);
        for (place, &(_, mv)) in list.iter_mut().zip(&counted) {
            *place = mv;
        }
        self.counted = counted;
        Ok(())
    }

    /// Moves that worked elsewhere with as many half-moves to go come first.
    pub fn killers_first(&self, list: &mut MoveList, left: u16) {
        let Some(killers) = self.killers.get(usize::from(left)) else { return };
        for killer in killers.iter().rev().flatten() {
            if let Some(found) = list.iter().position(|mv| mv == killer) {
                list[..=found].rotate_right(1);
            }
        }
    }

    /// `mv` worked with `left` half-moves to go.
    pub fn remember_killer(&mut self, mv: Move, left: u16) {
        let index = usize::from(left);
        if self.killers.len() <= index {
            self.killers.resize(index + 1, [None, None]);
        }
        let killers = &mut self.killers[index];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}
