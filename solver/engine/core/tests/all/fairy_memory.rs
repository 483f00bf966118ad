//! What rules remember belongs to the position: the same men with another past have another hash.

use crate::common;

use dawson_core::rules::fairy::Fairy;
use dawson_core::rules::{FairySpec, Move, MoveList, Play};
use serde_json::{Value, json};

const MEN: &str = "7k/8/8/8/8/8/8/KR1R4 w - -";

// The hash after these moves, each a departure and an arrival, and after taking all of them back.
fn hashes(rule: Option<&Value>, moves: &[(&str, &str)]) -> (u64, u64) {
    let mut setup = common::setup(MEN);
    let rules: Vec<&Value> = rule.into_iter().collect();
    let spec: FairySpec = serde_json::from_value(json!({ "rules": rules })).expect("a rule");
    setup.fairy = Some(spec);
    let (rules, mut pos) = Fairy::<u64>::compile(&setup).expect("the setup is sound");
    for &(from, to) in moves {
        let mut list = MoveList::new();
        rules.legal_moves(&mut pos, &mut list);
        let wanted = |mv: &&Move| (mv.from().0, mv.to().0) == (square(from), square(to));
        let mv = *list.iter().find(wanted).expect("the move is legal");
        rules.play(&mut pos, mv);
    }
    let after = rules.hash(&pos);
    for _ in moves {
        rules.undo(&mut pos);
    }
    (after, rules.hash(&pos))
}

fn square(name: &str) -> u8 {
    let bytes = name.as_bytes();
    bytes[0] - b'a' + 8 * (bytes[1] - b'1')
}

// Two ways to the same men, of which the rule remembers different things.
fn told_apart(rule: &Value, one: &[(&str, &str)], other: &[(&str, &str)]) {
    let (after_one, back_one) = hashes(Some(rule), one);
    let (after_other, back_other) = hashes(Some(rule), other);
    assert_ne!(after_one, after_other, "{rule}");
    assert_eq!(back_one, back_other, "{rule}");
    assert_eq!(hashes(None, one), hashes(None, other));
}

const BY_H7: [(&str, &str); 4] = [("a1", "b2"), ("h8", "h7"), ("b2", "a1"), ("h7", "h8")];
const BY_G8: [(&str, &str); 4] = [("a1", "b2"), ("h8", "g8"), ("b2", "a1"), ("g8", "h8")];

#[test]
fn the_move_before_is_remembered() {
    for measure in ["following", "parallel", "antiparallel"] {
        let rule = json!({"mechanism": "prefer", "measure": measure, "best": "least",
                          "side": "white"});
        told_apart(&rule, &BY_H7, &BY_G8);
    }
}

#[test]
fn the_man_that_moved_last_is_remembered() {
    let king = [("a1", "a2"), ("h8", "h7"), ("d1", "d2")];
    let rook = [("d1", "d2"), ("h8", "h7"), ("a1", "a2")];
    let rule = json!({"mechanism": "prefer", "measure": "same", "side": "black"});
    told_apart(&rule, &king, &rook);
}

// The rooks change places, or do not.
#[test]
fn where_men_began_is_remembered() {
    let changed = [("b1", "b2"), ("h8", "g8"), ("d1", "b1"), ("g8", "h8"), ("b2", "d2")];
    let kept = [("d1", "d2"), ("h8", "g8"), ("a1", "a2"), ("g8", "h8"), ("a2", "a1")];
    for measure in [json!("home"), json!({"distance": [1, 63]})] {
        let rule = json!({"mechanism": "prefer", "measure": measure, "side": "black"});
        told_apart(&rule, &changed, &kept);
    }
}
