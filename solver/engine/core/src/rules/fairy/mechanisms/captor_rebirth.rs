use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::home::{Home, Occupied};
use super::super::man::Man;
use super::super::mechanism::{Bearing, Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::place::Site;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that captures goes on to a square of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaptorRebirth {
    /// Which captors.
    #[serde(default)]
    men: Men,
    #[serde(flatten)]
    home: Home,
    occupied: Occupied,
    /// Whether the man may also stay, where several squares are left to choose.
    #[serde(default)]
    optional: bool,
    /// It arrives as a man of the other side.
    #[serde(default)]
    turncoat: bool,
    /// Only men of these kinds.
    #[serde(default)]
    only: Option<Vec<u8>>,
    /// Whether it may capture on its own square.
    #[serde(default = "yes")]
    at_home: bool,
}

fn yes() -> bool {
    true
}

impl CaptorRebirth {
    fn is_meant(&self, man: Man, sq: Square) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&man.kind)) && self.men.has(man, sq)
    }

    // Whether the man on `from` would find a square when it captured the one on `target`.
    fn finds<B: Bits>(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        let mut squares = self.after_capture(look, by, from, target);
        if !self.occupied.buries() {
            squares &= !(look.pos.occupied() & !B::bit(from) & !B::bit(target));
        }
        if !self.at_home {
            squares &= !B::bit(target);
        }
        squares.any()
    }

    // The squares of the man on `from` when it has captured the one on `target`.
    fn after_capture<B: Bits>(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> B {
        let (Some(man), Some(captured)) = (look.man(from), look.man(target)) else {
            return B::EMPTY;
        };
        let site = Site::of_man(captured, by, target, man, from);
        let becomes = look.rules.promotions(man.kind, by, target);
        let kinds = if becomes.is_empty() { std::slice::from_ref(&man.kind) } else { becomes };
        kinds.iter().fold(B::EMPTY, |found, &kind| {
            let man = Man { kind, ..man };
            found | self.home.squares(look, man, &site.of_the_other(man)).1
        })
    }
}

impl<B: Bits> Mechanism<B> for CaptorRebirth {
    fn hooks(&self) -> &'static [Hook] {
        match (self.occupied, self.home.asks_origin()) {
            // Which squares are caged is seen only where the capture has been made.
            (Occupied::Refuse, false) if self.home.asks_moves() => {
                &[Hook::Act, Hook::Unmoved, Hook::Playable]
            }
            (Occupied::Refuse, false) => &[Hook::Act, Hook::Unmoved, Hook::TakeAlone],
            (Occupied::Refuse, true) => {
                &[Hook::Act, Hook::Unmoved, Hook::TakeAlone, Hook::Origin]
            }
            (Occupied::Below | Occupied::Above, false) => {
                &[Hook::Act, Hook::Unmoved, Hook::TakeAlone, Hook::Store]
            }
            (Occupied::Below | Occupied::Above, true) => {
                &[Hook::Act, Hook::Unmoved, Hook::TakeAlone, Hook::Store, Hook::Origin]
            }
            (Occupied::Vanish, false) => &[Hook::Act, Hook::Unmoved],
            (Occupied::Vanish, true) => &[Hook::Act, Hook::Unmoved, Hook::Origin],
            (Occupied::Leave, false) => &[Hook::Act, Hook::Unmoved, Hook::Playable, Hook::Take],
            (Occupied::Leave, true) => {
                &[Hook::Act, Hook::Unmoved, Hook::Playable, Hook::Take, Hook::Origin]
            }
            (Occupied::Remove, false) => &[Hook::Act, Hook::Unmoved, Hook::Playable, Hook::Check],
            (Occupied::Remove, true) => {
                &[Hook::Act, Hook::Unmoved, Hook::Playable, Hook::Check, Hook::Origin]
            }
        }
    }

    // A man that would stay where it captures does not check.  Source: Popeye 4, by experiment.
    fn takes(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        let meant = look.man(from).is_some_and(|man| self.is_meant(man, from));
        !meant || self.finds(look, by, from, target)
    }

    // A royal man is also lost when a captor goes to its square.
    fn checks(&self, look: Look<'_, B>, side: Side, check: bool) -> bool {
        check || {
            let by = side.other();
            let royals = look.royals(side);
            let captors = look.pos.men(by).squares();
            let mut captors =
                captors.filter(|&from| look.man(from).is_some_and(|man| self.is_meant(man, from)));
            captors.any(|from| {
                (look.pos.men(side) & !royals & !B::bit(from)).squares().any(|target| {
                    self.after_capture(look, by, from, target).meets(royals)
                        && look.observed(target, by, B::bit(from), Level::Ruled)
                })
            })
        }
    }

    fn stage(&self) -> Stage {
        Stage::Return
    }

    fn bearing(&self) -> Bearing {
        let plainly = !self.turncoat && self.occupied.asks_empty();
        if plainly && self.home.is_settled() { Bearing::Returns } else { Bearing::Unknown }
    }

    fn returns(
        &self,
        look: Look<'_, B>,
        man: Man,
        side: Side,
        at: Square,
        captor: bool,
    ) -> Option<(Man, B)> {
        let site = Site::of_departure(man, side, at, at);
        let meant = !man.royal || !self.men.leave_out_royal();
        (captor && meant).then(|| self.home.squares(look, man, &site))
    }

    fn only_captures(&self) -> bool {
        true
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some(captured) = turn.deed.last_captured() else { return };
        let Some((from, man)) = turn.mover() else { return };
        if !self.is_meant(man, from) {
            return;
        }
        let site = Site::of_captor(turn, from, man, captured);
        let (became, squares) = self.home.squares(turn.look(), man, &site);
        let mut squares = squares;
        let others = turn.pos.occupied() & !B::bit(from);
        if self.occupied.asks_empty() {
            squares &= !others;
        }
        if !self.at_home {
            squares &= !B::bit(from);
        }
        let count = squares.count() + usize::from(self.optional);
        if count == 0 && self.occupied == Occupied::Vanish {
            turn.remove(from);
            return;
        }
        if count == 0 {
            turn.refused |= self.occupied == Occupied::Refuse || !self.at_home;
            return;
        }
        let chosen = turn.choose(count);
        let chosen = if self.optional { chosen.checked_sub(1) } else { Some(chosen) };
        let Some(to) = chosen.and_then(|chosen| squares.squares().nth(chosen)) else { return };
        if others.has(to) {
            match self.occupied {
                Occupied::Below => {
                    turn.go_below((to, Some(from)), (man, became), site.side, self.turncoat);
                    return;
                }
                Occupied::Above => turn.sink(to),
                _ => turn.remove(to),
            }
        }
        turn.shift(from, to);
        turn.change(to, became);
        turn.unmoved(to);
        turn.promote_reborn(to, site.side, |look, man| self.home.allows(look, man, to, &site));
        turn.rules.come_back(turn, from, to);
        if self.turncoat
            && let Some((_, mut man)) = turn.mover()
        {
            man.colour = man.colour.other();
            turn.change(to, man);
        }
    }
}
