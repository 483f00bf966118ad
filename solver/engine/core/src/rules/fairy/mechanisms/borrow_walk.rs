use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::{Men, Places};
use super::super::mechanism::{Hook, Mechanism, Way};
use super::super::observe::{Level, Look};

/// A man moves with the walks of others, besides its own or instead of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BorrowWalk {
    receiver: Men,
    lender: Men,
    source: Source,
    mode: Mode,
    /// Whether it also observes so.
    #[serde(default = "yes")]
    observes: bool,
    /// Men that may not enter the squares of `closed` by a borrowed walk.
    #[serde(default)]
    confined: Option<Men>,
    #[serde(default)]
    closed: Places,
}

const fn yes() -> bool {
    true
}

/// Which lenders lend to a man.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Source {
    /// Those of its own side whose own walk observes it.
    Guards,
    /// Those of the other side whose own walk observes it.
    Observers,
    /// Nobody, but it has these walks when the own walk of a man of the other side observes it.
    Observed(Vec<u8>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Add,
    Replace,
}

impl BorrowWalk {
    // The kinds whose walks the man on `from`, moved by `by`, is lent.
    fn lent<B: Bits>(&self, look: Look<'_, B>, by: Side, from: Square) -> Vec<u8> {
        let lenders = self.lender.squares(look.pos);
        let side = match self.source {
            Source::Guards => by,
            Source::Observers | Source::Observed(_) => by.other(),
        };
        if let Source::Observed(walks) = &self.source {
            let seen = look.observed(from, side, lenders, Level::Own);
            return if seen { walks.clone() } else { Vec::new() };
        }
        let kinds = look.pos.kinds.iter().zip(0u8..);
        let lends = |men: B| look.observed(from, side, men & lenders, Level::Own);
        kinds.filter(|&(&men, _)| lends(men)).map(|(_, kind)| kind).collect()
    }
}

impl<B: Bits> Mechanism<B> for BorrowWalk {
    fn hooks(&self) -> &'static [Hook] {
        if self.confined.is_some() { &[Hook::Walk, Hook::Way] } else { &[Hook::Walk] }
    }

    fn observes(&self) -> bool {
        self.observes
    }

    fn walks(&self, look: Look<'_, B>, by: Side, from: Square, kinds: &mut Vec<u8>) {
        if !look.man(from).is_some_and(|man| self.receiver.has(man, from)) {
            return;
        }
        let lent = self.lent(look, by, from);
        if self.mode == Mode::Replace && !lent.is_empty() {
            kinds.clear();
        }
        kinds.extend(lent.into_iter().filter(|kind| !kinds.contains(kind)).collect::<Vec<u8>>());
    }

    fn closes(&self, look: Look<'_, B>, way: &Way) -> bool {
        let Some(man) = look.man(way.from) else { return false };
        let confined = |men: &Men| men.has(man, way.from);
        way.kind != man.kind
            && self.closed.has(way.to)
            && self.confined.as_ref().is_some_and(confined)
    }
}
