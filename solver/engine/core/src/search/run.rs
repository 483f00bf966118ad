//! One search: its threads, its units, and its events in canonical order.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, SendTimeoutError, Sender, bounded};

use crate::board::Side;
use crate::rules::Play;
use crate::stipulation::Tree;

use super::budget::Budget;
use super::events::Event;
use super::shared::{Shared, Stopped};
use super::spec::{Options, SearchSpec};
use super::units::Unit;
use super::worker::Worker;

/// Events that may wait for a reader before the search waits for it.
const CHANNEL: usize = 1024;
/// How long a full channel is waited for before looking for the wish to stop.
const WAIT: Duration = Duration::from_millis(50);
/// Threads recurse as deep as the play is long.
const STACK: usize = 256 << 20;

/// A running search; dropping it stops it and waits for its threads.
pub struct Search {
    shared: Arc<Shared>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<()>>,
}

/// What the order-keeping thread learns from the workers.
enum Report {
    Event(usize, Box<Event>),
    Done(usize),
    Failed(String),
}

/// Everything that the threads of a search share read-only.
struct Job<P: Play> {
    rules: P,
    tree: Tree,
    options: Options,
    spec: SearchSpec,
    units: Vec<Unit>,
}

impl Search {
    /// Starts solving `spec` from `pos`; returns at once.
    ///
    /// # Errors
    /// An I/O error when no thread can be started.
    pub fn start<P>(
        rules: P,
        pos: P::Position,
        spec: SearchSpec,
        tree: Tree,
    ) -> std::io::Result<Self>
    where
        P: Play + 'static,
        P::Position: 'static,
    {
        let shared = Arc::new(Shared::new(spec.options.table_mib));
        let (sender, events) = bounded(CHANNEL);
        let state = Arc::clone(&shared);
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
            let begun = Instant::now();
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                solve(rules, pos, spec, tree, &state, &sender, begun);
            }));
            if let Err(panic) = outcome {
                send(&state, &sender, Event::Failed { text: panic_text(panic.as_ref()) });
            }
        })?;
        Ok(Self { shared, events, thread: Some(thread) })
    }

    /// The next event; None when there is none within `timeout`.  After the last event
    /// `finished` is true.
    #[must_use]
    pub fn next_event(&self, timeout: Duration) -> Option<Event> {
        self.events.recv_timeout(timeout).ok()
    }

    /// Whether all events have been handed out and no thread is left that could send one.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.events.is_empty() && self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Asks the search to stop.
    pub fn stop(&self, why: &str) {
        self.shared.stop(why);
    }

    /// Half-moves played so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.shared.nodes()
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

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "unknown fault".to_owned())
}

/// Sends unless the search is asked to stop while the channel is full.
fn send<T>(shared: &Shared, sender: &Sender<T>, item: T) -> bool {
    let mut item = item;
    loop {
        match sender.send_timeout(item, WAIT) {
            Ok(()) => return true,
            Err(SendTimeoutError::Timeout(back)) if !shared.stopped() => item = back,
            Err(_) => return false,
        }
    }
}

fn solve<P>(
    rules: P,
    mut pos: P::Position,
    spec: SearchSpec,
    tree: Tree,
    shared: &Shared,
    sender: &Sender<Event>,
    begun: Instant,
) where
    P: Play,
{
    let options = spec.options.for_tree(&tree);
    if let Some(guard) = tree.guard {
        let mut worker = Worker::new(&rules, &tree, &options, shared, pos.clone());
        match worker.holds(guard, None) {
            Ok(true) => {}
            Ok(false) => return finish(shared, sender, begun, "", Some(LeftOut::Decided)),
            Err(Stopped) => return finish(shared, sender, begun, &shared.why(), None),
        }
    }
    let (units, begin) = {
        let mut worker = Worker::new(&rules, &tree, &options, shared, pos);
        let units = worker.units(spec.kind, spec.play);
        (units, worker.pos)
    };
    pos = begin;
    let mover = rules.side(&pos);
    if !rules.allows_exposure() && rules.in_check(&pos, mover.other()) {
        return finish(shared, sender, begun, "", Some(LeftOut::SelfCheck));
    }
    let all = units.len();
    let (first, last) = options.first_moves;
    let mut units: Vec<Unit> = units.into_iter().filter(|unit| unit.within(first, last)).collect();
    let narrowed = units.len() < all;
    if options.max_solutions == Some(0) {
        units.retain(|unit| !unit.has_solutions());
    }
    let job = Job { rules, tree, options, spec, units };
    let why = run_units(&job, &pos, shared, sender);
    let why = if why.is_empty() && narrowed { "range".to_owned() } else { why };
    finish(shared, sender, begun, &why, None);
}

/// Why a phase is left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeftOut {
    /// The side to move could capture a royal man.
    SelfCheck,
    /// The rest of the stipulation has decided already.
    Decided,
}

fn finish(
    shared: &Shared,
    sender: &Sender<Event>,
    begun: Instant,
    why: &str,
    left_out: Option<LeftOut>,
) {
    let why = why.to_owned();
    let event = Event::PhaseFinished {
        complete: why.is_empty(),
        why,
        nodes: shared.nodes(),
        seconds: begun.elapsed().as_secs_f64(),
        omitted: left_out.is_some(),
        decided: left_out == Some(LeftOut::Decided),
    };
    // The last event must arrive even when the search was stopped: the channel has been drained
    // or will be, for the reader waits for this event.
    let mut event = event;
    while let Err(SendTimeoutError::Timeout(back)) = sender.send_timeout(event, WAIT) {
        event = back;
    }
}

/// Solves all units; returns why it ended early, empty when it did not.
fn run_units<P>(job: &Job<P>, pos: &P::Position, shared: &Shared, sender: &Sender<Event>) -> String
where
    P: Play,
{
    let threads = job.options.threads.clamp(1, job.units.len().max(1));
    let next = AtomicUsize::new(0);
    let (report, reports) = bounded::<Report>(CHANNEL);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let report = report.clone();
            let next = &next;
            let pos = pos.clone();
            let builder = std::thread::Builder::new().stack_size(STACK);
            let started =
                builder.spawn_scoped(scope, move || work(job, pos, shared, next, &report));
            if started.is_err() {
                shared.stop("memory");
            }
        }
        drop(report);
        keep_order(job, shared, &reports, sender)
    })
}

fn work<P: Play>(
    job: &Job<P>,
    pos: P::Position,
    shared: &Shared,
    next: &AtomicUsize,
    report: &Sender<Report>,
) {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut worker = Worker::new(&job.rules, &job.tree, &job.options, shared, pos);
        worker.budget = Budget::for_tree(&job.rules, &worker.pos, &job.tree);
        worker.aim_at(&job.spec);
        let numbered: Side = job.spec.numbered;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&unit) = job.units.get(index) else { break };
            if shared.stopped() {
                break;
            }
            let mut emit = |event| {
                shared.await_turn(index);
                !send(shared, report, Report::Event(index, Box::new(event)))
            };
            let skipped = job.spec.half_moves_skipped;
            let solved = worker.solve_unit(unit, numbered, skipped, &mut emit);
            if solved.is_err() || !send(shared, report, Report::Done(index)) {
                break;
            }
        }
        worker.tell_nodes();
    }));
    if let Err(panic) = outcome {
        let _ = report.send(Report::Failed(panic_text(panic.as_ref())));
    }
}

/// Passes events on in the order of the units; returns why the phase ended early.
fn keep_order<P: Play>(
    job: &Job<P>,
    shared: &Shared,
    reports: &Receiver<Report>,
    sender: &Sender<Event>,
) -> String {
    let mut order = Order::default();
    for report in reports {
        match report {
            Report::Failed(text) => {
                send(shared, sender, Event::Failed { text });
                shared.stop("failed");
            }
            Report::Event(index, event) if index != order.current => {
                order.waiting.entry(index).or_default().0.push(*event);
                order.count += 1;
                shared.tell_order(order.current, order.count);
            }
            Report::Event(_, event) => order.pass_on(job, shared, sender, *event),
            Report::Done(index) => {
                order.waiting.entry(index).or_default().1 = true;
                order.advance(job, shared, sender);
                shared.tell_order(order.current, order.count);
            }
        }
    }
    if order.current == job.units.len() && !order.closed {
        return String::new();
    }
    // What later units had found by now is worth showing, unless a limit says where to end.
    for (events, _) in std::mem::take(&mut order.waiting).into_values() {
        for event in events {
            order.pass_on(job, shared, sender, event);
        }
    }
    shared.why()
}

/// The place in the canonical order, and what has come too early.
#[derive(Default)]
struct Order {
    /// Events of units, and whether the unit is done.
    waiting: BTreeMap<usize, (Vec<Event>, bool)>,
    /// How many events wait.
    count: usize,
    current: usize,
    solutions: u64,
    /// A limit was reached: nothing more is passed on.
    closed: bool,
}

impl Order {
    fn advance<P: Play>(&mut self, job: &Job<P>, shared: &Shared, sender: &Sender<Event>) {
        loop {
            let Some((events, done)) = self.waiting.remove(&self.current) else { return };
            self.count -= events.len();
            for event in events {
                self.pass_on(job, shared, sender, event);
            }
            if !done {
                return;
            }
            self.current += 1;
            self.stop_on_short(job, shared);
        }
    }

    fn pass_on<P: Play>(
        &mut self,
        job: &Job<P>,
        shared: &Shared,
        sender: &Sender<Event>,
        event: Event,
    ) {
        let most = job.options.max_solutions.unwrap_or(u64::MAX);
        if self.closed {
            return;
        }
        let solution = match &event {
            Event::LineFound { .. } => true,
            Event::TreeFound { node, .. } => !node.mark.is_empty(),
            _ => false,
        };
        self.solutions += u64::from(solution);
        send(shared, sender, event);
        if solution && self.solutions >= most {
            self.closed = true;
            shared.stop("solutions");
        }
    }

    /// After the last unit of a length: no longer lines when there were shorter ones.
    fn stop_on_short<P: Play>(&mut self, job: &Job<P>, shared: &Shared) {
        let length = |index: usize| job.units.get(index).and_then(Unit::length);
        if job.options.stop_on_short
            && self.solutions > 0
            && length(self.current).is_some_and(|next| Some(next) != length(self.current - 1))
        {
            self.closed = true;
            shared.stop("short");
        }
    }
}
