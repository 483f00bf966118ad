//! Pictures of stalemates: every flight is observed or blocked, and every other man of the stalemated
//! side has been captured, is pinned, or stands where it surely cannot move.
//!
//! Complete in the way of the pictures of mates.  Only for mating men that leap and ride straight: then
//! a man that could move but may not is pinned, that is, it stands on the way of an observer of the
//! royal man.  What is decided next is what can be decided in the fewest ways; a place for a man counts
//! only where those who would have to stand around it can still come there.

use super::super::tables::State;
use super::Man;
use super::draft::{Draft, FREE, Observer, TAKEN};
use super::fill::Fills;

/// How many observers of the royal man are looked at for pins; with more, whatever could ever pin counts.
const MOST_PINNERS: usize = 64;

/// Why a man that has its aim could move.
struct Mobile {
    man: usize,
    /// It can go to this square, which must hold a man, of its own side or else of either side.  None:
    /// it can capture, and has to be pinned.
    open: Option<(usize, bool)>,
    ways: usize,
}

/// What to decide next.
enum Next {
    /// Nothing comes of it.
    Hopeless,
    Flight(usize),
    Mobile(Mobile),
    /// Where the man stands at the end, or (first) that it is captured.
    Man(usize, bool, Vec<(u16, u8)>),
    Nothing,
}

/// What is known while the next decision is looked for.
struct Survey {
    fills: Fills,
    /// Squares on which a man may be pinned.
    pinned: u64,
    /// Squares that men of the stalemated side of which nothing is said yet must block.
    wanted: u64,
    /// The least half-moves for that.
    least: u8,
}

impl Draft<'_> {
    /// Draws all stalemates that go on from here; false when drawing is given up.
    pub fn stalemates(&mut self) -> bool {
        if !self.step() {
            return false;
        }
        match self.next_decision() {
            Next::Hopeless => true,
            Next::Flight(bit) => self.cover(bit, Self::stalemates),
            Next::Mobile(mobile) => self.immobilise(&mobile),
            Next::Man(man, taken, aims) => self.decide(man, taken, &aims),
            Next::Nothing => {
                self.keep(|draft| draft.all_covered() && draft.all_immobile());
                true
            }
        }
    }

    /// Gives a man of the stalemated side its aim on `square` in every shape, and goes on.
    pub fn fill_in_shape(
        &mut self,
        man: usize,
        square: usize,
        next: fn(&mut Self) -> bool,
    ) -> bool {
        let Some(state) = self.men[man].state else { return true };
        let ways = &self.tables.mated_ways;
        let shapes = (square..ways.states()).step_by(self.tables.squares);
        shapes.into_iter().all(|aim| {
            let cost = ways.to(state, aim);
            cost > self.mated_left || self.place(man, aim, cost, next)
        })
    }

    fn place(&mut self, man: usize, aim: State, cost: u8, next: fn(&mut Self) -> bool) -> bool {
        let before = self.block(man, aim, self.tables.square(aim), cost);
        let patient = next(self);
        self.unblock(man, &before);
        patient
    }

    /// Men of the stalemated side of which nothing is said yet, with what and where they are.
    pub fn undecided(&self) -> impl Iterator<Item = (usize, State)> + '_ {
        self.men.iter().enumerate().filter_map(|(number, man)| {
            let undecided = man.side != self.tables.mating && self.aims[number] == FREE;
            man.state.filter(|_| undecided).map(|state| (number, state))
        })
    }

    /// Men of the stalemated side that have their aims, the royal man aside.
    fn staying(&self) -> impl Iterator<Item = usize> + '_ {
        let men = self.men.iter().enumerate();
        let stays = |&(number, man): &(usize, &Man)| {
            man.side != self.tables.mating && !man.royal && self.aims[number] < TAKEN
        };
        men.filter(stays).map(|(number, _)| number)
    }

    /// The man is captured, or it stays on one of these squares.
    fn decide(&mut self, man: usize, taken: bool, aims: &[(u16, u8)]) -> bool {
        if taken {
            self.captures_left -= 1;
            self.aims[man] = TAKEN;
            let patient = self.stalemates();
            self.aims[man] = FREE;
            self.captures_left += 1;
            if !patient {
                return false;
            }
        }
        aims.iter().all(|&(aim, cost)| self.place(man, usize::from(aim), cost, Self::stalemates))
    }

    /// What can be decided in the fewest ways.
    fn next_decision(&self) -> Next {
        let flight = self.next_uncovered();
        if flight.is_some_and(|(_, ways)| ways == 0) {
            return Next::Hopeless;
        }
        let Some(survey) = self.survey() else { return Next::Hopeless };
        let mut fewest = usize::MAX;
        let mut next = Next::Nothing;
        if let Some((bit, ways)) = flight {
            fewest = ways;
            next = Next::Flight(bit);
        }
        for man in self.staying() {
            let Some(mobile) = self.mobile(man, &survey) else { continue };
            if mobile.ways == 0 {
                return Next::Hopeless;
            }
            if mobile.ways < fewest {
                fewest = mobile.ways;
                next = Next::Mobile(mobile);
            }
        }
        for (man, _) in self.undecided() {
            let taken = self.captures_left > 0;
            let Some(aims) = self.places(man, usize::from(taken), fewest, &survey) else {
                continue;
            };
            let ways = aims.len() + usize::from(taken);
            if ways == 0 {
                return Next::Hopeless;
            }
            fewest = ways;
            next = Next::Man(man, taken, aims);
        }
        next
    }

    /// Looks over all men; None where too few of the stalemated side are left for what they must block.
    fn survey(&self) -> Option<Survey> {
        let fills = Fills::new(self);
        let pinned = self.may_be_pinned();
        let mut wanted = self.only_to_block();
        for man in self.staying() {
            let state = usize::from(self.aims[man]);
            if pinned >> self.tables.square(state) & 1 == 0 {
                wanted |= self.wanted_around(state, &fills)?;
            }
        }
        let least = fills.cost(wanted, None);
        (least <= self.mated_left).then_some(Survey { fills, pinned, wanted, least })
    }

    /// Flights that no mating man can come to observe.
    fn only_to_block(&self) -> u64 {
        let flights = (1..self.field.len())
            .filter(|&bit| !self.is_covered(bit) && self.observers_of(bit).next().is_none());
        flights.fold(0, |all, bit| all | 1 << self.field[bit].index())
    }

    /// Squares around a man in that state that other men of its side must come to block, if it is not
    /// pinned; None where it can capture.
    fn wanted_around(&self, state: State, fills: &Fills) -> Option<u64> {
        let captures = self.sight.surely(self.tables.mating.other(), state);
        if captures & self.occupied & !self.mated != 0 {
            return None;
        }
        let open = self.sight.quiet(state) & !self.occupied;
        Some(open & (captures | !fills.others()))
    }

    /// Where a man of the stalemated side may be pinned, as far as nothing is said of it.
    fn may_be_pinned(&self) -> u64 {
        let placed = self.placed.iter().map(|&(_, state)| state);
        let coming: Vec<State> = self
            .observers_of_royal()
            .take(MOST_PINNERS)
            .map(|observer| usize::from(observer.state))
            .collect();
        if coming.len() == MOST_PINNERS {
            return self.ever_pinned;
        }
        let pins = |state| {
            let observes = self.tables.observed(state, self.royal) & 1 != 0;
            if observes { self.sight.cut(state, self.royal) } else { 0 }
        };
        placed.chain(coming).map(pins).fold(0, |all, cut| all | cut)
    }

    /// Where a man of which nothing is said may stand at the end; None when that is not in fewer ways
    /// than `fewest`, `others` included.
    fn places(
        &self,
        man: usize,
        others: usize,
        fewest: usize,
        survey: &Survey,
    ) -> Option<Vec<(u16, u8)>> {
        let mut places = Vec::new();
        for &(aim, cost) in &self.reach[man] {
            if cost > self.mated_left {
                break;
            }
            if self.may_stay(man, usize::from(aim), cost, survey) {
                places.push((aim, cost));
                if places.len() + others >= fewest {
                    return None;
                }
            }
        }
        (places.len() + others < fewest).then_some(places)
    }

    /// The man may stand there at the end: pinned, or with all squares around it blocked by men that
    /// can come there.
    fn may_stay(&self, man: usize, aim: State, cost: u8, survey: &Survey) -> bool {
        let bit = 1u64 << self.tables.square(aim);
        if self.occupied & bit != 0 {
            return false;
        }
        let mut least = survey.least + cost;
        if survey.wanted & bit != 0 {
            least -= survey.fills.cost(bit, None);
        }
        if least > self.mated_left {
            return false;
        }
        if survey.pinned & bit != 0 {
            return true;
        }
        self.wanted_around(aim, &survey.fills).is_some_and(|wanted| {
            let more = survey.fills.cost(wanted & !survey.wanted & !bit, Some(man));
            more <= self.mated_left - least
        })
    }

    fn all_immobile(&self) -> bool {
        self.staying().all(|man| {
            let state = usize::from(self.aims[man]);
            let captures = self.sight.surely(self.tables.mating.other(), state);
            let mating = self.occupied & !self.mated;
            self.is_pinned(self.tables.square(state))
                || captures & mating == 0 && self.sight.quiet(state) & !self.occupied == 0
        })
    }

    /// How the man could move, and the number of ways to prevent that; None where it cannot.
    fn mobile(&self, man: usize, survey: &Survey) -> Option<Mobile> {
        let state = usize::from(self.aims[man]);
        let at = self.tables.square(state);
        if self.is_pinned(at) {
            return None;
        }
        let captures = self.sight.surely(self.tables.mating.other(), state);
        let pinners = || {
            let pins = |observer: &Observer| self.pins(usize::from(observer.state), at);
            let possible = survey.pinned >> at & 1 != 0;
            if possible { self.observers_of_royal().filter(pins).count() } else { 0 }
        };
        if captures & self.occupied & !self.mated != 0 {
            return Some(Mobile { man, open: None, ways: pinners() });
        }
        let mut open = self.sight.quiet(state) & !self.occupied;
        if open == 0 {
            return None;
        }
        let pinners = pinners();
        let mut fewest: Option<Mobile> = None;
        while open != 0 {
            let square = open.trailing_zeros() as usize;
            open &= open - 1;
            let own = captures >> square & 1 != 0;
            let mut ways = pinners + self.blockers_of(square).count();
            if !own {
                ways += self.arrivals_on(square).len();
            }
            if fewest.as_ref().is_none_or(|mobile| ways < mobile.ways) {
                fewest = Some(Mobile { man, open: Some((square, own)), ways });
            }
        }
        fewest
    }

    fn is_pinned(&self, square: usize) -> bool {
        self.placed.iter().any(|&(_, state)| self.pins(state, square))
    }

    /// A mating man in that state pins a man on `square`, as far as men have aims.
    fn pins(&self, state: State, square: usize) -> bool {
        let cut = self.sight.cut(state, self.royal);
        self.tables.observed(state, self.royal) & 1 != 0
            && cut >> square & 1 != 0
            && cut & self.occupied & !(1 << square) == 0
    }

    /// Keeps the man from moving, in every way.
    fn immobilise(&mut self, mobile: &Mobile) -> bool {
        let at = self.tables.square(usize::from(self.aims[mobile.man]));
        let mut men: Vec<Observer> = self.observers_of_royal().collect();
        men.retain(|observer| self.pins(usize::from(observer.state), at));
        if let Some((square, own)) = mobile.open {
            if !self.fill(square, Self::stalemates) {
                return false;
            }
            if !own {
                men.extend(self.arrivals_on(square));
            }
        }
        self.try_each(&men, Self::stalemates)
    }
}
