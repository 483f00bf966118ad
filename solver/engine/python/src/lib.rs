//! The engine as Python sees it: JSON in, JSON out, no rule and no search of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use dawson_core::board::{Bits, Wide};
use dawson_core::retro::{RetroSpec, analyse};
use dawson_core::rules::{
    ManSpec, MoveList, Orthodox, Plainest, Play, PlayedMove, Setup, playout as play_out,
};
use dawson_core::search::{Known, Search as CoreSearch, SearchSpec, Work};
use dawson_core::stipulation::Tree;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Deserialize;

/// A specification: the position and, for a search, what is to be solved.
#[derive(Deserialize)]
struct Spec {
    #[serde(flatten)]
    position: Setup,
    search: Option<SearchSpec>,
}

fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn read(spec: &[u8]) -> PyResult<Spec> {
    serde_json::from_slice(spec).map_err(refused)
}

/// Runs `work`; a panic in it becomes an error that says so.
fn guarded<T: Send>(py: Python<'_>, work: impl FnOnce() -> PyResult<T> + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work)))
        .unwrap_or_else(|_| Err(PyValueError::new_err("the engine failed inside")))
}

/// A running search.
#[pyclass(module = "solver._engine", frozen)]
struct Search {
    inner: CoreSearch,
}

#[pymethods]
impl Search {
    /// work: JSON that says how its units are dealt out.
    #[new]
    #[pyo3(signature = (spec, work = None))]
    fn new(py: Python<'_>, spec: &[u8], work: Option<&[u8]>) -> PyResult<Self> {
        let spec = read(spec)?;
        let work = serde_json::from_slice(work.unwrap_or(b"{}")).map_err(refused)?;
        let Some(search) = spec.search else { return Err(refused("nothing is to be solved")) };
        guarded(py, move || start(&spec.position, search, work)).map(|inner| Self { inner })
    }

    /// The next event as JSON; None when there is none within the time.
    fn next_event(&self, py: Python<'_>, timeout_seconds: f64) -> PyResult<Option<Vec<u8>>> {
        let timeout =
            Duration::try_from_secs_f64(timeout_seconds.max(0.0)).unwrap_or(Duration::MAX);
        let event = py.detach(|| self.inner.next_event(timeout));
        event.map(|event| serde_json::to_vec(&event).map_err(refused)).transpose()
    }

    /// Hands in a unit that was done elsewhere; solutions: for each of its events 1 where it is one,
    /// 0 where it is not.
    fn supply(&self, unit: usize, nodes: u64, solutions: String) {
        self.inner.supply(Known { unit, nodes, solutions });
    }

    /// The part of the work that is done, from 0 to 1.
    #[getter]
    fn progress(&self) -> f64 {
        self.inner.progress()
    }

    /// Asks the search to stop; why: "time", "interrupt" and so on.
    fn stop(&self, why: &str) {
        self.inner.stop(why);
    }

    /// Half-moves played so far.
    #[getter]
    fn nodes(&self) -> u64 {
        self.inner.nodes()
    }

    /// Whether every event has been handed out.
    #[getter]
    fn finished(&self) -> bool {
        self.inner.finished()
    }
}

/// Something to be done with the rules and the position of a setup.
trait Task {
    type Output;
    fn run<P: Play + 'static>(self, rules: P, pos: P::Position) -> PyResult<Self::Output>
    where
        P::Position: 'static;
}

/// Compiles the rules that a setup needs, as narrow and as simple as they may be, and does the task.
fn with_rules<T: Task>(setup: &Setup, task: T) -> PyResult<T::Output> {
    fn in_width<B: Bits, T: Task>(setup: &Setup, task: T) -> PyResult<T::Output> {
        match Plainest::<B>::compile(setup).map_err(refused)? {
            Plainest::Orthodox(compiled) => {
                let (rules, pos) = *compiled;
                task.run(rules, pos)
            }
            Plainest::Fairy(compiled) => {
                let (rules, pos) = *compiled;
                task.run(rules, pos)
            }
        }
    }
    if setup.is_narrow() {
        in_width::<u64, T>(setup, task)
    } else {
        in_width::<Wide, T>(setup, task)
    }
}

fn start(setup: &Setup, search: SearchSpec, work: Work) -> PyResult<CoreSearch> {
    struct Begin(SearchSpec, Tree, Work);
    impl Task for Begin {
        type Output = CoreSearch;
        fn run<P: Play + 'static>(self, rules: P, pos: P::Position) -> PyResult<CoreSearch>
        where
            P::Position: 'static,
        {
            CoreSearch::start(rules, pos, self.0, self.1, self.2).map_err(refused)
        }
    }
    let tree =
        Tree::new(&search.tree, search.guard.as_ref(), search.instead.as_ref()).map_err(refused)?;
    with_rules(setup, Begin(search, tree, work))
}

/// Counts the leaves of the tree of legal moves.
#[pyfunction]
fn perft(py: Python<'_>, spec: &[u8], depth: u32) -> PyResult<u64> {
    fn leaves<P: Play>(rules: &P, pos: &mut P::Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => rules.count_legal_moves(pos) as u64,
            _ => {
                let mut moves = MoveList::new();
                rules.legal_moves(pos, &mut moves);
                let mut sum = 0;
                for mv in moves {
                    rules.play(pos, mv);
                    sum += leaves(rules, pos, depth - 1);
                    rules.undo(pos);
                }
                sum
            }
        }
    }
    struct Count(u32);
    impl Task for Count {
        type Output = u64;
        fn run<P: Play + 'static>(self, rules: P, mut pos: P::Position) -> PyResult<u64>
        where
            P::Position: 'static,
        {
            Ok(leaves(&rules, &mut pos, self.0))
        }
    }
    let setup = read(spec)?.position;
    guarded(py, move || with_rules(&setup, Count(depth)))
}

/// Plays a line at random and takes it back; an error when the rules do not keep what they promise.
#[pyfunction]
fn playout(py: Python<'_>, spec: &[u8], plies: usize, seed: u64) -> PyResult<usize> {
    struct Line(usize, u64);
    impl Task for Line {
        type Output = usize;
        fn run<P: Play + 'static>(self, rules: P, mut pos: P::Position) -> PyResult<usize>
        where
            P::Position: 'static,
        {
            play_out(&rules, &mut pos, self.0, self.1).map_err(refused)
        }
    }
    let setup = read(spec)?.position;
    guarded(py, move || with_rules(&setup, Line(plies, seed)))
}

/// The legal moves of the side to move, as a JSON list.
#[pyfunction]
fn legal_moves(py: Python<'_>, spec: &[u8]) -> PyResult<Vec<u8>> {
    let setup = read(spec)?.position;
    let diagrams = vec![setup.men.clone()];
    let mut moves = guarded(py, move || moves_of_each(setup, diagrams))?;
    serde_json::to_vec(&moves.pop().unwrap_or_default()).map_err(refused)
}

/// The legal moves in each of several diagrams with the kinds, board and rights of one position.
///
/// diagrams: a JSON list of lists of men, which stand for those of `spec`.
#[pyfunction]
fn legal_moves_of_each(py: Python<'_>, spec: &[u8], diagrams: &[u8]) -> PyResult<Vec<u8>> {
    let setup = read(spec)?.position;
    let diagrams = serde_json::from_slice(diagrams).map_err(refused)?;
    let moves = guarded(py, move || moves_of_each(setup, diagrams))?;
    serde_json::to_vec(&moves).map_err(refused)
}

fn moves_of_each(mut setup: Setup, diagrams: Vec<Vec<ManSpec>>) -> PyResult<Vec<Vec<PlayedMove>>> {
    struct All;
    impl Task for All {
        type Output = Vec<PlayedMove>;
        fn run<P: Play + 'static>(self, rules: P, mut pos: P::Position) -> PyResult<Self::Output>
        where
            P::Position: 'static,
        {
            Ok(described(&rules, &mut pos))
        }
    }
    fn plain<B: Bits>(
        mut setup: Setup,
        diagrams: Vec<Vec<ManSpec>>,
    ) -> PyResult<Vec<Vec<PlayedMove>>> {
        let (rules, _) = Orthodox::<B>::compile(&setup).map_err(refused)?;
        let moves = diagrams.into_iter().map(|men| {
            setup.men = men;
            let mut pos = rules.place(&setup).map_err(refused)?;
            Ok(described(&rules, &mut pos))
        });
        moves.collect()
    }
    if setup.fairy.is_none() {
        return if setup.is_narrow() {
            plain::<u64>(setup, diagrams)
        } else {
            plain::<Wide>(setup, diagrams)
        };
    }
    let moves = diagrams.into_iter().map(|men| {
        setup.men = men;
        with_rules(&setup, All)
    });
    moves.collect()
}

fn described<P: Play>(rules: &P, pos: &mut P::Position) -> Vec<PlayedMove> {
    let mut moves = MoveList::new();
    rules.legal_moves(pos, &mut moves);
    let record = |mv| {
        let mut record = rules.describe(pos, mv);
        record.check = rules.gives_check(pos, mv);
        record
    };
    moves.into_iter().map(record).collect()
}

/// What the possible last moves of a diagram say about its rights, as JSON.
#[pyfunction]
fn retro(py: Python<'_>, spec: &[u8]) -> PyResult<Vec<u8>> {
    let spec: RetroSpec = serde_json::from_slice(spec).map_err(refused)?;
    let verdict = guarded(py, move || analyse(&spec).map_err(refused))?;
    serde_json::to_vec(&verdict).map_err(refused)
}

#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::{Search, legal_moves, legal_moves_of_each, perft, playout, retro};

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use pyo3::types::PyModuleMethods;
        module.add("version", env!("CARGO_PKG_VERSION"))
    }
}
