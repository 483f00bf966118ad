//! The threads of one search: they take unit after unit, as long as there are any.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{Scope, Thread};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use crate::rules::Play;
use crate::stipulation::Tree;

use super::bounds::{Bounds, Forced};
use super::events::Event;
use super::order::{Order, Report};
use super::run::{STACK, send};
use super::shared::Shared;
use super::spec::{Options, SearchSpec};
use super::units::Unit;
use super::work::Work;
use super::worker::Worker;

/// How long the first thread works alone: what is solved by then is not worth a second one.
const ALONE: Duration = Duration::from_millis(20);
/// Longest time between two looks at the wish to stop.
const LOOK: Duration = Duration::from_millis(50);
/// How long reports may gather: to be woken for each of them costs more than most units.
const GATHER: Duration = Duration::from_micros(500);

/// Everything that the threads of a search share read-only.
pub struct Job<P: Play> {
    pub rules: P,
    pub tree: Tree,
    pub options: Options,
    pub spec: SearchSpec,
    pub units: Vec<Unit>,
    pub work: Work,
    /// The bounds, made by the first thread that needs them.
    pub bounds: OnceLock<Option<Bounds>>,
}

/// The threads, of which all but the first come when the search is worth it.
struct Crew<'scope, 'env, P: Play> {
    scope: &'scope Scope<'scope, 'env>,
    job: &'env Job<P>,
    pos: &'env P::Position,
    shared: &'env Shared,
    /// Units that are to be done, in order.
    todo: &'env [usize],
    /// Place in `todo` of the next.
    next: &'env AtomicUsize,
    /// By place in `todo`, whether it is done.
    done: &'env [AtomicBool],
    /// Whether threads are of use when no unit is left.
    helpful: bool,
    /// Who takes the reports.
    taker: Thread,
    /// None when no more threads will come.
    report: Option<Sender<Report>>,
    begun: Instant,
}

impl<P: Play> Crew<'_, '_, P> {
    /// Starts the first thread.
    fn begin(&mut self) {
        if self.job.work.elsewhere || self.todo.is_empty() {
            self.report = None;
        } else if !self.start() {
            self.shared.stop("memory");
        }
    }

    /// Starts the other threads when it is time; after that, or a wish to stop, none will come.
    fn look(&mut self) {
        if self.report.is_none() {
            return;
        }
        let left = self.todo.len().saturating_sub(self.next.load(Ordering::Relaxed));
        if self.shared.stopped() || left == 0 && !self.helpful {
            self.report = None;
        } else if self.begun.elapsed() >= ALONE {
            let wanted = if self.helpful { usize::MAX } else { left + 1 };
            // Fewer threads than were asked for will do.
            let _ = (1..self.job.options.threads.min(wanted)).all(|_| self.start());
            self.report = None;
        }
    }

    fn patience(&self) -> Duration {
        if self.report.is_some() { ALONE } else { LOOK }
    }

    fn start(&self) -> bool {
        let Some(report) = self.report.clone() else { return false };
        let (job, pos, shared) = (self.job, self.pos.clone(), self.shared);
        let (todo, next, done) = (self.todo, self.next, self.done);
        let taker = self.taker.clone();
        let work = move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                work(job, &pos, shared, (todo, done), next, &report);
                taker.unpark();
                assist(job, &pos, shared, (todo, done));
            }));
            if let Err(panic) = outcome {
                let _ = report.send(Report::Failed(panic_text(panic.as_ref())));
            }
        };
        let builder = std::thread::Builder::new().stack_size(STACK);
        builder.spawn_scoped(self.scope, work).is_ok()
    }
}

/// Does all units; returns why that ended early, empty when it did not, and which units are done.
pub fn run_units<P: Play>(
    job: &Job<P>,
    pos: &P::Position,
    shared: &Shared,
    sender: &Sender<Event>,
    (report, reports): (Sender<Report>, Receiver<Report>),
) -> (String, Vec<bool>) {
    let mut order = Order::new(&job.units, &job.options, &job.work, shared, sender);
    let wanted = |&unit: &usize| !order.is_done(unit);
    let todo: Vec<usize> = match &job.work.only {
        Some(only) => only.iter().copied().filter(|&unit| unit < job.units.len()).collect(),
        None => (0..job.units.len()).filter(wanted).collect(),
    };
    let next = AtomicUsize::new(0);
    let done: Vec<AtomicBool> = todo.iter().map(|_| AtomicBool::new(false)).collect();
    std::thread::scope(|scope| {
        let mut crew = Crew {
            scope,
            job,
            pos,
            shared,
            todo: &todo,
            next: &next,
            done: &done,
            helpful: job.units.iter().any(Unit::can_be_prepared),
            taker: std::thread::current(),
            report: Some(report),
            begun: Instant::now(),
        };
        crew.begin();
        while !(order.is_complete() || job.work.elsewhere && shared.stopped()) {
            match reports.recv_timeout(crew.patience()) {
                Ok(report) => {
                    order.take(report);
                    // No more than there are now: the crew is looked at however many follow.
                    let waiting = reports.len();
                    reports.try_iter().take(waiting).for_each(|report| order.take(report));
                    if !order.is_complete() {
                        // The thread that does the last unit ends it.
                        std::thread::park_timeout(GATHER);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            crew.look();
        }
        crew.report = None;
        // What is still on its way need not be waited for, and its senders not either.
        drop(reports);
    });
    if order.reached_the_end() {
        let why = if order.left_out_ends() { "solutions" } else { "" };
        return (why.to_owned(), order.into_done());
    }
    order.show_the_rest();
    (shared.why(), order.into_done())
}

fn work<P: Play>(
    job: &Job<P>,
    pos: &P::Position,
    shared: &Shared,
    (todo, done): (&[usize], &[AtomicBool]),
    next: &AtomicUsize,
    report: &Sender<Report>,
) {
    let mut worker = Worker::new(&job.rules, &job.tree, &job.options, shared, pos.clone());
    if job.options.bounds {
        let stopped = || shared.stopped();
        let bounds =
            || Bounds::for_tree(&job.rules, pos, &job.tree, job.options.table_mib, &stopped);
        worker.bounds.clone_from(job.bounds.get_or_init(bounds));
        worker.forced = Forced::for_tree(&job.rules, pos, &job.tree);
    }
    worker.aim_at(&job.spec);
    loop {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let Some(&unit) = todo.get(place) else { break };
        if shared.stopped() || !do_unit(job, &mut worker, unit, report) {
            break;
        }
        done[place].store(true, Ordering::Relaxed);
    }
    worker.tell_nodes();
}

/// When no unit is left: proves for the units that others still do what they will want to know.
fn assist<P: Play>(
    job: &Job<P>,
    pos: &P::Position,
    shared: &Shared,
    (todo, done): (&[usize], &[AtomicBool]),
) {
    for (&unit, done) in todo.iter().zip(done) {
        if shared.stopped() {
            return;
        }
        let mut worker = Worker::new(&job.rules, &job.tree, &job.options, shared, pos.clone());
        worker.until = Some(done);
        // That it was stopped only means that its help is needed no more.
        let _ = worker.prepare_unit(job.units[unit]);
        worker.tell_nodes();
    }
}

/// Does one unit; false when the search is to end.
fn do_unit<P: Play>(
    job: &Job<P>,
    worker: &mut Worker<'_, P>,
    unit: usize,
    report: &Sender<Report>,
) -> bool {
    let shared = worker.shared;
    let most = job.options.max_solutions.unwrap_or(u64::MAX);
    let (mut events, mut solutions) = (0, 0);
    let mut emit = |event: Event| {
        shared.await_turn(unit);
        solutions += u64::from(event.is_solution());
        shared.reported.enter(event.size(), shared);
        let found = Report::Event { unit, number: events, event: Box::new(event) };
        let sent = send(shared, report, found);
        events += 1;
        !sent || solutions >= most
    };
    let before = worker.nodes();
    let (numbered, skipped) = (job.spec.numbered, job.spec.half_moves_skipped);
    let solved = worker.solve_unit(job.units[unit], numbered, skipped, &mut emit);
    let nodes = worker.nodes() - before;
    // What was found may have been lost on the way to one who wants to stop.
    solved.is_ok()
        && !shared.stopped()
        && send(shared, report, Report::Done { unit, events, nodes })
}

/// What a panic says.
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "unknown fault".to_owned())
}
