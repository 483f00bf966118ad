use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::super::moves::Form;
use super::super::super::setup::Colour;
use super::super::filter::Men;
use super::super::journal::Effect;
use super::super::man::Man;
use super::super::mechanism::{Bearing, Deed, Hook, Mechanism};
use super::super::observe::Look;
use super::super::occasion::Occasion;
use super::super::sequel::Sequel;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A man that moves changes its side.
///
/// On a square of its new side's array it counts as unmoved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Recolour {
    /// As it stands when the rule acts.
    mover: Men,
    #[serde(default)]
    on: Occasion,
    /// Only when it comes to a square of the other colour.
    #[serde(default)]
    to_other_square_colour: bool,
    /// Only when what it captured last walks otherwise than the mover does now.
    #[serde(default)]
    of_other_walk: bool,
    /// Only when it comes to the square that the half-move before left.
    #[serde(default)]
    pursuing: bool,
    /// All men that come to a square by the half-move change, not only the mover.
    #[serde(default)]
    everyone: bool,
    /// A neutral man becomes black, whoever moves it.
    #[serde(default)]
    settles: bool,
    /// The attribute that it loses when it does so.
    #[serde(default)]
    once: Option<u8>,
    #[serde(skip)]
    slot: u8,
}

impl Recolour {
    fn happens<B: Bits>(&self, turn: &Turn<'_, B>, sq: Square, left: u64) -> bool {
        let deed = &turn.deed;
        let dark = turn.rules.dark;
        // Where a man goes on to after its move does not matter.
        let to = if deed.at == Some(sq) { deed.to } else { sq };
        let kind = turn.pos.man(sq).map(|man| man.kind);
        self.on.has(deed)
            && (!self.to_other_square_colour || dark.has(deed.from) != dark.has(to))
            && (!self.pursuing || left == u64::from(sq.0) + 1)
            && (!self.of_other_walk
                || deed.last_captured().is_some_and(|(_, other)| Some(other.kind) != kind))
    }

    fn change<B: Bits>(&self, turn: &mut Turn<'_, B>, sq: Square) {
        let Some(man) = turn.pos.man(sq) else { return };
        let enemy: Colour = turn.deed.side.other().into();
        // The mover changes its side once in a move, unless by a rule that asks nothing of it.
        let asks = !self.settles && !self.everyone;
        let changed = asks && turn.deed.at == Some(sq) && man.colour == enemy;
        if changed || !self.mover.has(man, sq) {
            return;
        }
        let after = self.changed(man);
        if after != man {
            turn.change(sq, after);
            turn.unmoved(sq);
        }
    }

    fn changed(&self, mut man: Man) -> Man {
        man.colour = match man.colour {
            Colour::Neutral if self.settles => Colour::Black,
            colour => colour.other(),
        };
        if let Some(attribute) = self.once {
            man.traits &= !(1 << attribute);
        }
        man
    }
}

// The squares to which men have come by the half-move; where the sides change their roles nobody
// comes to any.
fn reached<B: Bits>(turn: &Turn<'_, B>) -> B {
    if turn.mv.form() == Form::Special && turn.mv.from() == turn.mv.to() {
        return B::EMPTY;
    }
    turn.pos.last_effects().iter().fold(B::EMPTY, |reached, effect| match *effect {
        Effect::Move { from, to, .. } => reached & !B::bit(from) | B::bit(to),
        Effect::Place { square, .. } => reached | B::bit(square),
        Effect::Remove { square, .. } => reached & !B::bit(square),
        Effect::Change { .. }
        | Effect::Below { .. }
        | Effect::Leg { .. }
        | Effect::State { .. }
        | Effect::Follow { .. }
        | Effect::Hole { .. } => reached,
    })
}

impl<B: Bits> Mechanism<B> for Recolour {
    fn hooks(&self) -> &'static [Hook] {
        if self.to_other_square_colour {
            &[Hook::Act, Hook::Unmoved, Hook::Reborn]
        } else {
            &[Hook::Act, Hook::Unmoved]
        }
    }

    fn stage(&self) -> Stage {
        Stage::Recolouring
    }

    fn slots(&self) -> u8 {
        u8::from(self.pursuing)
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    // So does a captured man on its way back.  Source: Popeye 4, by experiment.
    fn comes_back(&self, turn: &mut Turn<'_, B>, from: Square, to: Square) {
        let dark = turn.rules.dark;
        if self.to_other_square_colour && dark.has(from) != dark.has(to) {
            self.change(turn, to);
        }
    }

    fn comes_below(&self, man: &mut Man, dark: B, from: Square, to: Square) {
        let turns = self.to_other_square_colour && dark.has(from) != dark.has(to);
        if turns && self.mover.has(*man, to) {
            *man = self.changed(*man);
        }
    }

    fn only_captures(&self) -> bool {
        !self.pursuing && (self.of_other_walk || self.on.is_capture())
    }

    // The mover goes over to the other side; there a royal man may be observed.
    fn helps(&self) -> bool {
        let alone = !self.everyone && !self.pursuing && !self.to_other_square_colour;
        !alone || self.mover.royal != Some(false)
    }

    fn tells_sequel(&self) -> bool {
        let turns = self.to_other_square_colour || self.pursuing || self.everyone;
        self.on.is_capture() && !turns
    }

    fn follows(&self, _: Look<'_, B>, deed: &Deed, sequel: &mut Sequel<B>) -> bool {
        let (sq, man) = sequel.mover;
        let walk = |(_, other): (Square, Man)| !self.of_other_walk || other.kind != man.kind;
        if sequel.promotes {
            return false;
        }
        if deed.last_captured().is_some_and(walk) && self.mover.has(man, sq) {
            sequel.mover.1 = self.changed(man);
        }
        true
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let mut left = 0;
        if self.pursuing {
            left = turn.look().remembered(self.slot);
            let from = u64::from(turn.deed.from.0) + 1;
            turn.remember(self.slot, from);
        }
        if self.everyone {
            for sq in reached(turn).squares() {
                if self.happens(turn, sq, left) {
                    self.change(turn, sq);
                }
            }
        } else if let Some((sq, _)) = turn.mover()
            && self.happens(turn, sq, left)
        {
            self.change(turn, sq);
        }
    }

    fn bearing(&self) -> Bearing {
        let others = self.everyone || self.pursuing || self.settles;
        let turns = !others && self.mover.leave_out_royal();
        if turns { Bearing::Turns } else { Bearing::Unknown }
    }

    fn turns(&self, captures: bool) -> bool {
        self.on.is_met(captures)
    }

    // It changes the mover alone.
    fn shelters(&self) -> bool {
        false
    }
}
