//! Retro analysis of a diagram: which last moves are possible, and what that means for rights.
//!
//! `game` knows the array and what never changes, `diagram` is a position of the past, `material`
//! says which men can be on the board at all, `unmoves` takes half-moves back, `analysis` draws
//! the conclusions and `verdict` tells them.  Forward play decides: a half-move is taken back only if the rules would have
//! let it be played.  Nothing here is exact to the end; everything errs to "possible", so that what
//! is called impossible is proved.

mod analysis;
mod diagram;
mod game;
mod material;
mod unmoves;
mod verdict;

pub use analysis::analyse;
pub use diagram::Diagram;
pub use game::{Game, RetroSpec};
pub use unmoves::{Past, Unmove};
pub use verdict::{CastlingVerdict, Dependence, EnPassantVerdict, LastMove, Verdict};
