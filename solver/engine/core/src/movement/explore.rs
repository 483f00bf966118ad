//! Unfolds a program over the board from one departure.
//!
//! What does not depend on the men (directions, turns, edges, guards) is decided here; what does
//! becomes a test on an edge of the resulting net.  The departure itself is a friend that is no
//! hurdle: no step but `~` may enter it.

use crate::board::{Geometry, Side, Square, Step};

use super::MovementError;
use super::direction::{mirror, nearest, same, turn};
use super::fast_hash::FastMap;
use super::guard::Place;
use super::program::{Op, Program};
use super::simplify::simplify;
use super::walk::{Leaf, Sense};

const MOST_NODES: usize = 400_000;

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

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Config {
    state: u32,
    at: Square,
    direction: Step,
    sense: i8,
    landed: bool,
}

/// The net of all walks from `origin`; node 0 is the start.  Only nodes that lead to an end remain.
pub fn explore(
    program: &Program,
    geometry: &Geometry,
    side: Side,
    origin: Square,
) -> Result<Vec<Node>, MovementError> {
    let mut unfolding =
        Unfolding { program, geometry, side, origin, ids: FastMap::default(), configs: Vec::new() };
    let start =
        Config { state: program.start, at: origin, direction: (0, 0), sense: 1, landed: false };
    unfolding.id(start)?;
    let mut free: Vec<Vec<u32>> = Vec::new();
    let mut tested: Vec<Vec<(Test, u32)>> = Vec::new();
    let mut next = 0;
    while next < unfolding.configs.len() {
        let (mut frees, mut tests) = (Vec::new(), Vec::new());
        unfolding.fire(unfolding.configs[next], &mut frees, &mut tests)?;
        free.push(frees);
        tested.push(tests);
        next += 1;
    }
    Ok(simplify(close(&unfolding, &free, &tested)?))
}

struct Unfolding<'a> {
    program: &'a Program,
    geometry: &'a Geometry,
    side: Side,
    origin: Square,
    ids: FastMap<Config, u32>,
    configs: Vec<Config>,
}

impl Unfolding<'_> {
    fn id(&mut self, config: Config) -> Result<u32, MovementError> {
        if let Some(&id) = self.ids.get(&config) {
            return Ok(id);
        }
        let id = self.configs.len();
        if id >= MOST_NODES {
            return Err(MovementError::TooLarge);
        }
        self.configs.push(config);
        self.ids.insert(config, id as u32);
        Ok(id as u32)
    }

    fn fire(
        &mut self,
        config: Config,
        free: &mut Vec<u32>,
        tests: &mut Vec<(Test, u32)>,
    ) -> Result<(), MovementError> {
        let program = self.program;
        for (op, state) in &program.edges[config.state as usize] {
            let next = Config { state: *state, ..config };
            let turned = |direction| Config { direction, ..next };
            match op {
                Op::Free => free.push(self.id(next)?),
                Op::Star(star) => {
                    for &direction in star {
                        let senses: &[i8] = if program.uses_sense { &[1, -1] } else { &[1] };
                        for &sense in senses {
                            free.push(self.id(Config { direction, sense, ..next })?);
                        }
                    }
                }
                Op::Turn(n) => {
                    let notches = n * i32::from(config.sense);
                    free.push(self.id(turned(turn(config.direction, notches)))?);
                }
                Op::TurnAny(n) => {
                    free.push(self.id(turned(turn(config.direction, *n)))?);
                    free.push(self.id(turned(turn(config.direction, -n)))?);
                }
                Op::Mirror(how) => free.push(self.id(turned(mirror(config.direction, *how)))?),
                Op::Near(star) => {
                    for direction in nearest(config.direction, star) {
                        free.push(self.id(turned(direction))?);
                    }
                }
                Op::Same(which) => {
                    for direction in same(config.direction, *which) {
                        free.push(self.id(turned(direction))?);
                    }
                }
                Op::Guard(guard) => {
                    if guard.holds(&self.place(config.at)) {
                        free.push(self.id(next)?);
                    }
                }
                Op::Look(sense, inner) => {
                    let (x, y) = config.direction;
                    let direction = if *sense == Sense::Ahead { (x, y) } else { (-x, -y) };
                    let start = Config { state: *inner, direction, landed: false, ..config };
                    let start = self.id(start)?;
                    tests.push((Test::Look(start), self.id(next)?));
                }
                Op::Leaf(leaf) => self.leaf(*leaf, next, free, tests)?,
            }
        }
        Ok(())
    }

    fn leaf(
        &mut self,
        leaf: Leaf,
        next: Config,
        free: &mut Vec<u32>,
        tests: &mut Vec<(Test, u32)>,
    ) -> Result<(), MovementError> {
        let landed = Config { landed: true, ..next };
        let at_home = next.at == self.origin;
        match leaf {
            Leaf::Rewind => free.push(self.id(Config { at: self.origin, ..next })?),
            Leaf::Take if !at_home => tests.push((Test::Take(next.at), self.id(next)?)),
            Leaf::Stop if !at_home => tests.push((Test::Empty(next.at), self.id(landed)?)),
            Leaf::Take | Leaf::Stop => {}
            Leaf::Home => {
                if at_home {
                    free.push(self.id(landed)?);
                }
            }
            Leaf::Edge => {
                if self.geometry.step(next.at, next.direction).is_none() {
                    free.push(self.id(next)?);
                }
            }
            Leaf::Return => {
                if self.geometry.step(next.at, next.direction) == Some(self.origin) {
                    free.push(self.id(Config { at: self.origin, ..landed })?);
                }
            }
            step => self.step(step, next, free, tests)?,
        }
        Ok(())
    }

    fn step(
        &mut self,
        leaf: Leaf,
        next: Config,
        free: &mut Vec<u32>,
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
            free.push(self.id(there)?);
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

// Replaces edges without a test by what they lead to, for the nodes that tests lead to.
fn close(
    unfolding: &Unfolding,
    free: &[Vec<u32>],
    tested: &[Vec<(Test, u32)>],
) -> Result<Vec<Node>, MovementError> {
    let mut stamp = vec![u32::MAX; free.len()];
    let mut nodes = vec![Node::default(); free.len()];
    let mut wanted = vec![false; free.len()];
    wanted[0] = true;
    let mut queue = vec![0];
    while let Some(id) = queue.pop() {
        let mut node = Node::default();
        let mut todo = vec![id];
        stamp[id as usize] = id;
        while let Some(at) = todo.pop() {
            let config = unfolding.configs[at as usize];
            node.edges.extend(&tested[at as usize]);
            if unfolding.program.accepts[config.state as usize] {
                if config.state == unfolding.program.end && !config.landed {
                    return Err(MovementError::NoLanding);
                }
                node.ends.push(config.at);
            }
            for &to in &free[at as usize] {
                if stamp[to as usize] != id {
                    stamp[to as usize] = id;
                    todo.push(to);
                }
            }
        }
        for &(test, to) in &node.edges {
            let inner = if let Test::Look(inner) = test { inner } else { to };
            for next in [to, inner] {
                if !std::mem::replace(&mut wanted[next as usize], true) {
                    queue.push(next);
                }
            }
        }
        nodes[id as usize] = node;
    }
    Ok(nodes)
}
