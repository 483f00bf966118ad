use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::filter::{Men, Places};
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;

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

impl<B: Bits> Mechanism<B> for RoyalSet {
    fn hooks(&self) -> &'static [Hook] {
        match self.set {
            Set::Single(_) => &[Hook::Royal, Hook::Forfeit],
            _ => &[Hook::Royal],
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
