//! Moves after which the other side surely has no move that checks, told as without further rules.
//!
//! Rules that only forbid are left out: what cannot check without them cannot with them.  Rules that
//! act may do so where the mover's side gains no observation by it, or where they only change its
//! walk, or where it captures nothing now; see `rules::foresight` for the rest.

use crate::board::{Bits, Mailbox, Side};

use super::super::moves::MoveList;
use super::super::position::{NO_KIND, Position as Plain};
use super::super::setup::Colour;
use super::legal::FirstCheck;
use super::{Act, Fairy, Hooks, Position, Rule};

/// How it is told whether a side could check were it to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Foresight {
    /// It is not.
    #[default]
    None,
    /// By the men's own walks alone.
    Walks,
    /// By these, and by whether it could capture anything.
    Captures,
    /// By trying the moves.
    Moves,
}

impl Foresight {
    /// What the rules together leave.
    pub fn of<B: Bits>(hooks: &Hooks, rules: &[Rule<B>]) -> Foresight {
        let acting = hooks.acts.iter().filter_map(|act| match *act {
            Act::Promotion => None,
            Act::Watch(rule) if rules[usize::from(rule)].mechanism.only_remembers() => None,
            Act::Watch(rule) | Act::Rule(rule) => Some(rule),
        });
        let acting: Vec<u8> =
            acting.chain(hooks.notes.iter().chain(&hooks.reborn).copied()).collect();
        let acting = || acting.iter().map(|&rule| &*rules[usize::from(rule)].mechanism);
        let quiet = |forbidden: bool| {
            acting().any(|rule| !rule.only_captures() && (forbidden || !rule.only_changes_walk()))
        };
        if hooks.widens || !hooks.walks.is_empty() || !hooks.specials.is_empty() || quiet(false) {
            Foresight::None
        } else if !quiet(true) && hooks.legs.is_empty() && !acting().any(|rule| rule.helps()) {
            Foresight::Walks
        } else if acting().all(|rule| rule.only_changes_walk()) && hooks.forbids_nothing() {
            Foresight::Moves
        } else if quiet(true) {
            Foresight::None
        } else {
            Foresight::Captures
        }
    }
}

impl Hooks {
    // Whether no rule forbids a movement because of the position.
    fn forbids_nothing(&self) -> bool {
        let lists = [
            &self.halts,
            &self.bars,
            &self.ways,
            &self.courses,
            &self.legs,
            &self.takes,
            &self.alone,
            &self.admits,
            &self.permits,
            &self.selects,
        ];
        !self.playable && lists.into_iter().all(Vec::is_empty)
    }
}

impl<B: Bits> Fairy<B> {
    /// Drops moves of the side to move after which the other side surely has no move that checks.
    pub(super) fn foresee(&self, pos: &mut Position<B>, moves: &mut MoveList) {
        let neutral = pos.colours[Colour::Neutral.index()];
        let foresight = self.hooks.foresight;
        if foresight == Foresight::None || neutral.any() || moves.is_empty() {
            return;
        }
        let by = pos.side.other();
        // What acts may make of hurdles is not told.
        let acts =
            self.hooks.deeds.quiet || self.hooks.deeds.captures || !self.hooks.legs.is_empty();
        if acts && !self.game.rides_straight(by) {
            return;
        }
        let kinds = self.game.kinds.len();
        let plain = pos.memory.plain.take();
        let mut plain = plain.unwrap_or_else(|| Box::new(Plain::empty(kinds, pos.side)));
        pos.stand_plainly(&mut plain);
        if let Some(royal) = self.game.foresees(&plain) {
            let may_check = match foresight {
                Foresight::Moves => self.may_check(pos, by),
                Foresight::Captures => {
                    self.may_capture(&plain, by) || self.game.may_check(&mut plain, by)
                }
                Foresight::Walks | Foresight::None => self.game.may_check(&mut plain, by),
            };
            if !may_check {
                let captures = foresight != Foresight::Walks;
                self.game.drop_quiet(&plain, royal, moves, captures);
            }
        }
        pos.memory.plain.replace(Some(plain));
    }

    // Whether a side might check if it were to move, its own royal men aside.
    fn may_check(&self, pos: &mut Position<B>, by: Side) -> bool {
        pos.begin(by);
        let found = self.unselected(pos, &mut FirstCheck, true);
        pos.take_back();
        found
    }

    // Whether a side could capture something if it were to move.
    fn may_capture(&self, pos: &Plain<B>, by: Side) -> bool {
        let (own, enemy) = (pos.men(by), pos.men(by.other()));
        own.squares().any(|from| {
            let reach = self.game.movement.reach(pos.mailbox.get(from), by, from);
            self.game.movement.targets(reach, own, enemy).meets(enemy)
        })
    }
}

impl<B: Bits> Position<B> {
    // Enters the men that are not neutral, and the rights, into a position without further rules.
    fn stand_plainly(&self, plain: &mut Plain<B>) {
        plain.kinds.copy_from_slice(&self.kinds);
        plain.sides = [self.colours[0], self.colours[1]];
        plain.royal = self.royal;
        plain.mailbox = B::Mailbox::filled(NO_KIND);
        for sq in self.all_men().squares() {
            plain.mailbox.set(sq, self.man(sq).map_or(NO_KIND, |man| man.kind));
        }
        plain.side = self.side;
        plain.castling = self.castling;
        plain.passed = self.passed;
        plain.passer = self.passer;
    }
}
