//! Shortcuts against the same rules without them, in positions that come about by random moves: rules
//! that need no hook against their hooks, men that are halted by masks against men that are asked.

use crate::common;

use dawson_core::board::Side;
use dawson_core::rules::fairy::{Fairy, Position};
use dawson_core::rules::{FairySpec, Move, MoveList, Plainest, Play, PlayedMove, Setup};
use proptest::prelude::*;
use serde_json::{Value, json};

/// What is compared after each half-move.
#[derive(PartialEq, Debug)]
struct Seen {
    moves: Vec<PlayedMove>,
    pseudo: Vec<PlayedMove>,
    checks: Vec<PlayedMove>,
    checked: [bool; 2],
    mobile: bool,
    quiet: bool,
    flights: [usize; 2],
}

fn seen<P: Play>(rules: &P, pos: &mut P::Position) -> Seen {
    let mut moves = MoveList::new();
    rules.legal_moves(pos, &mut moves);
    let mut checks = MoveList::new();
    rules.legal_checks(pos, &mut checks);
    let all_checks: Vec<Move> =
        moves.iter().copied().filter(|&mv| rules.gives_check(pos, mv)).collect();
    assert!(all_checks.iter().all(|mv| checks.contains(mv)), "a check is missing");
    let quiet = moves.len() > all_checks.len();
    assert!(!rules.has_quiet_move(pos) || quiet, "there is no quiet move");
    let mut told = MoveList::new();
    if !rules.has_quiet_move_or_tells(pos, &mut told) {
        assert_eq!(told[..], moves[..]);
    }
    assert_eq!(rules.count_legal_moves(pos), moves.len());
    let mut stalemates = MoveList::new();
    rules.legal_stalemates(pos, &mut stalemates);
    let mut forcing = MoveList::new();
    rules.legal_forcing_moves(pos, &mut forcing);
    for list in [&stalemates, &forcing] {
        assert!(list.iter().all(|mv| moves.contains(mv)), "a move is not legal");
    }
    let mut kept = moves.clone();
    rules.drop_uncheckable(pos, &mut kept);
    for &mv in &moves {
        rules.play(pos, mv);
        let checks = rules.in_check(pos, rules.side(pos));
        let mut answers = MoveList::new();
        rules.legal_moves(pos, &mut answers);
        let checking: Vec<bool> = answers.iter().map(|&mv| rules.gives_check(pos, mv)).collect();
        rules.undo(pos);
        assert!(stalemates.contains(&mv) || checks || !answers.is_empty(), "{mv:?} stalemates");
        let forces = checking.iter().all(|&checks| checks);
        assert!(forcing.contains(&mv) || !forces, "{mv:?} forces");
        assert!(kept.contains(&mv) || !checking.contains(&true), "{mv:?} lets check");
    }
    let mut pseudo = MoveList::new();
    rules.moves_with_self_checks(pos, &mut pseudo);
    Seen {
        checks: records(rules, pos, &all_checks),
        checked: Side::BOTH.map(|side| rules.in_check(pos, side)),
        mobile: rules.has_legal_move(pos),
        flights: Side::BOTH.map(|side| rules.flights(pos, side)),
        moves: records(rules, pos, &moves),
        pseudo: records(rules, pos, &pseudo),
        quiet,
    }
}

// What a move is called, and the order of promotions and castlings, is up to the rules.
fn records<P: Play>(rules: &P, pos: &mut P::Position, moves: &[Move]) -> Vec<PlayedMove> {
    let mut records: Vec<PlayedMove> = moves.iter().map(|&mv| rules.describe(pos, mv)).collect();
    records.sort_by_key(|record| {
        let promotion = record.promotion.as_ref().map(|man| man.walk.clone());
        (record.departure, record.arrival, record.kind, promotion)
    });
    records
}

fn conditions() -> Vec<Vec<Value>> {
    let cells = json!({"blocks": {"width": 2, "height": 2, "right": 0, "up": 0}});
    let grid = json!({"mechanism": "geometry_gate", "pair": {"other_cell": cells}});
    let length = |side: &str, best: &str| json!({"mechanism": "prefer", "measure": "length", "best": best, "side": side});
    let same = json!({"mechanism": "geometry_gate", "pair": "same_colour"});
    let other = json!({"mechanism": "geometry_gate", "pair": "other_colour"});
    let edge: Vec<usize> = (0..64).filter(|sq| sq % 8 % 7 == 0 || sq / 8 % 7 == 0).collect();
    let edge = json!({"mechanism": "geometry_gate", "arrival": edge, "side": "black"});
    let both = json!({"mechanism": "prefer", "measure": "length"});
    let departure = json!({"mechanism": "prefer", "measure": "departure", "best": "least"});
    vec![
        vec![grid.clone()],
        vec![same],
        vec![other],
        vec![edge],
        vec![grid.clone(), length("black", "greatest")],
        vec![length("white", "least")],
        vec![both],
        vec![departure],
        vec![grid, length("black", "greatest"), length("white", "least")],
    ]
}

fn setup(fen: &str, rules: &[Value]) -> Setup {
    let mut setup = common::setup(fen);
    let spec: FairySpec = serde_json::from_value(json!({ "rules": rules })).expect("rules");
    setup.fairy = Some(spec);
    setup
}

fn hooked(fen: &str, rules: &[Value]) -> (Fairy<u64>, Position<u64>) {
    Fairy::compile(&setup(fen, rules)).expect("the setup is sound")
}

fn compare<P: Play, Q: Play>(
    (quick, mut pos): (P, P::Position),
    (slow, mut same): (Q, Q::Position),
    choices: &[u16],
) {
    for choice in choices {
        let found = seen(&quick, &mut pos);
        assert_eq!(found, seen(&slow, &mut same));
        if found.moves.is_empty() {
            return;
        }
        let record = &found.moves[usize::from(*choice) % found.moves.len()];
        play(&quick, &mut pos, record);
        play(&slow, &mut same, record);
    }
}

fn play<P: Play>(rules: &P, pos: &mut P::Position, record: &PlayedMove) {
    let mut moves = MoveList::new();
    rules.legal_moves(pos, &mut moves);
    let mv = moves.into_iter().find(|&mv| rules.describe(pos, mv) == *record);
    rules.play(pos, mv.expect("the move is legal"));
}

const POSITIONS: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "r3k3/1P1R2p1/8/2q5/3b4/6Q1/1p2P1PP/R3K2R w KQq -",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "2q4k/6Q1/1n2b3/8/3R4/2B5/5N2/1K5r w - -",
];

const CROWDED: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "r3k3/1P1R2p1/8/2q5/3b4/6Q1/1p2P1PP/R3K2R w KQq -",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "2q4k/6Q1/1n2b3/8/3R4/2B5/5N2/1K5r w - -",
    "4r2k/2b3p1/1q3n2/4R3/2Q2N2/3B4/p5P1/K2r4 w - -",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn plain_rules_agree_with_hooks(
        fen in prop::sample::select(POSITIONS.to_vec()),
        rules in prop::sample::select(conditions()),
        choices in prop::collection::vec(any::<u16>(), 1..30),
    ) {
        let Plainest::Orthodox(quick) = Plainest::<u64>::compile(&setup(fen, &rules)).expect("sound")
        else {
            panic!("a hook is needed")
        };
        compare(*quick, hooked(fen, &rules), &choices);
    }

    // A rule for each side is asked about each man.
    #[test]
    fn paralysed_men_are_those_that_are_halted(
        fen in prop::sample::select(CROWDED.to_vec()),
        choices in prop::collection::vec(any::<u16>(), 1..30),
    ) {
        let paralysis = json!({"mechanism": "observed_gate", "subject": {"royal": false},
                               "walk": "same", "observed_by": "enemy", "wanted": false,
                               "forbids": "all", "level": "raw"});
        let of = |side: &str| {
            let mut rule = paralysis.clone();
            rule["side"] = json!(side);
            rule
        };
        let slow = hooked(fen, &[of("white"), of("black")]);
        compare(hooked(fen, std::slice::from_ref(&paralysis)), slow, &choices);
    }
}
