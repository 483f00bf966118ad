//! Who does the units of a search, and who keeps what they find.

use serde::Deserialize;

/// How the units of a search are dealt out; by default the search does them all, and hands out what
/// they find in their order.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Work {
    /// The reader keeps what is found: it is handed out at once, with its unit, and the reader is
    /// told when it is in turn.
    pub record: bool,
    /// What is found is in turn at once.
    pub as_found: bool,
    /// Units that are done already; only with `record`.
    pub known: Vec<Known>,
    /// Nothing but these units is done, and nothing is ever in turn; only with `record`.
    pub only: Option<Vec<usize>>,
    /// The units are done by others, whose results are supplied; only with `record`.
    pub elsewhere: bool,
}

/// A unit that was done before, or by others.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    pub unit: usize,
    /// Half-moves that were played for it.
    pub nodes: u64,
    /// For each of its events in order, 1 where it is a solution and 0 where it is not.
    pub solutions: String,
}

impl Known {
    /// Whether each event is a solution.
    pub fn flags(&self) -> impl Iterator<Item = bool> {
        self.solutions.bytes().map(|byte| byte == b'1')
    }
}
