//! Walks: from the abstract tree of a movement expression to tables for one board.
//!
//! `walk` is the tree, `program` its automaton, `explore` unfolds the automaton over the board from
//! one departure, `shape` finds leaps and rays in what comes out (`direct` those that are plain from
//! the tree), `graph` keeps the rest, `scans` makes it fast and `follow` follows it over the men;
//! `tables` puts everything where the generator looks it up, forwards and backwards, `kept` keeps
//! that; `lines` and `trails` tell ways of capturing apart.  A new operator is a variant of [`Walk`],
//! one arm in `program` and one in `explore`.

mod direct;
mod direction;
mod explore;
mod fast_hash;
mod follow;
mod graph;
mod guard;
mod hurdles;
mod kept;
mod lines;
mod observers;
mod program;
mod scans;
mod shape;
mod shots;
mod simplify;
mod tables;
mod trails;
mod walk;

use thiserror::Error;

pub use follow::Outlook;
pub use graph::{Arrival, Captures, Graph, MOST_CAPTURES, Scratch, View};
pub use observers::{Observers, RiderClass};
pub use shots::Shot;
pub use tables::{Line, Movement, Reach};
pub use trails::{Trail, Trails};
pub use walk::{Leaf, Mirror, Same, Sense, Walk};

/// A walk that cannot be compiled.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MovementError {
    #[error("guard {0:?} cannot be read")]
    Guard(String),
    #[error("the walk is too large for this board")]
    TooLarge,
    #[error("the walk steps farther than any board reaches")]
    StepTooLong,
    #[error("the walk may end without landing")]
    NoLanding,
    #[error("the walk may capture more than {0} men in one move")]
    TooManyCaptures(usize),
}
