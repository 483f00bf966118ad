//! A bound for whole searches: which final pictures are still within reach?
//!
//! Before the search all pictures are drawn that the last position may show: where the royal man
//! stands, which men of either side observe, block and pin, and, for a stalemate, who has been
//! captured (`draft`, `mate`, `stalemate`).  Each man of a picture has an aim; what he needs to get
//! there on an empty board is a lower bound of what he will need, and the sum over the men of a
//! side a lower bound of its half-moves, for a half-move brings one man nearer by one (castling: two
//! men, which is allowed for).  During the search each position keeps those of its predecessor's
//! pictures that are still affordable; without one it is hopeless.  Every final position shows at
//! least one picture that was affordable all the way.
//!
//! Source of the idea: the "intelligent" modes of reference solvers, which search once for every
//! picture; here one search carries all of them.

mod afford;
mod blocks;
mod draft;
mod fill;
mod gallery;
mod mate;
mod named;
mod patience;
mod price;
mod sight;
mod stalemate;
mod useful;

use std::sync::Arc;

use crate::board::{Side, Square};
use crate::rules::{Play, Relocation};

use super::tables::{NEVER, State, Tables};
use draft::{Draft, Found, Others};
use gallery::Gallery;
use patience::Patience;
pub use price::Purse;
use price::{Castlings, Live};
use sight::Sight;

/// Steps of drawing before it is given up.
const MOST_PATIENCE: u64 = 4_000_000;
const LEAST_PATIENCE: u64 = 10_000;
/// Positions of the search for which a step of drawing is worth its time.
const POSITIONS_A_STEP: u64 = 50;
/// A step of drawing a stalemate takes so many times as long.
const LONG_STEP: u64 = 6;
/// Pictures that are carried at most, by long and by short searches.
const MOST_PICTURES: u64 = 400_000;
const FEW_PICTURES: u64 = 12_000;
/// Pictures that are drawn for a short search at most, and the positions of it for which one more is.
const DRAWN_PICTURES: u64 = 30_000;
const CASTLING_PICTURES: u64 = 200_000;
const POSITIONS_A_PICTURE: u64 = 10_000;
const MOST_MEN: usize = 32;
/// Bytes that a picture takes while they are drawn, and more for each man.
const BYTES_EACH: usize = 120;
const BYTES_A_MAN: usize = 2 * size_of::<u16>();
const NOBODY: u8 = u8::MAX;

/// A man of the diagram, followed through the play.
#[derive(Clone, Copy)]
pub struct Man {
    side: Side,
    royal: bool,
    /// What and where it is; None when it has been captured.
    state: Option<State>,
}

/// The pictures, and those that are affordable in each position from the root to the present one.
#[derive(Clone)]
pub struct Pictures {
    gallery: Arc<Gallery>,
    men: Vec<Man>,
    /// By square, the number of the man on it.
    at: [u8; 64],
    /// Men of the mated side on the board, the royal man aside.
    mated_men: u8,
    live: Vec<Live>,
    /// By position, where its pictures begin, and where its changes do.
    marks: Vec<(usize, usize)>,
    /// Men with what and where they were before.
    changes: Vec<(u8, Option<State>)>,
    relocations: Vec<Relocation>,
    blockers: Vec<(u8, State)>,
    /// By number of what is wanted, when it was asked last what that costs, and the answer.
    memo: Vec<(u32, u8)>,
    stamp: u32,
    /// What it took to look at the pictures of the last position.
    steps: u64,
}

/// Steps that it takes, about, to tell what blocking costs.
const BLOCKING: u64 = 32;

impl Pictures {
    /// Draws all pictures that the half-moves of both sides can pay; None where they are too many, for a
    /// search that can do with few or for so many bytes, where the men do what pictures do not know, or where
    /// `stopped` says so.
    pub fn draw<P: Play>(
        rules: &P,
        pos: &P::Position,
        tables: &Arc<Tables>,
        purse: Purse,
        (few, bytes): (bool, usize),
        stopped: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let (mating, mated) = purse.most();
        let budget = |most| u8::try_from(most).ok().filter(|&most| most < NEVER);
        let budgets = (budget(mating)?, budget(mated)?);
        if tables.stalemate && !knows_pins(rules, pos, tables.mating) {
            return None;
        }
        let men = men_of(rules, pos, tables);
        if men.len() > MOST_MEN {
            return None;
        }
        let positions = positions(rules, pos, mating + mated);
        // Most of those that only a castling makes affordable are left out again.
        let drawn = if purse.castles() { CASTLING_PICTURES } else { DRAWN_PICTURES };
        let worth = (positions / POSITIONS_A_PICTURE).clamp(FEW_PICTURES, drawn);
        let most = if few { worth } else { MOST_PICTURES } as usize;
        let most = most.min(bytes / (BYTES_EACH + BYTES_A_MAN * men.len()));
        let sight = Sight::new(rules, tables);
        let mut found = Found::default();
        let patience = Patience::new(patience(positions, tables.stalemate), stopped);
        for royal in 0..tables.squares {
            let parts = (&**tables, &sight, &men[..]);
            let Some(mut draft) = Draft::new(parts, royal, budgets, &mut found, &patience) else {
                continue;
            };
            let patient = if tables.stalemate { draft.stalemates() } else { draft.mates() };
            if !patient || found.others.len() > most {
                return None;
            }
        }
        // Where men go as they like, whatever castling there is may do anything.
        let mut castlings = Vec::new();
        let known = rules.castlings_to_come(pos, &mut castlings);
        let castlings = known.then_some((&castlings[..], rules.castlers_return()));
        let rows = found.aims.chunks(men.len()).zip(found.others.iter().copied());
        let mut rows: Vec<(&[u16], Others)> = rows.collect();
        rows.sort_unstable();
        rows.dedup();
        let mut pictures = Self::with(tables, &Arc::new(sight), &men, &rows, castlings);
        // Those that are not affordable after all are left out.
        let affordable = |live: &&Live| {
            let (mating, mated) = purse.least(pictures.gallery.doubles[live.picture as usize]);
            usize::from(live.mating) <= mating
                && usize::from(live.mated) + usize::from(live.blocking) <= mated
        };
        let kept = pictures.live.iter().filter(affordable);
        let kept: Vec<_> = kept.map(|live| rows[live.picture as usize]).collect();
        if few && kept.len() > FEW_PICTURES as usize {
            return None;
        }
        if kept.len() < rows.len() {
            pictures = Self::with(tables, &pictures.gallery.sight, &men, &kept, castlings);
        }
        Some(pictures)
    }

    fn with(
        tables: &Arc<Tables>,
        sight: &Arc<Sight>,
        men: &[Man],
        rows: &[(&[u16], Others)],
        castlings: Option<Castlings<'_>>,
    ) -> Self {
        let mut at = [NOBODY; 64];
        for (number, man) in men.iter().enumerate() {
            if let Some(state) = man.state {
                at[tables.square(state)] = number as u8;
            }
        }
        let mated_men = men.iter().filter(|man| man.side != tables.mating && !man.royal).count();
        let gallery = Gallery::new(tables, sight, men, rows, castlings);
        let mut pictures = Self {
            at,
            mated_men: mated_men as u8,
            live: Vec::new(),
            marks: vec![(0, 0)],
            changes: Vec::new(),
            relocations: Vec::new(),
            blockers: Vec::new(),
            memo: vec![(0, 0); gallery.classes()],
            stamp: 0,
            steps: 0,
            gallery: Arc::new(gallery),
            men: men.to_vec(),
        };
        pictures.live = (0..rows.len()).map(|picture| pictures.price(picture)).collect();
        pictures
    }

    /// How many have been drawn.
    pub fn drawn(&self) -> usize {
        self.gallery.count
    }

    /// Follows the half-move that has just been played.
    pub fn enter<P: Play>(&mut self, rules: &P, pos: &P::Position) {
        self.marks.push((self.live.len(), self.changes.len()));
        self.relocations.clear();
        rules.relocations(pos, &mut self.relocations);
        let mut gone = NOBODY;
        for index in 0..self.relocations.len() {
            match self.relocations[index] {
                Relocation::Gone(square) => {
                    gone = std::mem::replace(&mut self.at[square.index()], NOBODY);
                    self.change(gone, None);
                }
                Relocation::Moved(from, to) => {
                    let number = std::mem::replace(&mut self.at[from.index()], NOBODY);
                    self.at[to.index()] = number;
                    let kind = rules.kind_of(pos, to);
                    self.change(number, kind.map(|kind| self.gallery.tables.state((kind, to))));
                }
                // While bounds hold, only the man that was captured comes back.
                Relocation::Reborn(square) => {
                    let number = std::mem::replace(&mut gone, NOBODY);
                    self.at[square.index()] = number;
                    let kind = rules.kind_of(pos, square);
                    self.change(number, kind.map(|kind| self.gallery.tables.state((kind, square))));
                }
            }
        }
    }

    /// What the last `keep_affordable` has cost, about.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    fn change(&mut self, number: u8, state: Option<State>) {
        let Some(man) = self.men.get_mut(usize::from(number)) else { return };
        let first = self.marks.last().map_or(0, |&(_, changed)| changed);
        // A half-move may put a man on several squares, one after the other.
        if !self.changes[first..].iter().any(|&(other, _)| other == number) {
            self.changes.push((number, man.state));
        }
        let before = std::mem::replace(&mut man.state, state);
        self.count(number, before, state);
    }

    // Counts the men of the mated side, of which one was there or not, and now is or is not.
    fn count(&mut self, number: u8, before: Option<State>, now: Option<State>) {
        let man = &self.men[usize::from(number)];
        if man.side != self.gallery.tables.mating {
            match (before, now) {
                (Some(_), None) => self.mated_men -= 1,
                (None, Some(_)) => self.mated_men += 1,
                _ => {}
            }
        }
    }

    /// Takes the last half-move back.
    pub fn leave(&mut self) {
        let Some((first, changed)) = self.marks.pop() else { return };
        self.live.truncate(first);
        // Squares that men have left are cleared before men return to others.
        for index in (changed..self.changes.len()).rev() {
            let number = usize::from(self.changes[index].0);
            if let Some(state) = self.men[number].state {
                self.at[self.gallery.tables.square(state)] = NOBODY;
            }
        }
        while self.changes.len() > changed {
            let Some((number, before)) = self.changes.pop() else { break };
            let now = std::mem::replace(&mut self.men[usize::from(number)].state, before);
            self.count(number, now, before);
            if let Some(state) = before {
                self.at[self.gallery.tables.square(state)] = number;
            }
        }
    }
}

/// How many positions a search of so many half-moves may have, about.
fn positions<P: Play>(rules: &P, pos: &P::Position, half_moves: usize) -> u64 {
    let mut pos = pos.clone();
    let mut positions = 1u64;
    let side = rules.side(&pos);
    let counts = [side, side.other()].map(|side| {
        rules.pass_to(&mut pos, side);
        rules.count_legal_moves(&mut pos) as u64
    });
    for index in 0..half_moves {
        positions = positions.saturating_mul(counts[index % 2].max(1));
    }
    positions
}

/// How many steps of drawing a search of so many positions is worth.
fn patience(positions: u64, stalemate: bool) -> u32 {
    let steps = (positions / POSITIONS_A_STEP).clamp(LEAST_PATIENCE, MOST_PATIENCE);
    (if stalemate { steps / LONG_STEP } else { steps }) as u32
}

fn men_of<P: Play>(rules: &P, pos: &P::Position, tables: &Tables) -> Vec<Man> {
    let mut men = Vec::new();
    for side in Side::BOTH {
        let (mut all, mut royals) = (Vec::new(), Vec::new());
        rules.men(pos, side, &mut all);
        rules.royals(pos, side, &mut royals);
        men.extend(all.into_iter().map(|man| Man {
            side,
            royal: royals.contains(&man),
            state: Some(tables.state(man)),
        }));
    }
    men
}

/// All mating men leap and ride straight, whatever they promote to, so that what pins is known.
fn knows_pins<P: Play>(rules: &P, pos: &P::Position, mating: Side) -> bool {
    let mut men = Vec::new();
    rules.men(pos, mating, &mut men);
    let mut kinds: Vec<usize> = men.into_iter().map(|(kind, _)| kind).collect();
    let mut next = 0;
    while let Some(&kind) = kinds.get(next) {
        next += 1;
        let mut shapes = Vec::new();
        for square in 0..rules.squares() {
            rules.becomes(kind, mating, Square(square as u8), &mut shapes);
        }
        for shape in shapes {
            if !kinds.contains(&shape) {
                kinds.push(shape);
            }
        }
    }
    kinds.into_iter().all(|kind| rules.is_plain(kind))
}
