//! What the last moves of a diagram say about the rights to castle and to capture en passant.

use crate::board::{Bits, Side, Square};
use crate::rules::{Form, RulesError};

use super::diagram::Diagram;
use super::game::{Game, RetroSpec};
use super::unmoves::{Past, Unmove};
use super::verdict::{CastlingVerdict, Dependence, EnPassantVerdict, LastMove, Verdict};

/// Half-moves that are always looked back: the last move and the one before it.
const HALF_MOVES: u32 = 2;
/// Half-moves that are looked back at the most, where a check or a double step must be explained.
const MOST_HALF_MOVES: u32 = 4;
/// Positions that an analysis may cost: a second or two.
const BUDGET: u32 = 500_000;
/// Last moves that a verdict names.
const MOST_NAMED: usize = 8;

/// Analyses the diagram of a specification.
///
/// A castling whose two men do not stand on their squares is not permitted.
/// Convention: Codex for Chess Composition (Vilnius 2019), article 16.
///
/// # Errors
/// What the rules refuse in the game or in the diagram.
pub fn analyse(spec: &RetroSpec) -> Result<Verdict, RulesError> {
    let game = Game::compile(&spec.game)?;
    let Some(mut diagram) = Diagram::new(&game, &spec.men, spec.side) else {
        return Err(RulesError::Kind(spec.game.kinds.len()));
    };
    diagram.stepped = spec.en_passant.as_ref().map(|step| Square(step.capture as u8));
    Analysis { game: &game, past: Past::new(&game, BUDGET) }.verdict(spec, &diagram)
}

struct Analysis<'a> {
    game: &'a Game,
    past: Past<'a>,
}

impl Analysis<'_> {
    fn verdict(&mut self, spec: &RetroSpec, diagram: &Diagram) -> Result<Verdict, RulesError> {
        let is_array = self.game.is_array(diagram);
        let mut verdict = Verdict {
            possible: is_array || self.last_move(diagram, &|_| true)?.is_some(),
            is_array,
            last_moves: Vec::new(),
            has_more: false,
            castlings: Vec::new(),
            exclusive: Vec::new(),
            en_passant: Vec::new(),
            dependent: Vec::new(),
            complete: true,
        };
        if verdict.possible && !is_array {
            if spec.en_passant.is_none() {
                self.en_passant(diagram, &mut verdict)?;
            }
            self.castlings(spec, diagram, &mut verdict)?;
            self.exclusions(diagram, &mut verdict)?;
            self.dependences(diagram, &mut verdict)?;
            if verdict.castlings.iter().any(|castling| !castling.permitted) {
                self.name_last_moves(diagram, &mut verdict)?;
            }
        }
        verdict.complete = self.past.budget > 0;
        Ok(verdict)
    }

    fn castlings(
        &mut self,
        spec: &RetroSpec,
        diagram: &Diagram,
        verdict: &mut Verdict,
    ) -> Result<(), RulesError> {
        for &castling in &spec.castlings {
            let castlers = self.game.castlers(castling);
            let example = if self.stands(castling, diagram) {
                self.last_move(&diagram.keeping(castlers), &|_| true)?
            } else {
                None
            };
            let other = |unmove: &Unmove| !castlers.has(unmove.to);
            verdict.castlings.push(CastlingVerdict {
                castling,
                permitted: example.is_some(),
                moved_last: example.is_none() && self.last_move(diagram, &other)?.is_none(),
                example: example.map(|unmove| LastMove::new(self.game, &unmove)),
            });
        }
        Ok(())
    }

    fn exclusions(&mut self, diagram: &Diagram, verdict: &mut Verdict) -> Result<(), RulesError> {
        let permitted: Vec<(usize, usize)> = permitted(&verdict.castlings).collect();
        for (number, &(one, first)) in permitted.iter().enumerate() {
            for &(other, second) in &permitted[number + 1..] {
                let castlers = self.game.castlers(first) | self.game.castlers(second);
                if self.last_move(&diagram.keeping(castlers), &|_| true)?.is_none() {
                    verdict.exclusive.push([one, other]);
                }
            }
        }
        Ok(())
    }

    fn dependences(&mut self, diagram: &Diagram, verdict: &mut Verdict) -> Result<(), RulesError> {
        let unsure = |capture: &&EnPassantVerdict| capture.possible && !capture.permitted;
        let captures = verdict.en_passant.iter().enumerate();
        for (en_passant, capture) in captures.filter(|(_, capture)| unsure(capture)) {
            for (castling, number) in permitted(&verdict.castlings) {
                let kept = diagram.keeping(self.game.castlers(number));
                let other = |unmove: &Unmove| !is_double_step(unmove, capture.capture);
                if self.last_move(&kept, &other)?.is_none() {
                    verdict.dependent.push(Dependence { castling, en_passant });
                }
            }
        }
        Ok(())
    }

    /// The captures that the side to move could make if the double step had been the last move.
    fn en_passant(&mut self, diagram: &Diagram, verdict: &mut Verdict) -> Result<(), RulesError> {
        let mover = diagram.side.other();
        for (to, man) in diagram.men_of(mover).filter(|(_, man)| self.game.is_pawn(man.kind)) {
            let Some((from, over)) = self.double_step(diagram, to, man.kind, mover) else {
                continue;
            };
            if !self.is_observed_by_pawn(diagram, over) {
                continue;
            }
            let stepped = Diagram { stepped: Some(to), ..diagram.clone() };
            let possible = self.last_move(&stepped, &|_| true)?.is_some();
            let other = |unmove: &Unmove| !is_double_step(unmove, to.index());
            let example = self.last_move(diagram, &other)?;
            verdict.en_passant.push(EnPassantVerdict {
                capture: to.index(),
                arrival: over.index(),
                departure: from.index(),
                permitted: possible && example.is_none(),
                example: example.map(|unmove| LastMove::new(self.game, &unmove)),
                possible,
            });
        }
        Ok(())
    }

    fn stands(&self, castling: usize, diagram: &Diagram) -> bool {
        self.game.setup.castling.get(castling).is_some_and(|castling| {
            let is = |square: usize, kind: usize| {
                diagram.men[square]
                    .is_some_and(|man| (usize::from(man.kind), man.side) == (kind, castling.side))
            };
            is(castling.king, castling.king_kind) && is(castling.rook, castling.rook_kind)
        })
    }

    /// Where a pawn that may have made a double step came from, and what it passed.
    fn double_step(
        &self,
        diagram: &Diagram,
        to: Square,
        kind: u8,
        side: Side,
    ) -> Option<(Square, Square)> {
        let spec = self.game.setup.kinds[usize::from(kind)].double_step.as_ref()?;
        let homes = if side == Side::White { &spec.white } else { &spec.black };
        let back = -self.game.forces[side.index()].forward * self.game.setup.board.width as i32;
        let at = |steps: i32| u8::try_from(i32::from(to.0) + steps * back).ok().map(Square);
        let (over, from) = (at(1)?, at(2)?);
        let empty = [over, from].iter().all(|&sq| diagram.man(sq).is_none());
        (empty && homes.contains(&from.index())).then_some((from, over))
    }

    fn is_observed_by_pawn(&self, diagram: &Diagram, over: Square) -> bool {
        let side = diagram.side;
        diagram.men_of(side).any(|(sq, man)| {
            self.game.setup.kinds[usize::from(man.kind)].captures_en_passant
                && self.game.sources(man.kind, side, over).contains(&sq)
                && self.game.place(sq).0 != self.game.place(over).0
        })
    }

    /// A possible last move of the side not to move that passes the test.
    fn last_move(
        &mut self,
        diagram: &Diagram,
        test: &dyn Fn(&Unmove) -> bool,
    ) -> Result<Option<Unmove>, RulesError> {
        let mut found = None;
        self.each_last_move(diagram, test, &mut |unmove| {
            found = Some(unmove);
            true
        })?;
        Ok(found)
    }

    fn name_last_moves(
        &mut self,
        diagram: &Diagram,
        verdict: &mut Verdict,
    ) -> Result<(), RulesError> {
        let mut unmoves = Vec::new();
        self.each_last_move(diagram, &|_| true, &mut |unmove| {
            unmoves.push(unmove);
            let way = |unmove: &Unmove| (unmove.man.kind, unmove.from, unmove.to, unmove.promotion);
            let mut ways: Vec<_> = unmoves.iter().map(way).collect();
            ways.dedup();
            ways.len() > MOST_NAMED
        })?;
        verdict.last_moves = LastMove::list(self.game, &unmoves);
        verdict.has_more = verdict.last_moves.len() > MOST_NAMED;
        verdict.last_moves.truncate(MOST_NAMED);
        Ok(())
    }

    fn each_last_move(
        &mut self,
        diagram: &Diagram,
        test: &dyn Fn(&Unmove) -> bool,
        tell: &mut dyn FnMut(Unmove) -> bool,
    ) -> Result<(), RulesError> {
        if !self.game.can_stand(diagram) || self.past.is_exposed(diagram)? {
            return Ok(());
        }
        self.past.each_unmove(diagram, &mut |past, unmove, before| {
            Ok(test(&unmove)
                && past.may_be(before, HALF_MOVES - 1, MOST_HALF_MOVES - 1)?
                && tell(unmove))
        })?;
        Ok(())
    }
}

fn is_double_step(unmove: &Unmove, to: usize) -> bool {
    unmove.form == Form::Double && unmove.to.index() == to
}

/// The places of the castlings that are permitted, with their numbers in the game.
fn permitted(castlings: &[CastlingVerdict]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let castlings = castlings.iter().enumerate();
    castlings.filter(|(_, castling)| castling.permitted).map(|(at, c)| (at, c.castling))
}

impl Past<'_> {
    /// Whether a diagram can have arisen, looking back at least `half_moves` and at most `most`.
    pub(super) fn may_be(
        &mut self,
        diagram: &Diagram,
        half_moves: u32,
        most: u32,
    ) -> Result<bool, RulesError> {
        if self.game.is_array(diagram) {
            return Ok(true);
        }
        let asks = half_moves > 0 || diagram.stepped.is_some() || self.is_check(diagram)?;
        if !asks || most == 0 || self.budget == 0 {
            return Ok(true);
        }
        self.each_unmove(diagram, &mut |past, _, before| {
            past.may_be(before, half_moves.saturating_sub(1), most - 1)
        })
    }
}
