//! Playing a half-move: captures, movement, and what the rules make of it.

use crate::board::{Bits, Side, Square};
use crate::movement::MOST_CAPTURES;

use super::super::moves::{Form, Move};
use super::journal::Reason;
use super::mechanism::{Deed, Mechanism};
use super::observe::Look;
use super::position::Position;
use super::turn::Turn;
use super::{Act, Fairy, Man, keys};

impl<B: Bits> Fairy<B> {
    /// Plays a move and gives the move to the other side; `None` when a rule forbids it or it is no
    /// man's move.
    pub(super) fn apply(&self, pos: &mut Position<B>, mv: Move) -> Option<Deed> {
        let side = self.mover_side(pos, mv.from());
        let bare = self.is_bare(pos, mv);
        pos.begin(pos.side.other());
        pos.memory.asked.clear();
        if mv.form() == Form::Null {
            self.pass(pos);
            return None;
        }
        let mover = pos.man(mv.from())?;
        if bare {
            return Some(self.apply_bare(pos, mv, (mover, side)));
        }
        let deed = Deed {
            side,
            from: mv.from(),
            to: mv.to(),
            mover,
            at: Some(mv.from()),
            captured: [None; MOST_CAPTURES],
            exposed: false,
        };
        let mut turn = Turn::new(self, pos, mv, deed);
        self.perform(&mut turn);
        let (deed, refused, unmoved, over) = (turn.deed, turn.refused, turn.unmoved, turn.over);
        let unreborn = turn.unreborn;
        pos.memory.unreborn = unreborn && !refused;
        // A man that the other side moves is not captured en passant.  Source: Popeye 4, by experiment.
        if let Some(at) = deed.at.filter(|_| pos.side == side.other()) {
            self.allow_en_passant(pos, side.other(), over, at);
        }
        self.lapse(pos, unmoved);
        (!refused && !unreborn).then_some(deed)
    }

    /// What follows from a half-move that is left out.
    pub(super) fn pass(&self, pos: &mut Position<B>) {
        for act in &self.hooks.acts {
            if let Act::Watch(rule) | Act::Rule(rule) = *act {
                self.rules[usize::from(rule)].mechanism.passes(self, pos, Reason::Rule(rule));
            }
        }
    }

    /// A movement with everything before and after it.
    pub(super) fn perform(&self, turn: &mut Turn<'_, B>) {
        self.note(turn);
        if let Some((_, mover)) = turn.mover() {
            turn.deed.mover = mover;
        }
        self.depart(turn);
        Self::capture(turn);
        turn.over = self.go(turn);
        self.act(turn);
    }

    /// Whether nothing follows from the move but that the man goes and that those it captures leave.
    #[inline]
    pub(super) fn is_bare(&self, pos: &Position<B>, mv: Move) -> bool {
        // Where a rule may give it another walk first, it may seem to promote.
        let stays =
            |man: Man| !self.promoting(man.kind, self.mover_side(pos, mv.from())).has(mv.to());
        mv.form() == Form::Ordinary
            && mv.from() != mv.to()
            && !self.hooks.deeds.of(mv.is_capture())
            && self.hooks.departures.is_empty()
            && pos.man(mv.from()).is_some_and(stays)
            && !mv.captured::<B>().meets(pos.royal | B::bit(mv.from()))
    }

    // The same as the stages of a half-move come to when no rule and no choice takes part.
    fn apply_bare(&self, pos: &mut Position<B>, mv: Move, (mover, side): (Man, Side)) -> Deed {
        let mut deed = Deed {
            side,
            from: mv.from(),
            to: mv.to(),
            mover,
            at: Some(mv.to()),
            captured: [None; MOST_CAPTURES],
            exposed: false,
        };
        for (captured, sq) in deed.captured.iter_mut().zip(mv.captures().iter()) {
            *captured = pos.man(sq).map(|man| (sq, man));
            pos.remove(sq, Reason::Capture);
        }
        pos.memory.forget_notes();
        pos.shift(mv.from(), mv.to(), Reason::Movement);
        self.lapse(pos, B::EMPTY);
        deed
    }

    fn note(&self, turn: &mut Turn<'_, B>) {
        for &rule in &self.hooks.notes {
            self.turn_to(turn, rule, |mechanism, turn| mechanism.notes(turn));
        }
    }

    // Where rules let men set out from other squares, the mover goes there first.
    fn depart(&self, turn: &mut Turn<'_, B>) {
        let Some(&rule) = self.hooks.departures.first() else { return };
        let (from, hash, mv) = (turn.mv.from(), turn.pos.hash, turn.mv.choosing(0));
        let known = turn.pos.memory.ways_out.take();
        let known = known.filter(|(of, same, _)| (*of, *same) == (hash, mv));
        let (_, _, ways) =
            known.unwrap_or_else(|| (hash, mv, self.ways_out(turn.pos, turn.deed.side, mv)));
        turn.acting = Reason::Rule(rule);
        let chosen = turn.choose(ways.len());
        if let Some(&at) = ways.get(chosen)
            && at != from
        {
            turn.shift(from, at);
        }
        turn.pos.memory.ways_out = Some((hash, mv, ways));
    }

    fn capture(turn: &mut Turn<'_, B>) {
        let passing = turn.mv.form() == Form::EnPassant;
        turn.acting = if passing { Reason::EnPassant } else { Reason::Capture };
        for (at, sq) in turn.mv.captures().iter().enumerate() {
            turn.deed.captured[at] = turn.pos.man(sq).map(|man| (sq, man));
            turn.remove(sq);
        }
    }

    // The movement itself; returns the squares on which the man may be captured en passant.
    fn go(&self, turn: &mut Turn<'_, B>) -> B {
        let mv = turn.mv;
        if mv.form() == Form::Castling {
            turn.acting = Reason::Castling;
            let castling = &self.game.castlings[mv.castling_number()];
            for (from, to) in castling.ways() {
                if from != to {
                    turn.shift(from, to);
                }
            }
            self.exclude(turn.pos, castling.excludes);
            return B::EMPTY;
        }
        if mv.form() == Form::Special {
            let played = self.hooks.specials.iter().any(|&rule| {
                let mut played = false;
                self.turn_to(turn, rule, |mechanism, turn| played = mechanism.plays(turn));
                played
            });
            turn.refused |= !played;
            return B::EMPTY;
        }
        turn.acting = Reason::Movement;
        let from = turn.deed.at.unwrap_or(mv.from());
        if from == mv.to() {
            turn.pos.touched |= B::bit(from);
        } else {
            turn.shift(from, mv.to());
        }
        if mv.form() == Form::Double {
            let doubles = &self.game.kinds[usize::from(turn.deed.mover.kind)].doubles;
            let side = turn.deed.side;
            let over = doubles[side.index()].iter();
            let over = over.filter(|double| (double.from, double.to) == (from, mv.to()));
            return B::of(over.flat_map(|double| [Some(double.over), double.beyond]).flatten());
        }
        B::EMPTY
    }

    fn act(&self, turn: &mut Turn<'_, B>) {
        for act in &self.hooks.acts {
            match *act {
                Act::Promotion => self.promote(turn),
                Act::Watch(rule) => {
                    turn.acting = Reason::Rule(rule);
                    self.rules[usize::from(rule)].mechanism.watches(turn);
                }
                Act::Rule(rule) => {
                    self.turn_to(turn, rule, |mechanism, turn| mechanism.acts(turn));
                }
            }
        }
    }

    /// What follows when a man captured on a square has come back to another one.
    pub(super) fn come_back(&self, turn: &mut Turn<'_, B>, from: Square, to: Square) {
        let acting = turn.acting;
        for &rule in &self.hooks.reborn {
            self.turn_to(turn, rule, |mechanism, turn| mechanism.comes_back(turn, from, to));
        }
        turn.acting = acting;
    }

    /// What a man becomes that was captured on a square by `by` and comes back below another one.
    pub(super) fn come_below(&self, by: Side, mut man: Man, from: Square, to: Square) -> Man {
        for rule in self.those(&self.hooks.reborn, by) {
            rule.comes_below(&mut man, self.dark, from, to);
        }
        man
    }

    // Lets a rule do something if it is about what the mover's side does.
    fn turn_to(
        &self,
        turn: &mut Turn<'_, B>,
        number: u8,
        deed: impl FnOnce(&dyn Mechanism<B>, &mut Turn<'_, B>),
    ) {
        let rule = &self.rules[usize::from(number)];
        if rule.side.is_none_or(|side| side == turn.deed.side) {
            turn.acting = Reason::Rule(number);
            deed(&*rule.mechanism, turn);
        }
    }

    // The mover promotes if it stands where its present kind does.
    fn promote(&self, turn: &mut Turn<'_, B>) {
        let side = turn.deed.side;
        if let Some((sq, _)) = turn.mover()
            && !matches!(turn.mv.form(), Form::Castling | Form::Special)
        {
            self.promote_on(turn, sq, side);
        }
    }

    /// The man on a square promotes, as a man of `side`, if it stands where its kind does.
    pub(super) fn promote_on(&self, turn: &mut Turn<'_, B>, sq: Square, side: Side) {
        self.promote_to(turn, (sq, side), |_, _| true);
    }

    /// The same, where only some of what it may become is allowed.
    pub(super) fn promote_to(
        &self,
        turn: &mut Turn<'_, B>,
        (sq, side): (Square, Side),
        allowed: impl Fn(Look<'_, B>, Man) -> bool,
    ) {
        let Some(man) = turn.pos.man(sq) else { return };
        let kind = &self.game.kinds[usize::from(man.kind)];
        if !kind.promotion_squares[side.index()].has(sq) {
            return;
        }
        let acting = std::mem::replace(&mut turn.acting, Reason::Promotion);
        let mut options = std::mem::take(&mut turn.pos.memory.options);
        options.clear();
        for &kind in &kind.promotes_to {
            let at = options.len();
            options.push(Man { kind, ..man });
            for rule in self.those(&self.hooks.promotions, side) {
                for number in at..options.len() {
                    let (promoted, count) = (options[number], options.len());
                    let plain = rule.becomes(turn.look(), promoted, &mut options);
                    if !plain && options.len() > count {
                        options.swap_remove(number);
                    }
                }
            }
        }
        if !self.hooks.permits.is_empty() {
            let look = turn.look();
            options.retain(|&man| {
                self.those(&self.hooks.permits, side).all(|rule| rule.permits(look, sq, man))
            });
        }
        let (look, deed) = (turn.look(), &turn.deed);
        let waits = |rule: &dyn Mechanism<B>| rule.lets_wait(look, (sq, side), deed);
        if kind.staying_squares[side.index()].has(sq)
            || self.those(&self.hooks.permits, side).any(waits)
        {
            options.push(man);
        }
        options.retain(|&man| allowed(turn.look(), man));
        if !options.is_empty() {
            let chosen = options[turn.choose(options.len())];
            // Several effects: output names the walk before what else is new, one after the other.
            let mut now = Man { kind: chosen.kind, ..man };
            turn.change(sq, now);
            let mut added = chosen.traits & !man.traits;
            while added != 0 {
                now.traits |= 1 << added.trailing_zeros();
                added &= added - 1;
                turn.change(sq, now);
            }
            turn.change(sq, chosen);
        }
        turn.pos.memory.options = options;
        turn.acting = acting;
    }

    // A man that moves counts as moved; one that comes to the board may count as unmoved.
    fn lapse(&self, pos: &mut Position<B>, fresh: B) {
        let unmoved = self.not_forfeited(pos, pos.unmoved & !pos.touched | fresh);
        if unmoved != pos.unmoved {
            pos.hash ^= keys::unmoved(pos.unmoved, pos.castling);
            self.set_unmoved(pos, unmoved);
        }
    }

    // Where castlings exclude each other, the rooks of those that are lost count as moved.
    fn exclude(&self, pos: &mut Position<B>, castlings: u32) {
        let numbered = self.game.castlings.iter().enumerate();
        let lost = numbered.filter(|(number, _)| castlings >> number & 1 != 0);
        let rooks = lost.fold(B::EMPTY, |rooks, (_, castling)| rooks | B::bit(castling.rook));
        if pos.unmoved.meets(rooks) {
            pos.hash ^= keys::unmoved(pos.unmoved, pos.castling);
            self.set_unmoved(pos, pos.unmoved & !rooks);
        }
    }

    /// Those of them that rules let castle.
    pub(super) fn not_forfeited(&self, pos: &Position<B>, unmoved: B) -> B {
        if !self.hooks.forfeits || unmoved.is_empty() {
            return unmoved;
        }
        let royals = Side::BOTH.map(|side| Look { rules: self, pos }.royals(side));
        let kings = self.game.castlings.iter().map(|castling| B::bit(castling.king));
        let kings = kings.fold(B::EMPTY, |all, king| all | king);
        unmoved & !(kings & !(royals[0] | royals[1]))
    }

    /// Enters which men count as unmoved, and the castlings that this allows.
    pub(super) fn set_unmoved(&self, pos: &mut Position<B>, unmoved: B) {
        pos.castling = 0;
        for (number, castling) in self.game.castlings.iter().enumerate() {
            let both = castling.men().iter().all(|&(sq, _)| unmoved.has(sq));
            pos.castling |= u32::from(both) << number;
        }
        // A man whose partner has moved matters only where that may come back, or to a rule.
        let keep = self.hooks.unmoved || self.hooks.partners || pos.castling != 0;
        pos.unmoved = if keep { unmoved } else { B::EMPTY };
        pos.hash ^= keys::unmoved(pos.unmoved, pos.castling);
    }
}
