use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};
use crate::movement::Captures;

use super::super::super::moves::Form;
use super::super::filter::Men;
use super::super::journal::Reason;
use super::super::mechanism::{Hook, Mechanism, Way};
use super::super::observe::Look;
use super::super::turn::Turn;

/// A royal man castles with the next man, of either side, on a line, if that one is at least three squares
/// away: it goes two squares towards it, and the other one comes to its far side.  It may not be in
/// check nor pass through check.  There is no other castling.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FreeCastling {
    #[serde(default)]
    partner: Men,
    /// Whether they castle on diagonals too.
    #[serde(default)]
    diagonal: bool,
}

const LINES: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// How far the royal man goes.
const STEPS: i32 = 2;

impl FreeCastling {
    // Where the royal man passes, where it goes, and its partner, for each of its castlings.
    fn castlings<B: Bits>(&self, look: Look<'_, B>, from: Square) -> Vec<[Square; 3]> {
        let lines = if self.diagonal { &LINES[..] } else { &LINES[..4] };
        let (x, y) = look.rules.coordinates(from);
        let at = |(dx, dy): (i32, i32), n: i32| {
            look.rules.at(x + n * dx, y + n * dy).squares().next()
        };
        let castling = |&line: &(i32, i32)| {
            let mut far = 1;
            let partner = loop {
                let sq = at(line, far)?;
                if look.man(sq).is_some() {
                    break sq;
                }
                far += 1;
            };
            let man = look.man(partner)?;
            let fits = far > STEPS && self.partner.has(man, partner);
            fits.then_some([at(line, 1)?, at(line, STEPS)?, partner])
        };
        lines.iter().filter_map(castling).collect()
    }
}

impl<B: Bits> Mechanism<B> for FreeCastling {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Special, Hook::Way]
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
        if look.royals(by).has(from) {
            let castlings = self.castlings(look, from).into_iter();
            ends.extend(castlings.map(|[_, to, _]| (to, Captures::NONE)));
        }
    }

    fn plays(&self, turn: &mut Turn<'_, B>) -> bool {
        let (by, from, to) = (turn.deed.side, turn.mv.from(), turn.mv.to());
        let castlings = self.castlings(turn.look(), from);
        let Some(&[over, _, partner]) = castlings.iter().find(|castling| castling[1] == to) else {
            return false;
        };
        let acting = std::mem::replace(&mut turn.acting, Reason::Movement);
        turn.refused |= turn.look().in_check(by);
        turn.shift(from, over);
        turn.refused |= turn.look().in_check(by);
        turn.shift(over, to);
        turn.acting = acting;
        turn.shift(partner, over);
        true
    }
}
