use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::{Cells, Men};
use super::super::mechanism::{Deed, Hook, Mechanism};
use super::super::observe::Look;

/// After its move a man must, or must not, stand next to some other man.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Contact {
    #[serde(default)]
    mover: Men,
    /// The kind whose leaps lead to the squares next to one; a king's steps unless given.
    #[serde(default)]
    neighbour: Option<u8>,
    #[serde(default)]
    wanted: Wanted,
    /// Only men in other cells count.
    #[serde(default)]
    across: Option<Cells>,
    /// Whether captured men come back only where they stand next to another one as well.
    #[serde(default)]
    reborn: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Wanted {
    #[default]
    Touching,
    Apart,
    /// As it was before the move.
    Same,
}

impl Contact {
    // Whether a man on the square has one of `men` next to it.
    fn touches<B: Bits>(&self, look: Look<'_, B>, sq: Square, men: B) -> bool {
        let next = match self.neighbour {
            None => look.rules.neighbours[sq.index()],
            Some(kind) => look.rules.leaps(kind, sq),
        };
        let among = next & men & !B::bit(sq);
        match &self.across {
            None => among.any(),
            Some(cells) => among.squares().any(|other| cells.divide(look, sq, other)),
        }
    }

    fn suits(&self, before: impl FnOnce() -> bool, after: bool) -> bool {
        match self.wanted {
            Wanted::Touching => after,
            Wanted::Apart => !after,
            Wanted::Same => after == before(),
        }
    }
}

impl<B: Bits> Mechanism<B> for Contact {
    fn hooks(&self) -> &'static [Hook] {
        if self.reborn {
            &[Hook::Admit, Hook::TakeAlone, Hook::House]
        } else {
            &[Hook::Admit, Hook::TakeAlone]
        }
    }

    fn houses(&self, look: Look<'_, B>, sq: Square) -> bool {
        self.touches(look, sq, look.pos.all_men())
    }

    fn admits(&self, look: Look<'_, B>, deed: &Deed) -> bool {
        if !self.mover.has(deed.mover, deed.from) {
            return true;
        }
        let men = look.pos.all_men();
        let suits = |from: Square, to: Square| {
            let before = || self.touches(look, from, look.pos.men_before());
            self.suits(before, self.touches(look, to, men))
        };
        // Of two men that castle across cells only the king is asked.  Source: Popeye 4, by experiment.
        deed.at.is_none_or(|sq| suits(deed.from, sq))
            && (self.across.is_some() || look.pos.castled().all(|(from, to)| suits(from, to)))
    }

    fn takes_by_place(&self) -> bool {
        true
    }

    fn takes(&self, look: Look<'_, B>, _: Side, from: Square, target: Square) -> bool {
        let left = look.pos.all_men() & !B::bit(from);
        !look.man(from).is_some_and(|man| self.mover.has(man, from))
            || self.suits(|| self.touches(look, from, left), self.touches(look, target, left))
    }
}
