//! What pictures cost, and what may be paid.

use crate::board::Square;
use crate::rules::CastlingWay;

use super::super::tables::{NEVER, State, Tables};
use super::Man;
use super::draft::{Others, TAKEN};
use super::gallery::{Gallery, is_peaceful};

/// Half-moves that are left to either side.
#[derive(Clone, Copy)]
pub struct Purse {
    pub mating: usize,
    pub mated: usize,
    /// The side might castle, which may bring two men nearer in one half-move.
    pub mating_castles: bool,
    pub mated_castles: bool,
}

impl Purse {
    /// What either side can pay at most.
    pub fn most(self) -> (usize, usize) {
        let Self { mating, mated, mating_castles, mated_castles } = self;
        (mating + usize::from(mating_castles), mated + usize::from(mated_castles))
    }

    /// A side might castle.
    pub fn castles(self) -> bool {
        self.mating_castles || self.mated_castles
    }

    /// What either side can pay for a picture.
    pub fn least(self, doubles: Doubles) -> (usize, usize) {
        let mating = usize::from(self.mating_castles && doubles.mating);
        let mated = usize::from(self.mated_castles && doubles.mated);
        (self.mating + mating, self.mated + mated)
    }
}

/// By side, whether a castling may bring two men nearer to a picture.
#[derive(Clone, Copy, Default)]
pub struct Doubles {
    pub mating: bool,
    pub mated: bool,
}

/// A picture that is affordable, with what it costs either side.
#[derive(Clone, Copy)]
pub struct Live {
    pub picture: u32,
    pub mating: u8,
    /// Half-moves of the men with aims.
    pub mated: u8,
    /// Half-moves of the men that block.
    pub blocking: u8,
}

/// What a half-move has done to one man.
pub struct Change<'a> {
    man: usize,
    mating: bool,
    /// By picture, whether the mated side captures nothing; nothing where this is the same to the man.
    peaceful: &'a [bool],
    /// By aim, the half-moves that the man needed, and those that it needs; none where it was, or is,
    /// not on the board.  First where the mated side may capture.
    before: [Option<&'a [u8]>; 2],
    now: [Option<&'a [u8]>; 2],
}

impl<'a> Change<'a> {
    pub fn new(gallery: &'a Gallery, men: &[Man], number: u8, before: Option<State>) -> Self {
        let man = &men[usize::from(number)];
        let mating = man.side == gallery.tables.mating;
        let tables = &gallery.tables;
        let of = |peaceful: bool| {
            if mating { &tables.mating_ways } else { tables.ways_of_mated(peaceful) }
        };
        let same = mating || !tables.tells_peace();
        let rows = |state: Option<State>| {
            let all = state.map(|state| of(false).to_aims(state));
            [all, if same { all } else { state.map(|state| of(true).to_aims(state)) }]
        };
        let peaceful = if same { &[] } else { &gallery.peaceful[..] };
        Self { man: number.into(), mating, peaceful, before: rows(before), now: rows(man.state) }
    }
}

/// The changes of the most common form: a man has gone elsewhere, and may have captured another.
pub struct Step<'a> {
    moved: Change<'a>,
    /// By picture, the aims of both.
    aims: &'a [u16],
    gone: Option<&'a [u16]>,
    nowhere: u16,
    /// Half-moves that the man needed to each aim, and those that it needs, as in `Change`.
    rows: [(&'a [u8], &'a [u8]); 2],
}

impl<'a> Step<'a> {
    /// These changes, men with what they were before, if they are of that form.
    pub fn of(gallery: &'a Gallery, men: &[Man], changes: &[(u8, Option<State>)]) -> Option<Self> {
        let is_gone = |number: u8| men[usize::from(number)].state.is_none();
        let ((number, before), gone) = match *changes {
            [moved] => (moved, None),
            [(gone, _), moved] | [moved, (gone, _)] if is_gone(gone) => (moved, Some(gone)),
            _ => return None,
        };
        let moved = Change::new(gallery, men, number, before);
        let rows = [(moved.before[0]?, moved.now[0]?), (moved.before[1]?, moved.now[1]?)];
        let gone = gone.map(|gone| gallery.aims_of(gone.into()));
        let (aims, nowhere) = (gallery.aims_of(moved.man), gallery.nowhere);
        Some(Self { moved, aims, gone, nowhere, rows })
    }

    /// Of the pictures from number `first` on, as they were before, keeps those that cost its side at
    /// most so many half-moves now, as far as can be told without looking at who blocks.
    pub fn keep(&self, live: &mut Vec<Live>, first: usize, (mating, mated): (u8, u8)) {
        if let Some(aims) = self.gone {
            let mut kept = first;
            for index in first..live.len() {
                let picture = live[index];
                if aims[picture.picture as usize] == self.nowhere {
                    live[kept] = picture;
                    kept += 1;
                }
            }
            live.truncate(kept);
        }
        match (self.moved.mating, self.moved.peaceful.is_empty()) {
            (true, _) => self.keep_paid::<true, true>(live, first, mating),
            (false, true) => self.keep_paid::<false, true>(live, first, mated),
            (false, false) => self.keep_paid::<false, false>(live, first, mated),
        }
    }

    // This is where most of the time of a search with pictures goes: MATING is whose man it is, SAME
    // that it is the same to him whether the mated side captures.
    fn keep_paid<const MATING: bool, const SAME: bool>(
        &self,
        live: &mut Vec<Live>,
        first: usize,
        most: u8,
    ) {
        // Who blocks comes nearer by one at most.
        let nearer = if self.gone.is_some() { NEVER } else { 1 };
        let (aims, peaceful, [same, few]) = (self.aims, self.moved.peaceful, self.rows);
        let pictures = &mut live[first..];
        let mut kept = 0;
        for index in 0..pictures.len() {
            let mut paid = pictures[index];
            let picture = paid.picture as usize;
            let (before, now) = if SAME || !peaceful[picture] { same } else { few };
            let aim = usize::from(aims[picture]);
            let change = u32::from(now[aim]).wrapping_sub(u32::from(before[aim]));
            let cost = u32::from(if MATING { paid.mating } else { paid.mated });
            let cost = cost.wrapping_add(change);
            let blocking = if MATING { 0 } else { paid.blocking.saturating_sub(nearer) };
            if cost + u32::from(blocking) <= u32::from(most) {
                *(if MATING { &mut paid.mating } else { &mut paid.mated }) = cost as u8;
                pictures[kept] = paid;
                kept += 1;
            }
        }
        live.truncate(first + kept);
    }
}

impl Live {
    /// What the picture costs after these changes; None where a man that it needs is gone.
    pub fn pay(mut self, gallery: &Gallery, changes: &[Change<'_>]) -> Option<Self> {
        for change in changes {
            let aim = gallery.aim(change.man, self.picture as usize);
            if aim == gallery.nowhere {
                continue;
            }
            let peaceful = change.peaceful.get(self.picture as usize).is_some_and(|&peace| peace);
            let now = change.now[usize::from(peaceful)]?[usize::from(aim)];
            let before =
                change.before[usize::from(peaceful)].map_or(0, |row| row[usize::from(aim)]);
            let cost = if change.mating { &mut self.mating } else { &mut self.mated };
            // A man cannot come back from where its aim is out of reach.
            *cost = (*cost - before).checked_add(now)?;
        }
        Some(self)
    }
}

/// Castlings, and whether men may come to castle that do not stand there in the diagram.
pub type Castlings<'a> = (&'a [CastlingWay], bool);

/// What castlings may do for a picture; all, where they are not known.
pub fn doubles(
    tables: &Tables,
    men: &[Man],
    castlings: Option<Castlings<'_>>,
    (aims, others): &(&[u16], Others),
) -> Doubles {
    let Some((castlings, return_home)) = castlings else {
        return Doubles { mating: true, mated: true };
    };
    let mut wanted = others.blocks;
    for (man, &aim) in aims.iter().enumerate().filter(|&(man, _)| others.takers >> man & 1 != 0) {
        debug_assert!(men[man].side == tables.mating);
        wanted |= 1 << tables.square(usize::from(aim));
    }
    let mut doubles = Doubles::default();
    for way in castlings {
        let mating = way.side == tables.mating;
        let peaceful = is_peaceful(tables, men, aims);
        let ways = if mating { &tables.mating_ways } else { tables.ways_of_mated(peaceful) };
        let nearer = |kind: u8, from: Square, to: Square| {
            let state = tables.state((kind.into(), from));
            let after = tables.state((kind.into(), to));
            let nears = |aim: usize| ways.to(after, aim) < ways.to(state, aim);
            let blocks = |aim: usize| wanted >> tables.square(aim) & 1 != 0 && nears(aim);
            let stands = |now: usize| now == state || return_home && ways.to(now, state) != NEVER;
            let men = men.iter().zip(*aims).filter(|(man, _)| man.side == way.side);
            let mut men = men.filter(|(man, _)| man.state.is_some_and(stands));
            men.any(|(man, &aim)| {
                let aimed = aim < TAKEN && nears(usize::from(aim));
                aimed || !mating && !man.royal && (0..ways.states()).any(blocks)
            })
        };
        // Each of the two has to come nearer.
        let both = nearer(way.king_kind, way.king, way.king_to)
            && nearer(way.rook_kind, way.rook, way.rook_to);
        if both && mating {
            doubles.mating = true;
        } else if both {
            doubles.mated = true;
        }
    }
    doubles
}
