use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::super::setup::Colour;
use super::man::Man;
use super::position::Position;

/// Some of the men, by what they are; every condition that is given must hold.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Men {
    /// The number of an attribute.
    #[serde(default)]
    pub attribute: Option<u8>,
    #[serde(default)]
    pub royal: Option<bool>,
    #[serde(default)]
    pub neutral: Option<bool>,
    /// Numbers of kinds.
    #[serde(default)]
    pub kinds: Option<Vec<u8>>,
}

impl Men {
    /// Whether the man is one of them.
    pub fn has(&self, man: Man) -> bool {
        self.attribute.is_none_or(|attribute| man.has(attribute))
            && self.royal.is_none_or(|royal| man.royal == royal)
            && self.neutral.is_none_or(|neutral| (man.colour == Colour::Neutral) == neutral)
            && self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&man.kind))
    }

    /// Where they stand.
    pub fn squares<B: Bits>(&self, pos: &Position<B>) -> B {
        let mut found = pos.occupied();
        if let Some(attribute) = self.attribute {
            found &= pos.traits[usize::from(attribute)];
        }
        match self.royal {
            Some(true) => found &= pos.royal,
            Some(false) => found &= !pos.royal,
            None => {}
        }
        match self.neutral {
            Some(true) => found &= pos.colours[Colour::Neutral.index()],
            Some(false) => found &= !pos.colours[Colour::Neutral.index()],
            None => {}
        }
        if let Some(kinds) = &self.kinds {
            let of = kinds.iter().fold(B::EMPTY, |of, &kind| of | pos.kinds[usize::from(kind)]);
            found &= of;
        }
        found
    }
}
