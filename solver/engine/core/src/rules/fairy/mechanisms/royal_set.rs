use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::{Men, Places};
use super::super::man::Man;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// What is royal instead of the men that are so in the diagram.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoyalSet {
    set: Set,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Set {
    Nothing,
    /// These squares, besides the royal men.
    Squares(Places),
    /// One of these men when its side has no other of them.
    Single(Men),
    /// Every man that is the only one of its walk on its side.
    LastOfWalk,
}

impl RoyalSet {
    // Whether the man on a square belongs to the set whether it is royal or not.
    fn is_king<B: Bits>(&self, look: Look<'_, B>, sq: Square) -> bool {
        let Set::Single(men) = &self.set else { return false };
        look.man(sq).is_some_and(|man| men.has(Man { royal: false, ..man }, sq))
    }
}

impl<B: Bits> Mechanism<B> for RoyalSet {
    fn hooks(&self) -> &'static [Hook] {
        match self.set {
            Set::Single(_) => &[Hook::Royal, Hook::Forfeit, Hook::Act],
            Set::LastOfWalk => &[Hook::Royal, Hook::Outcome],
            _ => &[Hook::Royal],
        }
    }

    fn stage(&self) -> Stage {
        Stage::Budget
    }

    fn crowned(&self, look: Look<'_, B>, side: Side) -> Option<B> {
        match &self.set {
            Set::Squares(_) => None,
            Set::Nothing | Set::LastOfWalk => Some(B::EMPTY),
            // In the diagram others than kings are none of the set, even if they are royal.
            Set::Single(_) => {
                let own = look.pos.men(side).squares();
                let kings = B::of(own.filter(|&sq| self.is_king(look, sq)));
                Some(if kings.count() == 1 { kings } else { B::EMPTY })
            }
        }
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        for side in Side::BOTH {
            let (look, before) = (turn.look(), turn.pos.royals(side));
            let mut crowned = B::EMPTY;
            self.royals(look, side, &mut crowned);
            // A king that has changed its walk stays royal, or it would be none of the set.
            crowned |= B::of(before.squares().filter(|&sq| !self.is_king(look, sq)));
            for sq in (crowned ^ before).squares() {
                if let Some(man) = turn.pos.man(sq) {
                    turn.change(sq, Man { royal: !man.royal, ..man });
                }
            }
        }
    }

    fn royal_squares(&self) -> B {
        if let Set::Squares(squares) = &self.set { squares.bits() } else { B::EMPTY }
    }

    fn royals(&self, look: Look<'_, B>, side: Side, royals: &mut B) {
        let own = look.pos.men(side);
        match &self.set {
            Set::Nothing => *royals = B::EMPTY,
            Set::Squares(squares) => *royals |= squares.bits(),
            Set::Single(men) => {
                let men = men.squares(look.pos) & own;
                *royals = if men.count() == 1 { men } else { B::EMPTY };
            }
            Set::LastOfWalk => {
                let walks = look.pos.kinds.iter().map(|&men| men & own);
                *royals =
                    walks.filter(|men| men.count() == 1).fold(B::EMPTY, |all, men| all | men);
            }
        }
    }
}
