//! Retro analysis against games that were really played, and against published problems.
//!
//! What a game shows must be called possible: its last move is among those found, rights that it
//! left are permitted, and a capture en passant is permitted only where it was.

use crate::common;

use std::collections::BTreeSet;

use dawson_core::board::{Side, Square};
use dawson_core::retro::{Diagram, Game, Past, RetroSpec, Unmove, Verdict, analyse};
use dawson_core::rules::{Form, ManSpec, Move, MoveList, Orthodox, Play, Position, Setup};

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Arrays of few men: there, much can be proved.
const SMALL_ARRAYS: [&str; 6] = [
    "4k3/8/8/8/8/8/7P/4K2R w K -",
    "4k2r/p5p1/8/8/8/8/P1P5/R3K3 w Qk -",
    "r3k3/1p6/8/8/8/8/6PP/4K2R w Kq -",
    "4kb2/4p1p1/8/8/8/8/2P1P3/4K2R w K -",
    "4k3/8/8/8/8/8/8/R3K2R w KQ -",
    // After d7-d5, the king has no move to take back, and a pawn on d6 would have checked.
    "kN6/pp1p4/8/2K1P3/8/8/7P/8 b - -",
];

fn enough() -> usize {
    if cfg!(debug_assertions) { 3 } else { 12 }
}

/// splitmix64, so that every run is the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}

fn men(pos: &Position<u64>) -> Vec<ManSpec> {
    (0..64)
        .filter_map(|square| {
            pos.man(Square(square)).map(|man| ManSpec {
                square: usize::from(square),
                kind: usize::from(man.kind),
                colour: man.side.into(),
                royal: man.royal,
                attributes: Vec::new(),
            })
        })
        .collect()
}

/// Is told the position before a half-move, the half-move, and the position after it.
type Listener<'a> = dyn FnMut(&Orthodox<u64>, &Position<u64>, Move, &Position<u64>) + 'a;

/// A game played at random; tells each position with the half-move that led to it.
fn play_game(setup: &Setup, dice: &mut Dice, half_moves: usize, tell: &mut Listener<'_>) {
    let (rules, mut pos) = Orthodox::<u64>::compile(setup).expect("a setup");
    let (mut own, mut other) = (None, None);
    for _ in 0..half_moves {
        let mut moves = MoveList::new();
        rules.legal_moves(&mut pos, &mut moves);
        if moves.is_empty() {
            return;
        }
        // Many captures, so that few men are left and promotions come; and many men that go back,
        // so that rights are lost without a trace.
        let captures: Vec<Move> = moves.iter().copied().filter(Move::is_capture).collect();
        let returns = |mv: &&Move| {
            own.is_some_and(|own: Move| (own.to(), own.from()) == (mv.from(), mv.to()))
        };
        let mv = match moves.iter().find(returns) {
            Some(&mv) if dice.below(2) == 0 => mv,
            _ if !captures.is_empty() && dice.below(3) == 0 => captures[dice.below(captures.len())],
            _ => moves[dice.below(moves.len())],
        };
        (own, other) = (other, Some(mv));
        let before = pos.clone();
        rules.play(&mut pos, mv);
        tell(&rules, &before, mv, &pos);
    }
}

fn is_same(unmove: &Unmove, mv: Move) -> bool {
    (unmove.from, unmove.to, unmove.form, unmove.promotion)
        == (mv.from(), mv.to(), mv.form(), mv.promotion())
        && unmove.captured.map(|(square, _)| square) == mv.captures().iter().next()
}

#[test]
fn the_last_move_of_a_game_is_found() {
    let mut dice = Dice(1);
    let mut positions = 0;
    let mut forms = BTreeSet::new();
    for number in 0..10 * enough() {
        let array = if number % 3 == 0 { ARRAY } else { SMALL_ARRAYS[number % SMALL_ARRAYS.len()] };
        let setup = common::setup(array);
        let game = Game::compile(&setup).expect("a game");
        play_game(&setup, &mut dice, 60, &mut |rules, before, mv, after| {
            let diagram = Diagram::new(&game, &men(after), rules.side(after)).expect("a diagram");
            let earlier = Diagram::new(&game, &men(before), rules.side(before)).expect("a diagram");
            assert!(game.can_stand(&diagram), "{array} {diagram:?}");
            let mut past = Past::new(&game, u32::MAX);
            let found = past.each_unmove(&diagram, &mut |_, unmove, before| {
                Ok(is_same(&unmove, mv) && before.has_same_men(&earlier))
            });
            assert_eq!(found, Ok(true), "{array} {mv:?} {diagram:?}");
            positions += 1;
            forms.insert(format!("{:?} {}", mv.form(), mv.promotion().is_some()));
        });
    }
    assert!(positions > 400 * enough(), "{positions}");
    let all =
        ["Castling false", "Double false", "EnPassant false", "Ordinary false", "Ordinary true"];
    assert!(cfg!(debug_assertions) || all.iter().all(|form| forms.contains(*form)), "{forms:?}");
}

fn ask(setup: &Setup, men: Vec<ManSpec>, side: Side) -> Verdict {
    let castlings = (0..setup.castling.len())
        .filter(|&number| {
            let castling = &setup.castling[number];
            let is = |square: usize, kind: usize| {
                men.iter().any(|man| {
                    (man.square, man.kind, man.colour) == (square, kind, castling.side.into())
                })
            };
            is(castling.king, castling.king_kind) && is(castling.rook, castling.rook_kind)
        })
        .collect();
    let spec = RetroSpec { game: setup.clone(), men, side, en_passant: None, castlings };
    analyse(&spec).expect("a verdict")
}

/// The castlings of the setup whose two men have not moved.
fn rights(rules: &Orthodox<u64>, pos: &Position<u64>, setup: &Setup) -> Vec<usize> {
    let mut ways = Vec::new();
    rules.castlings(pos, &mut ways);
    (0..setup.castling.len())
        .filter(|&number| {
            let castling = &setup.castling[number];
            let squares = (castling.king, castling.rook);
            ways.iter().any(|way| (way.king.index(), way.rook.index()) == squares)
        })
        .collect()
}

#[test]
fn what_a_game_left_is_permitted() {
    let mut dice = Dice(2);
    let (mut refused, mut captures, mut together) = (0, 0, 0);
    for number in 0..10 * enough() {
        let setup = common::setup(SMALL_ARRAYS[number % SMALL_ARRAYS.len()]);
        play_game(&setup, &mut dice, 12, &mut |rules, _, mv, after| {
            let verdict = ask(&setup, men(after), rules.side(after));
            assert!(verdict.possible);
            let left = rights(rules, after, &setup);
            let at = |number: usize| left.contains(&verdict.castlings[number].castling);
            for castling in &verdict.castlings {
                assert!(castling.permitted || !left.contains(&castling.castling));
                refused += usize::from(!castling.permitted);
            }
            for &[one, other] in &verdict.exclusive {
                assert!(!(at(one) && at(other)));
                together += 1;
            }
            for capture in &verdict.en_passant {
                let is_last = mv.form() == Form::Double && mv.to().index() == capture.capture;
                assert!(is_last || !capture.permitted);
                assert!(capture.possible || !is_last);
                captures += usize::from(capture.permitted);
            }
            for pair in &verdict.dependent {
                let double = verdict.en_passant[pair.en_passant].capture;
                let is_last = mv.form() == Form::Double && mv.to().index() == double;
                assert!(is_last || !at(pair.castling));
            }
        });
    }
    // The test is worth something only where something is proved.
    assert!(refused > enough(), "{refused}");
    assert!(cfg!(debug_assertions) || (captures > 0 && together > 0), "{captures} {together}");
}

fn verdict(fen: &str) -> Verdict {
    let diagram = common::setup(&format!("{fen} - -"));
    ask(&common::setup(ARRAY), diagram.men, diagram.side)
}

fn permitted(fen: &str) -> Vec<(usize, bool)> {
    verdict(fen).castlings.iter().map(|c| (c.castling, c.permitted)).collect()
}

const WHITE_KING: usize = 0;
const WHITE_QUEEN: usize = 1;
const BLACK_QUEEN: usize = 3;

#[test]
fn loyd_1859() {
    // Black's last move was made by king or rook: the pawns are at home.
    let verdict = verdict("r3k3/p1p5/4K3/8/5P2/8/8/5Q2 w");
    assert!(verdict.castlings[0].moved_last);
    assert_eq!(permitted("r3k3/p1p5/4K3/8/5P2/8/8/5Q2 w"), [(BLACK_QUEEN, false)]);
    // A pawn on g6 may have made the last move.
    assert_eq!(permitted("r3k3/p1p5/4K1p1/8/5P2/8/8/5Q2 w"), [(BLACK_QUEEN, true)]);
}

#[test]
fn dawson_1914_one_of_two_captures_en_passant() {
    // d7-d5 would leave the bishop c8 taken at home, but the pawns have captured all ten men.
    let verdict = verdict("4k3/1p2P2p/2N1P1N1/2PpKpP1/3PpP2/4P3/4P3/8 w");
    let found = verdict.en_passant.iter().map(|c| (c.arrival, c.possible, c.permitted));
    assert_eq!(found.collect::<Vec<_>>(), [(43, false, false), (45, true, true)]);
}

#[test]
fn nothing_is_said_of_the_array() {
    let verdict = verdict("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
    assert!(verdict.possible && verdict.is_array && verdict.castlings.is_empty());
}

#[test]
fn a_diagram_without_last_move() {
    // Nine pawns; both kings in check; a check that no move can have given.
    assert!(!verdict("4k3/8/8/8/8/P7/PPPPPPPP/4K3 b").possible);
    assert!(!verdict("4k3/4R3/8/8/8/8/4r3/4K3 w").possible);
    assert!(!verdict("4k3/8/8/8/8/8/3p1p2/4K3 w").possible);
    assert!(verdict("4k3/8/8/8/8/8/3p4/4K3 w").possible);
}

#[test]
fn castlings_that_exclude_each_other() {
    let verdict = verdict("4k3/8/8/8/8/8/8/R3K2R b");
    let numbers: Vec<usize> = verdict.castlings.iter().map(|c| c.castling).collect();
    assert_eq!(numbers, [WHITE_KING, WHITE_QUEEN]);
    assert!(verdict.castlings.iter().all(|castling| castling.permitted));
    assert_eq!(verdict.exclusive, [[0, 1]]);
}
