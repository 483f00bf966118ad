//! The search from the target backwards: positions that the forward search must pass through.
//!
//! Level `n` holds every position from which the target can be reached in `n` half-moves, as far as
//! `Unmoves` and `Origin` cannot exclude it; a position that is not in it is hopeless with `n` half-moves
//! left.  What remains is played by the rules.  Levels are added while their work keeps within a share
//! of the work forwards.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use crate::board::Side;
use crate::rules::{ManSpec, Play};

use super::graph::State;
use super::matching::Cost;
use super::origin::{Arrived, Origin};
use super::placed::Placed;
use super::unmoves::{Unmove, Unmoves};

/// Most positions of one level, and bytes of all levels that each of them may stand for.
const MOST_POSITIONS: usize = 1 << 16;
const BYTES: usize = 512;
/// Most half-moves taken back for one level, for the wish to stop is not looked at meanwhile.
const MOST_WORK: u64 = 1 << 20;
/// Half-moves by which some threads may be behind others.
const SLOW: u16 = 2;
/// Most levels.
const MOST_LEVELS: usize = 24;
/// Half-moves taken back for each half-move that the forward search has entered.
const PACE: u64 = 4;
/// Half-moves taken back that one half-move less forwards is worth, when so many more are to come.
const WORTH: u64 = 32;

/// The keys of the positions of a level.
pub type Level = HashSet<u64>;

/// What all threads know of the way back, by length of the lines.
#[derive(Debug)]
pub struct Meetings {
    /// Most positions of one level.
    most: usize,
    by_length: Mutex<BTreeMap<u16, Arc<Meeting>>>,
}

/// The way back from the target of lines of one length.
#[derive(Debug)]
pub struct Meeting {
    levels: RwLock<Vec<Arc<Level>>>,
    edge: Mutex<Edge>,
}

/// The last level, from which the next is made.
#[derive(Debug)]
struct Edge {
    /// Most positions of one level.
    most: usize,
    positions: Vec<Placed>,
    /// Half-moves taken back for each position of the level before.
    branching: u64,
    /// Half-moves taken back in all.
    spent: u64,
    /// No further level is to be made.
    closed: bool,
    past: Option<Past>,
}

/// What taking half-moves back needs.
#[derive(Debug)]
pub struct Past {
    pub unmoves: Unmoves,
    /// By side.
    pub origins: [Origin; 2],
    /// By side, the number of men of the beginning.
    pub begin: [usize; 2],
    /// By kind.
    pub royal: Vec<bool>,
}

impl Default for Meetings {
    fn default() -> Self {
        Self { most: MOST_POSITIONS, by_length: Mutex::default() }
    }
}

impl Meetings {
    /// Levels that take at most `mebibytes`; with 0 nothing is ever known.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        let most = (mebibytes.saturating_mul(1 << 20) / BYTES).min(MOST_POSITIONS);
        Self { most, by_length: Mutex::default() }
    }

    /// The meeting for lines of that length towards these men.
    pub fn of_length(&self, total: u16, goals: [&[State]; 2]) -> Option<Arc<Meeting>> {
        if self.most == 0 {
            return None;
        }
        let mut by_length = self.by_length.lock().unwrap_or_else(PoisonError::into_inner);
        // Lines are looked for by length, ascending: what is shorter is needed no more.
        by_length.retain(|&length, _| length + SLOW >= total);
        let meeting =
            by_length.entry(total).or_insert_with(|| Arc::new(Meeting::new(goals, self.most)));
        Some(Arc::clone(meeting))
    }
}

impl Meeting {
    fn new(goals: [&[State]; 2], most: usize) -> Self {
        let target = Placed::new(goals);
        let level = Level::from([target.key()]);
        let edge = Mutex::new(Edge::new(target, most));
        Self { levels: RwLock::new(vec![Arc::new(level)]), edge }
    }

    /// The levels that are complete, the target's first.
    pub fn levels(&self) -> Vec<Arc<Level>> {
        self.levels.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Adds levels while that is worth it; does nothing where another thread is at it.
    ///
    /// `played`: by half-moves left after them, the half-moves of the forward search.  `make` gives the
    /// tables.  `turn`: for a number of half-moves left, who made the last half-move and what
    /// each side may have played before.
    pub fn grow<P: Play>(
        &self,
        rules: &P,
        played: &[u64],
        make: impl FnOnce() -> Past,
        turn: impl Fn(usize) -> Option<(Side, [Cost; 2])>,
    ) {
        let Ok(mut edge) = self.edge.try_lock() else { return };
        let mut make = Some(make);
        while edge.is_worth_it(played, self.count())
            && self.deepen(&mut edge, rules, &mut make, &turn)
        {}
    }

    /// The same until there are that many levels, or no more can be had.
    pub fn add<P: Play>(
        &self,
        rules: &P,
        levels: usize,
        make: impl FnOnce() -> Past,
        turn: impl Fn(usize) -> Option<(Side, [Cost; 2])>,
    ) {
        let mut edge = self.edge.lock().unwrap_or_else(PoisonError::into_inner);
        let mut make = Some(make);
        while self.count() < levels && self.deepen(&mut edge, rules, &mut make, &turn) {}
    }

    fn count(&self) -> usize {
        self.levels.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Adds a level; false when there can be no more.
    fn deepen<P: Play>(
        &self,
        edge: &mut Edge,
        rules: &P,
        make: &mut Option<impl FnOnce() -> Past>,
        turn: &impl Fn(usize) -> Option<(Side, [Cost; 2])>,
    ) -> bool {
        let level = self.count();
        if let Some((mover, past)) = turn(level).filter(|_| level < MOST_LEVELS) {
            if edge.past.is_none() {
                edge.past = make.take().map(|make| make());
            }
            if let Some(found) = edge.step(rules, mover, past) {
                self.levels.write().unwrap_or_else(PoisonError::into_inner).push(Arc::new(found));
                return true;
            }
        }
        edge.closed = true;
        false
    }
}

impl Edge {
    fn new(target: Placed, most: usize) -> Self {
        Self { most, positions: vec![target], branching: 0, spent: 0, closed: false, past: None }
    }

    /// The next level keeps the work backwards within its share of the work forwards, and would have
    /// made enough of that needless.
    ///
    /// `played`: by half-moves left after them, the half-moves of the forward search.
    fn is_worth_it(&self, played: &[u64], level: usize) -> bool {
        let next = self.positions.len() as u64 * self.branching;
        let all: u64 = played.iter().sum();
        let below: u64 = played.iter().take(level).sum();
        let affordable = next <= MOST_WORK && self.spent + next <= all * PACE;
        !self.closed && affordable && next <= below * WORTH + all / 4
    }

    /// Makes the next level; None when it would be too large.
    fn step<P: Play>(&mut self, rules: &P, mover: Side, past: [Cost; 2]) -> Option<Level> {
        let way = self.past.as_ref()?;
        let mut level = Level::new();
        let mut found = Vec::new();
        let mut looked_at = 0u64;
        for now in &self.positions {
            let key = now.key();
            let view = View::new(way, now, mover, past);
            way.unmoves.each(now, mover, &mut |unmove| {
                looked_at += 1;
                let key = unmove.key_before(now, key, mover);
                if level.contains(&key) || !view.explains(&unmove) {
                    return;
                }
                let before = unmove.before(now, mover);
                if !way.is_exposed(rules, &before, mover.other()) {
                    level.insert(key);
                    found.push(before);
                }
            });
            if found.len() > self.most || looked_at > 2 * MOST_WORK {
                return None;
            }
        }
        self.spent += looked_at;
        self.branching = looked_at / self.positions.len().max(1) as u64;
        self.positions = found;
        Some(level)
    }
}

/// A position from which half-moves are taken back.
struct View<'a> {
    way: &'a Past,
    mover: Side,
    past: [Cost; 2],
    /// That the mover has made.
    captures: Cost,
    /// Number of the prey's man that would be there again.
    next: usize,
    /// The ways of the mover's men if it has not just captured, and if it has.
    quiet: Arrived,
    captured: Option<Arrived>,
    prey: Arrived,
}

impl<'a> View<'a> {
    /// `past`: by side, half-moves before the one that is taken back.
    fn new(way: &'a Past, now: &Placed, mover: Side, past: [Cost; 2]) -> Self {
        let prey = mover.other();
        let captures = |side: Side| {
            let other = side.other();
            way.begin[other.index()] - now.count(other)
        };
        let arrived =
            |side: Side, captures: usize| way.origins[side.index()].ways_to(now.of(side), captures);
        let made = captures(mover);
        Self {
            way,
            mover,
            past,
            captures: Cost::try_from(made).unwrap_or(Cost::MAX),
            next: now.count(prey),
            quiet: arrived(mover, made),
            captured: made.checked_sub(1).map(|made| arrived(mover, made)),
            prey: arrived(prey, captures(prey)),
        }
    }

    /// Whether both sides can have come to the position before the half-move.
    fn explains(&self, unmove: &Unmove) -> bool {
        let (own, other) = (self.mover.index(), self.mover.other().index());
        let mine = &self.way.origins[own];
        let changed = [unmove.moved, unmove.rook.unwrap_or_default()];
        let changed = &changed[..1 + usize::from(unmove.rook.is_some())];
        let made = self.captures - Cost::from(unmove.victim.is_some());
        if made > self.past[own] {
            return false;
        }
        let Some(victim) = unmove.victim else {
            return mine.explains(&self.quiet, changed, self.past[own]);
        };
        let theirs = &self.way.origins[other];
        self.captured.as_ref().is_some_and(|captured| {
            mine.explains(captured, changed, self.past[own])
                && theirs.explains(&self.prey, &[(self.next, victim)], self.past[other])
        })
    }
}

impl Past {
    /// Whether the side that has just moved stands in check.
    fn is_exposed<P: Play>(&self, rules: &P, placed: &Placed, side: Side) -> bool {
        let squares = rules.squares();
        let men: Vec<ManSpec> = Side::BOTH
            .into_iter()
            .flat_map(|colour| {
                placed.of(colour).map(move |man| {
                    let kind = man / squares;
                    ManSpec {
                        square: man % squares,
                        kind,
                        colour: colour.into(),
                        royal: self.royal[kind],
                        attributes: Vec::new(),
                    }
                })
            })
            .collect();
        rules.diagram(&men).is_ok_and(|pos| rules.in_check(&pos, side))
    }
}
