//! Solving: a stipulation tree, a position and the rules in; events out.
//!
//! `run` starts a search, `units` cuts it up, `crew` has the threads, `work` says what they do,
//! `order` keeps their events in order, `battle`, `line`, `keys` and `variations` solve and write,
//! `known` looks ahead into the table, `teller` hands trees out, `table` remembers proofs, `trial` tells
//! what is not worth asking.  The general search is correct for every tree; a faster one may be chosen
//! for some trees and must agree with it.

mod battle;
mod bounds;
mod constraints;
mod crew;
mod events;
mod forked;
mod goal_end;
mod keys;
mod known;
mod late;
mod line;
mod order;
mod origins;
mod precedence;
pub mod proof_game;
mod reached;
mod restrictions;
mod run;
mod self_check;
mod shared;
mod spec;
mod table;
mod teller;
mod trial;
mod units;
mod variations;
mod work;
mod worker;

pub use events::{Event, Node};
pub use run::Search;
pub use spec::{Kind, Options, SearchSpec, Style};
pub use work::{Known, Work};
