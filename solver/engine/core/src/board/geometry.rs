use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Square;

/// A step, in files and ranks.
pub type Step = (i32, i32);

const LARGEST: usize = 16;

/// A board that cannot be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    #[error("a board has 1 to 16 files and ranks, not {width}x{height}")]
    Size { width: usize, height: usize },
    #[error("square {0} is not on the board")]
    Square(usize),
}

/// A board as the problem states it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardSpec {
    pub width: usize,
    pub height: usize,
    #[serde(default)]
    pub holes: Vec<usize>,
    #[serde(default)]
    pub wrap_files: bool,
    #[serde(default)]
    pub wrap_ranks: bool,
}

/// A rectangle with holes whose edges may be joined; it alone decides what a step does.
///
/// With `wrap_files` a step to the right of the last file arrives on the first file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    width: i32,
    height: i32,
    on_board: Vec<bool>,
    wrap_files: bool,
    wrap_ranks: bool,
}

impl Geometry {
    /// Checks sizes and holes.
    pub fn new(spec: &BoardSpec) -> Result<Geometry, BoardError> {
        let (width, height) = (spec.width, spec.height);
        if !(1..=LARGEST).contains(&width) || !(1..=LARGEST).contains(&height) {
            return Err(BoardError::Size { width, height });
        }
        let mut on_board = vec![true; width * height];
        for &hole in &spec.holes {
            *on_board.get_mut(hole).ok_or(BoardError::Square(hole))? = false;
        }
        Ok(Geometry {
            width: width as i32,
            height: height as i32,
            on_board,
            wrap_files: spec.wrap_files,
            wrap_ranks: spec.wrap_ranks,
        })
    }

    /// Number of files.
    #[must_use]
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Number of ranks.
    #[must_use]
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Whether some edges are joined.
    #[must_use]
    pub fn wraps(&self) -> bool {
        self.wrap_files || self.wrap_ranks
    }

    /// Number of squares of the rectangle, holes included.
    #[must_use]
    pub fn area(&self) -> usize {
        self.on_board.len()
    }

    /// All squares but the holes, ascending.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.area()).filter(|&index| self.on_board[index]).map(|index| Square(index as u8))
    }

    /// The square with this index, unless it is a hole or off the board.
    pub fn square(&self, index: usize) -> Result<Square, BoardError> {
        match self.on_board.get(index) {
            Some(true) => Ok(Square(index as u8)),
            _ => Err(BoardError::Square(index)),
        }
    }

    /// File and rank, from 0.
    #[must_use]
    pub fn coordinates(&self, sq: Square) -> Step {
        (i32::from(sq.0) % self.width, i32::from(sq.0) / self.width)
    }

    /// The square at these coordinates, if it is on the board; joined edges are not followed.
    #[must_use]
    pub fn at(&self, x: i32, y: i32) -> Option<Square> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        let index = (y * self.width + x) as usize;
        (inside && self.on_board[index]).then_some(Square(index as u8))
    }

    /// Where a step leads; `None` when it leaves the board or ends in a hole.
    #[must_use]
    pub fn step(&self, sq: Square, step: Step) -> Option<Square> {
        let (mut x, mut y) = self.coordinates(sq);
        (x, y) = (x + step.0, y + step.1);
        if self.wrap_files {
            x = x.rem_euclid(self.width);
        }
        if self.wrap_ranks {
            y = y.rem_euclid(self.height);
        }
        self.at(x, y)
    }

    /// Where a step leads when an edge that it crosses mirrors it, and the mirrored step.
    ///
    /// Only one of the two coordinates may be mirrored: a step into the corner fails.
    #[must_use]
    pub fn mirrored_step(&self, sq: Square, step: Step) -> Option<(Square, Step)> {
        let (x, y) = self.coordinates(sq);
        let (x, dx, x_off) = mirror(x, step.0, self.width, self.wrap_files);
        let (y, dy, y_off) = mirror(y, step.1, self.height, self.wrap_ranks);
        if x_off && y_off {
            return None;
        }
        Some((self.at(x, y)?, (dx, dy)))
    }

    /// Whether the square lies on an edge of the board; joined edges are none.
    #[must_use]
    pub fn is_edge(&self, sq: Square) -> bool {
        let (x, y) = self.coordinates(sq);
        let at_side = x == 0 || x == self.width - 1;
        let at_end = y == 0 || y == self.height - 1;
        (at_side && !self.wrap_files) || (at_end && !self.wrap_ranks)
    }
}

fn mirror(from: i32, delta: i32, size: i32, wraps: bool) -> (i32, i32, bool) {
    let to = from + delta;
    if wraps {
        (to.rem_euclid(size), delta, false)
    } else if to < 0 {
        (-1 - to, -delta, true)
    } else if to >= size {
        (2 * size - 1 - to, -delta, true)
    } else {
        (to, delta, false)
    }
}
