//! Squares as rules name them: those that belong to a man, to a square, to a move.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::board::{Bits, Geometry, Side, Square};
use crate::movement::{Captures, View};

use super::super::RulesError;
use super::super::moves::Form;
use super::super::setup::{ArrayRule, Colour, Setup};
use super::journal::Reason;
use super::mechanism::Way;
use super::observe::Level;
use super::playable::CAGE;
use super::{Fairy, Look, Man};

/// A square, or some of them, of which one may be chosen.
///
/// Those that the board does not have are none.  Source of all: Popeye 4, by experiment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The square itself that the question is about.
    Same,
    /// Where the move began.
    Departure,
    /// The square of the man's kind and side in the array of the game: that of the colour of the
    /// square in question, or of its file.
    Array,
    /// On the rank of the square, on a file of the man's squares in the array: that of the colour of
    /// the square, or of its file.
    ArrayRank,
    /// As many files and ranks from the square as the move went, in the same direction.
    Shift,
    /// Half the board away along the files and the ranks, round the edges.
    Antipode,
    /// Where the man stood in the diagram.
    Diagram,
    /// Every empty square; all squares for who may share one with another.
    AnyEmpty,
    /// Where the man could go from the square without capturing; who may come to an occupied square,
    /// also where it could capture.
    Quiet,
    /// Of those the ones from which the man could not go anywhere without capturing.
    Caged,
    /// What the inner place is for a man of the other side.
    Mirror(Box<Place>),
    /// On the file of the square, and on the rank of the inner place.
    File(Box<Place>),
    /// On the rank of the square, and on the file of the inner place.
    Rank(Box<Place>),
    /// The inner place reflected in the centre of the board.
    Diametral(Box<Place>),
    /// The inner place reflected left to right.
    VerticalMirror(Box<Place>),
    /// The inner place reflected top to bottom.
    HorizontalMirror(Box<Place>),
}

/// What a place is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// Whose square is asked for.
    pub man: Man,
    /// The side whose man it is or counts as.
    pub side: Side,
    /// The square in question.
    pub square: Square,
    /// The man that this one captures, or that captures it.
    pub other: Man,
    /// The kind of that one as it moved; `other` may have changed since.
    pub other_walk: u8,
    /// The side of that one.
    pub other_side: Side,
    /// The vector of the move is that from here ...
    pub departure: Square,
    /// ... to here.
    pub arrival: Square,
    /// In castling, the way of the second man, whose vector is added.
    pub partner: Option<(Square, Square)>,
    /// Where the man stands, if it does: that square is empty when it goes.
    pub stands: Option<Square>,
    /// Whether the vector counts in the opposite direction.
    pub back: bool,
    /// Whether the man may lie below another, or on top of it.
    pub shares: bool,
}

impl Place {
    /// Whether it depends on where men stood in the diagram.
    pub fn asks_origin(&self) -> bool {
        match self {
            Place::Diagram => true,
            Place::Mirror(inner)
            | Place::File(inner)
            | Place::Rank(inner)
            | Place::Diametral(inner)
            | Place::VerticalMirror(inner)
            | Place::HorizontalMirror(inner) => inner.asks_origin(),
            _ => false,
        }
    }

    /// Whether it depends on nothing but the man and the square in question.
    pub fn is_settled(&self) -> bool {
        match self {
            Place::Same | Place::Array | Place::ArrayRank | Place::Antipode => true,
            Place::Departure
            | Place::Shift
            | Place::Diagram
            | Place::AnyEmpty
            | Place::Quiet
            | Place::Caged => false,
            Place::Mirror(inner)
            | Place::File(inner)
            | Place::Rank(inner)
            | Place::Diametral(inner)
            | Place::VerticalMirror(inner)
            | Place::HorizontalMirror(inner) => inner.is_settled(),
        }
    }

    /// The squares; occupied ones too.
    pub fn squares<B: Bits>(&self, look: Look<'_, B>, site: &Site) -> B {
        let rules = look.rules;
        let (x, y) = rules.coordinates(site.square);
        let of = |inner: &Place| inner.squares(look, site);
        match self {
            Place::Same => B::bit(site.square),
            Place::Departure => B::bit(site.departure),
            Place::Array => rules.belonging(rules.all_array(site.man.kind, site.side), site),
            Place::ArrayRank => {
                let all = rules.all_array(site.man.kind, site.side);
                rules.belonging(rules.each(all, |to_x, _| (to_x, y)), site)
            }
            Place::Shift => {
                let sign = if site.back { -1 } else { 1 };
                let ways = std::iter::once((site.departure, site.arrival)).chain(site.partner);
                let (x, y) = ways.fold((x, y), |(x, y), (from, to)| {
                    let (from_x, from_y) = rules.coordinates(from);
                    let (to_x, to_y) = rules.coordinates(to);
                    (x + sign * (to_x - from_x), y + sign * (to_y - from_y))
                });
                rules.at(x, y)
            }
            Place::Antipode => {
                let (width, height) = (rules.width, rules.height);
                rules.at((x + width / 2) % width, (y + height / 2) % height)
            }
            Place::Diagram => site.man.origin.map_or(B::EMPTY, B::bit),
            Place::AnyEmpty => rules.open(look, site),
            Place::Quiet => rules.gone_to(look, site, site.square),
            Place::Caged => {
                B::of(rules.open(look, site).squares().filter(|&sq| rules.is_caged(look, site, sq)))
            }
            Place::Mirror(inner) => {
                inner.squares(look, &Site { side: site.side.other(), back: !site.back, ..*site })
            }
            Place::File(inner) => rules.each(of(inner), |_, to_y| (x, to_y)),
            Place::Rank(inner) => rules.each(of(inner), |to_x, _| (to_x, y)),
            Place::Diametral(inner) => rules.diametral(of(inner)),
            Place::VerticalMirror(inner) => rules.vertically_mirrored(of(inner)),
            Place::HorizontalMirror(inner) => {
                let top = rules.height - 1;
                rules.each(of(inner), |x, y| (x, top - y))
            }
        }
    }
}

impl<B: Bits> Fairy<B> {
    /// File and rank, from 0.
    pub(super) fn coordinates(&self, sq: Square) -> (i32, i32) {
        self.coordinates[sq.index()]
    }

    /// The squares reflected in the centre of the board.
    pub(super) fn diametral(&self, squares: B) -> B {
        let (right, top) = (self.width - 1, self.height - 1);
        self.each(squares, |x, y| (right - x, top - y))
    }

    /// The squares reflected left to right.
    pub(super) fn vertically_mirrored(&self, squares: B) -> B {
        let right = self.width - 1;
        self.each(squares, |x, y| (right - x, y))
    }

    /// The square of the last rank of a side on the file of a square.
    pub(super) fn promotion_end(&self, side: Side, about: Square) -> B {
        let rank = if side == Side::White { self.height - 1 } else { 0 };
        self.at(self.coordinates(about).0, rank)
    }

    /// The square so many files and ranks away, as `side` sees the board.
    pub(super) fn near(&self, side: Side, from: Square, (dx, dy): (i32, i32)) -> B {
        let dy = if side == Side::White { dy } else { -dy };
        match (dx, dy) {
            (0, 1) => self.above[from.index()],
            (0, -1) => self.below[from.index()],
            _ => self.beyond(from, (dx, dy)),
        }
    }

    /// The same as White sees the board.
    pub(super) fn beyond(&self, from: Square, (dx, dy): (i32, i32)) -> B {
        let (x, y) = self.coordinates(from);
        self.at(x + dx, y + dy)
    }

    /// The same from each of some squares.
    #[inline]
    pub(super) fn all_near(&self, side: Side, from: B, way: (i32, i32)) -> B {
        if let (0, dy) = way {
            let dy = if side == Side::White { dy } else { -dy };
            return from.shifted(dy * self.width) & self.board;
        }
        from.squares().fold(B::EMPTY, |all, from| all | self.near(side, from, way))
    }

    /// That of some kinds, one a file from the first one on and, where they end, from the last one back,
    /// which belongs to the file of a square.
    pub(super) fn of_file(&self, about: Square, kinds: &[u8]) -> Option<u8> {
        let file = self.coordinates(about).0;
        let kind = |file: i32| kinds.get(usize::try_from(file).ok()?).copied();
        kind(file).or_else(|| kind(self.width - 1 - file))
    }

    /// The square at these coordinates, if the board has it.
    pub(super) fn at(&self, x: i32, y: i32) -> B {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            B::bit(Square((y * self.width + x) as u8)) & self.board
        } else {
            B::EMPTY
        }
    }

    // Where the man could go from a square, with and without capturing, when it no longer stands
    // elsewhere.
    fn gone_to(&self, look: Look<'_, B>, site: &Site, from: Square) -> B {
        let view = Self::view_on(look, site, from);
        let (by, kind) = (site.side, site.man.kind);
        let memory = &look.pos.memory.walk;
        // Before a capture is played the captor still stands where it comes from.
        let prey = view.sides[by.other().index()] & !B::bit(site.departure);
        let prey = prey & self.ground[by.index()].to[from.index()];
        let captures = |&to: &Square| {
            let captures = Captures::NONE.with(to);
            let way = Way { by, from, to, captures, kind, form: Form::Ordinary };
            self.game.captures_from(kind, by, from, &view, to, memory)
                && (!self.closes(Level::Ruled) || !self.closed(look, &way, Level::Ruled))
        };
        self.quiet(look, site, from) | B::of(prey.squares().filter(captures))
    }

    // The men as one sees them that stands on a square, perhaps not where it does.
    fn view_on(look: Look<'_, B>, site: &Site, from: Square) -> View<B> {
        let mut view = look.pos.view_of(site.side);
        if let Some(left) = site.stands {
            view.occupied &= !B::bit(left);
            view.sides = view.sides.map(|men| men & !B::bit(left));
        }
        view.occupied |= B::bit(from);
        view.sides[site.side.index()] |= B::bit(from);
        view.sides[site.side.other().index()] &= !B::bit(from);
        view
    }

    // The same without capturing, by the walks that the man would use there.
    fn quiet(&self, look: Look<'_, B>, site: &Site, from: Square) -> B {
        if self.hooks.walks.is_empty() {
            return self.quiet_by(look, site, from, site.man.kind);
        }
        let mut board = look.spare(look.pos.memory.depth);
        let left = site.stands.unwrap_or(site.departure);
        for sq in [left, from] {
            if board.man(sq).is_some() {
                board.remove(sq, Reason::Movement);
            }
        }
        // It stands there as a man of the side whose man it counts as.
        let neutral = site.man.colour == Colour::Neutral;
        let colour = if neutral { Colour::Neutral } else { site.side.into() };
        board.place(from, Man { colour, ..site.man }, Reason::Movement);
        let there = Look { rules: self, pos: &board };
        let mut walks = vec![site.man.kind];
        for rule in self.those(&self.hooks.walks, site.side).filter(|rule| rule.lends_off_board()) {
            rule.walks(there, site.side, from, &mut walks);
        }
        let squares = walks
            .into_iter()
            .fold(B::EMPTY, |all, kind| all | self.quiet_by(there, site, from, kind));
        look.pos.memory.spare.replace(Some(board));
        squares
    }

    // The same by the walk of a kind.
    fn quiet_by(&self, look: Look<'_, B>, site: &Site, from: Square, kind: u8) -> B {
        let view = Self::view_on(look, site, from);
        let by = site.side;
        let ground = self.ground[by.index()].to[from.index()];
        let squares = self.quiet_arrivals(look.pos, &view, by, from, kind) & ground;
        if !self.closes(Level::Ruled) {
            return squares;
        }
        let open = |&to: &Square| {
            let way = Way { by, from, to, captures: Captures::NONE, kind, form: Form::Ordinary };
            !self.closed(look, &way, Level::Ruled)
        };
        B::of(squares.squares().filter(open))
    }

    fn each(&self, squares: B, to: impl Fn(i32, i32) -> (i32, i32)) -> B {
        squares.squares().fold(B::EMPTY, |found, sq| {
            let (x, y) = self.coordinates(sq);
            let (x, y) = to(x, y);
            found | self.at(x, y)
        })
    }

    /// What a man of this kind of `side` may become on a square; nothing where it does not promote.
    pub(super) fn promotions(&self, kind: u8, side: Side, sq: Square) -> &[u8] {
        let kind = &self.game.kinds[usize::from(kind)];
        if kind.promotion_squares[side.index()].has(sq) { &kind.promotes_to } else { &[] }
    }

    // The squares of a kind in the array.
    fn all_array(&self, kind: u8, side: Side) -> B {
        self.arrays.get(usize::from(kind)).map_or(B::EMPTY, |(squares, _)| squares[side.index()])
    }

    // That of several squares which belongs to a site.
    fn belonging(&self, squares: B, site: &Site) -> B {
        let about = site.square;
        let file = self.coordinates(about).0;
        match self.arrays.get(usize::from(site.man.kind)).map(|&(_, rule)| rule) {
            Some(ArrayRule::Colour) if squares.count() > 1 => {
                squares & if self.dark.has(about) { self.dark } else { !self.dark }
            }
            Some(ArrayRule::File) => {
                B::of(squares.squares().filter(|&sq| self.coordinates(sq).0 == file))
            }
            _ => squares,
        }
    }

    // The squares that are open to the man, when it has gone from its own.
    pub(super) fn open(&self, look: Look<'_, B>, site: &Site) -> B {
        if site.shares {
            return self.board;
        }
        let own = site.stands.map_or(B::EMPTY, B::bit);
        self.board & (!look.pos.occupied() | own)
    }

    /// Whether nothing is open to the man from the square, so that it need not be asked what is legal.
    pub(super) fn is_surely_caged(&self, look: Look<'_, B>, site: &Site, sq: Square) -> bool {
        if !self.hooks.arrivals.is_empty() {
            return false;
        }
        let becomes = self.promotions(site.man.kind, site.side, sq);
        if becomes.is_empty() {
            return self.quiet(look, site, sq).is_empty();
        }
        let promoted = |&kind: &u8| Site { man: Man { kind, ..site.man }, ..*site };
        becomes.iter().any(|kind| self.quiet(look, &promoted(kind), sq).is_empty())
    }

    /// Whether no more cages are to be found than those that surely are: a side without royal men can
    /// do whatever is open to its men.
    pub(super) fn has_only_sure_cages(&self, look: Look<'_, B>, side: Side) -> bool {
        let plain = self.hooks.checks.is_empty() && !self.hooks.interferes.of(false);
        plain && self.hooks.arrivals.is_empty() && look.royals(side).is_empty()
    }

    /// Whether the man could go nowhere from a square without capturing, or one of what it becomes
    /// there.
    pub(super) fn is_caged(&self, look: Look<'_, B>, site: &Site, sq: Square) -> bool {
        let becomes = self.promotions(site.man.kind, site.side, sq);
        if !becomes.is_empty() {
            let promoted = |kind: u8| Site { man: Man { kind, ..site.man }, ..*site };
            return becomes.iter().any(|&kind| self.is_caged(look, &promoted(kind), sq));
        }
        if self.is_surely_caged(look, site, sq) {
            return true;
        }
        if !self.hooks.cages {
            return self.is_held(look, site, sq);
        }
        // A man that was on the board no more has left it from a square all the same.
        let left = site.stands.map_or((1, site.departure), |own| (2, own));
        let left = left.0 << 8 | u64::from(left.1.0);
        let what = [site.side.index() as u64, left, site.man.key(sq)];
        let ask = || self.is_held(look, site, sq);
        look.pos.memory.known.or_ask(look.question(CAGE, what), ask)
    }

    // Whether every move that the man has there without capturing is illegal.
    fn is_held(&self, look: Look<'_, B>, site: &Site, sq: Square) -> bool {
        let mut board = look.spare(look.pos.memory.depth + 1);
        board.begin(site.side);
        if let Some(own) = site.stands {
            board.remove(own, Reason::Movement);
        }
        if let Some(man) = board.man(sq) {
            // Whoever is caged there lies on top of it: it would be back when that one goes.
            board.remove(sq, Reason::Movement);
            board.bury(self.hooks.store, sq, man);
        }
        board.place(sq, site.man, Reason::Movement);
        let flow = self.moves_of(&mut board, site.side, sq, None, &mut |pos, mv| {
            if mv.is_capture() {
                return ControlFlow::Continue(());
            }
            if self.allows(pos, mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        look.pos.memory.spare.replace(Some(board));
        !flow.is_break()
    }
}

/// By kind, its squares in the array, by side, and which of them belongs to a square.
pub(super) type Arrays<B> = Vec<([B; 2], ArrayRule)>;

/// Reads them from a setup.
///
/// # Errors
/// `RulesError` for a square that is none.
pub(super) fn arrays<B: Bits>(setup: &Setup, geometry: &Geometry) -> Result<Arrays<B>, RulesError> {
    let read = |numbers: &[usize]| -> Result<B, RulesError> {
        numbers.iter().try_fold(B::EMPTY, |all, &number| Ok(all | B::bit(geometry.square(number)?)))
    };
    let kinds = setup.kinds.iter().map(|kind| match &kind.array {
        None => Ok(([B::EMPTY; 2], ArrayRule::File)),
        Some(array) => Ok(([read(&array.squares.white)?, read(&array.squares.black)?], array.by)),
    });
    kinds.collect()
}
