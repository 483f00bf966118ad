use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::Fairy;
use super::super::filter::Places;
use super::super::mechanism::{Hook, Mechanism};
use super::super::stage::Stage;
use super::super::turn::Turn;

/// After a half-move from or to some squares all men on them, and holes, go round the centre of the board by a
/// quarter, clockwise.  Only squares that are carried round to such squares again count.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TurnBoard {
    squares: Places,
}

// Where a square of a square board is after a quarter turn clockwise, as White sees the board.
fn turned<B: Bits>(rules: &Fairy<B>, sq: Square) -> Option<Square> {
    let (x, y) = rules.coordinates(sq);
    rules.at(y, rules.width - 1 - x).squares().next()
}

impl TurnBoard {
    // A square and the three to which it is carried, one after the other.
    fn round<B: Bits>(&self, rules: &Fairy<B>, first: Square) -> Option<[Square; 4]> {
        let mut round = [first; 4];
        for at in 1..4 {
            round[at] = turned(rules, round[at - 1])?;
        }
        round.iter().all(|&sq| self.squares.has(sq)).then_some(round)
    }
}

impl<B: Bits> Mechanism<B> for TurnBoard {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Act]
    }

    fn stage(&self) -> Stage {
        Stage::Turning
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let rules = turn.rules;
        if !self.squares.has(turn.deed.from) && !self.squares.has(turn.deed.to) {
            return;
        }
        for first in rules.board.squares() {
            let Some(round) = self.round(rules, first) else { continue };
            // Each round once, from its lowest square; the centre of an odd board stays.
            if round.iter().any(|&sq| sq < first) || round[1] == first {
                continue;
            }
            // Holes go round, too.
            let holes: Vec<usize> = (0..4).filter(|&at| turn.fill(round[at])).collect();
            let occupied = |turn: &Turn<'_, B>, sq: Square| turn.pos.man(sq).is_some();
            match (0..4).find(|&at| !occupied(turn, round[at])) {
                None => {
                    for at in [2, 1, 0] {
                        turn.swap(round[at], round[at + 1]);
                    }
                }
                // What stands before an empty square goes first.
                Some(empty) => {
                    for back in 1..4 {
                        let from = (empty + 4 - back) % 4;
                        if occupied(turn, round[from]) {
                            turn.shift(round[from], round[(from + 1) % 4]);
                        }
                    }
                }
            }
            for at in holes {
                turn.dig(round[(at + 1) % 4]);
            }
        }
        // So do the squares over which a pawn went.  Source: Popeye 4, by experiment.
        let carried = |sq| self.round(rules, sq).map_or(sq, |round| round[1]);
        turn.over = B::of(turn.over.squares().map(carried));
    }
}
