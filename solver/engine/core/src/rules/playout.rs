//! A line played at random and taken back, to see whether rules keep what the search relies on.

use crate::board::{Side, Square};

use super::moves::{Move, MoveList};
use super::play::Play;
use super::record::PlayedMove;

/// What is seen of a position; the same before a line and after it is taken back.
#[derive(PartialEq)]
struct Sight {
    side: Side,
    hash: u64,
    depth: usize,
    men: [Vec<(usize, Square)>; 2],
    royals: [Vec<(usize, Square)>; 2],
    moves: Vec<PlayedMove>,
}

/// Plays at most `plies` half-moves from the position and takes them back; the same `seed` gives the
/// same line.  Returns how many there were.
///
/// # Errors
/// A sentence that says what is not as it should be: the incremental hash, lists and counts of moves
/// that contradict each other, or something that is not restored.
pub fn playout<P: Play>(
    rules: &P,
    pos: &mut P::Position,
    plies: usize,
    seed: u64,
) -> Result<usize, String> {
    let mut random = seed;
    let mut line: Vec<(Move, Sight)> = Vec::new();
    for ply in 0..plies {
        let told = |what: &str| format!("{what} after {ply} half-moves");
        if rules.hash(pos) != rules.fresh_hash(pos) {
            return Err(told("the incremental hash is wrong"));
        }
        let mut moves = MoveList::new();
        rules.legal_moves(pos, &mut moves);
        lists_agree(rules, pos, &moves).map_err(|what| told(&what))?;
        foresight_agrees(rules, pos, &moves).map_err(|what| told(&what))?;
        let mut others = line.iter().map(|&(mv, _)| mv);
        if let Some(mv) = others.find(|&mv| rules.is_surely_legal(pos, mv) && !moves.contains(&mv))
        {
            return Err(told(&format!("{mv:?} is told to be legal, which it is not,")));
        }
        let sight = seen(rules, pos, &moves);
        rules.pass_to(pos, rules.side(pos).other());
        rules.undo(pos);
        if seen(rules, pos, &moves) != sight {
            return Err(told("a half-move left out is not taken back"));
        }
        if moves.is_empty() {
            break;
        }
        let mv = moves[next(&mut random) % moves.len()];
        rules.play(pos, mv);
        line.push((mv, sight));
    }
    let played = line.len();
    while let Some((mv, sight)) = line.pop() {
        rules.undo(pos);
        let mut moves = MoveList::new();
        rules.legal_moves(pos, &mut moves);
        if seen(rules, pos, &moves) != sight {
            return Err(format!("half-move {} is not taken back: {mv:?}", line.len() + 1));
        }
    }
    Ok(played)
}

fn lists_agree<P: Play>(rules: &P, pos: &mut P::Position, moves: &MoveList) -> Result<(), String> {
    if rules.count_legal_moves(pos) != moves.len() {
        return Err("the count of legal moves is wrong".to_owned());
    }
    if rules.has_legal_move(pos) == moves.is_empty() {
        return Err("whether there is a legal move is wrong".to_owned());
    }
    let mut checks = MoveList::new();
    rules.legal_checks(pos, &mut checks);
    if let Some(mv) = checks.iter().find(|mv| !moves.contains(mv)) {
        return Err(format!("a move that checks is not legal, {mv:?},"));
    }
    let mut stalemates = MoveList::new();
    rules.legal_stalemates(pos, &mut stalemates);
    if let Some(mv) = stalemates.iter().find(|mv| !moves.contains(mv)) {
        return Err(format!("a move that may stalemate is not legal, {mv:?},"));
    }
    let mut quiet = false;
    for &mv in moves {
        let told = rules.gives_check(pos, mv);
        rules.play(pos, mv);
        let checks_so = rules.in_check(pos, rules.side(pos));
        let stalemates_so = !checks_so && rules.is_stopped(pos);
        rules.undo(pos);
        if stalemates_so && !stalemates.contains(&mv) {
            return Err(format!("whether {mv:?} stalemates is wrong"));
        }
        quiet |= !checks_so;
        if told != checks_so || (told && !checks.contains(&mv)) {
            return Err(format!("whether {mv:?} checks is wrong"));
        }
    }
    if rules.has_quiet_move(pos) && !quiet {
        return Err("all moves check".to_owned());
    }
    Ok(())
}

// Moves that are dropped because no check can follow have none.
fn foresight_agrees<P: Play>(
    rules: &P,
    pos: &mut P::Position,
    moves: &MoveList,
) -> Result<(), String> {
    let mut left = moves.clone();
    rules.drop_uncheckable(pos, &mut left);
    for &mv in moves.iter().filter(|mv| !left.contains(mv)) {
        rules.play(pos, mv);
        let mut replies = MoveList::new();
        rules.legal_moves(pos, &mut replies);
        let check = replies.into_iter().find(|&reply| {
            rules.play(pos, reply);
            let check = rules.in_check(pos, rules.side(pos));
            rules.undo(pos);
            check
        });
        rules.undo(pos);
        if let Some(check) = check {
            return Err(format!("{mv:?} was dropped, although {check:?} checks"));
        }
    }
    Ok(())
}

fn seen<P: Play>(rules: &P, pos: &mut P::Position, moves: &MoveList) -> Sight {
    let men = Side::BOTH.map(|side| {
        let mut men = Vec::new();
        rules.men(pos, side, &mut men);
        men
    });
    let royals = Side::BOTH.map(|side| {
        let mut men = Vec::new();
        rules.royals(pos, side, &mut men);
        men
    });
    Sight {
        side: rules.side(pos),
        hash: rules.hash(pos),
        depth: rules.depth(pos),
        men,
        royals,
        moves: moves.iter().map(|&mv| rules.describe(pos, mv)).collect(),
    }
}

// Splitmix64.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 16) as usize
}
