//! Positions, moves and what is legal.
//!
//! `setup` is a problem's position as it is stated, `compiled` the rules and tables made of it once,
//! `position` the changing board with its `journal`.  The search sees only the trait [`Play`];
//! [`Orthodox`] implements it for games without further rules, [`Fairy`] for all others.  `generate` makes moves with
//! `safety` (what may not be exposed) and `checks` (what may give check) as masks, `audit` compares
//! them with play-and-look in debug builds.

mod apply;
mod audit;
mod blocks;
mod checks;
mod compiled;
mod confined;
mod critical;
mod describe;
mod error;
pub mod fairy;
mod foresight;
mod generate;
mod journal;
mod keys;
mod moves;
mod observe;
mod orthodox;
mod outlook;
mod places;
mod play;
mod playout;
mod position;
mod preference;
mod prospects;
mod record;
mod relocation;
mod safety;
mod setup;
mod sink;
mod stalemates;
mod unhindered;

pub use blocks::Blocks;
pub use compiled::Rules;
pub use error::RulesError;
pub use fairy::{Fairy, FairySpec, Plainest, RuleSpec};
pub use journal::{Effect, Man, Reason};
pub use moves::{CastlingWay, Form, Move, MoveList};
pub use orthodox::Orthodox;
pub use play::Play;
pub use playout::playout;
pub use position::Position;
pub use record::{PieceRecord, PlayedEffect, PlayedMove};
pub use relocation::Relocation;
pub use setup::{
    BySide, CastlingSpec, Colour, EnPassantSpec, KindSpec, ManSpec, PromotionSpec, Role, Setup,
    Wing,
};
