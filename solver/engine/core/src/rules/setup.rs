//! The position and the rules as the specification of a problem states them.

use serde::{Deserialize, Serialize};

use crate::board::{BoardSpec, Side};
use crate::movement::Walk;

use super::RulesError;
use super::fairy::FairySpec;

/// Board, kinds, men and rights of a problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    pub board: BoardSpec,
    pub kinds: Vec<KindSpec>,
    pub men: Vec<ManSpec>,
    pub side: Side,
    #[serde(default)]
    pub castling: Vec<CastlingSpec>,
    #[serde(default)]
    pub en_passant: Option<EnPassantSpec>,
    /// Rules beyond those of the game; their absence chooses the faster rules.
    #[serde(default)]
    pub fairy: Option<FairySpec>,
}

impl Setup {
    /// Whether the board fits into one machine word.
    #[must_use]
    pub fn is_narrow(&self) -> bool {
        self.board.width * self.board.height <= 64
    }
}

/// What a kind is to the rules, besides its walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Pawn,
    King,
}

/// A kind of man: a walk and the rules that its role brings.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KindSpec {
    pub id: String,
    pub walk: Walk,
    #[serde(default)]
    pub role: Option<Role>,
    #[serde(default)]
    pub promotes: Option<PromotionSpec>,
    /// From these departures a quiet leap may be made twice in the same direction.
    #[serde(default)]
    pub double_step: Option<BySide>,
    /// From those of these departures from which it makes double steps, it makes triple ones too;
    /// only further rules say so.
    #[serde(default)]
    pub triple_step: Option<BySide>,
    /// The same walk without what depends on the rank, for rules that give the kind that.
    #[serde(default)]
    pub free_walk: Option<Walk>,
    /// May capture en passant a man that has just made a double step.
    #[serde(default)]
    pub captures_en_passant: bool,
    /// Its squares in the array of the game, for rules that ask for them.
    #[serde(default)]
    pub array: Option<ArraySpec>,
}

/// The squares of a kind in the array of the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ArraySpec {
    pub squares: BySide,
    pub by: ArrayRule,
}

/// Which of several array squares belongs to another square; a single one always does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArrayRule {
    /// Those of the same colour.
    Colour,
    /// That of the same file.
    File,
}

/// Squares for each side.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct BySide {
    pub white: Vec<usize>,
    pub black: Vec<usize>,
}

/// A man that arrives on one of these squares becomes one of `to`; with an empty `to`, nothing.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct PromotionSpec {
    pub white: Vec<usize>,
    pub black: Vec<usize>,
    pub to: Vec<usize>,
    /// Nothing is added to them any more.
    #[serde(skip)]
    pub only: bool,
    /// Squares on which it may do so or stay what it is, those above left out.
    #[serde(default)]
    pub may: BySide,
}

/// Whose a man is; a neutral man is both sides' own man and both sides' enemy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    White,
    Black,
    Neutral,
}

impl From<Side> for Colour {
    fn from(side: Side) -> Colour {
        match side {
            Side::White => Colour::White,
            Side::Black => Colour::Black,
        }
    }
}

/// A man of the diagram.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ManSpec {
    pub square: usize,
    pub kind: usize,
    pub colour: Colour,
    #[serde(default)]
    pub royal: bool,
    /// Numbers of its attributes among those of the further rules.
    #[serde(default)]
    pub attributes: Vec<usize>,
}

impl ManSpec {
    /// The side of a man under rules that know two sides and no attributes.
    ///
    /// # Errors
    /// `RulesError::FairyMan` for any other man.
    pub fn side(&self) -> Result<Side, RulesError> {
        match (self.colour, self.attributes.is_empty()) {
            (Colour::White, true) => Ok(Side::White),
            (Colour::Black, true) => Ok(Side::Black),
            _ => Err(RulesError::FairyMan(self.square)),
        }
    }
}

/// Which way a castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wing {
    King,
    Queen,
}

/// A castling that is allowed while neither man has moved.
///
/// It lapses at once when the diagram does not show the two men on their squares.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CastlingSpec {
    pub side: Side,
    pub king: usize,
    pub rook: usize,
    pub king_to: usize,
    pub rook_to: usize,
    pub king_kind: usize,
    pub rook_kind: usize,
    pub wing: Wing,
    /// Squares that the king crosses and on which it may not be observed.
    #[serde(default)]
    pub pass: Vec<usize>,
    /// Of the two squares those whose man has moved; only for rules under which men are put back.
    #[serde(default)]
    pub moved: Vec<usize>,
    /// Numbers of the castlings that are not allowed any more once this one is played.
    #[serde(default)]
    pub excludes: Vec<usize>,
}

/// The last move before the diagram was a double step: who may be captured, and where.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EnPassantSpec {
    pub capture: usize,
    pub arrivals: Vec<usize>,
}
