//! What the search tells, as it goes to Python; the fields are those of solver/model/solution.py.

use serde::Serialize;

use crate::rules::{PlayedEffect, PlayedMove};

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
    /// Effects of the half-move left out before the threats.
    pub threat_effects: Vec<PlayedEffect>,
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
            threat_effects: Vec::new(),
        }
    }
}

/// What a half-move is to the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    Threats,
    Variations,
    Refutations,
}

impl Place {
    pub const COUNT: usize = 3;
    /// In the order in which they are written.
    pub const ALL: [Self; Self::COUNT] = [Self::Threats, Self::Variations, Self::Refutations];
}

/// How far a first move was examined.
#[derive(Clone, Debug, Serialize)]
pub struct Examined {
    /// Half-moves of the lines that were looked for, 0 where that is not the question.
    pub length: u16,
    /// Its number, 0 for play without one.
    pub number: u32,
    #[serde(rename = "move")]
    pub mv: Option<PlayedMove>,
    /// Units that it consists of, and how many of them are done.
    pub parts: u32,
    pub done: u32,
}

impl Examined {
    /// Adds a unit.
    pub fn add(&mut self, done: bool) {
        self.parts += 1;
        self.done += u32::from(done);
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
    /// A part of a large tree: it belongs to the last open part of the depth before.
    TreePart {
        node: Node,
        depth: u16,
        place: Place,
        /// More parts may belong to it.
        open: bool,
        ply: u16,
    },
    /// The large tree is complete.
    TreeEnded {
        solution: bool,
    },
    PostKey {
        zugzwang: bool,
        threats: Vec<Node>,
        threat_effects: Vec<PlayedEffect>,
        check: bool,
        ply: u16,
        /// More threats follow, as parts of depth 1.
        open: bool,
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
        examined: Vec<Examined>,
    },
    /// The reader keeps what is found: there are so many units.
    Planned {
        units: usize,
    },
    /// An event for the reader to keep, with its number in the unit, from 0.
    Found {
        unit: usize,
        number: u32,
        solution: bool,
        event: Box<Event>,
    },
    /// The unit is done, with so many events.
    UnitDone {
        unit: usize,
        events: u32,
        nodes: u64,
    },
    /// That event, which the reader has, is in turn.
    Told {
        unit: usize,
        number: u32,
    },
    #[serde(rename = "failed")]
    Failed {
        text: String,
    },
}

impl Event {
    /// It counts for a limit on solutions.
    #[must_use]
    pub fn is_solution(&self) -> bool {
        match self {
            Self::LineFound { .. } => true,
            Self::TreeFound { node, .. } => !node.mark.is_empty(),
            Self::TreeEnded { solution } => *solution,
            _ => false,
        }
    }

    /// It is a part of a tree, after which more parts of it come.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        matches!(self, Self::TreePart { .. } | Self::PostKey { open: true, .. })
    }

    /// Memory that it takes, about, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        let own = size_of::<Self>();
        match self {
            Self::LineFound { moves, .. } => own + moves.len() * MOVE,
            Self::TreeFound { node, .. } | Self::TreePart { node, .. } => own + node.size(),
            Self::Found { event, .. } => own + event.size(),
            Self::PostKey { threats, .. } => own + threats.iter().map(Node::size).sum::<usize>(),
            _ => own,
        }
    }
}

/// Memory that a half-move takes with its texts, about, in bytes.
const MOVE: usize = size_of::<PlayedMove>() + 64;

impl Node {
    fn size(&self) -> usize {
        let below = [&self.threats, &self.variations, &self.refutations];
        let below = below.into_iter().flatten().map(Self::size).sum::<usize>();
        size_of::<Self>() + MOVE + below
    }
}
