//! Solving: a stipulation tree, a position and the rules in; events out.
//!
//! `run` starts a search and keeps its events in order, `units` cuts it up, `battle`, `line`,
//! `keys` and `variations` solve and write, `table` remembers proofs.  The general search is
//! correct for every tree; a faster one may be chosen for some trees and must agree with it.

mod battle;
mod bounds;
mod constraints;
mod events;
mod forked;
mod goal_end;
mod keys;
mod line;
mod origins;
pub mod proof_game;
mod reached;
mod restrictions;
mod run;
mod self_check;
mod shared;
mod spec;
mod table;
mod units;
mod variations;
mod worker;

pub use events::{Event, Node};
pub use run::Search;
pub use spec::{Kind, Options, SearchSpec, Style};
