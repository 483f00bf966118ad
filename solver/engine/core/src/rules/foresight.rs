//! Moves after which the other side surely has no checking move.
//!
//! If the other side could not check were it to move at once, a quiet move lets it check only by
//! what it changes: its departure was in the way, or its arrival is a man that can now be captured.
//! Both are masks, so that a whole list is judged at the cost of one position.  What there is to
//! know of other walks than leaps and straight rides is in `outlook`; of walks whose observation is
//! searched, or that look around, nothing is.

use crate::board::{Bits, Geometry, Mailbox, Side, Square};
use crate::movement::Movement;

use super::checks::Checks;
use super::compiled::{Castling, Rules};
use super::generate::Generation;
use super::moves::{Form, Move, MoveList};
use super::position::Position;
use super::prospects::origins;
use super::sink::AnyPseudo;

/// What of the foresight is known when the rules are compiled.
#[derive(Clone, Debug)]
pub(super) struct Foresight<B> {
    /// By side: all its walks are leaps and straight rides.
    plain: [bool; 2],
    /// By side: what its other walks depend on can be told.
    told: [bool; 2],
    /// By castling: where a royal man may be checked by it.
    castling: Vec<B>,
}

impl<B: Bits> Foresight<B> {
    pub fn compile(
        movement: &Movement<B>,
        kinds: usize,
        castlings: &[(Side, &Castling<B>)],
        geometry: &Geometry,
    ) -> Self {
        let plain = Side::BOTH.map(|side| {
            movement.observers[side.index()].is_plain()
                && (0..kinds).all(|kind| !movement.has_paths(kind as u8, side))
        });
        let told = Side::BOTH.map(|side| {
            movement.observers[side.index()].searched.is_empty()
                && (0..kinds).all(|kind| !movement.looks_around(kind as u8, side))
        });
        let checked = |&(side, castling): &(Side, &Castling<B>)| {
            B::of(geometry.squares().filter(|&royal| may_check(movement, side, castling, royal)))
        };
        Self { plain, told, castling: castlings.iter().map(checked).collect() }
    }
}

// Whether the castling could check a royal man on that square, directly or by what it uncovers.
fn may_check<B: Bits>(
    movement: &Movement<B>,
    side: Side,
    castling: &Castling<B>,
    royal: Square,
) -> bool {
    let arrived = [(castling.king_kind, castling.king_to), (castling.rook_kind, castling.rook_to)];
    let direct = arrived.iter().any(|&(kind, sq)| origins(movement, kind, side, royal).has(sq));
    let observers = &movement.observers[side.index()];
    let mut lines = (0..observers.riders.len()).flat_map(|at| observers.lines(royal, at));
    direct
        || lines.any(|line| {
            [castling.king, castling.rook].iter().any(|&home| {
                let (below, above) = (B::up_to(home) & !B::bit(home), B::onward(home));
                line.lower.has(home) && line.lower.meets(below)
                    || line.upper.has(home) && line.upper.meets(above & !B::bit(home))
            })
        })
}

impl<B: Bits> Rules<B> {
    /// Drops moves of the side to move after which the other side surely has no move that checks.
    pub(super) fn drop_uncheckable(&self, pos: &mut Position<B>, moves: &mut MoveList) {
        if let Some(royal) = self.foresees(pos)
            && !self.may_check(pos, pos.side.other())
        {
            self.drop_quiet(pos, royal, moves, false);
        }
    }

    /// Whether all walks of a side are leaps and straight rides.
    pub(super) fn rides_straight(&self, side: Side) -> bool {
        self.foresight.plain[side.index()]
    }

    /// The royal man of the side to move, if it can be told which of its moves let it be checked.
    pub(super) fn foresees(&self, pos: &Position<B>) -> Option<Square> {
        let side = pos.side.other();
        let royals = pos.royals(pos.side);
        let royal = royals.squares().next()?;
        if !self.foresight.told[side.index()] || royals != B::bit(royal) {
            return None;
        }
        let mut castlings = pos.castling & self.castlings_of[side.index()];
        if !self.rides_straight(side) && castlings != 0 {
            return None;
        }
        while castlings != 0 {
            if self.foresight.castling[castlings.trailing_zeros() as usize].has(royal) {
                return None;
            }
            castlings &= castlings - 1;
        }
        Some(royal)
    }

    /// Whether the side might check if it were to move, its own royal men aside.
    pub(super) fn may_check(&self, pos: &mut Position<B>, side: Side) -> bool {
        let checks = Checks::new(self, pos, side);
        checks.cannot_tell()
            || Generation::new(self, pos, side, &checks, &mut AnyPseudo).run_by_kind()
    }

    /// Drops quiet moves that do not let the other side check, if it could not were it to move;
    /// `captures`: what captures may do more than moves, so that what can be captured matters.
    pub(super) fn drop_quiet(
        &self,
        pos: &Position<B>,
        royal: Square,
        moves: &mut MoveList,
        captures: bool,
    ) {
        let side = pos.side.other();
        let plain = self.rides_straight(side);
        let (from, to) =
            if plain { self.matters(pos, side, royal) } else { self.outlook(pos, side, royal) };
        let to = if captures { to | self.arrivals(pos, side) } else { to };
        let passed = !plain && self.captures_passers(pos, side);
        moves.retain(|&mv| {
            let quiet = matches!(mv.form(), Form::Ordinary | Form::Double)
                && !mv.is_capture()
                && mv.promotion().is_none();
            !quiet
                || from.has(mv.from())
                || to.has(mv.to())
                || mv.form() == Form::Double && (passed || to.meets(self.passes(mv, pos.side)))
        });
    }

    // Departures and arrivals of quiet moves of the other side that may let `side` check.
    fn matters(&self, pos: &Position<B>, side: Side, royal: Square) -> (B, B) {
        let own = pos.men(side);
        let occupied = own | pos.men(side.other());
        let observers = &self.movement.observers[side.index()];
        let (mut from, mut to) = (B::bit(royal), own);
        for class in 0..observers.riders.len() {
            for line in observers.lines(royal, class) {
                // A man of `side` may leave the line: then what stands behind it matters too.
                let seen = line.slide(occupied);
                from |= seen | line.slide(occupied & !(seen & own));
            }
        }
        for sq in own.squares() {
            let kind = pos.mailbox.get(sq);
            let reach = self.movement.reach(kind, side, sq);
            let (moves, captures) = self.movement.touched(reach, occupied);
            from |= moves;
            to |= captures;
            let info = &self.kinds[usize::from(kind)];
            if info.double_from[side.index()].has(sq) {
                for double in info.doubles[side.index()].iter().filter(|d| d.from == sq) {
                    from |= B::bit(double.over) | B::bit(double.to);
                }
            }
        }
        (from, to)
    }

    // Where leaps and straight rides lead the men of a side.
    fn arrivals(&self, pos: &Position<B>, side: Side) -> B {
        let (own, other) = (pos.men(side), pos.men(side.other()));
        own.squares().fold(B::EMPTY, |all, sq| {
            let reach = self.movement.reach(pos.mailbox.get(sq), side, sq);
            all | self.movement.targets(reach, own, other)
        })
    }

    // Whether the side has men that capture en passant.
    fn captures_passers(&self, pos: &Position<B>, side: Side) -> bool {
        let mut kinds = self.kinds.iter().zip(&pos.kinds);
        kinds.any(|(kind, &men)| kind.captures_en_passant && men.meets(pos.men(side)))
    }

    /// The squares that a double step passes.
    pub(super) fn passes(&self, mv: Move, side: Side) -> B {
        let doubles = self.kinds.iter().flat_map(|kind| &kind.doubles[side.index()]);
        let same = doubles.filter(|double| (double.from, double.to) == (mv.from(), mv.to()));
        B::of(same.map(|double| double.over))
    }
}
