use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};
use crate::movement::Captures;

use super::super::super::moves::Form;
use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism, Way};
use super::super::observe::{Level, Look};
use super::super::relation::goes_unseen;

/// A man may not go where an enemy that observes it could go in its place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WayGate {
    #[serde(default)]
    subject: Men,
    #[serde(default)]
    observers: Men,
}

impl WayGate {
    // Whether a man of this kind, moved by `by`, could go the same way.
    fn leads<B: Bits>(look: Look<'_, B>, kind: u8, way: &Way) -> bool {
        let mut ends: Vec<(Square, Captures)> = Vec::new();
        look.rules.ends(look.pos, way.by, (way.from, way.from), kind, &mut ends);
        // In passing it captures where nobody stands.
        let passing = way.form == Form::EnPassant;
        let captures = !way.captures.is_empty();
        let info = &look.rules.game.kinds[usize::from(kind)];
        let doubles = &info.doubles[way.by.index()];
        let occupied = look.pos.occupied();
        ends.iter().any(|(to, taken)| *to == way.to && (passing || taken.is_empty() != captures))
            || !captures
                && doubles.iter().any(|double| {
                    (double.from, double.to) == (way.from, way.to)
                        && !occupied.has(double.over)
                        && !occupied.has(double.to)
                })
            || passing && info.captures_en_passant
    }
}

impl<B: Bits> Mechanism<B> for WayGate {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Course]
    }

    fn closes(&self, look: Look<'_, B>, way: &Way) -> bool {
        let from = way.from;
        if way.form == Form::Castling
            || !look.man(from).is_some_and(|man| self.subject.has(man, from))
        {
            return false;
        }
        let observers = self.observers.squares(look.pos);
        let (by, level) = (way.by.other(), if goes_unseen(look) { Level::Own } else { Level::Raw });
        (0..look.pos.kind_count()).any(|kind| {
            let men = observers & look.those_known_as(&[kind], by);
            men.any() && Self::leads(look, kind, way) && look.observed(from, by, men, level)
        })
    }
}
