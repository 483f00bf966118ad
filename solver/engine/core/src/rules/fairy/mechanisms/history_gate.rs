use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::super::moves::Form;
use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::{Level, Look};
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
    /// It has the walk that this man had when it moved in the last half-move.
    SameWalk,
}

impl<B: Bits> Mechanism<B> for HistoryGate {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Watch, Hook::Halt]
    }

    // Whom it halts is not paralysed.
    fn asks(&self) -> Level {
        Level::Awake
    }

    // By side: the squares of the men that it moved last (two when it castled), or the kind of the
    // man, each as one more than its number, in 16 bits; 0 for none.
    fn slots(&self) -> u8 {
        2
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    fn only_remembers(&self) -> bool {
        true
    }

    fn watches(&self, turn: &mut Turn<'_, B>) {
        let side = turn.deed.side;
        let own = self.slot + side.index() as u8;
        if self.like == Like::SameWalk {
            // Only the last half-move counts: whether it checks does not depend on the one before.
            turn.remember(own, u64::from(turn.deed.mover.kind) + 1);
            turn.remember(self.slot + side.other().index() as u8, 0);
            return;
        }
        let moved: Vec<Square> = if turn.mv.form() == Form::Castling {
            let castling = &turn.rules.game.castlings[turn.mv.castling_number()];
            castling.ways().iter().filter_map(|&(from, _)| turn.now_at(from)).collect()
        } else if turn.mv.form() == Form::Special && turn.exchanged {
            vec![turn.mv.from(), turn.mv.to()]
        } else {
            turn.deed.at.into_iter().collect()
        };
        turn.remember(own, packed(moved.into_iter()));
        let other = self.slot + side.other().index() as u8;
        let before = turn.look().remembered(other);
        let now = packed(unpacked(before).filter_map(|sq| turn.now_at(sq)));
        turn.remember(other, now);
    }

    fn halts(&self, look: Look<'_, B>, by: Side, from: Square) -> bool {
        let Some(man) = look.man(from).filter(|&man| self.subject.has(man, from)) else {
            return false;
        };
        let of = match self.last_of {
            Whose::Own => by,
            Whose::Enemy => by.other(),
        };
        let last = look.remembered(self.slot + of.index() as u8);
        match self.like {
            Like::SameMan => unpacked(last).any(|sq| sq == from),
            Like::SameWalk => last == u64::from(man.kind) + 1,
        }
    }
}

fn packed(squares: impl Iterator<Item = Square>) -> u64 {
    squares.fold(0, |all, sq| all << 16 | (u64::from(sq.0) + 1))
}

fn unpacked(all: u64) -> impl Iterator<Item = Square> {
    let parts = [all & 0xffff, all >> 16 & 0xffff];
    parts.into_iter().filter(|&part| part != 0).map(|part| Square((part - 1) as u8))
}
