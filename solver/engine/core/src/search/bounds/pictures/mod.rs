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

mod blocks;
mod draft;
mod fill;
mod mate;
mod named;
mod sight;
mod stalemate;

use std::sync::Arc;

use crate::board::{Side, Square};
use crate::rules::{Play, Relocation};

use super::tables::{NEVER, State, Tables};
use blocks::Wanted;
use draft::{Arriver, Draft, Found, Others, TAKEN};
use sight::Sight;

/// Steps of drawing before it is given up.
const MOST_PATIENCE: u64 = 4_000_000;
const LEAST_PATIENCE: u64 = 10_000;
/// Positions of the search for which a step of drawing is worth its time.
const POSITIONS_A_STEP: u64 = 50;
/// A step of drawing a stalemate takes so many times as long.
const LONG_STEP: u64 = 6;
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

/// A picture that is affordable, with what it costs either side.
#[derive(Clone, Copy)]
struct Live {
    picture: u32,
    mating: u8,
    /// Half-moves of the men with aims.
    mated: u8,
    /// Half-moves of the men that block.
    blocking: u8,
}

/// All pictures, as they were drawn.
struct Gallery {
    tables: Arc<Tables>,
    sight: Sight,
    /// How many pictures there are.
    count: usize,
    /// By man and picture, the man's aim.
    aims: Vec<u16>,
    /// By picture, what it wants of men without aims.
    others: Vec<Others>,
    /// By picture, how many men of the mated side have aims, the royal man aside.
    staying: Vec<u8>,
    /// The men of the mated side, as bits.
    mated_set: u32,
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
    /// What it took to look at the pictures of the last position.
    steps: u64,
}

/// Steps that it takes, about, to tell what blocking costs.
const BLOCKING: u64 = 32;

impl Pictures {
    /// Draws all pictures that the half-moves of both sides can pay; None where they are more than
    /// `most`, would take more bytes than that, or where the men do what pictures do not know.
    pub fn draw<P: Play>(
        rules: &P,
        pos: &P::Position,
        tables: &Arc<Tables>,
        (mating, mated): (usize, usize),
        (most, bytes): (usize, usize),
    ) -> Option<Self> {
        let budgets = (u8::try_from(mating).ok()?, u8::try_from(mated).ok()?);
        if tables.stalemate && !knows_pins(rules, pos, tables.mating) {
            return None;
        }
        let men = men_of(rules, pos, tables);
        if men.len() > MOST_MEN {
            return None;
        }
        let most = most.min(bytes / (BYTES_EACH + BYTES_A_MAN * men.len()));
        let sight = Sight::new(rules, tables);
        let mut found = Found::default();
        let mut patience = patience(rules, pos, mating + mated, tables.stalemate);
        for royal in 0..tables.squares {
            let parts = (&**tables, &sight, &men[..]);
            let Some(mut draft) = Draft::new(parts, royal, budgets, &mut found, &mut patience)
            else {
                continue;
            };
            let patient = if tables.stalemate { draft.stalemates() } else { draft.mates() };
            if !patient || found.others.len() > most {
                return None;
            }
        }
        Some(Self::with(tables, sight, men, &found))
    }

    fn with(tables: &Arc<Tables>, sight: Sight, men: Vec<Man>, found: &Found) -> Self {
        let rows = found.aims.chunks(men.len()).zip(found.others.iter().copied());
        let mut rows: Vec<(&[u16], Others)> = rows.collect();
        rows.sort_unstable();
        rows.dedup();
        let column = |man: usize| rows.iter().map(move |(row, _)| row[man]);
        let staying = |(row, _): &(&[u16], Others)| {
            let with_aims = men
                .iter()
                .zip(*row)
                .filter(|&(man, &aim)| man.side != tables.mating && !man.royal && aim < TAKEN);
            with_aims.count() as u8
        };
        let mut at = [NOBODY; 64];
        for (number, man) in men.iter().enumerate() {
            if let Some(state) = man.state {
                at[tables.square(state)] = number as u8;
            }
        }
        let mated_men = men.iter().filter(|man| man.side != tables.mating && !man.royal).count();
        let sides = men.iter().enumerate();
        let mated_set = sides.filter(|(_, man)| man.side != tables.mating);
        let mated_set = mated_set.fold(0, |all, (number, _)| all | 1 << number);
        let gallery = Gallery {
            tables: Arc::clone(tables),
            sight,
            count: rows.len(),
            aims: (0..men.len()).flat_map(column).collect(),
            others: rows.iter().map(|&(_, others)| others).collect(),
            staying: rows.iter().map(staying).collect(),
            mated_set,
        };
        let mut pictures = Self {
            gallery: Arc::new(gallery),
            at,
            mated_men: mated_men as u8,
            live: Vec::new(),
            marks: vec![(0, 0)],
            changes: Vec::new(),
            relocations: Vec::new(),
            blockers: Vec::new(),
            steps: 0,
            men,
        };
        pictures.live = (0..rows.len()).map(|picture| pictures.price(picture)).collect();
        pictures
    }

    /// How many have been drawn.
    pub fn drawn(&self) -> usize {
        self.gallery.count
    }

    /// What a picture costs from here.
    fn price(&self, picture: usize) -> Live {
        let mut costs = [0, 0];
        for (number, man) in self.men.iter().enumerate() {
            let aim = self.gallery.aims[number * self.gallery.count + picture];
            if let Some(state) = man.state.filter(|_| aim < TAKEN) {
                costs[usize::from(man.side == self.gallery.tables.mating)] +=
                    self.cost(man.side, state, aim);
            }
        }
        let mated = self.gallery.tables.mating.other();
        let blockers: Vec<(u8, State)> = draft::blockers(&self.men, mated).collect();
        let blocking = self.wanted(picture, &blockers).cost(NEVER - 1).unwrap_or(NEVER);
        Live { picture: picture as u32, mating: costs[1], mated: costs[0], blocking }
    }

    #[inline]
    fn cost(&self, side: Side, state: State, aim: u16) -> u8 {
        let mating = side == self.gallery.tables.mating;
        let ways =
            if mating { &self.gallery.tables.mating_ways } else { &self.gallery.tables.mated_ways };
        ways.to(state, usize::from(aim))
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

    /// Keeps the pictures that so many half-moves of either side can pay, after `enter`; false when
    /// there is none.
    pub fn keep_affordable(&mut self, (mating_left, mated_left): (usize, usize)) -> bool {
        let [.., (before, _), (first, changed)] = self.marks[..] else { return true };
        self.live.truncate(first);
        // The men that have moved or been captured, as bits.
        let moved = self.changes[changed..].iter().fold(0, |all, &(number, _)| all | 1 << number);
        let mated = self.gallery.tables.mating.other();
        self.blockers.clear();
        self.blockers.extend(draft::blockers(&self.men, mated));
        let captures = if self.gallery.tables.stalemate { mating_left } else { usize::MAX };
        self.steps = (first - before) as u64;
        for index in before..first {
            let Some(mut live) = self.pay(self.live[index], changed) else { continue };
            let picture = live.picture as usize;
            let others = self.gallery.others[picture];
            if usize::from(live.mating) + self.detour(picture, others, mating_left) > mating_left
                || usize::from(live.mated) > mated_left
                || usize::from(self.mated_men - self.gallery.staying[picture]) > captures
            {
                continue;
            }
            let concerns = moved & (self.gallery.mated_set | others.takers) != 0;
            if concerns && (others.blocks != 0 || others.takers != 0) {
                self.steps += BLOCKING;
                let most = (mated_left - usize::from(live.mated)).min(usize::from(NEVER - 1)) as u8;
                match self.wanted(picture, &self.blockers).cost(most) {
                    Some(cost) => live.blocking = cost,
                    None => continue,
                }
            }
            if usize::from(live.mated) + usize::from(live.blocking) <= mated_left {
                self.live.push(live);
            }
        }
        self.live.len() > first
    }

    /// What the last `keep_affordable` has cost, about.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What the man that has to arrive last needs beside what it costs it to come to its aim.
    #[inline]
    fn detour(&self, picture: usize, others: Others, mating_left: usize) -> usize {
        let Some(Arriver { man, again }) = others.arriver.filter(|_| mating_left > 0) else {
            return 0;
        };
        let aim = self.gallery.aims[usize::from(man) * self.gallery.count + picture];
        if self.men[usize::from(man)].state == Some(usize::from(aim)) { again.into() } else { 0 }
    }

    /// The squares to which men of the mated side have to come that the picture does not name.
    fn wanted<'a>(&'a self, picture: usize, men: &'a [(u8, State)]) -> Wanted<'a> {
        let Others { blocks, mut takers, checker, .. } = self.gallery.others[picture];
        let mut victims = 0;
        while takers != 0 {
            let man = takers.trailing_zeros() as usize;
            takers &= takers - 1;
            let aim = usize::from(self.gallery.aims[man * self.gallery.count + picture]);
            if self.men[man].state != Some(aim) {
                victims |= 1 << self.gallery.tables.square(aim);
            }
        }
        let Gallery { tables, sight, count, aims, .. } = &*self.gallery;
        let has_aim =
            |&&(number, _): &&(u8, State)| aims[usize::from(number) * count + picture] < TAKEN;
        let busy = men.iter().filter(has_aim).fold(0, |all, &(number, _)| all | 1 << number);
        Wanted { tables, sight, men, busy, squares: blocks | victims, victims, checker }
    }

    /// What a picture costs after the last changes; None where a man that it needs is gone.
    #[inline]
    fn pay(&self, mut live: Live, changed: usize) -> Option<Live> {
        for &(number, before) in &self.changes[changed..] {
            let man = &self.men[usize::from(number)];
            let aim =
                self.gallery.aims[usize::from(number) * self.gallery.count + live.picture as usize];
            if aim >= TAKEN {
                continue;
            }
            let now = self.cost(man.side, man.state?, aim);
            let before = before.map_or(0, |state| self.cost(man.side, state, aim));
            let mating = man.side == self.gallery.tables.mating;
            let cost = if mating { &mut live.mating } else { &mut live.mated };
            // A man cannot come back from where its aim is out of reach.
            *cost = (*cost - before).checked_add(now)?;
        }
        Some(live)
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

/// How many steps of drawing a search of so many half-moves is worth.
fn patience<P: Play>(rules: &P, pos: &P::Position, half_moves: usize, stalemate: bool) -> u32 {
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
