use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};
use crate::movement::Captures;

use super::super::super::moves::Form;
use super::super::Fairy;
use super::super::filter::Men;
use super::super::journal::Reason;
use super::super::mechanism::{Hook, Mechanism, Way};
use super::super::observe::{Level, Look};
use super::super::position::Position;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// As a move a man may change places with another one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExchangeMove {
    with: With,
    /// Those that do so.
    #[serde(default)]
    movers: Men,
    /// Those with which they do.
    #[serde(default)]
    men: Men,
    #[serde(skip)]
    slot: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum With {
    /// With an enemy man of the kind as which it moves; neither of the two does so in the next half-move.
    SameWalk,
    /// With a man of its own side; each side does so once, and there is no castling.
    Own,
}

// The mark of a side that has done so.
fn done(side: Side) -> u64 {
    1 << side.index()
}

impl ExchangeMove {
    // With which men the one on `from` may change places.
    fn partners<B: Bits>(&self, look: Look<'_, B>, by: Side, from: Square) -> B {
        let Some(man) = look.man(from).filter(|&man| self.movers.has(man, from)) else {
            return B::EMPTY;
        };
        let state = look.remembered(self.slot);
        let fits = |sq: &Square| look.man(*sq).is_some_and(|man| self.men.has(man, *sq));
        // Where rules say from where to where men go, this is a way like others.
        let open = |kind: u8, to: Square| {
            let (captures, form) = (Captures::NONE, Form::Special);
            let way = Way { by, from, to, captures, kind, form };
            !look.rules.closed(look, &way, Level::Ruled)
        };
        match self.with {
            With::SameWalk => {
                let enemies = look.pos.men(by.other()) & !B::bit(from);
                let banned = |sq: Square| {
                    let number = u64::from(sq.0) + 1;
                    state & 0xffff == number || state >> 16 == number
                };
                if banned(from) {
                    return B::EMPTY;
                }
                let mut partners = B::EMPTY;
                for kind in look.rules.walks(look, by, from, true) {
                    let like = (look.pos.of_kind(kind) & enemies).squares();
                    let able = |&sq: &Square| !banned(sq) && fits(&sq) && open(kind, sq);
                    partners |= B::of(like.filter(able));
                }
                partners
            }
            With::Own if state & done(by) == 0 => {
                let partners = look.pos.men(by) & self.men.squares(look.pos) & !B::bit(from);
                B::of(partners.squares().filter(|&to| open(man.kind, to)))
            }
            With::Own => B::EMPTY,
        }
    }
}

impl<B: Bits> Mechanism<B> for ExchangeMove {
    fn hooks(&self) -> &'static [Hook] {
        match self.with {
            With::SameWalk => &[Hook::Special, Hook::Act],
            With::Own => &[Hook::Special, Hook::Way],
        }
    }

    fn stage(&self) -> Stage {
        Stage::Record
    }

    fn slots(&self) -> u8 {
        1
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    fn closes(&self, _: Look<'_, B>, way: &Way) -> bool {
        way.form == Form::Castling
    }

    fn specials(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
        ends: &mut Vec<(Square, Captures)>,
    ) {
        let partners = self.partners(look, by, from).squares();
        ends.extend(partners.map(|to| (to, Captures::NONE)));
    }

    // Source: Popeye 4, by experiment.
    fn special_length(&self, squared: i32) -> i32 {
        match self.with {
            With::SameWalk => 0,
            With::Own => 2 * squared,
        }
    }

    fn plays(&self, turn: &mut Turn<'_, B>) -> bool {
        let (by, from, to) = (turn.deed.side, turn.mv.from(), turn.mv.to());
        if !self.partners(turn.look(), by, from).has(to) {
            return false;
        }
        turn.exchange(from, to);
        let state = match self.with {
            With::SameWalk => (u64::from(from.0) + 1) | ((u64::from(to.0) + 1) << 16),
            With::Own => turn.look().remembered(self.slot) | done(by),
        };
        turn.remember(self.slot, state);
        true
    }

    fn passes(&self, _: &Fairy<B>, pos: &mut Position<B>, _: Reason) {
        if self.with == With::SameWalk {
            pos.remember(self.slot, 0);
        }
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let exchanged = turn.exchanged;
        if !exchanged && turn.look().remembered(self.slot) != 0 {
            turn.remember(self.slot, 0);
        }
    }
}
