//! Ways that further rules close whoever goes there: closed in the tables, so that nobody asks again.

use crate::board::{Bits, Geometry, Side};

use super::compiled::Rules;
use super::prospects::Prospects;

impl<B: Bits> Rules<B> {
    /// Leaves each side only these ways, by departure the arrivals and by arrival the departures; for
    /// rules all of whose walks are leaps and straight rides.
    pub(super) fn confine(&mut self, ground: [(&[B], &[B]); 2], geometry: &Geometry) {
        for (side, (to, from)) in Side::BOTH.into_iter().zip(ground) {
            self.movement.confine(side, to, from);
            for kind in &mut self.kinds {
                let doubles = &mut kind.doubles[side.index()];
                doubles.retain(|double| to[double.from.index()].has(double.to));
                kind.double_from[side.index()] = B::of(doubles.iter().map(|double| double.from));
            }
            for (number, way) in self.castlings.iter().enumerate() {
                let open = way.ways().iter().all(|(from, at)| to[from.index()].has(*at));
                self.castlings_of[side.index()] &= !(u32::from(!open) << number);
            }
        }
        self.prospects = Prospects::compile(&self.movement, &self.kinds, geometry);
        self.confined = true;
    }
}
