use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::filter::{Cells, Line, Men, Places};
use super::super::mechanism::{Hook, Mechanism, Way};
use super::super::observe::Look;

/// Men go only from certain squares to certain squares.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GeometryGate {
    /// The men that it is about.
    #[serde(default)]
    mover: Men,
    /// What has to hold between departure and arrival.
    #[serde(default)]
    pair: Option<Pair>,
    /// Where the straight way meets one of these, `pair` need not hold.
    #[serde(default)]
    lines: Vec<Line>,
    /// Where they may arrive.
    #[serde(default)]
    arrival: Option<Places>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Pair {
    SameColour,
    OtherColour,
    OtherCell(Cells),
    /// The straight way meets one of these.
    Across(Vec<Line>),
}

impl Pair {
    fn holds<B: Bits>(&self, look: Look<'_, B>, from: Square, to: Square) -> bool {
        let dark = look.rules.dark;
        match self {
            Pair::SameColour => dark.has(from) == dark.has(to),
            Pair::OtherColour => dark.has(from) != dark.has(to),
            Pair::OtherCell(cells) => cells.divide(look, from, to),
            Pair::Across(lines) => lines.iter().any(|line| line.is_crossed(look, from, to)),
        }
    }
}

impl GeometryGate {
    // Whether nobody that it is about may go there.
    fn separates<B: Bits>(&self, look: Look<'_, B>, from: Square, to: Square) -> bool {
        self.arrival.as_ref().is_some_and(|places| !places.has(to))
            || self.pair.as_ref().is_some_and(|pair| !pair.holds(look, from, to))
                && !self.lines.iter().any(|line| line.is_crossed(look, from, to))
    }
}

impl<B: Bits> Mechanism<B> for GeometryGate {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Way]
    }

    fn closes(&self, look: Look<'_, B>, way: &Way) -> bool {
        look.man(way.from).is_some_and(|man| self.mover.has(man, way.from))
            && self.separates(look, way.from, way.to)
    }

    fn opens(&self, look: Look<'_, B>, from: Square) -> Option<B> {
        let open = |&to: &Square| !self.separates(look, from, to);
        (self.mover == Men::default()).then(|| B::of(look.rules.board.squares().filter(open)))
    }
}
