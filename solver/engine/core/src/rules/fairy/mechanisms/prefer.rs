use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::super::moves::{Form, Move, MoveList};
use super::super::Fairy;
use super::super::filter::Places;
use super::super::journal::Reason;
use super::super::mechanism::{Among, Hook, Mechanism};
use super::super::observe::Look;
use super::super::position::Position;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// Of all moves of a side only the best by some measure are legal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Prefer {
    measure: Measure,
    #[serde(default)]
    best: Best,
    /// Kinds of which every move is as long as a step to the side and one to a corner.
    #[serde(default)]
    two_steps: Vec<u8>,
    /// Which moves are measured to find the best ones.
    #[serde(default)]
    among: Among,
    /// Whether the capture of a royal man is a threat only if it is one of the best moves.
    #[serde(default)]
    check: bool,
    /// Whether a move that is worth nothing is illegal even if no other is better.
    #[serde(default)]
    required: bool,
    #[serde(skip)]
    slot: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Measure {
    /// From departure to arrival, squared; of a castling, the ways of both men together.
    Length,
    /// 1 for a capture, 0 for any other move.
    Capture,
    /// 1 for an arrival on one of these squares.
    Arrival(Places),
    /// The order of departures, by file and then by rank.
    Departure,
    /// 1 for an arrival on the square that the move before has left.
    Following,
    /// 1 for a move with the vector of the move before.
    Parallel,
    /// 1 for a move with the opposite vector.
    Antiparallel,
    /// 1 for a move of the man that the side moved last.
    Same,
    /// 1 for an arrival on the square of the diagram from which the man began.
    Home,
    /// Between the men that began on these two squares, squared, after the move; where one
    /// of them is gone, the move is the worst of all.
    Distance(Places),
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Best {
    #[default]
    Greatest,
    Least,
}

const SQUARES_A_SLOT: usize = 8;
// The square of 1 + √2, about 5.8, is between those of the lengths 1, 2 and 2, 2; no other way has 6.
const TWO_STEPS: i32 = 6;
// Beyond this many questions the legality of moves is left out, and castling, which asks for check again.
const DEEPEST: u8 = 12;
const DEEPEST_CASTLING: u8 = 1;

impl Prefer {
    // The greater, the better.
    fn worth<B: Bits>(&self, rules: &Fairy<B>, pos: &mut Position<B>, mv: Move) -> i32 {
        let measured = match self.measure {
            Measure::Distance(..) => {
                rules.apply(pos, mv);
                let distance = self.distance(rules, pos);
                pos.take_back();
                distance
            }
            _ => Some(self.measured(rules, pos, mv)),
        };
        let Some(measured) = measured else { return i32::MIN };
        if self.best == Best::Greatest { measured } else { -measured }
    }

    fn measured<B: Bits>(&self, rules: &Fairy<B>, pos: &Position<B>, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        if mv.form() == Form::Special && from == to {
            // No man moves; its square comes before all others.  Source: Popeye 4, by experiment.
            return if matches!(self.measure, Measure::Departure) { -1 } else { 0 };
        }
        let last = || Step::read(pos.state(self.slot));
        let vector = |sign: i32| {
            last().is_some_and(|last| {
                let (x, y) = rules.vector(last.from, last.to);
                rules.vector(from, to) == (sign * x, sign * y)
            })
        };
        i32::from(match &self.measure {
            Measure::Length if pos.man(from).is_some_and(|man| self.two_steps.contains(&man.kind)) => {
                return TWO_STEPS;
            }
            Measure::Length => {
                let (x, y) = rules.vector(from, to);
                let partner = if mv.form() == Form::Castling {
                    let castling = &rules.game.castlings[mv.castling_number()];
                    rules.vector(castling.rook, castling.rook_to).0
                } else {
                    0
                };
                let x = x.abs() + partner.abs();
                let squared = x * x + y * y;
                return if mv.form() == Form::Special {
                    self.special_length(rules, pos, mv, squared)
                } else {
                    squared
                };
            }
            Measure::Departure => {
                let (x, y) = rules.vector(Square(0), from);
                return x * i32::from(u8::MAX) + y;
            }
            Measure::Distance(..) => return 0,
            Measure::Capture => mv.is_capture(),
            Measure::Arrival(squares) => squares.has(to),
            Measure::Following => last().is_some_and(|last| last.from == to),
            Measure::Parallel => vector(1),
            Measure::Antiparallel => vector(-1),
            Measure::Same => pos.state(self.slot + pos.side.index() as u8) == code(Some(from)),
            Measure::Home => self.home(pos, from) == to,
        })
    }

    // What the rule that plays a special move counts it for.
    fn special_length<B: Bits>(
        &self,
        rules: &Fairy<B>,
        pos: &Position<B>,
        mv: Move,
        squared: i32,
    ) -> i32 {
        let look = Look { rules, pos };
        let plays = |rule: &&dyn Mechanism<B>| {
            let mut ends = Vec::new();
            rule.specials(look, pos.side, mv.from(), &mut ends);
            ends.iter().any(|&(to, _)| to == mv.to())
        };
        let mut special = rules.those(&rules.hooks.specials, pos.side);
        special.find(plays).map_or(squared, |rule| rule.special_length(squared))
    }

    fn distance<B: Bits>(&self, rules: &Fairy<B>, pos: &Position<B>) -> Option<i32> {
        let [one, other] = [0, 1].map(|at| decode(pos.state(self.slot + at)));
        let (x, y) = rules.vector(one?, other?);
        Some(x * x + y * y)
    }

    // Where the man on a square began.
    fn home<B: Bits>(&self, pos: &Position<B>, sq: Square) -> Square {
        stored_home(sq, pos.state(self.home_slot(sq)))
    }

    // Where the one that stood there before the last half-move began.
    fn home_before<B: Bits>(&self, pos: &Position<B>, sq: Square) -> Square {
        stored_home(sq, pos.state_before(self.home_slot(sq)))
    }

    fn home_slot(&self, sq: Square) -> u8 {
        self.slot + (sq.index() / SQUARES_A_SLOT) as u8
    }

    fn set_home<B: Bits>(&self, turn: &mut Turn<'_, B>, sq: Square, home: Square) {
        let slot = self.home_slot(sq);
        let shift = sq.index() % SQUARES_A_SLOT * 8;
        let kept = turn.pos.state(slot) & !(0xff << shift);
        turn.remember(slot, kept | u64::from(sq.0 ^ home.0) << shift);
    }

    fn best<B: Bits>(&self, rules: &Fairy<B>, pos: &mut Position<B>, moves: &[Move]) -> Option<i32> {
        moves.iter().map(|&mv| self.worth(rules, pos, mv)).max()
    }
}

// Where a man began; stored is the difference, so that at first it is 0.
fn stored_home(sq: Square, stored: u64) -> Square {
    Square(sq.0 ^ (stored >> (sq.index() % SQUARES_A_SLOT * 8)) as u8)
}

// A square in a slot that may hold none.
fn code(sq: Option<Square>) -> u64 {
    sq.map_or(0, |sq| u64::from(sq.0) + 1)
}

fn decode(code: u64) -> Option<Square> {
    code.checked_sub(1).map(|sq| Square(sq as u8))
}

#[derive(Clone, Copy)]
struct Step {
    from: Square,
    to: Square,
}

impl Step {
    fn read(code: u64) -> Option<Step> {
        (code != 0).then_some(Step { from: Square(code as u8), to: Square((code >> 8) as u8) })
    }

    fn code(self) -> u64 {
        u64::from(self.from.0) | u64::from(self.to.0) << 8 | 1 << 16
    }
}

impl<B: Bits> Mechanism<B> for Prefer {
    fn hooks(&self) -> &'static [Hook] {
        let remembers = Mechanism::<B>::slots(self) > 0;
        match (remembers, self.check) {
            (false, false) => &[Hook::Select],
            (false, true) => &[Hook::Select, Hook::Take],
            (true, false) => &[Hook::Select, Hook::Watch],
            (true, true) if self.measure == Measure::Home => {
                &[Hook::Select, Hook::Watch, Hook::Take, Hook::Act]
            }
            (true, true) => &[Hook::Select, Hook::Watch, Hook::Take],
        }
    }

    fn slots(&self) -> u8 {
        match self.measure {
            Measure::Following | Measure::Parallel | Measure::Antiparallel => 1,
            Measure::Same | Measure::Distance(..) => 2,
            Measure::Home => (B::CAPACITY / SQUARES_A_SLOT) as u8,
            _ => 0,
        }
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
    }

    fn surveys(&self, look: Look<'_, B>, state: &mut [u64]) {
        if let Measure::Distance(places) = &self.measure {
            for (slot, sq) in state.iter_mut().zip(places.bits::<B>().squares()) {
                *slot = code(Some(sq).filter(|&sq| look.man(sq).is_some()));
            }
        }
    }

    fn only_remembers(&self) -> bool {
        true
    }

    fn stage(&self) -> Stage {
        Stage::Recolouring
    }

    // What is asked of checks before the half-move is over has to know where men began, too.
    fn acts(&self, turn: &mut Turn<'_, B>) {
        self.watches(turn);
    }

    fn watches(&self, turn: &mut Turn<'_, B>) {
        match self.measure {
            Measure::Following | Measure::Parallel | Measure::Antiparallel => {
                let step = Step { from: turn.deed.from, to: turn.deed.to };
                turn.remember(self.slot, step.code());
            }
            Measure::Same => {
                let side = turn.deed.side;
                let waiting = self.slot + side.other().index() as u8;
                let now = decode(turn.pos.state(waiting)).and_then(|sq| turn.now_at(sq));
                turn.remember(waiting, code(now));
                turn.remember(self.slot + side.index() as u8, code(turn.deed.at));
            }
            Measure::Distance(..) => {
                for slot in self.slot..self.slot + 2 {
                    let now = decode(turn.pos.state(slot)).and_then(|sq| turn.now_at(sq));
                    turn.remember(slot, code(now));
                }
            }
            Measure::Home => {
                let moved = turn.displaced();
                let homes: Vec<_> =
                    moved.iter().map(|&(from, to)| (to, self.home_before(turn.pos, from))).collect();
                for &(from, _) in &moved {
                    self.set_home(turn, from, from);
                }
                for (to, home) in homes {
                    if let Some(to) = to {
                        self.set_home(turn, to, home);
                    }
                }
            }
            _ => {}
        }
    }

    // After a half-move left out there is none to repeat.
    fn passes(&self, _: &Fairy<B>, pos: &mut Position<B>, _: Reason) {
        if matches!(self.measure, Measure::Following | Measure::Parallel | Measure::Antiparallel) {
            pos.remember(self.slot, 0);
        }
    }

    // While some move is legal there is a best one, unless moves that are not legal are better.
    fn stalls(&self) -> bool {
        self.required || (self.among == Among::PseudoLegal && self.check)
    }

    fn grades(&self) -> Option<Among> {
        let told = !self.required && !matches!(self.measure, Measure::Distance(..));
        told.then_some(self.among)
    }

    fn grades_ways(&self) -> bool {
        matches!(self.measure, Measure::Length | Measure::Arrival(_) | Measure::Departure)
            && self.two_steps.is_empty()
    }

    fn grade(&self, rules: &Fairy<B>, pos: &Position<B>, mv: Move) -> i32 {
        let measured = self.measured(rules, pos, mv);
        if self.best == Best::Greatest { measured } else { -measured }
    }

    fn selects(&self, rules: &Fairy<B>, pos: &mut Position<B>, moves: &mut MoveList) {
        let best = if self.among == Among::Legal {
            self.best(rules, pos, moves)
        } else {
            let mut all = MoveList::new();
            pos.memory.measured = true;
            rules.unselected(pos, &mut all, true);
            pos.memory.measured = false;
            self.best(rules, pos, &all)
        };
        moves.retain(|&mv| {
            let worth = self.worth(rules, pos, mv);
            Some(worth) == best && (worth != 0 || !self.required)
        });
    }

    fn takes(&self, look: Look<'_, B>, by: Side, from: Square, target: Square) -> bool {
        // What a move that is listed below changes because of a check would ask this without end.
        if look.pos.memory.compared {
            return true;
        }
        look.rules.on_trial(look, by, |board| {
            let mut all = MoveList::new();
            if board.memory.depth > DEEPEST_CASTLING {
                board.castling = 0;
            }
            (board.memory.compared, board.memory.measured) = (true, true);
            look.rules.unselected(board, &mut all, true);
            (board.memory.compared, board.memory.measured) = (false, false);
            let captures =
                |mv: &&Move| mv.from() == from && mv.captures().iter().any(|sq| sq == target);
            let captures: Vec<Move> = all.iter().filter(captures).copied().collect();
            let Some(best) = self.best(look.rules, board, &captures) else { return false };
            all.retain(|&mv| self.worth(look.rules, board, mv) > best);
            // What else is legal may depend on what the other side can take, and so on.
            if self.among == Among::Legal && board.memory.depth <= DEEPEST {
                all.retain(|&mv| look.rules.allows(board, mv));
                // Others that measure what is not legal too may leave none of these.
                let selecting = look.rules.those(&look.rules.hooks.selects, by);
                for rule in selecting.filter(|rule| rule.grades() == Some(Among::PseudoLegal)) {
                    rule.selects(look.rules, board, &mut all);
                }
            }
            all.is_empty()
        })
    }
}
