//! What the forward search asks of the search from the target backwards.

use std::sync::Arc;

use crate::board::Side;
use crate::rules::{CastlingWay, Play};

use super::ProofGame;
use super::analysis::Task;
use super::force::Force;
use super::graph::State;
use super::matching::Cost;
use super::meeting::{Level, Meeting, Meetings, Past};
use super::origin::Origin;
use super::placed::key_of;
use super::unmoves::Unmoves;

/// Half-moves between two looks at the way back.
const PATIENCE: u64 = 1024;

/// One thread's view of the way back, for lines of one length.
#[derive(Debug, Default)]
pub struct Back {
    meetings: Arc<Meetings>,
    meeting: Option<Arc<Meeting>>,
    /// What was ready when last asked, the target's level first.
    levels: Vec<Arc<Level>>,
    /// Half-moves entered, all and by half-moves left after them.
    entered: u64,
    played: Vec<u64>,
}

impl Back {
    /// Together with other threads of the same search.
    pub fn sharing(meetings: &Arc<Meetings>) -> Self {
        Self { meetings: Arc::clone(meetings), ..Self::default() }
    }

    /// For lines of that length from now on.
    pub fn prepare(&mut self, total: u16, goals: [&[State]; 2]) {
        self.meeting = self.meetings.of_length(total, goals);
        self.levels = Vec::new();
        self.entered = 0;
        self.played = vec![0; usize::from(total)];
    }
}

impl ProofGame {
    /// Whether the target can be reached from the men as they stand now, as far as the way back shows.
    pub(super) fn meets<P: Play>(&mut self, rules: &P, left: u16) -> bool {
        let left = usize::from(left);
        if let Some(level) = self.back.levels.get(left)
            && !level.contains(&self.key())
        {
            return false;
        }
        if let Some(played) = self.back.played.get_mut(left) {
            *played += 1;
        }
        self.back.entered += 1;
        if self.back.entered.is_multiple_of(PATIENCE)
            && let Some(meeting) = self.back.meeting.clone()
        {
            let played = &self.back.played;
            meeting.grow(rules, played, || self.past(rules), |left| self.turn(left));
            self.back.levels = meeting.levels();
        }
        true
    }

    /// Goes back from the target of lines of length `total` until there are that many levels, or no
    /// more can be had; returns how many there are.
    pub fn go_back<P: Play>(&mut self, rules: &P, total: u16, levels: usize) -> usize {
        self.prepare(rules, total);
        if let (Some(meeting), Some(_)) = (self.back.meeting.clone(), &self.tables) {
            meeting.add(rules, levels, || self.past(rules), |left| self.turn(left));
            self.back.levels = meeting.levels();
        }
        self.back.levels.len()
    }

    fn key(&self) -> u64 {
        Side::BOTH.into_iter().fold(0, |key, side| {
            let men = self.forces[side.index()].last().map_or(&[][..], Force::men);
            key ^ key_of(side, men.iter().copied())
        })
    }

    fn past<P: Play>(&self, rules: &P) -> Past {
        let Task { royal, men, ways, goals, .. } = &self.task;
        let fixed = self.forces.each_ref().map(|forces| forces.first().map_or(0, |f| f.fixed));
        let fixed = fixed[0] | fixed[1];
        let begin = men.each_ref().map(Vec::len);
        let origin = |side: Side| {
            let (own, other) = (side.index(), side.other().index());
            let most = begin[other].saturating_sub(goals[other].len());
            let own_ways = ways.iter().copied().filter(|way| way.side == side);
            let own_ways: Vec<CastlingWay> = own_ways.collect();
            Origin::new(&self.arounds[own], self.squares, &men[own], most, &own_ways, fixed)
        };
        Past {
            unmoves: Unmoves::new(rules, &self.arounds, royal, ways, begin, fixed),
            origins: Side::BOTH.map(origin),
            begin,
            royal: royal.clone(),
        }
    }

    /// Who makes the half-move after which `left - 1` are left, and what each side has played before.
    fn turn(&self, left: usize) -> Option<(Side, [Cost; 2])> {
        let before = usize::from(self.total).checked_sub(left)?;
        let own = Cost::try_from(before.div_ceil(2)).ok()?;
        let other = Cost::try_from(before / 2).ok()?;
        let mover = if before.is_multiple_of(2) { self.starter } else { self.starter.other() };
        let past = if self.starter == Side::White { [own, other] } else { [other, own] };
        Some((mover, past))
    }
}
