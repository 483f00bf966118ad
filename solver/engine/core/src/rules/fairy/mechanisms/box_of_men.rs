use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};
use crate::movement::Captures;

use super::super::super::setup::Role;
use super::super::journal::Reason;
use super::super::man::Man;
use super::super::mechanism::{Deed, Hook, Mechanism};
use super::super::observe::Look;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// A side has no more men of a kind of the game set than that has, so that pawns promote only to what
/// is left of it, or to men that are not of the set.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BoxOfMen {
    /// Kinds of which the set has one.
    one: Vec<u8>,
    /// Kinds of which it has two.
    two: Vec<u8>,
    waiting: Waiting,
}

/// What becomes of pawns that the set has nothing for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Waiting {
    /// They may not arrive.
    Never,
    /// They wait, and the other side promotes one as soon as it can be.
    ForEnemy,
    /// They wait, and their own side promotes one before a move.
    ForOwn,
}

impl BoxOfMen {
    // Whether the set of a side has a man of this kind left for the square.
    fn has_left<B: Bits>(&self, look: Look<'_, B>, side: Side, kind: u8, sq: Square) -> bool {
        let men = look.pos.of_kind(kind) & look.pos.men(side) & !B::bit(sq);
        men.count() < self.most(kind)
    }

    fn most(&self, kind: u8) -> usize {
        if self.one.contains(&kind) {
            1
        } else if self.two.contains(&kind) {
            2
        } else {
            // What is no man of the set can be had without end.
            usize::MAX
        }
    }

    // Whether the sets have all those men.
    fn fits<B: Bits>(&self, look: Look<'_, B>, among: B) -> bool {
        Side::BOTH.iter().all(|&side| {
            let men = look.pos.men(side) & among;
            let mut kinds = self.one.iter().chain(&self.two);
            kinds.all(|&kind| (look.pos.of_kind(kind) & men).count() <= self.most(kind))
        })
    }

    // What a man may become on its square, if it is a pawn that waits there.
    fn choices<B: Bits>(&self, look: Look<'_, B>, side: Side, sq: Square) -> Vec<u8> {
        let Some(man) = look.man(sq) else { return Vec::new() };
        let kind = &look.rules.game.kinds[usize::from(man.kind)];
        if kind.role != Some(Role::Pawn) || !kind.promotion_squares[side.index()].has(sq) {
            return Vec::new();
        }
        let choices = kind.promotes_to.iter().copied();
        choices.filter(|&to| self.has_left(look, side, to, sq)).collect()
    }

    // Whether the man that moved is a pawn that could have promoted, and may not stay as it is.
    fn waits_in_vain<B: Bits>(&self, look: Look<'_, B>, deed: &Deed) -> bool {
        deed.at.is_some_and(|sq| {
            let kinds = &look.rules.game.kinds;
            let stays = |side: Side| {
                look.man(sq).is_some_and(|man| {
                    kinds[usize::from(man.kind)].staying_squares[side.index()].has(sq)
                })
            };
            let could = |side| !stays(side) && !self.choices(look, side, sq).is_empty();
            Side::BOTH.iter().any(|&side| look.pos.men(side).has(sq) && could(side))
        })
    }

    fn waiting<B: Bits>(&self, look: Look<'_, B>, side: Side) -> Vec<(Square, u8)> {
        let men = look.pos.men(side).squares();
        let each = |sq| self.choices(look, side, sq).into_iter().map(move |kind| (sq, kind));
        men.flat_map(each).collect()
    }

    fn promote<B: Bits>(&self, turn: &mut Turn<'_, B>, side: Side) -> Option<Square> {
        let choices = self.waiting(turn.look(), side);
        let chosen = turn.choose(choices.len());
        let &(sq, kind) = choices.get(chosen)?;
        let man = turn.pos.man(sq)?;
        turn.change(sq, Man { kind, ..man });
        Some(sq)
    }

    // Whether the man that has just promoted can make the move.
    fn can_go<B: Bits>(turn: &Turn<'_, B>) -> bool {
        let (from, side) = (turn.deed.from, turn.deed.side);
        let Some(man) = turn.pos.man(from) else { return false };
        let mut ends: Vec<(Square, Captures)> = Vec::new();
        turn.rules.arrivals(turn.pos, side, from, man.kind, &mut ends);
        ends.contains(&(turn.mv.to(), turn.mv.captures()))
    }
}

impl<B: Bits> Mechanism<B> for BoxOfMen {
    fn hooks(&self) -> &'static [Hook] {
        match self.waiting {
            Waiting::Never => &[Hook::Act, Hook::Admit, Hook::TakeAlone],
            Waiting::ForEnemy => &[Hook::Permit, Hook::Act, Hook::Admit],
            Waiting::ForOwn => &[Hook::Permit, Hook::Walk, Hook::Note, Hook::Admit],
        }
    }

    fn stage(&self) -> Stage {
        Stage::Box
    }

    // A pawn that comes back by a half-move of the other side may wait for its own.  Source: Popeye 4,
    // by experiment.
    fn lets_wait(&self, look: Look<'_, B>, (sq, side): (Square, Side), deed: &Deed) -> bool {
        deed.at == Some(sq)
            || self.waiting == Waiting::ForOwn && side != deed.side
            || self.choices(look, side, sq).is_empty()
    }

    // What the sets have left counts when the half-move is over, whatever else has changed by then.
    fn admits(&self, look: Look<'_, B>, deed: &Deed) -> bool {
        self.fits(look, !B::EMPTY)
            && (self.waiting == Waiting::Never || !self.waits_in_vain(look, deed))
    }

    // A pawn that could not promote does not come to its promotion squares.
    fn takes(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        if !self.fits(look, !B::bit(target)) {
            return false;
        }
        let Some(man) = look.man(from) else { return true };
        let kind = &look.rules.game.kinds[usize::from(man.kind)];
        kind.role != Some(Role::Pawn)
            || !kind.promotion_squares[by.index()].has(target)
            || kind.promotes_to.iter().any(|&to| self.has_left(look, by, to, target))
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        if self.waiting == Waiting::ForEnemy {
            let side = turn.deed.side.other();
            self.promote(turn, side);
        } else if let Some((sq, man)) = turn.mover() {
            let kind = &turn.rules.game.kinds[usize::from(man.kind)];
            let side = turn.deed.side.index();
            let stays = kind.staying_squares[side].has(sq);
            turn.refused |= kind.promotion_squares[side].has(sq) && !stays;
        }
    }

    fn lent(&self, look: Look<'_, B>, among: B) -> B {
        let kinds = look.rules.game.kinds.iter().enumerate();
        let pawns = kinds.filter(|(_, kind)| kind.role == Some(Role::Pawn));
        let pawns = pawns.fold(B::EMPTY, |men, (number, kind)| {
            let [white, black] = kind.promotion_squares;
            let pos = look.pos;
            let waiting = white & pos.men(Side::White) | black & pos.men(Side::Black);
            men | pos.of_kind(number as u8) & waiting
        });
        among & pawns
    }

    fn walks(&self, look: Look<'_, B>, by: Side, from: Square, kinds: &mut Vec<u8>) {
        let choices = self.choices(look, by, from);
        if !choices.is_empty() {
            *kinds = choices;
        }
    }

    fn notes(&self, turn: &mut Turn<'_, B>) {
        let (side, from) = (turn.deed.side, turn.deed.from);
        let waits = !self.choices(turn.look(), side, from).is_empty();
        let acting = std::mem::replace(&mut turn.acting, Reason::Before);
        let promoted = self.promote(turn, side);
        turn.acting = acting;
        turn.refused |= waits && (promoted != Some(from) || !Self::can_go(turn));
    }
}
