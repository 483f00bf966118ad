//! One search, from its start to its last event.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, SendTimeoutError, Sender, bounded, unbounded};

use crate::rules::Play;
use crate::stipulation::Tree;

use super::crew::{Job, panic_text, run_units};
use super::events::{Event, Examined};
use super::order::Report;
use super::shared::{EXHAUSTED, Shared, Stopped};
use super::spec::SearchSpec;
use super::units::Unit;
use super::work::{Known, Work};
use super::worker::Worker;

/// Events that may wait for a reader before the search waits for it.
const CHANNEL: usize = 256;
/// How long a full channel is waited for before looking for the wish to stop.
const WAIT: Duration = Duration::from_millis(50);
/// Threads recurse as deep as the play is long.
pub const STACK: usize = 256 << 20;

/// A running search; dropping it stops it and waits for its threads.
pub struct Search {
    shared: Arc<Shared>,
    events: Receiver<Event>,
    /// Where the results of others go in.
    supplies: Option<Sender<Report>>,
    thread: Option<JoinHandle<()>>,
}

impl Search {
    /// Starts solving `spec` from `pos`, as far as `work` says; returns at once.
    ///
    /// # Errors
    /// An I/O error when no thread can be started.
    pub fn start<P>(
        rules: P,
        pos: P::Position,
        spec: SearchSpec,
        tree: Tree,
        work: Work,
    ) -> std::io::Result<Self>
    where
        P: Play + 'static,
        P::Position: 'static,
    {
        let shared = Arc::new(Shared::new(spec.options.table_mib, spec.target.is_some()));
        let (sender, events) = bounded(CHANNEL);
        // Who supplies results also reads the events: it may not be kept waiting.
        let (report, reports) = if work.elsewhere { unbounded() } else { bounded(CHANNEL) };
        let supplies = work.elsewhere.then(|| report.clone());
        let state = Arc::clone(&shared);
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
            let begun = Instant::now();
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let target = Target { shared: &state, sender: &sender, begun };
                solve(rules, pos, spec, tree, work, &target, (report, reports));
            }));
            if let Err(panic) = outcome {
                hand(&state, &sender, Event::Failed { text: panic_text(panic.as_ref()) });
            }
        })?;
        Ok(Self { shared, events, supplies, thread: Some(thread) })
    }

    /// The next event; None when there is none within `timeout`.  After the last event
    /// `finished` is true.
    #[must_use]
    pub fn next_event(&self, timeout: Duration) -> Option<Event> {
        let event = self.events.recv_timeout(timeout).ok()?;
        self.shared.handed.leave(event.size());
        Some(event)
    }

    /// Whether all events have been handed out and no thread is left that could send one.
    #[must_use]
    pub fn finished(&self) -> bool {
        // In this order: what the thread sends last must not come between the two questions.
        self.thread.as_ref().is_none_or(JoinHandle::is_finished) && self.events.is_empty()
    }

    /// Asks the search to stop.
    pub fn stop(&self, why: &str) {
        self.shared.stop(why);
    }

    /// Hands in what others have found in a unit; only with `Work::elsewhere`.
    pub fn supply(&self, known: Known) {
        if let Some(supplies) = &self.supplies {
            // Nobody takes it when the search has ended; then it is not needed.
            let _ = supplies.send(Report::Supplied(known));
        }
    }

    /// Half-moves played so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.shared.nodes()
    }

    /// The part of the work that is done, from 0 to 1, as far as that can be guessed from its units.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.shared.progress()
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.shared.stop("interrupt");
        // Nobody reads any more: a full channel must not keep the threads from ending.
        self.events = crossbeam_channel::never();
        if let Some(thread) = self.thread.take() {
            // A panic in it has already been reported as an event.
            let _ = thread.join();
        }
    }
}

/// Sends unless the search is asked to stop while the channel is full.
pub fn send<T>(shared: &Shared, sender: &Sender<T>, item: T) -> bool {
    let mut item = item;
    loop {
        match sender.send_timeout(item, WAIT) {
            Ok(()) => return true,
            Err(SendTimeoutError::Timeout(back)) if !shared.stopped() => item = back,
            Err(_) => return false,
        }
    }
}

/// Hands an event to the reader, who may first have to take others.
pub fn hand(shared: &Shared, sender: &Sender<Event>, event: Event) -> bool {
    shared.handed.enter(event.size(), shared);
    send(shared, sender, event)
}

/// Where a search tells what it finds.
struct Target<'a> {
    shared: &'a Shared,
    sender: &'a Sender<Event>,
    begun: Instant,
}

fn solve<P>(
    rules: P,
    mut pos: P::Position,
    spec: SearchSpec,
    tree: Tree,
    work: Work,
    target: &Target<'_>,
    reports: (Sender<Report>, Receiver<Report>),
) where
    P: Play,
{
    let shared = target.shared;
    let options = spec.options.for_tree(&tree);
    if let Some(guard) = tree.guard {
        let mut worker = Worker::new(&rules, &tree, &options, shared, pos.clone());
        match worker.holds(guard, None) {
            Ok(true) => {}
            Ok(false) => return target.finish("", Some(LeftOut::Decided), Vec::new()),
            Err(Stopped) => return target.finish(&shared.why(), None, Vec::new()),
        }
    }
    let (units, exposed, begin) = {
        let mut worker = Worker::new(&rules, &tree, &options, shared, pos);
        let units = worker.units(spec.kind, spec.play);
        (units, worker.exposed(), worker.pos)
    };
    pos = begin;
    if exposed {
        return target.finish("", Some(LeftOut::SelfCheck), Vec::new());
    }
    let all = units.len();
    let (first, last) = options.first_moves;
    let mut units: Vec<Unit> = units.into_iter().filter(|unit| unit.within(first, last)).collect();
    let narrowed = units.len() < all;
    if options.max_solutions == Some(0) {
        units.retain(|unit| !unit.has_solutions());
    }
    shared.tell_units(units.iter().map(Unit::weight).sum());
    let bounds = OnceLock::new();
    let job = Job { rules, tree, options, spec, units, work, bounds };
    if job.work.record {
        hand(shared, target.sender, Event::Planned { units: job.units.len() });
    }
    let (why, done) = run_units(&job, &pos, shared, target.sender, reports);
    let why = if job.rules.exhausted() { EXHAUSTED.to_owned() } else { why };
    let why = if why.is_empty() && narrowed { "range".to_owned() } else { why };
    let examined = if why.is_empty() { Vec::new() } else { examined(&job, pos, shared, &done) };
    target.finish(&why, None, examined);
}

/// How far the first moves were examined, in their order.
fn examined<P: Play>(
    job: &Job<P>,
    pos: P::Position,
    shared: &Shared,
    done: &[bool],
) -> Vec<Examined> {
    let mut worker = Worker::new(&job.rules, &job.tree, &job.options, shared, pos);
    let mut examined: Vec<Examined> = Vec::new();
    for (unit, &done) in job.units.iter().zip(done) {
        let (length, number) = (unit.length().unwrap_or(0), unit.first_move().map_or(0, |m| m.0));
        match examined.last_mut() {
            Some(last) if (last.length, last.number) == (length, number) => last.add(done),
            _ => {
                let mv = unit.first_move().map(|(_, mv)| worker.describe(mv));
                let mut new = Examined { length, number, mv, parts: 0, done: 0 };
                new.add(done);
                examined.push(new);
            }
        }
    }
    examined
}

/// Why a phase is left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeftOut {
    /// The side to move could capture a royal man.
    SelfCheck,
    /// The rest of the stipulation has decided already.
    Decided,
}

impl Target<'_> {
    fn finish(&self, why: &str, left_out: Option<LeftOut>, examined: Vec<Examined>) {
        let why = why.to_owned();
        let mut event = Event::PhaseFinished {
            complete: why.is_empty(),
            why,
            nodes: self.shared.nodes(),
            seconds: self.begun.elapsed().as_secs_f64(),
            omitted: left_out.is_some(),
            decided: left_out == Some(LeftOut::Decided),
            examined,
        };
        self.shared.handed.add(event.size());
        // The last event must arrive even when the search was stopped: the channel has been drained
        // or will be, for the reader waits for this event.
        while let Err(SendTimeoutError::Timeout(back)) = self.sender.send_timeout(event, WAIT) {
            event = back;
        }
    }
}
