use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::{Level, Look};

/// A man captures only if so many men could be captured, or could capture.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaptureCount {
    #[serde(default)]
    captors: Men,
    /// Only captures by this side.
    #[serde(default)]
    by: Option<Side>,
    /// What is counted.
    of: Counted,
    least: usize,
    #[serde(default)]
    most: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Counted {
    /// The men that the captor observes, on ways that rules close too.
    Targets,
    /// The men that could capture it, as far as rules that count nothing let them.
    Captors,
}

impl<B: Bits> Mechanism<B> for CaptureCount {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Bar]
    }

    // What it counts is no part of guarding.
    fn asks(&self) -> Level {
        Level::Able
    }

    fn bars(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        let concerned = self.by.is_none_or(|side| side == by)
            && look.man(from).is_some_and(|man| self.captors.has(man, from));
        if !concerned {
            return false;
        }
        let observes = |from: Square, target: Square, level: Level| {
            look.observed(target, by, B::bit(from), level)
        };
        let count = match self.of {
            Counted::Targets => {
                let prey = look.rules.prey(look, by, look.pos.men(by.other()));
                let aims = look.aims(by, from);
                let counts = |&sq: &Square| aims.has(sq) || observes(from, sq, Level::Raw);
                prey.squares().filter(counts).count()
            }
            Counted::Captors => {
                // Of a royal man: those that really could.  Source: Popeye 4, by experiment.
                let royal = look.royals(by.other()).has(target);
                let counts = |&from: &Square| {
                    observes(from, target, Level::Able)
                        && (!royal || look.rules.takes(look, by, from, target))
                };
                look.pos.men(by).squares().into_iter().filter(counts).count()
            }
        };
        count < self.least || self.most.is_some_and(|most| count > most)
    }
}
