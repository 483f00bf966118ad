//! What a half-move would expose or check, told on the men as they would stand, without playing it.
//!
//! Only of half-moves that do no more than that a man goes, perhaps to take another walk, and that
//! those it captures leave; and only where nothing but the men's own walks decides who observes what,
//! as far as no rule forbids it.  Where one may, a royal man that is observed is left to play.

use crate::board::{Bits, Side, Square};
use crate::movement::{MOST_CAPTURES, View};

use super::super::setup::Colour;
use super::Fairy;
use super::man::Man;
use super::observe::Look;
use super::position::Position;

/// A half-move that is not played.
#[derive(Clone, Copy)]
pub(super) struct Thought<B> {
    pub from: Square,
    pub to: Square,
    /// Where men are captured.
    pub captured: B,
}

impl<B: Bits> Thought<B> {
    // The men of a kind as they would stand, where the mover stays what it is.
    #[inline]
    pub(super) fn of_kind(&self, pos: &Position<B>, kind: u8) -> B {
        self.moved(pos.of_kind(kind))
    }

    /// Some of the men as they would stand.
    #[inline]
    pub(super) fn moved(&self, men: B) -> B {
        let gone = men & !(B::bit(self.from) | self.captured);
        if men.has(self.from) { gone | B::bit(self.to) } else { gone }
    }

    // The men as they would stand, and the royal ones of `side` among them.
    fn standing(&self, pos: &Position<B>, mover: Side, side: Side) -> (View<B>, B) {
        let moved = |set: B| self.moved(set);
        let mut sides = [B::EMPTY; 2];
        sides[mover.index()] = moved(pos.men(mover));
        sides[mover.other().index()] = moved(pos.men(mover.other()));
        (View { sides, occupied: moved(pos.occupied()) }, moved(pos.royals(side)))
    }
}

impl<B: Bits> Fairy<B> {
    /// Whether it can be told so in the position what is exposed.
    #[inline]
    pub(super) fn knows_exposed(&self, pos: &Position<B>, thought: Thought<B>) -> bool {
        let neutral = pos.colours[Colour::Neutral.index()];
        let lends = !self.hooks.lendings.is_empty();
        // Unless a rule tells all walks at once, who lends a walk to another may not leave.
        let captures = self.hooks.lending.is_some() || thought.captured.is_empty();
        let told = !lends || self.hooks.lends_own && captures;
        !self.hooks.widens && told && neutral.is_empty()
    }

    /// The same of what is checked.
    #[inline]
    pub(super) fn knows_checked(&self, pos: &Position<B>, thought: Thought<B>) -> bool {
        let lends = !self.hooks.lendings.is_empty();
        let told = !lends || self.hooks.lending.is_some() && !self.hooks.alters;
        told && self.knows_exposed(pos, thought)
    }

    /// Notes by which walks the side that is not to move observes, for what is told so.
    pub(super) fn note_gaits(&self, pos: &Position<B>) {
        if !self.hooks.lendings.is_empty() && self.hooks.lending.is_none() {
            let mut gaits = pos.memory.waiting.borrow_mut();
            self.gaits(Look { rules: self, pos }, pos.side.other(), &mut gaits);
        }
    }

    /// Whether a royal man of the side to move would be left observed; `None` where it is observed and
    /// a rule may forbid that.
    pub(super) fn would_expose(&self, pos: &Position<B>, thought: Thought<B>) -> Option<bool> {
        let side = pos.side;
        let by = side.other();
        let (view, royals) = thought.standing(pos, side, side);
        let men = view.sides[by.index()];
        let memory = &pos.memory.walk;
        if let Some(lent) = self.lent_to(by, view.sides) {
            let seen = royals.squares().any(|royal| {
                let among = men & self.ground[by.index()].from[royal.index()];
                let walking = |kind| lent.walking(thought.of_kind(pos, kind));
                self.game.observed_as(walking, memory, &view, among, royal, by)
            });
            return self.unless_denied(pos, seen);
        }
        let waiting = pos.memory.waiting.borrow();
        let kinds = if self.hooks.lendings.is_empty() { &pos.kinds[..] } else { &waiting };
        let seen = royals.squares().any(|royal| {
            let among = men & self.ground[by.index()].from[royal.index()];
            self.game.observed_by(kinds, memory, &view, among, royal, by)
        });
        if seen && self.tells_paralysed_after(pos, thought) {
            return Some(self.would_be_seen(pos, thought, &view, royals, by));
        }
        self.unless_denied(pos, seen)
    }

    // Whether a man of a side that is not halted would observe one of the royal men.
    fn would_be_seen(
        &self,
        pos: &Position<B>,
        thought: Thought<B>,
        view: &View<B>,
        royals: B,
        by: Side,
    ) -> bool {
        royals.squares().any(|royal| {
            let able = view.sides[by.index()] & self.sources[by.index()][royal.index()];
            let among = able & !self.paralysed_after(pos, thought, view, (by, able));
            let men_of = |kind| thought.of_kind(pos, kind);
            self.game.observed_as(men_of, &pos.memory.walk, view, among, royal, by)
        })
    }

    // Whether it can be told who is halted after the half-move, and that is all that rules may forbid.
    fn tells_paralysed_after(&self, pos: &Position<B>, thought: Thought<B>) -> bool {
        let doubles = |kind: u8| &self.game.kinds[usize::from(kind)].double_from;
        let steps = pos.man(thought.from).is_some_and(|man| {
            doubles(man.kind).iter().any(|departures| departures.has(thought.from))
        });
        // Who has made a double step may be captured in passing.
        self.tells_paralysed(pos) && !self.asks_takes() && !steps
    }

    /// Whether a royal man of the other side would be observed; `None` where it is and a rule may
    /// forbid that, or where it depends on what the mover becomes.
    pub(super) fn would_check(&self, pos: &Position<B>, thought: Thought<B>) -> Option<bool> {
        let by = pos.side;
        let (view, royals) = thought.standing(pos, by, by.other());
        let others = view.sides[by.index()] & !B::bit(thought.to);
        let memory = &pos.memory.walk;
        if let Some(lent) = self.lent_to(by, view.sides) {
            let seen = royals.squares().any(|royal| {
                let among = view.sides[by.index()] & self.ground[by.index()].from[royal.index()];
                let walking = |kind| lent.walking(thought.of_kind(pos, kind));
                self.game.observed_as(walking, memory, &view, among, royal, by)
            });
            return self.unless_denied(pos, seen);
        }
        let mut seen = false;
        for royal in royals.squares() {
            let open = self.ground[by.index()].from[royal.index()];
            seen |= self.game.observed_by(&pos.kinds, memory, &view, others & open, royal, by);
            if !seen && open.has(thought.to) {
                seen = self.would_observe(pos, thought, &view, royal)?;
            }
        }
        if seen && self.tells_paralysed_after(pos, thought) {
            return Some(self.would_be_seen(pos, thought, &view, royals, by));
        }
        self.unless_denied(pos, seen)
    }

    // Whether the mover would observe a royal man from where it arrives.
    fn would_observe(
        &self,
        pos: &Position<B>,
        thought: Thought<B>,
        view: &View<B>,
        royal: Square,
    ) -> Option<bool> {
        let kind = pos.man(thought.from)?.kind;
        let own = [kind];
        let becoming = &self.hooks.becoming[usize::from(thought.captured.any())];
        let kinds = match becoming.get(usize::from(kind)) {
            Some(kinds) => kinds,
            None if self.hooks.alters => return None,
            None => &own[..],
        };
        let observes = |kind: u8| {
            let memory = &pos.memory.walk;
            self.game.captures_from(kind, pos.side, thought.to, view, royal, memory)
        };
        let mut observing = kinds.iter().map(|&kind| observes(kind));
        let first = observing.next()?;
        observing.all(|other| other == first).then_some(first)
    }

    fn unless_denied(&self, pos: &Position<B>, seen: bool) -> Option<bool> {
        let level = Look { rules: self, pos }.check_level();
        (!seen || !self.denies(level)).then_some(seen)
    }
}

impl<B: Bits> Position<B> {
    /// Asks something of the position after the half-move, of which neither journal nor hash know;
    /// rights stay as they are.  `arrived`: what the mover is then.
    pub(super) fn imagine<R>(
        &mut self,
        thought: Thought<B>,
        arrived: Man,
        ask: impl FnOnce(&Position<B>) -> R,
    ) -> R {
        let (side, passed) = (self.side, self.passed);
        let mover = self.men[thought.from.index()];
        let captured = thought.captured.squares().map(|sq| (sq, self.men[sq.index()]));
        let captured: [Option<(Square, Man)>; MOST_CAPTURES] = {
            let mut men = [None; MOST_CAPTURES];
            men.iter_mut().zip(captured).for_each(|(slot, man)| *slot = Some(man));
            men
        };
        for (sq, man) in captured.into_iter().flatten() {
            self.lift(sq, man);
        }
        self.lift(thought.from, mover);
        self.put(thought.to, arrived);
        (self.side, self.passed) = (side.other(), B::EMPTY);
        let answer = ask(self);
        (self.side, self.passed) = (side, passed);
        self.lift(thought.to, arrived);
        self.put(thought.from, mover);
        for (sq, man) in captured.into_iter().flatten() {
            self.put(sq, man);
        }
        answer
    }
}
