//! The program of a walk as lines: made deterministic between its choices of a direction, with the
//! classes of states that have the same future and the cycles of classes.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::Step;

use super::direction::{mirror, nearest, same, turn};
use super::explore::unmirrored;
use super::guard::Guard;
use super::program::{Op, Program};
use super::walk::Leaf;

const MOST_STATES: usize = 20_000;

/// The states, the first of which is the start, and what their edges speak of.
#[derive(Clone, Debug)]
pub struct Automaton {
    pub states: Vec<State>,
    pub labels: Vec<Label>,
    pub guards: Vec<Guard>,
}

#[derive(Clone, Default, Debug)]
pub struct State {
    /// Numbers of labels and where they lead.
    pub edges: Vec<(u32, u32)>,
    pub ends: bool,
    pub class: u32,
    /// The least class among those that lead back to this state's own.
    pub cycle: u32,
    /// How its line goes on: the step, and the state behind it.
    pub onward: Option<(Step, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Label {
    /// A step, an end or a test, and the direction.
    Leaf(Leaf, Step),
    /// The direction and the sense, and whether all of a star were open.
    Choose(Step, i8, bool),
    Guard(u32),
}

/// A state of the program with its registers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Config {
    state: u32,
    direction: Step,
    sense: i8,
}

impl State {
    // Whether a choice leads back to itself.
    fn chooses_again(&self, states: &[State], labels: &[Label]) -> bool {
        self.edges.iter().any(|&(label, to)| {
            matches!(labels[label as usize], Label::Choose(..))
                && states[to as usize].cycle == self.cycle
        })
    }
}

impl Automaton {
    /// `None` for a program that looks around, is mirrored by edges, chooses a direction without end,
    /// or is too large.
    pub fn of(program: &Program) -> Option<Automaton> {
        let mut build = Build { program, labels: Vec::new(), guards: Vec::new() };
        let start = Config { state: program.start, direction: (0, 0), sense: 1 };
        let mut sets = vec![vec![start]];
        let mut known = BTreeMap::from([(sets[0].clone(), 0)]);
        let mut states = Vec::new();
        while let Some(set) = sets.get(states.len()) {
            let (ends, edges) = build.leave(set)?;
            let mut state = State { ends, ..State::default() };
            for (label, to) in edges {
                let to: Vec<Config> = to.into_iter().collect();
                let next = known.len() as u32;
                let number = *known.entry(to.clone()).or_insert(next);
                if number == next {
                    sets.push(to);
                }
                state.edges.push((label, number));
            }
            states.push(state);
            if sets.len() > MOST_STATES {
                return None;
            }
        }
        let Build { labels, guards, .. } = build;
        classify(&mut states, &labels);
        if states.iter().any(|state| state.chooses_again(&states, &labels)) {
            return None;
        }
        Some(Automaton { states, labels, guards })
    }

    /// Whether one direction is chosen, and kept.
    pub fn is_straight(&self) -> bool {
        straight(&self.states, &self.labels)
    }
}

/// Where each label leads.
type Edges = BTreeMap<u32, BTreeSet<Config>>;

struct Build<'a> {
    program: &'a Program,
    labels: Vec<Label>,
    guards: Vec<Guard>,
}

impl Build<'_> {
    // Whether the walk may end in this set, and where each label leads.
    fn leave(&mut self, set: &[Config]) -> Option<(bool, Edges)> {
        let mut seen: BTreeSet<Config> = set.iter().copied().collect();
        let mut todo = set.to_vec();
        let mut edges = Edges::new();
        let mut ends = false;
        while let Some(config) = todo.pop() {
            ends |= config.state == self.program.end;
            for (op, state) in &self.program.edges[config.state as usize] {
                let next = Config { state: *state, ..config };
                let (labels, configs) = self.apply(op, next)?;
                if labels.is_empty() {
                    todo.extend(configs.into_iter().filter(|&config| seen.insert(config)));
                    continue;
                }
                for (label, config) in labels.into_iter().zip(configs) {
                    let label = self.number(label);
                    edges.entry(label).or_default().insert(config);
                }
            }
        }
        Some((ends, edges))
    }

    // Where an operator leads, with a label for each unless it is free.
    fn apply(&mut self, op: &Op, next: Config) -> Option<(Vec<Label>, Vec<Config>)> {
        let to = |direction: Step| Config { direction, ..next };
        let chosen = |directions: Vec<Step>| {
            let labels =
                directions.iter().map(|&step| Label::Choose(step, next.sense, false)).collect();
            (labels, directions.into_iter().map(to).collect())
        };
        Some(match op {
            Op::Free => (Vec::new(), vec![next]),
            Op::Turn(n) => (Vec::new(), vec![to(turn(next.direction, n * i32::from(next.sense)))]),
            Op::Mirror(how) => (Vec::new(), vec![to(mirror(next.direction, *how))]),
            Op::TurnAny(n) => chosen(vec![turn(next.direction, *n), turn(next.direction, -n)]),
            Op::Near(star) => chosen(nearest(next.direction, star)),
            Op::Same(which) => chosen(same(next.direction, *which)),
            Op::Star(star) => {
                let senses: &[i8] = if self.program.uses_sense { &[1, -1] } else { &[1] };
                let all = star.iter().flat_map(|&step| senses.iter().map(move |&s| (step, s)));
                all.map(|(direction, sense)| {
                    (Label::Choose(direction, sense, true), Config { direction, sense, ..next })
                })
                .unzip()
            }
            Op::Guard(guard) => {
                let known = self.guards.iter().position(|other| other == guard);
                let number = known.unwrap_or(self.guards.len());
                if known.is_none() {
                    self.guards.push(guard.clone());
                }
                (vec![Label::Guard(number as u32)], vec![next])
            }
            Op::Leaf(leaf) if unmirrored(*leaf).1 => return None,
            Op::Leaf(leaf) => (vec![Label::Leaf(*leaf, next.direction)], vec![next]),
            Op::Look(..) => return None,
        })
    }

    fn number(&mut self, label: Label) -> u32 {
        if let Some(at) = self.labels.iter().position(|&known| known == label) {
            return at as u32;
        }
        self.labels.push(label);
        self.labels.len() as u32 - 1
    }
}

// States with the same future get the same class, and classes that lead back the same cycle.
fn classify(states: &mut [State], labels: &[Label]) {
    let mut classes: Vec<u32> = states.iter().map(|state| u32::from(state.ends)).collect();
    let mut count = 0;
    loop {
        let mut known: BTreeMap<(u32, Vec<(u32, u32)>), u32> = BTreeMap::new();
        let next: Vec<u32> = states
            .iter()
            .zip(&classes)
            .map(|(state, &class)| {
                let to = |&(label, to): &(u32, u32)| (label, classes[to as usize]);
                let new = known.len() as u32;
                *known.entry((class, state.edges.iter().map(to).collect())).or_insert(new)
            })
            .collect();
        let settled = known.len() == count;
        count = known.len();
        classes = next;
        if settled {
            break;
        }
    }
    let mut onward = vec![BTreeSet::new(); count];
    for (state, &class) in states.iter().zip(&classes) {
        onward[class as usize].extend(state.edges.iter().map(|&(_, to)| classes[to as usize]));
    }
    let reach: Vec<BTreeSet<u32>> =
        (0..count as u32).map(|class| reached(&onward, class)).collect();
    for (state, &class) in states.iter_mut().zip(&classes) {
        let mut back =
            reach[class as usize].iter().filter(|&&o| reach[o as usize].contains(&class));
        state.class = class;
        state.cycle = back.next().map_or(class, |&first| first.min(class));
    }
    for at in 0..states.len() {
        let cyclic = reach[states[at].class as usize].contains(&states[at].class);
        let mut steps = states[at].edges.iter().filter_map(|&(label, to)| {
            let Label::Leaf(_, step) = labels[label as usize] else { return None };
            let same = states[to as usize].cycle == states[at].cycle;
            (cyclic && same).then_some((step, to))
        });
        states[at].onward = steps.next();
    }
}

fn reached(onward: &[BTreeSet<u32>], from: u32) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut todo = vec![from];
    while let Some(at) = todo.pop() {
        todo.extend(onward[at as usize].iter().filter(|&&to| found.insert(to)));
    }
    found
}

// One direction is chosen, and kept.
fn straight(states: &[State], labels: &[Label]) -> bool {
    let label = |number: u32| labels[number as usize];
    states[0].edges.iter().all(|&(first, to)| {
        let Label::Choose(chosen, ..) = label(first) else { return false };
        let mut seen = BTreeSet::from([to]);
        let mut todo = vec![to];
        while let Some(at) = todo.pop() {
            for &(number, to) in &states[at as usize].edges {
                match label(number) {
                    Label::Choose(..) => return false,
                    Label::Leaf(_, direction) if direction != chosen => return false,
                    Label::Leaf(..) | Label::Guard(_) => {}
                }
                if seen.insert(to) {
                    todo.push(to);
                }
            }
        }
        true
    })
}
