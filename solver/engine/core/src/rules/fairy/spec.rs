//! Further rules as the specification of a problem states them.

use serde::{Deserialize, Serialize};

use crate::board::Side;

use super::mechanisms::MechanismSpec;
use super::stage::Stage;

/// The attributes that men can have, and the rules besides those of the game.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct FairySpec {
    /// Names of the attributes, for output.
    #[serde(default)]
    pub attributes: Vec<String>,
    #[serde(default)]
    pub rules: Vec<RuleSpec>,
}

/// A mechanism with its parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RuleSpec {
    #[serde(flatten)]
    pub mechanism: MechanismSpec,
    /// The side whose moves and men it is about, if not both.
    #[serde(default)]
    pub side: Option<Side>,
    /// When it acts, if not at its usual moment.
    #[serde(default)]
    pub stage: Option<Stage>,
    /// The reason that output names for its effects.
    #[serde(default)]
    pub reason: String,
}
