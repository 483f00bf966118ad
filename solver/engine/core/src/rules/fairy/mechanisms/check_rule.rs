use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;

/// When a side is in check, instead of when an enemy observes a royal man of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckRule {
    /// Whose royal men count, seen from the side that is in check.
    of: Whose,
    /// Which men observe them, seen from the royal men.
    by: Whose,
    #[serde(default)]
    observers: Men,
    /// How many have to observe one royal man.
    least: usize,
    /// Whether a side is in check when they do not.
    inverted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Whose {
    Own,
    Enemy,
    Both,
}

impl Whose {
    fn sides(self, side: Side) -> impl Iterator<Item = Side> {
        let sides: &[Side] = match (self, side) {
            (Whose::Own, Side::White) | (Whose::Enemy, Side::Black) => &[Side::White],
            (Whose::Own, Side::Black) | (Whose::Enemy, Side::White) => &[Side::Black],
            (Whose::Both, _) => &Side::BOTH,
        };
        sides.iter().copied()
    }
}

impl<B: Bits> Mechanism<B> for CheckRule {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Check]
    }

    fn checks_by_enemy(&self) -> bool {
        self.of == Whose::Enemy
    }

    fn checks(&self, look: Look<'_, B>, side: Side, _: bool) -> bool {
        let level = look.check_level();
        let observers = self.observers.squares(look.pos);
        let mut any = false;
        let mut met = false;
        for of in self.of.sides(side) {
            for royal in look.royals(of).squares() {
                any = true;
                let mut seen = B::EMPTY;
                for by in self.by.sides(of) {
                    let men = (observers & look.pos.men(by)).squares();
                    seen |= B::of(men.filter(|&from| look.observed(royal, by, B::bit(from), level)));
                }
                met |= seen.count() >= self.least;
            }
        }
        any && met != self.inverted
    }
}
