//! What the search tells, as it goes to Python; the fields are those of solver/model/solution.py.

use serde::Serialize;

use crate::rules::PlayedMove;

/// A half-move of battle play and what follows it.
#[derive(Clone, Debug, Serialize)]
pub struct Node {
    #[serde(rename = "move")]
    pub mv: PlayedMove,
    pub mark: &'static str,
    pub zugzwang: bool,
    pub threats: Vec<Node>,
    pub variations: Vec<Node>,
    pub refutations: Vec<Node>,
    pub refutes: bool,
    pub constraint: bool,
}

impl Node {
    /// A half-move that nothing follows.
    #[must_use]
    pub fn leaf(mv: PlayedMove) -> Self {
        Self {
            mv,
            mark: "",
            zugzwang: false,
            threats: Vec::new(),
            variations: Vec::new(),
            refutations: Vec::new(),
            refutes: false,
            constraint: false,
        }
    }
}

/// One event of a phase.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type")]
pub enum Event {
    LineFound {
        moves: Vec<PlayedMove>,
        sides: String,
        half_moves_skipped: u16,
        restarts: Vec<u16>,
        constraint: bool,
        /// A number for the men where the line ends and where they stand; 0 where nobody asks.
        #[serde(skip)]
        end: u64,
    },
    TreeFound {
        node: Node,
        ply: u16,
    },
    PostKey {
        zugzwang: bool,
        threats: Vec<Node>,
        check: bool,
        ply: u16,
    },
    MoveNumber {
        number: u32,
        #[serde(rename = "move")]
        mv: PlayedMove,
        second: Option<u32>,
    },
    Message {
        key: String,
        arguments: Vec<String>,
    },
    PhaseFinished {
        complete: bool,
        why: String,
        nodes: u64,
        seconds: f64,
        omitted: bool,
        decided: bool,
    },
    #[serde(rename = "failed")]
    Failed {
        text: String,
    },
}
