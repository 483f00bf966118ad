//! Observation, at three levels.

use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};
use crate::movement::{Captures, View};

use super::super::moves::Form;
use super::super::position::NO_KIND;
use super::super::setup::Colour;
use super::Fairy;
use super::man::Man;
use super::mechanism::{Mechanism, Way};
use super::position::Position;

/// How much is asked of an observation.  Each level asks only lower ones, so asking ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// A path of the man's own walk leads to the target.
    Own,
    /// A path of a walk that it uses now leads to the target.
    Raw,
    /// And no rule that itself asks for `Raw` at most halts the man.
    Awake,
    /// And those rules let this man capture that one that themselves ask for less.
    Free,
    /// And those that ask for less than this.
    Able,
    /// And all rules but those of rebirths let this man capture that one as if it were royal.
    Lends,
    /// And those of its own rebirth do so, too.
    Threat,
    /// And all rules let this man capture that one.
    Ruled,
    /// And what the capture of a royal man leads to is allowed.
    Capture,
}

/// A position that is only looked at.
#[derive(Clone, Copy)]
pub struct Look<'a, B: Bits> {
    pub rules: &'a Fairy<B>,
    pub pos: &'a Position<B>,
}

impl<B: Bits> Look<'_, B> {
    /// What a rule remembers in a slot.
    pub fn remembered(self, slot: u8) -> u64 {
        self.pos.state(slot)
    }

    /// The kinds that the man of `by` on a square counts as where walks are compared.
    pub fn known_as(self, by: Side, at: Square) -> Vec<u8> {
        let mut kinds: Vec<u8> = self.man(at).map(|man| man.kind).into_iter().collect();
        for rule in self.rules.those(&self.rules.hooks.walks, by).filter(|rule| rule.renames()) {
            rule.walks(self, by, at, &mut kinds);
        }
        kinds
    }

    /// The men of `by` that count as one of these kinds where walks are compared.
    pub fn those_known_as(self, kinds: &[u8], by: Side) -> B {
        let men = self.pos.men(by);
        let renames = self.rules.those(&self.rules.hooks.walks, by).any(|rule| rule.renames());
        if !renames {
            return kinds.iter().fold(B::EMPTY, |found, &kind| found | self.pos.of_kind(kind))
                & men;
        }
        let known = |&at: &Square| self.known_as(by, at).iter().any(|kind| kinds.contains(kind));
        B::of(men.squares().filter(known))
    }

    /// The man on a square.
    pub fn man(self, sq: Square) -> Option<Man> {
        self.pos.man(sq)
    }

    /// Whether one of `among`, moved by `by`, observes `target`, perhaps because it could capture
    /// it en passant; a man never observes itself.
    ///
    /// What stands on the target counts as an enemy.  Cost: a walk for each man that could observe
    /// the target if the board suited it.
    pub fn observed(self, target: Square, by: Side, among: B, level: Level) -> bool {
        self.observed_in_place(target, by, among, level)
            || level != Level::Own && self.observed_from_afar(target, by, among, level)
            || self.observed_in_passing(target, by, among, level)
    }

    /// Whether one of `among`, men of `by`, observes the target by its own walk, whatever rules forbid;
    /// `None` where that is not told at once.
    #[inline]
    pub(super) fn sees(self, target: Square, by: Side, among: B) -> Option<bool> {
        self.sees_as(&self.pos.kinds, target, by, among)
    }

    /// The same by walks that rules lend, if they all tell which.
    fn sees_by_gaits(self, target: Square, by: Side, among: B) -> Option<bool> {
        if let Some(lent) = self.rules.lent_to(by, self.pos.sides()) {
            let kinds = &self.pos.kinds;
            let walking = |kind: u8| lent.walking(kinds[usize::from(kind)]);
            return self.sees_walking(walking, target, by, among);
        }
        let mut gaits = self.pos.memory.gaits.take();
        self.rules.gaits(self, by, &mut gaits);
        let sees = self.sees_as(&gaits, target, by, among);
        self.pos.memory.gaits.replace(gaits);
        sees
    }

    /// The same where the men walk as these kinds.
    #[inline]
    pub(super) fn sees_as(self, kinds: &[B], target: Square, by: Side, among: B) -> Option<bool> {
        self.sees_walking(|kind| kinds[usize::from(kind)], target, by, among)
    }

    #[inline]
    fn sees_walking(
        self,
        men_of: impl Fn(u8) -> B + Copy,
        target: Square,
        by: Side,
        among: B,
    ) -> Option<bool> {
        let (game, pos) = (&self.rules.game, self.pos);
        // On its way a neutral man takes others, but not itself, for enemies.
        let neutral = pos.colours[Colour::Neutral.index()];
        if neutral.meets(among) && !game.movement.observers[by.index()].is_plain() {
            return None;
        }
        let view = self.view(by, target);
        let among = among & self.rules.ground[by.index()].from[target.index()] & !B::bit(target);
        Some(game.observed_as(men_of, &pos.memory.walk, &view, among, target, by))
    }

    /// Whether one of some men of a kind, not neutral ones, observes `target` by its walk; `None` where
    /// rules may say otherwise.
    pub(super) fn sees_as_kind(self, kind: u8, by: Side, men: B, target: Square) -> Option<bool> {
        let hooks = &self.rules.hooks;
        let asked = [&hooks.walks, &hooks.legs, &hooks.departures, &hooks.arrivals];
        let neutral = self.pos.colours[Colour::Neutral.index()];
        if !asked.into_iter().all(Vec::is_empty)
            || self.rules.closes(Level::Raw)
            || self.pos.passed.any()
            || neutral.meets(men)
        {
            return None;
        }
        let able = men & self.rules.origins(kind, by, target) & !B::bit(target);
        if able.is_empty() {
            return Some(false);
        }
        let (view, memory) = (self.view(by, target), &self.pos.memory.walk);
        let game = &self.rules.game;
        let sees = |from| game.captures_from(kind, by, from, &view, target, memory);
        Some(able.squares().any(sees))
    }

    // Whether one of them may go there by a rule.
    fn observed_from_afar(self, target: Square, by: Side, among: B, level: Level) -> bool {
        !self.rules.hooks.arrivals.is_empty()
            && (among & self.pos.men(by) & !B::bit(target)).squares().any(|from| {
                self.rules.arrives(self, by, from, level).has(target)
                    && self.passes(by, from, target, level)
            })
    }

    fn observed_in_place(self, target: Square, by: Side, among: B, level: Level) -> bool {
        let open = self.rules.ground[by.index()].from[target.index()];
        let mut among = among & self.pos.men(by) & open & !B::bit(target);
        if self.rules.hooks.sees_straight && self.rules.hooks.legs.is_empty() {
            among &= self.rules.sources[by.index()][target.index()];
        }
        if among.is_empty() {
            return false;
        }
        let lends = level != Level::Own && !self.rules.hooks.lendings.is_empty();
        if lends && self.rules.hooks.sees_straight {
            match self.sees_by_gaits(target, by, among) {
                Some(true) if self.rules.denies(level) => {}
                Some(sees) => return sees,
                None => {}
            }
        }
        let lent = if level == Level::Own { B::EMPTY } else { self.rules.lent(self, among) };
        if self.rules.hooks.sees_straight && lent.is_empty() {
            match self.sees(target, by, among) {
                Some(true) if self.rules.denies(level) => {
                    let only_halts = level < Level::Capture || !self.rules.asks_takes();
                    if only_halts && self.rules.tells_paralysed(self.pos) {
                        among &= !self.rules.paralysed(self.pos, by, among);
                        return self.sees(target, by, among) == Some(true);
                    }
                }
                Some(sees) => return sees,
                None => {}
            }
        }
        let view = self.view(by, target);
        if !self.rules.hooks.departures.is_empty() {
            return among.squares().any(|from| {
                self.reaches_from_elsewhere(by, from, target, level)
                    && self.passes(by, from, target, level)
            });
        }
        let among = among & !lent;
        let kinds = self.pos.kinds.iter().enumerate();
        let by_own_walk = kinds.filter(|(_, men)| men.meets(among)).any(|(kind, &men)| {
            let kind = kind as u8;
            let mut able = men & among;
            if self.rules.hooks.legs.is_empty() {
                able &= self.rules.origins(kind, by, target);
            }
            able.squares().any(|from| {
                self.reaches(kind, by, from, target, &view, level)
                    && self.passes(by, from, target, level)
            })
        });
        by_own_walk
            || lent.squares().any(|from| {
                let kinds = self.rules.walks(self, by, from, false);
                let able = |kind: &u8| {
                    !self.rules.hooks.sees_straight
                        || self.rules.origins(*kind, by, target).has(from)
                };
                let mut kinds = kinds.into_iter().filter(able);
                kinds.any(|kind| self.reaches(kind, by, from, target, &view, level))
                    && self.passes(by, from, target, level)
            })
    }

    /// What the man on a square could capture by the walks that it uses, where rules close ways,
    /// if they did not.
    pub fn aims(self, by: Side, from: Square) -> B {
        let rules = self.rules;
        let mut ends = Vec::new();
        if rules.closes(Level::Raw)
            || (rules.board & !rules.ground[by.index()].to[from.index()]).any()
        {
            for kind in rules.walks(self, by, from, false) {
                for at in rules.departures(self, by, (from, kind), true) {
                    rules.ends(self.pos, by, (from, at), kind, &mut ends);
                }
            }
        }
        B::of(ends.iter().flat_map(|(_, captures)| captures.iter()))
    }

    /// Those of `men`, moved by `by`, from which the walk of this kind observes `target`.
    pub(super) fn observers_by(self, kind: u8, by: Side, men: B, target: Square) -> B {
        let men = men & self.rules.origins(kind, by, target) & !B::bit(target);
        if men.is_empty() {
            return B::EMPTY;
        }
        let view = self.view(by, target);
        B::of(men.squares().filter(|&from| self.reaches(kind, by, from, target, &view, Level::Own)))
    }

    /// Those of `among`, each moved by its own side, that observe `target` at the level `Raw`.
    pub fn observers(self, target: Square, among: B) -> B {
        let mut found = B::EMPTY;
        for from in (among & !B::bit(target)).squares() {
            let sides = Side::BOTH.iter();
            let mut sides = sides.filter(|&&by| self.pos.men(by).has(from));
            if sides.any(|&by| self.observed_in_place(target, by, B::bit(from), Level::Raw)) {
                found |= B::bit(from);
            }
        }
        found
    }

    // Whether a path leads there from one of the squares from which the man may set out.
    fn reaches_from_elsewhere(self, by: Side, from: Square, target: Square, level: Level) -> bool {
        let own: Vec<u8> = self.man(from).map(|man| man.kind).into_iter().collect();
        let kinds = if level == Level::Own { own } else { self.rules.walks(self, by, from, false) };
        let view = self.view(by, target);
        let memory = &self.pos.memory.walk;
        kinds.into_iter().any(|kind| {
            self.rules.departures(self, by, (from, kind), true).into_iter().any(|at| {
                let view = view.with_man_at(by, from, at);
                self.rules.game.captures_from(kind, by, at, &view, target, memory)
                    && (!self.rules.closes(level)
                        || self.opens(kind, by, (from, at), target, &view, level))
            })
        })
    }

    // Whether a path leads there.
    fn reaches(
        self,
        kind: u8,
        by: Side,
        from: Square,
        target: Square,
        view: &View<B>,
        level: Level,
    ) -> bool {
        // A walk is lent along its own way.
        let mut legs = self.rules.those(&self.rules.hooks.legs, by).filter(|_| level != Level::Own);
        if let Some(seen) = legs.find_map(|rule| rule.reaches(self, by, from, kind, target)) {
            return seen;
        }
        let mut view = *view;
        // A neutral man does not take itself for an enemy.
        view.sides[by.other().index()] &= !B::bit(from);
        let memory = &self.pos.memory.walk;
        self.rules.game.captures_from(kind, by, from, &view, target, memory)
            && (!self.rules.closes(level)
                || self.opens(kind, by, (from, from), target, &view, level))
    }

    // Whether one of the paths on which the man captures on `target` is open.
    fn opens(
        self,
        kind: u8,
        by: Side,
        (from, at): (Square, Square),
        target: Square,
        view: &View<B>,
        level: Level,
    ) -> bool {
        let open = |to: Square, captures: Captures| {
            let form = Form::Ordinary;
            !self.rules.closed(self, &Way { by, from, to, captures, kind, form }, level)
        };
        let movement = &self.rules.game.movement;
        let reach = movement.reach(kind, by, at);
        let enemy = view.sides[by.other().index()];
        let plain = movement.targets(reach, view.occupied & !enemy, enemy).has(target);
        if plain && open(target, Captures::NONE.with(target)) {
            return true;
        }
        let Some((graph, start)) = movement.paths(kind, by, reach) else { return false };
        let mut ends = Vec::new();
        graph.walk(start, by, view, &mut self.pos.memory.walk.borrow_mut(), |end| {
            if end.captures.iter().any(|sq| sq == target) {
                ends.push(end);
            }
            false
        });
        ends.iter().any(|end| open(end.to, end.captures))
    }

    /// Whether no rule that asks only for raw observation halts the man of `by`.
    pub fn awake(self, by: Side, from: Square) -> bool {
        !self.rules.halted_below(self, by, from, Level::Awake)
    }

    fn passes(self, by: Side, from: Square, target: Square, level: Level) -> bool {
        let rules = self.rules;
        match level {
            Level::Own | Level::Raw => true,
            Level::Awake => self.awake(by, from),
            Level::Free | Level::Able => {
                !rules.halted_below(self, by, from, level)
                    && !rules.barred_below(self, by, from, target, level)
            }
            Level::Lends | Level::Threat => {
                !rules.halted(self, by, from) && !rules.barred_at(self, by, from, target, level)
            }
            Level::Ruled => !rules.halted(self, by, from) && !rules.barred(self, by, from, target),
            Level::Capture => {
                self.passes(by, from, target, Level::Ruled) && rules.takes(self, by, from, target)
            }
        }
    }

    /// The men as a walk of `by` sees them: neutral ones are friends and enemies, and the one on
    /// `target` is an enemy.
    pub fn view(self, by: Side, target: Square) -> View<B> {
        let mut view = self.pos.view_of(by);
        view.occupied |= B::bit(target);
        view.sides[by.index()] &= !B::bit(target);
        view.sides[by.other().index()] |= B::bit(target);
        view
    }

    /// Whether some royal man of `side` could be captured by the other side.
    pub fn in_check(self, side: Side) -> bool {
        self.in_check_by(side, |_| true)
    }

    /// The same without the rules that ask where royal men could go.
    /// As if a side's own royal men told of its check.
    pub fn in_check_but_for_flights(self, side: Side) -> bool {
        self.in_check_by(side, |rule| !rule.asks_flights() && !rule.checks_by_enemy())
    }

    /// The side whose royal men tell whether a side is in check.
    pub fn side_told_by(self, side: Side) -> Side {
        let mut rules = self.rules.those(&self.rules.hooks.checks, side);
        if rules.any(|rule| rule.checks_by_enemy()) { side.other() } else { side }
    }

    fn in_check_by(self, side: Side, counts: impl Fn(&dyn Mechanism<B>) -> bool) -> bool {
        let check = self.royals(side).squares().any(|royal| self.exposed(royal, side));
        let rules = self.rules.those(&self.rules.hooks.checks, side).filter(|&rule| counts(rule));
        rules.fold(check, |check, rule| rule.checks(self, side, check))
    }

    /// The squares on which `side` has something royal.
    pub fn royals(self, side: Side) -> B {
        let mut royals = self.pos.royals(side);
        for rule in self.rules.those(&self.rules.hooks.royals, side) {
            rule.royals(self, side, &mut royals);
        }
        royals
    }

    /// Whether a royal man of `side` on the square could be captured by the other side.
    pub fn exposed(self, royal: Square, side: Side) -> bool {
        let by = side.other();
        let level = self.check_level();
        let exposed = |look: Look<'_, B>| look.observed(royal, by, !B::EMPTY, level);
        self.rules.on_board_of(self, royal, exposed)
    }

    /// Whether the man on a square itself checks `side`.
    pub fn checked_by(self, from: Square, side: Side) -> bool {
        let level = self.check_level();
        self.rules.on_board_of(self, from, |look| {
            let mut royals = look.royals(side).squares();
            royals.any(|royal| look.observed_from(royal, side.other(), from, level))
        })
    }

    /// Whether the man on `from`, moved by `by`, itself observes `target`; one that may set out from its
    /// own square does so from there only, as Popeye has it.
    pub fn observed_from(self, target: Square, by: Side, from: Square, level: Level) -> bool {
        let rules = self.rules;
        if rules.hooks.departures.is_empty() {
            return self.observed(target, by, B::bit(from), level);
        }
        let kinds = rules.walks(self, by, from, false);
        let stays = |&kind: &u8| rules.departures(self, by, (from, kind), true).contains(&from);
        if !kinds.iter().any(stays) {
            return self.observed(target, by, B::bit(from), level);
        }
        let view = self.view(by, target);
        kinds.into_iter().any(|kind| self.reaches(kind, by, from, target, &view, level))
            && self.passes(by, from, target, level)
    }

    /// The level at which a royal man is in check.
    pub fn check_level(self) -> Level {
        if self.rules.asks_takes() { Level::Capture } else { Level::Ruled }
    }

    // A man that made a double step may be captured en passant in the next half-move.
    pub(super) fn observed_in_passing(
        self,
        target: Square,
        by: Side,
        among: B,
        level: Level,
    ) -> bool {
        let pos = self.pos;
        if pos.passed.is_empty() || pos.passer != target || pos.side != by {
            return false;
        }
        let men = among & pos.men(by) & !B::bit(target);
        pos.passed.squares().any(|over| {
            let men = self.rules.passers(pos, by, over, men, level != Level::Own);
            men.squares().any(|from| {
                self.opens_passing(by, from, over, target, level)
                    && self.passes(by, from, target, level)
            })
        })
    }

    // Whether no rule closes the way of a capture en passant.
    fn opens_passing(self, by: Side, from: Square, to: Square, at: Square, level: Level) -> bool {
        let captures = Captures::NONE.with(at);
        let kind = self.man(from).map_or(NO_KIND, |man| man.kind);
        !self.rules.closed(
            self,
            &Way { by, from, to, captures, kind, form: Form::EnPassant },
            level,
        )
    }

    /// Whether the man on `from`, moved by `by`, could capture the one on `target` en passant.
    pub fn captures_in_passing(self, by: Side, from: Square, target: Square) -> bool {
        let pos = self.pos;
        let mut over = pos.passed.squares();
        pos.passer == target
            && over.any(|over| self.rules.passers(pos, by, over, B::bit(from), true).any())
    }
}

impl<B: Bits> Position<B> {
    /// The men as the one on `from`, moved by `by`, sees them: a neutral man does not take itself
    /// for an enemy.
    #[inline]
    pub(super) fn view_from(&self, by: Side, from: Square) -> View<B> {
        let mut view = self.view_of(by);
        view.sides[by.other().index()] &= !B::bit(from);
        view
    }

    /// The men as the one on `from`, moved by `by`, sees them as if it stood on `at`.
    #[inline]
    pub(super) fn view_at(&self, by: Side, from: Square, at: Square) -> View<B> {
        self.view_from(by, from).with_man_at(by, from, at)
    }

    /// The men as a walk of `by` sees them: neutral ones are friends and enemies.
    #[inline]
    pub(super) fn view_of(&self, by: Side) -> View<B> {
        let mut sides = [B::EMPTY; 2];
        sides[by.index()] = self.men(by);
        sides[by.other().index()] = self.men(by.other());
        View { sides, occupied: self.occupied() }
    }
}

impl<B: Bits> View<B> {
    /// The same with the man of `by` on `from` standing on `at` instead.
    pub(super) fn with_man_at(mut self, by: Side, from: Square, at: Square) -> View<B> {
        if from != at {
            self.sides[by.index()] = (self.sides[by.index()] & !B::bit(from)) | B::bit(at);
            self.sides[by.other().index()] &= !B::bit(from);
            self.occupied = (self.occupied & !B::bit(from)) | B::bit(at);
        }
        self
    }
}
