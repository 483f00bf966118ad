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
mod price;
mod sight;
mod stalemate;
mod useful;

use std::sync::Arc;

use crate::board::{Side, Square};
use crate::rules::{CastlingWay, Play, Relocation};

use super::tables::{NEVER, State, Tables};
use blocks::Wanted;
use draft::{Draft, Found, Others, Patience, TAKEN};
pub use price::Purse;
use price::{Change, Doubles, Live, MOST_CHANGES, doubles};
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
const FEW_PICTURES: u64 = 3_000;
/// Pictures that are drawn for a short search at most, and the positions of it for which one more is.
const DRAWN_PICTURES: u64 = 25_000;
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

/// All pictures, as they were drawn.
struct Gallery {
    tables: Arc<Tables>,
    sight: Arc<Sight>,
    /// How many pictures there are.
    count: usize,
    /// By man and picture, the man's aim.
    aims: Vec<u16>,
    /// By picture, what it wants of men without aims.
    others: Vec<Others>,
    /// By picture, the number of what it wants of men without aims.
    class: Vec<u32>,
    /// By such a number, the squares where men are to be captured while no taker has come there.
    victims: Vec<u64>,
    /// By picture, how many men of the mated side have aims, the royal man aside.
    staying: Vec<u8>,
    /// By picture, what a castling may do.
    doubles: Vec<Doubles>,
    /// The men of the mated side, the royal man aside, as bits.
    mated_set: u32,
}

impl Gallery {
    /// The squares to which men of the mated side have to come that the picture does not name.
    fn wanted<'a>(&'a self, picture: usize, men: &[Man], blockers: &'a [State]) -> Wanted<'a> {
        let Others { blocks, mut takers, checker } = self.others[picture];
        let mut victims = 0;
        while takers != 0 {
            let man = takers.trailing_zeros() as usize;
            takers &= takers - 1;
            let aim = usize::from(self.aims[man * self.count + picture]);
            if men[man].state != Some(aim) {
                victims |= 1 << self.tables.square(aim);
            }
        }
        let Self { tables, sight, .. } = self;
        Wanted { tables, sight, men: blockers, squares: blocks | victims, victims, checker }
    }
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
    blockers: Vec<State>,
    /// By number of what is wanted, when it was asked last what that costs, and the answer.
    memo: Vec<(u32, u8)>,
    stamp: u32,
}

impl Pictures {
    /// Draws all pictures that the half-moves of both sides can pay; None where they are more than
    /// `most`, would take more bytes than that, where the men do what pictures do not know, or where
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
        let budgets = (u8::try_from(mating).ok()?, u8::try_from(mated).ok()?);
        if tables.stalemate && !knows_pins(rules, pos, tables.mating) {
            return None;
        }
        let men = men_of(rules, pos, tables);
        if men.len() > MOST_MEN {
            return None;
        }
        let positions = positions(rules, pos, mating + mated);
        let worth = (positions / POSITIONS_A_PICTURE).clamp(FEW_PICTURES, DRAWN_PICTURES);
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
        rules.castlings(pos, &mut castlings);
        let castlings = rules.moves_plainly().then_some(&castlings[..]);
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
        castlings: Option<&[CastlingWay]>,
    ) -> Self {
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
        let mated_set = sides.filter(|(_, man)| man.side != tables.mating && !man.royal);
        let mated_set = mated_set.fold(0, |all, (number, _)| all | 1 << number);
        let wishes = rows.iter().map(|&(aims, Others { blocks, takers, checker })| {
            let takers = (0..men.len()).filter(|man| takers >> man & 1 != 0);
            let squares = takers.map(|man| tables.square(usize::from(aims[man])));
            (blocks, squares.fold(0, |set: u64, square| set | 1 << square), checker)
        });
        let wishes: Vec<_> = wishes.collect();
        let mut classes = wishes.clone();
        classes.sort_unstable();
        classes.dedup();
        let class = |wish| classes.binary_search(wish).map_or(0, |number| number as u32);
        let memo = vec![(0, 0); classes.len()];
        let gallery = Gallery {
            tables: Arc::clone(tables),
            sight: Arc::clone(sight),
            count: rows.len(),
            aims: (0..men.len()).flat_map(column).collect(),
            others: rows.iter().map(|&(_, others)| others).collect(),
            class: wishes.iter().map(class).collect(),
            victims: classes.iter().map(|&(_, victims, _)| victims).collect(),
            staying: rows.iter().map(staying).collect(),
            doubles: rows.iter().map(|row| doubles(tables, men, castlings, row)).collect(),
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
            memo,
            stamp: 0,
            men: men.to_vec(),
        };
        pictures.live = (0..rows.len()).map(|picture| pictures.price(picture)).collect();
        pictures
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
        let blockers: Vec<State> = blockers(&self.men, self.gallery.tables.mating).collect();
        let blocking =
            self.gallery.wanted(picture, &self.men, &blockers).cost(NEVER - 1).unwrap_or(NEVER);
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

    /// Keeps the pictures that the half-moves of either side can pay, after `enter`; false when there
    /// is none.
    pub fn keep_affordable(&mut self, purse: Purse) -> bool {
        let [.., (before, _), (first, changed)] = self.marks[..] else { return true };
        self.live.truncate(first);
        let gallery = &*self.gallery;
        let (mut few, mut many) = ([Change::default(); MOST_CHANGES], Vec::new());
        let changes = self.changes[changed..].iter().map(|&(number, before)| {
            Change::new(gallery, &self.men[usize::from(number)], usize::from(number), before)
        });
        let count = changes.len();
        let changes = if count <= MOST_CHANGES {
            few.iter_mut().zip(changes).for_each(|(place, change)| *place = change);
            &few[..count]
        } else {
            many.extend(changes);
            &many[..]
        };
        // The men that have moved or been captured, as bits.
        let moved = self.changes[changed..].iter().fold(0, |all, &(number, _)| all | 1 << number);
        let nearer = (moved & gallery.mated_set).count_ones() as usize;
        self.blockers.clear();
        let most = purse.most().1.min(usize::from(NEVER - 1)) as u8;
        self.stamp += 1;
        // The man that blocks, if nothing else can change what that costs.
        let blocker = match self.changes[changed..] {
            [(number, Some(before))] if moved & gallery.mated_set != 0 => {
                self.men[usize::from(number)].state.map(|now| (before, now))
            }
            _ => None,
        };
        let captures = if gallery.tables.stalemate { purse.mating } else { usize::MAX };
        for index in before..first {
            let Some(mut live) = self.live[index].pay(changes) else { continue };
            let picture = live.picture as usize;
            let (mating_left, mated_left) = purse.least(gallery.doubles[picture]);
            if usize::from(live.mating) > mating_left
                || usize::from(live.mated) > mated_left
                || usize::from(self.mated_men - gallery.staying[picture]) > captures
            {
                continue;
            }
            let others = gallery.others[picture];
            let concerns = moved & (gallery.mated_set | others.takers) != 0;
            if concerns && (others.blocks != 0 || others.takers != 0) {
                // Each man that has moved is nearer by one at most.
                let least = if others.takers & moved == 0 { live.blocking } else { 0 };
                let least = usize::from(least).saturating_sub(nearer);
                if usize::from(live.mated) + least > mated_left {
                    continue;
                }
                let class = gallery.class[picture] as usize;
                let wanted = gallery.wanted(picture, &self.men, &[]);
                let shared = wanted.victims == gallery.victims[class];
                live.blocking = if shared && self.memo[class].0 == self.stamp {
                    self.memo[class].1
                } else {
                    let way = blocker.map_or((true, true), |(from, to)| wanted.change(from, to));
                    let (nearer, farther) = way;
                    if !nearer && usize::from(live.mated) + usize::from(live.blocking) > mated_left
                    {
                        continue;
                    }
                    if nearer || farther {
                        if self.blockers.is_empty() {
                            self.blockers.extend(blockers(&self.men, gallery.tables.mating));
                        }
                        let wanted = Wanted { men: &self.blockers, ..wanted };
                        live.blocking = wanted.cost(most).unwrap_or(NEVER);
                    }
                    if shared {
                        self.memo[class] = (self.stamp, live.blocking);
                    }
                    live.blocking
                };
            }
            if usize::from(live.mated) + usize::from(live.blocking) <= mated_left {
                self.live.push(live);
            }
        }
        self.live.len() > first
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

/// The men that may block.
fn blockers(men: &[Man], mating: Side) -> impl Iterator<Item = State> + '_ {
    let blockers = men.iter().filter(move |man| man.side != mating && !man.royal);
    blockers.filter_map(|man| man.state)
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
