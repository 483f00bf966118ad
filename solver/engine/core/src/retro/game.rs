//! What never changes in a game: its array, its rules, and what they say about pawns and officers.

use serde::Deserialize;

use crate::board::{Bits, Side, Square};
use crate::rules::{Blocks, EnPassantSpec, ManSpec, Orthodox, Play, Role, RulesError, Setup};

use super::diagram::Diagram;

/// What is to be analysed.
#[derive(Clone, Debug, Deserialize)]
pub struct RetroSpec {
    /// The array from which games begin, the side that begins, all castlings.
    pub game: Setup,
    /// The men of the diagram, by the kinds of the game.
    pub men: Vec<ManSpec>,
    /// The side to move in it.
    pub side: Side,
    /// The double step that the problem says was the last move.
    #[serde(default)]
    pub en_passant: Option<EnPassantSpec>,
    /// Those castlings of the game whose right is in question, by their place in its list.
    #[serde(default)]
    pub castlings: Vec<usize>,
}

/// A game: rules, array, and tables made of them once.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) rules: Orthodox<u64>,
    pub(super) setup: Setup,
    pub(super) array: Diagram,
    /// By side.
    pub(super) forces: [Force; 2],
    /// By kind, side and arrival: departures of half-moves if nothing stood in the way.
    sources: Vec<Vec<Square>>,
}

/// The men with which a side begins.
#[derive(Clone, Debug, Default)]
pub(super) struct Force {
    pub men: usize,
    /// Squares of its pawns.
    pub homes: Vec<Square>,
    pub home_rank: i32,
    /// +1 up the board, -1 down.
    pub forward: i32,
    pub officers: Vec<Officers>,
}

/// The men of one kind, or those of them that are bound to the squares of one colour.
#[derive(Clone, Debug)]
pub(super) struct Officers {
    pub kind: u8,
    /// The colour of their squares, if they are bound to it.
    pub shade: Option<u8>,
    pub count: usize,
    pub cages: Vec<Cage>,
}

/// A man of the array that cannot leave its square while these pawns have not moved.
#[derive(Clone, Debug)]
pub(super) struct Cage {
    pub square: Square,
    pub pawns: Vec<Square>,
}

impl Game {
    /// Compiles the game of a specification.
    ///
    /// # Errors
    /// What the rules refuse; a board of more than 64 squares among it.
    pub fn compile(setup: &Setup) -> Result<Game, RulesError> {
        let (rules, _) = Orthodox::<u64>::compile(setup)?;
        let array = Diagram {
            men: vec![None; setup.board.width * setup.board.height],
            side: setup.side,
            unmoved: 0,
            stepped: None,
        };
        let mut game = Game {
            rules,
            setup: setup.clone(),
            array,
            forces: [Force::default(), Force::default()],
            sources: Vec::new(),
        };
        if let Some(array) = Diagram::new(&game, &setup.men, setup.side) {
            game.array = array;
        }
        game.sources = game.all_sources();
        game.forces = Side::BOTH.map(|side| game.force(side));
        Ok(game)
    }

    /// Number of squares.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.setup.board.width * self.setup.board.height
    }

    /// Whether the game begins here.
    #[must_use]
    pub fn is_array(&self, diagram: &Diagram) -> bool {
        diagram.men == self.array.men && diagram.side == self.array.side
    }

    pub(super) fn is_pawn(&self, kind: u8) -> bool {
        self.setup.kinds[usize::from(kind)].role == Some(Role::Pawn)
    }

    pub(super) fn is_king(&self, kind: u8) -> bool {
        self.setup.kinds[usize::from(kind)].role == Some(Role::King)
    }

    /// The kinds that can be captured: those of the array and what pawns become.
    pub(super) fn victims(&self) -> impl Iterator<Item = u8> + '_ {
        let becomes = |kind: usize| {
            let promotes = self.setup.kinds.iter().filter_map(|spec| spec.promotes.as_ref());
            promotes.into_iter().any(|spec| spec.to.contains(&kind))
        };
        (0..self.setup.kinds.len() as u8).filter(move |&kind| {
            let in_array = self.array.men.iter().flatten().any(|man| man.kind == kind);
            !self.is_king(kind) && (in_array || becomes(usize::from(kind)))
        })
    }

    /// Where a man that arrived on a square may have come from.
    pub(super) fn sources(&self, kind: u8, side: Side, to: Square) -> &[Square] {
        &self.sources[(usize::from(kind) * 2 + side.index()) * self.squares() + to.index()]
    }

    /// File and rank, from 0.
    pub(super) fn place(&self, sq: Square) -> (i32, i32) {
        let width = self.setup.board.width as i32;
        (i32::from(sq.0) % width, i32::from(sq.0) / width)
    }

    pub(super) fn promotes_on(&self, kind: u8, side: Side, sq: Square) -> bool {
        let promotes = self.setup.kinds[usize::from(kind)].promotes.as_ref();
        promotes.is_some_and(|spec| {
            let squares = if side == Side::White { &spec.white } else { &spec.black };
            squares.contains(&sq.index())
        })
    }

    /// The pawns that a man may have been before it came to this square.
    pub(super) fn pawns_before(&self, kind: u8, side: Side, sq: Square) -> Vec<u8> {
        let kinds = 0..self.setup.kinds.len() as u8;
        kinds
            .filter(|&pawn| {
                let promotes = self.setup.kinds[usize::from(pawn)].promotes.as_ref();
                promotes.is_some_and(|spec| spec.to.contains(&usize::from(kind)))
                    && self.promotes_on(pawn, side, sq)
            })
            .collect()
    }

    fn all_sources(&self) -> Vec<Vec<Square>> {
        let squares = self.squares();
        let mut sources = vec![Vec::new(); self.setup.kinds.len() * 2 * squares];
        for kind in 0..self.setup.kinds.len() {
            for side in Side::BOTH {
                for from in 0..squares {
                    let mut to = Vec::new();
                    self.rules.steps(kind, side, Square(from as u8), false, &mut to);
                    for to in to {
                        sources[(kind * 2 + side.index()) * squares + to.index()]
                            .push(Square(from as u8));
                    }
                }
            }
        }
        sources
    }

    fn force(&self, side: Side) -> Force {
        let men: Vec<_> = self.array.men_of(side).collect();
        let is_home = |&&(_, man): &&(Square, crate::rules::Man)| self.is_pawn(man.kind);
        let homes: Vec<Square> = men.iter().filter(is_home).map(|&(sq, _)| sq).collect();
        let mut force = Force { men: men.len(), homes, ..Force::default() };
        if let Some(&(home, pawn)) = men.iter().find(is_home) {
            force.home_rank = self.place(home).1;
            let last = (0..self.squares() as u8).map(Square).find(|&sq| {
                self.promotes_on(pawn.kind, side, sq) && self.place(sq).1 != force.home_rank
            });
            let up = last.is_none_or(|sq| self.place(sq).1 > force.home_rank);
            force.forward = if up { 1 } else { -1 };
        }
        for &(sq, man) in men.iter().filter(|(_, man)| !self.is_pawn(man.kind)) {
            let shade = self.is_bound(man.kind, side).then(|| self.shade(sq));
            let known =
                |officers: &&mut Officers| (officers.kind, officers.shade) == (man.kind, shade);
            let cage = self.cage(sq, man.kind, side, &force.homes);
            match force.officers.iter_mut().find(known) {
                Some(officers) => {
                    officers.count += 1;
                    officers.cages.extend(cage);
                }
                None => force.officers.push(Officers {
                    kind: man.kind,
                    shade,
                    count: 1,
                    cages: cage.into_iter().collect(),
                }),
            }
        }
        force
    }

    /// 0 or 1: the colour of a square.
    pub(super) fn shade(&self, sq: Square) -> u8 {
        let (file, rank) = self.place(sq);
        ((file + rank) & 1) as u8
    }

    fn is_bound(&self, kind: u8, side: Side) -> bool {
        (0..self.squares() as u8).map(Square).all(|to| {
            self.sources(kind, side, to).iter().all(|&from| self.shade(from) == self.shade(to))
        })
    }

    fn cage(&self, sq: Square, kind: u8, side: Side, homes: &[Square]) -> Option<Cage> {
        let is_open = |standing: &[Square]| {
            let mut to = Vec::new();
            self.rules.open_steps(usize::from(kind), side, sq, Blocks::On(standing), &mut to);
            !to.is_empty()
        };
        if is_open(homes) {
            return None;
        }
        let needed = homes.iter().copied().filter(|&pawn| {
            let others: Vec<Square> = homes.iter().copied().filter(|&sq| sq != pawn).collect();
            is_open(&others)
        });
        let pawns: Vec<Square> = needed.collect();
        (!is_open(&pawns)).then_some(Cage { square: sq, pawns })
    }

    /// The two squares of a castling, as a set.
    pub(super) fn castlers(&self, number: usize) -> u64 {
        self.setup.castling.get(number).map_or(0, |castling| {
            u64::of([castling.king, castling.rook].map(|sq| Square(sq as u8)))
        })
    }
}
