//! From a setup to rules and position.

use std::sync::atomic::AtomicBool;

use crate::board::{Bits, Geometry, Side, Square};

use super::super::compiled::{Rules, kind_number};
use super::super::prospects;
use super::super::setup::{ManSpec, Setup};
use super::super::{RulesError, setup};
use super::foresee::Foresight;
use super::ground::Ground;
use super::mechanism::{Bearing, Hook, Mechanism};
use super::observe::Look;
use super::spec::FairySpec;
use super::stage::Stage;
use super::{Act, Fairy, Hooks, Man, Meddling, Position, Rule, below, place, trails};

const MOST_ATTRIBUTES: usize = 32;
const MOST_RULES: usize = 255;

impl<B: Bits> Fairy<B> {
    /// Compiles a setup; returns the rules and the position of the diagram.
    ///
    /// # Errors
    /// `RulesError` for a setup that is not one.
    pub fn compile(setup: &Setup) -> Result<(Fairy<B>, Position<B>), RulesError> {
        Fairy::compile_with(setup, Vec::new())
    }

    /// The same with mechanisms that are not in the registry, after those of the setup.
    ///
    /// # Errors
    /// As for `compile`.
    pub fn compile_with(
        setup: &Setup,
        more: Vec<Box<dyn Mechanism<B>>>,
    ) -> Result<(Fairy<B>, Position<B>), RulesError> {
        let geometry = Geometry::new(&setup.board)?;
        let none = FairySpec::default();
        let spec = setup.fairy.as_ref().unwrap_or(&none);
        if spec.rules.len() + more.len() > MOST_RULES {
            return Err(RulesError::TooManyRules(MOST_RULES));
        }
        let declared = spec.rules.iter().map(|rule| Declared {
            mechanism: rule.mechanism.build::<B>(),
            side: rule.side,
            stage: rule.stage,
            reason: rule.reason.clone(),
        });
        let more = more.into_iter().map(|mechanism| Declared {
            mechanism,
            side: None,
            stage: None,
            reason: String::new(),
        });
        let (mut rules, mut hooks, slots) = rules_of(declared.chain(more));
        let attributes = with_marks(&spec.attributes, &mut rules)?;
        let shaped = shaped(setup, &rules);
        let setup = shaped.as_ref().unwrap_or(setup);
        let game = Rules::tables(setup, &geometry)?;
        hooks.settle(&game);
        hooks.tell_walks(&rules, game.kinds.len());
        let origins = Side::BOTH.map(|side| origins(&game, &geometry, side));
        let coordinates =
            (0..B::CAPACITY as i32).map(|sq| (sq % geometry.width(), sq / geometry.width()));
        let mut fairy = Fairy {
            sources: [sources(&origins[0]), sources(&origins[1])],
            origins,
            ground: [Ground::open(), Ground::open()],
            promoting: promoting(&game, hooks.alters),
            coordinates: coordinates.collect(),
            above: Vec::new(),
            below: Vec::new(),
            neighbours: neighbours(&geometry),
            dark: dark(&geometry),
            width: geometry.width(),
            height: geometry.height(),
            board: B::of(geometry.squares()),
            arrays: place::arrays(setup, &geometry)?,
            attributes,
            trails: trails::compile(setup, &geometry, &rules),
            game,
            rules,
            hooks,
            grades: Vec::new(),
            bounded: false,
            turning: false,
            straightforward: [false; 2],
            cast: [Vec::new(), Vec::new()],
            crowned: [Vec::new(), Vec::new()],
            returning: [0; 2],
            slots,
            exhausted: AtomicBool::new(false),
        };
        let files = |dy| {
            let squares = (0..B::CAPACITY).map(|sq| Square(sq as u8));
            squares.map(|sq| fairy.beyond(sq, (0, dy))).collect()
        };
        (fairy.above, fairy.below) = (files(1), files(-1));
        fairy.level_ground(&fairy.empty(setup.side));
        fairy.hooks.sequels = fairy.tells_sequels();
        fairy.bounded = fairy.is_bounded();
        fairy.turning = fairy.is_turning();
        fairy.straightforward = [false, true].map(|captures| fairy.is_straightforward(captures));
        fairy.grade_ways(&fairy.empty(setup.side));
        let position = fairy.position(setup, &geometry)?;
        fairy.cast = Side::BOTH.map(|side| fairy.kinds_of(&position, position.men(side)));
        fairy.crowned = Side::BOTH.map(|side| fairy.kinds_of_royals(&position, side));
        fairy.returning = fairy.castlers_to_return(&position);
        Ok((fairy, position))
    }

    fn position(&self, setup: &Setup, geometry: &Geometry) -> Result<Position<B>, RulesError> {
        let mut pos = self.empty(setup.side);
        for man in &setup.men {
            let sq = geometry.square(man.square)?;
            self.set_up(&mut pos, sq, man)?;
        }
        self.crown(&mut pos);
        let mut unmoved = B::EMPTY;
        for (castling, spec) in self.game.castlings.iter().zip(&setup.castling) {
            for (sq, kind) in castling.men() {
                let is = |man: Man| man.kind == kind && man.belongs_to(spec.side);
                if pos.man(sq).is_some_and(is) && !spec.moved.contains(&sq.index()) {
                    unmoved |= B::bit(sq);
                }
            }
        }
        let unmoved = self.not_forfeited(&pos, unmoved);
        self.set_unmoved(&mut pos, unmoved);
        self.survey(&mut pos);
        self.lay(&mut pos)?;
        if let Some(spec) = &setup.en_passant {
            self.en_passant(&mut pos, spec, geometry)?;
        }
        debug_assert_eq!(pos.hash, pos.fresh_hash());
        Ok(pos)
    }

    fn survey(&self, pos: &mut Position<B>) {
        for rule in &self.rules {
            let slots = rule.mechanism.slots();
            let mut state = vec![0; usize::from(slots)];
            rule.mechanism.surveys(Look { rules: self, pos }, &mut state);
            pos.begin_state(rule.slot, &state);
        }
    }

    // The men that lie below squares.
    fn lay(&self, pos: &mut Position<B>) -> Result<(), RulesError> {
        let mut words = Vec::new();
        for man in self.rules.iter().flat_map(|rule| rule.mechanism.laid()) {
            if man.square >= self.game.squares {
                return Err(crate::board::BoardError::Square(man.square).into());
            }
            let sq = Square(man.square as u8);
            words.push(below::word(sq, self.man_of(sq, man)?));
        }
        if !words.is_empty() {
            pos.begin_state(self.hooks.store, &words[..words.len().min(usize::from(below::MOST))]);
        }
        Ok(())
    }

    fn en_passant(
        &self,
        pos: &mut Position<B>,
        spec: &setup::EnPassantSpec,
        geometry: &Geometry,
    ) -> Result<(), RulesError> {
        let passer = geometry.square(spec.capture)?;
        let mut over = B::EMPTY;
        for &arrival in &spec.arrivals {
            over |= B::bit(geometry.square(arrival)?);
        }
        if pos.man(passer).is_some_and(|man| man.belongs_to(pos.side.other())) {
            let side = pos.side;
            self.allow_en_passant(pos, side, over, passer);
        }
        Ok(())
    }

    /// The position of these men, White to move, without rights.
    pub(super) fn diagram_of(&self, men: &[ManSpec]) -> Result<Position<B>, RulesError> {
        let mut pos = self.empty(Side::White);
        for man in men {
            if man.square >= self.game.squares {
                return Err(crate::board::BoardError::Square(man.square).into());
            }
            self.set_up(&mut pos, Square(man.square as u8), man)?;
        }
        self.crown(&mut pos);
        Ok(pos)
    }

    // Men count as royal where rules say so, and only there, if some do.
    fn crown(&self, pos: &mut Position<B>) {
        for rule in &self.rules {
            for side in Side::BOTH.into_iter().filter(|&side| rule.side.is_none_or(|of| of == side))
            {
                if let Some(crowned) = rule.mechanism.crowned(Look { rules: self, pos }, side) {
                    for sq in (crowned ^ pos.royals(side)).squares() {
                        pos.set_royal(sq, crowned.has(sq));
                    }
                }
            }
        }
    }

    pub(super) fn empty(&self, side: Side) -> Position<B> {
        Position::empty(self.game.kinds.len(), self.attributes.len(), usize::from(self.slots), side)
    }

    fn set_up(&self, pos: &mut Position<B>, sq: Square, man: &ManSpec) -> Result<(), RulesError> {
        if pos.man(sq).is_some() {
            return Err(RulesError::Occupied(man.square));
        }
        pos.set_up(sq, self.man_of(sq, man)?);
        Ok(())
    }

    fn man_of(&self, sq: Square, man: &ManSpec) -> Result<Man, RulesError> {
        let origin = self.hooks.origins.then_some(sq);
        let mut traits = 0;
        for &attribute in &man.attributes {
            if attribute >= self.attributes.len() {
                return Err(RulesError::Attribute(attribute));
            }
            traits |= 1 << attribute;
        }
        let kind = kind_number(man.kind, self.game.kinds.len())?;
        Ok(Man { kind, colour: man.colour, royal: man.royal, traits, origin })
    }
}

// By kind and side, where a man may promote; as any kind, if rules may give it another walk first.
fn promoting<B: Bits>(game: &Rules<B>, alters: bool) -> Vec<[B; 2]> {
    let kinds = || game.kinds.iter().map(|kind| kind.promotion_squares);
    let all = kinds().fold([B::EMPTY; 2], |all, of| [all[0] | of[0], all[1] | of[1]]);
    kinds().map(|own| if alters { all } else { own }).collect()
}

// The names of attributes, and after them empty ones for the marks of rules.
fn with_marks<B: Bits>(names: &[String], rules: &mut [Rule<B>]) -> Result<Vec<String>, RulesError> {
    let mut names = names.to_vec();
    for rule in rules.iter_mut().filter(|rule| rule.mechanism.marks()) {
        rule.mechanism.settle_mark(names.len() as u8);
        names.push(String::new());
    }
    if names.len() > MOST_ATTRIBUTES {
        return Err(RulesError::TooManyRules(MOST_ATTRIBUTES));
    }
    Ok(names)
}

struct Declared<B: Bits> {
    mechanism: Box<dyn Mechanism<B>>,
    side: Option<Side>,
    stage: Option<Stage>,
    reason: String,
}

fn rules_of<B: Bits>(declared: impl Iterator<Item = Declared<B>>) -> (Vec<Rule<B>>, Hooks, u8) {
    let mut slots = 0u8;
    let mut hooks = Hooks::default();
    let mut acts = vec![(Stage::Promotion, Act::Promotion)];
    let mut rules = Vec::new();
    let mut stores = false;
    for (number, rule) in declared.enumerate() {
        let number = number as u8;
        let Declared { mut mechanism, side, stage, reason } = rule;
        mechanism.settle(slots);
        let slot = slots;
        slots = slots.saturating_add(mechanism.slots());
        for hook in mechanism.hooks() {
            hooks.widens |= hook.widens() && *hook != Hook::Walk;
            match hook {
                Hook::Walk => hooks.walks.push(number),
                Hook::Select => hooks.selects.push(number),
                Hook::Arrival => hooks.arrivals.push(number),
                Hook::Halt => hooks.halts.push(number),
                Hook::Bar => hooks.bars.push(number),
                Hook::Course => hooks.courses.push(number),
                Hook::Way => hooks.ways.push(number),
                Hook::Departure => hooks.departures.push(number),
                Hook::Foreign => hooks.foreign.push(number),
                Hook::Plane => hooks.plane = mechanism.plane(),
                Hook::Kinds => {}
                Hook::Leg => hooks.legs.push(number),
                Hook::Special => hooks.specials.push(number),
                Hook::Permit => hooks.permits.push(number),
                Hook::Take => hooks.takes.push(number),
                Hook::Promotion => hooks.promotions.push(number),
                Hook::Note => hooks.notes.push(number),
                Hook::Immobility => hooks.immobilities.push(number),
                Hook::Admit => hooks.admits.push(number),
                Hook::Royal => hooks.royals.push(number),
                Hook::Check => hooks.checks.push(number),
                Hook::Duty => hooks.duties.push(number),
                Hook::Origin => hooks.origins = true,
                Hook::Tell => hooks.tells.push(number),
                Hook::Prey => hooks.preys.push(number),
                Hook::Reborn => hooks.reborn.push(number),
                Hook::House => hooks.houses.push(number),
                Hook::Stop => hooks.stops.push(number),
                Hook::Mate => hooks.mates.push(number),
                Hook::Exposure => hooks.exposure = true,
                Hook::Forfeit => hooks.forfeits = true,
                Hook::Unmoved => hooks.unmoved = true,
                Hook::Partner => hooks.partners = true,
                Hook::Store => stores = true,
                Hook::TakeAlone => hooks.alone.push(number),
                Hook::Playable => hooks.playable = true,
                Hook::Cage => hooks.cages = true,
                Hook::Outcome => hooks.outcome = true,
                Hook::Watch => {
                    acts.push((stage.unwrap_or(mechanism.watch_stage()), Act::Watch(number)))
                }
                Hook::Act => {
                    acts.push((stage.unwrap_or(mechanism.stage()), Act::Rule(number)));
                }
            }
        }
        rules.push(Rule { mechanism, side, reason, slot });
    }
    if stores {
        hooks.store = slots;
        slots = slots.saturating_add(below::MOST);
    }
    hooks.walks.sort_by_key(|&number| rules[usize::from(number)].mechanism.lending_turn());
    hooks.checks.sort_by_key(|&number| rules[usize::from(number)].mechanism.asks_flights());
    // Stable: rules of the same moment act in the order in which they are declared.
    acts.sort_by_key(|&(stage, _)| stage);
    hooks.acts = acts.into_iter().map(|(_, act)| act).collect();
    if hooks.royals.is_empty() {
        hooks.alone.retain(|&number| rules[usize::from(number)].mechanism.takes_royals());
    }
    hooks.sum_up(&rules);
    (rules, hooks, slots)
}

impl Hooks {
    // What generation and play ask of all rules together.
    fn sum_up<B: Bits>(&mut self, rules: &[Rule<B>]) {
        let remembers = |rule: u8| rules[usize::from(rule)].mechanism.only_remembers();
        let acting = self.acts.iter().filter_map(|act| match *act {
            Act::Promotion => None,
            Act::Rule(rule) | Act::Watch(rule) => Some(rule),
        });
        let meddling = |numbers: &mut dyn Iterator<Item = u8>| {
            let mut found = Meddling::default();
            for number in numbers {
                found.captures = true;
                found.quiet |= !rules[usize::from(number)].mechanism.only_captures();
            }
            found
        };
        let acting: Vec<u8> = acting.chain(self.notes.iter().copied()).collect();
        self.deeds = meddling(&mut acting.iter().copied());
        let changes = |rule: &u8| rules[usize::from(*rule)].mechanism.only_changes_walk();
        self.alters = acting.iter().any(changes);
        let idle = |rule: &&u8| {
            changes(rule) || !self.acts.contains(&Act::Rule(**rule)) && remembers(**rule)
        };
        let others = acting.iter().filter(|rule| !idle(rule)).chain(&self.admits);
        let others: Vec<u8> = others.copied().collect();
        self.interferes = meddling(&mut others.iter().copied());
        let helps = |rule: &u8| {
            let mechanism = &rules[usize::from(*rule)].mechanism;
            !self.admits.contains(rule) && mechanism.helps()
        };
        self.aids = meddling(&mut others.iter().copied().filter(helps));
        let moved = self.arrivals.is_empty() && self.departures.is_empty();
        let captures = |rule: &u8| rules[usize::from(*rule)].mechanism.legs_capture();
        self.straight = moved && self.legs.iter().all(captures) && self.preys.is_empty();
        let observes = |rule: &u8| rules[usize::from(*rule)].mechanism.leg_observes();
        self.sees_straight = self.departures.is_empty() && !self.legs.iter().any(observes);
        self.widens |= self.legs.iter().any(observes);
        self.lend(rules);
        self.paralyses = self.paralyse(rules);
        self.foresight = Foresight::of(self, rules);
    }

    // What movers become, where rules that change their walk tell.
    fn tell_walks<B: Bits>(&mut self, rules: &[Rule<B>], kinds: usize) {
        let acting = self.acts.iter().filter_map(|act| match *act {
            Act::Rule(rule) => Some(&*rules[usize::from(rule)].mechanism),
            Act::Promotion | Act::Watch(_) => None,
        });
        let changing: Vec<_> = acting.filter(|rule| rule.only_changes_walk()).collect();
        let untold =
            changing.is_empty() || changing.iter().any(|rule| rule.bearing() != Bearing::Walks);
        if untold || rules.iter().any(|rule| rule.side.is_some()) {
            return;
        }
        self.becoming = [false, true].map(|captures| {
            let shapes = |kind: usize| {
                let mut shapes = vec![kind as u8];
                for rule in &changing {
                    rule.walks_after(captures, &mut shapes);
                }
                shapes
            };
            (0..kinds).map(shapes).collect()
        });
    }

    // Where walks are lent from.
    fn lend<B: Bits>(&mut self, rules: &[Rule<B>]) {
        let lending = self.walks.iter().map(|&rule| &*rules[usize::from(rule)].mechanism);
        let lending = lending.filter(|rule| rule.observes());
        let told: Option<Vec<_>> = lending.map(|rule| Some(rule.lends()?.lender)).collect();
        self.widens |= told.is_none();
        let mut lending = self.walks.iter().map(|&rule| &rules[usize::from(rule)].mechanism);
        self.lends_own = lending.all(|rule| rule.bearing() == Bearing::Lends);
        self.lendings = told.unwrap_or_default();
        if let [rule] = self.walks[..] {
            let Rule { mechanism, side, .. } = &rules[usize::from(rule)];
            let lending = mechanism.lends().filter(|lending| lending.everyone);
            self.lending = lending.filter(|_| side.is_none() && mechanism.observes());
        }
    }

    // Decides whether captures of royal men need to be played.
    fn settle<B: Bits>(&mut self, game: &Rules<B>) {
        let crooked =
            |kind: usize| Side::BOTH.iter().any(|&side| game.movement.has_paths(kind as u8, side));
        let alone = self.alone.len() < 2
            && self.acts.len() <= 2
            && self.houses.is_empty()
            && !(0..game.kinds.len()).any(crooked);
        if (0..game.kinds.len()).any(crooked) {
            self.aids = self.interferes;
        }
        let acting = self.acts.iter().any(|&act| act != Act::Promotion);
        if !self.alone.is_empty() && !alone || self.outcome && acting {
            self.playable = true;
        } else if !self.playable {
            self.takes.append(&mut self.alone);
        }
    }
}

// The setup with the kinds as the rules want them, where some want them otherwise.
fn shaped<B: Bits>(setup: &Setup, rules: &[Rule<B>]) -> Option<Setup> {
    let mut shaping =
        rules.iter().filter(|rule| rule.mechanism.hooks().contains(&Hook::Kinds)).peekable();
    shaping.peek()?;
    let mut setup = setup.clone();
    for rule in shaping {
        rule.mechanism.shapes(&mut setup.kinds, rule.side);
    }
    Some(setup)
}

fn origins<B: Bits>(game: &Rules<B>, geometry: &Geometry, side: Side) -> Vec<B> {
    let mut table = vec![B::EMPTY; game.kinds.len() * B::CAPACITY];
    for kind in 0..game.kinds.len() {
        for target in geometry.squares() {
            table[kind * B::CAPACITY + target.index()] =
                prospects::origins(&game.movement, kind as u8, side, target);
        }
    }
    table
}

// By target, from where men of any kind may observe it.
fn sources<B: Bits>(origins: &[B]) -> Vec<B> {
    let mut table = vec![B::EMPTY; B::CAPACITY];
    for kind in origins.chunks(B::CAPACITY) {
        for (all, &origins) in table.iter_mut().zip(kind) {
            *all |= origins;
        }
    }
    table
}

fn neighbours<B: Bits>(geometry: &Geometry) -> Vec<B> {
    let mut table = vec![B::EMPTY; B::CAPACITY];
    for sq in geometry.squares() {
        for (x, y) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            if let Some(next) = geometry.step(sq, (x, y)) {
                table[sq.index()] |= B::bit(next);
            }
        }
    }
    table
}

fn dark<B: Bits>(geometry: &Geometry) -> B {
    B::of(geometry.squares().filter(|&sq| {
        let (x, y) = geometry.coordinates(sq);
        (x + y) % 2 == 0
    }))
}
