use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::turn::Turn;

/// A man may not move when it is like the one that a side moved last.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HistoryGate {
    #[serde(default)]
    subject: Men,
    /// Whose last move counts, seen from the side that would move.
    last_of: Whose,
    like: Like,
    #[serde(skip)]
    slot: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Whose {
    Own,
    Enemy,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Like {
    /// It is that man.
    SameMan,
    /// It has the walk that this man had when it moved.
    SameWalk,
}

impl<B: Bits> Mechanism<B> for HistoryGate {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Watch, Hook::Halt]
    }

    // By side, one more than the square, or the kind, of the man that it moved last; 0 for none.
    fn slots(&self) -> u8 {
        2
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    fn watches(&self, turn: &mut Turn<'_, B>) {
        let side = turn.deed.side;
        let moved = match self.like {
            Like::SameMan => turn.deed.at.map(|sq| u64::from(sq.0)),
            Like::SameWalk => Some(u64::from(turn.deed.mover.kind)),
        };
        turn.remember(self.slot + side.index() as u8, moved.map_or(0, |moved| moved + 1));
        if self.like == Like::SameMan {
            let other = self.slot + side.other().index() as u8;
            let gone = turn.look().remembered(other).checked_sub(1).map(|sq| Square(sq as u8));
            if let Some(sq) = gone {
                let now = turn.now_at(sq).map_or(0, |sq| u64::from(sq.0) + 1);
                turn.remember(other, now);
            }
        }
    }

    fn halts(&self, look: Look<'_, B>, by: Side, from: Square) -> bool {
        let Some(man) = look.man(from).filter(|&man| self.subject.has(man, from)) else {
            return false;
        };
        let of = match self.last_of {
            Whose::Own => by,
            Whose::Enemy => by.other(),
        };
        let this = match self.like {
            Like::SameMan => u64::from(from.0),
            Like::SameWalk => u64::from(man.kind),
        };
        look.remembered(self.slot + of.index() as u8) == this + 1
    }
}
