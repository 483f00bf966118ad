//! Counts of legal moves against the published ones in tests/perft/*.perft.

use crate::common;

use std::fs;
use std::path::Path;

use dawson_core::board::Wide;
use dawson_core::rules::{MoveList, Orthodox, Play};

fn perft<P: Play>(rules: &P, pos: &mut P::Position, depth: u32) -> u64 {
    if depth == 1 {
        return rules.count_legal_moves(pos) as u64;
    }
    let mut moves = MoveList::new();
    rules.legal_moves(pos, &mut moves);
    let mut total = 0;
    for mv in moves {
        rules.play(pos, mv);
        total += perft(rules, pos, depth - 1);
        rules.undo(pos);
    }
    total
}

struct Case {
    id: String,
    epd: String,
    counts: Vec<(u32, u64)>,
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft/orthodox.perft");
    let text = fs::read_to_string(path).expect("the perft file is there");
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "id" => {
                cases.push(Case { id: rest.to_owned(), epd: String::new(), counts: Vec::new() })
            }
            "epd" => cases.last_mut().expect("id comes first").epd = rest.to_owned(),
            "perft" => {
                let (depth, count) = rest.split_once(' ').expect("perft DEPTH COUNT");
                let pair = (depth.parse().expect("a depth"), count.parse().expect("a count"));
                cases.last_mut().expect("id comes first").counts.push(pair);
            }
            _ => assert!(word.is_empty() || word == "#", "unknown line {line:?}"),
        }
    }
    cases
}

// A debug build compares with play-and-look at every node, so it counts less.
fn budget() -> u64 {
    if cfg!(debug_assertions) { 30_000 } else { 200_000_000 }
}

#[test]
fn published_counts() {
    for case in cases() {
        let (rules, mut pos) = Orthodox::<u64>::compile(&common::setup(&case.epd)).expect(&case.id);
        for &(depth, count) in case.counts.iter().filter(|(_, count)| *count <= budget()) {
            assert_eq!(perft(&rules, &mut pos, depth), count, "{} at depth {depth}", case.id);
        }
    }
}

#[test]
fn wide_boards_count_the_same() {
    for case in cases() {
        let (rules, mut pos) =
            Orthodox::<Wide>::compile(&common::setup(&case.epd)).expect(&case.id);
        for &(depth, count) in case.counts.iter().filter(|(_, count)| *count <= budget() / 20) {
            assert_eq!(perft(&rules, &mut pos, depth), count, "{} at depth {depth}", case.id);
        }
    }
}
