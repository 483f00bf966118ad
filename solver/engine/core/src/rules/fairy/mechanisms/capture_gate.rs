use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::{Level, Look};

/// Some men never capture, or are never captured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaptureGate {
    #[serde(default)]
    never_captures: Option<Men>,
    #[serde(default)]
    never_captured: Option<Men>,
    /// These are captured only by men of the same walk.
    #[serde(default)]
    only_by_like: Option<Men>,
}

impl CaptureGate {
    fn spares(&self) -> bool {
        self.never_captured.is_some() || self.only_by_like.is_some()
    }
}

impl<B: Bits> Mechanism<B> for CaptureGate {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Bar]
    }

    // A man that never captures guards nothing; one that is never captured is observed all the same.
    fn asks(&self) -> Level {
        if self.spares() { Level::Free } else { Level::Raw }
    }

    fn bars_from(&self) -> Level {
        if self.spares() { Level::Ruled } else { Level::Lends }
    }

    fn bars(&self, look: Look<'_, B>, _: Side, from: Square, target: Square) -> bool {
        let is = |men: &Option<Men>, sq: Square| {
            men.as_ref().is_some_and(|men| look.man(sq).is_some_and(|man| men.has(man, sq)))
        };
        let kind = |sq: Square| look.man(sq).map(|man| man.kind);
        is(&self.never_captures, from)
            || is(&self.never_captured, target)
            || is(&self.only_by_like, target) && kind(from) != kind(target)
    }
}
