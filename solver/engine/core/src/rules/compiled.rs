use crate::board::{Bits, BoardError, Geometry, Side, Square};
use crate::movement::{Movement, Walk};

use super::RulesError;
use super::fairy::Grades;
use super::foresight::Foresight;
use super::journal::Man;
use super::keys::Keys;
use super::places::Places;
use super::position::{NO_KIND, Position};
use super::prospects::Prospects;
use super::setup::{CastlingSpec, KindSpec, ManSpec, Role, Setup, Wing};

const MOST_CASTLINGS: usize = 32;

/// The rules of one problem with all tables, compiled once, read-only, shared by threads.
#[derive(Clone, Debug)]
pub struct Rules<B> {
    pub(super) movement: Movement<B>,
    pub(super) kinds: Vec<Kind<B>>,
    pub(super) castlings: Vec<Castling<B>>,
    /// Castlings that lapse when something happens on a square.
    pub(super) lapses: Vec<u32>,
    /// By side, the castlings it may have.
    pub(super) castlings_of: [u32; 2],
    /// By side, the squares from which its kings castle.
    pub(super) castlers: [B; 2],
    pub(super) keys: Keys,
    pub(super) prospects: Prospects<B>,
    pub(super) foresight: Foresight<B>,
    pub(super) places: Places<B>,
    /// Squares of the rectangle.
    pub(super) squares: usize,
    /// Whether further rules have closed ways or chosen among moves.
    pub(super) confined: bool,
    /// By side, how good its moves are, where only the best ones are legal.
    pub(super) preferences: [Option<Grades<B>>; 2],
}

/// What a kind is to the rules.
#[derive(Clone, Debug)]
pub(super) struct Kind<B> {
    pub id: String,
    pub role: Option<Role>,
    pub captures_en_passant: bool,
    /// By side: squares on which the man promotes.
    pub promotion_squares: [B; 2],
    /// By side: those of them on which it may also stay what it is.
    pub staying_squares: [B; 2],
    pub promotes_to: Vec<u8>,
    /// By side: double steps.
    pub doubles: [Vec<Double>; 2],
    /// By side: departures of double steps.
    pub double_from: [B; 2],
}

/// A double step with the square that it passes, or a triple one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Double {
    pub from: Square,
    pub over: Square,
    /// The second square that a triple step passes; only further rules know such steps.
    pub beyond: Option<Square>,
    pub to: Square,
}

#[derive(Clone, Debug)]
pub(super) struct Castling<B> {
    pub king: Square,
    pub rook: Square,
    pub king_to: Square,
    pub rook_to: Square,
    pub king_kind: u8,
    pub rook_kind: u8,
    pub wing: Wing,
    pub empty: B,
    pub pass: Vec<Square>,
    /// Castlings that lapse when this one is played.
    pub excludes: u32,
}

impl<B: Bits> Rules<B> {
    /// Compiles a setup to rules and the position of the diagram.
    pub fn compile(setup: &Setup) -> Result<(Rules<B>, Position<B>), RulesError> {
        let geometry = Geometry::new(&setup.board)?;
        let rules = Rules::tables(setup, &geometry)?;
        let position = rules.position(setup, &geometry)?;
        Ok((rules, position))
    }

    /// Compiles everything but the men of a setup.
    pub(super) fn tables(setup: &Setup, geometry: &Geometry) -> Result<Rules<B>, RulesError> {
        if geometry.area() > B::CAPACITY {
            let (squares, capacity) = (geometry.area(), B::CAPACITY);
            return Err(RulesError::TooWide { squares, capacity });
        }
        if setup.kinds.len() >= usize::from(NO_KIND) {
            return Err(RulesError::TooManyKinds(usize::from(NO_KIND) - 1));
        }
        if setup.castling.len() > MOST_CASTLINGS {
            return Err(RulesError::TooManyCastlings(MOST_CASTLINGS));
        }
        let walks: Vec<&Walk> = setup.kinds.iter().map(|kind| &kind.walk).collect();
        let mut movement = Movement::compile(&walks, geometry).map_err(|(kind, error)| {
            RulesError::Movement { kind: setup.kinds[kind].id.clone(), error }
        })?;
        let kinds = setup.kinds.iter().enumerate();
        let kinds = kinds.map(|(at, spec)| Kind::compile(at, spec, setup, &movement, geometry));
        let kinds = kinds.collect::<Result<Vec<Kind<B>>, _>>()?;
        for (number, kind) in kinds.iter().enumerate() {
            for side in Side::BOTH {
                let promotes = kind.promotion_squares[side.index()];
                let doubles = kind.double_from[side.index()];
                movement.mark_special(number as u8, side, doubles, promotes);
                for double in &kind.doubles[side.index()] {
                    movement.widen(number as u8, side, double.from, B::bit(double.to));
                }
            }
        }
        let castlings = setup.castling.iter().map(|spec| Castling::compile(spec, setup, geometry));
        let castlings = castlings.collect::<Result<Vec<_>, _>>()?;
        let mut lapses = vec![0; B::CAPACITY];
        let mut castlings_of = [0; 2];
        let mut castlers = [B::EMPTY; 2];
        for (number, (castling, spec)) in castlings.iter().zip(&setup.castling).enumerate() {
            lapses[castling.king.index()] |= 1 << number;
            lapses[castling.rook.index()] |= 1 << number;
            castlings_of[spec.side.index()] |= 1 << number;
            castlers[spec.side.index()] |= B::bit(castling.king);
        }
        let keys = Keys::new(kinds.len(), B::CAPACITY, castlings.len());
        let prospects = Prospects::compile(&movement, &kinds, geometry);
        let sided: Vec<_> = setup.castling.iter().map(|spec| spec.side).zip(&castlings).collect();
        let foresight = Foresight::compile(&movement, kinds.len(), &sided, geometry);
        Ok(Rules {
            prospects,
            foresight,
            movement,
            kinds,
            castlings,
            lapses,
            castlings_of,
            castlers,
            keys,
            places: Places::new(geometry),
            squares: geometry.area(),
            confined: false,
            preferences: [None, None],
        })
    }

    /// The position of a diagram of the board, kinds and castlings that were compiled.
    pub(super) fn position(
        &self,
        setup: &Setup,
        geometry: &Geometry,
    ) -> Result<Position<B>, RulesError> {
        let mut pos = Position::empty(self.kinds.len(), setup.side);
        for man in &setup.men {
            let sq = geometry.square(man.square)?;
            if pos.man(sq).is_some() {
                return Err(RulesError::Occupied(man.square));
            }
            let kind = kind_number(man.kind, setup.kinds.len())?;
            pos.put(sq, Man { kind, side: man.side()?, royal: man.royal });
        }
        for (number, (castling, spec)) in self.castlings.iter().zip(&setup.castling).enumerate() {
            let is = |sq: Square, kind: u8| {
                pos.man(sq).is_some_and(|man| (man.kind, man.side) == (kind, spec.side))
            };
            let stands =
                is(castling.king, castling.king_kind) && is(castling.rook, castling.rook_kind);
            pos.castling |= u32::from(stands) << number;
        }
        if let Some(spec) = &setup.en_passant {
            let passer = geometry.square(spec.capture)?;
            let mut over = B::EMPTY;
            for &arrival in &spec.arrivals {
                over |= B::bit(geometry.square(arrival)?);
            }
            if pos.man(passer).is_some_and(|man| man.side != pos.side) {
                self.allow_en_passant(&mut pos, setup.side, over, passer);
            }
        }
        pos.hash = self.fresh_hash(&pos);
        Ok(pos)
    }

    /// The position of these men, White to move, without rights.
    pub(super) fn diagram(&self, men: &[ManSpec]) -> Result<Position<B>, RulesError> {
        let mut pos = Position::empty(self.kinds.len(), Side::White);
        for man in men {
            if man.square >= self.squares {
                return Err(BoardError::Square(man.square).into());
            }
            if man.kind >= self.kinds.len() {
                return Err(RulesError::Kind(man.kind));
            }
            let sq = Square(man.square as u8);
            if pos.man(sq).is_some() {
                return Err(RulesError::Occupied(man.square));
            }
            pos.put(sq, Man { kind: man.kind as u8, side: man.side()?, royal: man.royal });
        }
        pos.hash = self.fresh_hash(&pos);
        Ok(pos)
    }

    /// The hash computed from nothing; equal to the incremental one.
    #[must_use]
    pub fn fresh_hash(&self, pos: &Position<B>) -> u64 {
        let mut hash = if pos.side == Side::Black { self.keys.black } else { 0 };
        for side in Side::BOTH {
            for sq in pos.men(side).squares() {
                if let Some(man) = pos.man(sq) {
                    hash ^= self.keys.man(man.kind, side, sq);
                }
            }
        }
        for sq in pos.royal.squares() {
            hash ^= self.keys.royal(sq);
        }
        for sq in pos.passed.squares() {
            hash ^= self.keys.passed(sq);
        }
        hash ^ self.keys.castlings(pos.castling)
    }
}

pub(super) fn kind_number(kind: usize, kinds: usize) -> Result<u8, RulesError> {
    if kind < kinds { Ok(kind as u8) } else { Err(RulesError::Kind(kind)) }
}

impl<B: Bits> Kind<B> {
    fn compile(
        number: usize,
        spec: &KindSpec,
        setup: &Setup,
        movement: &Movement<B>,
        geometry: &Geometry,
    ) -> Result<Kind<B>, RulesError> {
        let set = |squares: &[usize]| -> Result<B, RulesError> {
            let mut set = B::EMPTY;
            for &index in squares {
                set |= B::bit(geometry.square(index)?);
            }
            Ok(set)
        };
        let mut kind = Kind {
            id: spec.id.clone(),
            role: spec.role,
            promotion_squares: [B::EMPTY; 2],
            staying_squares: [B::EMPTY; 2],
            promotes_to: Vec::new(),
            doubles: [Vec::new(), Vec::new()],
            double_from: [B::EMPTY; 2],
            captures_en_passant: spec.captures_en_passant,
        };
        if let Some(promotes) = &spec.promotes
            && !promotes.to.is_empty()
        {
            let may = [set(&promotes.may.white)?, set(&promotes.may.black)?];
            for (side, must) in
                [set(&promotes.white)?, set(&promotes.black)?].into_iter().enumerate()
            {
                kind.staying_squares[side] = may[side] & !must;
                kind.promotion_squares[side] = may[side] | must;
            }
            let to = promotes.to.iter().map(|&to| kind_number(to, setup.kinds.len()));
            kind.promotes_to = to.collect::<Result<Vec<_>, _>>()?;
        }
        if let Some(doubles) = &spec.double_step {
            kind.double_from = [set(&doubles.white)?, set(&doubles.black)?];
            for side in Side::BOTH {
                kind.doubles[side.index()] = kind.double_from[side.index()]
                    .squares()
                    .flat_map(|from| doubles_from(number as u8, side, from, movement, geometry))
                    .collect();
            }
        }
        if let Some(triples) = &spec.triple_step {
            for (side, from) in [set(&triples.white)?, set(&triples.black)?].into_iter().enumerate()
            {
                let doubles = kind.doubles[side].iter().filter(|double| from.has(double.from));
                let triples = doubles.filter_map(|double| further(double, geometry));
                let triples: Vec<Double> = triples.collect();
                kind.doubles[side].extend(triples);
            }
        }
        Ok(kind)
    }
}

fn doubles_from<B: Bits>(
    kind: u8,
    side: Side,
    from: Square,
    movement: &Movement<B>,
    geometry: &Geometry,
) -> Vec<Double> {
    let reach = movement.reach(kind, side, from);
    let quiet = reach.both | reach.quiet;
    let mut found = Vec::new();
    for &step in movement.vectors(kind, side) {
        if let Some(over) = geometry.step(from, step)
            && quiet.has(over)
            && let Some(to) = geometry.step(over, step)
            && to != from
        {
            found.push(Double { from, over, beyond: None, to });
        }
    }
    found
}

// The triple step that goes on in the direction of a double one.
fn further(double: &Double, geometry: &Geometry) -> Option<Double> {
    let (x, y) = geometry.coordinates(double.over);
    let (to_x, to_y) = geometry.coordinates(double.to);
    let step = (to_x - x, to_y - y);
    let to = geometry.step(double.to, step)?;
    (to != double.from).then_some(Double { beyond: Some(double.to), to, ..*double })
}

impl<B: Bits> Castling<B> {
    /// Departure and arrival of both men, in an order in which neither stands in the other's way.
    #[inline]
    pub fn ways(&self) -> [(Square, Square); 2] {
        let king = (self.king, self.king_to);
        let rook = (self.rook, self.rook_to);
        if king.1 == rook.0 { [rook, king] } else { [king, rook] }
    }

    /// The squares and kinds of the two men.
    pub fn men(&self) -> [(Square, u8); 2] {
        [(self.king, self.king_kind), (self.rook, self.rook_kind)]
    }

    fn compile(
        spec: &CastlingSpec,
        setup: &Setup,
        geometry: &Geometry,
    ) -> Result<Castling<B>, RulesError> {
        let king = geometry.square(spec.king)?;
        let rook = geometry.square(spec.rook)?;
        let king_to = geometry.square(spec.king_to)?;
        let rook_to = geometry.square(spec.rook_to)?;
        if king == rook || king_to == rook_to || (king_to == rook && rook_to == king) {
            return Err(RulesError::Castling(spec.king));
        }
        let ways =
            [way(geometry, king, king_to), way(geometry, rook, rook_to), way(geometry, king, rook)];
        let mut empty = B::EMPTY;
        for way in ways {
            empty |= way.ok_or(RulesError::Castling(spec.king))?;
        }
        let pass = spec.pass.iter().map(|&index| geometry.square(index));
        Ok(Castling {
            king,
            rook,
            king_to,
            rook_to,
            king_kind: kind_number(spec.king_kind, setup.kinds.len())?,
            rook_kind: kind_number(spec.rook_kind, setup.kinds.len())?,
            wing: spec.wing,
            empty: empty & !(B::bit(king) | B::bit(rook)),
            pass: pass.collect::<Result<Vec<_>, _>>()?,
            excludes: excluded(spec, setup)?,
        })
    }
}

fn excluded(spec: &CastlingSpec, setup: &Setup) -> Result<u32, RulesError> {
    let mut mask = 0;
    for &number in &spec.excludes {
        if number >= setup.castling.len() {
            return Err(RulesError::Castling(spec.king));
        }
        mask |= 1 << number;
    }
    Ok(mask)
}

// The squares of a straight way with its end; `None` when it is not straight or leads through a hole.
fn way<B: Bits>(geometry: &Geometry, from: Square, to: Square) -> Option<B> {
    let ((x, y), (to_x, to_y)) = (geometry.coordinates(from), geometry.coordinates(to));
    let (dx, dy) = (to_x - x, to_y - y);
    if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
        return None;
    }
    let mut way = B::EMPTY;
    for at in 1..=dx.abs().max(dy.abs()) {
        way |= B::bit(geometry.at(x + dx.signum() * at, y + dy.signum() * at)?);
    }
    Some(way)
}
