use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::{Men, Places};
use super::super::man::Man;
use super::super::mechanism::{Bearing, Hook, Lending, LendingTurn, Mechanism, Way};
use super::super::observe::{Level, Look};
use super::super::place::{Place, Site};

/// A man moves with the walks of others, besides its own or instead of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BorrowWalk {
    receiver: Men,
    lender: Men,
    source: Source,
    mode: Mode,
    /// Whether it also observes so.
    #[serde(default = "yes")]
    observes: bool,
    /// Men that may not enter the squares of `closed` by a borrowed walk.
    #[serde(default)]
    confined: Option<Men>,
    #[serde(default)]
    closed: Places,
    /// Of which moves the borrowed walk is; the others are of the man's own.  Where lenders are
    /// told by observation, which asks for these moves itself, it is all.
    #[serde(default)]
    part: Part,
}

const fn yes() -> bool {
    true
}

/// Which lenders lend to a man.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Source {
    /// Those of its own side whose own walk observes it.
    Guards,
    /// Those of the other side whose own walk observes it.
    Observers,
    /// The man of its own side on the next square behind it, as its side sees the board.
    Behind,
    /// The man of its own side on the next square before it.
    Ahead,
    /// The man of the other side on the next square before it.
    Facing,
    /// The man of the other side on the next square behind it.
    Back,
    /// Those of the other side on the next squares of its rank.
    Beside,
    /// The man of any side on the square opposite to its own, through the centre of the board.
    Opposite,
    /// The man of any side on its square in the array.
    Home,
    /// That of these walks which belongs to its file: one a file from the first one on and, where they
    /// end, from the last one back.
    File(Vec<u8>),
    /// Nobody, but it has these walks when the own walk of a man of the other side observes it.
    Observed(Vec<u8>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Add,
    Replace,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    #[default]
    All,
    Quiet,
    Captures,
}

impl BorrowWalk {
    // The kinds whose walks the man on `from`, moved by `by`, is lent.
    fn lent<B: Bits>(&self, look: Look<'_, B>, by: Side, from: Square) -> Vec<u8> {
        let lenders = self.lender.squares(look.pos);
        let guards = |men: B| look.observed(from, by, men & lenders, Level::Own);
        let observes = |men: B| observes(look, by.other(), men & lenders, from);
        let walks_of = |lends: &dyn Fn(B) -> bool| {
            let kinds = look.pos.kinds.iter().zip(0u8..);
            kinds.filter(|&(&men, _)| lends(men)).map(|(_, kind)| kind).collect()
        };
        let own = look.pos.men(by);
        let enemy = look.pos.men(by.other());
        match &self.source {
            Source::Guards => walks_of(&guards),
            Source::Observers if self.lends_everyone() && !renamed(look, by.other()) => {
                walks_of(&|men| observes_as_itself(look, by.other(), men & lenders, from))
            }
            Source::Observers if look.rules.hooks.walks.len() > 1 => {
                observers_as_they_walk(look, by.other(), lenders, from)
            }
            Source::Observers => walks_of(&observes),
            Source::Observed(walks) if observes(!B::EMPTY) => walks.clone(),
            Source::Observed(_) => Vec::new(),
            Source::Behind => self.on(look, look.rules.near(by, from, (0, -1)) & own),
            Source::Ahead => self.on(look, look.rules.near(by, from, (0, 1)) & own),
            Source::Facing => self.on(look, look.rules.near(by, from, (0, 1)) & enemy),
            Source::Back => self.on(look, look.rules.near(by, from, (0, -1)) & enemy),
            Source::Beside => {
                let beside = look.rules.near(by, from, (1, 0)) | look.rules.near(by, from, (-1, 0));
                self.on(look, beside & enemy)
            }
            Source::Opposite => self.on(look, look.rules.diametral(B::bit(from))),
            Source::Home => {
                let home = |man| home(look, by, from, man);
                look.man(from).map_or_else(Vec::new, |man| self.on(look, home(man)))
            }
            Source::File(walks) => look.rules.of_file(from, walks).into_iter().collect(),
        }
    }

    // On which next square the lender stands, as the man's side sees the board, and whether it is of
    // that side.
    fn beside(&self) -> Option<(i32, bool)> {
        match self.source {
            Source::Behind => Some((-1, true)),
            Source::Ahead => Some((1, true)),
            Source::Facing => Some((1, false)),
            Source::Back => Some((-1, false)),
            _ => None,
        }
    }

    // Those to whom a man beside them lends its walk, whoever moves them; `None` where that is not told
    // by squares beside them.
    fn receiving<B: Bits>(&self, look: Look<'_, B>) -> Option<B> {
        let (ahead, same) = self.beside()?;
        let pos = look.pos;
        let lenders = self.lender.squares(pos);
        let lent = Side::BOTH.into_iter().fold(B::EMPTY, |all, side| {
            let lending = lenders & pos.men(if same { side } else { side.other() });
            all | look.rules.all_near(side, lending, (0, -ahead)) & pos.men(side)
        });
        Some(lent & self.receiver.squares(pos))
    }

    // The kinds whose walks the man has but for this rule.
    fn others<B: Bits>(&self, look: Look<'_, B>, by: Side, from: Square, man: Man) -> Vec<u8> {
        let mut kinds = vec![man.kind];
        let rules = look.rules.those(&look.rules.hooks.walks, by);
        for rule in rules.filter(|&rule| !std::ptr::addr_eq(rule, self)) {
            rule.walks(look, by, from, &mut kinds);
        }
        kinds
    }

    // Whether enemies that observe any man lend it walks besides its own.
    fn lends_everyone(&self) -> bool {
        self.source == Source::Observers
            && self.mode == Mode::Add
            && self.receiver.royal != Some(true)
    }

    // Whether enemies that observe the man lend.
    fn asks_enemies(&self) -> bool {
        matches!(self.source, Source::Observers | Source::Observed(_))
    }

    fn part(&self) -> Part {
        let observed = self.asks_enemies() || self.source == Source::Guards;
        if observed { Part::All } else { self.part }
    }

    // Each walk that the man has comes from its own square in the array, where a man stands there.
    fn lend_from_home<B: Bits>(
        &self,
        look: Look<'_, B>,
        by: Side,
        (from, man): (Square, Man),
        kinds: &mut Vec<u8>,
    ) {
        let walks = std::mem::take(kinds);
        for kind in walks {
            let lent = self.on(look, home(look, by, from, Man { kind, ..man }));
            let used = if lent.is_empty() { vec![kind] } else { lent };
            for kind in used {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
        }
    }

    // The kinds of the lenders on some squares.
    fn on<B: Bits>(&self, look: Look<'_, B>, squares: B) -> Vec<u8> {
        let men = squares.squares().filter_map(|sq| Some((sq, look.man(sq)?)));
        men.filter(|&(sq, man)| self.lender.has(man, sq)).map(|(_, man)| man.kind).collect()
    }
}

// Whether one of `men` of `by` observes the man on a square by its own walk; a royal man it has to
// check.  What keeps men from checking may ask what royal men observe: then walks alone count.
fn observes<B: Bits>(look: Look<'_, B>, by: Side, men: B, target: Square) -> bool {
    let lending = &look.pos.memory.lending;
    let own = if lending.get() { men & own_walkers(look, by) } else { men };
    let by_walk = own.any() && look.observed(target, by, own, Level::Own)
        || look.rules.hooks.walks.len() > 1 && observes_as_lent(look, by, men, target);
    by_walk && suits_king(look, by, men, target)
}

// Whether one of `men` of `by` observes the man on a square by its own walk, even if it cannot use it; a
// royal man it has to check.
fn observes_as_itself<B: Bits>(look: Look<'_, B>, by: Side, men: B, target: Square) -> bool {
    men.any()
        && look.observed(target, by, men, Level::Own)
        && suits_king(look, by, men, target)
}

// Whether the man on a square is no king or one of `men` checks it; while a check is asked for, any.
fn suits_king<B: Bits>(look: Look<'_, B>, by: Side, men: B, target: Square) -> bool {
    look.pos.memory.lending.get()
        || !look.man(target).is_some_and(|man| man.royal)
        || checks(look, by, men, target)
}

// Whether men of `by` may be known by the walks of others.  Source: Popeye 4, by experiment.
fn renamed<B: Bits>(look: Look<'_, B>, by: Side) -> bool {
    look.rules.those(&look.rules.hooks.walks, by).any(|rule| rule.renames())
}

// The men of `by` whose own walk is not replaced by one that a man beside them lends.
fn own_walkers<B: Bits>(look: Look<'_, B>, by: Side) -> B {
    let mut gaits = Vec::new();
    look.rules.gaits(look, by, &mut gaits);
    gaits.iter().zip(&look.pos.kinds).fold(B::EMPTY, |all, (&men, &own)| all | men & own)
}

// The same by walks that other rules lend.
fn observes_as_lent<B: Bits>(look: Look<'_, B>, by: Side, men: B, target: Square) -> bool {
    let lending = &look.pos.memory.lending;
    if lending.replace(true) {
        return false;
    }
    let observes = look.observed(target, by, men, Level::Raw);
    lending.set(false);
    observes
}

// A king that would come back guards others by its own walk only.  Source: Popeye 4, by experiment.
fn checks<B: Bits>(look: Look<'_, B>, by: Side, men: B, target: Square) -> bool {
    let memory = &look.pos.memory;
    let lending = &memory.lending;
    // Whether it would come back may need the capture played, which asks for guards again.
    let truly = memory.guarding.get() && memory.depth == 0;
    let level = if truly { Level::Capture } else { Level::Lends };
    lending.set(true);
    let checks = (men & look.pos.men(by)).squares().any(|from| {
        look.observed(target, by, B::bit(from), level)
            && look.rules.lets_arrive(look, by, from, target)
    });
    lending.set(false);
    checks
}

// The walks with which men among `lenders` of `by` observe the man on a square, where these may be lent
// to them by men beside them.
fn observers_as_they_walk<B: Bits>(
    look: Look<'_, B>,
    by: Side,
    lenders: B,
    target: Square,
) -> Vec<u8> {
    let mut gaits = Vec::new();
    look.rules.gaits(look, by, &mut gaits);
    let mut others = look.rules.those(&look.rules.hooks.walks, by);
    let asks_check = !look.pos.memory.lending.get()
        && look.man(target).is_some_and(|man| man.royal)
        && !others.any(|rule| rule.lends_replaced());
    let mut as_one = vec![B::EMPTY; gaits.len()];
    let mut found = Vec::new();
    for (kind, men) in (0u8..).zip(gaits) {
        let men = men & lenders & look.pos.men(by);
        as_one[usize::from(kind)] = men;
        let seen = men.any() && look.sees_as(&as_one, target, by, men) == Some(true);
        as_one[usize::from(kind)] = B::EMPTY;
        if seen && (!asks_check || checks(look, by, men, target)) {
            found.push(kind);
        }
    }
    found
}

fn home<B: Bits>(look: Look<'_, B>, by: Side, from: Square, man: Man) -> B {
    Place::Array.squares(look, &Site::of_departure(man, by, from, from))
}

impl<B: Bits> Mechanism<B> for BorrowWalk {
    fn hooks(&self) -> &'static [Hook] {
        let ways = self.confined.is_some() || self.part() != Part::All;
        if ways { &[Hook::Walk, Hook::Way] } else { &[Hook::Walk] }
    }

    fn observes(&self) -> bool {
        self.observes
    }

    fn renames(&self) -> bool {
        self.mode == Mode::Replace && matches!(self.source, Source::Behind | Source::Ahead)
    }

    // Source: Popeye 4, by experiment.
    fn lending_turn(&self) -> LendingTurn {
        match self.mode {
            Mode::Replace if self.source == Source::Opposite => LendingTurn::Exchanges,
            Mode::Replace if self.asks_enemies() => LendingTurn::ReplacesObserved,
            Mode::Replace => LendingTurn::Replaces,
            Mode::Add if self.lends_everyone() => LendingTurn::AddsFirst,
            Mode::Add if self.asks_enemies() => LendingTurn::AddsObserved,
            Mode::Add => LendingTurn::Adds,
        }
    }

    // Source: Popeye 4, by experiment.
    fn goes_unseen(&self) -> bool {
        self.mode == Mode::Replace
            && matches!(self.source, Source::Facing | Source::Back | Source::Beside | Source::Home)
    }

    // Source: Popeye 4, by experiment.
    fn stays_here(&self, captures: bool) -> bool {
        self.part() == Part::Quiet && !captures
    }

    fn lends_off_board(&self) -> bool {
        self.source != Source::Opposite
    }

    // Source: Popeye 4, by experiment.
    fn lends_replaced(&self) -> bool {
        self.mode == Mode::Replace && matches!(self.source, Source::Opposite | Source::Home)
    }

    // Source: Popeye 4, by experiment.
    fn captures_as_others(&self, look: Look<'_, B>, by: Side, from: Square) -> bool {
        let received = look.man(from).filter(|&man| self.receiver.has(man, from));
        self.part() == Part::Captures
            && received.is_some_and(|man| {
                let lent = self.lent(look, by, from);
                !lent.is_empty() && !lent.contains(&man.kind)
            })
    }

    fn lent(&self, look: Look<'_, B>, men: B) -> B {
        self.receiving(look).unwrap_or(look.pos.all_men()) & men
    }

    fn bearing(&self) -> Bearing {
        let same = self.beside().is_some_and(|(_, same)| same);
        if same { Bearing::Lends } else { Bearing::Unknown }
    }

    fn lends(&self) -> Option<Lending> {
        let (ahead, own) = self.beside()?;
        let everyone = self.receiver == Men::default() && self.lender == Men::default();
        let replaces = self.mode == Mode::Replace;
        Some(Lending { lender: (0, ahead), own, replaces, everyone })
    }

    fn lends_wholly(&self) -> bool {
        self.mode == Mode::Replace && self.observes && self.part() == Part::All
    }

    fn gaits(&self, look: Look<'_, B>, by: Side, kinds: &mut [B]) {
        let Some((ahead, same)) = self.beside() else { return };
        let side = if same { by } else { by.other() };
        let pos = look.pos;
        let receivers = self.receiver.squares(pos) & pos.men(by);
        let lenders = self.lender.squares(pos) & pos.men(side);
        let lent_by = |lenders: B| look.rules.all_near(by, lenders, (0, -ahead)) & receivers;
        if self.mode == Mode::Replace {
            let lent = lent_by(lenders);
            for men in kinds.iter_mut() {
                *men &= !lent;
            }
        }
        for (men, &own) in kinds.iter_mut().zip(&pos.kinds) {
            *men |= lent_by(own & lenders);
        }
    }

    fn walks(&self, look: Look<'_, B>, by: Side, from: Square, kinds: &mut Vec<u8>) {
        let Some(man) = look.man(from).filter(|&man| self.receiver.has(man, from)) else { return };
        if self.source == Source::Home && self.mode == Mode::Replace {
            self.lend_from_home(look, by, (from, man), kinds);
            return;
        }
        let lent = self.lent(look, by, from);
        if self.mode == Mode::Replace && !lent.is_empty() {
            kinds.clear();
        }
        // A king that may be lent walks by enemies has its own besides, whatever took its place.
        // Source: Popeye 4, by experiment.
        let keeps = self.mode == Mode::Add
            && self.source == Source::Observers
            && self.receiver.royal == Some(true);
        if keeps && !kinds.contains(&man.kind) {
            kinds.clear();
            kinds.push(man.kind);
        }
        for kind in lent {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }

    fn closes(&self, look: Look<'_, B>, way: &Way) -> bool {
        let Some(man) = look.man(way.from) else { return false };
        let confined = |men: &Men| men.has(man, way.from);
        // The walks that others lend may be asked from here again; then no way is held for borrowed.
        let others = &look.pos.memory.others;
        let borrowed = || {
            if others.replace(true) {
                return false;
            }
            let borrowed = !self.others(look, way.by, way.from, man).contains(&way.kind);
            others.set(false);
            borrowed
        };
        let quiet = way.captures.is_empty();
        let part = match self.part() {
            Part::All => false,
            Part::Quiet | Part::Captures => {
                let lent = self.receiver.has(man, way.from)
                    .then(|| self.lent(look, way.by, way.from))
                    .filter(|lent| !lent.is_empty());
                let lends = (self.part() == Part::Quiet) == quiet;
                lent.is_some_and(|lent| if lends { !lent.contains(&way.kind) } else { borrowed() })
            }
        };
        part || self.closed.has(way.to)
            && self.confined.as_ref().is_some_and(confined)
            && borrowed()
    }
}
