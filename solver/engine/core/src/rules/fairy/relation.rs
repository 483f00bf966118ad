//! How the walks of two men have to be related.

use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::man::Man;
use super::position::Position;

/// Which men are related to a given one by their walks.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// All of them.
    #[default]
    Any,
    /// Those of the same walk.
    Same,
    /// By the kind of the given man, those of another kind; none where it is left out.
    Map(Vec<(u8, u8)>),
}

impl Relation {
    /// The men that are related to `man`.
    pub fn men<B: Bits>(&self, pos: &Position<B>, man: Man) -> B {
        match self {
            Relation::Any => pos.all_men(),
            Relation::Same => pos.of_kind(man.kind),
            Relation::Map(map) => map
                .iter()
                .filter(|&&(kind, _)| kind == man.kind)
                .fold(B::EMPTY, |men, &(_, other)| men | pos.of_kind(other)),
        }
    }
}
