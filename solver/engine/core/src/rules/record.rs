//! The record of a half-move for output: a mirror of `PlayedMove` in solver/model/solution.py.

use std::borrow::Cow;

use serde::Serialize;

/// A man as a move names it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceRecord {
    pub colour: &'static str,
    pub walk: String,
    pub attributes: Vec<String>,
}

/// A further effect of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayedEffect {
    pub kind: &'static str,
    pub reason: Cow<'static, str>,
    pub square: u16,
    pub target: Option<u16>,
    pub piece: Option<PieceRecord>,
    /// The second man of an exchange.
    pub other: Option<PieceRecord>,
    /// What a rule remembers, as output writes it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub value: String,
}

/// A half-move as it was played.  `check` and `goal` are filled in by the search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayedMove {
    pub kind: &'static str,
    pub departure: u16,
    pub arrival: u16,
    pub mover: Option<PieceRecord>,
    pub captures: Vec<u16>,
    pub promotion: Option<PieceRecord>,
    /// Why it has another walk, if by no promotion.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub promotion_reason: String,
    pub effects: Vec<PlayedEffect>,
    pub also_from: Vec<u16>,
    pub check: bool,
    pub goal: Option<String>,
}
