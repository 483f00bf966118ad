//! Before the search: which men cannot move in any solution, and the tables around them.

use crate::board::{Side, Square};
use crate::rules::{CastlingWay, Play};

use super::around::{Around, Standing};
use super::force::{Force, Scene};
use super::graph::{Graph, State};
use super::matching::Cost;
use super::slots::slots_of;
use super::tables::{Ground, SideTables, squares_of};

/// A position and a target, as kinds and squares.
pub struct Task {
    pub royal: Vec<bool>,
    /// By side: the men now, and the men of the target.
    pub men: [Vec<State>; 2],
    pub goals: [Vec<State>; 2],
    pub ways: Vec<CastlingWay>,
    /// A man that can be captured en passant at once.
    pub passer: Option<Square>,
}

/// Tables of both sides, and both sides in the position.
pub type Analysis = ([SideTables; 2], [Force; 2]);

/// The men that are known to stand still, for the men of `side`.
pub fn standing(arounds: &[Around; 2], fixed: [u64; 2], side: Side) -> Standing {
    let other = side.other().index();
    let observed = arounds[other].surely_observed(fixed[other]);
    Standing { squares: fixed[0] | fixed[1], observed }
}

impl Task {
    /// The tables for play in which the sides have `left` half-moves; None when the target is out of
    /// reach.
    ///
    /// Men that cannot come back, and men that must not spend the half-moves to move and come back,
    /// stand in the way of all others; what this makes longer may fix further men.
    pub fn analyse<P: Play>(
        &self,
        rules: &P,
        arounds: &[Around; 2],
        left: [Cost; 2],
    ) -> Option<Analysis> {
        let mut ground = Ground { royal: self.royal.clone(), fixed: [Vec::new(), Vec::new()] };
        loop {
            if !self.fix_unreachable(rules, &mut ground)? {
                let analysis = self.tables(rules, arounds, &ground, left)?;
                if !fix_unmoved(&analysis, &mut ground, left) {
                    return Some(analysis);
                }
            }
        }
    }

    fn captures(&self, side: Side) -> Option<usize> {
        let other = side.other().index();
        self.men[other].len().checked_sub(self.goals[other].len())
    }

    fn tables<P: Play>(
        &self,
        rules: &P,
        arounds: &[Around; 2],
        ground: &Ground,
        left: [Cost; 2],
    ) -> Option<Analysis> {
        let [white, black] = Side::BOTH;
        let most = [self.captures(white)?, self.captures(black)?];
        let make = |side: Side| {
            let goals = &self.goals[side.index()];
            SideTables::new(rules, side, goals, most[side.index()], ground)
        };
        let tables = [make(white), make(black)];
        let ways = |side: Side| -> Vec<CastlingWay> {
            self.ways.iter().copied().filter(|way| way.side == side).collect()
        };
        let force = |side: Side| {
            let (own, other) = (side.index(), side.other().index());
            let slots = slots_of(&tables[other], &self.men[other], most[other], &tables[own])?;
            let men = &self.men[own];
            let standing = standing(arounds, tables.each_ref().map(|t| t.fixed), side);
            let scene = Scene { tables: &tables[own], around: &arounds[own], standing };
            let mut force = Force::new(&scene, men, most[own], &ways(side))?;
            if let Some(passer) = self.passer {
                force.may_be_passed(passer.index(), rules.squares());
            }
            let possible = force.meet(&scene, slots, left[own]);
            (possible && most[own] <= usize::try_from(left[own]).unwrap_or(0)).then_some(force)
        };
        let forces = [force(white)?, force(black)?];
        Some((tables, forces))
    }

    /// Fixes men of the target whose place no man can come to; None when one of them is missing.
    fn fix_unreachable<P: Play>(&self, rules: &P, ground: &mut Ground) -> Option<bool> {
        let squares = rules.squares();
        let fixed = Side::BOTH.map(|side| ground.fixed_squares(side, squares));
        let standing: Vec<Square> = squares_of(fixed[0] | fixed[1]);
        let mut more = false;
        for side in Side::BOTH {
            let own = side.index();
            let graph = Graph::new(rules, side, &standing, &self.royal, 0);
            for &goal in &self.goals[own] {
                let castles = self.ways.iter().filter(|way| way.side == side);
                let mut ends = castles.flat_map(|way| [way.king_to, way.rook_to]);
                let known = ground.fixed[own].contains(&goal);
                if known
                    || graph.can_be_entered(goal)
                    || ends.any(|sq| sq.index() == goal % squares)
                {
                    continue;
                }
                if !self.men[own].contains(&goal) {
                    return None;
                }
                ground.fixed[own].push(goal);
                more = true;
            }
        }
        Some(more)
    }
}

/// Fixes men that can neither move nor be captured within the half-moves that their side has.
fn fix_unmoved((tables, forces): &Analysis, ground: &mut Ground, left: [Cost; 2]) -> bool {
    let mut more = false;
    for side in [0, 1] {
        let force = &forces[side];
        for (number, man) in force.men().iter().enumerate() {
            if !ground.fixed[side].contains(man)
                && !force.may_change(&tables[side], number, left[side])
            {
                ground.fixed[side].push(*man);
                more = true;
            }
        }
    }
    more
}
