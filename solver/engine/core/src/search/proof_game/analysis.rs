//! Before the search: which men cannot move in any solution, and the tables around them.

use crate::board::{Side, Square};
use crate::rules::{CastlingWay, Play};

use super::around::{Around, Standing};
use super::force::{Force, Scene};
use super::graph::State;
use super::matching::Cost;
use super::slots::slots_of;
use super::tables::{Ground, SideTables};

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

/// What holds for lines of any length: men whose place nobody can come to, and the tables around them.
#[derive(Debug)]
pub struct Base {
    ground: Ground,
    tables: [SideTables; 2],
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
    /// What holds for any length; None when the target is out of reach.
    pub fn base<P: Play>(&self, rules: &P, arounds: &[Around; 2]) -> Option<Base> {
        let mut ground = Ground { royal: self.royal.clone(), fixed: [Vec::new(), Vec::new()] };
        self.fix_unreachable(arounds, rules.squares(), &mut ground)?;
        let tables = self.tables(rules, &ground)?;
        Some(Base { ground, tables })
    }

    /// The tables for play in which the sides have `left` half-moves; None when the target is out of
    /// reach.
    ///
    /// Men that cannot come back, and men that must not spend the half-moves to move and come back,
    /// stand in the way of all others; what this makes longer may fix further men.
    pub fn analyse<P: Play>(
        &self,
        rules: &P,
        arounds: &[Around; 2],
        base: &Base,
        left: [Cost; 2],
    ) -> Option<Analysis> {
        let mut forces = self.forces(rules, arounds, &base.tables, left)?;
        let mut ground = base.ground.clone();
        let mut tables = None;
        while fix_unmoved(tables.as_ref().unwrap_or(&base.tables), &forces, &mut ground, left) {
            self.fix_unreachable(arounds, rules.squares(), &mut ground)?;
            let found = self.tables(rules, &ground)?;
            forces = self.forces(rules, arounds, &found, left)?;
            tables = Some(found);
        }
        Some((tables.unwrap_or_else(|| base.tables.clone()), forces))
    }

    fn captures(&self, side: Side) -> Option<usize> {
        let other = side.other().index();
        self.men[other].len().checked_sub(self.goals[other].len())
    }

    fn tables<P: Play>(&self, rules: &P, ground: &Ground) -> Option<[SideTables; 2]> {
        let make = |side: Side| {
            let goals = &self.goals[side.index()];
            Some(SideTables::new(rules, side, goals, self.captures(side)?, ground))
        };
        let [white, black] = Side::BOTH;
        Some([make(white)?, make(black)?])
    }

    fn forces<P: Play>(
        &self,
        rules: &P,
        arounds: &[Around; 2],
        tables: &[SideTables; 2],
        left: [Cost; 2],
    ) -> Option<[Force; 2]> {
        let [white, black] = Side::BOTH;
        let most = [self.captures(white)?, self.captures(black)?];
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
        Some([force(white)?, force(black)?])
    }

    /// Fixes men of the target whose place no man can come to, until no more are found around these;
    /// None when one of them is missing.
    fn fix_unreachable(
        &self,
        arounds: &[Around; 2],
        squares: usize,
        ground: &mut Ground,
    ) -> Option<()> {
        let mut more = true;
        while more {
            more = false;
            let [white, black] = Side::BOTH.map(|side| ground.fixed_squares(side, squares));
            for side in Side::BOTH {
                let own = side.index();
                for (column, &goal) in self.goals[own].iter().enumerate() {
                    let castles = self.ways.iter().filter(|way| way.side == side);
                    let mut ends = castles.flat_map(|way| [way.king_to, way.rook_to]);
                    let known = ground.fixed[own].contains(&goal);
                    if known
                        || arounds[own].can_be_entered(column, white | black)
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
        }
        Some(())
    }
}

/// Fixes men that can neither move nor be captured within the half-moves that their side has.
fn fix_unmoved(
    tables: &[SideTables; 2],
    forces: &[Force; 2],
    ground: &mut Ground,
    left: [Cost; 2],
) -> bool {
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
