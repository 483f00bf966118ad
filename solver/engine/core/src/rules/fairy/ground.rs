//! Ways that rules close whoever goes there, as masks.

use crate::board::{Bits, Side, Square};

use super::observe::Look;
use super::{Fairy, Position};

/// For one side: from where to where men may go.
#[derive(Clone, Debug)]
pub(super) struct Ground<B> {
    /// By departure, the arrivals.
    pub to: Vec<B>,
    /// By arrival, the departures.
    pub from: Vec<B>,
}

impl<B: Bits> Ground<B> {
    /// Every way is open.
    pub fn open() -> Ground<B> {
        Ground { to: vec![!B::EMPTY; B::CAPACITY], from: vec![!B::EMPTY; B::CAPACITY] }
    }

    fn close(&mut self, from: Square, open: B, board: B) {
        self.to[from.index()] &= open;
        for to in (board & !open).squares() {
            self.from[to.index()] &= !B::bit(from);
        }
    }
}

impl<B: Bits> Fairy<B> {
    /// Takes what rules say of ways between squares out of the rules that are asked.
    ///
    /// Only where men observe what they arrive on, from where they stand.
    pub(super) fn level_ground(&mut self, pos: &Position<B>) {
        let crooked =
            |kind: u8| Side::BOTH.iter().any(|&by| self.game.movement.has_paths(kind, by));
        let elsewhere = !self.hooks.legs.is_empty() || !self.hooks.departures.is_empty();
        if elsewhere || (0..self.game.kinds.len()).any(|kind| crooked(kind as u8)) {
            return;
        }
        let (mut ground, mut ways) = (self.ground.clone(), self.hooks.ways.clone());
        ways.retain(|&number| {
            let rule = &self.rules[usize::from(number)];
            let look = Look { rules: self, pos };
            let squares = self.board.squares();
            let open: Option<Vec<(Square, B)>> =
                squares.map(|from| Some((from, rule.mechanism.opens(look, from)?))).collect();
            let sides =
                Side::BOTH.into_iter().filter(|&side| rule.side.is_none_or(|of| of == side));
            for side in sides {
                for &(from, open) in open.iter().flatten() {
                    ground[side.index()].close(from, open, self.board);
                }
            }
            open.is_none()
        });
        for side in Side::BOTH {
            let open = &ground[side.index()].from;
            let chunks = self.origins[side.index()].chunks_mut(B::CAPACITY);
            for origins in chunks.chain([&mut self.sources[side.index()][..]]) {
                for (origins, &open) in origins.iter_mut().zip(open) {
                    *origins &= open;
                }
            }
        }
        self.ground = ground;
        self.hooks.ways = ways;
    }
}
