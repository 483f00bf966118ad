//! Which men can be on the board: counts, promotions and what the pawns must have captured.

use crate::board::{Side, Square};
use crate::rules::Man;

use super::diagram::Diagram;
use super::game::{Cage, Force, Game};

impl Game {
    /// Whether the men can be there together, as far as counting shows.
    ///
    /// No side has more men than it began with; men beyond those of the array are promoted pawns
    /// that are missing; pawns on other files than their own have captured, and what they captured
    /// is missing.  A man that cannot have left its square (an officer behind pawns that have not
    /// moved) is no promoted man elsewhere and, when it is missing, was not captured by a pawn.
    #[must_use]
    pub fn can_stand(&self, diagram: &Diagram) -> bool {
        let counts = Side::BOTH.map(|side| self.count(diagram, side));
        let [Some(white), Some(black)] = counts else { return false };
        white.captures <= black.within_reach && black.captures <= white.within_reach
    }

    /// None when the men of one side alone cannot be there.
    fn count(&self, diagram: &Diagram, side: Side) -> Option<Count> {
        let force = &self.forces[side.index()];
        let mut pawns = Vec::with_capacity(force.homes.len());
        let mut men = 0;
        for (sq, man) in diagram.men_of(side) {
            men += 1;
            if self.is_pawn(man.kind) {
                pawns.push(self.advance(force, man, sq)?);
            }
        }
        let missing = force.men.checked_sub(men)?;
        let spare = force.homes.len().checked_sub(pawns.len())?;
        let mut promoted = 0;
        let mut lost_at_home = 0;
        for officers in &force.officers {
            let belongs = |&(sq, man): &(Square, Man)| {
                man.kind == officers.kind
                    && officers.shade.is_none_or(|shade| self.shade(sq) == shade)
            };
            let there = diagram.men_of(side).filter(belongs).count();
            let is_lost = |cage: &&Cage| self.is_lost(diagram, cage, side, officers.kind);
            let lost = officers.cages.iter().filter(is_lost).count();
            promoted += there.saturating_sub(officers.count - lost);
            lost_at_home += lost;
        }
        let is_known = |man: Man| {
            self.is_pawn(man.kind) || force.officers.iter().any(|known| known.kind == man.kind)
        };
        promoted += diagram.men_of(side).filter(|&(_, man)| !is_known(man)).count();
        if promoted > spare {
            return None;
        }
        let captures = fewest_captures(&pawns, force, self)?;
        Some(Count { captures, within_reach: missing.saturating_sub(lost_at_home) })
    }

    /// The file of a pawn and how many ranks it has advanced; None where none can stand.
    fn advance(&self, force: &Force, man: Man, sq: Square) -> Option<(i32, i32)> {
        let (file, rank) = self.place(sq);
        let advance = (rank - force.home_rank) * force.forward;
        (advance >= 0 && !self.promotes_on(man.kind, man.side, sq)).then_some((file, advance))
    }

    /// Whether a man of the array never left its square and is no longer there.
    fn is_lost(&self, diagram: &Diagram, cage: &Cage, side: Side, kind: u8) -> bool {
        let is = |sq: Square, test: &dyn Fn(Man) -> bool| {
            diagram.man(sq).is_some_and(|man| man.side == side && test(man))
        };
        cage.pawns.iter().all(|&sq| is(sq, &|man| self.is_pawn(man.kind)))
            && !is(cage.square, &|man| man.kind == kind)
    }
}

struct Count {
    /// The fewest captures that the pawns have made.
    captures: usize,
    /// Missing men that pawns may have captured.
    within_reach: usize,
}

/// The fewest captures that bring pawns from their home squares to where they stand.
///
/// A pawn captures once for each file that it is away from its own, and needs a rank for each.
fn fewest_captures(pawns: &[(i32, i32)], force: &Force, game: &Game) -> Option<usize> {
    const NEVER: usize = usize::MAX;
    let files: Vec<i32> = force.homes.iter().map(|&home| game.place(home).0).collect();
    if pawns.iter().all(|&(_, advance)| advance == 0) {
        return Some(0);
    }
    // By set of homes that are taken, the fewest captures of the pawns so far.
    let mut fewest = vec![NEVER; 1 << files.len()];
    fewest[0] = 0;
    for (number, &(file, advance)) in pawns.iter().enumerate() {
        let mut next = vec![NEVER; fewest.len()];
        for (taken, &captures) in fewest.iter().enumerate() {
            if captures == NEVER || taken.count_ones() as usize != number {
                continue;
            }
            for (home, &from) in files.iter().enumerate() {
                let away = (file - from).abs();
                if taken & (1 << home) == 0 && away <= advance {
                    let with = &mut next[taken | (1 << home)];
                    *with = (*with).min(captures + away as usize);
                }
            }
        }
        fewest = next;
    }
    fewest.into_iter().min().filter(|&captures| captures != NEVER)
}
