//! The tables of all kinds of a problem, forwards.

use crate::board::{Bits, Geometry, Side, Square, Step};

use super::MovementError;
use super::direct::Direct;
use super::explore::Explorer;
use super::graph::Graph;
use super::observers::Observers;
use super::program::Program;
use super::shape::{Ray, Shape};
use super::walk::Walk;

/// Two scans of a straight ride: squares below the departure and squares above it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<B> {
    pub lower: B,
    pub upper: B,
}

impl<B: Bits> Line<B> {
    /// Squares up to the first man on either side, men included.
    #[inline]
    #[must_use]
    pub fn slide(&self, occupied: B) -> B {
        B::slide(occupied, self.lower, self.upper)
    }
}

/// Everything one man can do from one square, were all its squares free or full as needed.
#[derive(Clone, Copy, Debug)]
pub struct Reach<B> {
    /// Leaps that may move or capture.
    pub both: B,
    /// Leaps that only move.
    pub quiet: B,
    /// Leaps that only capture.
    pub capture: B,
    /// Every square that a move may arrive on, double steps included; lines may lead to others, to
    /// which the way is closed.
    pub span: B,
    first_line: u32,
    both_lines: u8,
    quiet_lines: u8,
    capture_lines: u8,
    net: u32,
    plain: bool,
    special: bool,
}

const NO_NET: u32 = u32::MAX;

/// Movement of every kind of a problem over one board, compiled once.
#[derive(Clone, Debug)]
pub struct Movement<B> {
    reach: Vec<Reach<B>>,
    lines: Vec<Line<B>>,
    graphs: Vec<Graph<B>>,
    /// Who observes what, by observing side.
    pub observers: [Observers<B>; 2],
    vectors: Vec<Vec<Step>>,
}

/// The shapes of one kind and side, by departure; `None` for holes.
pub(super) type Shapes<B> = Vec<Option<Shape<B>>>;

impl<B: Bits> Movement<B> {
    /// Compiles the walks, one per kind, over the board.
    ///
    /// Cost: one exploration per kind, side and square, but for leaps and straight rides; a walk that
    /// is the same for both sides is explored once.  An error names the kind whose walk was refused.
    pub(super) fn unfold(
        walks: &[&Walk],
        geometry: &Geometry,
    ) -> Result<Movement<B>, (usize, MovementError)> {
        let empty = Reach {
            both: B::EMPTY,
            quiet: B::EMPTY,
            capture: B::EMPTY,
            span: B::EMPTY,
            first_line: 0,
            both_lines: 0,
            quiet_lines: 0,
            capture_lines: 0,
            net: NO_NET,
            plain: false,
            special: false,
        };
        let codes = walks.len() * 2;
        let mut movement = Movement {
            reach: vec![empty; codes * B::CAPACITY],
            lines: Vec::new(),
            graphs: vec![Graph::default(); codes],
            observers: [Observers::default(), Observers::default()],
            vectors: Vec::new(),
        };
        let mut shapes: [Vec<Shapes<B>>; 2] = [Vec::new(), Vec::new()];
        let mut vectors: [Vec<Vec<Step>>; 2] = [Vec::new(), Vec::new()];
        let size = geometry.width().max(geometry.height());
        for (kind, walk) in walks.iter().enumerate() {
            let named = |error| (kind, error);
            let white = Program::compile(walk, Side::White, size).map_err(named)?;
            let black = Program::compile(walk, Side::Black, size).map_err(named)?;
            let from_white = shapes_of(walk, &white, geometry, Side::White).map_err(named)?;
            let from_black = if white.relative {
                shapes_of(walk, &black, geometry, Side::Black).map_err(named)?
            } else {
                from_white.clone()
            };
            shapes[0].push(from_white);
            shapes[1].push(from_black);
            vectors[0].push(white.vectors.into_iter().collect());
            vectors[1].push(black.vectors.into_iter().collect());
        }
        for side in Side::BOTH {
            for (kind, from) in shapes[side.index()].iter().enumerate() {
                movement.enter(code(kind, side), from).map_err(|error| (kind, error))?;
            }
        }
        let [white, black] = &shapes;
        movement.observers = [
            Observers::compile(white, &movement, &vectors[0], geometry, Side::White),
            Observers::compile(black, &movement, &vectors[1], geometry, Side::Black),
        ];
        let [white, black] = vectors;
        movement.vectors = white.into_iter().zip(black).flat_map(|(w, b)| [w, b]).collect();
        Ok(movement)
    }

    fn enter(&mut self, code: usize, shapes: &Shapes<B>) -> Result<(), MovementError> {
        for (index, shape) in shapes.iter().enumerate() {
            let Some(shape) = shape else { continue };
            let origin = Square(index as u8);
            let first_line = self.lines.len() as u32;
            let modes = [(true, true), (true, false), (false, true)];
            let counts = modes.map(|mode| {
                let rays: Vec<&Ray> =
                    shape.rays.iter().filter(|ray| (ray.quiet, ray.capture) == mode).collect();
                let lines = pair(&rays, origin);
                self.lines.extend(&lines);
                lines.len() as u8
            });
            let mut span = shape.quiet | shape.capture;
            for line in &self.lines[first_line as usize..] {
                span |= line.lower | line.upper;
            }
            let (mut net, mut plain) = (NO_NET, false);
            if let Some(nodes) = &shape.net {
                let graph = &mut self.graphs[code];
                net = graph.add(nodes)?;
                plain = graph.is_plain(net, origin);
                span |= graph.arrivals(net);
            }
            self.reach[code * B::CAPACITY + index] = Reach {
                both: shape.quiet & shape.capture,
                quiet: shape.quiet & !shape.capture,
                capture: shape.capture & !shape.quiet,
                span,
                first_line,
                both_lines: counts[0],
                quiet_lines: counts[1],
                capture_lines: counts[2],
                net,
                plain,
                special: net != NO_NET && !plain,
            };
        }
        Ok(())
    }

    /// The entry of a kind and side on a square.
    #[inline]
    #[must_use]
    pub fn reach(&self, kind: u8, side: Side, sq: Square) -> &Reach<B> {
        &self.reach[code(usize::from(kind), side) * B::CAPACITY + sq.index()]
    }

    /// Adds arrivals that the rules give a man besides its walk.
    pub fn widen(&mut self, kind: u8, side: Side, sq: Square, arrivals: B) {
        self.reach[code(usize::from(kind), side) * B::CAPACITY + sq.index()].span |= arrivals;
    }

    /// Closes all ways but those that a side may go, by departure the arrivals and by arrival the
    /// departures; of leaps and straight rides.
    pub fn confine(&mut self, side: Side, to: &[B], from: &[B]) {
        let kinds = self.reach.chunks_mut(B::CAPACITY).skip(side.index()).step_by(2);
        for (reach, &open) in kinds.flat_map(|kind| kind.iter_mut().zip(to)) {
            for part in [&mut reach.both, &mut reach.quiet, &mut reach.capture, &mut reach.span] {
                *part &= open;
            }
        }
        self.observers[side.index()].confine(from);
    }

    /// Marks the departures from which a man may do more than its walk says: those of `from`, and
    /// those from which it may arrive on `to`.
    pub fn mark_special(&mut self, kind: u8, side: Side, from: B, to: B) {
        let first = code(usize::from(kind), side) * B::CAPACITY;
        for (index, reach) in self.reach[first..first + B::CAPACITY].iter_mut().enumerate() {
            reach.special |= from.has(Square(index as u8)) || reach.span.meets(to);
        }
    }

    /// Squares that leaps and straight rides reach, own men excluded.
    #[inline]
    #[must_use]
    pub fn targets(&self, reach: &Reach<B>, own: B, enemy: B) -> B {
        let occupied = own | enemy;
        let first = reach.first_line as usize;
        let both = first + usize::from(reach.both_lines);
        let mut all = reach.both;
        for line in &self.lines[first..both] {
            all |= line.slide(occupied);
        }
        let mut found = (all & !own) | (reach.quiet & !occupied) | (reach.capture & enemy);
        if reach.quiet_lines | reach.capture_lines != 0 {
            let quiet = both + usize::from(reach.quiet_lines);
            let capture = quiet + usize::from(reach.capture_lines);
            for line in &self.lines[both..quiet] {
                found |= line.slide(occupied) & !occupied;
            }
            for line in &self.lines[quiet..capture] {
                found |= line.slide(occupied) & enemy;
            }
        }
        found & reach.span
    }

    /// Squares on which leaps and straight rides may arrive whatever stands anywhere, but for a man of
    /// the own side on the square itself.
    #[inline]
    #[must_use]
    pub fn unstoppable(&self, reach: &Reach<B>) -> B {
        let first = reach.first_line as usize;
        let lines = &self.lines[first..first + usize::from(reach.both_lines)];
        lines.iter().fold(reach.both, |all, line| all | line.slide(!B::EMPTY)) & reach.span
    }

    /// Squares that leaps and straight rides would capture on.
    #[inline]
    #[must_use]
    pub fn attacks(&self, reach: &Reach<B>, occupied: B) -> B {
        self.open_attacks(reach, occupied) & reach.span
    }

    /// The same, closed ways included.
    #[inline]
    #[must_use]
    pub fn open_attacks(&self, reach: &Reach<B>, occupied: B) -> B {
        let first = reach.first_line as usize;
        let both = first + usize::from(reach.both_lines);
        let quiet = both + usize::from(reach.quiet_lines);
        let capture = quiet + usize::from(reach.capture_lines);
        let mut all = reach.both | reach.capture;
        for line in self.lines[first..both].iter().chain(&self.lines[quiet..capture]) {
            all |= line.slide(occupied);
        }
        all
    }

    /// Squares that a move of leaps and straight rides looks at as hindrances, and squares on which
    /// it may only capture.
    #[inline]
    #[must_use]
    pub fn touched(&self, reach: &Reach<B>, occupied: B) -> (B, B) {
        let first = reach.first_line as usize;
        let middle = first + usize::from(reach.both_lines) + usize::from(reach.quiet_lines);
        let last = middle + usize::from(reach.capture_lines);
        let (mut hindered, mut captured) = (reach.quiet, reach.capture);
        for line in &self.lines[first..middle] {
            hindered |= line.slide(occupied);
        }
        for line in &self.lines[middle..last] {
            captured |= line.slide(occupied);
        }
        (hindered | captured, captured)
    }

    /// The graph of a kind and side, and where it starts from a square; `None` without paths.
    #[inline]
    #[must_use]
    pub fn paths(&self, kind: u8, side: Side, reach: &Reach<B>) -> Option<(&Graph<B>, u32)> {
        (reach.net != NO_NET).then(|| (&self.graphs[code(usize::from(kind), side)], reach.net))
    }

    /// Whether the kind has, somewhere, moves that are neither leaps nor straight rides.
    #[must_use]
    pub fn has_paths(&self, kind: u8, side: Side) -> bool {
        let first = code(usize::from(kind), side) * B::CAPACITY;
        self.reach[first..first + B::CAPACITY].iter().any(|reach| reach.net != NO_NET)
    }

    /// Whether some moves of the kind depend on what looking around tells.
    #[must_use]
    pub fn looks_around(&self, kind: u8, side: Side) -> bool {
        self.graphs[code(usize::from(kind), side)].looks_around()
    }

    /// Whether all moves of the kind are leaps, which nothing can hinder but the man on arrival.
    #[must_use]
    pub fn is_leaper(&self, kind: u8, side: Side) -> bool {
        let first = code(usize::from(kind), side) * B::CAPACITY;
        let lines = |reach: &Reach<B>| {
            u32::from(reach.both_lines)
                + u32::from(reach.quiet_lines)
                + u32::from(reach.capture_lines)
        };
        self.reach[first..first + B::CAPACITY]
            .iter()
            .all(|reach| reach.net == NO_NET && lines(reach) == 0)
    }

    /// Every vector of every star of the kind.
    #[must_use]
    pub fn vectors(&self, kind: u8, side: Side) -> &[Step] {
        &self.vectors[code(usize::from(kind), side)]
    }
}

impl<B> Reach<B> {
    /// Whether all of these are to an empty square or capture the one man on the arrival.
    #[inline]
    #[must_use]
    pub fn has_plain_paths(&self) -> bool {
        self.plain
    }

    /// Whether some moves may be more than a departure, an arrival and the capture there.
    #[inline]
    #[must_use]
    pub fn is_special(&self) -> bool {
        self.special
    }

    /// Whether some moves are neither leaps nor straight rides.
    #[inline]
    #[must_use]
    pub fn has_paths(&self) -> bool {
        self.net != NO_NET
    }
}

#[inline]
fn code(kind: usize, side: Side) -> usize {
    kind * 2 + side.index()
}

fn shapes_of<B: Bits>(
    walk: &Walk,
    program: &Program,
    geometry: &Geometry,
    side: Side,
) -> Result<Shapes<B>, MovementError> {
    let mut shapes: Shapes<B> = vec![None; geometry.area()];
    if let Some(direct) = Direct::of(walk, geometry, side) {
        for origin in geometry.squares() {
            shapes[origin.index()] = Some(direct.shape(geometry, origin));
        }
        return Ok(shapes);
    }
    let mut explorer = Explorer::new(program, geometry, side);
    for origin in geometry.squares() {
        let net = explorer.explore(origin)?;
        shapes[origin.index()] = Some(Shape::of(net, origin));
    }
    Ok(shapes)
}

/// Joins rays below and above a square to lines; which ray goes with which does not matter.
pub(super) fn pair<B: Bits>(rays: &[&Ray], origin: Square) -> Vec<Line<B>> {
    let set = |ray: &&&Ray| B::of(ray.squares.iter().copied());
    let lower: Vec<B> =
        rays.iter().filter(|ray| ray.squares[0] < origin).map(|r| set(&r)).collect();
    let upper: Vec<B> =
        rays.iter().filter(|ray| ray.squares[0] > origin).map(|r| set(&r)).collect();
    (0..lower.len().max(upper.len()))
        .map(|at| Line {
            lower: lower.get(at).copied().unwrap_or(B::EMPTY),
            upper: upper.get(at).copied().unwrap_or(B::EMPTY),
        })
        .collect()
}
