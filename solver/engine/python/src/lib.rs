//! The engine as Python sees it: JSON in, JSON out, no rule and no search of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use dawson_core::board::{Bits, Wide};
use dawson_core::retro::{RetroSpec, analyse};
use dawson_core::rules::{ManSpec, MoveList, Orthodox, Play, PlayedMove, Setup};
use dawson_core::search::{Search as CoreSearch, SearchSpec};
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
    #[new]
    fn new(py: Python<'_>, spec: &[u8]) -> PyResult<Self> {
        let spec = read(spec)?;
        let Some(search) = spec.search else { return Err(refused("nothing is to be solved")) };
        guarded(py, move || start(&spec.position, search)).map(|inner| Self { inner })
    }

    /// The next event as JSON; None when there is none within the time.
    fn next_event(&self, py: Python<'_>, timeout_seconds: f64) -> PyResult<Option<Vec<u8>>> {
        let timeout =
            Duration::try_from_secs_f64(timeout_seconds.max(0.0)).unwrap_or(Duration::MAX);
        let event = py.detach(|| self.inner.next_event(timeout));
        event.map(|event| serde_json::to_vec(&event).map_err(refused)).transpose()
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

fn start(setup: &Setup, search: SearchSpec) -> PyResult<CoreSearch> {
    fn begin<B: Bits>(setup: &Setup, search: SearchSpec) -> PyResult<CoreSearch> {
        let tree = Tree::new(&search.tree, search.guard.as_ref(), search.instead.as_ref())
            .map_err(refused)?;
        let (rules, pos) = Orthodox::<B>::compile(setup).map_err(refused)?;
        CoreSearch::start(rules, pos, search, tree).map_err(refused)
    }
    if setup.is_narrow() { begin::<u64>(setup, search) } else { begin::<Wide>(setup, search) }
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
    fn count<B: Bits>(setup: &Setup, depth: u32) -> PyResult<u64> {
        let (rules, mut pos) = Orthodox::<B>::compile(setup).map_err(refused)?;
        Ok(leaves(&rules, &mut pos, depth))
    }
    let setup = read(spec)?.position;
    guarded(py, move || {
        if setup.is_narrow() { count::<u64>(&setup, depth) } else { count::<Wide>(&setup, depth) }
    })
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

fn moves_of_each(setup: Setup, diagrams: Vec<Vec<ManSpec>>) -> PyResult<Vec<Vec<PlayedMove>>> {
    fn all<B: Bits>(
        mut setup: Setup,
        diagrams: Vec<Vec<ManSpec>>,
    ) -> PyResult<Vec<Vec<PlayedMove>>> {
        let (rules, _) = Orthodox::<B>::compile(&setup).map_err(refused)?;
        let mut result = Vec::with_capacity(diagrams.len());
        for men in diagrams {
            setup.men = men;
            let mut pos = rules.place(&setup).map_err(refused)?;
            let mut moves = MoveList::new();
            rules.legal_moves(&mut pos, &mut moves);
            let record = |mv| {
                let mut record = rules.describe(&mut pos, mv);
                record.check = rules.gives_check(&pos, mv);
                record
            };
            result.push(moves.into_iter().map(record).collect());
        }
        Ok(result)
    }
    if setup.is_narrow() { all::<u64>(setup, diagrams) } else { all::<Wide>(setup, diagrams) }
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
    use super::{Search, legal_moves, legal_moves_of_each, perft, retro};

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use pyo3::types::PyModuleMethods;
        module.add("version", env!("CARGO_PKG_VERSION"))
    }
}
