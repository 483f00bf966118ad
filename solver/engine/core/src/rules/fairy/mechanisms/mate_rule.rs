use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::Fairy;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::position::Position;
use super::super::super::moves::MoveList;

/// When a side in check is mated, instead of when it has no move at all.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MateRule {
    /// How many moves its royal men need to have; other men may have none.
    flights: usize,
    /// How many enemy men need to stand next to a royal man or guard a square next to it.
    #[serde(default)]
    in_field: Option<usize>,
}

impl MateRule {
    // How many enemies observe a square about the royal man, or stand there.
    fn field<B: Bits>(look: Look<'_, B>) -> usize {
        let side = look.pos.side;
        let royals = look.royals(side);
        let field = royals
            .squares()
            .fold(B::EMPTY, |field, sq| field | look.rules.neighbours[sq.index()] | B::bit(sq));
        let by = side.other();
        let there = |from: crate::board::Square| {
            field.has(from)
                || field.squares().any(|sq| look.observed(sq, by, B::bit(from), Level::Raw))
        };
        look.pos.men(by).squares().filter(|&from| there(from)).count()
    }
}

impl<B: Bits> Mechanism<B> for MateRule {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Mate]
    }

    fn mates(&self, rules: &Fairy<B>, pos: &mut Position<B>, _: bool) -> bool {
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
