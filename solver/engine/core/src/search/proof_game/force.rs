//! One side in one position: its men, what it must still do, and a lower bound on that.

use crate::rules::CastlingWay;

use super::around::{Around, Standing};
use super::graph::State;
use super::matching::{Cost, MOST, Matching, NEVER, Row};
use super::tables::SideTables;

/// Assumptions about castling: none more, or this one will still be played.
#[derive(Clone, Debug)]
struct Variant {
    way: Option<CastlingWay>,
    matching: Matching,
}

/// Squares on which men must be captured, because pawns of the other side must capture there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slots {
    pub count: u8,
    /// Numbers of zones in the tables of the side whose men are captured.
    pub zones: [u16; MOST],
}

/// The tables of a side, and the men that are known to stand still.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub tables: &'a SideTables,
    pub around: &'a Around,
    pub standing: Standing,
}

/// The men of a side in one position, with their cheapest assignment to the target.
///
/// As many men as the target lacks are assigned to be captured.  The total is a lower bound on the
/// half-moves that the side must still make.
#[derive(Clone, Debug)]
pub struct Force {
    size: usize,
    men: [State; MOST],
    /// Captures that the side must still make.
    pub to_capture: usize,
    /// Squares of men that will never move and never be captured.
    pub fixed: u64,
    slots: Slots,
    /// The man that can be captured en passant at the next half-move.
    passing: Option<u8>,
    variants: Vec<Variant>,
}

/// A half-move as the bound sees it.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub from: State,
    pub to: State,
    pub captures: bool,
    /// The castling that it is.
    pub castling: Option<CastlingWay>,
    pub double: bool,
}

impl Force {
    /// The men of a side; None when they cannot become the target's.
    ///
    /// `to_capture`: men that the other side has too many.  `ways`: castlings that it still may play.
    pub fn new(
        scene: &Scene,
        men: &[State],
        to_capture: usize,
        ways: &[CastlingWay],
    ) -> Option<Self> {
        let size = men.len();
        if size > MOST || size < scene.tables.columns.len() {
            return None;
        }
        let mut force = Self {
            size,
            men: [0; MOST],
            to_capture,
            fixed: scene.tables.fixed,
            slots: Slots::default(),
            passing: None,
            variants: Vec::with_capacity(ways.len() + 1),
        };
        force.men[..size].copy_from_slice(men);
        for way in std::iter::once(None).chain(ways.iter().copied().map(Some)) {
            let mut rows = [[NEVER; MOST]; MOST];
            for (number, row) in rows.iter_mut().enumerate().take(size) {
                *row = force.row(scene, number, way);
            }
            let matching = Matching::new(&rows[..size]);
            force.variants.push(Variant { way, matching });
        }
        Some(force)
    }

    /// The kinds and squares of the men.
    pub fn men(&self) -> &[State] {
        &self.men[..self.size]
    }

    /// Number of men that are to be captured.
    pub fn too_many(&self, tables: &SideTables) -> usize {
        self.size - tables.columns.len()
    }

    /// The man on a square.
    pub fn man_on(&self, sq: usize, squares: usize) -> Option<State> {
        self.men().iter().copied().find(|man| man % squares == sq)
    }

    fn number_of(&self, state: State) -> Option<usize> {
        self.men().iter().position(|&man| man == state)
    }

    // What the man must still do in each role, if `way` will be played.
    fn row(&self, scene: &Scene, number: usize, way: Option<CastlingWay>) -> Row {
        let state = self.men[number];
        let tables = scene.tables;
        let squares = tables.graph.squares;
        let (kind, sq) = (state / squares, state % squares);
        if self.fixed & 1 << sq != 0 {
            let mut row = [NEVER; MOST];
            if let Some(column) = scene.around.column(state) {
                row[column] = 0;
            }
            return row;
        }
        let castled = match way {
            Some(way) if way.king.index() == sq => Some((way.king_to, 1)),
            Some(way) if way.rook.index() == sq => Some((way.rook_to, 0)),
            _ => None,
        };
        let Some((to, cost)) = castled else {
            let mut row = self.way_to_places(scene, state, self.to_capture);
            self.enter_zones(tables, number, state, &mut row);
            // A man between king and rook goes away first, even from its place in the target.
            if way.is_some_and(|way| way.empty & 1 << sq != 0)
                && let Some(column) = scene.around.column(state)
            {
                row[column] = row[column].max(tables.row_leaving(column, self.to_capture)[column]);
            }
            return row;
        };
        let mut row = self.way_to_places(scene, kind * squares + to.index(), self.to_capture);
        row[..tables.columns.len()].iter_mut().for_each(|further| *further += cost);
        row
    }

    // The row of a state, around all men that stand still.
    fn way_to_places(&self, scene: &Scene, state: State, to_capture: usize) -> Row {
        let mut row = *scene.tables.row(state, to_capture);
        if !scene.tables.know(scene.standing.squares) {
            let around = scene.around.row(state, scene.standing, to_capture > 0);
            for (cost, least) in row.iter_mut().zip(around) {
                *cost = (*cost).max(least);
            }
        }
        row
    }

    fn enter_zones(&self, tables: &SideTables, number: usize, state: State, row: &mut Row) {
        if self.passing == Some(number as u8) {
            return;
        }
        let zones = &self.slots.zones[..usize::from(self.slots.count)];
        for (cost, &zone) in row[tables.columns.len()..].iter_mut().zip(zones) {
            *cost = tables.to_zone(zone, state);
        }
    }

    /// Whether the side may still make `left` half-moves and play this one of them; false only when
    /// that is certain to fail.
    pub fn allows(&self, scene: &Scene, step: &Step, left: Cost) -> bool {
        let sq = step.from % scene.tables.graph.squares;
        if (step.captures && self.to_capture == 0) || self.fixed & 1 << sq != 0 {
            return false;
        }
        if step.castling.is_some() {
            let castles = |variant: &&Variant| variant.way == step.castling;
            return self.variants.iter().find(castles).is_some_and(|v| v.matching.total() <= left);
        }
        let Some(number) = self.number_of(step.from) else { return false };
        let to_capture = self.to_capture - usize::from(step.captures);
        let costs = scene.tables.row(step.to, to_capture);
        self.admits(number, sq, costs, left) && {
            let costs = self.way_to_places(scene, step.to, to_capture);
            self.admits(number, sq, &costs, left)
        }
    }

    // Whether the bound could be below `left` if the man on the square had these costs.
    fn admits(&self, number: usize, sq: usize, costs: &Row, left: Cost) -> bool {
        self.variants.iter().any(|variant| {
            let gone = variant.way.is_some_and(|w| w.king.index() == sq || w.rook.index() == sq);
            let matching = &variant.matching;
            !gone && matching.bound_with(number, costs) < left
        })
    }

    /// After the side has made a half-move; false when the bound exceeds `left`, the half-moves it
    /// has after it.
    pub fn play(&mut self, scene: &Scene, step: &Step, left: Cost) -> bool {
        let Some(number) = self.number_of(step.from) else { return false };
        let squares = scene.tables.graph.squares;
        self.men[number] = step.to;
        self.to_capture -= usize::from(step.captures);
        if let Some(way) = step.castling {
            let rook = |state: &State| state % squares == way.rook.index();
            let Some(rook) = self.men().iter().position(rook) else { return false };
            let kind = self.men[rook] / squares;
            self.men[rook] = kind * squares + way.rook_to.index();
            self.variants.retain(|variant| variant.way == step.castling);
            self.variants.iter_mut().for_each(|variant| variant.way = None);
        }
        let passed = std::mem::replace(&mut self.passing, step.double.then_some(number as u8));
        self.drop_ways(step.from % squares);
        if step.captures || step.castling.is_some() {
            return self.refresh(scene, left);
        }
        let more = passed.map(usize::from).filter(|&man| man != number);
        self.renew(scene, left, std::iter::once(number).chain(more))
    }

    // Castlings with a man that has left the square, or was captured on it.
    fn drop_ways(&mut self, sq: usize) {
        self.variants.retain(|variant| {
            variant.way.is_none_or(|way| way.king.index() != sq && way.rook.index() != sq)
        });
    }

    /// After the other side has captured a man; false when the bound exceeds `left`.
    pub fn lose(&mut self, scene: &Scene, state: State, slots: Slots, left: Cost) -> bool {
        let Some(number) = self.number_of(state) else { return false };
        let fixed = self.fixed & 1 << (state % scene.tables.graph.squares) != 0;
        if fixed || self.size <= scene.tables.columns.len() {
            return false;
        }
        let last = self.size - 1;
        self.men[number] = self.men[last];
        self.size = last;
        self.passing = None;
        self.drop_ways(state % scene.tables.graph.squares);
        for variant in &mut self.variants {
            variant.matching.remove(number);
        }
        self.meet(scene, slots, left)
    }

    /// The other side's pawns must capture on these squares; false when the bound exceeds `left`.
    pub fn meet(&mut self, scene: &Scene, slots: Slots, left: Cost) -> bool {
        if usize::from(slots.count) > self.too_many(scene.tables) {
            return false;
        }
        self.slots = slots;
        self.refresh(scene, left)
    }

    /// The man on the square, if it is one of these, can be captured en passant at once.
    pub fn may_be_passed(&mut self, sq: usize, squares: usize) {
        let number = self.men().iter().position(|man| man % squares == sq);
        self.passing = number.map(|number| number as u8);
    }

    /// The zones that the other side's pawns capture in.
    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// Brings all rows up to date; false when the bound exceeds `left`.
    pub fn refresh(&mut self, scene: &Scene, left: Cost) -> bool {
        self.renew(scene, left, 0..self.size)
    }

    // The same for the rows of some men.
    fn renew(&mut self, scene: &Scene, left: Cost, numbers: impl Iterator<Item = usize>) -> bool {
        let mut variants = std::mem::take(&mut self.variants);
        for number in numbers {
            let sq = self.men[number] % scene.tables.graph.squares;
            let concerns = |way: &CastlingWay| {
                let ends = way.king.index() == sq || way.rook.index() == sq;
                ends || way.empty & 1 << sq != 0
            };
            let usual = self.row(scene, number, None);
            for variant in &mut variants {
                match variant.way.filter(concerns) {
                    Some(way) => {
                        let row = self.row(scene, number, Some(way));
                        variant.matching.replace(number, &row);
                    }
                    None => variant.matching.replace(number, &usual),
                }
            }
        }
        variants.retain(|variant| variant.matching.total() <= left);
        self.variants = variants;
        !self.variants.is_empty()
    }

    /// Men of the target's that can neither leave and be replaced, nor be captured, within `left`
    /// half-moves: their squares.
    pub fn to_fix(&self, scene: &Scene, left: Cost) -> u64 {
        let squares = scene.tables.graph.squares;
        let spare = left - self.least();
        let mut found = 0;
        for (number, man) in self.men().iter().enumerate() {
            let bit = 1 << (man % squares);
            if self.fixed & bit == 0
                && let Some(column) = scene.around.column(*man)
                && self.stays(scene, number, column, (left, spare))
            {
                found |= bit;
            }
        }
        found
    }

    /// A lower bound on the half-moves that the side must still make.
    pub fn least(&self) -> Cost {
        self.variants.iter().map(|variant| variant.matching.total()).min().unwrap_or(NEVER)
    }

    fn stays(
        &self,
        scene: &Scene,
        number: usize,
        column: usize,
        (left, spare): (Cost, Cost),
    ) -> bool {
        let (tables, state) = (scene.tables, self.men[number]);
        let standing = scene.standing.squares;
        let sq = state % tables.graph.squares;
        let castles = |way: CastlingWay| way.king.index() == sq || way.rook.index() == sq;
        if self.variants.iter().any(|variant| variant.way.is_some_and(castles)) {
            return false;
        }
        let entered = self.variants.iter().any(|variant| variant.way.is_some())
            || scene.around.can_be_entered(column, standing);
        if !entered {
            return true;
        }
        let leaving = tables.row_leaving(column, self.to_capture);
        let leaves = (leaving[column] <= spare || self.admits(number, sq, leaving, left + 1))
            && scene.around.can_be_left(state, standing, self.to_capture > 0);
        if leaves {
            return false;
        }
        let captured = self.size > tables.columns.len() && {
            let mut row = *tables.row(state, self.to_capture);
            row[..tables.columns.len()].fill(NEVER);
            self.admits(number, sq, &row, left + 1)
        };
        !captured
    }

    /// Whether the man could move, or be captured where it is, within `left` half-moves.
    pub fn may_change(&self, tables: &SideTables, number: usize, left: Cost) -> bool {
        let sq = self.men[number] % tables.graph.squares;
        let moving = tables.row_moving(self.men[number], self.to_capture);
        let goals = tables.columns.len();
        self.variants.iter().any(|variant| {
            if variant.way.is_some_and(|w| w.king.index() == sq || w.rook.index() == sq) {
                return variant.matching.total() <= left;
            }
            let mut captured = *variant.matching.row(number);
            captured[..goals].fill(NEVER);
            [&moving, &captured].into_iter().any(|row| {
                let mut matching = variant.matching.clone();
                matching.replace(number, row);
                matching.total() <= left
            })
        })
    }
}
