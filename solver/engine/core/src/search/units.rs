//! A phase cut into units: independent parts in a canonical order, fixed before any thread runs.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::board::Side;
use crate::rules::{Move, Play};
use crate::stipulation::{BranchId, Expr, ExprId, Fork, Goal, Letters};

use super::events::Event;
use super::line::{Sink, Step, Walk};
use super::shared::Answer;
use super::spec::{Kind, Style};
use super::teller::Teller;
use super::variations::mark_goal;
use super::worker::Worker;

/// An independent part of a phase.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// The first move with that number (from 1) in battle play.
    Key { branch: BranchId, number: u32, mv: Move },
    /// The lines of that length through the first move with that number; where they are many, only
    /// those through one of the second moves.
    Lines { branch: BranchId, total: u16, number: u32, mv: Move, second: Option<u32> },
    /// The lines of battle play through the first move with that number.
    KeyLines { branch: BranchId, number: u32, mv: Move },
    /// Set play of battle play that is written as lines.
    SetLines { branch: BranchId },
    /// An expression that does not begin with help or series play, written as lines.
    Whole { expr: ExprId },
    /// What may be played instead of the root, in the diagram.
    Instead { expr: ExprId },
    /// The lines that begin with a parry by the side that would else let a half-move pass.
    Parried { branch: BranchId, mv: Move },
    /// The diagram violates the constraint: the moves that show it.
    Violation { expr: ExprId, style: Style },
    /// Set play of battle play.
    Set { branch: BranchId },
    /// Play after the key.
    PostKey { branch: BranchId },
    /// The same, written as lines.
    PostKeyLines { branch: BranchId },
}

/// The part of the lines through a first move that goes on with the second move of that index.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub branch: BranchId,
    pub second: u32,
}

/// Half-moves from which on lines are cut at their second half-move.
const LONG: u16 = 5;
/// How many times longer lines take when they are a half-move longer, for a guess.
const GROWTH: f64 = 6.0;

impl Unit {
    /// How long it may take, compared to the others.
    #[must_use]
    pub fn weight(&self) -> f64 {
        match self {
            Self::Lines { total, second, .. } => {
                GROWTH.powf(f64::from(total - u16::from(second.is_some())).min(300.0))
            }
            _ => 1.0,
        }
    }

    /// Other threads can help with it, see `Worker::prepare_unit`.
    #[must_use]
    pub fn can_be_prepared(&self) -> bool {
        matches!(self, Self::Key { .. } | Self::KeyLines { .. })
    }

    /// The first move that it is about, with its number.
    #[must_use]
    pub fn first_move(&self) -> Option<(u32, Move)> {
        match *self {
            Self::Key { number, mv, .. }
            | Self::KeyLines { number, mv, .. }
            | Self::Lines { number, mv, .. } => Some((number, mv)),
            Self::Set { .. }
            | Self::SetLines { .. }
            | Self::PostKey { .. }
            | Self::PostKeyLines { .. }
            | Self::Whole { .. }
            | Self::Instead { .. }
            | Self::Parried { .. }
            | Self::Violation { .. } => None,
        }
    }

    /// Half-moves of the lines of this unit, if it is about lines.
    #[must_use]
    pub fn length(&self) -> Option<u16> {
        match self {
            Self::Lines { total, .. } => Some(*total),
            _ => None,
        }
    }

    /// What the unit finds counts as a solution; the set play of battle play does not.
    #[must_use]
    pub fn has_solutions(&self) -> bool {
        !matches!(self, Self::Set { .. })
    }

    /// The first move of this unit has a number from `first` to `last`.
    #[must_use]
    pub fn within(&self, first: u32, last: u32) -> bool {
        self.first_move().is_none_or(|(number, _)| (first..=last).contains(&number))
    }
}

/// Where a unit hands its events.
pub type Emit<'e> = dyn FnMut(Event) -> bool + 'e;

/// Writes each line as an event.
pub struct Writer<'e, 'f> {
    pub emit: &'e mut Emit<'f>,
    pub numbered: Side,
    pub skipped: u16,
}

impl<P: Play> Sink<P> for Writer<'_, '_> {
    fn found(
        &mut self,
        worker: &mut Worker<'_, P>,
        line: &[Step],
        goal: Option<Goal>,
    ) -> Answer<bool> {
        let event = worker.line_event(line, goal, self.numbered, self.skipped)?;
        Ok((self.emit)(event))
    }

    fn wants_violations(&self) -> bool {
        true
    }
}

impl<P: Play> Worker<'_, P> {
    /// Whether the side to move can capture what is royal of the other, where that is a fault.
    pub fn exposed(&self) -> bool {
        let other = self.rules.side(&self.pos).other();
        !self.rules.allows_exposure() && self.rules.in_check(&self.pos, other)
    }

    /// The units of this phase.
    pub fn units(&mut self, kind: Kind, style: Style) -> Vec<Unit> {
        let root = self.tree.root;
        let Expr::Branch(branch) = self.tree.expr(root) else {
            return vec![Unit::Whole { expr: root }];
        };
        let letters = self.tree.branch(branch).letters;
        let parries = self.tree.branch(branch).parries;
        let battle = matches!(letters, Letters::Attack | Letters::Defence);
        if style == Style::Line && battle && !(parries && letters == Letters::Attack) {
            return vec![Unit::Whole { expr: root }];
        }
        if self.tree.branch(branch).pass_first {
            if let Some(units) = self.units_instead(branch) {
                return units;
            }
            self.pass();
        }
        let attacker_begins = kind == Kind::Actual || (style == Style::Line && !battle);
        if attacker_begins && let Ok(Some(expr)) = self.violation(branch) {
            let violation = Unit::Violation { expr, style };
            return vec![self.tree.instead.map_or(violation, |expr| Unit::Instead { expr })];
        }
        if self.exposed() {
            // It will be told, and to list the moves may take long.
            return Vec::new();
        }
        let tree = self.tree;
        let moves = self.branch_moves();
        let with_goals = |worker: &mut Self, left: u16| {
            worker.moves_towards(branch, &tree.branch(branch).first, left)
        };
        if style == Style::Tree && letters == Letters::Defence {
            return vec![Unit::PostKey { branch }];
        }
        match (style, kind) {
            (Style::Tree, Kind::Set) => vec![Unit::Set { branch }],
            (Style::Tree, Kind::PostKey) => vec![Unit::PostKey { branch }],
            (Style::Tree, Kind::Actual) => {
                let moves = with_goals(self, tree.branch(branch).most);
                numbered(&moves).map(|(number, mv)| Unit::Key { branch, number, mv }).collect()
            }
            (Style::Line, Kind::Set) if battle => vec![Unit::SetLines { branch }],
            (Style::Line, Kind::PostKey) if battle => vec![Unit::PostKeyLines { branch }],
            (Style::Line, _) if battle => {
                numbered(&moves).map(|(number, mv)| Unit::KeyLines { branch, number, mv }).collect()
            }
            (Style::Line, _) => {
                let lengths = self.line_lengths(branch);
                let last = with_goals(self, 1);
                let seconds = self.seconds(branch, &moves);
                let of_length = |total| {
                    let seconds = if total < LONG { &[] } else { &seconds[..] };
                    let moves = numbered(if total == 1 { &last } else { &moves });
                    moves.flat_map(move |(number, mv)| {
                        let parts = seconds.get(number as usize - 1).copied().unwrap_or(0);
                        let whole = (parts == 0).then_some(None);
                        let second = whole.into_iter().chain((0..parts).map(Some));
                        second.map(move |second| Unit::Lines { branch, total, number, mv, second })
                    })
                };
                let forks = self.forks_at_once(branch);
                let lengths = if self.end_here(&forks) { Vec::new() } else { lengths };
                let at_once = forks.into_iter().map(|fork| Unit::Whole { expr: fork.expr });
                let instead = tree.instead.map(|expr| Unit::Instead { expr });
                let play = at_once.chain(lengths.into_iter().flat_map(of_length));
                instead.into_iter().chain(play).collect()
            }
        }
    }

    /// How many moves may follow each of the first `moves`; nothing where lines are not to be cut.
    fn seconds(&mut self, id: BranchId, moves: &[Move]) -> Vec<u32> {
        let branch = self.tree.branch(id);
        // With parry series the second move is not always the second half-move.
        if branch.parries || branch.most < LONG {
            return Vec::new();
        }
        let series = branch.letters == Letters::Series;
        let mut seconds = Vec::with_capacity(moves.len());
        for &mv in moves {
            if self.play(mv).is_err() {
                return Vec::new();
            }
            if series {
                self.pass();
            }
            let list = self.branch_moves();
            seconds.push(list.len() as u32);
            self.give(list);
            if series {
                self.undo();
            }
            self.undo();
        }
        seconds
    }

    /// The lines of a unit that goes on with one of the second moves only; the position stands
    /// before it.
    pub fn walk_part<S: Sink<P>>(
        &mut self,
        part: Part,
        total: u16,
        left: u16,
        line: &mut Vec<Step>,
        sink: &mut S,
    ) -> Answer<Walk> {
        let list = self.branch_moves();
        let second = list.get(part.second as usize).copied();
        self.give(list);
        match second {
            Some(mv) => self.walk_move(part.branch, total, left, mv, line, sink),
            None => Ok(Walk::Nothing),
        }
    }

    /// Forks into other play that may be taken before the first half-move of help play.
    fn forks_at_once(&self, id: BranchId) -> Vec<Fork> {
        let branch = self.tree.branch(id);
        if branch.letters != Letters::Help || branch.least > 0 {
            return Vec::new();
        }
        let into_play = |fork: &Fork| !self.is_of_goals(fork.expr);
        branch.second.iter().copied().filter(into_play).collect()
    }

    /// One of `forks` ends the play where it is taken, and can be taken here.
    fn end_here(&mut self, forks: &[Fork]) -> bool {
        forks
            .iter()
            .any(|fork| fork.ends_play && self.holds(fork.expr, None).is_ok_and(|holds| holds))
    }

    /// Solves one unit; `emit` answers true when it wants no more.
    pub fn solve_unit(
        &mut self,
        unit: Unit,
        numbered: Side,
        skipped: u16,
        emit: &mut Emit<'_>,
    ) -> Answer<()> {
        match unit {
            Unit::Key { branch, number, mv } => {
                self.announce(number, mv, emit)?;
                if self.may_attack(branch)? {
                    let ply = u16::from(self.tree.branch(branch).pass_first);
                    self.write_first_move(branch, mv, &mut Teller::new(emit, ply))?;
                }
            }
            Unit::KeyLines { branch, number, mv } => {
                self.announce(number, mv, emit)?;
                let mut writer = Writer { emit, numbered, skipped };
                if self.may_attack(branch)? {
                    self.key_lines(branch, mv, &mut writer)?;
                }
            }
            Unit::Lines { branch, total, number, mv, second } => {
                if second.unwrap_or(0) == 0 {
                    self.announce(number, mv, emit)?;
                }
                let mut writer = Writer { emit, numbered, skipped };
                if self.may_begin(branch)? {
                    self.part = second.map(|second| Part { branch, second });
                    self.walk_move(branch, total, total, mv, &mut Vec::new(), &mut writer)?;
                }
                self.part = None;
            }
            Unit::Whole { expr } => {
                let mut writer = Writer { emit, numbered, skipped };
                if self.holds(expr, None)? {
                    self.continue_line(expr, None, &mut Vec::new(), &mut writer)?;
                } else if expr != self.tree.root {
                    self.show_violation(expr, &mut Vec::new(), &mut writer)?;
                }
            }
            Unit::Instead { expr } => {
                let mut writer = Writer { emit, numbered, skipped };
                self.instead_lines(expr, &mut writer)?;
            }
            Unit::Parried { branch, mv } => {
                let mut writer = Writer { emit, numbered, skipped };
                self.parried_lines(branch, mv, &mut writer)?;
            }
            Unit::Violation { expr, style } => {
                self.write_violation(expr, style, numbered, skipped, emit)?;
            }
            Unit::SetLines { branch } => {
                let mut writer = Writer { emit, numbered, skipped };
                self.set_lines(branch, &mut writer)?;
            }
            Unit::PostKeyLines { branch } => {
                self.post_key_lines(branch, numbered, skipped, emit)?;
            }
            Unit::Set { branch } => self.write_set_play(branch, &mut Teller::new(emit, 1))?,
            Unit::PostKey { branch } => {
                self.write_post_key_play(branch, &mut Teller::new(emit, 1))?;
            }
        }
        Ok(())
    }

    /// Fills the table with what whoever solves `unit` will ask, in another order; only for battle
    /// play, where a single first move may take longer than all others.
    pub fn prepare_unit(&mut self, unit: Unit) -> Answer<()> {
        let (Unit::Key { branch, mv, .. } | Unit::KeyLines { branch, mv, .. }) = unit else {
            return Ok(());
        };
        let left = self.tree.branch(branch).most - 1;
        if left < 2 || self.is_idle() {
            return Ok(());
        }
        self.play(mv)?;
        if self.must_pass(branch) || self.attack_ended(branch, Some(mv)) {
            return Ok(());
        }
        let tree = self.tree;
        let list = self.moves_towards(branch, &tree.branch(branch).second, left);
        for &mv in list.iter().rev() {
            if self.is_idle() {
                break;
            }
            self.defence_fails(branch, left, mv)?;
        }
        Ok(())
    }

    fn write_violation(
        &mut self,
        expr: ExprId,
        style: Style,
        numbered: Side,
        skipped: u16,
        emit: &mut Emit<'_>,
    ) -> Answer<()> {
        if style == Style::Line {
            let mut writer = Writer { emit, numbered, skipped };
            self.continue_line(expr, None, &mut vec![Step::Violation], &mut writer)?;
            return Ok(());
        }
        let ply = match self.tree.expr(self.tree.root) {
            Expr::Branch(root) => u16::from(self.tree.branch(root).pass_first),
            _ => 0,
        };
        self.write_violating_play(expr, &mut Teller::new(emit, ply))
    }

    fn announce(&mut self, number: u32, mv: Move, emit: &mut Emit<'_>) -> Answer<()> {
        if self.options.move_numbers {
            let mut record = self.describe(mv);
            self.play(mv)?;
            record.check = self.checked();
            self.undo();
            emit(Event::MoveNumber { number, mv: record, second: None });
        }
        Ok(())
    }

    /// The event for a line at whose end the position stands.
    fn line_event(
        &mut self,
        line: &[Step],
        goal: Option<Goal>,
        numbered: Side,
        half_moves_skipped: u16,
    ) -> Answer<Event> {
        for _ in line.iter().filter(|step| matches!(step, Step::Move(_) | Step::Pass)) {
            self.undo();
        }
        let mut numbered = numbered;
        let mut restarts = Vec::new();
        let mut anew = false;
        let mut constraint = false;
        let mut moves = Vec::with_capacity(line.len());
        let mut sides = String::with_capacity(line.len());
        for &step in line {
            match step {
                Step::Pass => self.pass(),
                Step::Violation => constraint = true,
                Step::Restart => {
                    restarts.push(moves.len() as u16);
                    anew = true;
                }
                Step::Move(mv) => {
                    if std::mem::take(&mut anew) {
                        numbered = self.rules.side(&self.pos);
                    } else if moves.is_empty() && self.tree.instead.is_some() {
                        // A half-move later than written, whoever begins.
                        numbered = self.rules.side(&self.pos).other();
                    }
                    sides.push(if self.rules.side(&self.pos) == numbered { 'a' } else { 'b' });
                    let mut record = self.describe(mv);
                    self.play(mv)?;
                    record.check = self.checked();
                    moves.push(record);
                }
            }
        }
        if let (Some(last), Some(goal)) = (moves.last_mut(), goal) {
            mark_goal(last, self.tree.mark(goal));
        }
        let end = if self.options.max_per_end.is_some() { self.men_number() } else { 0 };
        Ok(Event::LineFound { moves, sides, half_moves_skipped, restarts, constraint, end })
    }

    /// A number for the men and where they stand.
    fn men_number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let mut men = Vec::new();
        for side in [Side::White, Side::Black] {
            self.rules.men(&self.pos, side, &mut men);
            men.drain(..).for_each(|(kind, square)| (side, kind, square).hash(&mut hasher));
        }
        hasher.finish()
    }
}

fn numbered(moves: &[Move]) -> impl Iterator<Item = (u32, Move)> {
    (1..).zip(moves.iter().copied())
}
