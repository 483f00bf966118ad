//! Squares, rectangles and sets of squares.
//!
//! A square is an index into a rectangle of at most 16x16 (a1 = 0, b1 = 1 ...); only [`Geometry`]
//! knows what a step does.  Sets are bit sets of one of two widths, [`Bits`]: `u64` for boards of
//! up to 64 squares and [`Wide`] above.

mod bits;
mod geometry;
mod side;
mod square;
mod wide;

pub use bits::{Bits, Mailbox, Squares};
pub use geometry::{BoardError, BoardSpec, Geometry, Step};
pub use side::Side;
pub use square::Square;
pub use wide::Wide;
