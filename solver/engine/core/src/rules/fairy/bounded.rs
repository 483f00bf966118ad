//! What bounds by the ways of single men may count on.
//!
//! They hold while men observe by their own walks, keep their sides, and come to squares only by these
//! walks or as rules tell: captured men and captors that are put elsewhere, men that change their walk
//! by moving.  Rules that only forbid do no harm unless they keep royal men from quiet moves, for then
//! a mate need not observe every flight.

use crate::board::{Bits, Side, Square};

use super::super::setup::Colour;
use super::mechanism::Bearing;
use super::observe::Look;
use super::{Act, Fairy, Man, Rule};

impl<B: Bits> Fairy<B> {
    /// Whether they hold as long as no man is neutral.
    pub(super) fn is_bounded(&self) -> bool {
        let hooks = &self.hooks;
        let absent = [
            &hooks.walks,
            &hooks.arrivals,
            &hooks.departures,
            &hooks.legs,
            &hooks.specials,
            &hooks.promotions,
            &hooks.notes,
            &hooks.selects,
            &hooks.royals,
            &hooks.checks,
            &hooks.duties,
            &hooks.preys,
            &hooks.reborn,
            &hooks.mates,
            &hooks.stops,
            &hooks.ways,
        ];
        let acting = hooks.acts.iter().filter_map(|act| match *act {
            Act::Rule(rule) => Some(rule),
            Act::Promotion | Act::Watch(_) => None,
        });
        let remembers = |act: &Act| match *act {
            Act::Watch(rule) => self.rules[usize::from(rule)].mechanism.only_remembers(),
            Act::Promotion | Act::Rule(_) => true,
        };
        let acting: Vec<Bearing> = acting.map(|rule| self.bearing(rule)).collect();
        // A man that has gone elsewhere may change its walk there.
        let both = acting.contains(&Bearing::Returns) && acting.contains(&Bearing::Walks);
        let forbidding = hooks.halts.iter().chain(&hooks.courses).chain(&hooks.admits);
        let mut forbidding = forbidding.map(|&rule| self.bearing(rule));
        !hooks.widens
            && !hooks.exposure
            && absent.into_iter().all(Vec::is_empty)
            && hooks.acts.iter().all(remembers)
            && !both
            && acting.iter().all(|bearing| matches!(bearing, Bearing::Returns | Bearing::Walks))
            && forbidding.all(|bearing| bearing == Bearing::Forbids)
    }

    fn bearing(&self, rule: u8) -> Bearing {
        self.rules[usize::from(rule)].mechanism.bearing()
    }

    /// Appends what a man may be, and where, after a half-move of its own.
    pub(super) fn ends_of_moves(
        &self,
        kind: u8,
        side: Side,
        from: Square,
        out: &mut Vec<(usize, Square)>,
    ) {
        let open = self.ground[side.index()].to[from.index()];
        let steps = self.game.unhindered(kind, side, from, true) & open;
        let captures = self.game.unhindered_captures(kind, side, from) & open;
        for to in steps.squares() {
            for kind in self.kinds_after(kind, side, to, false) {
                out.push((usize::from(kind), to));
            }
        }
        for to in captures.squares() {
            for kind in self.kinds_after(kind, side, to, true) {
                out.push((usize::from(kind), to));
            }
            let passing = self.game.kinds[usize::from(kind)].captures_en_passant;
            let squares = if passing { self.board } else { B::bit(to) };
            for at in squares.squares() {
                self.ends_of_captures(kind, side, at, true, out);
            }
        }
        out.sort_unstable();
        out.dedup();
    }

    // What a man that has come to a square may be.
    fn kinds_after(&self, kind: u8, side: Side, to: Square, captures: bool) -> Vec<u8> {
        let mut kinds = vec![kind];
        for act in &self.hooks.acts {
            match *act {
                Act::Promotion => {
                    let all = kinds.clone();
                    let promoted = all.iter().flat_map(|&kind| self.promotions(kind, side, to));
                    kinds.extend(promoted);
                }
                Act::Rule(rule) => self.those(&[rule], side).for_each(|rule| {
                    rule.walks_after(captures, &mut kinds);
                }),
                Act::Watch(_) => {}
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Appends what a man that was captured on a square may be, and where; or one that has captured
    /// there.
    pub(super) fn ends_of_captures(
        &self,
        kind: u8,
        side: Side,
        at: Square,
        captor: bool,
        out: &mut Vec<(usize, Square)>,
    ) {
        let returns = |rule: &&Rule<B>| rule.mechanism.bearing() == Bearing::Returns;
        let mut rules = self.rules.iter().filter(returns).peekable();
        if rules.peek().is_none() {
            return;
        }
        let kinds = if captor { self.kinds_after(kind, side, at, true) } else { vec![kind] };
        let pos = self.empty(side);
        let look = Look { rules: self, pos: &pos };
        for rule in rules {
            for &kind in kinds.iter().chain(&[kind]) {
                let man = Man { kind, colour: Colour::from(side), ..Man::NOBODY };
                let back = rule.mechanism.returns(look, man, side, at, captor);
                let Some((man, squares)) = back else { continue };
                for sq in squares.squares() {
                    out.push((usize::from(man.kind), sq));
                    let promoted = self.promotions(man.kind, side, sq).iter();
                    out.extend(promoted.map(|&kind| (usize::from(kind), sq)));
                }
            }
        }
    }
}
