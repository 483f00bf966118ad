//! When the effects of a half-move happen.

use serde::{Deserialize, Serialize};

/// The moments of a half-move after its captures and the movement itself, in their order.
///
/// Each mechanism has one where it acts unless its declaration names another; those of the same
/// moment act in the order in which they are declared.  Source of the order: Popeye 4, by experiment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Something repeats the movement, or follows it.
    Companion,
    /// What is remembered of the move for later.
    Record,
    /// Captured men are laid under others.
    Burial,
    /// The departure square changes.
    Departure,
    /// The mover itself vanishes.
    Vanishing,
    /// The mover changes its walk.
    Transformation,
    /// Further men vanish with the captured one.
    Retinue,
    /// The mover promotes.
    Promotion,
    /// Men that lay under the mover appear.
    Surfacing,
    /// The mover changes its walk because of where it arrived.
    Arrival,
    /// The mover goes on to one of certain squares.
    Transfer,
    /// The mover goes up or down a ladder of walks.
    Ladder,
    /// The mover changes between neutral and its sides.
    Phase,
    /// Other men than the mover change their walk because of a capture.
    Succession,
    /// The game set is replenished.
    Box,
    /// The mover goes back to a square of its own.
    Return,
    /// The mover changes its colour.
    Recolouring,
    /// Royal men change places.
    Exchange,
    /// Something happens to the men that the mover jumped.
    Hurdles,
    /// Captured men come back.
    Rebirth,
    /// Men that are observed anew change their colour.
    Attraction,
    /// New men are made.
    Creation,
    /// Men that lay under others come back.
    Uncovering,
    /// A royal man is put on the board.
    Installation,
    /// The whole board turns.
    Turning,
    /// Men that check, or that checking men observe, change their colour.
    Checking,
    /// The mover changes the men about it.
    Influence,
    /// The mover goes on capturing.
    Chain,
    /// Men that are lost vanish.
    Loss,
    /// Stores are paid from.
    Budget,
}
