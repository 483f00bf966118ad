//! Which half-moves a rule about the mover is about.

use serde::{Deserialize, Serialize};

use super::mechanism::Deed;

/// Half-moves by what they do.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    #[default]
    Always,
    /// The move itself captures.
    Capture,
    /// It does not.
    Quiet,
}

impl Occasion {
    /// Whether all of them capture.
    pub fn is_capture(self) -> bool {
        self == Occasion::Capture
    }

    /// Whether the half-move is one of them.
    pub fn has(self, deed: &Deed) -> bool {
        match self {
            Occasion::Always => true,
            Occasion::Capture => deed.last_captured().is_some(),
            Occasion::Quiet => deed.last_captured().is_none(),
        }
    }
}
