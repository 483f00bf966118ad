//! Pictures in which the men that block have names.
//!
//! A mate is drawn first with squares that any men block.  Where few men can come there the picture is
//! replaced by one for each way to send certain men, in certain shapes: what they cost is then known
//! exactly, and who would check the mating side's royal man there, or could capture the only man that
//! checks, is not sent.  Every final position that shows the first picture shows one of these.

use super::super::tables::State;
use super::draft::{Draft, FREE, TAKEN};
use super::sight::{Checker, UNSURE};

/// Pictures that one is replaced by at most.
const MOST_NAMED: usize = 48;

/// A man that could come to a square, with its aim and what that costs.
type Sent = (usize, State, u8);

impl Draft<'_> {
    /// The aims of all men in each picture that this one is replaced by; None where they are too many.
    ///
    /// peaceful: the mated side captures nothing.  budget: its half-moves beyond the royal man's.
    pub fn named(
        &mut self,
        checker: Option<Checker>,
        peaceful: bool,
        budget: u8,
    ) -> Option<Vec<Vec<u16>>> {
        let mut squares = self.blocks;
        let mut places = Vec::new();
        while squares != 0 {
            let square = squares.trailing_zeros() as usize;
            places.push(self.sent_to(square, checker, peaceful, budget));
            squares &= squares - 1;
        }
        places.sort_by_key(Vec::len);
        let mut rows = Vec::new();
        self.send(&places, budget, checker, &mut rows).then_some(rows)
    }

    fn sent_to(
        &self,
        square: usize,
        checker: Option<Checker>,
        peaceful: bool,
        budget: u8,
    ) -> Vec<Sent> {
        let ways = self.tables.ways_of_mated(peaceful);
        let harmless = checker.map(|checker| self.sight.harmless(self.tables, checker));
        let mut sent = Vec::new();
        for (number, man) in self.men.iter().enumerate() {
            let mated = man.side != self.tables.mating && self.aims[number] == FREE;
            let Some(state) = man.state.filter(|_| mated) else { continue };
            for aim in (square..ways.states()).step_by(self.tables.squares) {
                let cost = ways.to(state, aim);
                let harms = harmless.is_some_and(|bits| bits[aim / 64] >> (aim % 64) & 1 == 0);
                if cost <= budget && !harms {
                    sent.push((number, aim, cost));
                }
            }
        }
        sent.sort_by_key(|&(_, _, cost)| cost);
        sent
    }

    /// Sends men to the places in every way; false where there are too many.
    fn send(
        &mut self,
        places: &[Vec<Sent>],
        left: u8,
        checker: Option<Checker>,
        rows: &mut Vec<Vec<u16>>,
    ) -> bool {
        if !self.step() {
            return false;
        }
        let Some((place, rest)) = places.split_first() else {
            if self.is_quiet(left, checker) {
                rows.push(self.aims.clone());
            }
            return rows.len() <= MOST_NAMED;
        };
        let cheapest = |place: &Vec<Sent>| place.first().map_or(left, |&(_, _, cost)| cost);
        let least: u32 = rest.iter().map(cheapest).map(u32::from).sum();
        for &(man, aim, cost) in place {
            if u32::from(cost) + least > u32::from(left) {
                break;
            }
            if self.aims[man] != FREE {
                continue;
            }
            self.aims[man] = aim as u16;
            let few = self.send(rest, left - cost, checker, rows);
            self.aims[man] = FREE;
            if !few {
                return false;
            }
        }
        true
    }

    /// No man that has been sent observes the mating side's royal man, or can capture the only man
    /// that checks or cut it off.
    fn is_quiet(&self, left: u8, checker: Option<Checker>) -> bool {
        let mut prey = self.only_royal().map_or(0, |royal| 1u64 << royal);
        let mut between = 0;
        if let Some(checker) = checker {
            prey |= 1 << checker.at;
            between = self.sight.between(self.tables, checker);
        }
        let sent = self.men.iter().zip(&self.aims);
        let sent =
            sent.filter(|(man, aim)| man.side != self.tables.mating && !man.royal && **aim < TAKEN);
        let mut known = None;
        sent.map(|(_, &aim)| usize::from(aim)).all(|aim| {
            let mut squares = prey | between & self.sight.rides(aim);
            while squares != 0 {
                let line = self.sight.line(aim, squares.trailing_zeros() as usize);
                squares &= squares - 1;
                let mut standing = || *known.get_or_insert_with(|| self.may_be_occupied(left));
                if line != UNSURE && (line == 0 || line & standing() == 0) {
                    return false;
                }
            }
            true
        })
    }

    /// Where the mating side's royal man stands at the end, if there is one and its aim is known.
    fn only_royal(&self) -> Option<usize> {
        let all = self.men.iter().zip(&self.aims);
        let mut royals = all.filter(|(man, _)| man.side == self.tables.mating && man.royal);
        let (_, &aim) = royals.next()?;
        let only = royals.next().is_none() && aim < TAKEN;
        only.then(|| self.tables.square(usize::from(aim)))
    }

    /// The squares on which men may stand at the end.
    fn may_be_occupied(&self, mated_left: u8) -> u64 {
        let mut standing = self.occupied;
        for (number, man) in self.men.iter().enumerate() {
            let Some(state) = man.state.filter(|_| self.aims[number] == FREE) else { continue };
            let (ways, left) = if man.side == self.tables.mating {
                (&self.tables.mating_ways, self.mating_left)
            } else {
                (&self.tables.mated_ways, mated_left)
            };
            let comes = |&square: &usize| ways.to_square(state, square) <= left;
            standing =
                (0..self.tables.squares).filter(comes).fold(standing, |all, sq| all | 1 << sq);
        }
        standing
    }
}
