//! Leaps and straight rides of walks that are plainly no more than these: most men's.
//!
//! They are read off the board, which costs a twentieth of unfolding them and taking them apart again.

use crate::board::{Bits, Geometry, Side, Square, Step};

use super::guard::{Guard, Place};
use super::shape::{Ray, Shape};
use super::walk::{Leaf, Walk};

/// A walk of one side that is one star of straight rides, or any number of leaps.
#[derive(Debug)]
pub(super) struct Direct {
    parts: Vec<Part>,
    side: Side,
}

/// Steps that end the walk, or rides.
#[derive(Debug)]
struct Part {
    steps: Vec<Step>,
    rides: bool,
    quiet: bool,
    capture: bool,
    /// What must hold where a leap ends.
    guards: Vec<Guard>,
}

impl Direct {
    /// None when the walk is more than that, or when rides may cross joined edges.
    pub fn of(walk: &Walk, geometry: &Geometry, side: Side) -> Option<Direct> {
        let parts: Vec<Part> = match walk {
            Walk::Alt { alt } => {
                alt.iter().map(|part| Part::of(part, side)).collect::<Option<_>>()?
            }
            other => vec![Part::of(other, side)?],
        };
        // Rides of several parts may share squares; a guard may hold on some squares of a ride.
        let apart = parts.len() == 1 && parts[0].guards.is_empty() && !geometry.wraps();
        let rides = parts.iter().any(|part| part.rides);
        (apart || !rides).then_some(Direct { parts, side })
    }

    /// What the walk is from one departure.
    pub fn shape<B: Bits>(&self, geometry: &Geometry, origin: Square) -> Shape<B> {
        let mut shape = Shape { quiet: B::EMPTY, capture: B::EMPTY, rays: Vec::new(), net: None };
        for part in &self.parts {
            for &step in &part.steps {
                let onward = |&sq: &Square| geometry.step(sq, step).filter(|&to| to != origin);
                let Some(first) = onward(&origin) else { continue };
                if part.rides && onward(&first).is_some() {
                    let squares = std::iter::successors(Some(first), onward).collect();
                    shape.rays.push(Ray { squares, quiet: part.quiet, capture: part.capture });
                } else if part.holds(geometry, first, origin, self.side) {
                    let arrival = B::bit(first);
                    shape.quiet |= if part.quiet { arrival } else { B::EMPTY };
                    shape.capture |= if part.capture { arrival } else { B::EMPTY };
                }
            }
        }
        shape
    }
}

impl Part {
    fn of(walk: &Walk, side: Side) -> Option<Part> {
        let Walk::Seq { seq } = walk else { return None };
        let [Walk::Star { star, relative }, rest @ ..] = seq.as_slice() else { return None };
        let (rides, rest) = match rest {
            [Walk::Rep { rep: (part, 0, None) }, rest @ ..] if **part == Walk::Leaf(Leaf::Pass) => {
                (true, rest)
            }
            rest => (false, rest),
        };
        let [Walk::Leaf(end), rest @ ..] = rest else { return None };
        let (quiet, capture) = match end {
            Leaf::Land => (true, true),
            Leaf::Quiet => (true, false),
            Leaf::Capture => (false, true),
            _ => return None,
        };
        let guard = |part: &Walk| match part {
            Walk::Guard { guard } => Guard::parse(guard).ok(),
            _ => None,
        };
        let guards = rest.iter().map(guard).collect::<Option<_>>()?;
        let flip = if *relative && side == Side::Black { -1 } else { 1 };
        let mut steps: Vec<Step> = star.iter().map(|&(x, y)| (x, y * flip)).collect();
        steps.sort_unstable();
        steps.dedup();
        Some(Part { steps, rides, quiet, capture, guards })
    }

    fn holds(&self, geometry: &Geometry, here: Square, origin: Square, side: Side) -> bool {
        let holds = |guard: &Guard| guard.holds(&Place::of(geometry, here, origin, side));
        self.guards.iter().all(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSpec;
    use crate::movement::explore::Explorer;
    use crate::movement::program::Program;

    // Whatever a shape is, to be compared.
    fn sorted(mut shape: Shape<u64>) -> (u64, u64, Vec<Ray>, bool) {
        shape.rays.sort_by(|one, other| one.squares.cmp(&other.squares));
        (shape.quiet, shape.capture, shape.rays, shape.net.is_some())
    }

    #[test]
    fn shapes_read_off_the_board_are_those_of_the_unfolded_walk() {
        let walks = [
            (r#"{"seq":[{"star":[[1,2],[2,1],[-1,2],[2,-1],[0,3]]},"!"]}"#, true),
            (
                r#"{"seq":[{"star":[[1,0],[0,1],[-1,0],[0,-1],[1,1]]},{"rep":["-",0,null]},"!"]}"#,
                false,
            ),
            (r#"{"seq":[{"star":[[1,0],[2,0],[1,2],[-3,-1]]},{"rep":["-",0,null]},"c"]}"#, false),
            (
                r#"{"alt":[{"seq":[{"star":[[0,1]],"relative":true},"m",{"guard":"1<=Q"}]},
                    {"seq":[{"star":[[1,1],[-1,1]],"relative":true},"c",{"guard":"1<=Q"}]},
                    {"seq":[{"star":[[0,1],[0,2]]},"!"]}]}"#,
                true,
            ),
        ];
        let board = |width, height, holes: &[usize], wrap| BoardSpec {
            width,
            height,
            holes: holes.to_vec(),
            wrap_files: wrap,
            wrap_ranks: false,
        };
        let boards = [
            board(8, 8, &[], false),
            board(9, 5, &[7, 22, 23], false),
            board(5, 8, &[12], true),
            board(2, 2, &[], true),
        ];
        for (text, leaps) in walks {
            let walk: Walk = serde_json::from_str(text).expect("a walk");
            for spec in &boards {
                let geometry = Geometry::new(spec).expect("a board");
                for side in Side::BOTH {
                    let direct = Direct::of(&walk, &geometry, side);
                    assert_eq!(direct.is_some(), leaps || !geometry.wraps());
                    let Some(direct) = direct else { continue };
                    let program = Program::compile(&walk, side, 9).expect("a program");
                    let mut explorer = Explorer::new(&program, &geometry, side);
                    for origin in geometry.squares() {
                        let unfolded = Shape::of(explorer.explore(origin).expect("a net"), origin);
                        let read = direct.shape(&geometry, origin);
                        assert_eq!(sorted(read), sorted(unfolded), "{text} {spec:?} {origin:?}");
                    }
                }
            }
        }
    }
}
