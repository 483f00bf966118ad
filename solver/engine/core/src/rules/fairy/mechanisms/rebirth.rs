use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::super::setup::Colour;
use super::super::filter::Men;
use super::super::home::{Home, Occupied, When};
use super::super::man::Man;
use super::super::mechanism::{Bearing, Deed, Hook, Mechanism};
use super::super::observe::{Level, Look};
use super::super::place::Site;
use super::super::sequel::Sequel;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A captured man is put back on a square of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rebirth {
    /// Which captured men.
    #[serde(default)]
    men: Men,
    #[serde(flatten)]
    home: Home,
    #[serde(default)]
    occupied: Occupied,
    /// Whether the man may also stay away, where several squares are left to choose.
    #[serde(default)]
    optional: bool,
    /// It comes back as a man of the other side.
    #[serde(default)]
    turncoat: bool,
    /// Only men of these kinds.
    #[serde(default)]
    only: Option<Vec<u8>>,
    #[serde(default)]
    when: When,
    /// Who was captured last before the diagram.
    #[serde(default)]
    waiting: Option<Waiting>,
    #[serde(skip)]
    slot: u8,
}

impl Rebirth {
    fn is_meant(&self, man: Man, sq: Square) -> bool {
        self.men.has(man, sq) && self.only.as_ref().is_none_or(|only| only.contains(&man.kind))
    }

    // The captured man may be back on the board after this; one that is royal for its walk only must
    // keep that.
    fn comes_back<B: Bits>(&self, look: Look<'_, B>, man: Man, site: &Site, occupied: B) -> bool {
        let (reborn, squares) = self.home.squares(look, man, site);
        let squares = if self.occupied.asks_empty() { squares & !occupied } else { squares };
        let promotes = || squares.meets(look.rules.promoting(reborn.kind, site.side));
        squares.any() && (man.royal || reborn.kind == man.kind && !promotes())
    }

    fn keep<B: Bits>(&self, turn: &mut Turn<'_, B>) {
        let waiting = Waiting::read(turn.look().remembered(self.slot));
        let captured = turn.deed.last_captured();
        if captured.is_some() || self.when == When::NextMove {
            let next = captured.map_or(0, |(square, man)| Waiting::of(square, man, turn.deed.side).word());
            turn.remember(self.slot, next);
        }
        if let Some(waiting) = waiting
            && (captured.is_some() || self.when == When::NextMove)
        {
            self.revive(turn, Square(waiting.square), waiting.man(), waiting.by());
        }
    }

    // As what a man comes back that `by` has captured, and on which of the squares that are left to it.
    fn ends<B: Bits>(&self, look: Look<'_, B>, man: Man, site: &Site, by: Side) -> (Man, B) {
        let (man, squares) = self.home.squares(look, man, site);
        let squares =
            if self.occupied.asks_empty() { squares & !look.pos.occupied() } else { squares };
        (man, look.rules.housed(look, by, squares))
    }

    fn revive<B: Bits>(&self, turn: &mut Turn<'_, B>, at: Square, man: Man, by: Side) {
        if !self.is_meant(man, at) {
            return;
        }
        let site = Site::of_capture(turn, at, man, by);
        let (mut man, squares) = self.ends(turn.look(), man, &site, by);
        let occupied = turn.pos.occupied();
        let count = squares.count() + usize::from(self.optional);
        if count == 0 {
            turn.refused |= self.occupied == Occupied::Refuse || self.home.is_made();
            return;
        }
        let chosen = turn.choose(count);
        let chosen = if self.optional { chosen.checked_sub(1) } else { Some(chosen) };
        let Some(sq) = chosen.and_then(|chosen| squares.squares().nth(chosen)) else { return };
        if occupied.has(sq) {
            match self.occupied {
                Occupied::Below => {
                    let turned = turn.rules.come_below(turn.deed.side, man, at, sq);
                    let turncoat = self.turncoat != (turned.colour != man.colour);
                    let became = Man { colour: man.colour, ..turned };
                    turn.go_below((sq, None), (man, became), site.side, turncoat, |look, man| {
                        self.home.allows(look, man, sq, &site)
                    });
                    return;
                }
                Occupied::Above => turn.sink(sq),
                _ => turn.remove(sq),
            }
        }
        turn.place(sq, man);
        turn.unmoved(sq);
        // Own men come back as they are.  Source: Popeye 4, by experiment.
        let own = man.colour == by.into();
        if !own {
            let (side, site) = (man.side_against(by), Site { stands: Some(sq), ..site });
            turn.promote_reborn(sq, side, |look, man| self.home.allows(look, man, sq, &site));
        }
        if self.turncoat
            && let Some(promoted) = turn.pos.man(sq)
        {
            man = promoted;
            man.colour = man.colour.other();
            turn.change(sq, man);
        }
        if !own {
            turn.rules.come_back(turn, at, sq);
        }
    }
}

/// A captured man that waits to come back, and where it was captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Waiting {
    square: u8,
    kind: u8,
    colour: Colour,
    #[serde(default)]
    royal: bool,
    /// Its attributes, as bits.
    #[serde(default)]
    traits: u32,
    #[serde(default)]
    origin: Option<u8>,
    /// Whether Black captured it.
    #[serde(default)]
    by_black: bool,
}

const COLOURS: [Colour; 3] = [Colour::White, Colour::Black, Colour::Neutral];

impl Waiting {
    pub fn of(square: Square, man: Man, by: Side) -> Waiting {
        let Man { kind, colour, royal, traits, origin } = man;
        let origin = origin.map(|origin| origin.0);
        Waiting { square: square.0, kind, colour, royal, traits, origin, by_black: by == Side::Black }
    }

    /// Where it was captured.
    pub fn square(self) -> Square {
        Square(self.square)
    }

    /// Who captured it.
    pub fn by(self) -> Side {
        if self.by_black { Side::Black } else { Side::White }
    }

    pub fn man(self) -> Man {
        let Waiting { kind, colour, royal, traits, origin, .. } = self;
        Man { kind, colour, royal, traits, origin: origin.map(Square) }
    }

    /// As one number, which is not 0.
    pub fn word(self) -> u64 {
        1 | u64::from(self.royal) << 1
            | (self.colour.index() as u64) << 2
            | u64::from(self.origin.is_some()) << 4
            | u64::from(self.by_black) << 5
            | u64::from(self.origin.unwrap_or(0)) << 56
            | u64::from(self.kind) << 8
            | u64::from(self.square) << 16
            | u64::from(self.traits) << 24
    }

    /// Reads such a number; 0 is nobody.
    pub fn read(word: u64) -> Option<Waiting> {
        let byte = |at: u32| (word >> at & 0xff) as u8;
        (word != 0).then(|| Waiting {
            square: byte(16),
            kind: byte(8),
            colour: COLOURS[(word >> 2 & 3) as usize],
            royal: word >> 1 & 1 != 0,
            traits: (word >> 24) as u32,
            by_black: word >> 5 & 1 != 0,
            origin: (word >> 4 & 1 != 0).then(|| byte(56)),
        })
    }
}

impl<B: Bits> Mechanism<B> for Rebirth {
    fn hooks(&self) -> &'static [Hook] {
        match (self.occupied, self.home.asks_origin()) {
            (Occupied::Below | Occupied::Above, false) => {
                &[Hook::Act, Hook::Unmoved, Hook::TakeAlone, Hook::Store]
            }
            (Occupied::Below | Occupied::Above, true) => {
                &[Hook::Act, Hook::Unmoved, Hook::TakeAlone, Hook::Store, Hook::Origin]
            }
            (Occupied::Leave | Occupied::Refuse | Occupied::Vanish, false) => {
                &[Hook::Act, Hook::Unmoved, Hook::TakeAlone]
            }
            (Occupied::Leave | Occupied::Refuse | Occupied::Vanish, true) => {
                &[Hook::Act, Hook::Unmoved, Hook::TakeAlone, Hook::Origin]
            }
            (Occupied::Remove, false) => {
                &[Hook::Act, Hook::Unmoved, Hook::TakeAlone, Hook::Check]
            }
            (Occupied::Remove, true) => {
                &[Hook::Act, Hook::Unmoved, Hook::TakeAlone, Hook::Check, Hook::Origin]
            }
        }
    }

    fn stage(&self) -> Stage {
        Stage::Rebirth
    }

    fn slots(&self) -> u8 {
        u8::from(self.when != When::AtOnce)
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
        self.home.settle(self.occupied);
    }

    fn surveys(&self, _: Look<'_, B>, state: &mut [u64]) {
        if let (Some(slot), Some(waiting)) = (state.first_mut(), self.waiting) {
            *slot = waiting.word();
        }
    }

    fn only_captures(&self) -> bool {
        self.when == When::AtOnce
    }

    fn bearing(&self) -> Bearing {
        let plainly = self.when == When::AtOnce && !self.turncoat && self.occupied.asks_empty();
        if plainly && self.home.is_settled() { Bearing::Returns } else { Bearing::Unknown }
    }

    fn shelters(&self) -> bool {
        self.occupied == Occupied::Refuse
    }

    fn returns(
        &self,
        look: Look<'_, B>,
        man: Man,
        side: Side,
        at: Square,
        captor: bool,
    ) -> Option<(Man, B)> {
        let site = Site::of_man(man, side.other(), at, man, at);
        let meant = !man.royal || !self.men.leave_out_royal();
        (!captor && meant).then(|| self.home.squares(look, man, &site))
    }

    // A man of the other side comes to an empty square.
    fn helps(&self) -> bool {
        self.turncoat || self.when != When::AtOnce || !self.occupied.asks_empty()
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        if self.when != When::AtOnce {
            self.keep(turn);
            return;
        }
        for (sq, man) in turn.deed.captured.into_iter().flatten() {
            self.revive(turn, sq, man, turn.deed.side);
        }
    }

    fn tells_sequel(&self) -> bool {
        let plainly = self.when == When::AtOnce && !self.turncoat && !self.optional;
        plainly && self.occupied.asks_empty() && !self.home.asks_moves()
    }

    fn follows(&self, look: Look<'_, B>, deed: &Deed, sequel: &mut Sequel<B>) -> bool {
        let Some((at, man)) = deed.last_captured().filter(|&(at, man)| self.is_meant(man, at)) else {
            return true;
        };
        if sequel.promotes && self.home.asks_other() {
            return false;
        }
        let site = Site { arrival: deed.to, ..Site::of_man(man, deed.side, at, deed.mover, deed.from) };
        let (man, squares) = self.ends(look, man, &site, deed.side);
        if squares.any() {
            sequel.back = Some((man, squares));
        } else {
            sequel.refused |= self.occupied == Occupied::Refuse || self.home.is_made();
        }
        true
    }

    fn takes_royals(&self) -> bool {
        self.men.royal != Some(false)
    }

    // A royal man that comes back is not lost.
    fn takes(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        let (Some(man), Some(captor)) = (look.man(target), look.man(from)) else { return true };
        if self.when != When::AtOnce || !self.is_meant(man, target) {
            return true;
        }
        if !man.royal && look.rules.is_royal_square(by.other(), target) {
            return true;
        }
        let site = Site::of_man(man, by, target, captor, from);
        let occupied = look.pos.occupied() & !B::bit(from) | B::bit(target);
        !self.comes_back(look, man, &site, occupied)
    }

    // A royal man is also lost when another one is put on its square.
    fn checks(&self, look: Look<'_, B>, side: Side, check: bool) -> bool {
        check || self.when == When::AtOnce && {
            let by = side.other();
            let royals = look.royals(side);
            let victims = (look.pos.men(side) & !royals).squares();
            let mut victims = victims.filter_map(|at| Some((at, look.man(at)?)));
            victims.any(|(at, man)| {
                self.is_meant(man, at)
                    && look.pos.men(by).squares().any(|from| {
                        let Some(captor) = look.man(from) else { return false };
                        let site = Site::of_man(man, by, at, captor, from);
                        let lost = self.home.squares(look, man, &site).1 & royals;
                        lost.any()
                            && look.rules.on_board_of(look, at, |look| {
                                lost.meets(look.royals(side))
                                    && look.observed(at, by, B::bit(from), Level::Ruled)
                            })
                    })
            })
        }
    }
}
