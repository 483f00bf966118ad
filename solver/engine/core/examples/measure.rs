//! Processor time of compilation, generation and brute-force help play; `cargo run --release --example measure`.
//!
//! Optional arguments: parts of the names of the measurements to run.

#[path = "../tests/all/common.rs"]
mod common;

use std::io::Write;
use std::time::{Duration, Instant};

use dawson_core::board::{Bits, Side, Wide};
use dawson_core::rules::{ManSpec, MoveList, Orthodox, Play, Setup};

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const BLACK_FIRST: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -";
const BUSY: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

fn perft<P: Play>(rules: &P, pos: &mut P::Position, depth: u32, lists: &mut [MoveList]) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut().filter(|_| depth > 1) else {
        return rules.count_legal_moves(pos) as u64;
    };
    moves.clear();
    rules.legal_moves(pos, moves);
    let mut total = 0;
    for &mv in moves.iter() {
        rules.play(pos, mv);
        total += perft(rules, pos, depth - 1, rest);
        rules.undo(pos);
    }
    total
}

/// Mates by the last half-move of `half_moves`, all others at will.
fn helpmates<P: Play>(
    rules: &P,
    pos: &mut P::Position,
    half_moves: u32,
    lists: &mut [MoveList],
) -> (u64, u64) {
    let Some((moves, rest)) = lists.split_first_mut() else { return (0, 0) };
    moves.clear();
    let last = half_moves == 1;
    if last {
        rules.legal_checks(pos, moves);
    } else {
        rules.legal_moves(pos, moves);
    }
    let (mut mates, mut nodes) = (0, 0);
    for &mv in moves.iter() {
        rules.play(pos, mv);
        nodes += 1;
        if last {
            mates += u64::from(!rules.has_legal_move(pos));
        } else {
            let (more, inner) = helpmates(rules, pos, half_moves - 1, rest);
            mates += more;
            nodes += inner;
        }
        rules.undo(pos);
    }
    (mates, nodes)
}

/// Time on the processor where the system tells it, else time on the clock.
struct Watch {
    clock: Instant,
    processor: Option<u64>,
}

impl Watch {
    fn start() -> Watch {
        Watch { clock: Instant::now(), processor: Watch::nanoseconds() }
    }

    fn nanoseconds() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok()
    }

    fn seconds(&self) -> f64 {
        match (self.processor, Watch::nanoseconds()) {
            (Some(before), Some(now)) => Duration::from_nanos(now - before).as_secs_f64(),
            _ => self.clock.elapsed().as_secs_f64(),
        }
    }
}

fn report(name: &str, count: u64, unit: &str, start: &Watch) {
    let seconds = start.seconds();
    let rate = count as f64 / seconds / 1e6;
    writeln!(std::io::stdout(), "{name:34} {count:>12} {unit:8} {seconds:7.3} s {rate:8.2} M/s")
        .expect("the terminal takes a line");
}

fn count<B: Bits>(name: &str, fen: &str, depth: u32) {
    let (rules, mut pos) = Orthodox::<B>::compile(&common::setup(fen)).expect("a setup");
    let mut lists = vec![MoveList::with_capacity(256); depth as usize];
    let start = Watch::start();
    let leaves = perft(&rules, &mut pos, depth, &mut lists);
    report(name, leaves, "leaves", &start);
}

fn help(name: &str, setup: &Setup, half_moves: u32) {
    let (rules, mut pos) = Orthodox::<u64>::compile(setup).expect("a setup");
    let mut lists = vec![MoveList::with_capacity(256); half_moves as usize];
    let start = Watch::start();
    let (mates, nodes) = helpmates(&rules, &mut pos, half_moves, &mut lists);
    report(&format!("{name} ({mates} mates)"), nodes, "nodes", &start);
}

fn compile<B: Bits>(name: &str, setup: &Setup) {
    let start = Watch::start();
    let (rules, _) = Orthodox::<B>::compile(setup).expect("a setup");
    std::hint::black_box(&rules);
    report(name, 1, "setup", &start);
}

fn fairy() -> Setup {
    let mut setup = common::setup(ARRAY);
    for kind in common::fairy_kinds() {
        setup.kinds.push(serde_json::from_value(kind).expect("a kind"));
    }
    setup
}

// White Kb1 Ga1 Gh1 Nc3 Pd2, Black Ke5 Ge8 Nd8 Pf7 Pa7 Bh8.
fn riders_and_hoppers() -> Setup {
    let mut setup = fairy();
    setup.men.clear();
    setup.castling.clear();
    setup.side = Side::Black;
    let white = [(1, 0), (0, 6), (7, 6), (18, 7), (11, 5)];
    let black = [(36, 0), (60, 6), (59, 7), (53, 5), (48, 5), (63, 3)];
    for (colour, men) in [(Side::White, &white[..]), (Side::Black, &black[..])] {
        let men = men.iter().map(|&(square, kind)| ManSpec {
            square,
            kind,
            colour: colour.into(),
            royal: kind == 0,
            attributes: Vec::new(),
        });
        setup.men.extend(men);
    }
    setup
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let run = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word));
    if run("compile") {
        compile::<u64>("compile orthodox", &common::setup(ARRAY));
        compile::<u64>("compile 7 fairy kinds too", &fairy());
        compile::<Wide>("compile 7 fairy kinds too, wide", &fairy());
    }
    if run("perft") {
        count::<u64>("perft 6 game array", ARRAY, 6);
        count::<u64>("perft 5 busy", BUSY, 5);
        count::<Wide>("perft 5 game array, wide", ARRAY, 5);
    }
    if run("help array 5") {
        help("h#2.5 game array", &common::setup(ARRAY), 5);
    }
    if run("help array 6") {
        help("h#3 game array", &common::setup(BLACK_FIRST), 6);
    }
    if run("help busy") {
        help("h#2.5 busy", &common::setup(BUSY), 5);
    }
    if run("help fairy") {
        help("h#3 nightriders, grasshoppers", &riders_and_hoppers(), 6);
    }
}
