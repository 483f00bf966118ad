//! A position of the past.

use crate::board::{Bits, Side, Square};
use crate::rules::{Man, ManSpec};

use super::game::Game;

/// Men and side to move, with what is known of the moves that led here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    pub(super) men: Vec<Option<Man>>,
    pub(super) side: Side,
    /// Squares whose men have never moved.
    pub(super) unmoved: u64,
    /// The man that made a double step with the last half-move, where that is known.
    pub(super) stepped: Option<Square>,
}

impl Diagram {
    /// A diagram of the game; None for a square off its board, a kind that it lacks or a
    /// man of neither side.
    #[must_use]
    pub fn new(game: &Game, men: &[ManSpec], side: Side) -> Option<Diagram> {
        let mut squares = vec![None; game.squares()];
        for man in men {
            if man.kind >= game.setup.kinds.len() {
                return None;
            }
            let placed = Man { kind: man.kind as u8, side: man.side().ok()?, royal: man.royal };
            *squares.get_mut(man.square)? = Some(placed);
        }
        Some(Diagram { men: squares, side, unmoved: 0, stepped: None })
    }

    /// The man on a square.
    #[must_use]
    pub fn man(&self, sq: Square) -> Option<Man> {
        self.men.get(sq.index()).copied().flatten()
    }

    /// Whether the same men stand on the same squares, the same side to move.
    #[must_use]
    pub fn has_same_men(&self, other: &Diagram) -> bool {
        (&self.men, self.side) == (&other.men, other.side)
    }

    /// The men of a side with their squares, ascending.
    pub(super) fn men_of(&self, side: Side) -> impl Iterator<Item = (Square, Man)> + '_ {
        let men = self.men.iter().enumerate();
        men.filter_map(move |(sq, man)| {
            man.filter(|man| man.side == side).map(|man| (Square(sq as u8), man))
        })
    }

    /// Whether the man on the square is known never to have moved.
    pub(super) fn is_unmoved(&self, sq: Square) -> bool {
        self.unmoved.has(sq)
    }

    /// The same diagram, in which the men on these squares have never moved.
    #[must_use]
    pub(super) fn keeping(&self, squares: u64) -> Diagram {
        Diagram { unmoved: self.unmoved | squares, ..self.clone() }
    }

    pub(super) fn specs(&self) -> impl Iterator<Item = ManSpec> + '_ {
        self.men.iter().enumerate().filter_map(|(square, man)| {
            man.map(|man| ManSpec {
                square,
                kind: usize::from(man.kind),
                colour: man.side.into(),
                royal: man.royal,
                attributes: Vec::new(),
            })
        })
    }
}
