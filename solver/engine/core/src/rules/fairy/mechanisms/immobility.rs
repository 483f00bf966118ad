use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::Fairy;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::position::Position;
use super::super::super::moves::MoveList;

/// When a side counts as unable to move, instead of when it has no move at all.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Immobility {
    /// How many moves its royal men need to have; other men may have none.
    flights: usize,
    /// How many enemy men need to stand next to a royal man.
    #[serde(default)]
    in_field: Option<usize>,
}

impl Immobility {
    // How many enemies stand next to a royal man.
    fn field<B: Bits>(look: Look<'_, B>) -> usize {
        let side = look.pos.side;
        let royals = look.royals(side).squares();
        let field =
            royals.fold(B::EMPTY, |field, sq| field | look.rules.neighbours[sq.index()]);
        (field & look.pos.men(side.other())).count()
    }
}

impl<B: Bits> Mechanism<B> for Immobility {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Stop]
    }

    fn stops(&self, rules: &Fairy<B>, pos: &mut Position<B>, _: bool) -> bool {
        let mut moves = MoveList::new();
        rules.legal(pos, &mut moves);
        let look = Look { rules, pos };
        let royals = look.royals(pos.side);
        let mut flights: Vec<_> = moves.iter().map(|mv| (mv.from(), mv.to())).collect();
        flights.dedup();
        flights.len() == self.flights
            && flights.iter().all(|&(from, _)| royals.has(from))
            && self.in_field.is_none_or(|count| Self::field(look) == count)
    }
}
