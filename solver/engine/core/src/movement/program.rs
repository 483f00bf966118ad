//! The automaton of a walk, for one side.

use std::collections::BTreeSet;

use crate::board::{Side, Step};

use super::MovementError;
use super::guard::Guard;
use super::walk::{Leaf, Mirror, Same, Sense, Walk};

const MOST_STATES: usize = 200_000;
const LONGEST_STEP: i32 = 64;

/// An operator on an edge of the automaton.
#[derive(Clone, Debug)]
pub enum Op {
    Free,
    Leaf(Leaf),
    Star(Vec<Step>),
    Turn(i32),
    TurnAny(i32),
    Mirror(Mirror),
    Near(Vec<Step>),
    Same(Same),
    Guard(Guard),
    /// The automaton from the state must accept.
    Look(Sense, u32),
}

/// A walk as a non-deterministic automaton; its registers live in the exploration.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub edges: Vec<Vec<(Op, u32)>>,
    /// Whether the state ends a walk or a look-around.
    pub accepts: Vec<bool>,
    pub start: u32,
    /// Where the walk itself, not a look-around, ends.
    pub end: u32,
    /// Whether directions carry a sense of turning.
    pub uses_sense: bool,
    /// Whether the two sides walk differently.
    pub relative: bool,
    /// Every vector of every star.
    pub vectors: BTreeSet<Step>,
}

impl Program {
    /// Compiles `walk` for `side`; equal counters run from 0 to `size` - 1.
    pub fn compile(walk: &Walk, side: Side, size: i32) -> Result<Program, MovementError> {
        let mut program = Program::default();
        let mut counters = BTreeSet::new();
        collect_counters(walk, &mut counters);
        let names: Vec<&str> = counters.into_iter().collect();
        let start = program.state()?;
        let end = program.state()?;
        program.start = start;
        program.end = end;
        program.accepts[end as usize] = true;
        let mut values = vec![0; names.len()];
        loop {
            let build = Build { side, names: &names, values: &values };
            let from = program.state()?;
            program.link(start, Op::Free, from);
            let last = program.append(walk, from, &build)?;
            program.link(last, Op::Free, end);
            let Some(at) = values.iter().position(|&value| value + 1 < size as u32) else { break };
            values[..at].fill(0);
            values[at] += 1;
        }
        Ok(program)
    }

    fn state(&mut self) -> Result<u32, MovementError> {
        if self.edges.len() >= MOST_STATES {
            return Err(MovementError::TooLarge);
        }
        self.edges.push(Vec::new());
        self.accepts.push(false);
        Ok(self.edges.len() as u32 - 1)
    }

    fn link(&mut self, from: u32, op: Op, to: u32) {
        self.edges[from as usize].push((op, to));
    }

    fn append(&mut self, walk: &Walk, from: u32, build: &Build) -> Result<u32, MovementError> {
        let op = match walk {
            Walk::Seq { seq } => {
                return seq.iter().try_fold(from, |at, part| self.append(part, at, build));
            }
            Walk::Alt { alt } => {
                let end = self.state()?;
                for part in alt {
                    let last = self.append(part, from, build)?;
                    self.link(last, Op::Free, end);
                }
                return Ok(end);
            }
            Walk::Rep { rep: (part, least, most) } => {
                return self.repeat(part, *least, *most, from, build);
            }
            Walk::Count { count: (part, name) } => {
                let at = build.names.iter().position(|known| known == name);
                let times = at.map_or(0, |at| build.values[at]);
                return self.repeat(part, times, Some(times), from, build);
            }
            Walk::Look { look: (part, sense) } => {
                let inner = self.state()?;
                let last = self.append(part, inner, build)?;
                let end = self.state()?;
                self.link(last, Op::Free, end);
                self.accepts[end as usize] = true;
                Op::Look(*sense, inner)
            }
            other => self.simple(other, build.side)?,
        };
        let to = self.state()?;
        self.link(from, op, to);
        Ok(to)
    }

    fn simple(&mut self, walk: &Walk, side: Side) -> Result<Op, MovementError> {
        Ok(match walk {
            Walk::Leaf(leaf) => Op::Leaf(*leaf),
            Walk::Star { star, relative } => {
                check_lengths(star)?;
                self.relative |= relative;
                let flip = if *relative && side == Side::Black { -1 } else { 1 };
                let star: Vec<Step> = star.iter().map(|&(x, y)| (x, y * flip)).collect();
                self.vectors.extend(&star);
                Op::Star(star)
            }
            Walk::Turn { turn } => {
                self.uses_sense = true;
                Op::Turn(*turn)
            }
            Walk::TurnAny { turn_any } => Op::TurnAny(*turn_any),
            Walk::Mirror { mirror } => Op::Mirror(*mirror),
            Walk::Near { near } => {
                check_lengths(near)?;
                Op::Near(near.clone())
            }
            Walk::Same { same } => Op::Same(*same),
            Walk::Guard { guard } => {
                let guard = Guard::parse(guard)?;
                self.relative |= guard.is_relative();
                Op::Guard(guard)
            }
            // The compound forms are taken apart by `append`.
            Walk::Alt { .. }
            | Walk::Seq { .. }
            | Walk::Rep { .. }
            | Walk::Count { .. }
            | Walk::Look { .. } => Op::Free,
        })
    }

    fn repeat(
        &mut self,
        part: &Walk,
        least: u32,
        most: Option<u32>,
        mut at: u32,
        build: &Build,
    ) -> Result<u32, MovementError> {
        for _ in 0..least {
            at = self.append(part, at, build)?;
        }
        let end = self.state()?;
        self.link(at, Op::Free, end);
        let Some(most) = most else {
            let last = self.append(part, end, build)?;
            self.link(last, Op::Free, end);
            return Ok(end);
        };
        for _ in least..most {
            at = self.append(part, at, build)?;
            self.link(at, Op::Free, end);
        }
        Ok(end)
    }
}

// Longer steps leave every board; much longer ones would overflow.
fn check_lengths(star: &[Step]) -> Result<(), MovementError> {
    let short = |a: i32| (-LONGEST_STEP..=LONGEST_STEP).contains(&a);
    let all_short = star.iter().all(|&(x, y)| short(x) && short(y));
    if all_short { Ok(()) } else { Err(MovementError::StepTooLong) }
}

struct Build<'a> {
    side: Side,
    names: &'a [&'a str],
    values: &'a [u32],
}

fn collect_counters<'a>(walk: &'a Walk, found: &mut BTreeSet<&'a str>) {
    match walk {
        Walk::Alt { alt: parts } | Walk::Seq { seq: parts } => {
            parts.iter().for_each(|part| collect_counters(part, found));
        }
        Walk::Rep { rep: (part, ..) } | Walk::Look { look: (part, _) } => {
            collect_counters(part, found);
        }
        Walk::Count { count: (part, name) } => {
            found.insert(name);
            collect_counters(part, found);
        }
        _ => {}
    }
}
