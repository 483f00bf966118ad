//! When the effects of a half-move happen.

use serde::{Deserialize, Serialize};

/// The moments of a half-move after its captures and the movement itself, in their order.
///
/// Each mechanism has one where it acts unless its declaration names another; those of the same
/// moment act in the order in which they are declared.  Source of the order: Popeye 4, by experiment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The mover itself vanishes.
    Vanishing,
    /// The mover changes its walk.
    Transformation,
    /// The mover promotes.
    Promotion,
    /// The mover changes between neutral and its sides.
    Phase,
    /// The mover goes on to another square.
    Removal,
    /// The mover changes its colour.
    Recolouring,
    /// Something happens to the men that the mover jumped.
    Hurdles,
    /// Captured men come back.
    Rebirth,
    /// Men that are observed anew change their colour.
    Attraction,
    /// Men that check change their colour.
    Checking,
}
