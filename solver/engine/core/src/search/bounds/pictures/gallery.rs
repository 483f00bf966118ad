//! All pictures of a search, by columns.

use std::sync::Arc;

use super::super::tables::{State, Tables};
use super::Man;
use super::blocks::Wanted;
use super::draft::{Arriver, Others, TAKEN};
use super::price::{Castlings, Doubles, Purse, doubles};
use super::sight::Sight;

/// All pictures, as they were drawn.
pub struct Gallery {
    pub tables: Arc<Tables>,
    pub sight: Arc<Sight>,
    /// How many pictures there are.
    pub count: usize,
    /// By man and picture, the man's aim, `nowhere` without one.
    aims: Vec<u16>,
    pub nowhere: u16,
    /// By picture, what it wants of men without aims.
    pub others: Vec<Others>,
    /// All pictures are of mates and want nothing of men without aims.
    pub plain: bool,
    /// By picture, the number of what it wants of men without aims.
    pub class: Vec<u32>,
    /// By such a number, the squares where men are to be captured while no taker has come there.
    pub victims: Vec<u64>,
    /// By such a number, the men of the mated side that have aims, as bits.
    pub busy: Vec<u32>,
    /// By picture, whether every mating man is needed, and the mated side captures nothing, therefore.
    pub peaceful: Vec<bool>,
    /// By picture, how many men of the mated side have aims, the royal man aside.
    pub staying: Vec<u8>,
    /// By picture, what a castling may do.
    pub doubles: Vec<Doubles>,
    /// The men of the mated side, the royal man aside, as bits.
    pub mated_set: u32,
}

impl Gallery {
    /// The pictures with these aims of the men.
    pub fn new(
        tables: &Arc<Tables>,
        sight: &Arc<Sight>,
        men: &[Man],
        rows: &[(&[u16], Others)],
        castlings: Option<Castlings<'_>>,
    ) -> Self {
        let nowhere = tables.mating_ways.nowhere() as u16;
        let aim = |aim: u16| if aim < TAKEN { aim } else { nowhere };
        let column = |man: usize| rows.iter().map(move |(row, _)| aim(row[man]));
        let staying = |(row, _): &(&[u16], Others)| {
            let with_aims = men
                .iter()
                .zip(*row)
                .filter(|&(man, &aim)| man.side != tables.mating && !man.royal && aim < TAKEN);
            with_aims.count() as u8
        };
        let sides = men.iter().enumerate();
        let mated_set = sides.filter(|(_, man)| man.side != tables.mating && !man.royal);
        let mated_set = mated_set.fold(0, |all, (number, _)| all | 1 << number);
        let wishes = rows.iter().map(|&(aims, Others { blocks, takers, checker, .. })| {
            let takers = (0..men.len()).filter(|man| takers >> man & 1 != 0);
            let squares = takers.map(|man| tables.square(usize::from(aims[man])));
            let victims = squares.fold(0, |set: u64, square| set | 1 << square);
            let busy = (0..men.len()).filter(|man| mated_set >> man & 1 != 0 && aims[*man] < TAKEN);
            let busy = busy.fold(0, |set: u32, man| set | 1 << man);
            (blocks, victims, checker, busy, is_peaceful(tables, men, aims))
        });
        let wishes: Vec<_> = wishes.collect();
        let mut classes = wishes.clone();
        classes.sort_unstable();
        classes.dedup();
        let class = |wish| classes.binary_search(wish).map_or(0, |number| number as u32);
        let nothing =
            |others: &Others| others.blocks == 0 && others.takers == 0 && others.arriver.is_none();
        Self {
            plain: !tables.stalemate && rows.iter().all(|(_, others)| nothing(others)),
            tables: Arc::clone(tables),
            sight: Arc::clone(sight),
            count: rows.len(),
            aims: (0..men.len()).flat_map(column).collect(),
            nowhere,
            others: rows.iter().map(|&(_, others)| others).collect(),
            class: wishes.iter().map(class).collect(),
            victims: classes.iter().map(|&(_, victims, ..)| victims).collect(),
            busy: classes.iter().map(|&(.., busy, _)| busy).collect(),
            peaceful: wishes.iter().map(|&(.., peaceful)| peaceful).collect(),
            staying: rows.iter().map(staying).collect(),
            doubles: rows.iter().map(|row| doubles(tables, men, castlings, row)).collect(),
            mated_set,
        }
    }

    /// By picture, the aim of a man.
    #[inline]
    pub fn aims_of(&self, man: usize) -> &[u16] {
        &self.aims[man * self.count..][..self.count]
    }

    /// The aim of a man in a picture.
    #[inline]
    pub fn aim(&self, man: usize, picture: usize) -> u16 {
        self.aims[man * self.count + picture]
    }

    /// What either side can pay for a picture.
    #[inline]
    pub fn left(&self, picture: usize, purse: Purse) -> (usize, usize) {
        if purse.castles() {
            purse.least(self.doubles[picture])
        } else {
            (purse.mating, purse.mated)
        }
    }

    /// How many different wishes for men without aims there are.
    pub fn classes(&self) -> usize {
        self.victims.len()
    }

    /// The squares to which men of the mated side have to come that the picture does not name.
    pub fn wanted<'a>(
        &'a self,
        picture: usize,
        men: &[Man],
        blockers: &'a [(u8, State)],
    ) -> Wanted<'a> {
        let Others { blocks, mut takers, checker, .. } = self.others[picture];
        let mut victims = 0;
        while takers != 0 {
            let man = takers.trailing_zeros() as usize;
            takers &= takers - 1;
            let aim = usize::from(self.aim(man, picture));
            if men[man].state != Some(aim) {
                victims |= 1 << self.tables.square(aim);
            }
        }
        let Self { tables, sight, .. } = self;
        let (busy, squares) = (self.busy[self.class[picture] as usize], blocks | victims);
        let peaceful = self.peaceful[picture];
        Wanted { tables, sight, peaceful, men: blockers, busy, squares, victims, checker }
    }

    /// What the man that has to arrive last needs beside what it costs it to come to its aim.
    #[inline]
    pub fn detour(&self, picture: usize, men: &[Man], mating_left: usize) -> usize {
        let arriver = self.others[picture].arriver.filter(|_| mating_left > 0);
        let Some(Arriver { man, again }) = arriver else { return 0 };
        let aim = self.aim(man.into(), picture);
        if men[usize::from(man)].state == Some(usize::from(aim)) { again.into() } else { 0 }
    }
}

/// Whether every mating man is needed, and the mated side captures nothing, therefore.
pub fn is_peaceful(tables: &Tables, men: &[Man], aims: &[u16]) -> bool {
    let mut mating = men.iter().zip(aims).filter(|(man, _)| man.side == tables.mating);
    tables.tells_peace() && mating.all(|(man, &aim)| man.royal || aim < TAKEN)
}
