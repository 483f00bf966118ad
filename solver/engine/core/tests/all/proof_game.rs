//! The bounds of proof games are never too high: no half-move of a game is called hopeless.

use crate::common;

use dawson_core::board::{Side, Square};
use dawson_core::rules::{Form, ManSpec, Move, MoveList, Orthodox, Play, Position};
use dawson_core::search::proof_game::ProofGame;
use dawson_core::search::{Event, Search, Work};
use dawson_core::stipulation::Tree;
use proptest::prelude::*;
use serde_json::{Value, json};

use std::time::Duration;

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const ENDING: &str = "r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQkq -";
const PAWNS: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -";

const RACE: &str = "4k2r/P1p3p1/8/3pP3/5p2/8/1P4P1/R3K3 w Qk d6";

type Game = Orthodox<u64>;

/// Help play of that length that ends where the target is reached.
fn branch(half_moves: usize) -> Value {
    let goal = json!({"expression": {"type": "goal", "kind": "dia"}, "ends_play": true});
    let (first, second) =
        if half_moves % 2 == 1 { (json!([goal]), json!([])) } else { (json!([]), json!([goal])) };
    json!({"type": "branch", "moves": "hh", "half_moves": [1, half_moves],
           "first": first, "second": second})
}

fn tree_of(branch: Value) -> Tree {
    Tree::new(&serde_json::from_value(branch).expect("a branch"), None, None).expect("a tree")
}

fn tree(half_moves: usize) -> Tree {
    tree_of(branch(half_moves))
}

/// The same in which the second side moves only out of check; `half_moves` is odd.
fn parried(half_moves: usize) -> Tree {
    let mut branch = branch(half_moves);
    branch["second_requires_check"] = json!(true);
    tree_of(branch)
}

fn men(rules: &Game, pos: &Position<u64>) -> Vec<ManSpec> {
    let of = |side: Side| {
        let mut men: Vec<(usize, Square)> = Vec::new();
        rules.men(pos, side, &mut men);
        men.into_iter().map(move |(kind, sq)| {
            let (square, royal) = (usize::from(sq.0), pos.man(sq).is_some_and(|man| man.royal));
            ManSpec { square, kind, colour: side.into(), royal, attributes: Vec::new() }
        })
    };
    of(Side::White).chain(of(Side::Black)).collect()
}

fn words(line: &[Move]) -> String {
    let name = |sq: Square| format!("{}{}", (b'a' + sq.0 % 8) as char, 1 + sq.0 / 8);
    let words: Vec<String> =
        line.iter().map(|mv| format!("{}{}", name(mv.from()), name(mv.to()))).collect();
    words.join(" ")
}

/// The half-move goes into the bounds, which may ask more of it when it is made than before.
fn enters(
    game: &mut ProofGame,
    rules: &Game,
    pos: &Position<u64>,
    (total, left): (u16, u16),
    mv: Move,
) -> bool {
    game.allows(rules, pos, 0, (total, left), mv) && game.enter(rules, pos, 0, left, mv)
}

/// Every end of the line is a game to its last position: nothing in it may be called hopeless.
fn admits(rules: &Game, begin: &Position<u64>, line: &[Move]) {
    let mut last = begin.clone();
    for &mv in line {
        rules.play(&mut last, mv);
    }
    let target = rules.diagram(&men(rules, &last)).expect("men of a position");
    assert!(rules.same_men(&last, &target));
    let mut pos = begin.clone();
    for (start, &first) in line.iter().enumerate() {
        let total = line.len() - start;
        let mut game = ProofGame::for_tree(rules, &pos, &tree(total), &target).expect("bounds");
        let mut replay = pos.clone();
        for (index, &mv) in line[start..].iter().enumerate() {
            let lengths = (total as u16, (total - index) as u16);
            assert!(
                enters(&mut game, rules, &replay, lengths, mv),
                "half-move {} from {start}: {}",
                start + index,
                words(line)
            );
            rules.play(&mut replay, mv);
        }
        for _ in start..line.len() {
            game.leave(0);
        }
        rules.play(&mut pos, first);
    }
}

/// A line of legal moves; captures, castlings and double steps are drawn more often.
fn line(rules: &Game, begin: &Position<u64>, choices: &[u16]) -> Vec<Move> {
    let mut pos = begin.clone();
    let mut line = Vec::new();
    for &choice in choices {
        let mut moves = MoveList::new();
        rules.legal_moves(&mut pos, &mut moves);
        let rare = |mv: &&Move| mv.is_capture() || mv.form() != Form::Ordinary;
        let mut wanted: Vec<Move> = moves.iter().filter(rare).copied().collect();
        if wanted.is_empty() || choice % 3 == 0 {
            wanted = moves;
        }
        let Some(&mv) = wanted.get(usize::from(choice / 3) % wanted.len().max(1)) else { break };
        rules.play(&mut pos, mv);
        line.push(mv);
    }
    line
}

fn check(fen: &str, choices: &[u16]) {
    let (rules, begin) = Game::compile(&common::setup(fen)).expect("a setup");
    let line = line(&rules, &begin, choices);
    admits(&rules, &begin, &line);
}

/// Number of lines of `left` half-moves, or two, four ... fewer, that end where `target` is reached.
fn lines(rules: &Game, pos: &mut Position<u64>, target: &Position<u64>, left: usize) -> usize {
    let mut moves = MoveList::new();
    rules.legal_moves(pos, &mut moves);
    let mut found = 0;
    for mv in moves {
        rules.play(pos, mv);
        found += if left % 2 == 1 && rules.same_men(pos, target) {
            1
        } else if left > 1 {
            lines(rules, pos, target, left - 1)
        } else {
            0
        };
        rules.undo(pos);
    }
    found
}

/// The search finds as many lines as trying everything does.
fn agrees(fen: &str, choices: &[u16]) {
    let (rules, begin) = Game::compile(&common::setup(fen)).expect("a setup");
    let line = line(&rules, &begin, choices);
    let mut last = begin.clone();
    line.iter().for_each(|&mv| rules.play(&mut last, mv));
    let men = men(&rules, &last);
    let target = rules.diagram(&men).expect("men of a position");
    let expected = lines(&rules, &mut begin.clone(), &target, line.len());
    let spec = json!({"kind": "actual", "play": "line", "tree": branch(line.len()),
                      "numbered": "white", "target": men, "options": {"table_mib": 1}});
    let spec = serde_json::from_value(spec).expect("a search");
    let search =
        Search::start(rules, begin, spec, tree(line.len()), Work::default()).expect("a thread");
    let mut found = 0;
    loop {
        match search.next_event(Duration::from_secs(60)) {
            Some(Event::LineFound { .. }) => found += 1,
            Some(Event::PhaseFinished { complete, .. }) => {
                assert!(complete);
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(found, expected, "{}", words(&line));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn agrees_in_pawn_endings(choices in prop::collection::vec(0..600u16, 1..=4)) {
        agrees(RACE, &choices);
    }

    #[test]
    fn agrees_in_games(choices in prop::collection::vec(0..600u16, 1..=3)) {
        agrees(ENDING, &choices);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn games(choices in prop::collection::vec(0..600u16, 1..40)) {
        check(ARRAY, &choices);
    }

    #[test]
    fn endings(choices in prop::collection::vec(0..600u16, 1..24)) {
        check(ENDING, &choices);
    }

    #[test]
    fn pawns(choices in prop::collection::vec(0..600u16, 1..30)) {
        check(PAWNS, &choices);
    }
}

/// No half-move of a series whose checks are parried is called hopeless.
fn admits_parried(fen: &str, choices: &[u16]) {
    let (rules, begin) = Game::compile(&common::setup(fen)).expect("a setup");
    let mut pos = begin.clone();
    let mut steps: Vec<Option<Move>> = Vec::new();
    for &choice in choices {
        if steps.len() % 2 == 1 && !rules.in_check(&pos, rules.side(&pos)) {
            rules.pass_to(&mut pos, Side::White);
            steps.push(None);
        }
        let Some(&mv) = line(&rules, &pos, &[choice]).first() else { break };
        rules.play(&mut pos, mv);
        steps.push(Some(mv));
    }
    if steps.len().is_multiple_of(2) {
        steps.pop();
        rules.undo(&mut pos);
    }
    let target = rules.diagram(&men(&rules, &pos)).expect("men of a position");
    let total = steps.len();
    let mut game = ProofGame::for_tree(&rules, &begin, &parried(total), &target).expect("bounds");
    let mut replay = begin.clone();
    for (index, step) in steps.iter().enumerate() {
        let Some(mv) = *step else {
            rules.pass_to(&mut replay, Side::White);
            let left = (total - index - 1) as u16;
            assert!(game.may_let_pass(0, total as u16, left), "passed {index} of {total}");
            continue;
        };
        let lengths = (total as u16, (total - index) as u16);
        assert!(enters(&mut game, &rules, &replay, lengths, mv), "half-move {index} of {total}");
        rules.play(&mut replay, mv);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn parried_series(choices in prop::collection::vec(0..600u16, 1..30)) {
        admits_parried(ENDING, &choices);
    }

    #[test]
    fn parried_series_of_the_game(choices in prop::collection::vec(0..600u16, 1..30)) {
        admits_parried(ARRAY, &choices);
    }
}

/// The game is found again from its end: each position of it is one that the way back knows.
fn goes_back(fen: &str, choices: &[u16], levels: usize) {
    let (rules, begin) = Game::compile(&common::setup(fen)).expect("a setup");
    let line = line(&rules, &begin, choices);
    knows(&rules, &begin, &line, levels);
}

fn knows(rules: &Game, begin: &Position<u64>, line: &[Move], levels: usize) -> usize {
    let mut last = begin.clone();
    line.iter().for_each(|&mv| rules.play(&mut last, mv));
    let target = rules.diagram(&men(rules, &last)).expect("men of a position");
    let total = line.len() as u16;
    let mut game = ProofGame::for_tree(rules, begin, &tree(line.len()), &target).expect("bounds");
    let known = game.go_back(rules, total, levels + 1);
    assert!(known > 0);
    let mut pos = begin.clone();
    for (left, &mv) in (1..=total).rev().zip(line) {
        assert!(
            enters(&mut game, rules, &pos, (total, left), mv),
            "{left} left of {}",
            words(line)
        );
        rules.play(&mut pos, mv);
    }
    known
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn games_from_their_ends(choices in prop::collection::vec(0..600u16, 1..24)) {
        goes_back(ARRAY, &choices, 3);
    }

    #[test]
    fn endings_from_their_ends(choices in prop::collection::vec(0..600u16, 1..12)) {
        goes_back(ENDING, &choices, 3);
    }

    #[test]
    fn pawns_from_their_ends(choices in prop::collection::vec(0..600u16, 1..16)) {
        goes_back(PAWNS, &choices, 4);
    }

    #[test]
    fn races_from_their_ends(choices in prop::collection::vec(0..600u16, 1..10)) {
        goes_back(RACE, &choices, 4);
    }
}

/// The half-moves of a game in coordinates, as the engine's moves.
fn read(rules: &Game, begin: &Position<u64>, text: &str) -> Vec<Move> {
    let mut pos = begin.clone();
    let mut line = Vec::new();
    for word in text.split_whitespace() {
        let index = |at: usize| {
            let bytes = word.as_bytes();
            (bytes[at + 1] - b'1') * 8 + (bytes[at] - b'a')
        };
        let mut moves = MoveList::new();
        rules.legal_moves(&mut pos, &mut moves);
        let found = moves.iter().find(|mv| mv.from().0 == index(0) && mv.to().0 == index(2));
        let mv = *found.unwrap_or_else(|| panic!("{word} is no move"));
        rules.play(&mut pos, mv);
        line.push(mv);
    }
    line
}

#[test]
fn two_captures_en_passant() {
    let game = "d2d4 d7d6 c1e3 c8g4 b1d2 g4f3 e2f3 a7a6 f1a6 e8d7 a6d3 d7c6 c2c4 c6b6 d4d5 c7c5 \
                d5c6 b6a6 c4c5 b7b5 c5b6";
    let (rules, begin) = Game::compile(&common::setup(ARRAY)).expect("a setup");
    admits(&rules, &begin, &read(&rules, &begin, game));
    assert_eq!(knows(&rules, &begin, &read(&rules, &begin, game), 6), 7);
}

#[test]
fn castling_is_taken_back() {
    let game = "g1f3 b8c6 g2g3 d7d6 f1g2 c8g4 e1g1 d8d7 h2h3 e8c8";
    let (rules, begin) = Game::compile(&common::setup(ARRAY)).expect("a setup");
    assert_eq!(knows(&rules, &begin, &read(&rules, &begin, game), 5), 6);
}
