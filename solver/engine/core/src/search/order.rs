//! The canonical order of events: what comes too early waits, and limits end it at a fixed place.

use std::collections::{BTreeMap, HashMap};

use crossbeam_channel::Sender;

use super::events::Event;
use super::run::hand;
use super::shared::Shared;
use super::spec::Options;
use super::units::Unit;
use super::work::{Known, Work};

/// What the order-keeping thread learns from those who solve.
pub enum Report {
    /// An event of a unit, with its number in it, from 0.
    Event {
        unit: usize,
        number: u32,
        event: Box<Event>,
    },
    /// The unit is done; its number of events, and half-moves played for it.
    Done {
        unit: usize,
        events: u32,
        nodes: u64,
    },
    /// Others have done the unit.
    Supplied(Known),
    Failed(String),
}

/// Something found, on its way to the reader.
enum Item {
    Event(Box<Event>),
    /// The reader has it: the event of that number.
    Kept {
        number: u32,
        solution: bool,
        unfinished: bool,
    },
}

/// Memory that a waiting note of an event takes, about, in bytes.
const NOTE: usize = 48;

impl Item {
    fn is_solution(&self) -> bool {
        match self {
            Self::Event(event) => event.is_solution(),
            Self::Kept { solution, .. } => *solution,
        }
    }

    /// More of a tree comes after it.
    fn is_unfinished(&self) -> bool {
        match self {
            Self::Event(event) => event.is_unfinished(),
            Self::Kept { unfinished, .. } => *unfinished,
        }
    }

    fn size(&self) -> usize {
        match self {
            Self::Event(event) => event.size() + NOTE,
            Self::Kept { .. } => NOTE,
        }
    }
}

/// The place in the canonical order, and what has come too early.
pub struct Order<'a> {
    units: &'a [Unit],
    options: &'a Options,
    work: &'a Work,
    shared: &'a Shared,
    sender: &'a Sender<Event>,
    /// What units not in turn have found.
    waiting: BTreeMap<usize, Vec<Item>>,
    /// Bytes that wait, about.
    size: usize,
    /// By unit, whether it is done.
    done: Vec<bool>,
    /// How many units are still to be done.
    left: usize,
    current: usize,
    /// The unit of whose tree a part has been passed on, and not the end.
    amid: Option<usize>,
    solutions: u64,
    /// Lines by their length and the men where they end, where the options limit them.
    ends: HashMap<(usize, u64), u64>,
    /// As many lines as the options allow end alike.
    end_full: bool,
    /// A limit was reached, and nothing more is passed on; by unit, whether all of it was.
    closed: Option<Vec<bool>>,
}

impl<'a> Order<'a> {
    /// Nothing found yet but what is known.
    pub fn new(
        units: &'a [Unit],
        options: &'a Options,
        work: &'a Work,
        shared: &'a Shared,
        sender: &'a Sender<Event>,
    ) -> Self {
        let left = work
            .only
            .as_ref()
            .map_or(units.len(), |only| only.iter().filter(|&&unit| unit < units.len()).count());
        let mut order = Self {
            units,
            options,
            work,
            shared,
            sender,
            waiting: BTreeMap::new(),
            size: 0,
            done: vec![false; units.len()],
            left,
            current: 0,
            amid: None,
            solutions: 0,
            ends: HashMap::new(),
            end_full: false,
            closed: None,
        };
        for known in &work.known {
            order.supply(known);
        }
        order.advance();
        order
    }

    /// The unit need not be done any more.
    pub fn is_done(&self, unit: usize) -> bool {
        self.done[unit]
    }

    /// By unit, whether it is done and all that it found was passed on.
    pub fn into_done(self) -> Vec<bool> {
        self.closed.unwrap_or(self.done)
    }

    /// Nothing is left to be done.
    pub fn is_complete(&self) -> bool {
        self.left == 0
    }

    /// All that was found has been passed on, and no limit was reached.
    pub fn reached_the_end(&self) -> bool {
        self.is_complete() && self.closed.is_none()
    }

    /// Lines were left out because enough end alike.
    pub fn left_out_ends(&self) -> bool {
        self.end_full
    }

    /// Deals with a report.
    pub fn take(&mut self, report: Report) {
        match report {
            Report::Failed(text) => {
                hand(self.shared, self.sender, Event::Failed { text });
                self.shared.stop("failed");
            }
            Report::Event { unit, number, event } => {
                self.shared.reported.leave(event.size());
                let item = self.record(unit, number, event);
                if self.work.only.is_none() {
                    self.place(unit, item);
                }
            }
            Report::Done { unit, events, nodes } => {
                if self.work.record {
                    hand(self.shared, self.sender, Event::UnitDone { unit, events, nodes });
                }
                self.finish(unit);
                self.advance();
            }
            Report::Supplied(known) => {
                self.supply(&known);
                self.advance();
            }
        }
        let turn = self.amid.unwrap_or(self.current);
        self.shared.tell_order(turn, self.size);
    }

    /// What later units had found by now is worth showing, unless a limit says where to end; but
    /// for trees that have no end yet.
    pub fn show_the_rest(&mut self) {
        for (unit, mut items) in std::mem::take(&mut self.waiting) {
            while items.pop_if(|item| item.is_unfinished()).is_some() {}
            for item in items {
                self.pass_on(unit, item);
            }
        }
    }

    /// Hands the event out where the reader keeps it.
    fn record(&self, unit: usize, number: u32, event: Box<Event>) -> Item {
        if !self.work.record {
            return Item::Event(event);
        }
        let (solution, unfinished) = (event.is_solution(), event.is_unfinished());
        hand(self.shared, self.sender, Event::Found { unit, number, solution, event });
        Item::Kept { number, solution, unfinished }
    }

    fn place(&mut self, unit: usize, item: Item) {
        if self.is_in_turn(unit) {
            self.pass_on(unit, item);
            if self.at_once() && self.amid.is_none() {
                self.pass_waiting();
            }
        } else {
            self.size += item.size();
            self.waiting.entry(unit).or_default().push(item);
        }
    }

    /// What the unit finds can be passed on.
    fn is_in_turn(&self, unit: usize) -> bool {
        if self.at_once() {
            self.amid.is_none_or(|amid| amid == unit)
        } else {
            unit == self.current
        }
    }

    /// Where the order does not matter: what has waited for the end of a tree.
    fn pass_waiting(&mut self) {
        while self.amid.is_none()
            && let Some((unit, items)) = self.waiting.pop_first()
        {
            self.size -= items.iter().map(Item::size).sum::<usize>();
            for item in items {
                self.pass_on(unit, item);
            }
        }
    }

    /// The order does not matter; where shorter lines may end the search it does.
    fn at_once(&self) -> bool {
        self.work.as_found && !self.options.stop_on_short
    }

    fn supply(&mut self, known: &Known) {
        if self.done.get(known.unit) != Some(&false) {
            return;
        }
        self.shared.count(known.nodes);
        for (number, solution) in (0..).zip(known.flags()) {
            self.place(known.unit, Item::Kept { number, solution, unfinished: false });
        }
        self.finish(known.unit);
    }

    fn finish(&mut self, unit: usize) {
        if !std::mem::replace(&mut self.done[unit], true) {
            self.left = self.left.saturating_sub(1);
            self.shared.tell_done(self.units[unit].weight());
        }
    }

    /// Goes on to the first unit that is not done.
    fn advance(&mut self) {
        while self.work.only.is_none() && self.current < self.units.len() {
            if !self.at_once()
                && let Some(items) = self.waiting.remove(&self.current)
            {
                self.size -= items.iter().map(Item::size).sum::<usize>();
                for item in items {
                    self.pass_on(self.current, item);
                }
            }
            if !self.done[self.current] {
                return;
            }
            self.current += 1;
            self.stop_on_short();
        }
    }

    fn pass_on(&mut self, unit: usize, item: Item) {
        if self.closed.is_some() || !self.end_allowed(&item) {
            return;
        }
        let solution = item.is_solution();
        self.amid = item.is_unfinished().then_some(unit);
        self.solutions += u64::from(solution);
        let event = match item {
            Item::Event(event) => *event,
            Item::Kept { number, .. } => Event::Told { unit, number },
        };
        hand(self.shared, self.sender, event);
        if solution && self.solutions >= self.options.max_solutions.unwrap_or(u64::MAX) {
            self.close(unit, "solutions");
        }
    }

    /// Counts the line by its end: whether fewer than the options allow have ended so before.
    fn end_allowed(&mut self, item: &Item) -> bool {
        let (Some(most), Item::Event(event)) = (self.options.max_per_end, item) else {
            return true;
        };
        let Event::LineFound { moves, end, .. } = &**event else { return true };
        let count = self.ends.entry((moves.len(), *end)).or_default();
        *count += 1;
        self.end_full |= *count >= most;
        *count <= most
    }

    /// After the last unit of a length: no longer lines when there were shorter ones.
    fn stop_on_short(&mut self) {
        let length = |index: usize| self.units.get(index).and_then(Unit::length);
        if self.options.stop_on_short
            && self.solutions > 0
            && length(self.current).is_some_and(|next| Some(next) != length(self.current - 1))
        {
            self.close(self.current, "short");
        }
    }

    /// Ends the search within `unit`.
    fn close(&mut self, unit: usize, why: &str) {
        let at_once = |other| self.at_once() && !self.waiting.contains_key(&other);
        let told = |other: usize| other != unit && (other < self.current || at_once(other));
        let closed = self.done.iter().enumerate().map(|(other, &done)| done && told(other));
        self.closed = Some(closed.collect());
        self.shared.stop(why);
    }
}
