use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};
use crate::movement::{Captures, View};

use super::super::super::moves::Form;
use super::super::super::setup::Role;
use super::super::Fairy;
use super::super::journal::Reason;
use super::super::man::Man;
use super::super::mechanism::{Bearing, Hook, Mechanism, Way};
use super::super::observe::{Level, Look};
use super::super::position::Position;
use super::super::turn::Turn;

/// A man that captures also goes on without capturing, by the walk and as a man of the side of what
/// it captures; men whose role is a pawn's do not so come to the first rank of their side.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SecondLeg {
    order: Order,
    /// Whether a royal man is captured like any other.
    #[serde(default)]
    royal_too: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Order {
    /// It goes on after the capture.  The capture of a royal man needs no further leg.
    After,
    /// It goes first, and captures from there.
    Before,
}

type Ends = Vec<(Square, Captures)>;

impl SecondLeg {
    // Where the man from `from` goes by the walk of the captured one, by what that one would be lent on
    // its square if it has none.  Source: Popeye 4, by experiment.
    fn quiet<B: Bits>(
        look: Look<'_, B>,
        by: Side,
        (from, mover): (Square, u8),
        (start, victim): (Square, Square),
        view: &View<B>,
    ) -> B {
        let Some(captured) = look.man(victim) else { return B::EMPTY };
        let side = captured.side_against(by);
        let rules = look.rules;
        let kinds = rules.walks_there(look, side, (start, captured), from);
        let squares = kinds.iter().fold(B::EMPTY, |all, &kind| {
            all | rules.quiet_arrivals(look.pos, view, side, start, kind)
        });
        if rules.game.kinds[usize::from(mover)].role == Some(Role::Pawn) {
            squares & !rules.first_rank(by)
        } else {
            squares
        }
    }

    fn after<B: Bits>(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
        kind: u8,
        ends: &mut Ends,
    ) {
        let mut found = Ends::new();
        for &(to, captures) in ends.iter() {
            let victim = captures.iter().last();
            let Some(victim) = victim.filter(|&sq| look.man(sq).is_some_and(|man| self.royal_too || !man.royal)) else {
                found.push((to, captures));
                continue;
            };
            let mut view = standing(look.pos, by, (from, to));
            for sq in captures.iter().filter(|&sq| sq != to) {
                vacate(&mut view, sq);
            }
            let squares = Self::quiet(look, by, (from, kind), (to, victim), &view);
            found.extend(squares.squares().map(|end| (end, captures)));
        }
        *ends = found;
    }

    fn before<B: Bits>(look: Look<'_, B>, by: Side, from: Square, gait: (u8, Form), ends: &mut Ends) {
        let pos = look.pos;
        if gait.1 == Form::EnPassant {
            ends.clear();
            for at in Self::starts(look, by, from, gait.0, pos.passer).squares() {
                for over in pos.passed.squares() {
                    if look.rules.game.movement.reach(gait.0, by, at).capture.has(over) {
                        ends.push((over, Captures::NONE.with(pos.passer)));
                    }
                }
            }
            return;
        }
        ends.retain(|(_, captures)| captures.is_empty());
        let enemy = pos.view_from(by, from).sides[by.other().index()];
        for victim in enemy.squares() {
            for at in Self::starts(look, by, from, gait.0, victim).squares() {
                for kind in Self::gaits(look, by, from, gait.0, at) {
                    Self::captures(look, by, kind, (from, at), victim, ends);
                }
            }
        }
    }

    // By which walks the man captures from a square: one that has none of its own by what it would be
    // lent there.  Source: Popeye 4, by experiment.
    fn gaits<B: Bits>(look: Look<'_, B>, by: Side, from: Square, kind: u8, at: Square) -> Vec<u8> {
        match look.man(from) {
            Some(man) if look.rules.clothes(by, man.kind) => {
                let mut kinds = look.rules.walks_there(look, by, (at, man), from);
                kinds.retain(|&lent| kind == man.kind && lent != man.kind);
                kinds
            }
            _ => vec![kind],
        }
    }

    // From where the man captures the victim.
    fn starts<B: Bits>(look: Look<'_, B>, by: Side, from: Square, kind: u8, victim: Square) -> B {
        let view = look.pos.view_from(by, from);
        Self::quiet(look, by, (from, kind), (from, victim), &view)
    }

    // The captures of the victim by the man on `from` as if it stood on `at`.
    fn captures<B: Bits>(
        look: Look<'_, B>,
        by: Side,
        kind: u8,
        (from, at): (Square, Square),
        victim: Square,
        ends: &mut Ends,
    ) {
        let mut view = standing(look.pos, by, (from, at));
        // It stands there, though it may have been captured just now.
        view.occupied |= B::bit(victim);
        view.sides[by.other().index()] |= B::bit(victim);
        let (own, enemy) = (view.sides[by.index()], view.sides[by.other().index()]);
        let movement = &look.rules.game.movement;
        let reach = movement.reach(kind, by, at);
        if movement.targets(reach, own & !enemy, enemy).has(victim) {
            ends.push((victim, Captures::NONE.with(victim)));
        }
        let Some((graph, start)) = movement.paths(kind, by, reach) else { return };
        graph.walk(start, by, &view, &mut look.pos.memory.walk.borrow_mut(), |end| {
            if end.captures.iter().last() == Some(victim) {
                ends.push((end.to, end.captures));
            }
            false
        });
    }

    // Castlings by which the man on `from` goes first, as the king of the other side that it captures
    // then: with an unmoved rook of that side, whether its king has moved and whatever is observed.
    // The rook is looked at where it was.  Each with the ends.
    fn castlings<B: Bits>(
        look: Look<'_, B>,
        by: Side,
        (from, kind): (Square, u8),
        (victim, man): (Square, Man),
    ) -> Vec<(usize, Ends)> {
        let (game, pos) = (&look.rules.game, look.pos);
        let side = man.side_against(by);
        let castlings = game.castlings.iter().enumerate().filter(|(number, castling)| {
            castling.king == from
                && castling.king_kind == man.kind
                && game.castlings_of[side.index()] >> number & 1 != 0
                && pos.unmoved.has(castling.rook)
                && !castling.empty.meets(pos.occupied())
        });
        let with_ends = castlings.map(|(number, castling)| {
            let mut ends = Ends::new();
            Self::captures(look, by, kind, (from, castling.king_to), victim, &mut ends);
            ends.retain(|&(to, _)| to != castling.rook_to);
            (number, ends)
        });
        with_ends.filter(|(_, ends)| !ends.is_empty()).collect()
    }
}

// Whether rules leave one of the ways open on which the man may capture a royal one.
fn is_open<B: Bits>(
    look: Look<'_, B>,
    by: Side,
    (from, kind): (Square, u8),
    ends: &[(Square, Captures)],
) -> bool {
    let way = |(to, captures)| Way { by, from, to, captures, kind, form: Form::Ordinary };
    ends.iter().any(|&end| !look.rules.closed(look, &way(end), Level::Raw))
}

// The men as `by` sees them when the one on the first square has gone to the second.
fn standing<B: Bits>(pos: &Position<B>, by: Side, (from, to): (Square, Square)) -> View<B> {
    let mut view = pos.view_from(by, from);
    vacate(&mut view, from);
    vacate(&mut view, to);
    view.occupied |= B::bit(to);
    view.sides[by.index()] |= B::bit(to);
    view
}

fn vacate<B: Bits>(view: &mut View<B>, sq: Square) {
    let gone = B::bit(sq);
    view.occupied &= !gone;
    view.sides[0] &= !gone;
    view.sides[1] &= !gone;
}

impl<B: Bits> Fairy<B> {
    /// The rank nearest to a side.
    pub(in super::super) fn first_rank(&self, side: Side) -> B {
        let rank = if side == Side::White { 0 } else { self.height - 1 };
        let on_rank = |sq: &Square| self.coordinates(*sq).1 == rank;
        B::of(self.board.squares().filter(on_rank))
    }
}

impl<B: Bits> Mechanism<B> for SecondLeg {
    fn hooks(&self) -> &'static [Hook] {
        match self.order {
            Order::After => &[Hook::Leg],
            Order::Before => &[Hook::Leg, Hook::Special, Hook::Partner],
        }
    }

    fn specials(&self, look: Look<'_, B>, by: Side, from: Square, ends: &mut Ends) {
        let Some(mover) = look.man(from).filter(|_| self.order == Order::Before) else { return };
        let enemy = look.pos.view_from(by, from).sides[by.other().index()];
        for victim in enemy.squares() {
            let Some(man) = look.man(victim) else { continue };
            for (_, found) in Self::castlings(look, by, (from, mover.kind), (victim, man)) {
                ends.extend(found);
            }
        }
    }

    fn plays(&self, turn: &mut Turn<'_, B>) -> bool {
        let Some(victim) = turn.deed.last_captured() else { return false };
        let mover = (turn.mv.from(), turn.deed.mover.kind);
        let end = (turn.mv.to(), turn.mv.captures());
        let mut ways = Self::castlings(turn.look(), turn.deed.side, mover, victim);
        ways.retain(|(_, ends)| ends.contains(&end));
        if ways.is_empty() {
            return false;
        }
        let (number, _) = ways[turn.choose(ways.len())];
        let castling = &turn.rules.game.castlings[number];
        turn.acting = Reason::Castling;
        turn.shift(castling.rook, castling.rook_to);
        turn.acting = Reason::Movement;
        turn.shift(mover.0, end.0);
        true
    }

    fn legs(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
        gait: (u8, Form),
        ends: &mut Vec<(Square, Captures)>,
    ) {
        match self.order {
            Order::After => self.after(look, by, from, gait.0, ends),
            Order::Before => Self::before(look, by, from, gait, ends),
        }
    }

    fn legs_capture(&self) -> bool {
        self.order == Order::After
    }

    fn leg_observes(&self) -> bool {
        self.order == Order::Before || self.royal_too
    }

    fn bearing(&self) -> Bearing {
        let plainly = self.order == Order::After && !self.royal_too;
        if plainly { Bearing::GoesOn } else { Bearing::Unknown }
    }

    fn reaches(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
        kind: u8,
        target: Square,
    ) -> Option<bool> {
        let man = look.man(target)?;
        if self.order == Order::After {
            return (self.royal_too && man.royal).then(|| {
                let mut ends = Ends::new();
                look.rules.ends(look.pos, by, (from, from), kind, &mut ends);
                ends.retain(|(_, captures)| captures.iter().last() == Some(target));
                let open = is_open(look, by, (from, kind), &ends);
                self.after(look, by, from, kind, &mut ends);
                open && !ends.is_empty()
            });
        }
        let mut ends = Ends::new();
        for at in Self::starts(look, by, from, kind, target).squares() {
            for kind in Self::gaits(look, by, from, kind, at) {
                Self::captures(look, by, kind, (from, at), target, &mut ends);
            }
        }
        let castles = || !Self::castlings(look, by, (from, kind), (target, man)).is_empty();
        Some(is_open(look, by, (from, kind), &ends) || castles())
    }
}
