use serde::{Deserialize, Serialize};

/// The abstract tree of a movement expression, as the compiler of the language sends it.
///
/// Matching it moves an imaginary token from the departure square and fills registers: present
/// square, direction, sense of turning, captured squares, result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Walk {
    /// A step, an end or a test.
    Leaf(Leaf),
    /// Any one of the parts.
    Alt { alt: Vec<Walk> },
    /// The parts one after the other.
    Seq { seq: Vec<Walk> },
    /// The part between `least` and `most` times.
    Rep { rep: (Box<Walk>, u32, Option<u32>) },
    /// The part as often as every other part with the same counter.
    Count { count: (Box<Walk>, String) },
    /// The part must match from here; nothing moves.
    Look { look: (Box<Walk>, Sense) },
    /// Choose a direction (in White's view when `relative`; Black mirrors the ranks) and a sense.
    Star {
        star: Vec<(i32, i32)>,
        #[serde(default)]
        relative: bool,
    },
    /// Turn by notches of the direction's own star, in the chosen sense.
    Turn { turn: i32 },
    /// Turn by notches in either sense.
    TurnAny { turn_any: i32 },
    /// Mirror the direction.
    Mirror { mirror: Mirror },
    /// Change to the nearest directions of a star.
    Near { near: Vec<(i32, i32)> },
    /// Change to any direction as long as the present one.
    Same { same: Same },
    /// A condition on the present square and the departure.
    Guard { guard: String },
}

/// Steps, ends and tests that take no parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Leaf {
    /// Step to an empty square.
    #[serde(rename = "-")]
    Pass,
    /// Step onto a man.
    #[serde(rename = "^")]
    Hurdle,
    /// Step onto an enemy.
    #[serde(rename = "o")]
    Enemy,
    /// Step onto a friend.
    #[serde(rename = "a")]
    Friend,
    /// Step onto any square.
    #[serde(rename = "~")]
    Any,
    /// Step and end: quiet on an empty square, capturing an enemy.
    #[serde(rename = "!")]
    Land,
    /// Step and end, quiet only.
    #[serde(rename = "m")]
    Quiet,
    /// Step and end, capture only.
    #[serde(rename = "c")]
    Capture,
    /// The same steps and ends, mirrored by the edge.
    #[serde(rename = "/-")]
    MirroredPass,
    #[serde(rename = "/^")]
    MirroredHurdle,
    #[serde(rename = "/o")]
    MirroredEnemy,
    #[serde(rename = "/a")]
    MirroredFriend,
    #[serde(rename = "/~")]
    MirroredAny,
    #[serde(rename = "/!")]
    MirroredLand,
    #[serde(rename = "/m")]
    MirroredQuiet,
    #[serde(rename = "/c")]
    MirroredCapture,
    /// End on the present empty square.
    #[serde(rename = ".")]
    Stop,
    /// Step back onto the departure square and end.
    #[serde(rename = "0")]
    Return,
    /// End here if here is the departure square.
    #[serde(rename = "=")]
    Home,
    /// The enemy on the present square is captured.
    #[serde(rename = "X")]
    Take,
    /// Back to the departure square, direction kept.
    #[serde(rename = "R")]
    Rewind,
    /// The next step would leave the board.
    #[serde(rename = "#")]
    Edge,
}

/// Which way a look-around looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Sense {
    #[serde(rename = "&", alias = "ahead")]
    Ahead,
    #[serde(rename = "<", alias = "behind")]
    Behind,
}

/// How a direction is mirrored; with the turns these generate all symmetries of the square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Mirror {
    /// Flip the long component.
    #[serde(rename = "l")]
    Long,
    /// Flip the short component.
    #[serde(rename = "s")]
    Short,
    /// Exchange the lengths of the components.
    #[serde(rename = "d")]
    Swap,
    /// Exchange the lengths and flip both components.
    #[serde(rename = "a")]
    AntiSwap,
}

/// Which directions count as being as long as the present one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Same {
    #[serde(rename = "=")]
    Length,
    #[serde(rename = "==")]
    Kind,
    #[serde(rename = "='")]
    OtherLength,
    #[serde(rename = "=='")]
    OtherKind,
}
