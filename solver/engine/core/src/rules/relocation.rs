//! What half-moves do to the squares of men, for goals that follow a man through the play.

use crate::board::{Bits, Square};

use super::journal::Effect;
use super::position::Position;

/// A man leaves a square, or goes to another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relocation {
    /// The man on this square leaves the board.
    Gone(Square),
    /// The man goes to an empty square.
    Moved(Square, Square),
    /// The man that left the board last is put back on this empty square.
    Reborn(Square),
}

impl<B: Bits> Position<B> {
    /// Appends the relocations of the last half-move, in order.
    pub(super) fn relocations(&self, out: &mut Vec<Relocation>) {
        let first = self.plies.last().map_or(0, |ply| ply.effects as usize);
        let effects = self.effects.iter().skip(first);
        out.extend(effects.filter_map(|effect| match *effect {
            Effect::Remove { square, .. } => Some(Relocation::Gone(square)),
            Effect::Move { from, to, .. } => Some(Relocation::Moved(from, to)),
            Effect::Walk { .. } => None,
        }));
    }
}
