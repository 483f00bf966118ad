//! Properties of play on random positions: undo, hash, filters, symmetry.
//!
//! In a debug build every generation is also compared with play-and-look inside the engine.

use crate::common;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use dawson_core::board::{Bits, Side, Square, Wide};
use dawson_core::rules::{Move, MoveList, Orthodox, Play, Position, Setup};
use proptest::prelude::*;
use serde_json::{Value, json};

const KINDS: usize = 13;

/// A man by square, kind, side and royalty.
type Placed = (usize, usize, bool, bool);

fn setup_of(men: &[Placed], black_to_move: bool, width: usize) -> Setup {
    setup_with(common::fairy_kinds(), men, black_to_move, width)
}

fn setup_with(more: Vec<Value>, men: &[Placed], black_to_move: bool, width: usize) -> Setup {
    let mut kinds = common::orthodox_kinds();
    kinds.extend(more);
    let colour = |black: bool| if black { "black" } else { "white" };
    let men: Vec<Value> = men
        .iter()
        .map(|&(square, kind, black, royal)| {
            let square = square / 8 * width + square % 8;
            json!({"square": square, "kind": kind, "colour": colour(black), "royal": royal})
        })
        .collect();
    if width != 8 {
        for kind in kinds.iter_mut().filter(|kind| kind.get("promotes").is_some()) {
            let rank = |rank: usize| (rank * width..(rank + 1) * width).collect::<Vec<_>>();
            kind["promotes"]["white"] = json!(rank(7));
            kind["promotes"]["black"] = json!(rank(0));
            kind["double_step"] = json!({"white": rank(1), "black": rank(6)});
        }
    }
    serde_json::from_value(json!({
        "board": {"width": width, "height": 8},
        "kinds": kinds,
        "men": men,
        "side": colour(black_to_move),
    }))
    .expect("the setup is written as the contract says")
}

fn placement(kinds: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Placed>> {
    let man = (0..64usize, kinds, any::<bool>(), prop::bool::weighted(0.04));
    let kings = (0..64usize, 0..64usize);
    (kings, prop::collection::vec(man, 1..22)).prop_map(|((white, black), men)| {
        let mut taken = BTreeSet::new();
        let kings = [(white, 0, false, true), (black, 0, true, true)];
        kings.into_iter().chain(men).filter(|(square, ..)| taken.insert(*square)).collect()
    })
}

fn board<B: Bits>(pos: &Position<B>) -> Vec<(u8, Side, bool)> {
    let men = pos.men(Side::White) | pos.men(Side::Black);
    let men = men.squares().filter_map(|sq| pos.man(sq));
    men.map(|man| (man.kind, man.side, man.royal)).collect()
}

/// So many moves that were listed last are asked about.
const RECENT: usize = 40;

/// Plays at random and takes everything back; compares board and hash at each step.
fn playout<B: Bits>(rules: &Orthodox<B>, pos: &mut Position<B>, choices: &[u16]) {
    let mut before = Vec::new();
    let mut known = MoveList::new();
    for &choice in choices {
        let mut moves = MoveList::new();
        rules.legal_moves(pos, &mut moves);
        assert_eq!(rules.count_legal_moves(pos), moves.len());
        assert_eq!(rules.has_legal_move(pos), !moves.is_empty());
        let mut checks = MoveList::new();
        rules.legal_checks(pos, &mut checks);
        let expected: Vec<Move> =
            moves.iter().copied().filter(|&mv| gives_check(rules, pos, mv)).collect();
        assert_eq!(checks, expected);
        foresee(rules, pos, &moves);
        known.extend(&moves);
        known.drain(..known.len().saturating_sub(RECENT));
        for &mv in &known {
            assert_eq!(rules.is_surely_legal(pos, mv), moves.contains(&mv), "{mv:?}");
        }
        // The engine compares them with play-and-look.
        rules.legal_stalemates(pos, &mut MoveList::new());
        rules.legal_forcing_moves(pos, &mut MoveList::new());
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        before.push((board(pos), rules.hash(pos), rules.side(pos)));
        rules.play(pos, mv);
        assert_eq!(rules.hash(pos), rules.rules().fresh_hash(pos));
    }
    while let Some(known) = before.pop() {
        rules.undo(pos);
        assert_eq!((board(pos), rules.hash(pos), rules.side(pos)), known);
    }
    assert_eq!(rules.depth(pos), 0);
}

/// What is dropped because no check can follow has none.
fn foresee<B: Bits>(rules: &Orthodox<B>, pos: &mut Position<B>, moves: &MoveList) -> usize {
    let mut left = moves.clone();
    rules.drop_uncheckable(pos, &mut left);
    for &mv in moves.iter().filter(|mv| !left.contains(mv)) {
        rules.play(pos, mv);
        let mut checks = MoveList::new();
        rules.legal_checks(pos, &mut checks);
        assert_eq!(checks, [], "{mv:?} was dropped");
        rules.undo(pos);
    }
    moves.len() - left.len()
}

fn gives_check<B: Bits>(rules: &Orthodox<B>, pos: &mut Position<B>, mv: Move) -> bool {
    let told = rules.gives_check(pos, mv);
    rules.play(pos, mv);
    let checks = rules.in_check(pos, rules.side(pos));
    rules.undo(pos);
    assert_eq!(told, checks);
    checks
}

/// The rules of all kinds, compiled once, with the position of a setup.
fn placed<B: Bits>(
    rules: &'static OnceLock<Orthodox<B>>,
    setup: &Setup,
) -> (&'static Orthodox<B>, Position<B>) {
    let rules = rules.get_or_init(|| Orthodox::compile(setup).expect("a setup").0);
    (rules, rules.place(setup).expect("a setup"))
}

static NARROW: OnceLock<Orthodox<u64>> = OnceLock::new();
static STRAIGHT: OnceLock<Orthodox<u64>> = OnceLock::new();
static JOINED: OnceLock<Orthodox<u64>> = OnceLock::new();
static WIDE: OnceLock<Orthodox<Wide>> = OnceLock::new();

fn play_out(men: &[Placed], black: bool, choices: &[u16]) {
    let (rules, mut pos) = placed(&NARROW, &setup_of(men, black, 8));
    playout(rules, &mut pos, choices);
}

type Arrows = BTreeSet<(usize, usize, Option<u8>)>;

fn arrows(setup: &Setup, map: impl Fn(usize) -> usize) -> Arrows {
    let (rules, mut pos) = placed(&NARROW, setup);
    let mut moves = MoveList::new();
    rules.legal_moves(&mut pos, &mut moves);
    let index = |sq: Square| map(sq.index());
    moves.iter().map(|mv| (index(mv.from()), index(mv.to()), mv.promotion())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn orthodox_men(men in placement(0..6), black: bool, choices in prop::collection::vec(0..500u16, 12)) {
        play_out(&men, black, &choices);
    }

    #[test]
    fn any_men(men in placement(0..KINDS), black: bool, choices in prop::collection::vec(0..500u16, 8)) {
        play_out(&men, black, &choices);
    }

    #[test]
    fn straight_men(men in placement(0..9), black: bool, choices in prop::collection::vec(0..500u16, 12)) {
        let setup = setup_with(common::straight_kinds(), &men, black, 8);
        let (rules, mut pos) = placed(&STRAIGHT, &setup);
        playout(rules, &mut pos, &choices);
    }

    #[test]
    fn castling_men(men in placement(1..6), black: bool, choices in prop::collection::vec(0..500u16, 10)) {
        let homes = [(4, 0, false), (60, 0, true), (0, 2, false), (7, 2, false), (56, 2, true), (63, 2, true)];
        let mut letters = [b'1'; 64];
        for &(square, kind, black, _) in men.iter().filter(|man| man.1 != 0) {
            let letter = common::LETTERS.as_bytes()[kind];
            letters[square] = if black { letter } else { letter.to_ascii_uppercase() };
        }
        for (square, kind, black) in homes {
            let letter = common::LETTERS.as_bytes()[kind];
            letters[square] = if black { letter } else { letter.to_ascii_uppercase() };
        }
        let ranks: Vec<String> =
            letters.chunks(8).rev().map(|rank| String::from_utf8_lossy(rank).into_owned()).collect();
        let fen = format!("{} {} KQkq -", ranks.join("/"), if black { "b" } else { "w" });
        let (rules, mut pos) = Orthodox::<u64>::compile(&common::setup(&fen)).expect("a setup");
        playout(&rules, &mut pos, &choices);
    }

    #[test]
    fn wide_boards(men in placement(0..KINDS), black: bool, choices in prop::collection::vec(0..500u16, 4)) {
        let (rules, mut pos) = placed(&WIDE, &setup_of(&men, black, 11));
        playout(rules, &mut pos, &choices);
    }

    #[test]
    fn joined_edges_and_holes(men in placement(0..KINDS), black: bool, choices in prop::collection::vec(0..500u16, 6)) {
        let holes = [27, 44];
        let men: Vec<Placed> = men.into_iter().filter(|man| !holes.contains(&man.0)).collect();
        let mut setup = setup_of(&men, black, 8);
        setup.board.wrap_files = true;
        setup.board.holes = holes.to_vec();
        let (rules, mut pos) = placed(&JOINED, &setup);
        playout(rules, &mut pos, &choices);
    }

    #[test]
    fn games(choices in prop::collection::vec(0..500u16, 80)) {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let (rules, mut pos) = Orthodox::<u64>::compile(&common::setup(fen)).expect("a setup");
        playout(&rules, &mut pos, &choices);
    }

    #[test]
    fn sides_and_wings_are_alike(men in placement(0..KINDS), black: bool) {
        let here = arrows(&setup_of(&men, black, 8), |sq| sq);
        let map = |men: &[Placed], to: fn(usize) -> usize, swap: bool| -> Vec<Placed> {
            men.iter().map(|&(sq, kind, black, royal)| (to(sq), kind, black != swap, royal)).collect()
        };
        let wings = map(&men, |sq| sq ^ 7, false);
        prop_assert_eq!(&arrows(&setup_of(&wings, black, 8), |sq| sq ^ 7), &here);
        let sides = map(&men, |sq| sq ^ 56, true);
        prop_assert_eq!(&arrows(&setup_of(&sides, !black, 8), |sq| sq ^ 56), &here);
    }
}

/// Most first moves of a game cannot be answered by a check, and this is seen.
#[test]
fn first_moves_are_quiet() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let (rules, mut pos) = Orthodox::<u64>::compile(&common::setup(fen)).expect("a setup");
    let mut moves = MoveList::new();
    rules.legal_moves(&mut pos, &mut moves);
    assert!(foresee(&rules, &mut pos, &moves) >= 10);
}
