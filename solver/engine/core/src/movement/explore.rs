//! Unfolds a program over the board from one departure.
//!
//! What does not depend on the men (directions, turns, edges, guards) is decided here; what does
//! becomes a test on an edge of the resulting net.  The departure itself is a friend that is no
//! hurdle: no step but `~` may enter it.

use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

use crate::board::{Geometry, Side, Square, Step};

use super::MovementError;
use super::direction::{mirror, nearest, same, turn};
use super::fast_hash::{FastMap, FastSet};
use super::guard::Place;
use super::program::{Op, Program};
use super::simplify::simplify;
use super::walk::{Leaf, Sense};

const MOST_NODES: usize = 400_000;
/// Places of the program on the board that are looked at for one departure.
const MOST_STEPS: usize = 16 * MOST_NODES;

/// What the board must look like for an edge to be taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Test {
    Empty(Square),
    Man(Square),
    Friend(Square),
    Enemy(Square),
    /// As `Enemy`, and the man is captured.
    Take(Square),
    /// Some walk from the node must come to an end.
    Look(u32),
}

/// A node of the net: where it may go on, and where the walk may end.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Node {
    pub edges: Vec<(Test, u32)>,
    pub ends: Vec<Square>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Config {
    state: u32,
    at: Square,
    direction: Step,
    sense: i8,
    landed: bool,
}

impl Hash for Config {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let (x, y) = self.direction;
        let rest = [self.at.0, x as u8, y as u8, self.sense as u8 ^ u8::from(self.landed) << 7];
        hasher.write_u64(u64::from(self.state) << 32 | u64::from(u32::from_le_bytes(rest)));
    }
}

/// What a state of the program leads to without a step that is free everywhere.
#[derive(Default)]
struct Closed<'a> {
    edges: Vec<&'a (Op, u32)>,
    /// The walk, or a look-around, may end.
    accepts: bool,
    /// The walk itself may end.
    ends: bool,
}

/// Unfolds a program from one departure after another.
pub struct Explorer<'a> {
    program: &'a Program,
    geometry: &'a Geometry,
    side: Side,
    /// By state, once it is asked for.
    closed: Vec<Option<Closed<'a>>>,
    origin: Square,
    /// Where tests lead to, with the start: the nodes to be.
    ids: FastMap<Config, u32>,
    configs: Vec<Config>,
    /// Of the present node: what is free from it, all of it and what is still to be looked at.
    seen: FastSet<Config>,
    todo: Vec<Config>,
    tests: Vec<(Test, u32)>,
    steps: usize,
}

impl<'a> Explorer<'a> {
    /// Nothing unfolded yet.
    pub fn new(program: &'a Program, geometry: &'a Geometry, side: Side) -> Self {
        let mut closed = Vec::new();
        closed.resize_with(program.edges.len(), || None);
        Self {
            program,
            geometry,
            side,
            closed,
            origin: Square(0),
            ids: FastMap::default(),
            configs: Vec::new(),
            seen: FastSet::default(),
            todo: Vec::new(),
            tests: Vec::new(),
            steps: 0,
        }
    }

    /// The net of all walks from `origin`; node 0 is the start.  Only nodes that lead to an end remain.
    pub fn explore(&mut self, origin: Square) -> Result<Vec<Node>, MovementError> {
        self.origin = origin;
        self.ids.clear();
        self.configs.clear();
        self.steps = 0;
        let (state, direction) = (self.program.start, (0, 0));
        self.id(Config { state, at: origin, direction, sense: 1, landed: false })?;
        let mut nodes = Vec::new();
        while let Some(&config) = self.configs.get(nodes.len()) {
            nodes.push(self.node(config)?);
        }
        Ok(simplify(nodes))
    }

    /// What `config` leads to by one test, and where the walk may end before it.
    fn node(&mut self, config: Config) -> Result<Node, MovementError> {
        let (mut tests, mut ends) = (std::mem::take(&mut self.tests), Vec::new());
        tests.clear();
        if !self.seen.is_empty() {
            self.seen.clear();
        }
        self.todo.push(config);
        while let Some(config) = self.todo.pop() {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(MovementError::TooLarge);
            }
            let (count, accepts, ends_walk) = {
                let closed = self.closed(config.state);
                (closed.edges.len(), closed.accepts, closed.ends)
            };
            if accepts {
                if ends_walk && !config.landed {
                    return Err(MovementError::NoLanding);
                }
                ends.push(config.at);
            }
            for at in 0..count {
                let (op, state) = self.closed(config.state).edges[at];
                self.fire(config, op, *state, &mut tests)?;
            }
        }
        let node = Node { edges: tests.as_slice().to_vec(), ends };
        self.tests = tests;
        Ok(node)
    }

    fn closed(&mut self, state: u32) -> &Closed<'a> {
        let program = self.program;
        self.closed[state as usize].get_or_insert_with(|| {
            let mut closed = Closed::default();
            let mut reached = vec![state];
            let mut next = 0;
            while let Some(&state) = reached.get(next) {
                next += 1;
                closed.accepts |= program.accepts[state as usize];
                closed.ends |= state == program.end;
                for edge in &program.edges[state as usize] {
                    match edge {
                        (Op::Free, to) if reached.contains(to) => {}
                        (Op::Free, to) => reached.push(*to),
                        _ => closed.edges.push(edge),
                    }
                }
            }
            closed
        })
    }

    /// The node of what a test leads to.
    fn id(&mut self, mut config: Config) -> Result<u32, MovementError> {
        if self.closed(config.state).edges.is_empty() {
            // Nothing follows, in whatever direction.
            (config.direction, config.sense) = ((0, 0), 1);
        }
        let id = self.configs.len();
        if id >= MOST_NODES {
            return Err(MovementError::TooLarge);
        }
        match self.ids.entry(config) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(new) => {
                new.insert(id as u32);
                self.configs.push(config);
                Ok(id as u32)
            }
        }
    }

    /// What is reached without a test belongs to the same node.
    fn reach(&mut self, config: Config) {
        if self.seen.insert(config) {
            self.todo.push(config);
        }
    }

    fn fire(
        &mut self,
        config: Config,
        op: &Op,
        state: u32,
        tests: &mut Vec<(Test, u32)>,
    ) -> Result<(), MovementError> {
        let next = Config { state, ..config };
        let turned = |direction| Config { direction, ..next };
        match op {
            Op::Free => self.reach(next),
            Op::Star(star) => {
                let senses: &[i8] = if self.program.uses_sense { &[1, -1] } else { &[1] };
                for &direction in star {
                    for &sense in senses {
                        self.reach(Config { direction, sense, ..next });
                    }
                }
            }
            Op::Turn(n) => {
                let notches = n * i32::from(config.sense);
                self.reach(turned(turn(config.direction, notches)));
            }
            Op::TurnAny(n) => {
                self.reach(turned(turn(config.direction, *n)));
                self.reach(turned(turn(config.direction, -n)));
            }
            Op::Mirror(how) => self.reach(turned(mirror(config.direction, *how))),
            Op::Near(star) => {
                for direction in nearest(config.direction, star) {
                    self.reach(turned(direction));
                }
            }
            Op::Same(which) => {
                for direction in same(config.direction, *which) {
                    self.reach(turned(direction));
                }
            }
            Op::Guard(guard) => {
                if guard.holds(&self.place(config.at)) {
                    self.reach(next);
                }
            }
            Op::Look(sense, inner) => {
                let (x, y) = config.direction;
                let direction = if *sense == Sense::Ahead { (x, y) } else { (-x, -y) };
                let start = Config { state: *inner, direction, landed: false, ..config };
                let start = self.id(start)?;
                tests.push((Test::Look(start), self.id(next)?));
            }
            Op::Leaf(leaf) => self.leaf(*leaf, next, tests)?,
        }
        Ok(())
    }

    fn leaf(
        &mut self,
        leaf: Leaf,
        next: Config,
        tests: &mut Vec<(Test, u32)>,
    ) -> Result<(), MovementError> {
        let landed = Config { landed: true, ..next };
        let at_home = next.at == self.origin;
        match leaf {
            Leaf::Rewind => self.reach(Config { at: self.origin, ..next }),
            Leaf::Take if !at_home => tests.push((Test::Take(next.at), self.id(next)?)),
            Leaf::Stop if !at_home => tests.push((Test::Empty(next.at), self.id(landed)?)),
            Leaf::Take | Leaf::Stop => {}
            Leaf::Home => {
                if at_home {
                    self.reach(landed);
                }
            }
            Leaf::Edge => {
                if self.geometry.step(next.at, next.direction).is_none() {
                    self.reach(next);
                }
            }
            Leaf::Return => {
                if self.geometry.step(next.at, next.direction) == Some(self.origin) {
                    self.reach(Config { at: self.origin, ..landed });
                }
            }
            step => self.step(step, next, tests)?,
        }
        Ok(())
    }

    fn step(
        &mut self,
        leaf: Leaf,
        next: Config,
        tests: &mut Vec<(Test, u32)>,
    ) -> Result<(), MovementError> {
        let (plain, mirrored) = unmirrored(leaf);
        let stepped = if mirrored {
            self.geometry.mirrored_step(next.at, next.direction)
        } else {
            self.geometry.step(next.at, next.direction).map(|to| (to, next.direction))
        };
        let Some((to, direction)) = stepped else { return Ok(()) };
        let there = Config { at: to, direction, ..next };
        let landed = Config { landed: true, ..there };
        if plain == Leaf::Any {
            self.reach(there);
            return Ok(());
        }
        if to == self.origin {
            return Ok(());
        }
        let test = match plain {
            Leaf::Pass => (Test::Empty(to), self.id(there)?),
            Leaf::Hurdle => (Test::Man(to), self.id(there)?),
            Leaf::Enemy => (Test::Enemy(to), self.id(there)?),
            Leaf::Friend => (Test::Friend(to), self.id(there)?),
            Leaf::Quiet => (Test::Empty(to), self.id(landed)?),
            Leaf::Capture => (Test::Take(to), self.id(landed)?),
            _ => {
                tests.push((Test::Empty(to), self.id(landed)?));
                (Test::Take(to), self.id(landed)?)
            }
        };
        tests.push(test);
        Ok(())
    }

    fn place(&self, here: Square) -> Place {
        Place::of(self.geometry, here, self.origin, self.side)
    }
}

/// The same step without its mirror, and whether it had one.
pub fn unmirrored(leaf: Leaf) -> (Leaf, bool) {
    match leaf {
        Leaf::MirroredPass => (Leaf::Pass, true),
        Leaf::MirroredHurdle => (Leaf::Hurdle, true),
        Leaf::MirroredEnemy => (Leaf::Enemy, true),
        Leaf::MirroredFriend => (Leaf::Friend, true),
        Leaf::MirroredAny => (Leaf::Any, true),
        Leaf::MirroredLand => (Leaf::Land, true),
        Leaf::MirroredQuiet => (Leaf::Quiet, true),
        Leaf::MirroredCapture => (Leaf::Capture, true),
        plain => (plain, false),
    }
}
