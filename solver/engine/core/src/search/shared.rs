//! What the threads of one search share: the wish to stop, counters, the table.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::proof_game::Meetings;
use super::table::Table;

/// Bytes of events, about, that may wait for the unit in turn to end.
const MOST_WAITING: usize = 8 << 20;
const PAUSE: Duration = Duration::from_millis(5);

/// The search was asked to stop; unwinds it without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The answer of a part of the search, or `Stopped`: a part that did not finish proves nothing.
pub type Answer<T> = Result<T, Stopped>;

/// Bytes of events, about, that may be on their way through a channel.
const MOST_ON_THE_WAY: usize = 2 << 20;
const MOMENT: Duration = Duration::from_millis(1);

/// What is on its way through a channel of events.
#[derive(Default)]
pub struct Flow {
    bytes: AtomicUsize,
}

impl Flow {
    /// Waits while too much is on its way, unless the search is to stop, and adds to it.
    pub fn enter(&self, bytes: usize, shared: &Shared) {
        while self.bytes.load(Ordering::Relaxed) >= MOST_ON_THE_WAY && !shared.stopped() {
            std::thread::sleep(MOMENT);
        }
        self.add(bytes);
    }

    /// Adds to it at once.
    pub fn add(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// So much has arrived.
    pub fn leave(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Why a search ends where a half-move leaves more to choose than a move can hold.
pub const EXHAUSTED: &str = "choices";

/// State of one search that all its threads see.
pub struct Shared {
    stop: AtomicBool,
    why: Mutex<String>,
    nodes: AtomicU64,
    /// Weights of all units, and of those that are done.
    units: AtomicU64,
    done: AtomicU64,
    /// Bytes of events of later units that wait for the end of the unit in turn, and that unit.
    waiting: AtomicUsize,
    turn: AtomicUsize,
    /// Events on their way to the keeper of their order, and from there to the reader.
    pub reported: Flow,
    pub handed: Flow,
    pub table: Table,
    /// What is known of proof games from their ends.
    pub meetings: Arc<Meetings>,
}

impl Shared {
    /// Nothing searched yet; tables of at most `mebibytes` in all.
    ///
    /// proof_game: some of it is for what is known of proof games.
    #[must_use]
    pub fn new(mebibytes: usize, proof_game: bool) -> Self {
        let meetings = if proof_game { mebibytes.div_ceil(4) } else { 0 };
        Self {
            stop: AtomicBool::new(false),
            why: Mutex::new(String::new()),
            nodes: AtomicU64::new(0),
            units: AtomicU64::new(0),
            done: AtomicU64::new(0),
            waiting: AtomicUsize::new(0),
            turn: AtomicUsize::new(0),
            reported: Flow::default(),
            handed: Flow::default(),
            table: Table::new(mebibytes - meetings),
            meetings: Arc::new(Meetings::new(meetings)),
        }
    }

    /// Asks all threads to stop; the first reason given stands.
    pub fn stop(&self, why: &str) {
        if !self.stop.swap(true, Ordering::Relaxed) {
            why.clone_into(&mut self.why.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        }
    }

    /// Whether the search was asked to stop.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Why it was stopped; empty when it was not.
    #[must_use]
    pub fn why(&self) -> String {
        self.why.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Tells which unit is in turn and how many bytes of events of later ones wait.
    pub fn tell_order(&self, turn: usize, waiting: usize) {
        self.turn.store(turn, Ordering::Relaxed);
        self.waiting.store(waiting, Ordering::Relaxed);
    }

    /// Keeps a unit that is not in turn while too much waits already; the unit in turn goes on, so
    /// that this ends.
    pub fn await_turn(&self, unit: usize) {
        while self.waiting.load(Ordering::Relaxed) >= MOST_WAITING
            && unit != self.turn.load(Ordering::Relaxed)
            && !self.stopped()
        {
            std::thread::sleep(PAUSE);
        }
    }

    /// Tells the weight of all units.
    pub fn tell_units(&self, weight: f64) {
        self.units.store(weight.to_bits(), Ordering::Relaxed);
    }

    /// Tells the weight of a unit that is done; only one thread does.
    pub fn tell_done(&self, weight: f64) {
        let sum = f64::from_bits(self.done.load(Ordering::Relaxed)) + weight;
        self.done.store(sum.to_bits(), Ordering::Relaxed);
    }

    /// The part of the work that is done, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        let of = |part: &AtomicU64| f64::from_bits(part.load(Ordering::Relaxed));
        let all = of(&self.units);
        if all > 0.0 { (of(&self.done) / all).min(1.0) } else { 0.0 }
    }

    /// Adds to the count of half-moves played.
    pub fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Half-moves played by all threads, as far as they have told.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}
