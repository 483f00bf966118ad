//! Records of moves for output: the move is played, and its effects are read.

use crate::board::{Bits, Square};

use super::super::moves::{Form, Move, MoveList};
use super::super::record::{PieceRecord, PlayedEffect, PlayedMove};
use super::super::setup::{Role, Wing};
use super::journal::{self, Effect, Reason};
use super::observe::Look;
use super::{Fairy, Man, Position};

impl<B: Bits> Fairy<B> {
    /// The record of a legal move of the side to move.  Cost: a generation.
    pub(super) fn record(&self, pos: &mut Position<B>, mv: Move) -> PlayedMove {
        let mover = pos.man(mv.from()).filter(|_| mv.form() != Form::Null);
        let also_from = mover.map_or_else(Vec::new, |man| self.also_from(pos, mv, man));
        let played = self.apply(pos, mv).map(|deed| deed.mover).filter(|_| mover.is_some());
        let goes_on = pos.last_effects().iter().any(|effect| matches!(effect, Effect::Leg { .. }));
        let mover = if goes_on { mover } else { played };
        let mut written = Written {
            rules: self,
            mover: mv.to(),
            promotion: None,
            promotion_reason: String::new(),
            effects: vec![],
            goes_on: false,
        };
        let mut effects = pos.last_effects();
        while let Some(effect) = effects.first() {
            let done = written.exchange(effects);
            if done == 0 {
                written.effect(effect);
            }
            effects = &effects[done.max(1)..];
        }
        let exchanges = pos.last_effects().iter().any(is_exchange);
        let kind = self.kind_of(mv, pos.last_effects());
        let Written { promotion, promotion_reason, mut effects, .. } = written;
        if kind == "role_exchange" {
            let movement = self.reason(Reason::Movement);
            effects.retain(|effect| effect.reason != movement);
        }
        // A half-move left out before threats: nobody asks what rules remember then.
        if mv.form() != Form::Null {
            effects
                .extend(self.hooks.tells.iter().filter_map(|&rule| self.told(pos, rule, mv.to())));
        }
        pos.take_back();
        PlayedMove {
            kind: if exchanges { "exchange" } else { kind },
            departure: number(mv.from()),
            arrival: number(mv.to()),
            mover: mover.map(|man| self.piece(man)),
            captures: mv.captures().iter().map(number).collect(),
            promotion,
            promotion_reason,
            effects,
            also_from,
            check: false,
            goal: None,
        }
    }

    // What a rule says of its memory.
    fn told(&self, pos: &Position<B>, rule: u8, square: Square) -> Option<PlayedEffect> {
        let value = self.rules[usize::from(rule)].mechanism.tells(Look { rules: self, pos });
        (!value.is_empty()).then(|| PlayedEffect {
            kind: "state",
            reason: self.reason(Reason::Rule(rule)).into(),
            square: number(square),
            target: None,
            piece: None,
            other: None,
            value,
        })
    }

    fn kind_of(&self, mv: Move, effects: &[Effect]) -> &'static str {
        let castling = |wing: Wing| match wing {
            Wing::King => "king_side_castling",
            Wing::Queen => "queen_side_castling",
        };
        match mv.form() {
            Form::Castling => castling(self.game.castlings[mv.castling_number()].wing),
            Form::EnPassant => "en_passant",
            Form::Null => "null",
            Form::Special => match self.castled(effects) {
                Some(wing) => castling(wing),
                // The move of a side, and of no man.
                None if mv.from() == mv.to() => "role_exchange",
                None => "ordinary",
            },
            Form::Ordinary | Form::Double => "ordinary",
        }
    }

    // On which side a rook has castled.
    fn castled(&self, effects: &[Effect]) -> Option<Wing> {
        let wing_of = |rook: Square, to: Square| {
            let mut castlings = self.game.castlings.iter();
            castlings.find(|castling| (castling.rook, castling.rook_to) == (rook, to))
        };
        effects
            .iter()
            .find_map(|effect| match *effect {
                Effect::Move { from, to, reason: Reason::Castling, .. } => wing_of(from, to),
                _ => None,
            })
            .map(|castling| castling.wing)
    }

    // Departures of like men that could arrive on the same square.
    fn also_from(&self, pos: &mut Position<B>, mv: Move, man: Man) -> Vec<u16> {
        let mut moves = MoveList::new();
        self.legal(pos, &mut moves);
        let like = |other: &&Move| {
            other.to() == mv.to()
                && other.from() != mv.from()
                && pos.man(other.from()).is_some_and(|other| other.is_like(man))
        };
        let mut from: Vec<u16> = moves.iter().filter(like).map(|mv| number(mv.from())).collect();
        from.dedup();
        from
    }

    fn piece(&self, man: Man) -> PieceRecord {
        let kind = &self.game.kinds[usize::from(man.kind)];
        let named = self.attributes.iter().enumerate();
        let named = named.filter(|&(number, name)| man.has(number as u8) && !name.is_empty());
        let mut attributes: Vec<String> = named.map(|(_, name)| name.clone()).collect();
        if man.royal && kind.role != Some(Role::King) {
            attributes.push("Royal".to_owned());
        }
        attributes.sort_unstable();
        PieceRecord { colour: man.colour.name(), walk: kind.id.clone(), attributes }
    }

    fn reason(&self, reason: Reason) -> String {
        let name = match reason {
            Reason::Movement => "movement",
            Reason::Capture => "capture",
            Reason::EnPassant => "en_passant",
            Reason::Promotion => "promotion",
            Reason::Castling => "castling",
            Reason::Exchange => "swap",
            Reason::Before => "before",
            Reason::Rule(rule) => &self.rules[usize::from(rule)].reason,
        };
        name.to_owned()
    }
}

/// The reason that output names for men that are laid under others.
const BELOW: &str = "below";

/// What of a move is written beside departure, arrival and captures.
struct Written<'a, B: Bits> {
    rules: &'a Fairy<B>,
    /// Where the mover is after the effects read so far.
    mover: Square,
    promotion: Option<PieceRecord>,
    promotion_reason: String,
    effects: Vec<PlayedEffect>,
    /// Whether the man made another movement.
    goes_on: bool,
}

impl<B: Bits> Written<'_, B> {
    fn effect(&mut self, effect: &Effect) {
        match *effect {
            Effect::Remove { reason: Reason::Capture | Reason::EnPassant, .. }
            | Effect::Move { reason: Reason::Movement | Reason::Exchange, .. }
            | Effect::Remove { reason: Reason::Exchange, .. }
            | Effect::Hole { .. }
            | Effect::State { .. } => {}
            Effect::Leg { mv } => self.leg(mv),
            Effect::Below { square, from, man, became, after, reason } => {
                self.below((square, from), (man, became, after), reason);
            }
            Effect::Remove { square, man, reason } => self.push("remove", reason, square, man),
            Effect::Place { square, man, reason: Reason::Exchange } => {
                self.push("move", Reason::Exchange, square, man);
            }
            Effect::Place { square, man, reason } => self.push("place", reason, square, man),
            Effect::Move { from, to, man, reason } => {
                // The king's part of a castling is the move itself.
                if reason != Reason::Castling || to != self.mover {
                    self.push("move", reason, from, man);
                    if let Some(last) = self.effects.last_mut() {
                        last.target = Some(number(to));
                    }
                }
            }
            Effect::Follow { square, reason } => self.follow(reason, square),
            Effect::Change { square, before, after, reason } => {
                self.change(square, before, after, reason);
            }
        }
    }

    // Another movement of the man that moved.
    fn leg(&mut self, mv: Move) {
        let value = match (mv.form(), mv.is_capture()) {
            (Form::EnPassant, _) => "en_passant",
            (_, true) => "capture",
            (_, false) => "quiet",
        };
        self.effects.push(PlayedEffect {
            kind: "leg",
            reason: "movement".into(),
            square: number(mv.from()),
            target: Some(number(mv.to())),
            piece: None,
            other: None,
            value: value.to_owned(),
        });
        self.mover = mv.to();
        self.goes_on = true;
    }

    // A man that goes below another one, and what it has become.
    fn below(
        &mut self,
        (square, from): (Square, Option<Square>),
        (man, became, after): (Man, Man, Man),
        reason: Reason,
    ) {
        let kind = if from.is_some() { "move" } else { "place" };
        self.push(kind, reason, from.unwrap_or(square), man);
        if let Some(last) = self.effects.last_mut() {
            last.target = from.map(|_| number(square));
            last.reason = BELOW.into();
        }
        if became.kind != man.kind {
            self.push("walk", reason, square, became);
        }
        if after.kind != became.kind {
            self.push("walk", Reason::Promotion, square, after);
        }
        if after.colour != became.colour {
            self.push("colour", reason, square, after);
        }
    }

    // Two men that change places, as three effects; the number of effects read.
    fn exchange(&mut self, effects: &[Effect]) -> usize {
        let (
            Some((from, square)),
            &[Effect::Remove { man, reason: Reason::Rule(rule), .. }, moved, ..],
        ) = (journal::exchange(effects), effects)
        else {
            return 0;
        };
        let Effect::Move { man: other, .. } = moved else { return 0 };
        self.push("exchange", Reason::Rule(rule), square, man);
        if let Some(effect) = self.effects.last_mut() {
            effect.target = Some(number(from));
            effect.other = Some(self.rules.piece(other));
        }
        3
    }

    fn change(&mut self, square: Square, before: Man, after: Man, reason: Reason) {
        let early = |e: &PlayedEffect| matches!(e.kind, "remove" | "colour");
        // What becomes of a man that goes to a square of its own belongs to that, also where it stays.
        let reborn = self.effects.last().is_some_and(|e| {
            e.kind == "move" && e.square == number(square) && e.target == Some(number(square))
        });
        if self.goes_on && before.kind != after.kind && square == self.mover {
            self.push("becomes", reason, square, after);
            return;
        }
        let first = reason != Reason::Promotion || !self.effects.iter().any(early);
        // What comes after the change of boards is told after it.
        let crossed = self.rules.hooks.plane.is_some()
            && self.effects.iter().any(|e| e.kind == "attribute" && e.square == number(square));
        let folds = first && !reborn && !crossed && self.promotion.is_none();
        if before.kind != after.kind && square == self.mover && folds {
            self.promotion = Some(self.rules.piece(after));
            if reason != Reason::Promotion {
                self.promotion_reason = self.rules.reason(reason);
            }
        } else if before.kind != after.kind {
            self.push("walk", reason, square, after);
        } else if before.colour != after.colour {
            self.push("colour", reason, square, after);
        } else if after.traits & !before.traits != 0 {
            self.push("attribute", reason, square, after);
        } else if before == after {
            self.push("walk", reason, square, after);
        }
    }

    fn follow(&mut self, reason: Reason, square: Square) {
        self.effects.push(PlayedEffect {
            kind: "follow",
            reason: self.rules.reason(reason).into(),
            square: number(square),
            target: None,
            piece: None,
            other: None,
            value: String::new(),
        });
    }

    fn push(&mut self, kind: &'static str, reason: Reason, square: Square, man: Man) {
        self.effects.push(PlayedEffect {
            kind,
            reason: self.rules.reason(reason).into(),
            square: number(square),
            target: None,
            piece: Some(self.rules.piece(man)),
            other: None,
            value: String::new(),
        });
    }
}

fn is_exchange(effect: &Effect) -> bool {
    matches!(effect, Effect::Place { reason: Reason::Exchange, .. })
}

fn number(sq: Square) -> u16 {
    u16::from(sq.0)
}
