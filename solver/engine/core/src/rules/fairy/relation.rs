//! How the walks of two men have to be related.

use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::Rule;
use super::observe::{Level, Look};

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
    /// How observation by related men is asked for where others are asked at the given level.
    pub fn level<B: Bits>(&self, look: Look<'_, B>, level: Level) -> Level {
        let hooks = &look.rules.hooks;
        let mut rules = hooks.walks.iter().map(|&rule| &look.rules.rules[usize::from(rule)]);
        let unseen = |rule: &Rule<B>| rule.mechanism.goes_unseen();
        // What is no walk is not compared.
        let walks_alone = !hooks.arrivals.is_empty() || rules.any(unseen);
        if *self != Relation::Any && walks_alone { Level::Own } else { level }
    }

    /// The men of `by` that are related to the one on a square.
    pub fn men<B: Bits>(&self, look: Look<'_, B>, at: Square, by: Side) -> B {
        let walks_apart = look.rules.hooks.walks.is_empty();
        if *self == Relation::Same && walks_apart {
            let own = look.man(at).map_or(B::EMPTY, |man| look.pos.of_kind(man.kind));
            return own & look.pos.men(by);
        }
        // The observed man counts as what it is, the observer as what it walks like.
        let own = look.man(at).map(|man| man.kind);
        let wanted: Vec<u8> = match self {
            Relation::Any => return look.pos.men(by),
            Relation::Same => own.into_iter().collect(),
            Relation::Map(map) => map
                .iter()
                .filter(|&&(kind, _)| Some(kind) == own)
                .map(|&(_, other)| other)
                .collect(),
        };
        let known = look.those_known_as(&wanted, by);
        let rules = || look.rules.those(&look.rules.hooks.walks, by);
        let own = |&from: &Square| !rules().any(|rule| rule.captures_as_others(look, by, from));
        B::of(known.squares().filter(own))
    }
}
