//! A picture while it is drawn: what has been put where, and what that costs.

use crate::board::{Side, Square};

use super::super::tables::{NEVER, State, Tables, square_at};
use super::Man;
use super::blocks::Wanted;
use super::gallery::is_peaceful;
use super::patience::Patience;
use super::sight::{Checker, Sight};

/// The aim of a man that has none.
pub const FREE: u16 = u16::MAX;
/// What is said of a man that has to be captured; greater than any aim.
pub const TAKEN: u16 = FREE - 1;

/// A way for a mating man to observe a square of the field.
#[derive(Clone, Copy)]
pub struct Observer {
    pub man: u8,
    pub state: u16,
    pub cost: u8,
}

/// Pictures that have been drawn.
#[derive(Default)]
pub struct Found {
    /// The aims of all men, picture by picture.
    pub aims: Vec<u16>,
    pub others: Vec<Others>,
}

/// What a picture wants of men that it does not name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Others {
    /// Squares that any men of the mated side have to block.
    pub blocks: u64,
    /// Mating men that must capture on the squares of their aims, as bits: until they do, men of the
    /// mated side have to come there too, and not those that block.
    pub takers: u32,
    /// The only man that checks; who blocks must not be able to capture it or to cut it off.
    pub checker: Option<Checker>,
    /// The mating man whose arrival is the mate.
    pub arriver: Option<Arriver>,
}

/// A man that observes the royal man whatever stands anywhere: no half-move but its own can check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arriver {
    pub man: u8,
    /// Half-moves that it needs to leave its aim and come there again.
    pub again: u8,
}

/// Pictures of one final square of the royal man, drawn one after the other.
pub struct Draft<'a> {
    pub tables: &'a Tables,
    pub sight: &'a Sight,
    pub men: &'a [Man],
    /// The final square of the royal man, and its field.
    pub royal: usize,
    /// What the royal man is, and where, before.
    start: State,
    pub field: &'a [Square],
    /// By square of the field, who could come to observe it, the cheapest first.
    observers: Vec<Vec<Observer>>,
    /// By man, its aim.
    pub aims: Vec<u16>,
    /// Squares that any man of the mated side may block; none in stalemates, where each has an aim.
    pub blocks: u64,
    /// Half-moves of the mated side beyond the royal man's, and its other men.
    pub mated_budget: u8,
    blockers: Vec<(u8, State)>,
    /// Squares of the men that have aims.
    pub occupied: u64,
    /// Those among them that hold men of the mated side, the royal man included.
    pub mated: u64,
    /// Mating men with their aims.
    pub placed: Vec<(usize, State)>,
    /// Half-moves left to either side.
    pub mating_left: u8,
    pub mated_left: u8,
    /// Men that may still be captured: one a half-move.
    pub captures_left: u8,
    pub found: &'a mut Found,
    pub patience: &'a Patience<'a>,
    /// For stalemates, by man of the mated side: the states that it can come to, the cheapest first.
    pub reach: Vec<Vec<(u16, u8)>>,
    /// Where mating men could ever pin a man.
    pub ever_pinned: u64,
    /// By half-moves of the mating side: the squares that its men could come to.
    ever_mating: Vec<u64>,
}

/// What a step of drawing has changed.
pub struct Before {
    blocks: u64,
    occupied: u64,
    mated: u64,
    mating_left: u8,
    mated_left: u8,
}

/// The men of the mated side that are still there, the royal man aside.
pub fn blockers(men: &[Man], mated: Side) -> impl Iterator<Item = (u8, State)> {
    let men = men.iter().enumerate().filter(move |(_, man)| man.side == mated && !man.royal);
    men.filter_map(|(number, man)| Some((number as u8, man.state?)))
}

impl<'a> Draft<'a> {
    /// Only the royal man has an aim; None where it cannot get there.
    pub fn new(
        (tables, sight, men): (&'a Tables, &'a Sight, &'a [Man]),
        royal: usize,
        (mating, mated): (u8, u8),
        found: &'a mut Found,
        patience: &'a Patience<'a>,
    ) -> Option<Self> {
        let number = men.iter().position(|man| man.side != tables.mating && man.royal)?;
        let start = men[number].state?;
        let walk = tables.mated_ways.to_square(start, royal);
        let mated_left = mated.checked_sub(walk)?;
        let mut aims = vec![FREE; men.len()];
        aims[number] = tables.mated_ways.anyhow(royal) as u16;
        let field = &tables.fields[royal];
        let blockers = blockers(men, tables.mating.other()).collect();
        let mut draft = Self {
            tables,
            sight,
            men,
            royal,
            start,
            field,
            observers: vec![Vec::new(); field.len()],
            aims,
            blocks: 0,
            mated_budget: mated_left,
            blockers,
            occupied: 1 << royal,
            mated: 1 << royal,
            placed: Vec::new(),
            mating_left: mating,
            mated_left,
            captures_left: mating,
            found,
            patience,
            reach: Vec::new(),
            ever_pinned: 0,
            ever_mating: Vec::new(),
        };
        draft.find_observers();
        if tables.stalemate {
            draft.find_places();
        }
        Some(draft)
    }

    /// What is asked again and again where stalemates are drawn.
    fn find_places(&mut self) {
        let (ways, squares) = (&self.tables.mated_ways, self.tables.squares);
        for man in self.men {
            let state = man.state.filter(|_| man.side != self.tables.mating && !man.royal);
            let states = state.map_or(&[][..], |state| ways.to_states(state)).iter().enumerate();
            let near = states.filter(|&(_, &cost)| cost <= self.mated_left);
            let mut reach: Vec<_> = near.map(|(aim, &cost)| (aim as u16, cost)).collect();
            reach.sort_by_key(|&(_, cost)| cost);
            self.reach.push(reach);
        }
        let observers = self.observers.first().into_iter().flatten();
        let cuts =
            observers.map(|observer| self.sight.cut(usize::from(observer.state), self.royal));
        self.ever_pinned = cuts.fold(0, |all, cut| all | cut);
        let ways = &self.tables.mating_ways;
        let mating = self.men.iter().filter(|man| man.side == self.tables.mating);
        let states: Vec<State> = mating.filter_map(|man| man.state).collect();
        for budget in 0..=self.mating_left {
            let comes = |&square: &usize| {
                states.iter().any(|&state| ways.to_square(state, square) <= budget)
            };
            let reached = (0..squares).filter(comes).fold(0, |all, square| all | 1 << square);
            self.ever_mating.push(reached);
        }
    }

    /// Squares on which mating men may stand at the end.
    pub fn mating_places(&self) -> u64 {
        self.ever_mating[usize::from(self.mating_left)]
    }

    fn find_observers(&mut self) {
        for (number, man) in self.men.iter().enumerate() {
            let Some(state) = man.state.filter(|_| man.side == self.tables.mating) else {
                continue;
            };
            for (aim, &cost) in self.tables.mating_ways.to_states(state).iter().enumerate() {
                if cost > self.mating_left || !self.may_stand(man, aim) {
                    continue;
                }
                let mut seen = self.tables.observed(aim, self.royal);
                let observer = Observer { man: number as u8, state: aim as u16, cost };
                while seen != 0 {
                    self.observers[seen.trailing_zeros() as usize].push(observer);
                    seen &= seen - 1;
                }
            }
        }
        for observers in &mut self.observers {
            observers.sort_by_key(|observer| observer.cost);
        }
    }

    /// A mating man may be in that state at the end, as far as the royal man is concerned: it does
    /// not stand on its square, nor, if royal, beside it, nor does it check where it must not.
    fn may_stand(&self, man: &Man, aim: State) -> bool {
        let square = self.tables.square(aim);
        let royal_state = self.tables.state((self.tables.royal_kind, square_at(self.royal)));
        let touched = self.sight.surely(self.tables.mating.other(), royal_state);
        let checks =
            self.tables.observed(aim, self.royal) & 1 != 0 && self.sight.cut(aim, self.royal) == 0;
        square != self.royal
            && self.tables.lender(aim).is_ok()
            && !(man.royal && touched >> square & 1 != 0)
            && !(self.tables.stalemate && checks)
    }

    /// Takes a step; false when drawing is given up.
    pub fn step(&mut self) -> bool {
        self.patience.lasts()
    }

    /// Keeps the picture, unless it would be one without some of its men.
    pub fn keep(&mut self, complete: fn(&Self) -> bool) {
        if !self.is_minimal(complete) {
            return;
        }
        let peaceful = is_peaceful(self.tables, self.men, &self.aims);
        let Some(budget) = self.budget(peaceful) else { return };
        let (takers, victims) = self.victims();
        let checker = self.only_checker();
        let wanted = Wanted { checker, victims, peaceful, ..self.wanted(self.blocks | victims) };
        if !self.tables.stalemate && wanted.cost(budget).is_none() {
            return;
        }
        let arriver = if self.tables.stalemate { Ok(None) } else { self.arriver() };
        let Ok(arriver) = arriver else { return };
        let others = Others { blocks: self.blocks, takers, checker, arriver };
        let rows = if self.tables.stalemate { None } else { self.named(checker, peaceful, budget) };
        match rows {
            Some(rows) => {
                self.found.others.extend(rows.iter().map(|_| Others { blocks: 0, ..others }));
                self.found.aims.extend(rows.into_iter().flatten());
            }
            None => {
                self.found.aims.extend_from_slice(&self.aims);
                self.found.others.push(others);
            }
        }
    }

    fn wanted(&self, squares: u64) -> Wanted<'_> {
        let &Self { tables, sight, .. } = self;
        let (victims, checker, peaceful) = (0, None, false);
        Wanted { tables, sight, peaceful, men: &self.blockers, busy: 0, squares, victims, checker }
    }

    /// Half-moves of the mated side beyond the royal man's; peaceful: without a capture.
    fn budget(&self, peaceful: bool) -> Option<u8> {
        let walk = |peaceful| self.tables.ways_of_mated(peaceful).to_square(self.start, self.royal);
        (self.mated_budget + walk(false)).checked_sub(walk(peaceful))
    }

    /// The man that must come to its aim in the last half-move, which would have been a check before;
    /// an error where there are two, or where it can no longer do so.
    fn arriver(&self) -> Result<Option<Arriver>, ()> {
        let checks = |&&(_, aim): &&(usize, State)| {
            self.sight.surely(self.tables.mating, aim) >> self.royal & 1 != 0
        };
        let mut arrivers = self.placed.iter().filter(checks);
        let Some(&(man, aim)) = arrivers.next() else { return Ok(None) };
        let again = self.tables.mating_ways.again(aim);
        let late = self.men[man].state == Some(aim) && again > self.mating_left;
        if late || arrivers.next().is_some() {
            return Err(());
        }
        Ok(Some(Arriver { man: man as u8, again }))
    }

    /// The square of the man that mates, if no other man can observe the royal man's square, be it
    /// with men in the way: then it alone checks and nobody is pinned.
    fn only_checker(&self) -> Option<Checker> {
        let sees = |&(_, state): &(usize, State)| self.tables.observed(state, self.royal) & 1 != 0;
        let mut checkers = self.placed.iter().copied().filter(sees);
        let (_, state) = checkers.next()?;
        let may_see = |observer: &Observer| {
            self.aims[usize::from(observer.man)] == FREE && observer.cost <= self.mating_left
        };
        let alone = checkers.next().is_none() && !self.observers[0].iter().any(may_see);
        let (at, royal) = (self.tables.square(state) as u8, self.royal as u8);
        alone.then_some(Checker { at, royal })
    }

    /// Mating men that have to capture on the squares of their aims, and these squares.
    fn victims(&self) -> (u32, u64) {
        let (mut takers, mut squares) = (0, 0);
        for &(man, aim) in &self.placed {
            let Some(state) = self.men[man].state.filter(|_| !self.tables.stalemate) else {
                continue;
            };
            let within = self.mating_left + self.tables.mating_ways.to(state, aim);
            if self.sight.captures_there(self.tables, state, aim, within) {
                takers |= 1 << man;
                squares |= 1 << self.tables.square(aim);
            }
        }
        (takers, squares)
    }

    fn is_minimal(&mut self, complete: fn(&Self) -> bool) -> bool {
        let before = self.before();
        let mut minimal = true;
        let mut blocks = self.blocks;
        while minimal && blocks != 0 {
            let block = blocks & blocks.wrapping_neg();
            blocks &= blocks - 1;
            self.occupied &= !block;
            self.mated &= !block;
            minimal = !complete(self);
            self.restore(&before);
        }
        for index in 0..self.placed.len() {
            let (man, state) = self.placed.swap_remove(index);
            self.occupied &= !(1 << self.tables.square(state));
            minimal &= !complete(self);
            self.restore(&before);
            self.placed.push((man, state));
            let last = self.placed.len() - 1;
            self.placed.swap(index, last);
        }
        minimal
    }

    /// The state of the man that has to lend its walk to one that has an aim, where nobody does.
    pub fn missing_lender(&self) -> Option<State> {
        let mut lenders =
            self.placed.iter().filter_map(|&(_, aim)| self.tables.lender(aim).ok()?);
        lenders
            .find(|&lender| !self.placed.iter().any(|&(_, aim)| self.tables.unlent(aim) == lender))
    }

    /// So is every square of the field, and whoever is lent a walk has its lender.
    pub fn is_complete(&self) -> bool {
        self.all_covered() && self.missing_lender().is_none()
    }

    /// Every square of the field that has to be is covered.
    pub fn all_covered(&self) -> bool {
        let first = usize::from(self.tables.stalemate);
        (first..self.field.len()).all(|bit| self.is_covered(bit))
    }

    /// The men with aims leave the way from a state to a square open; the royal man does not count,
    /// for it moves out of the way.
    fn open(&self, state: State, square: usize) -> bool {
        self.sight.cut(state, square) & self.occupied & !(1 << self.royal) == 0
    }

    /// The square of the field with that number is observed, or blocked by a man of the mated side.
    pub fn is_covered(&self, bit: usize) -> bool {
        let square = self.field[bit].index();
        bit > 0 && self.mated >> square & 1 != 0
            || self.placed.iter().any(|&(_, state)| {
                self.tables.observed(state, self.royal) >> bit & 1 != 0 && self.open(state, square)
            })
    }

    /// The man may still be given that aim.
    pub fn is_possible(&self, observer: Observer) -> bool {
        let square = self.tables.square(usize::from(observer.state));
        self.aims[usize::from(observer.man)] == FREE
            && observer.cost <= self.mating_left
            && self.occupied >> square & 1 == 0
    }

    /// Who could still come to observe the square of the field with that number.
    pub fn observers_of(&self, bit: usize) -> impl Iterator<Item = Observer> + '_ {
        let square = self.field[bit].index();
        let affordable = move |observer: &&Observer| observer.cost <= self.mating_left;
        self.observers[bit].iter().take_while(affordable).copied().filter(move |&observer| {
            self.is_possible(observer) && self.open(usize::from(observer.state), square)
        })
    }

    /// Mating men that could come to observe the royal man were nothing in the way.
    pub fn observers_of_royal(&self) -> impl Iterator<Item = Observer> + '_ {
        self.observers[0].iter().copied().filter(|&observer| self.is_possible(observer))
    }

    /// Mating men that could still come to a square, in every shape.
    pub fn arrivals_on(&self, square: usize) -> Vec<Observer> {
        let ways = &self.tables.mating_ways;
        let mut found = Vec::new();
        for (number, man) in self.men.iter().enumerate() {
            let Some(state) = man.state.filter(|_| man.side == self.tables.mating) else {
                continue;
            };
            for aim in (square..ways.states()).step_by(self.tables.squares) {
                let cost = ways.to(state, aim);
                let arrival = Observer { man: number as u8, state: aim as u16, cost };
                if self.is_possible(arrival) && self.may_stand(man, aim) {
                    found.push(arrival);
                }
            }
        }
        found
    }

    /// Men of the mated side that could still come to a square, with what that costs.
    pub fn blockers_of(&self, square: usize) -> impl Iterator<Item = (usize, u8)> + '_ {
        let free = self.occupied >> square & 1 == 0;
        let men = self.men.iter().enumerate().filter(move |_| free);
        men.filter_map(move |(number, man)| {
            let state = man.state.filter(|_| man.side != self.tables.mating)?;
            let cost = self.tables.mated_ways.to_square(state, square);
            (self.aims[number] == FREE && cost <= self.mated_left).then_some((number, cost))
        })
    }

    /// The square of the field to look at next: the one with the fewest ways to cover it, and that
    /// number; None when all are covered.
    pub fn next_uncovered(&self) -> Option<(usize, usize)> {
        let first = usize::from(self.tables.stalemate);
        let mut next: Option<(usize, usize)> = None;
        let mut blocks = 0usize;
        for bit in first..self.field.len() {
            if self.is_covered(bit) {
                continue;
            }
            let observers = self.observers_of(bit).count();
            let mut count = observers;
            if bit > 0 {
                let mut cheapest = NEVER;
                for (_, cost) in self.blockers_of(self.field[bit].index()) {
                    count += 1;
                    cheapest = cheapest.min(cost);
                }
                // Only to be blocked: every such square wants a man of its own.
                blocks += if observers == 0 { usize::from(cheapest) } else { 0 };
            }
            if count == 0 || blocks > usize::from(self.mated_left) {
                return Some((bit, 0));
            }
            if next.is_none_or(|(_, fewest)| count < fewest) {
                next = Some((bit, count));
            }
        }
        next
    }

    /// Gives a mating man its aim.
    pub fn observe(&mut self, observer: Observer) -> Before {
        let before = self.before();
        let state = usize::from(observer.state);
        self.aims[usize::from(observer.man)] = observer.state;
        self.placed.push((usize::from(observer.man), state));
        self.occupied |= 1 << self.tables.square(state);
        self.mating_left -= observer.cost;
        before
    }

    /// Takes that back.
    pub fn unobserve(&mut self, before: &Before) {
        if let Some((man, _)) = self.placed.pop() {
            self.aims[man] = FREE;
        }
        self.restore(before);
    }

    /// Gives a man of the mated side its aim on `square`.
    pub fn block(&mut self, man: usize, aim: usize, square: usize, cost: u8) -> Before {
        let before = self.before();
        self.aims[man] = aim as u16;
        self.occupied |= 1 << square;
        self.mated |= 1 << square;
        self.mated_left -= cost;
        before
    }

    /// Has a square blocked by whoever comes cheapest; None where the squares cannot all be blocked.
    pub fn block_anyhow(&mut self, square: usize) -> Option<Before> {
        let blocks = self.blocks | 1 << square;
        let cost = self.wanted(blocks).cost(self.mated_budget)?;
        let before = self.before();
        self.blocks = blocks;
        self.occupied |= 1 << square;
        self.mated |= 1 << square;
        self.mated_left = self.mated_budget - cost;
        Some(before)
    }

    /// Takes that back.
    pub fn unblock(&mut self, man: usize, before: &Before) {
        self.aims[man] = FREE;
        self.restore(before);
    }

    fn before(&self) -> Before {
        let &Self { blocks, occupied, mated, mating_left, mated_left, .. } = self;
        Before { blocks, occupied, mated, mating_left, mated_left }
    }

    pub fn restore(&mut self, before: &Before) {
        self.blocks = before.blocks;
        self.occupied = before.occupied;
        self.mated = before.mated;
        self.mating_left = before.mating_left;
        self.mated_left = before.mated_left;
    }
}
