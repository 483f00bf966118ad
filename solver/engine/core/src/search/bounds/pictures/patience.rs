//! How long pictures are drawn.

use std::cell::Cell;

/// What ends drawing before it is done: too many steps, or the wish to stop.
pub struct Patience<'a> {
    left: Cell<u32>,
    stopped: &'a dyn Fn() -> bool,
}

/// Steps between two looks at the wish to stop.
const LOOK: u32 = 256;

impl<'a> Patience<'a> {
    /// So many steps at most.
    pub fn new(steps: u32, stopped: &'a dyn Fn() -> bool) -> Self {
        Self { left: Cell::new(steps), stopped }
    }

    /// Takes a step; false when drawing is to end.
    pub fn lasts(&self) -> bool {
        let stops = self.left.get().is_multiple_of(LOOK) && (self.stopped)();
        let left = if stops { 0 } else { self.left.get().saturating_sub(1) };
        self.left.set(left);
        left > 0
    }
}
