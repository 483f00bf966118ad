//! What men could do if nothing stood in the way: for bounds that must never say too little.

use crate::board::{Bits, Side, Square};

use super::compiled::Rules;
use super::moves::CastlingWay;

impl<B: Bits> Rules<B> {
    /// Squares that a man could go to in one half-move, whatever stands anywhere: quiet moves,
    /// captures, double steps; castling (of either man) only with `castling`.
    pub(super) fn unhindered(&self, kind: u8, side: Side, from: Square, castling: bool) -> B {
        self.unhindered_quietly(kind, side, from, castling)
            | self.unhindered_captures(kind, side, from)
    }

    /// The same of moves that capture nothing; there may be more.
    pub(super) fn unhindered_quietly(
        &self,
        kind: u8,
        side: Side,
        from: Square,
        castling: bool,
    ) -> B {
        let reach = self.movement.reach(kind, side, from);
        let mut found = self.movement.targets(reach, B::EMPTY, B::EMPTY);
        if let Some((graph, start)) = self.movement.paths(kind, side, reach) {
            found |= graph.arrivals(start);
        }
        for double in &self.kinds[usize::from(kind)].doubles[side.index()] {
            if double.from == from {
                found |= B::bit(double.to);
            }
        }
        for (number, way) in self.castlings.iter().enumerate() {
            if castling && self.castlings_of[side.index()] & 1 << number != 0 {
                if way.king == from && way.king_kind == kind {
                    found |= B::bit(way.king_to);
                }
                if way.rook == from && way.rook_kind == kind {
                    found |= B::bit(way.rook_to);
                }
            }
        }
        found
    }

    /// Squares that a man could capture on, whatever stands anywhere.
    pub(super) fn unhindered_captures(&self, kind: u8, side: Side, from: Square) -> B {
        let reach = self.movement.reach(kind, side, from);
        let mut found = self.movement.attacks(reach, B::EMPTY);
        if let Some((graph, start)) = self.movement.paths(kind, side, reach) {
            found |= graph.captures(start);
        }
        found
    }

    /// Squares that a man could go to without capturing when men on `standing` block its way and
    /// nothing else does; double steps included, castling not.
    pub(super) fn open_steps(&self, kind: u8, side: Side, from: Square, standing: B) -> B {
        let reach = self.movement.reach(kind, side, from);
        let mut found = self.movement.targets(reach, standing, B::EMPTY);
        for double in &self.kinds[usize::from(kind)].doubles[side.index()] {
            let blocked = standing.has(double.over) || standing.has(double.to);
            if double.from == from && !blocked {
                found |= B::bit(double.to);
            }
        }
        found
    }

    /// Squares that a man observes when nothing is in the way, each with a square on which another
    /// man keeps it from observing it; nothing for walks that are not leaps and straight rides.
    pub(super) fn cuts(&self, kind: u8, side: Side, from: Square, out: &mut Vec<(Square, Square)>) {
        let reach = self.movement.reach(kind, side, from);
        if reach.has_paths() {
            return;
        }
        let open = self.movement.attacks(reach, B::EMPTY);
        for blocker in self.movement.open_attacks(reach, B::EMPTY).squares() {
            let cut = open & !self.movement.attacks(reach, B::bit(blocker));
            out.extend(cut.squares().map(|target| (target, blocker)));
        }
    }

    /// Squares that a man observes while others are empty, and these as bits; nothing for walks that
    /// are not leaps and straight rides.
    pub(super) fn lines(&self, kind: u8, side: Side, from: Square, out: &mut Vec<(Square, u64)>) {
        let reach = self.movement.reach(kind, side, from);
        if reach.has_paths() {
            return;
        }
        let open = self.movement.attacks(reach, B::EMPTY);
        let seen = |at: Square| self.movement.attacks(reach, B::bit(at));
        let seen: Vec<(Square, B)> = open.squares().map(|at| (at, seen(at))).collect();
        for target in open.squares() {
            let cuts = seen.iter().filter(|&&(at, seen)| at != target && !seen.has(target));
            let way = B::of(cuts.map(|&(at, _)| at));
            // There may be two ways to a square, which no single man cuts.
            if self.movement.attacks(reach, !way).has(target) {
                out.push((target, way.squares().fold(0, |set, at| set | 1 << at.0)));
            }
        }
    }

    /// Squares that leaps and straight rides observe however full the board is.
    pub(super) fn surely_observed(&self, kind: u8, side: Side, from: Square) -> B {
        let reach = self.movement.reach(kind, side, from);
        self.movement.attacks(reach, !B::EMPTY)
    }

    /// The castlings whose bits are set.
    pub(super) fn castling_ways(&self, allowed: u32) -> impl Iterator<Item = CastlingWay> {
        self.castlings.iter().enumerate().filter_map(move |(number, way)| {
            let side = Side::BOTH
                .into_iter()
                .find(|side| self.castlings_of[side.index()] & allowed & 1 << number != 0)?;
            let (king, rook, king_to, rook_to) = (way.king, way.rook, way.king_to, way.rook_to);
            let must_be_empty = (0..64).filter(|&sq| way.empty.has(Square(sq)));
            let empty = must_be_empty.fold(0, |set, sq| set | 1 << sq);
            let (king_kind, rook_kind) = (way.king_kind, way.rook_kind);
            Some(CastlingWay { side, king, rook, king_to, rook_to, king_kind, rook_kind, empty })
        })
    }
}
