//! Half-moves taken back, as far as the men alone show: never too few.
//!
//! What is left out is what only other men or the past could tell: checks, rights, whether a double
//! step was the last move.  What leads forward from here is played by the rules.

use crate::board::Side;
use crate::rules::{CastlingWay, Play};

use super::around::Around;
use super::graph::{State, square};
use super::matching::MOST;
use super::placed::{Placed, key_of_man};

/// A half-move of a man, seen from its end.
#[derive(Clone, Copy, Debug)]
struct Source {
    from: u16,
    must_capture: bool,
    may_capture: bool,
    /// Squares between, which must be empty.
    between: u64,
}

/// A half-move that can have led to a position: men by their numbers, and the states that they had.
#[derive(Clone, Copy, Debug)]
pub struct Unmove {
    pub moved: (usize, State),
    /// The other man of a castling.
    pub rook: Option<(usize, State)>,
    /// What was captured.
    pub victim: Option<State>,
}

/// The half-moves of both sides from their ends.
#[derive(Debug)]
pub struct Unmoves {
    squares: usize,
    /// By side and state at the end.
    sources: [Vec<Vec<Source>>; 2],
    /// By side and square: men that can have passed over it, before and after.
    passing: [Vec<Vec<(State, State)>>; 2],
    ways: Vec<CastlingWay>,
    /// Kinds that can be captured.
    victims: Vec<usize>,
    /// How many men each side began with.
    begin: [usize; 2],
    /// Men that never move and are never captured.
    fixed: u64,
}

impl Unmoves {
    /// `royal`: by kind.  `ways`: the castlings of the beginning.  `begin`: the men of each side then.
    pub fn new<P: Play>(
        rules: &P,
        arounds: &[Around; 2],
        royal: &[bool],
        ways: &[CastlingWay],
        begin: [usize; 2],
        fixed: u64,
    ) -> Self {
        let squares = rules.squares();
        let states = royal.len() * squares;
        let mut sources = [vec![Vec::new(); states], vec![Vec::new(); states]];
        let mut passing = [vec![Vec::new(); squares], vec![Vec::new(); squares]];
        let mut observed = Vec::new();
        for side in Side::BOTH {
            for from in 0..states {
                observed.clear();
                let (kind, sq) = (from / squares, from % squares);
                rules.observed(kind, side, square(sq), &mut observed);
                for (to, must_capture, needs) in arounds[side.index()].ways(from) {
                    let end = to % squares;
                    let between = needs & !(1 << end);
                    if (needs | 1 << sq) & fixed != 0 {
                        continue;
                    }
                    let may_capture = must_capture || observed.contains(&square(end));
                    sources[side.index()][to].push(Source {
                        from: from as u16,
                        must_capture,
                        may_capture,
                        between,
                    });
                    if !may_capture && !royal[kind] {
                        let over = (0..squares).filter(|over| between & 1 << over != 0);
                        over.for_each(|over| passing[side.index()][over].push((from, to)));
                    }
                }
            }
        }
        Self {
            squares,
            sources,
            passing,
            ways: ways.to_vec(),
            victims: (0..royal.len()).filter(|&kind| !royal[kind]).collect(),
            begin,
            fixed,
        }
    }

    /// Tells of each half-move of `mover` that can have led to this position.
    pub fn each(&self, now: &Placed, mover: Side, tell: &mut impl FnMut(Unmove)) {
        let occupied = now.occupied(self.squares);
        let prey = mover.other();
        let missing = now.count(prey) < self.begin[prey.index()].min(MOST);
        for (number, state) in now.of(mover).enumerate() {
            let sq = state % self.squares;
            if self.fixed & 1 << sq != 0 {
                continue;
            }
            for source in &self.sources[mover.index()][state] {
                let from = usize::from(source.from);
                let from_bit = 1 << (from % self.squares);
                if (from_bit | source.between) & occupied != 0 {
                    continue;
                }
                let quiet = Unmove { moved: (number, from), rook: None, victim: None };
                if !source.must_capture {
                    tell(quiet);
                }
                if missing && source.may_capture {
                    let here = self.victims.iter().map(|kind| kind * self.squares + sq);
                    here.for_each(|man| tell(Unmove { victim: Some(man), ..quiet }));
                }
                if missing && source.must_capture {
                    for &(start, end) in &self.passing[prey.index()][sq] {
                        let needed = 1 << (start % self.squares) | 1 << (end % self.squares);
                        if needed & (occupied | from_bit) == 0 {
                            tell(Unmove { victim: Some(end), ..quiet });
                        }
                    }
                }
            }
        }
        self.castlings(now, mover, occupied, tell);
    }

    fn castlings(&self, now: &Placed, mover: Side, occupied: u64, tell: &mut impl FnMut(Unmove)) {
        for way in self.ways.iter().filter(|way| way.side == mover) {
            let on = |sq: usize| now.of(mover).position(|man| man % self.squares == sq);
            let [king, rook, king_to, rook_to] =
                [way.king, way.rook, way.king_to, way.rook_to].map(|sq| sq.index());
            let (Some(first), Some(second)) = (on(king_to), on(rook_to)) else { continue };
            let left = 1 << king | 1 << rook;
            if left & occupied & !(1 << king_to | 1 << rook_to) != 0 {
                continue;
            }
            let back = |number: usize, sq: usize| {
                (number, now.man(mover, number) / self.squares * self.squares + sq)
            };
            let (moved, rook) = (back(first, king), Some(back(second, rook)));
            tell(Unmove { moved, rook, victim: None });
        }
    }
}

impl Unmove {
    /// The key of the position before the half-move, from that of the position after it.
    pub fn key_before(&self, now: &Placed, key: u64, mover: Side) -> u64 {
        let moved = std::iter::once(self.moved).chain(self.rook);
        let key = moved.fold(key, |key, (number, state)| {
            key ^ key_of_man(mover, now.man(mover, number)) ^ key_of_man(mover, state)
        });
        self.victim.map_or(key, |man| key ^ key_of_man(mover.other(), man))
    }

    /// The position before the half-move.
    pub fn before(&self, now: &Placed, mover: Side) -> Placed {
        let mut before = now.clone();
        for (number, state) in std::iter::once(self.moved).chain(self.rook) {
            before.put(mover, number, state);
        }
        if let Some(man) = self.victim {
            before.add(mover.other(), man);
        }
        before
    }
}
