use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::home::{Home, Occupied, When};
use super::super::man::Man;
use super::super::mechanism::{Bearing, Deed, Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::place::Site;
use super::super::sequel::Sequel;
use super::super::stage::Stage;
use super::super::turn::Turn;
use super::rebirth::Waiting;

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
    #[serde(default)]
    when: When,
    #[serde(skip)]
    slot: u8,
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

    fn waits(&self) -> bool {
        self.when != When::AtOnce
    }

    // Who stands where a captor has arrived goes, whoever it is, and where one arrives now is
    // remembered.  Source: Popeye 4, by experiment.
    fn keep<B: Bits>(&self, turn: &mut Turn<'_, B>) {
        let captured = turn.deed.last_captured();
        if captured.is_none() && self.when == When::NextCapture {
            return;
        }
        let waiting = Waiting::read(turn.look().remembered(self.slot));
        let next = captured.zip(turn.mover());
        let next = next.map(|((_, man), (at, _))| Waiting::of(at, man, turn.deed.side));
        turn.remember(self.slot, next.map_or(0, Waiting::word));
        let Some(waiting) = waiting else { return };
        let (way, at) = ((turn.deed.from, turn.deed.to), waiting.square());
        match turn.pos.man(at) {
            Some(man) => {
                let site = Self::waiting_site(waiting, man, way);
                let site = Site { partner: turn.castled(), ..site };
                self.go(turn, (at, man), &site);
            }
            None => {
                let occupied = turn.pos.occupied();
                turn.refused |= !self.goes_later(turn.look(), waiting, None, way, occupied);
            }
        }
    }

    // What is asked about the man where the last captor arrived; way: that of the half-move now.
    fn waiting_site(waiting: Waiting, man: Man, (departure, arrival): (Square, Square)) -> Site {
        let (at, by) = (waiting.square(), waiting.by());
        let site = Site::of_man(waiting.man(), by, at, man, departure).of_the_other(man);
        Site { side: by, departure, arrival, ..site }
    }

    // Whether the man that then stands where the last captor arrived finds a square of its own; if
    // none does, whether the way leads to an empty one.
    fn goes_later<B: Bits>(
        &self,
        look: Look<'_, B>,
        waiting: Waiting,
        stands: Option<Man>,
        way: (Square, Square),
        occupied: B,
    ) -> bool {
        if self.occupied != Occupied::Refuse || stands.is_none() && !self.home.is_shift() {
            return true;
        }
        let at = B::bit(waiting.square());
        let man = stands.unwrap_or(waiting.man());
        if !self.is_meant(man, waiting.square()) {
            return true;
        }
        let squares = self.home.squares(look, man, &Self::waiting_site(waiting, man, way)).1;
        let free = squares & !(occupied & !at);
        (if self.at_home { free } else { free & !at }).any()
    }

    // What the captor on a square becomes, and to which of its own squares it may go.
    fn ends<B: Bits>(&self, look: Look<'_, B>, (from, man): (Square, Man), site: &Site) -> (Man, B) {
        let (became, mut squares) = self.home.squares(look, man, site);
        if self.occupied.asks_empty() {
            squares &= !(look.pos.occupied() & !B::bit(from));
        }
        if !self.at_home {
            squares &= !B::bit(from);
        }
        (became, squares)
    }

    // Which squares are cages is dear to tell, and a capture that is only tried out needs one of them:
    // one that surely is one, or else the first one, is the first choice, every square another, and it
    // is asked whether that is one.
    fn tried<B: Bits>(
        &self,
        turn: &mut Turn<'_, B>,
        (from, man): (Square, Man),
        site: &Site,
    ) -> Option<Square> {
        let site = Site { man, ..*site };
        let mut open = turn.rules.open(turn.look(), &site);
        if !self.at_home {
            open &= !B::bit(from);
        }
        let (rules, look) = (turn.rules, turn.look());
        let mut sure = open.squares().filter(|&sq| rules.is_surely_caged(look, &site, sq));
        if rules.has_only_sure_cages(look, site.side) {
            let cages = B::of(sure);
            return cages.squares().nth(turn.choose(cages.count()));
        }
        let caged = |&sq: &Square| rules.is_caged(look, &site, sq);
        let first = sure.next().or_else(|| open.squares().find(caged))?;
        let Some(chosen) = turn.choose(1 + open.count()).checked_sub(1) else { return Some(first) };
        open.squares().nth(chosen).filter(|&to| rules.is_caged(turn.look(), &site, to))
    }

    // The captor on a square goes on to its own one.
    fn go<B: Bits>(&self, turn: &mut Turn<'_, B>, (from, man): (Square, Man), site: &Site) {
        if !self.is_meant(man, from) {
            return;
        }
        let tries = turn.pos.memory.tried.is_some() && self.occupied == Occupied::Refuse;
        let (became, squares) = if tries && self.home.is_own_cage() {
            let Some(to) = self.tried(turn, (from, man), site) else {
                turn.refused = true;
                return;
            };
            (man, B::bit(to))
        } else {
            self.ends(turn.look(), (from, man), site)
        };
        let others = turn.pos.occupied() & !B::bit(from);
        let count = squares.count() + usize::from(self.optional);
        if count == 0 && self.occupied == Occupied::Vanish {
            turn.lose(from);
            return;
        }
        if count == 0 {
            turn.unreborn |= self.occupied == Occupied::Refuse || !self.at_home;
            return;
        }
        let chosen = turn.choose(count);
        let chosen = if self.optional { chosen.checked_sub(1) } else { Some(chosen) };
        let Some(to) = chosen.and_then(|chosen| squares.squares().nth(chosen)) else { return };
        if others.has(to) {
            match self.occupied {
                Occupied::Below => {
                    turn.go_below((to, Some(from)), (man, became), site.side, self.turncoat, |look, man| {
                        self.home.allows(look, man, to, site)
                    });
                    return;
                }
                Occupied::Above => turn.sink(to),
                _ => turn.remove(to),
            }
        }
        turn.shift(from, to);
        turn.change(to, became);
        turn.unmoved(to);
        let site = Site { stands: Some(to), ..*site };
        turn.promote_reborn(to, site.side, |look, man| self.home.allows(look, man, to, &site));
        turn.rules.come_back(turn, from, to);
        if self.turncoat
            && let Some(mut man) = turn.pos.man(to)
        {
            man.colour = man.colour.other();
            turn.change(to, man);
        }
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
            (Occupied::Refuse, false) if self.home.asks_moves() && !self.waits() => {
                &[Hook::Act, Hook::Unmoved, Hook::Playable, Hook::Cage]
            }
            (Occupied::Refuse, false) => &[Hook::Act, Hook::Unmoved, Hook::TakeAlone],
            (Occupied::Refuse, true) => {
                &[Hook::Act, Hook::Unmoved, Hook::TakeAlone, Hook::Origin]
            }
            (Occupied::Below | Occupied::Above, false) if self.home.asks_moves() => {
                &[Hook::Act, Hook::Unmoved, Hook::TakeAlone, Hook::Store, Hook::Cage]
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

    // A man that would stay where it captures does not check, nor one whose capture would leave another
    // no square.  Source: Popeye 4, by experiment.
    fn takes(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        if self.waits() {
            let waiting = Waiting::read(look.remembered(self.slot));
            return waiting.is_none_or(|waiting| {
                let stands = match waiting.square() {
                    at if at == target => look.man(from),
                    at if at == from => None,
                    at => look.man(at),
                };
                let occupied = look.pos.occupied() & !B::bit(from) | B::bit(target);
                self.goes_later(look, waiting, stands, (from, target), occupied)
            });
        }
        let meant = look.man(from).is_some_and(|man| self.is_meant(man, from));
        !meant || self.finds(look, by, from, target)
    }

    // A royal man is also lost when a captor goes to its square.
    fn checks(&self, look: Look<'_, B>, side: Side, check: bool) -> bool {
        check || !self.waits() && {
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

    fn slots(&self) -> u8 {
        u8::from(self.waits())
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
        self.home.settle(self.occupied);
    }

    fn bearing(&self) -> Bearing {
        let plainly = !self.waits() && !self.turncoat && self.occupied.asks_empty();
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
        !self.waits()
    }

    fn tells_sequel(&self) -> bool {
        let plainly = !self.waits() && !self.turncoat && !self.optional;
        let empty = matches!(self.occupied, Occupied::Leave | Occupied::Refuse);
        plainly && empty && !self.home.asks_moves()
    }

    fn follows(&self, look: Look<'_, B>, deed: &Deed, sequel: &mut Sequel<B>) -> bool {
        let (from, man) = sequel.mover;
        let Some(captured) = deed.last_captured().filter(|_| self.is_meant(man, from)) else {
            return true;
        };
        let site = Site::of_captor(deed, from, man, captured);
        let (became, squares) = self.ends(look, (from, man), &site);
        let promotes = || squares.meets(look.rules.promoting(became.kind, site.side));
        if sequel.promotes || squares.count() > 1 || promotes() {
            return false;
        }
        match squares.squares().next() {
            Some(to) => sequel.mover = (to, became),
            None => sequel.refused |= self.occupied == Occupied::Refuse || !self.at_home,
        }
        true
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        if self.waits() {
            self.keep(turn);
            return;
        }
        let Some(captured) = turn.deed.last_captured() else { return };
        // What is no man any more has no square.  Source: Popeye 4, by experiment.
        turn.refused |= turn.enlisted;
        let Some((from, man)) = turn.mover() else { return };
        let site = Site::of_captor(&turn.deed, from, man, captured);
        self.go(turn, (from, man), &site);
    }
}
