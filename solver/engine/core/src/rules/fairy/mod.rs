//! Play with further rules: neutral men, attributes, and mechanisms that conditions are made of.
//!
//! [`Fairy`] is the second implementation of [`Play`].  It has the tables of movement in common with
//! the first; a move is an effect after the other in the [`journal`], and legality is found by
//! playing and looking where it is not told by thinking of the move (`thought`).  A [`mechanism`] is a rule of one kind in a file of its own under
//! [`mechanisms`]; it takes part at the hooks that it names and knows no other by name.
//!
//! A half-move: `generate` finds it, `apply` plays it (captures, movement, then the rules, each at
//! its [`stage`]), `legal` plays it with every choice that the rules leave and looks whether a royal
//! man of the mover is observed; `observe` has the three levels of observation.

mod answered;
mod apply;
mod below;
mod bounded;
mod castle;
mod chain;
mod choice;
mod compile;
mod deed;
mod departure;
mod describe;
mod double;
mod ends;
mod filter;
mod flights;
mod foresee;
mod generate;
mod grades;
mod ground;
mod home;
mod hook;
mod journal;
mod keys;
mod known;
mod legal;
mod lent;
mod man;
mod mechanism;
mod mechanisms;
mod observe;
mod occasion;
mod paralysis;
mod passing;
mod place;
mod plain;
mod planes;
mod play;
mod playable;
mod position;
mod relation;
mod sequel;
mod spec;
mod stage;
mod standing;
mod thought;
mod trails;
mod turn;
mod turncoats;
mod watch;

use std::sync::atomic::AtomicBool;

use crate::board::{Bits, Side, Square};
use crate::movement::{Captures, Trails};

use super::compiled::Rules;
use super::moves::Form;
use super::position::NO_KIND;
use foresee::Foresight;
use ground::Ground;

pub use filter::{Men, Places};
pub(in crate::rules) use grades::Grades;
pub use journal::{Effect, Reason};
pub use man::Man;
pub use mechanism::{Bearing, Deed, Hook, Lending, Mechanism, Way};
pub use mechanisms::MechanismSpec;
pub use observe::{Level, Look};
pub use place::{Place, Site};
pub use plain::Plainest;
pub use position::Position;
pub use relation::Relation;
pub use spec::{FairySpec, RuleSpec};
pub use stage::Stage;
pub use turn::Turn;

/// The rules of one problem with all tables, compiled once, read-only, shared by threads.
#[derive(Debug)]
pub struct Fairy<B: Bits> {
    game: Rules<B>,
    attributes: Vec<String>,
    rules: Vec<Rule<B>>,
    hooks: Hooks,
    /// By side, kind and target: from where a man may observe it on a board that suits it.
    origins: [Vec<B>; 2],
    /// By side and target: the same for any kind.
    sources: [Vec<B>; 2],
    /// By side: from where to where men may go whatever they are.
    ground: [Ground<B>; 2],
    /// By kind and side, where a man may promote, also if its move gives it another walk first; close
    /// together, for it is asked of each half-move.
    promoting: Vec<[B; 2]>,
    /// By square, file and rank from 0.
    coordinates: Vec<(i32, i32)>,
    /// By square, the next square of the file above it, and that below it.
    above: Vec<B>,
    below: Vec<B>,
    /// By square, the squares a king's step away.
    neighbours: Vec<B>,
    /// The dark squares.
    dark: B,
    /// Number of files.
    width: i32,
    /// Number of ranks.
    height: i32,
    /// All squares.
    board: B,
    /// The squares of the kinds in the array of the game.
    arrays: place::Arrays<B>,
    /// By kind and side, if some rule tells trails apart.
    trails: Vec<[Option<Trails>; 2]>,
    /// By rule, how good ways are where that is all that it asks.
    grades: Vec<Option<Grades<B>>>,
    /// Whether bounds by the ways of single men hold.
    bounded: bool,
    /// Whether they would but for men that come to the other side by their own half-moves.
    turning: bool,
    /// First for half-moves that do not capture: whether bounds know what they do.
    straightforward: [bool; 2],
    /// By side, the kinds that its men may be, and those that only royal ones among them may be.
    cast: [Vec<u8>; 2],
    crowned: [Vec<u8>; 2],
    /// Of each castling, whether its king, and whether its rook, may come home; as bits.
    returning: [u32; 2],
    /// How many numbers the rules remember.
    slots: u8,
    /// Whether a half-move left more to choose than a move can hold.
    exhausted: AtomicBool,
}

#[derive(Debug)]
struct Rule<B: Bits> {
    mechanism: Box<dyn Mechanism<B>>,
    side: Option<Side>,
    reason: String,
    /// The first of the numbers that it remembers.
    slot: u8,
}

/// For each hook, the numbers of the rules that take part in it.
#[derive(Clone, Default, Debug)]
struct Hooks {
    walks: Vec<u8>,
    arrivals: Vec<u8>,
    halts: Vec<u8>,
    bars: Vec<u8>,
    ways: Vec<u8>,
    legs: Vec<u8>,
    specials: Vec<u8>,
    permits: Vec<u8>,
    courses: Vec<u8>,
    departures: Vec<u8>,
    foreign: Vec<u8>,
    /// The attribute of the men on a second board.
    plane: Option<u8>,
    takes: Vec<u8>,
    promotions: Vec<u8>,
    notes: Vec<u8>,
    admits: Vec<u8>,
    immobilities: Vec<u8>,
    selects: Vec<u8>,
    royals: Vec<u8>,
    checks: Vec<u8>,
    duties: Vec<u8>,
    /// Whether men know where they stood in the diagram.
    origins: bool,
    preys: Vec<u8>,
    reborn: Vec<u8>,
    houses: Vec<u8>,
    tells: Vec<u8>,
    mates: Vec<u8>,
    stops: Vec<u8>,
    /// The first slot of the men that lie below the board, if rules lay some there.
    store: u8,
    /// Whether it depends on what else happens in a half-move if something royal is lost in it.
    outcome: bool,
    /// Whether a side may be in check although it is not its move.
    exposure: bool,
    /// Whether who castles loses the right while it is not royal.
    forfeits: bool,
    /// Whether men may come to the board as if they had not moved.
    unmoved: bool,
    /// Whether who may castle matters although its partner has moved.
    partners: bool,
    /// Those that need a capture played when they are not alone.
    alone: Vec<u8>,
    /// Whether a rule may let a man observe what its own walk does not, or says what is royal and
    /// what check is.
    widens: bool,
    /// Where those stand that lend walks to others for observation, if all rules that lend some tell.
    lendings: Vec<(i32, i32)>,
    /// How it does, if a single rule lends walks, whoever the men are.
    lending: Option<Lending>,
    /// Whether men lend walks only to those of their own side.
    lends_own: bool,
    /// Whether there is a rule that needs a capture played.
    playable: bool,
    /// Whether a rule lets men go to cages when they capture.
    cages: bool,
    /// What happens after the movement, in order.
    acts: Vec<Act>,
    /// Whether rules may do something in a half-move, the promotion aside.
    deeds: Meddling,
    /// Whether they may do something in it or refuse it afterwards.
    interferes: Meddling,
    /// Whether what they do in it may let the mover's side check.
    aids: Meddling,
    /// Whether rules may change the mover's walk; that alone is no interference.
    alters: bool,
    /// By kind, first for half-moves that do not capture: what a mover becomes by such rules, as far
    /// as these tell.
    becoming: [Vec<Vec<u8>>; 2],
    /// Whether a man goes and captures as the walk says that it uses.
    straight: bool,
    /// Whether a man observes as that walk says, as far as no rule forbids it.
    sees_straight: bool,
    /// Whether just those men are halted that like men of the other side observe.
    paralyses: bool,
    /// Whether what follows from half-moves is told, as far as rules go.
    sequels: bool,
    /// What can be told of moves that let the other side check.
    foresight: Foresight,
}

/// Whether rules meddle in half-moves, by what these do.
#[derive(Clone, Copy, Default, Debug)]
struct Meddling {
    quiet: bool,
    captures: bool,
}

impl Meddling {
    fn of(self, captures: bool) -> bool {
        if captures { self.captures } else { self.quiet }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Act {
    Promotion,
    Rule(u8),
    Watch(u8),
}

impl<B: Bits> Fairy<B> {
    // Those of some rules that are about what a side does.
    fn those(&self, hooked: &[u8], side: Side) -> impl Iterator<Item = &dyn Mechanism<B>> {
        let rules = hooked.iter().map(|&number| &self.rules[usize::from(number)]);
        rules.filter(move |rule| rule.side.is_none_or(|of| of == side)).map(|rule| &*rule.mechanism)
    }

    // Those of some men that may use other walks than their own.
    #[inline]
    fn lent(&self, look: Look<'_, B>, men: B) -> B {
        let rules = self.hooks.walks.iter();
        rules.fold(B::EMPTY, |lent, &rule| {
            lent | self.rules[usize::from(rule)].mechanism.lent(look, men)
        })
    }

    // Whether the man on a square may use other walks than its own.
    #[inline]
    fn borrows(&self, look: Look<'_, B>, from: Square) -> bool {
        let mut rules = self.hooks.walks.iter();
        rules.any(|&rule| self.rules[usize::from(rule)].mechanism.borrows(look, from))
    }

    // The kinds whose walks the man on a square uses, for moving or for observing.
    fn walks(&self, look: Look<'_, B>, by: Side, from: Square, moving: bool) -> Vec<u8> {
        let mut kinds = self.walks_here(look, by, from, moving);
        for at in self.lent_elsewhere(look, by, from).squares() {
            for kind in self.walks_out(look, by, from, at) {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
        }
        kinds
    }

    // Other squares from which the man on one sets out if it has no walk of its own: there it is told
    // what it walks like.  Source: Popeye 4, by experiment.
    fn lent_elsewhere(&self, look: Look<'_, B>, by: Side, from: Square) -> B {
        let mut squares = B::EMPTY;
        if self.hooks.departures.is_empty() {
            return squares;
        }
        if let Some(man) = look.man(from).filter(|man| self.clothes(by, man.kind)) {
            for rule in self.those(&self.hooks.departures, by) {
                for captures in [false, true] {
                    rule.departs(look, by, (from, man.kind), captures, &mut squares);
                }
            }
        }
        squares & !B::bit(from)
    }

    // What the man on a square walks like if it sets out from `at`.
    fn walks_out(&self, look: Look<'_, B>, by: Side, from: Square, at: Square) -> Vec<u8> {
        match look.man(from) {
            Some(man) if at != from => self.walks_there(look, by, (at, man), from),
            _ => self.walks_here(look, by, from, true),
        }
    }

    fn walks_here(&self, look: Look<'_, B>, by: Side, from: Square, moving: bool) -> Vec<u8> {
        let mut kinds: Vec<u8> = look.man(from).map(|man| man.kind).into_iter().collect();
        for rule in self.those(&self.hooks.walks, by).filter(|rule| moving || rule.observes()) {
            rule.walks(look, by, from, &mut kinds);
        }
        kinds
    }

    // Whether men of a kind use only walks that a rule lends them.
    fn clothes(&self, by: Side, kind: u8) -> bool {
        self.those(&self.hooks.walks, by).any(|rule| rule.clothes(kind))
    }

    // The walks that a man would use on a square, moved by `by`, if the one on `left` were gone; as other
    // rules than those about kinds without walks leave them.
    fn walks_there(
        &self,
        look: Look<'_, B>,
        by: Side,
        (sq, man): (Square, Man),
        left: Square,
    ) -> Vec<u8> {
        let mut rules = self.those(&self.hooks.walks, by);
        let Some(rule) = rules.find(|rule| rule.clothes(man.kind)) else { return vec![man.kind] };
        let mut board = look.spare(look.pos.memory.depth);
        board.remove(left, Reason::Movement);
        board.remove(sq, Reason::Movement);
        board.place(sq, man, Reason::Movement);
        let mut kinds = vec![man.kind];
        rule.walks(Look { rules: self, pos: &board }, by, sq, &mut kinds);
        look.pos.memory.spare.replace(Some(board));
        kinds
    }

    // The men by the walks with which those of a side observe, where all rules that lend some tell it.
    fn gaits(&self, look: Look<'_, B>, by: Side, kinds: &mut Vec<B>) {
        kinds.clear();
        if let Some(lent) = self.lent_to(by, look.pos.sides()) {
            kinds.extend(look.pos.kinds.iter().map(|&men| lent.walking(men)));
            return;
        }
        kinds.extend_from_slice(&look.pos.kinds);
        for rule in self.those(&self.hooks.walks, by).filter(|rule| rule.observes()) {
            rule.gaits(look, by, kinds);
        }
    }

    // To whom men on some squares may lend walks.
    fn borrowers(&self, by: Side, lenders: B) -> B {
        let ways = self.hooks.lendings.iter();
        ways.fold(B::EMPTY, |all, &(dx, dy)| all | self.all_near(by, lenders, (-dx, -dy)))
    }

    // Who may lend walks to men on some squares.
    fn lenders(&self, by: Side, borrowers: B) -> B {
        let ways = self.hooks.lendings.iter();
        ways.fold(B::EMPTY, |all, &way| all | self.all_near(by, borrowers, way))
    }

    // Squares to which rules let the man go whatever stands between, as far as none closes the way.
    fn arrives(&self, look: Look<'_, B>, by: Side, from: Square, level: Level) -> B {
        let mut squares = B::EMPTY;
        for rule in self.those(&self.hooks.arrivals, by) {
            rule.arrives(look, by, from, &mut squares);
        }
        squares &= !B::bit(from) & self.ground[by.index()].to[from.index()];
        if !self.closes(level) {
            return squares;
        }
        let kind = look.man(from).map_or(NO_KIND, |man| man.kind);
        let open = |&to: &Square| {
            let men = look.pos.occupied();
            let captures = if men.has(to) { Captures::NONE.with(to) } else { Captures::NONE };
            let way = Way { by, from, to, captures, kind, form: Form::Ordinary };
            !self.closed(look, &way, level)
        };
        B::of(squares.squares().filter(open))
    }

    // The men that a side may capture, where the enemies are these.
    fn prey(&self, look: Look<'_, B>, by: Side, enemies: B) -> B {
        let mut prey = enemies;
        for rule in self.those(&self.hooks.preys, by) {
            rule.prey(look, by, &mut prey);
        }
        prey
    }

    // Those of some squares on which rules let a man come back that `side` has captured.
    fn housed(&self, look: Look<'_, B>, side: Side, squares: B) -> B {
        if self.hooks.houses.is_empty() {
            return squares;
        }
        let housed =
            |&sq: &Square| self.those(&self.hooks.houses, side).all(|rule| rule.houses(look, sq));
        B::of(squares.squares().filter(housed))
    }

    // Whether a rule keeps the man from moving.
    #[inline]
    fn halted(&self, look: Look<'_, B>, by: Side, from: Square) -> bool {
        if self.tells_paralysed(look.pos) {
            return self.is_paralysed(look.pos, by, from);
        }
        self.those(&self.hooks.halts, by).any(|rule| rule.halts(look, by, from))
    }

    // Whether a rule keeps the man from capturing the other one.
    #[inline]
    fn barred(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        self.those(&self.hooks.bars, by).any(|rule| rule.bars(look, by, from, target))
    }

    // The same, as far as it counts at this level.
    fn barred_at(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
        target: Square,
        level: Level,
    ) -> bool {
        let mut rules = self.those(&self.hooks.bars, by).filter(|rule| rule.bars_from() <= level);
        rules.any(|rule| rule.bars(look, by, from, target))
    }

    // From where the man on a square sets out by the walk of a kind, its own square first.
    fn departures(
        &self,
        look: Look<'_, B>,
        by: Side,
        (from, kind): (Square, u8),
        captures: bool,
    ) -> Vec<Square> {
        let mut squares = B::bit(from);
        let lent = look.man(from).filter(|man| self.clothes(by, man.kind));
        let known_as = lent.map_or(kind, |man| man.kind);
        if !self.those(&self.hooks.walks, by).any(|rule| rule.stays_here(captures)) {
            for rule in self.those(&self.hooks.departures, by) {
                rule.departs(look, by, (from, known_as), captures, &mut squares);
            }
        }
        if lent.is_some() {
            let walks = |&at: &Square| self.walks_out(look, by, from, at).contains(&kind);
            squares = B::of(squares.squares().filter(walks));
        }
        let own = squares.has(from).then_some(from);
        own.into_iter().chain((squares & !B::bit(from)).squares()).collect()
    }

    // Whether a rule keeps the man from going this way, as far as the level asks for it.
    #[inline]
    fn closed(&self, look: Look<'_, B>, way: &Way, level: Level) -> bool {
        !self.ground[way.by.index()].to[way.from.index()].has(way.to)
            || self.those(&self.hooks.ways, way.by).any(|rule| rule.closes(look, way))
            || level >= Level::Free
                && self
                    .those(&self.hooks.courses, way.by)
                    .any(|rule| rule.asks() < level && rule.closes(look, way))
    }

    // Whether rules close ways at this level.
    #[inline]
    fn closes(&self, level: Level) -> bool {
        !self.hooks.ways.is_empty() || level >= Level::Free && !self.hooks.courses.is_empty()
    }

    // Whether rules may forbid at this level what the men's own walks let them observe.
    #[inline]
    fn denies(&self, level: Level) -> bool {
        let forbids = !self.hooks.halts.is_empty() || !self.hooks.bars.is_empty();
        self.closes(level)
            || level > Level::Raw && forbids
            || level == Level::Capture && self.asks_takes()
    }

    // Whether a rule that asks for less than this level keeps the man from moving.
    fn halted_below(&self, look: Look<'_, B>, by: Side, from: Square, level: Level) -> bool {
        let mut rules = self.those(&self.hooks.halts, by).filter(|rule| rule.asks() < level);
        rules.any(|rule| rule.halts(look, by, from))
    }

    // Whether a rule that asks for less than this level keeps the man from capturing the other one.
    fn barred_below(
        &self,
        look: Look<'_, B>,
        by: Side,
        from: Square,
        target: Square,
        level: Level,
    ) -> bool {
        let mut rules = self.those(&self.hooks.bars, by).filter(|rule| rule.asks() < level);
        rules.any(|rule| rule.bars(look, by, from, target))
    }

    // Whether the rules would let the capture of a royal man happen.
    fn takes(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        self.lets_take(look, by, from, target)
            && (!self.hooks.playable || self.playable(look, by, from, target))
    }

    // As far as that is known without playing it.
    fn lets_take(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        self.those(&self.hooks.takes, by).all(|rule| rule.takes(look, by, from, target))
    }

    // As far as it depends on the squares of the capture alone.  Rules that otherwise need the capture
    // played are asked about men that arrive where they capture.
    fn lets_arrive(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        let crooked = look.man(from).is_some_and(|man| self.game.movement.has_paths(man.kind, by));
        let alone: &[u8] = if crooked { &[] } else { &self.hooks.alone };
        let mut rules = self
            .those(&self.hooks.takes, by)
            .chain(self.those(alone, by))
            .filter(|rule| rule.takes_by_place());
        rules.all(|rule| rule.takes(look, by, from, target))
    }

    // Whether a square of `side` is royal itself, whoever stands there.
    fn is_royal_square(&self, side: Side, target: Square) -> bool {
        self.those(&self.hooks.royals, side).any(|rule| rule.royal_squares().has(target))
    }

    // Whether check depends on what a capture of the royal man leads to.
    fn asks_takes(&self) -> bool {
        self.hooks.playable || !self.hooks.takes.is_empty()
    }

    // Whether the rules accept the position that a move has made.
    fn admitted(&self, look: Look<'_, B>, deed: &Deed) -> bool {
        self.those(&self.hooks.admits, deed.side).all(|rule| rule.admits(look, deed))
    }

    // From one square to another.
    fn vector(&self, from: Square, to: Square) -> (i32, i32) {
        let ((x, y), (to_x, to_y)) = (self.coordinates(from), self.coordinates(to));
        (to_x - x, to_y - y)
    }

    // Where the leaps of a kind lead on an empty board.
    fn leaps(&self, kind: u8, from: Square) -> B {
        let movement = &self.game.movement;
        movement.targets(movement.reach(kind, Side::White, from), B::EMPTY, B::EMPTY)
    }

    // The direction of the straight way from one square to another, without its length.
    fn direction(&self, from: Square, to: Square) -> (i32, i32) {
        let (dx, dy) = self.vector(from, to);
        let (mut a, mut b) = (dx.abs(), dy.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        if a == 0 { (0, 0) } else { (dx / a, dy / a) }
    }

    fn origins(&self, kind: u8, side: Side, target: Square) -> B {
        self.origins[side.index()][usize::from(kind) * B::CAPACITY + target.index()]
    }
}
