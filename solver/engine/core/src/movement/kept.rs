//! The tables that were made last: the phases and twins of a problem ask for the same ones again.

use std::any::Any;
use std::sync::{Mutex, PoisonError};

use crate::board::{Bits, Geometry};

use super::MovementError;
use super::tables::Movement;
use super::walk::Walk;

struct Kept<B> {
    walks: Vec<Walk>,
    geometry: Geometry,
    movement: Movement<B>,
}

static LAST: Mutex<Option<Box<dyn Any + Send>>> = Mutex::new(None);

impl<B: Bits> Movement<B> {
    /// The tables of the walks, one per kind, over the board; those made last are made once.
    pub fn compile(
        walks: &[&Walk],
        geometry: &Geometry,
    ) -> Result<Movement<B>, (usize, MovementError)> {
        let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = last().as_ref().and_then(|kept| kept.downcast_ref::<Kept<B>>())
            && kept.geometry == *geometry
            && kept.walks.iter().eq(walks.iter().copied())
        {
            return Ok(kept.movement.clone());
        }
        let movement = Movement::unfold(walks, geometry)?;
        let walks = walks.iter().copied().cloned().collect();
        let kept = Kept { walks, geometry: geometry.clone(), movement: movement.clone() };
        *last() = Some(Box::new(kept));
        Ok(movement)
    }
}
