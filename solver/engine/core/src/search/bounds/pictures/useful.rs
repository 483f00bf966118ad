//! Half-moves that some picture can pay, seen before any is played.
//!
//! Where a side has not a half-move to spare, each has to bring a man nearer to its aim.

use crate::rules::{Form, MoveList};

use super::price::Live;
use super::{MOST_MEN, NOBODY, Pictures, Purse};

/// By man, the squares of half-moves that some picture can pay; by pictures without aims for that man,
/// squares that anyone of the mated side has to come nearer to.
struct Useful {
    squares: [u64; MOST_MEN],
    /// The second where that side captures nothing.
    wanted: [u64; 2],
}

impl Pictures {
    /// Drops half-moves of a side that no picture of this position can pay; it may leave any.
    ///
    /// captures: those that capture, too.
    pub fn drop_useless(&self, mates: bool, purse: Purse, captures: bool, moves: &mut MoveList) {
        let Some(useful) = self.useful(mates, purse) else { return };
        moves.retain(|mv| {
            let man = self.at[mv.from().index()];
            let plain = matches!(mv.form(), Form::Ordinary | Form::Double)
                && man != NOBODY
                && (captures || !mv.is_capture());
            !plain || useful[usize::from(man)] >> mv.to().0 & 1 != 0
        });
    }

    // None where some picture can pay any half-move.
    fn useful(&self, mates: bool, purse: Purse) -> Option<[u64; MOST_MEN]> {
        let &[.., (first, _)] = &self.marks[..] else { return None };
        let gallery = &*self.gallery;
        let tables = &*gallery.tables;
        // What is left of the half-moves of the side, and whether all of them have to capture: who is
        // not in the picture of a stalemate has to be captured, one a half-move.
        let rest = |live: &Live| {
            let picture = live.picture as usize;
            let (mating, mated) = gallery.left(picture, purse);
            let spare = if mates {
                usize::from(live.mating) < mating
            } else {
                usize::from(live.mated) + usize::from(live.blocking) < mated
            };
            let captures = mates
                && tables.stalemate
                && usize::from(self.mated_men - gallery.staying[picture]) >= purse.mating;
            (spare, captures)
        };
        if self.live[first..].iter().any(|live| rest(live) == (true, false)) {
            return None;
        }
        let ways = |peaceful: bool| {
            if mates { &tables.mating_ways } else { tables.ways_of_mated(peaceful) }
        };
        let movers = || {
            let men = self.men.iter().enumerate();
            men.filter(move |(_, man)| (man.side == tables.mating) == mates)
        };
        let enemies = movers_squares(self, !mates);
        // Those on the board, with the squares that bring them nearer, by aim: where their side may
        // capture, and where it does not.
        let (mut present, mut count) = ([(0, [&[][..]; 2]); MOST_MEN], 0);
        for (number, man) in movers() {
            if let Some(state) = man.state {
                let all = ways(false).nearer(state);
                let few = if tables.tells_peace() { ways(true).nearer(state) } else { all };
                present[count] = (number, [all, few]);
                count += 1;
            }
        }
        let present = &present[..count];
        let mut useful = Useful { squares: [0; MOST_MEN], wanted: [0; 2] };
        for live in &self.live[first..] {
            let picture = live.picture as usize;
            let (spare, captures) = rest(live);
            let peaceful = gallery.peaceful[picture];
            let limit = if captures { enemies } else { u64::MAX };
            for &(number, nearer) in present {
                let nearer =
                    nearer[usize::from(peaceful)][usize::from(gallery.aim(number, picture))];
                useful.squares[number] |= if spare { limit } else { nearer & limit };
            }
            if !mates {
                useful.wanted[usize::from(peaceful)] |=
                    gallery.wanted(picture, &self.men, &[]).squares;
            }
        }
        for (number, man) in movers().filter(|(_, man)| !man.royal) {
            let Some(state) = man.state else { continue };
            for (peaceful, mut wanted) in [false, true].into_iter().zip(useful.wanted) {
                let ways = ways(peaceful);
                let nearer = if wanted == 0 { &[] } else { ways.nearer(state) };
                while wanted != 0 {
                    let square = wanted.trailing_zeros() as usize;
                    wanted &= wanted - 1;
                    for aim in (square..ways.states()).step_by(tables.squares) {
                        useful.squares[number] |= nearer[aim];
                    }
                }
            }
        }
        Some(useful.squares)
    }
}

// The squares of the men of a side, as bits.
fn movers_squares(pictures: &Pictures, mates: bool) -> u64 {
    let tables = &*pictures.gallery.tables;
    let men = pictures.men.iter().filter(|man| (man.side == tables.mating) == mates);
    let squares = men.filter_map(|man| man.state).map(|state| tables.square(state));
    squares.fold(0, |set, square| set | 1 << square)
}
