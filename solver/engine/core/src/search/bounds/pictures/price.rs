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

/// Men that a half-move changes, as far as no list is made for them.
pub const MOST_CHANGES: usize = 4;

/// What a half-move has done to one man.
#[derive(Clone, Copy, Default)]
pub struct Change<'a> {
    mating: bool,
    /// By picture, the aim of the man.
    aims: &'a [u16],
    /// By picture, whether the mated side captures nothing; nothing where this is the same to the man.
    peaceful: &'a [bool],
    /// By aim, the half-moves that the man needed, and those that it needs; none where it was, or is,
    /// not on the board.  First where the mated side may capture.
    before: [Option<&'a [u8]>; 2],
    now: [Option<&'a [u8]>; 2],
}

impl<'a> Change<'a> {
    pub fn new(gallery: &'a Gallery, man: &Man, number: usize, before: Option<State>) -> Self {
        let mating = man.side == gallery.tables.mating;
        let tables = &gallery.tables;
        let of = |peaceful: bool| {
            if mating { &tables.mating_ways } else { tables.ways_of_mated(peaceful) }
        };
        let aims = &gallery.aims[number * gallery.count..][..gallery.count];
        let same = mating || !tables.tells_peace();
        let rows = |state: Option<State>| {
            let all = state.map(|state| of(false).to_aims(state));
            [all, if same { all } else { state.map(|state| of(true).to_aims(state)) }]
        };
        let peaceful = if same { &[] } else { &gallery.peaceful[..] };
        Self { mating, aims, peaceful, before: rows(before), now: rows(man.state) }
    }
}

/// A change of the most common form: see `Live::pay_step`.
pub struct Step<'a> {
    mating: bool,
    aims: &'a [u16],
    before: &'a [u8],
    now: &'a [u8],
}

impl<'a> Step<'a> {
    /// The only one of these changes, if it is of that form.
    pub fn of(changes: &[Change<'a>]) -> Option<Self> {
        let [change] = changes else { return None };
        let &Change { mating, aims, peaceful, before: [before, _], now: [now, _] } = change;
        peaceful.is_empty().then_some(Self { mating, aims, before: before?, now: now? })
    }
}

impl Live {
    /// What the picture costs after these changes; None where a man that it needs is gone.
    #[inline]
    pub fn pay(mut self, changes: &[Change<'_>]) -> Option<Self> {
        for change in changes {
            let aim = change.aims[self.picture as usize];
            if aim >= TAKEN {
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

    /// The same after a single change of a man that stays on the board, to whom it is the same whether
    /// the mated side captures.
    #[inline]
    pub fn pay_step(mut self, step: &Step<'_>) -> Option<Self> {
        let aim = step.aims[self.picture as usize];
        if aim < TAKEN {
            let (before, now) = (step.before[usize::from(aim)], step.now[usize::from(aim)]);
            let cost = if step.mating { &mut self.mating } else { &mut self.mated };
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
