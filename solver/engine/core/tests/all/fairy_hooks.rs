//! Mechanisms from outside: whatever a condition does must be possible in one file, at the hooks.
//!
//! Each stands for a family of conditions.  The numbers are those of Popeye 4.104 for the condition
//! that the mechanism is, asked with `h~1` and counted.

use crate::common;

use dawson_core::board::{Bits, Side, Square};
use dawson_core::rules::fairy::{Deed, Fairy, Hook, Level, Look, Mechanism, Position, Stage, Turn};
use dawson_core::rules::{Colour, Move, MoveList, Play};

fn lines(fen: &str, mechanism: Box<dyn Mechanism<u64>>) -> usize {
    let setup = common::setup(fen);
    let (rules, mut pos) =
        Fairy::compile_with(&setup, vec![mechanism]).expect("the setup is sound");
    let before = rules.hash(&pos);
    let mut moves = MoveList::new();
    rules.legal_moves(&mut pos, &mut moves);
    let mut count = 0;
    for mv in moves {
        rules.play(&mut pos, mv);
        count += rules.count_legal_moves(&mut pos);
        rules.undo(&mut pos);
    }
    assert_eq!(rules.hash(&pos), before);
    count
}

const RIDERS_AND_KNIGHTS: &str = "3r3k/8/2n5/3n4/8/5B2/8/K2R4 b - -";

/// A captured man is put back where its captor came from.
#[derive(Debug)]
struct ReturnToDeparture;

impl<B: Bits> Mechanism<B> for ReturnToDeparture {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Rebirth
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let from = turn.deed.from;
        if let Some((_, man)) = turn.deed.last_captured()
            && turn.pos.man(from).is_none()
        {
            turn.place(from, man);
        }
    }
}

#[test]
fn a_man_may_come_back() {
    assert_eq!(lines(RIDERS_AND_KNIGHTS, Box::new(ReturnToDeparture)), 519);
}

/// A man that captures goes over to the other side.
#[derive(Debug)]
struct Turncoat;

impl<B: Bits> Mechanism<B> for Turncoat {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Recolouring
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let captured = turn.deed.last_captured().is_some();
        if let Some((sq, mut man)) = turn.mover().filter(|(_, man)| captured && !man.royal) {
            man.colour = man.colour.other();
            turn.change(sq, man);
        }
    }
}

#[test]
fn a_man_may_change_its_side() {
    assert_eq!(lines(RIDERS_AND_KNIGHTS, Box::new(Turncoat)), 527);
}

/// Black must make a longest move.
#[derive(Debug)]
struct Longest;

fn length(mv: &Move) -> i32 {
    let at = |sq: Square| (i32::from(sq.0) % 8, i32::from(sq.0) / 8);
    let ((x, y), (to_x, to_y)) = (at(mv.from()), at(mv.to()));
    (to_x - x).pow(2) + (to_y - y).pow(2)
}

impl<B: Bits> Mechanism<B> for Longest {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Select]
    }

    fn selects(&self, rules: &Fairy<B>, pos: &mut Position<B>, moves: &mut MoveList) {
        if rules.side(pos) == Side::Black {
            let most = moves.iter().map(length).max();
            moves.retain(|mv| Some(length(mv)) == most);
        }
    }
}

#[test]
fn moves_may_exclude_each_other() {
    assert_eq!(lines(RIDERS_AND_KNIGHTS, Box::new(Longest)), 22);
}

/// A man may not answer a move of a man of its own kind; what moved last is remembered.
#[derive(Debug, Default)]
struct NotTheSame {
    slot: u8,
}

impl<B: Bits> Mechanism<B> for NotTheSame {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Halt, Hook::Act]
    }

    fn slots(&self) -> u8 {
        1
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    fn halts(&self, look: Look<'_, B>, _: Side, from: Square) -> bool {
        look.man(from).is_some_and(|man| u64::from(man.kind) + 1 == look.remembered(self.slot))
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let moved = u64::from(turn.deed.mover.kind) + 1;
        turn.remember(self.slot, moved);
    }
}

#[test]
fn a_rule_may_remember() {
    assert_eq!(lines(RIDERS_AND_KNIGHTS, Box::new(NotTheSame::default())), 448);
}

/// A man in front of another one of its side walks like that one; kings take no part.
#[derive(Debug)]
struct LikeTheOneBehind;

impl<B: Bits> Mechanism<B> for LikeTheOneBehind {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Walk]
    }

    fn walks(&self, look: Look<'_, B>, by: Side, from: Square, kinds: &mut Vec<u8>) {
        let behind = match by {
            Side::White => from.0.checked_sub(8),
            Side::Black => Some(from.0 + 8).filter(|&sq| sq < 64),
        };
        let lender = behind.and_then(|sq| look.man(Square(sq)));
        let lender = lender.filter(|man| man.colour == Colour::from(by) && !man.royal);
        if let Some(lender) = lender
            && look.man(from).is_some_and(|man| !man.royal)
        {
            *kinds = vec![lender.kind];
        }
    }
}

#[test]
fn walks_may_be_borrowed() {
    let fen = "7k/1b6/1r1n4/3n4/3N4/8/3B4/K2R4 b - -";
    assert_eq!(lines(fen, Box::new(LikeTheOneBehind)), 610);
}

/// No man of the mover may stand observed by a like man after the move.
#[derive(Debug)]
struct NoMutualObservation;

impl<B: Bits> Mechanism<B> for NoMutualObservation {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Admit]
    }

    fn admits(&self, look: Look<'_, B>, deed: &Deed) -> bool {
        look.pos.men(deed.side).squares().all(|sq| {
            let Some(man) = look.man(sq).filter(|man| !man.royal) else { return true };
            !look.observed(sq, deed.side.other(), look.pos.of_kind(man.kind), Level::Raw)
        })
    }
}

#[test]
fn positions_may_be_forbidden() {
    assert_eq!(lines(RIDERS_AND_KNIGHTS, Box::new(NoMutualObservation)), 324);
}

/// A man that a like enemy observes cannot move.
#[derive(Debug)]
struct Paralysis;

impl<B: Bits> Mechanism<B> for Paralysis {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Halt]
    }

    fn halts(&self, look: Look<'_, B>, by: Side, from: Square) -> bool {
        let Some(man) = look.man(from).filter(|man| !man.royal) else { return false };
        look.observed(from, by.other(), look.pos.of_kind(man.kind), Level::Raw)
    }
}

#[test]
fn men_may_be_kept_from_moving() {
    assert_eq!(lines(RIDERS_AND_KNIGHTS, Box::new(Paralysis)), 423);
}
