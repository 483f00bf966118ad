use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::filter::Men;
use super::super::home::{Home, Occupied};
use super::super::mechanism::{Hook, Mechanism};
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

impl<B: Bits> Mechanism<B> for CaptorRebirth {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act, Hook::Unmoved, Hook::Playable]
    }

    fn stage(&self) -> Stage {
        Stage::Return
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let Some((_, captured)) = turn.deed.last_captured() else { return };
        let Some((from, man)) = turn.mover() else { return };
        let meant = self.only.as_ref().is_none_or(|only| only.contains(&man.kind));
        if !meant || !self.men.has(man, from) {
            return;
        }
        let site = Site::of_captor(turn, from, man, captured);
        let (became, squares) = self.home.squares(turn.look(), man, &site);
        let mut squares = squares;
        if self.occupied != Occupied::Remove {
            let others = turn.pos.occupied() & !B::bit(from);
            squares &= !others;
        }
        if !self.at_home {
            squares &= !B::bit(from);
        }
        let count = squares.count() + usize::from(self.optional);
        if count == 0 {
            turn.refused |= self.occupied == Occupied::Refuse || !self.at_home;
            return;
        }
        let chosen = turn.choose(count);
        let chosen = if self.optional { chosen.checked_sub(1) } else { Some(chosen) };
        let Some(to) = chosen.and_then(|chosen| squares.squares().nth(chosen)) else { return };
        if to != from {
            turn.remove(to);
        }
        turn.shift(from, to);
        turn.change(to, became);
        turn.unmoved(to);
        turn.promote_reborn(to, site.side);
        if self.turncoat
            && let Some((_, mut man)) = turn.mover()
        {
            man.colour = man.colour.other();
            turn.change(to, man);
        }
    }
}
