//! The filters against play-and-look, at every node of a debug build; nothing in a release build.

#[cfg(debug_assertions)]
use super::{
    checks::Every,
    generate::Generation,
    moves::MoveList,
    sink::{Listed, Pseudo},
};
use super::{compiled::Rules, moves::Move, position::Position};
use crate::board::Bits;

#[cfg(debug_assertions)]
fn looked<B: Bits>(rules: &Rules<B>, pos: &mut Position<B>) -> MoveList {
    let mut moves = MoveList::new();
    let side = pos.side;
    Generation::new(rules, pos, side, &Every, &mut Pseudo(&mut moves)).run();
    moves.retain(|&mv| {
        rules.apply(pos, mv);
        let safe = !rules.exposed(pos, &pos.view(), pos.royals(side), side);
        pos.take_back();
        safe
    });
    rules.keep_best(side, &mut moves);
    moves
}

// Whether there is a legal move that does not check.
#[cfg(debug_assertions)]
fn has_quiet<B: Bits>(rules: &Rules<B>, pos: &mut Position<B>) -> bool {
    looked(rules, pos).into_iter().any(|mv| {
        rules.apply(pos, mv);
        let checks = rules.exposed(pos, &pos.view(), pos.royals(pos.side), pos.side);
        pos.take_back();
        !checks
    })
}

// The legal moves that were not found; what was found is legal.
#[cfg(debug_assertions)]
fn left_out<B: Bits>(rules: &Rules<B>, pos: &mut Position<B>, found: &[Move]) -> MoveList {
    let mut legal = looked(rules, pos);
    assert!(found.iter().all(|mv| legal.contains(mv)), "a move is not legal");
    legal.retain(|mv| !found.contains(mv));
    legal
}

/// The moves are exactly those that play-and-look leaves.
#[allow(unused_variables, clippy::needless_pass_by_ref_mut, reason = "empty in release builds")]
pub(super) fn moves<B: Bits>(rules: &Rules<B>, pos: &mut Position<B>, found: &[Move]) {
    #[cfg(debug_assertions)]
    assert_eq!(looked(rules, pos), found, "legal moves differ from play-and-look");
}

/// The move, of another position, is found if play-and-look leaves it.
#[allow(unused_variables, clippy::needless_pass_by_ref_mut, reason = "empty in release builds")]
pub(super) fn sought<B: Bits>(rules: &Rules<B>, pos: &mut Position<B>, mv: Move, found: bool) {
    #[cfg(debug_assertions)]
    assert_eq!(looked(rules, pos).contains(&mv), found, "whether {mv:?} is legal");
}

/// The moves are legal, and among them is every move that checks.
#[allow(unused_variables, clippy::needless_pass_by_ref_mut, reason = "empty in release builds")]
pub(super) fn checks<B: Bits>(rules: &Rules<B>, pos: &mut Position<B>, found: &[Move]) {
    #[cfg(debug_assertions)]
    {
        let mut legal = MoveList::new();
        let side = pos.side;
        Generation::new(rules, pos, side, &Every, &mut Listed(&mut legal)).run();
        legal.retain(|&mv| {
            rules.apply(pos, mv);
            let checks = rules.exposed(pos, &pos.view(), pos.royals(pos.side), pos.side);
            pos.take_back();
            checks
        });
        assert_eq!(legal, found, "checking moves differ from play-and-look");
    }
}

/// The moves are legal, and among them is every move that stalemates.
#[allow(unused_variables, clippy::needless_pass_by_ref_mut, reason = "empty in release builds")]
pub(super) fn stalemates<B: Bits>(rules: &Rules<B>, pos: &mut Position<B>, found: &[Move]) {
    #[cfg(debug_assertions)]
    for mv in left_out(rules, pos, found) {
        rules.apply(pos, mv);
        let checked = rules.exposed(pos, &pos.view(), pos.royals(pos.side), pos.side);
        assert!(checked || !looked(rules, pos).is_empty(), "{mv:?} stalemates");
        pos.take_back();
    }
}

/// The moves are legal, and among them is every move that checks or is answered by checks only.
#[allow(unused_variables, clippy::needless_pass_by_ref_mut, reason = "empty in release builds")]
pub(super) fn forcing<B: Bits>(rules: &Rules<B>, pos: &mut Position<B>, found: &[Move]) {
    #[cfg(debug_assertions)]
    for mv in left_out(rules, pos, found) {
        rules.apply(pos, mv);
        let checked = rules.exposed(pos, &pos.view(), pos.royals(pos.side), pos.side);
        assert!(!checked, "{mv:?} checks");
        assert!(has_quiet(rules, pos), "{mv:?} is answered by checks only");
        pos.take_back();
    }
}

/// There is a legal move, or none.
#[allow(unused_variables, clippy::needless_pass_by_ref_mut, reason = "empty in release builds")]
pub(super) fn mobility<B: Bits>(rules: &Rules<B>, pos: &mut Position<B>, found: bool) {
    #[cfg(debug_assertions)]
    assert_eq!(!looked(rules, pos).is_empty(), found, "mobility differs from play-and-look");
}

/// There is a legal move that does not check, or none.
#[allow(unused_variables, clippy::needless_pass_by_ref_mut, reason = "empty in release builds")]
pub(super) fn quiet<B: Bits>(rules: &Rules<B>, pos: &mut Position<B>, found: bool) {
    #[cfg(debug_assertions)]
    assert_eq!(has_quiet(rules, pos), found, "moves that do not check differ from play-and-look");
}

/// A list as it is now; empty in a release build.
#[allow(unused_variables, reason = "empty in release builds")]
pub(super) fn copy(moves: &[Move]) -> Vec<Move> {
    #[cfg(debug_assertions)]
    return moves.to_vec();
    #[cfg(not(debug_assertions))]
    Vec::new()
}

/// No move that was dropped can be answered by a check.
#[allow(unused_variables, clippy::needless_pass_by_ref_mut, reason = "empty in release builds")]
pub(super) fn dropped<B: Bits>(
    rules: &Rules<B>,
    pos: &mut Position<B>,
    before: &[Move],
    after: &[Move],
) {
    #[cfg(debug_assertions)]
    for &mv in before.iter().filter(|mv| !after.contains(mv)) {
        rules.apply(pos, mv);
        let answers = looked(rules, pos);
        for answer in answers {
            rules.apply(pos, answer);
            let checked = rules.exposed(pos, &pos.view(), pos.royals(pos.side), pos.side);
            assert!(!checked, "{mv:?} was dropped, and {answer:?} checks");
            pos.take_back();
        }
        pos.take_back();
    }
}

/// The incremental hash is the fresh one.
#[inline]
#[allow(unused_variables, reason = "empty in release builds")]
pub(super) fn hash<B: Bits>(rules: &Rules<B>, pos: &Position<B>) {
    #[cfg(debug_assertions)]
    assert_eq!(rules.fresh_hash(pos), pos.hash, "incremental hash differs");
}
