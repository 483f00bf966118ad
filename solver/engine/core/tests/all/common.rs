//! Setups for tests: orthodox kinds written as trees of the movement algebra, positions from FEN.

#![allow(dead_code, reason = "the example measure uses a part")]

use dawson_core::rules::Setup;
use serde_json::{Value, json};

/// The letters of `orthodox_kinds`, in their order.
pub const LETTERS: &str = "kqrbnp";

fn rider(star: &Value) -> Value {
    json!({"seq": [star, {"rep": ["-", 0, null]}, "!"]})
}

fn leaper(star: &Value) -> Value {
    json!({"seq": [star, "!"]})
}

pub fn star(vectors: &[(i32, i32)]) -> Value {
    json!({"star": vectors})
}

pub fn orthogonal() -> Value {
    star(&[(0, 1), (1, 0), (0, -1), (-1, 0)])
}

pub fn diagonal() -> Value {
    star(&[(1, 1), (1, -1), (-1, -1), (-1, 1)])
}

pub fn royal_star() -> Value {
    star(&[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)])
}

pub fn knight_star() -> Value {
    star(&[(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)])
}

/// King, queen, rook, bishop, knight, pawn.
pub fn orthodox_kinds() -> Vec<Value> {
    let rank = |rank: usize| (rank * 8..rank * 8 + 8).collect::<Vec<_>>();
    let pawn = json!({"alt": [
        {"seq": [{"star": [[0, 1]], "relative": true}, "m", {"guard": "1<=Q"}]},
        {"seq": [{"star": [[1, 1], [-1, 1]], "relative": true}, "c", {"guard": "1<=Q"}]},
    ]});
    vec![
        json!({"id": "king", "walk": leaper(&royal_star()), "role": "king"}),
        json!({"id": "queen", "walk": rider(&royal_star())}),
        json!({"id": "rook", "walk": rider(&orthogonal())}),
        json!({"id": "bishop", "walk": rider(&diagonal())}),
        json!({"id": "knight", "walk": leaper(&knight_star())}),
        json!({"id": "pawn", "walk": pawn, "role": "pawn", "captures_en_passant": true,
               "promotes": {"white": rank(7), "black": rank(0), "to": [1, 4, 2, 3]},
               "double_step": {"white": rank(1), "black": rank(6)}}),
    ]
}

/// Leaps and straight rides that capture otherwise than they move, and a nightrider.
pub fn straight_kinds() -> Vec<Value> {
    let ride = || json!({"rep": ["-", 0, null]});
    let parted = json!({"alt": [
        {"seq": [orthogonal(), ride(), "m"]},
        {"seq": [diagonal(), ride(), "c"]},
    ]});
    let leaps = json!({"alt": [
        {"seq": [knight_star(), "c"]},
        {"seq": [diagonal(), "m"]},
    ]});
    vec![
        json!({"id": "nightrider", "walk": rider(&knight_star())}),
        json!({"id": "parted rider", "walk": parted}),
        json!({"id": "parted leaper", "walk": leaps}),
    ]
}

/// Kinds of which the generator knows nothing special: grasshopper, nightrider, lion, mao, leo.
pub fn fairy_kinds() -> Vec<Value> {
    let ride = || json!({"rep": ["-", 0, null]});
    let hopper = json!({"seq": [royal_star(), ride(), "^", "!"]});
    let lion = json!({"seq": [royal_star(), ride(), "^", ride(), "!"]});
    let mao = json!({"seq": [orthogonal(), "-", {"turn": 1}, "!"]});
    let leo = json!({"alt": [
        {"seq": [royal_star(), ride(), "m"]},
        {"seq": [royal_star(), ride(), "^", ride(), "c"]},
    ]});
    let locust = json!({"seq": [royal_star(), ride(), "o", "X", "m"]});
    let rose =
        json!({"seq": [knight_star(), {"rep": [{"seq": ["-", {"turn": 1}]}, 0, null]}, "!"]});
    vec![
        json!({"id": "grasshopper", "walk": hopper}),
        json!({"id": "nightrider", "walk": rider(&knight_star())}),
        json!({"id": "lion", "walk": lion}),
        json!({"id": "mao", "walk": mao}),
        json!({"id": "leo", "walk": leo}),
        json!({"id": "locust", "walk": locust}),
        json!({"id": "rose", "walk": rose}),
    ]
}

fn castlings(rights: &str) -> Vec<Value> {
    let castling = |side: &str, first: usize, short: bool| {
        let (rook, king_to, rook_to) = if short { (7, 6, 5) } else { (0, 2, 3) };
        json!({"side": side, "king": first + 4, "rook": first + rook, "king_to": first + king_to,
               "rook_to": first + rook_to, "king_kind": 0, "rook_kind": 2,
               "wing": if short { "king" } else { "queen" }, "pass": [first + rook_to]})
    };
    let all = [
        ("K", "white", 0, true),
        ("Q", "white", 0, false),
        ("k", "black", 56, true),
        ("q", "black", 56, false),
    ];
    let allowed = all.iter().filter(|(letter, ..)| rights.contains(letter));
    allowed.map(|&(_, side, first, short)| castling(side, first, short)).collect()
}

/// A position in Forsyth notation with castling rights and en passant square.
pub fn setup(fen: &str) -> Setup {
    let parts: Vec<&str> = fen.split_whitespace().collect();
    let mut men = Vec::new();
    for (row, text) in parts[0].split('/').enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(skip) = letter.to_digit(10) {
                file += skip as usize;
                continue;
            }
            let kind = LETTERS.find(letter.to_ascii_lowercase()).expect("an orthodox letter");
            let colour = if letter.is_ascii_uppercase() { "white" } else { "black" };
            men.push(json!({"square": (7 - row) * 8 + file, "kind": kind, "colour": colour,
                            "royal": kind == 0}));
            file += 1;
        }
    }
    let en_passant = match parts[3].as_bytes() {
        [file, rank] => {
            let arrival = (rank - b'1') * 8 + (file - b'a');
            let capture = if *rank == b'3' { arrival + 8 } else { arrival - 8 };
            json!({"capture": capture, "arrivals": [arrival]})
        }
        _ => Value::Null,
    };
    let value = json!({
        "board": {"width": 8, "height": 8},
        "kinds": orthodox_kinds(),
        "men": men,
        "side": if parts[1] == "w" { "white" } else { "black" },
        "castling": castlings(parts[2]),
        "en_passant": en_passant,
    });
    serde_json::from_value(value).expect("the setup is written as the contract says")
}
