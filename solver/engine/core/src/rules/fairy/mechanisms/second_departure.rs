use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};
use crate::movement::Captures;

use super::super::filter::{Men, Places};
use super::super::home::Home;
use super::super::journal::Reason;
use super::super::man::Man;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;
use super::super::place::Site;
use super::super::turn::Turn;

/// A man goes as if it stood on another square, which must be empty.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SecondDeparture {
    #[serde(default)]
    men: Men,
    /// Only men of these kinds.
    #[serde(default)]
    only: Option<Vec<u8>>,
    /// Whether it goes from where it stands as well.
    #[serde(default)]
    also_own: bool,
    #[serde(default)]
    part: Part,
    /// Men on one of these squares go from the other ones; else from their squares of rebirth.
    #[serde(default)]
    among: Option<Places>,
    #[serde(flatten)]
    home: Home,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    #[default]
    All,
    Captures,
    Quiet,
}

impl SecondDeparture {
    // The square is that of the walk which the man uses.  Source: Popeye 4, by experiment.
    fn others<B: Bits>(&self, look: Look<'_, B>, by: Side, gait: (Square, u8)) -> Option<B> {
        let (from, kind) = gait;
        let man = look.man(from).filter(|&man| self.men.has(man, from))?;
        self.only.as_ref().is_none_or(|only| only.contains(&man.kind)).then_some(())?;
        match &self.among {
            Some(places) => places.has(from).then(|| places.bits()),
            None => {
                let man = Man { kind, ..man };
                Some(self.home.squares(look, man, &Site::of_departure(man, by, from, from)).1)
            }
        }
    }
}

impl SecondDeparture {
    // Where men move from elsewhere, a king may go to its square to castle, and a rook to its own; a
    // king so counts as unmoved, and so does a rook that is not there.
    fn castles(&self) -> bool {
        self.part == Part::Quiet && !self.also_own
    }

    // Castlings of the man on `from` that are none of the game, with the square of the rook now.
    fn castlings<B: Bits>(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
    ) -> Vec<(usize, Square)> {
        let (game, pos) = (&look.rules.game, look.pos);
        let Some(king) = look.man(from) else { return Vec::new() };
        let goes = |from: Square, to: Square| {
            let man = look.man(from);
            let squares = man.and_then(|man| self.others(look, by, (from, man.kind)));
            squares.is_some_and(|squares| squares.has(to))
        };
        let mut found = Vec::new();
        for (number, castling) in game.castlings.iter().enumerate() {
            if game.castlings_of[by.index()] >> number & 1 == 0
                || castling.king_kind != king.kind
                || !goes(from, castling.king)
            {
                continue;
            }
            // The king goes first.
            let elsewhere = !(B::bit(from) | B::bit(castling.king));
            let rooks = pos.of_kind(castling.rook_kind) & pos.men(by) & elsewhere;
            for rook in rooks.squares() {
                let stands = rook == castling.rook;
                let usual = stands && from == castling.king && pos.castling >> number & 1 != 0;
                let others = pos.occupied() & !B::bit(from) & !B::bit(rook);
                let homes = B::bit(castling.king) | B::bit(castling.rook);
                let may = if stands { pos.unmoved.has(rook) } else { goes(rook, castling.rook) };
                if may && !usual && !others.meets(castling.empty | homes) {
                    found.push((number, rook));
                }
            }
        }
        found
    }
}

impl<B: Bits> Mechanism<B> for SecondDeparture {
    fn hooks(&self) -> &'static [Hook] {
        match (self.castles(), self.home.asks_origin()) {
            (false, false) => &[Hook::Departure],
            (false, true) => &[Hook::Departure, Hook::Origin],
            (true, false) => &[Hook::Departure, Hook::Special, Hook::Partner],
            (true, true) => &[Hook::Departure, Hook::Special, Hook::Partner, Hook::Origin],
        }
    }

    fn specials(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
        ends: &mut Vec<(Square, Captures)>,
    ) {
        for (number, _) in self.castlings(look, by, from) {
            ends.push((look.rules.game.castlings[number].king_to, Captures::NONE));
        }
    }

    fn plays(&self, turn: &mut Turn<'_, B>) -> bool {
        let (by, from, to) = (turn.deed.side, turn.mv.from(), turn.mv.to());
        let mut ways = self.castlings(turn.look(), by, from);
        ways.retain(|&(number, _)| turn.rules.game.castlings[number].king_to == to);
        if ways.is_empty() {
            return false;
        }
        let (number, rook) = ways[turn.choose(ways.len())];
        let castling = &turn.rules.game.castlings[number];
        let royal = turn.look().royals(by).has(from);
        turn.acting = Reason::Before;
        if from != castling.king {
            turn.shift(from, castling.king);
        }
        if rook != castling.rook {
            turn.shift(rook, castling.rook);
        }
        turn.acting = Reason::Castling;
        let mut at = castling.king;
        for &over in &castling.pass {
            turn.refused |= royal && turn.look().in_check(by);
            turn.shift(at, over);
            at = over;
        }
        turn.refused |= royal && turn.look().in_check(by);
        turn.shift(at, to);
        turn.shift(castling.rook, castling.rook_to);
        true
    }

    fn departs_besides(&self) -> bool {
        self.also_own
    }

    fn departs(
        &self,
        look: Look<'_, B>,
        by: Side,
        gait: (Square, u8),
        captures: bool,
        squares: &mut B,
    ) {
        let from = gait.0;
        let other = if captures { Part::Quiet } else { Part::Captures };
        if self.part == other {
            return;
        }
        let Some(others) = self.others(look, by, gait) else { return };
        if !self.also_own {
            *squares &= !B::bit(from);
        }
        *squares |= others & !(look.pos.occupied() & !B::bit(from));
    }
}
