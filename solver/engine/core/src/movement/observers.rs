//! The tables of observation: who could capture on a square, by observing side and target.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Bits, Geometry, Side, Square, Step};

use super::shape::{Ray, Shape};
use super::shots::{Shot, shots};
use super::tables::{Line, Movement, Shapes, pair};

/// At most this many sets of kinds that ride together; further rides become single shots.
const MOST_CLASSES: usize = 64;

/// Kinds that ride, capturing, along the same lines from every square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RiderClass {
    pub kinds: Vec<u8>,
}

/// Observation by one side, compiled: leaps and rides by kind, the rest as single shots or, where
/// these would be too many, as departures from which a net must be searched.
#[derive(Clone, Debug)]
pub struct Observers<B> {
    /// Kinds that capture by leaps.
    pub leapers: Vec<u8>,
    leap_origins: Vec<B>,
    /// By target, from where the way to it is open.
    open: Vec<B>,
    /// Sets of kinds with common lines.
    pub riders: Vec<RiderClass>,
    rider_spans: Vec<(u32, u32)>,
    rider_lines: Vec<Line<B>>,
    /// Kinds that capture by single shots.
    pub shooters: Vec<u8>,
    shooter_origins: Vec<B>,
    // Where the shots of each target, shooter and origin begin; they end where the next begin.
    shot_starts: Vec<u32>,
    shots: Vec<Shot<B>>,
    /// Kinds whose nets must be searched.
    pub searched: Vec<u8>,
    searched_origins: Vec<B>,
    by_kind: Vec<(u32, u64, u32)>,
    area: usize,
}

const NONE: u32 = u32::MAX;

impl<B> Default for Observers<B> {
    fn default() -> Self {
        Observers {
            leapers: Vec::new(),
            leap_origins: Vec::new(),
            open: Vec::new(),
            riders: Vec::new(),
            rider_spans: Vec::new(),
            rider_lines: Vec::new(),
            shooters: Vec::new(),
            shooter_origins: Vec::new(),
            shot_starts: Vec::new(),
            shots: Vec::new(),
            searched: Vec::new(),
            searched_origins: Vec::new(),
            by_kind: Vec::new(),
            area: 0,
        }
    }
}

impl<B: Bits> Observers<B> {
    pub(super) fn compile(
        shapes: &[Shapes<B>],
        movement: &Movement<B>,
        vectors: &[Vec<Step>],
        geometry: &Geometry,
        side: Side,
    ) -> Observers<B> {
        let mut rest: Vec<Vec<Capturing<B>>> =
            shapes.iter().map(|from| from.iter().map(Capturing::of).collect()).collect();
        let mut classes: BTreeMap<Vec<u8>, Vec<Step>> = BTreeMap::new();
        let steps: BTreeSet<Step> = vectors.iter().flatten().copied().collect();
        for step in steps {
            let lines: Vec<Vec<Square>> =
                (0..geometry.area()).map(|index| line(geometry, index, step)).collect();
            let kinds: Vec<u8> = (0..rest.len())
                .filter(|&kind| rides(&rest[kind], &lines))
                .map(|kind| kind as u8)
                .collect();
            let full = classes.len() >= MOST_CLASSES && !classes.contains_key(&kinds);
            if kinds.is_empty() || full {
                continue;
            }
            for &kind in &kinds {
                for (from, line) in rest[usize::from(kind)].iter_mut().zip(&lines) {
                    from.forget(line);
                }
            }
            classes.entry(kinds).or_default().push(step);
        }
        let mut observers = Observers {
            area: geometry.area(),
            open: vec![!B::EMPTY; B::CAPACITY],
            ..Observers::default()
        };
        observers.enter_leaps(&rest, geometry);
        observers.enter_riders(classes, geometry);
        observers.enter_rest(&rest, movement, geometry, side);
        observers.by_kind = (0..shapes.len() as u8)
            .map(|kind| {
                let at = observers.leapers.iter().position(|&leaper| leaper == kind);
                let mut mask = 0;
                for (bit, class) in observers.riders.iter().enumerate() {
                    mask |= u64::from(class.kinds.contains(&kind)) << bit;
                }
                let shooter = observers.shooters.iter().position(|&shooter| shooter == kind);
                let index = |at: Option<usize>| at.map_or(NONE, |at| at as u32);
                (index(at), mask, index(shooter))
            })
            .collect();
        observers
    }

    fn enter_leaps(&mut self, rest: &[Vec<Capturing<B>>], geometry: &Geometry) {
        let leaps = |from: &Capturing<B>| from.leaps.any();
        self.leapers = kinds_where(rest, leaps);
        for target in 0..geometry.area() {
            for &kind in &self.leapers {
                let origins = rest[usize::from(kind)].iter().enumerate();
                let origins = origins.filter(|(_, from)| from.leaps.has(Square(target as u8)));
                self.leap_origins.push(B::of(origins.map(|(index, _)| Square(index as u8))));
            }
        }
    }

    fn enter_riders(&mut self, classes: BTreeMap<Vec<u8>, Vec<Step>>, geometry: &Geometry) {
        for target in 0..geometry.area() {
            for steps in classes.values() {
                let rays: Vec<Ray> = steps
                    .iter()
                    .map(|&(x, y)| line(geometry, target, (-x, -y)))
                    .filter(|squares| !squares.is_empty())
                    .map(|squares| Ray { squares, quiet: false, capture: true })
                    .collect();
                let lines = pair(&rays.iter().collect::<Vec<_>>(), Square(target as u8));
                let first = self.rider_lines.len() as u32;
                self.rider_lines.extend(lines);
                self.rider_spans.push((first, self.rider_lines.len() as u32));
            }
        }
        self.riders = classes.into_keys().map(|kinds| RiderClass { kinds }).collect();
    }

    fn enter_rest(
        &mut self,
        rest: &[Vec<Capturing<B>>],
        movement: &Movement<B>,
        geometry: &Geometry,
        side: Side,
    ) {
        let mut by_target: Vec<Vec<Shot<B>>> = vec![Vec::new(); geometry.area()];
        let mut searched: BTreeMap<u8, Vec<B>> = BTreeMap::new();
        for (kind, from) in rest.iter().enumerate() {
            let kind = kind as u8;
            for (index, capturing) in from.iter().enumerate() {
                let origin = Square(index as u8);
                for ray in &capturing.rays {
                    let mut empty = B::EMPTY;
                    for &sq in ray {
                        by_target[sq.index()].push(Shot::ride(kind, origin, empty));
                        empty |= B::bit(sq);
                    }
                }
                let reach = movement.reach(kind, side, origin);
                let Some((graph, start)) = movement.paths(kind, side, reach) else { continue };
                match shots(graph, start, kind, origin) {
                    Some(found) => {
                        for (target, shot) in found {
                            by_target[target.index()].push(shot);
                        }
                    }
                    None => {
                        let none = || vec![B::EMPTY; geometry.area()];
                        let origins = searched.entry(kind).or_insert_with(none);
                        for target in graph.captures(start).squares() {
                            origins[target.index()] |= B::bit(origin);
                        }
                    }
                }
            }
        }
        self.enter_shots(&by_target);
        self.searched = searched.keys().copied().collect();
        for target in 0..geometry.area() {
            self.searched_origins.extend(searched.values().map(|origins| origins[target]));
        }
    }

    fn enter_shots(&mut self, by_target: &[Vec<Shot<B>>]) {
        let kinds: BTreeSet<u8> = by_target.iter().flatten().map(|shot| shot.kind).collect();
        self.shooters = kinds.into_iter().collect();
        let area = by_target.len();
        for list in by_target {
            for &kind in &self.shooters {
                let first = self.shots.len() as u32;
                self.shots.extend(list.iter().filter(|shot| shot.kind == kind));
                self.shots[first as usize..].sort_by_key(|shot| shot.origin);
                let added = &self.shots[first as usize..];
                self.shooter_origins.push(B::of(added.iter().map(|shot| shot.origin)));
                let mut at = first as usize;
                for index in 0..area {
                    self.shot_starts.push(at as u32);
                    while self.shots.get(at).is_some_and(|shot| shot.origin.index() == index) {
                        at += 1;
                    }
                }
            }
        }
        self.shot_starts.push(self.shots.len() as u32);
    }

    /// Closes all ways but those to each target from certain squares, for leaps and common lines.
    pub(super) fn confine(&mut self, open: &[B]) {
        self.open = open.to_vec();
        for (origins, &open) in self.leap_origins.chunks_mut(self.leapers.len().max(1)).zip(open) {
            origins.iter_mut().for_each(|origins| *origins &= open);
        }
    }

    /// From where the way to `target` is open.
    #[inline]
    #[must_use]
    pub fn open(&self, target: Square) -> B {
        self.open[target.index()]
    }

    /// Departures from which each of `leapers` captures on `target`, in their order.
    #[inline]
    #[must_use]
    pub fn leaps(&self, target: Square) -> &[B] {
        let count = self.leapers.len();
        &self.leap_origins[target.index() * count..][..count]
    }

    /// The lines through `target` along which the class with this index rides, closed ways included.
    #[inline]
    #[must_use]
    pub fn lines(&self, target: Square, class: usize) -> &[Line<B>] {
        let (first, last) = self.rider_spans[target.index() * self.riders.len() + class];
        &self.rider_lines[first as usize..last as usize]
    }

    /// Departures from which each of `shooters` may shoot at `target`, in their order.
    #[inline]
    #[must_use]
    pub fn shooter_origins(&self, target: Square) -> &[B] {
        let count = self.shooters.len();
        &self.shooter_origins[target.index() * count..][..count]
    }

    /// The single shots at `target` of the shooter with this index from `origin`.
    #[inline]
    #[must_use]
    pub fn shots(&self, target: Square, shooter: usize, origin: Square) -> &[Shot<B>] {
        let list = target.index() * self.shooters.len() + shooter;
        let at = list * self.area + origin.index();
        &self.shots[self.shot_starts[at] as usize..self.shot_starts[at + 1] as usize]
    }

    /// The index of `kind` among the shooters.
    #[inline]
    #[must_use]
    pub fn shooter(&self, kind: u8) -> Option<usize> {
        let at = self.by_kind[usize::from(kind)].2;
        (at != NONE).then_some(at as usize)
    }

    /// Departures from which `kind` may shoot at `target`.
    #[inline]
    #[must_use]
    pub fn shots_of(&self, kind: u8, target: Square) -> B {
        match self.by_kind[usize::from(kind)].2 {
            NONE => B::EMPTY,
            at => self.shooter_origins[target.index() * self.shooters.len() + at as usize],
        }
    }

    /// Departures from which the net of each of `searched` may capture on `target`.
    #[inline]
    #[must_use]
    pub fn searches(&self, target: Square) -> &[B] {
        let count = self.searched.len();
        &self.searched_origins[target.index() * count..][..count]
    }

    /// Whether the side has walks beyond leaps and common lines.
    #[inline]
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.shots.is_empty() && self.searched.is_empty()
    }

    /// Departures from which `kind` captures on `target` by a leap.
    #[inline]
    #[must_use]
    pub fn leaps_of(&self, kind: u8, target: Square) -> B {
        match self.by_kind[usize::from(kind)].0 {
            NONE => B::EMPTY,
            at => self.leap_origins[target.index() * self.leapers.len() + at as usize],
        }
    }

    /// The classes to which `kind` belongs, as bits.
    #[inline]
    #[must_use]
    pub fn classes_of(&self, kind: u8) -> u64 {
        self.by_kind[usize::from(kind)].1
    }
}

/// What one man captures by leaps and rides from one square, as far as no class covers it.
struct Capturing<B> {
    leaps: B,
    rays: Vec<Vec<Square>>,
}

impl<B: Bits> Capturing<B> {
    fn of(shape: &Option<Shape<B>>) -> Capturing<B> {
        let Some(shape) = shape else { return Capturing { leaps: B::EMPTY, rays: Vec::new() } };
        let rays = shape.rays.iter().filter(|ray| ray.capture);
        Capturing { leaps: shape.capture, rays: rays.map(|ray| ray.squares.clone()).collect() }
    }

    // A ride of one square, at the edge, looks like a leap.
    fn covers(&self, line: &[Square]) -> bool {
        match line {
            [] => true,
            [only] => self.leaps.has(*only),
            line => self.rays.iter().any(|ray| ray == line),
        }
    }

    fn forget(&mut self, line: &[Square]) {
        match line {
            [] => {}
            [only] => self.leaps &= !B::bit(*only),
            line => self.rays.retain(|ray| ray != line),
        }
    }
}

fn kinds_where<B>(rest: &[Vec<Capturing<B>>], has: impl Fn(&Capturing<B>) -> bool) -> Vec<u8> {
    let kinds = rest.iter().enumerate().filter(|(_, from)| from.iter().any(&has));
    kinds.map(|(kind, _)| kind as u8).collect()
}

// Whether the kind rides along this direction from every square, and truly rides somewhere.
fn rides<B: Bits>(from: &[Capturing<B>], lines: &[Vec<Square>]) -> bool {
    lines.iter().any(|line| line.len() > 1)
        && from.iter().zip(lines).all(|(capturing, line)| capturing.covers(line))
}

// The squares of a straight ride over the empty board; none from a hole.
fn line(geometry: &Geometry, index: usize, step: Step) -> Vec<Square> {
    let mut squares = Vec::new();
    let Ok(origin) = geometry.square(index) else { return squares };
    let mut at = origin;
    while let Some(next) = geometry.step(at, step) {
        if next == origin || squares.contains(&next) {
            break;
        }
        squares.push(next);
        at = next;
    }
    squares
}
