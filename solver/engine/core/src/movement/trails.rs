//! The ways on which a walk captures, told apart: which of its lines each of them is.
//!
//! Two ways are one trail where they keep to the same lines in the same sense, however long they are
//! and wherever on them they begin and end: the program is made deterministic between its choices
//! of a direction, and states with the same future are one class.  A line is a cycle of classes and
//! where on an endless board it runs; a trail is the line that follows each choice.  Of a star that
//! is chosen from once more, only the square counts.

use std::collections::BTreeSet;

use crate::board::{Bits, Geometry, Side, Square, Step};

use super::graph::View;
use super::guard::Place;
use super::lines::{Automaton, Label, State};
use super::program::Program;
use super::walk::{Leaf, Walk};

/// One way of capturing, as far as it is told from others.
pub type Trail = Vec<u32>;

/// The walk of one kind and side, ready to be followed.
#[derive(Clone, Debug)]
pub struct Trails {
    automaton: Automaton,
    geometry: Geometry,
    side: Side,
    straight: bool,
}

impl Trails {
    /// `None` for a walk that looks around, is mirrored by edges, chooses a direction without end,
    /// or is too large.
    pub fn compile(walk: &Walk, side: Side, geometry: &Geometry) -> Option<Trails> {
        let size = geometry.width().max(geometry.height());
        let program = Program::compile(walk, side, size).ok()?;
        let automaton = Automaton::of(&program)?;
        let straight = automaton.is_straight();
        Some(Trails { automaton, geometry: geometry.clone(), side, straight })
    }

    /// Whether the direction from departure to target is all that tells two ways apart.
    pub fn is_straight(&self) -> bool {
        self.straight
    }

    // The line that begins at a state and a square: its cycle and a point of it, whichever was given.
    fn line(&self, state: u32, sq: Square) -> [u32; 3] {
        let State { cycle, .. } = self.automaton.states[state as usize];
        let mut point = self.geometry.coordinates(sq);
        let Some(at) = self.advance(state, cycle, &mut point) else {
            return [cycle, point.0 as u32, point.1 as u32];
        };
        let mut again = point;
        if let Some((step, next)) = self.automaton.states[at as usize].onward {
            again = (again.0 + step.0, again.1 + step.1);
            self.advance(next, cycle, &mut again);
        }
        let (dx, dy) = (again.0 - point.0, again.1 - point.1);
        let periods = if dx != 0 {
            point.0.div_euclid(dx)
        } else if dy != 0 {
            point.1.div_euclid(dy)
        } else {
            0
        };
        [cycle, (point.0 - periods * dx) as u32, (point.1 - periods * dy) as u32]
    }

    // Goes on along a line to where its cycle begins.
    fn advance(&self, mut state: u32, cycle: u32, point: &mut Step) -> Option<u32> {
        for _ in 0..self.automaton.states.len() {
            let State { class, onward, .. } = self.automaton.states[state as usize];
            if class == cycle {
                return Some(state);
            }
            let (step, next) = onward?;
            *point = (point.0 + step.0, point.1 + step.1);
            state = next;
        }
        None
    }

    /// The trails on which a man of `origin` captures what stands on `target`.
    pub fn find<B: Bits>(&self, origin: Square, target: Square, view: &View<B>) -> Vec<Trail> {
        let (on_the_way, found) = (Vec::new(), BTreeSet::new());
        let mut search = Search { trails: self, origin, target, view, on_the_way, found };
        search.follow(0, origin, false, &mut Vec::new());
        search.found.into_iter().collect()
    }
}

struct Search<'a, B> {
    trails: &'a Trails,
    origin: Square,
    target: Square,
    view: &'a View<B>,
    on_the_way: Vec<(u32, Square, bool)>,
    found: BTreeSet<Trail>,
}

impl<B: Bits> Search<'_, B> {
    fn follow(&mut self, at: u32, sq: Square, taken: bool, turns: &mut Trail) {
        let here = (at, sq, taken);
        if self.on_the_way.contains(&here) {
            return;
        }
        self.on_the_way.push(here);
        let trails = self.trails;
        let state = &trails.automaton.states[at as usize];
        if state.ends && taken {
            self.found.insert(turns.clone());
        }
        for &(label, to) in &state.edges {
            match trails.automaton.labels[label as usize] {
                Label::Choose(_, _, star) => {
                    let known = turns.len();
                    if star && known > 0 {
                        turns.push(u32::from(sq.0));
                    } else {
                        turns.extend(trails.line(to, sq));
                    }
                    self.follow(to, sq, taken, turns);
                    turns.truncate(known);
                }
                Label::Guard(guard) => {
                    if trails.automaton.guards[guard as usize].holds(&self.place(sq)) {
                        self.follow(to, sq, taken, turns);
                    }
                }
                Label::Leaf(leaf, direction) => {
                    if let Some((there, took)) = self.step(leaf, sq, direction) {
                        self.follow(to, there, taken || took, turns);
                    }
                }
            }
        }
        self.on_the_way.pop();
    }

    // Where the leaf leads, and whether it takes the man on the target.
    fn step(&self, leaf: Leaf, sq: Square, direction: Step) -> Option<(Square, bool)> {
        let side = self.trails.side;
        let men = |of: Side, sq: Square| self.view.sides[of.index()].has(sq);
        let enemy = |sq: Square| men(side.other(), sq);
        let empty = |sq: Square| !self.view.occupied.has(sq);
        let next = self.trails.geometry.step(sq, direction);
        let stays = |here: bool| here.then_some((sq, false));
        match leaf {
            Leaf::Rewind => return Some((self.origin, false)),
            Leaf::Take => {
                let takes = sq != self.origin && enemy(sq);
                return takes.then_some((sq, sq == self.target));
            }
            Leaf::Stop => return stays(sq != self.origin && empty(sq)),
            Leaf::Home => return stays(sq == self.origin),
            Leaf::Edge => return stays(next.is_none()),
            Leaf::Any => return next.map(|to| (to, false)),
            Leaf::Return => return next.filter(|&to| to == self.origin).map(|to| (to, false)),
            _ => {}
        }
        let to = next.filter(|&to| to != self.origin)?;
        let captures = matches!(leaf, Leaf::Land | Leaf::Capture) && enemy(to);
        let may = match leaf {
            Leaf::Pass | Leaf::Quiet => empty(to),
            Leaf::Land => captures || empty(to),
            Leaf::Capture => captures,
            Leaf::Hurdle => men(side, to) || enemy(to),
            Leaf::Enemy => enemy(to),
            Leaf::Friend => men(side, to),
            // Such walks have no lines.
            _ => false,
        };
        may.then_some((to, captures && to == self.target))
    }

    fn place(&self, here: Square) -> Place {
        let (geometry, origin) = (&self.trails.geometry, self.origin);
        Place::of(geometry, here, origin, self.trails.side)
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use crate::board::BoardSpec;

    use super::*;

    // Black men on these squares, and the trails of a white man between two others.
    fn trails(
        walk: &str,
        men: &[u8],
        origin: u8,
        target: u8,
    ) -> Result<Vec<Trail>, Box<dyn Error>> {
        let walk: Walk = serde_json::from_str(walk)?;
        let board: BoardSpec = serde_json::from_str(r#"{"width": 8, "height": 8}"#)?;
        let geometry = Geometry::new(&board)?;
        let trails = Trails::compile(&walk, Side::White, &geometry).ok_or("no lines")?;
        let men = men.iter().fold(u64::bit(Square(target)), |men, &sq| men | u64::bit(Square(sq)));
        Ok(trails.find(Square(origin), Square(target), &View::new([u64::bit(Square(origin)), men])))
    }

    #[test]
    fn a_zigzag_is_one_line_wherever_it_begins() -> Result<(), Box<dyn Error>> {
        let boyscout = r#"{"seq": [{"star": [[1,1],[1,-1],[-1,1],[-1,-1]]},
            {"rep": [{"seq": ["-", {"turn": 2}, "-", {"turn": -2}]}, 0, null]},
            {"alt": ["!", {"seq": ["-", {"turn": 2}, "!"]}]}]}"#;
        let [g1, h4, h6, g7] = [6, 31, 47, 54];
        let from = |origin| trails(boyscout, &[], origin, g7);
        let (far, middle, near) = (from(g1)?, from(h4)?, from(h6)?);
        assert_eq!((far.len(), middle.len(), near.len()), (2, 1, 2));
        assert!(far.contains(&middle[0]));
        assert_eq!(near.iter().filter(|trail| far.contains(trail)).count(), 1);
        Ok(())
    }

    #[test]
    fn of_a_second_star_the_square_counts() -> Result<(), Box<dyn Error>> {
        let double_hopper = r#"{"seq": [{"star": [[1,0],[-1,0],[0,1],[0,-1]]},
            {"rep": ["-", 0, null]}, "^", "-", {"star": [[1,0],[-1,0],[0,1],[0,-1]]},
            {"rep": ["-", 0, null]}, "^", "!"]}"#;
        let [a4, e4, f5, g4, f6, h4] = [24, 28, 37, 30, 45, 31];
        let men = [e4, f5, g4];
        let (one, other) =
            (trails(double_hopper, &men, a4, f6)?, trails(double_hopper, &men, a4, h4)?);
        assert_eq!(one, other);
        assert_eq!(one.len(), 1);
        Ok(())
    }
}
