use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::super::moves::{Move, MoveList};
use super::super::Fairy;
use super::super::mechanism::{Deed, Hook, Mechanism};
use super::super::observe::Look;
use super::super::position::Position;

/// A side must give check, or must not.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckDuty {
    duty: Duty,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Duty {
    Must,
    /// Or it passes, when it is not in check itself.
    MustOrPass,
    /// But it may mate.
    MustNotUnlessMate,
}

// To take a royal man that does not come back nothing else is needed.
fn wins<B: Bits>(look: Look<'_, B>, deed: &Deed) -> bool {
    let mut captured = deed.captured.iter().flatten();
    captured.any(|&(at, man)| man.royal && look.pos.is_lost(at))
}

impl<B: Bits> Mechanism<B> for CheckDuty {
    fn hooks(&self) -> &'static [Hook] {
        match self.duty {
            Duty::Must => &[Hook::Admit, Hook::Mate],
            Duty::MustNotUnlessMate => &[Hook::Admit],
            Duty::MustOrPass => &[Hook::Select, Hook::Mate],
        }
    }

    fn admits(&self, look: Look<'_, B>, deed: &Deed) -> bool {
        let other = deed.side.other();
        let checks = || look.in_check(other);
        match self.duty {
            Duty::Must => look.pos.memory.released || wins(look, deed) || checks(),
            Duty::MustNotUnlessMate => !checks() || !look.pos.memory.quiet && look.rules.mated(look),
            Duty::MustOrPass => true,
        }
    }

    // A side that could parry a check, if it were not for its duty, is not mated.
    fn mates(&self, rules: &Fairy<B>, pos: &mut Position<B>, mate: bool) -> bool {
        if !mate {
            return false;
        }
        pos.memory.released = true;
        let parries = rules.can_move(pos);
        pos.memory.released = false;
        !parries
    }

    fn selects(&self, rules: &Fairy<B>, pos: &mut Position<B>, moves: &mut MoveList) {
        if pos.memory.released {
            return;
        }
        let side = pos.side;
        moves.retain(|&mv| {
            rules.apply(pos, mv);
            let checks = Look { rules, pos }.in_check(side.other());
            pos.take_back();
            checks
        });
        if moves.is_empty() && !(Look { rules, pos }).in_check(side) {
            moves.push(Move::NULL);
        }
    }
}
