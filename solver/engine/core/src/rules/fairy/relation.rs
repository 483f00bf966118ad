//! How the walks of two men have to be related.

use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::observe::Look;

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
    /// The men of `by` that are related to the one of `side` on a square.
    pub fn men<B: Bits>(&self, look: Look<'_, B>, at: Square, side: Side, by: Side) -> B {
        let walks_apart = look.rules.hooks.walks.is_empty();
        if *self == Relation::Same && walks_apart {
            let own = look.man(at).map_or(B::EMPTY, |man| look.pos.of_kind(man.kind));
            return own & look.pos.men(by);
        }
        let own = || look.known_as(side, at);
        let wanted: Vec<u8> = match self {
            Relation::Any => return look.pos.men(by),
            Relation::Same => own(),
            Relation::Map(map) => {
                let own = own();
                map.iter().filter(|(kind, _)| own.contains(kind)).map(|&(_, other)| other).collect()
            }
        };
        look.those_known_as(&wanted, by)
    }
}
