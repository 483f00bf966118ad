//! Half-moves taken back.

use crate::board::{Side, Square};
use crate::rules::{
    EnPassantSpec, Form, Man, Move, MoveList, Orthodox, Play, Position, RulesError, Setup,
};

use super::diagram::Diagram;
use super::game::Game;

/// A half-move that led to a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmove {
    pub from: Square,
    pub to: Square,
    pub form: Form,
    /// The man before the half-move.
    pub man: Man,
    /// What it became.
    pub promotion: Option<u8>,
    /// Where and what it captured.
    pub captured: Option<(Square, Man)>,
}

/// A search through the past of diagrams of one game.
pub struct Past<'a> {
    pub(super) game: &'a Game,
    // Rewritten for each position that is looked at.
    board: Setup,
    /// Positions that may still be looked at.
    pub(super) budget: u32,
}

/// Told of each half-move with the diagram before it; true ends the enumeration.
pub type Visitor<'v, 'a> =
    dyn FnMut(&mut Past<'a>, Unmove, &Diagram) -> Result<bool, RulesError> + 'v;

impl<'a> Past<'a> {
    /// budget: how many positions may be looked at before everything is called possible.
    #[must_use]
    pub fn new(game: &'a Game, budget: u32) -> Past<'a> {
        Past { game, board: game.setup.clone(), budget }
    }

    fn rules(&self) -> &'a Orthodox<u64> {
        &self.game.rules
    }

    fn position(
        &mut self,
        diagram: &Diagram,
        en_passant: Option<EnPassantSpec>,
    ) -> Result<Position<u64>, RulesError> {
        self.budget = self.budget.saturating_sub(1);
        self.board.men.clear();
        self.board.men.extend(diagram.specs());
        self.board.side = diagram.side;
        self.board.en_passant = en_passant;
        self.rules().place(&self.board)
    }

    /// Whether the side to move is in check.
    pub(super) fn is_check(&mut self, diagram: &Diagram) -> Result<bool, RulesError> {
        let pos = self.position(diagram, None)?;
        Ok(self.rules().in_check(&pos, diagram.side))
    }

    /// Whether the side that has just moved stands in check, which cannot be.
    pub(super) fn is_exposed(&mut self, diagram: &Diagram) -> Result<bool, RulesError> {
        let pos = self.position(diagram, None)?;
        Ok(self.rules().in_check(&pos, diagram.side.other()))
    }

    /// Every half-move of the side not to move that can have led to the diagram, those without
    /// capture first for each man; returns whether the visitor ended it.
    ///
    /// The half-move is one that the rules allow, and the side that is not to move before it is not
    /// in check there; the men before it can stand.
    pub fn each_unmove(
        &mut self,
        diagram: &Diagram,
        visit: &mut Visitor<'_, 'a>,
    ) -> Result<bool, RulesError> {
        let mover = diagram.side.other();
        if let Some(to) = diagram.stepped {
            let Some(man) = diagram.man(to).filter(|man| man.side == mover) else {
                return Ok(false);
            };
            return self.of_man(diagram, to, man, &mut |past, unmove, before| {
                Ok(unmove.form == Form::Double && visit(past, unmove, before)?)
            });
        }
        for (to, man) in diagram.men_of(mover) {
            if !diagram.is_unmoved(to) && self.of_man(diagram, to, man, visit)? {
                return Ok(true);
            }
        }
        self.castlings(diagram, mover, visit)
    }

    fn of_man(
        &mut self,
        diagram: &Diagram,
        to: Square,
        man: Man,
        visit: &mut Visitor<'_, 'a>,
    ) -> Result<bool, RulesError> {
        let game = self.game;
        let before = game.pawns_before(man.kind, man.side, to).into_iter();
        let before: Vec<Man> =
            std::iter::once(man).chain(before.map(|kind| Man { kind, ..man })).collect();
        for earlier in before {
            let promotion = (earlier.kind != man.kind).then_some(man.kind);
            for &from in game.sources(earlier.kind, man.side, to) {
                if diagram.man(from).is_some() {
                    continue;
                }
                let quiet = Unmove {
                    from,
                    to,
                    form: Form::Ordinary,
                    man: earlier,
                    promotion,
                    captured: None,
                };
                if self.uncaptures(diagram, quiet, visit)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// A man that came from there: without capture, with each capture, en passant.
    fn uncaptures(
        &mut self,
        diagram: &Diagram,
        quiet: Unmove,
        visit: &mut Visitor<'_, 'a>,
    ) -> Result<bool, RulesError> {
        let side = diagram.side;
        if self.offer(diagram, quiet, visit)? {
            return Ok(true);
        }
        let victims: Vec<u8> = self.game.victims().collect();
        for &kind in &victims {
            let victim = Man { kind, side, royal: false };
            let taking = Unmove { captured: Some((quiet.to, victim)), ..quiet };
            if self.offer(diagram, taking, visit)? {
                return Ok(true);
            }
        }
        if !self.game.setup.kinds[usize::from(quiet.man.kind)].captures_en_passant {
            return Ok(false);
        }
        let (file, _) = self.game.place(quiet.to);
        let (_, rank) = self.game.place(quiet.from);
        let passed = Square((rank * self.game.setup.board.width as i32 + file) as u8);
        if diagram.man(passed).is_some() || passed == quiet.from {
            return Ok(false);
        }
        for kind in victims.into_iter().filter(|&kind| self.game.is_pawn(kind)) {
            let victim = Man { kind, side, royal: false };
            let taking =
                Unmove { form: Form::EnPassant, captured: Some((passed, victim)), ..quiet };
            if self.offer(diagram, taking, visit)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn castlings(
        &mut self,
        diagram: &Diagram,
        mover: Side,
        visit: &mut Visitor<'_, 'a>,
    ) -> Result<bool, RulesError> {
        let game = self.game;
        for (number, castling) in game.setup.castling.iter().enumerate() {
            let [king, rook, king_to, rook_to] =
                [castling.king, castling.rook, castling.king_to, castling.rook_to]
                    .map(|sq| Square(sq as u8));
            let stands = |sq: Square, kind: usize| {
                diagram.man(sq).filter(|man| (usize::from(man.kind), man.side) == (kind, mover))
            };
            let (Some(man), Some(partner)) =
                (stands(king_to, castling.king_kind), stands(rook_to, castling.rook_kind))
            else {
                continue;
            };
            let left = [king, rook].iter().all(|&sq| diagram.man(sq).is_none());
            if castling.side != mover
                || !left
                || diagram.is_unmoved(king_to)
                || diagram.is_unmoved(rook_to)
            {
                continue;
            }
            let mut before = taken_back(diagram, king_to, king, man);
            before.men[rook_to.index()] = None;
            before.men[rook.index()] = Some(partner);
            before.unmoved |= game.castlers(number);
            let unmove = Unmove {
                from: king,
                to: king_to,
                form: Form::Castling,
                man,
                promotion: None,
                captured: None,
            };
            if self.check_and_tell(&before, unmove, visit)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn offer(
        &mut self,
        diagram: &Diagram,
        unmove: Unmove,
        visit: &mut Visitor<'_, 'a>,
    ) -> Result<bool, RulesError> {
        let mut before = taken_back(diagram, unmove.to, unmove.from, unmove.man);
        if let Some((square, victim)) = unmove.captured {
            before.men[square.index()] = Some(victim);
            before.stepped = (unmove.form == Form::EnPassant).then_some(square);
        }
        self.check_and_tell(&before, unmove, visit)
    }

    /// Asks the rules whether the half-move can be played in the diagram before it.
    fn check_and_tell(
        &mut self,
        before: &Diagram,
        mut unmove: Unmove,
        visit: &mut Visitor<'_, 'a>,
    ) -> Result<bool, RulesError> {
        if !self.game.can_stand(before) {
            return Ok(false);
        }
        let en_passant = before.stepped.map(|stepped| EnPassantSpec {
            capture: stepped.index(),
            arrivals: vec![unmove.to.index()],
        });
        let mut pos = self.position(before, en_passant)?;
        if self.rules().in_check(&pos, before.side.other()) {
            return Ok(false);
        }
        let mut moves = MoveList::new();
        self.rules().legal_moves(&mut pos, &mut moves);
        let Some(played) = moves.iter().find(|mv| unmove.is(mv)) else { return Ok(false) };
        unmove.form = played.form();
        visit(self, unmove, before)
    }
}

impl Unmove {
    fn is(&self, mv: &Move) -> bool {
        let same = (mv.from(), mv.to(), mv.promotion()) == (self.from, self.to, self.promotion);
        let form = match self.form {
            Form::Ordinary => matches!(mv.form(), Form::Ordinary | Form::Double),
            form => mv.form() == form,
        };
        same && form && mv.captures().iter().next() == self.captured.map(|(square, _)| square)
    }
}

/// The diagram with a man back on the square that it came from, the other side not yet to move.
fn taken_back(diagram: &Diagram, to: Square, from: Square, man: Man) -> Diagram {
    let mut before = diagram.clone();
    before.men[to.index()] = None;
    before.men[from.index()] = Some(man);
    before.side = diagram.side.other();
    before.stepped = None;
    before
}
