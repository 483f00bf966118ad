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
use super::{Act, Fairy, Man, Position, Rule};

impl<B: Bits> Fairy<B> {
    /// Whether they hold for mates of a side, in a position and all that follow.
    pub(super) fn is_bounded_in(&self, pos: &Position<B>, mated: Side) -> bool {
        self.bounded && self.suits_bounds(pos, mated)
    }

    /// Whether a position suits them.
    pub(super) fn suits_bounds(&self, pos: &Position<B>, mated: Side) -> bool {
        let neutral = pos.colours[Colour::Neutral.index()];
        // A royal man to whom another may lend a walk may lose its own.
        let alone = self.hooks.walks.is_empty() || pos.men(mated) == pos.royals(mated);
        // Who is mated may not lack a flight because another move is better.
        let mut selecting = self.hooks.selects.iter().map(|&rule| &self.rules[usize::from(rule)]);
        let chooses = selecting.all(|rule| rule.side == Some(mated.other()));
        neutral.is_empty() && alone && chooses
    }

    /// The kinds that some men may be, in a position and all that follow, while rules do not change
    /// them.
    pub(super) fn kinds_of(&self, pos: &Position<B>, men: B) -> Vec<u8> {
        let there = |kind: &u8| pos.of_kind(*kind).meets(men);
        let mut kinds: Vec<u8> = (0..pos.kind_count()).filter(there).collect();
        let mut next = 0;
        while let Some(&kind) = kinds.get(next) {
            next += 1;
            for &to in &self.game.kinds[usize::from(kind)].promotes_to {
                if !kinds.contains(&to) {
                    kinds.push(to);
                }
            }
        }
        kinds
    }

    /// The kinds that none but royal men of a side can be, in a position and all that follow.
    pub(super) fn kinds_of_royals(&self, pos: &Position<B>, side: Side) -> Vec<u8> {
        let acts = self.hooks.acts.iter();
        let changes = |act: &Act| match *act {
            Act::Rule(rule) => self.bearing(rule) != Bearing::Returns,
            Act::Promotion | Act::Watch(_) => false,
        };
        if !self.bounded || acts.into_iter().any(changes) {
            return Vec::new();
        }
        let mut others = self.kinds_of(pos, pos.men(side) & !pos.royals(side));
        let mut next = 0;
        while let Some(&kind) = others.get(next) {
            next += 1;
            let man = Man { kind, colour: Colour::from(side), ..Man::NOBODY };
            for captor in [false, true] {
                self.homes(man, side, Square(0), captor, |man, _| {
                    if !others.contains(&man.kind) {
                        others.push(man.kind);
                    }
                });
            }
        }
        let royal = |kind: &u8| pos.of_kind(*kind).meets(pos.royals(side));
        (0..pos.kind_count()).filter(|kind| royal(kind) && !others.contains(kind)).collect()
    }

    /// Of each castling, whether its king, and whether its rook, may come home; as bits.
    pub(super) fn castlers_to_return(&self, pos: &Position<B>) -> [u32; 2] {
        let mut returning = [0; 2];
        // Men that are not royal may turn where one of the other side castles.
        if self.turning {
            let turning = self.kinds_of(pos, pos.all_men() & !pos.royal);
            for (number, castling) in self.game.castlings.iter().enumerate() {
                for (part, (_, kind)) in castling.men().into_iter().enumerate() {
                    returning[part] |= u32::from(turning.contains(&kind)) << number;
                }
            }
        }
        if !self.bounded || !self.hooks.unmoved {
            return returning;
        }
        for (number, castling) in self.game.castlings.iter().enumerate() {
            let of = |side: &Side| self.game.castlings_of[side.index()] >> number & 1 != 0;
            let Some(side) = Side::BOTH.into_iter().find(of) else { continue };
            for (part, (home, kind)) in castling.men().into_iter().enumerate() {
                for from in self.cast[side.index()]
                    .iter()
                    .flat_map(|&kind| self.board.squares().into_iter().map(move |at| (kind, at)))
                {
                    let mut back = Vec::new();
                    self.ends_of_captures(from.0, side, from.1, false, &mut back);
                    self.ends_of_captures(from.0, side, from.1, true, &mut back);
                    if back.contains(&(usize::from(kind), home)) {
                        returning[part] |= 1 << number;
                        break;
                    }
                }
            }
        }
        returning
    }

    // The kinds by whose walks a man of a kind may go and observe.
    fn gaits_of(&self, kind: u8, side: Side) -> impl Iterator<Item = u8> {
        let lent: &[u8] = if self.hooks.walks.is_empty() { &[] } else { &self.cast[side.index()] };
        lent.iter().copied().filter(move |&other| other != kind).chain([kind])
    }

    /// Where he stands whose walk a man of a side has instead of its own, if nobody else can lend it
    /// any.
    pub(super) fn only_lender(&self, side: Side) -> Option<(i32, i32)> {
        let (&[rule], &[way]) = (&self.hooks.walks[..], &self.hooks.lendings[..]) else {
            return None;
        };
        let rule = &self.rules[usize::from(rule)];
        let about = rule.side.is_none_or(|of| of == side);
        (about && self.bounded && rule.mechanism.lends_wholly()).then_some(way)
    }

    /// Squares that a man of a kind could capture on if nothing stood in the way.
    pub(super) fn unhindered_sight(&self, kind: u8, side: Side, from: Square) -> B {
        let gaits = self.gaits_of(kind, side);
        let seen = gaits.map(|gait| self.game.unhindered_captures(gait, side, from));
        seen.fold(B::EMPTY, |all, seen| all | seen) & self.ground[side.index()].to[from.index()]
    }

    /// Whether a royal man may be kept from capturing such a man of `side`, although that one is not
    /// observed: by a rule, or because it comes back to where it observes the captor.
    pub(super) fn shelters_on(&self, kind: u8, side: Side, at: Square) -> bool {
        let hooks = &self.hooks;
        let asked = [&hooks.halts, &hooks.bars, &hooks.ways, &hooks.courses, &hooks.legs];
        let asked = asked.into_iter().chain([&hooks.admits]).flatten().copied();
        let acting = hooks.acts.iter().filter_map(|act| match *act {
            Act::Rule(rule) => Some(rule),
            Act::Promotion | Act::Watch(_) => None,
        });
        if asked.chain(acting).any(|rule| self.rules[usize::from(rule)].mechanism.shelters()) {
            return true;
        }
        let mut back = Vec::new();
        self.ends_of_captures(kind, side, at, false, &mut back);
        back.iter().any(|&(kind, from)| self.unhindered_sight(kind as u8, side, from).has(at))
    }

    /// Whether they hold, the men of a position aside.
    pub(super) fn is_bounded(&self) -> bool {
        self.is_bounded_by(|bearing| matches!(bearing, Bearing::Returns | Bearing::Walks))
    }

    /// Whether they do, the men of a position aside, where rules that act do so in these ways.
    pub(super) fn is_bounded_by(&self, known: impl Fn(Bearing) -> bool) -> bool {
        let hooks = &self.hooks;
        let lends = hooks.walks.iter().all(|&rule| self.bearing(rule) == Bearing::Lends);
        let absent = [
            &hooks.arrivals,
            &hooks.departures,
            &hooks.specials,
            &hooks.promotions,
            &hooks.notes,
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
        let goes_on = hooks.legs.iter().all(|&rule| self.bearing(rule) == Bearing::GoesOn);
        let elsewhere = acting.contains(&Bearing::Returns) || !hooks.legs.is_empty();
        let both = elsewhere && acting.contains(&Bearing::Walks);
        let forbidding = hooks.halts.iter().chain(&hooks.courses).chain(&hooks.admits);
        let mut forbidding = forbidding.map(|&rule| self.bearing(rule));
        !hooks.widens
            && lends
            && goes_on
            && (hooks.walks.is_empty() || acting.is_empty() && hooks.legs.is_empty())
            && !hooks.exposure
            && absent.into_iter().all(Vec::is_empty)
            && hooks.acts.iter().all(remembers)
            && !both
            && acting.into_iter().all(known)
            && forbidding.all(|bearing| bearing == Bearing::Forbids)
    }

    /// Whether rules do nothing to men, and let no man go where its own walk does not lead; they may
    /// forbid what they like.
    pub(super) fn only_forbids(&self) -> bool {
        let hooks = &self.hooks;
        let doing = [
            &hooks.walks,
            &hooks.arrivals,
            &hooks.departures,
            &hooks.legs,
            &hooks.specials,
            &hooks.foreign,
            &hooks.promotions,
            &hooks.permits,
            &hooks.preys,
            &hooks.reborn,
        ];
        let does_nothing = |act: &Act| match *act {
            Act::Promotion => true,
            Act::Rule(rule) | Act::Watch(rule) => {
                self.rules[usize::from(rule)].mechanism.only_remembers()
            }
        };
        doing.into_iter().all(Vec::is_empty)
            && hooks.plane.is_none()
            && !hooks.unmoved
            && hooks.acts.iter().all(does_nothing)
    }

    pub(super) fn bearing(&self, rule: u8) -> Bearing {
        self.rules[usize::from(rule)].mechanism.bearing()
    }

    /// Appends what a man may be, and where, after a half-move of its own that captures nothing.
    pub(super) fn ends_of_quiet_moves(
        &self,
        kind: u8,
        side: Side,
        from: Square,
        out: &mut Vec<(usize, Square)>,
    ) {
        let gaits = self.gaits_of(kind, side);
        let steps = gaits.map(|gait| self.game.unhindered_quietly(gait, side, from, gait == kind));
        self.ends_of_steps(kind, side, from, steps.fold(B::EMPTY, |all, steps| all | steps), out);
    }

    fn ends_of_steps(
        &self,
        kind: u8,
        side: Side,
        from: Square,
        steps: B,
        out: &mut Vec<(usize, Square)>,
    ) {
        for to in (steps & self.ground[side.index()].to[from.index()]).squares() {
            for kind in self.kinds_after(kind, side, to, false) {
                out.push((usize::from(kind), to));
            }
        }
    }

    /// Appends what a man may be, and where, after a half-move of its own.
    pub(super) fn ends_of_moves(
        &self,
        kind: u8,
        side: Side,
        from: Square,
        out: &mut Vec<(usize, Square)>,
    ) {
        let gaits = self.gaits_of(kind, side);
        let steps = gaits.map(|gait| self.game.unhindered(gait, side, from, gait == kind));
        self.ends_of_steps(kind, side, from, steps.fold(B::EMPTY, |all, steps| all | steps), out);
        let captures = self.unhindered_sight(kind, side, from);
        for over in captures.squares() {
            for to in self.after_capture(side, over).squares() {
                for kind in self.kinds_after(kind, side, to, true) {
                    out.push((usize::from(kind), to));
                }
                let passing = self.game.kinds[usize::from(kind)].captures_en_passant;
                let squares = if passing { self.board } else { B::bit(to) };
                for at in squares.squares() {
                    self.ends_of_captures(kind, side, at, true, out);
                }
            }
        }
        out.sort_unstable();
        out.dedup();
    }

    // Where a man may be that has captured on a square, before it is put elsewhere.
    fn after_capture(&self, side: Side, at: Square) -> B {
        if self.hooks.legs.is_empty() {
            return B::bit(at);
        }
        let other = side.other();
        let captured = self.cast[other.index()].iter();
        captured.fold(B::EMPTY, |all, &kind| all | self.game.unhindered(kind, other, at, false))
    }

    // What a man that has come to a square may be.
    pub(super) fn kinds_after(&self, kind: u8, side: Side, to: Square, captures: bool) -> Vec<u8> {
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
        if !self.rules.iter().any(|rule| rule.mechanism.bearing() == Bearing::Returns) {
            return;
        }
        let royal = self.crowned[side.index()].contains(&kind);
        let kinds = if captor { self.kinds_after(kind, side, at, true) } else { vec![kind] };
        for &kind in kinds.iter().chain(&[kind]) {
            let man = Man { kind, colour: Colour::from(side), royal, ..Man::NOBODY };
            self.homes(man, side, at, captor, |man, squares| {
                for sq in squares.squares() {
                    out.push((usize::from(man.kind), sq));
                    let promoted = self.promotions(man.kind, side, sq).iter();
                    out.extend(promoted.map(|&kind| (usize::from(kind), sq)));
                }
            });
        }
    }

    // What rules may make of a man that was captured on a square, or has captured there, and where.
    fn homes(&self, man: Man, side: Side, at: Square, captor: bool, mut found: impl FnMut(Man, B)) {
        let pos = self.empty(side);
        let look = Look { rules: self, pos: &pos };
        for rule in self.rules.iter().filter(|rule| rule.mechanism.bearing() == Bearing::Returns) {
            if let Some((man, squares)) = rule.mechanism.returns(look, man, side, at, captor) {
                found(man, squares);
            }
        }
    }

    /// Whether half-moves that capture, or those that do not, only take the man that makes them to the
    /// square of its arrival, perhaps with another walk, while the bounds hold; those who are captured
    /// may come back.
    pub(super) fn is_straightforward(&self, captures: bool) -> bool {
        let goes_elsewhere = |rule: &Rule<B>| {
            let mut places = self.board.squares();
            let pos = self.empty(Side::White);
            let look = Look { rules: self, pos: &pos };
            rule.mechanism.bearing() == Bearing::Returns
                && places.any(|at| {
                    let returns =
                        |man, side| rule.mechanism.returns(look, man, side, at, true).is_some();
                    let man = |side| Man { kind: 0, colour: Colour::from(side), ..Man::NOBODY };
                    Side::BOTH.iter().any(|&side| returns(man(side), side))
                })
        };
        let acting = self.hooks.acts.iter().filter_map(|act| match *act {
            Act::Rule(rule) => Some(&self.rules[usize::from(rule)]),
            Act::Promotion | Act::Watch(_) => None,
        });
        let mut acting = acting.map(|rule| &rule.mechanism);
        (self.bounded || self.turning && !captures)
            && if captures {
                self.hooks.legs.is_empty() && !self.rules.iter().any(goes_elsewhere)
            } else {
                acting.all(|rule| rule.only_captures() || rule.only_changes_walk())
            }
    }
}
