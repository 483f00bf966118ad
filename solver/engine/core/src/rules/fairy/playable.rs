//! What a side could do, seen by playing it on a board of its own.

use std::ops::ControlFlow;

use crate::board::{Bits, Side, Square};

use super::journal::{Effect, Reason};
use super::keys::mix;
use super::legal::FirstQuiet;
use super::observe::{Level, Look};
use super::{Fairy, Man, Position};

// How deep questions about answers to answers go.
const DEEPEST: u8 = 12;

impl<B: Bits> Fairy<B> {
    /// Whether the man on `from`, moved by `by`, has a move that captures on `target` and that the
    /// rules accept; what happens to the royal men of `by` is left out.  On an empty royal square
    /// there is nothing to play.
    pub(super) fn playable(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
        target: Square,
    ) -> bool {
        let captured = || {
            self.captured_on_trial(look, by, from, target, |pos| {
                self.is_lost(pos, by.other(), target)
            })
        };
        if look.man(target).is_none() {
            return true;
        }
        if !self.hooks.cages {
            return captured();
        }
        let what = [by.index(), from.index(), target.index()].map(|part| part as u64);
        look.pos.memory.known.or_ask(look.question(CAPTURE, what), captured)
    }

    /// The same of a man that need not be royal, where rules forbid positions.
    pub(super) fn admits_capture(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
        target: Square,
    ) -> bool {
        // Captures that are tried out ask for no more of them.
        !self.hooks.playable
            || self.hooks.admits.is_empty()
            || look.pos.memory.depth > 0
            || self.captured_on_trial(look, by, from, target, |_| true)
    }

    fn captured_on_trial(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
        target: Square,
        captured: impl Fn(&Position<B>) -> bool,
    ) -> bool {
        self.on_trial(look, by, |board| {
            board.begin(by);
            board.memory.tried = Some(target);
            // What stands there counts as an enemy.
            if let Some(man) = board.man(target).filter(|man| man.colour == by.into()) {
                let man = Man { colour: man.colour.other(), ..man };
                board.change(target, man, Reason::Movement);
            }
            let flow = self.moves_of(board, by, from, None, &mut |pos, mv| {
                if !mv.captures().iter().any(|sq| sq == target) {
                    return ControlFlow::Continue(());
                }
                let mut next = Some(mv);
                while let Some(chosen) = next {
                    let accepted = self.accepts(pos, chosen) && captured(pos);
                    next = self.next_choice(&pos.memory.asked, mv);
                    pos.take_back();
                    if accepted {
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            });
            flow.is_break()
        })
    }

    /// Whether the side to move, which is in check, has no move.
    ///
    /// Rules may ask this of moves that answer a check by a check, and so on; beyond some depth the
    /// answer is no.
    pub(super) fn mated(&self, look: Look<'_, B>) -> bool {
        if look.pos.memory.depth >= DEEPEST {
            return false;
        }
        self.on_trial(look, look.pos.side, |board| {
            // A move that does not check asks nothing more, so those are looked for first.
            board.memory.quiet = true;
            let quiet = self.hooks.selects.len() <= 1
                && self.unselected(board, &mut FirstQuiet::default(), false);
            board.memory.quiet = false;
            !quiet && !self.can_move(board)
        })
    }

    /// Whether the side to move, if the man on the square were its only royal one, would be mated.
    pub(super) fn would_be_lost(&self, look: Look<'_, B>, sq: Square) -> bool {
        let side = look.pos.side;
        // Rules may give check where nobody observes anybody.
        if self.hooks.checks.is_empty() && !look.observed(sq, side.other(), !B::EMPTY, Level::Raw) {
            return false;
        }
        self.on_trial(look, side, |board| {
            board.crown(sq);
            if !(Look { rules: self, pos: board }).in_check(side) {
                return false;
            }
            // It may save itself by capturing a king, which comes back if kings do.
            board.memory.taking = true;
            let lost = !self.can_move(board);
            board.memory.taking = false;
            lost
        })
    }

    /// Whether `side` has lost what was royal on the square where the last half-move captured; a walk is
    /// lost with its last man.
    pub(super) fn is_lost(&self, pos: &Position<B>, side: Side, target: Square) -> bool {
        let captured = pos.last_effects().iter().find_map(|effect| match *effect {
            Effect::Remove { square, man, .. } if square == target => Some(man),
            _ => None,
        });
        match captured.filter(|_| self.hooks.outcome) {
            Some(man) => (pos.of_kind(man.kind) & pos.men(side)).is_empty(),
            None => pos.is_lost(target),
        }
    }

    /// Asks something of the position with `by` to move, on a board on which moves can be played.
    pub(super) fn on_trial<R>(
        &self,
        look: Look<'_, B>,
        by: Side,
        ask: impl FnOnce(&mut Position<B>) -> R,
    ) -> R {
        let mut spare = look.spare(look.pos.memory.depth + 1);
        if spare.side != by {
            spare.begin(by);
        }
        let answer = ask(&mut spare);
        look.pos.memory.spare.replace(Some(spare));
        answer
    }
}

// Which question is asked of a position.
const CAPTURE: u64 = 1;
pub(super) const CAGE: u64 = 2;

impl<B: Bits> Look<'_, B> {
    /// All that the answer to a question which is settled on a spare board depends on, as a hash.
    pub(super) fn question(self, about: u64, what: [u64; 3]) -> u64 {
        // The hash that goes along with the moves does not know of a half-move that is only imagined.
        let hash = self.pos.fresh_hash();
        let [one, two, three] = what;
        let parts = [about | u64::from(self.pos.memory.depth) << 8, one, two, three];
        parts.into_iter().fold(hash, |all, part| mix(all ^ part))
    }

    // A board like this one on which moves can be played, so many questions below the first one.
    pub(super) fn spare(self, depth: u8) -> Box<Position<B>> {
        let mut spare = self.pos.memory.spare.take().unwrap_or_else(|| Box::new(self.pos.bare()));
        spare.stand_like(self.pos);
        spare.memory.depth = depth;
        spare.memory.quiet = false;
        spare.memory.released = false;
        spare.memory.compared = false;
        spare.memory.measured = false;
        spare.memory.taking = false;
        spare.memory.tried = None;
        spare
    }
}

impl<B: Bits> Position<B> {
    // The man on the square becomes the only royal one of the side to move.
    fn crown(&mut self, sq: Square) {
        let Some(man) = self.man(sq) else { return };
        for other in (self.royals(self.side) & !B::bit(sq)).squares() {
            if let Some(man) = self.man(other) {
                self.change(other, Man { royal: false, ..man }, Reason::Before);
            }
        }
        self.change(sq, Man { royal: true, ..man }, Reason::Before);
    }

    /// Whether the man that the last half-move captured on the square has not come back, as what it
    /// was or at least as a royal man.
    pub(super) fn is_lost(&self, target: Square) -> bool {
        let mut captured = None;
        for effect in self.last_effects() {
            match *effect {
                Effect::Remove { square, man, .. } if square == target && captured.is_none() => {
                    captured = Some(man);
                }
                Effect::Place { man, .. }
                    if captured
                        .is_some_and(|old| old.colour == man.colour && is_again(man, old)) =>
                {
                    return false;
                }
                _ => {}
            }
        }
        true
    }
}

// Whether what has come back replaces a man that was royal, be it for its walk only.
fn is_again(man: Man, old: Man) -> bool {
    old.royal == man.royal && (man.royal || old.kind == man.kind)
}
