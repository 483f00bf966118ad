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

    /// Whether half-moves that capture, or those that do not, are among them.
    pub fn is_met(self, captures: bool) -> bool {
        match self {
            Occasion::Always => true,
            Occasion::Capture => captures,
            Occasion::Quiet => !captures,
        }
    }

    /// Whether the half-move is one of them.
    pub fn has(self, deed: &Deed) -> bool {
        self.is_met(deed.last_captured().is_some())
    }
}
