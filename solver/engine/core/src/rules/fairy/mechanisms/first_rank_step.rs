use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::super::setup::Role;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;

/// A pawn on the first rank of its side moves and captures one step, as it does from the second.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FirstRankStep {}

impl<B: Bits> Mechanism<B> for FirstRankStep {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Arrival]
    }

    fn arrives(&self, look: Look<'_, B>, by: Side, from: Square, squares: &mut B) {
        let rules = look.rules;
        let Some(man) = look.man(from) else { return };
        let (x, y) = rules.coordinates(from);
        let (first, ahead) = if by == Side::White { (0, 1) } else { (rules.height - 1, -1) };
        if y != first || rules.game.kinds[usize::from(man.kind)].role != Some(Role::Pawn) {
            return;
        }
        for second in rules.at(x, y + ahead).squares() {
            let reach = rules.game.movement.reach(man.kind, by, second);
            let occupied = look.pos.occupied();
            let ways = [(reach.both | reach.quiet, !occupied), (reach.both | reach.capture, occupied)];
            for (reached, allowed) in ways {
                for to in reached.squares() {
                    let (to_x, to_y) = rules.coordinates(to);
                    // A double step goes further than one rank.
                    if to_y == y + 2 * ahead {
                        *squares |= rules.at(to_x, to_y - ahead) & allowed;
                    }
                }
            }
        }
    }
}
