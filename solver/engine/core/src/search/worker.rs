//! One thread's part of a search: its position, its move lists, its counters.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::rules::{Move, MoveList, Play, PlayedMove};
use crate::stipulation::{BranchId, Goal, Tree};

use super::bounds::{Bounds, Forced};
use super::origins::Origins;
use super::proof_game::ProofGame;
use super::shared::{Answer, EXHAUSTED, Shared, Stopped};
use super::spec::{Options, SearchSpec};
use super::trial::Trial;
use super::units::Part;

/// Half-moves between two looks at the wish to stop.
const PATIENCE: u64 = 2048;

/// A thread of a search.
///
/// The rules, the tree and the options are read-only; the position belongs to the thread.
pub struct Worker<'a, P: Play> {
    pub rules: &'a P,
    pub tree: &'a Tree,
    pub options: &'a Options,
    pub shared: &'a Shared,
    pub pos: P::Position,
    /// Refutations that worked last, by half-moves left.
    pub killers: Vec<[Option<Move>; 2]>,
    /// Defences with the number of their replies, while they are put in order.
    pub counted: Vec<(Option<usize>, Move)>,
    /// How many further defences that are not trivial the defender may still have.
    pub spare: u16,
    /// The bounds for help and series play.
    pub bounds: Option<Bounds>,
    /// That for selfmates.
    pub forced: Option<Forced<P>>,
    /// The position that a proof game is to reach.
    pub target: Option<P::Position>,
    /// The bounds for proof games, where the tree is about one.
    pub proof_game: Option<ProofGame>,
    /// Where the men stood in the diagram, where a goal asks it.
    pub origins: Option<Box<Origins>>,
    /// How often the table knew what came of a half-move.
    pub asked: Trial,
    /// With null moves: whether each half-move so far was one.
    nulls: Vec<bool>,
    lists: Vec<MoveList>,
    nodes: u64,
    /// Half-moves that the others know of.
    told: u64,
    /// The part of a unit that is to be done.
    pub part: Option<Part>,
    /// Where another thread says that the work of this one is not needed any more.
    pub until: Option<&'a AtomicBool>,
}

impl<'a, P: Play> Worker<'a, P> {
    /// A thread that starts from `pos`.
    pub fn new(
        rules: &'a P,
        tree: &'a Tree,
        options: &'a Options,
        shared: &'a Shared,
        pos: P::Position,
    ) -> Self {
        let mut worker = Self {
            rules,
            tree,
            options,
            shared,
            pos,
            killers: Vec::new(),
            counted: Vec::new(),
            spare: options.non_trivial.map_or(0, |(most, _)| most),
            bounds: None,
            forced: None,
            target: None,
            proof_game: None,
            origins: None,
            asked: Trial::default(),
            nulls: Vec::new(),
            lists: Vec::new(),
            nodes: 0,
            told: 0,
            part: None,
            until: None,
        };
        worker.note_origins();
        worker
    }

    /// Takes the target of a proof game and the bounds towards it from the specification.
    pub fn aim_at(&mut self, spec: &SearchSpec) {
        self.target = spec.target.as_deref().and_then(|men| self.rules.diagram(men).ok());
        if let Some(target) = &self.target
            && self.options.bounds
            && !self.options.null_moves
        {
            let bounds = ProofGame::for_tree(self.rules, &self.pos, self.tree, target);
            self.proof_game = bounds.map(|game| game.sharing(&self.shared.meetings));
        }
    }

    /// An empty list from the pool; hand it back with `give`.
    pub fn take(&mut self) -> MoveList {
        self.lists.pop().unwrap_or_default()
    }

    /// Returns a list to the pool.
    pub fn give(&mut self, mut list: MoveList) {
        list.clear();
        self.lists.push(list);
    }

    /// The legal moves of the side to move.
    pub fn legal_moves(&mut self) -> MoveList {
        let mut list = self.take();
        self.rules.legal_moves(&mut self.pos, &mut list);
        list
    }

    /// The half-moves of play: the legal moves, and the null move where an option allows it.
    pub fn branch_moves(&mut self) -> MoveList {
        let mut list = self.take();
        self.rules.legal_moves(&mut self.pos, &mut list);
        self.add_null_move(&mut list);
        list
    }

    /// Puts the null move before the legal ones, where an option allows it.
    pub fn add_null_move(&self, list: &mut MoveList) {
        if self.options.null_moves
            && !self.nulls.last().is_some_and(|&null| null)
            && !self.checked()
        {
            list.insert(0, Move::NULL);
        }
    }

    /// The half-moves of play that can reach `goal`: only checks where it needs one.
    pub fn moves_for_goal(&mut self, goal: Option<Goal>) -> MoveList {
        let checks = goal.is_some_and(Goal::needs_check);
        if !checks && (goal != Some(Goal::Stalemate) || self.options.null_moves) {
            return self.branch_moves();
        }
        let mut list = self.take();
        if checks {
            self.rules.legal_checks(&mut self.pos, &mut list);
        } else {
            self.rules.legal_stalemates(&mut self.pos, &mut list);
        }
        list
    }

    /// The half-moves of play that can leave the other side nothing but checks, and some check.
    pub fn forcing_moves(&mut self) -> MoveList {
        if self.options.null_moves {
            let mut list = self.branch_moves();
            self.rules.drop_uncheckable(&mut self.pos, &mut list);
            self.rules.drop_answered(&mut self.pos, &mut list);
            return list;
        }
        let mut list = self.take();
        self.rules.legal_moves_that_force(&mut self.pos, &mut list);
        list
    }

    /// Plays `mv`, counts it and looks for the wish to stop.
    pub fn play(&mut self, mv: Move) -> Answer<()> {
        self.nodes += 1;
        if self.nodes >= PATIENCE {
            self.tell_nodes();
            if self.rules.exhausted() {
                self.shared.stop(EXHAUSTED);
            }
            if self.shared.stopped() || self.is_idle() {
                return Err(Stopped);
            }
        }
        if self.options.null_moves {
            self.nulls.push(mv.is_null());
        }
        self.rules.play(&mut self.pos, mv);
        if self.origins.is_some() {
            self.follow_men();
        }
        Ok(())
    }

    /// Takes the last move (or pass) back.
    pub fn undo(&mut self) {
        self.nulls.pop();
        self.rules.undo(&mut self.pos);
        if let Some(origins) = &mut self.origins {
            origins.undo();
        }
    }

    /// Gives the move to the other side.
    pub fn pass(&mut self) {
        let other = self.rules.side(&self.pos).other();
        self.rules.pass_to(&mut self.pos, other);
        self.follow_pass();
    }

    /// The side to move leaves out its half-move.
    pub fn leave_out(&mut self) {
        self.rules.leave_out(&mut self.pos);
        self.follow_pass();
    }

    fn follow_pass(&mut self) {
        if self.options.null_moves {
            self.nulls.push(self.nulls.last().is_some_and(|&null| null));
        }
        self.follow_men();
    }

    /// The side to move is in check.
    pub fn checked(&self) -> bool {
        self.rules.in_check(&self.pos, self.rules.side(&self.pos))
    }

    /// Adds this thread's count to the shared one.
    pub fn tell_nodes(&mut self) {
        self.shared.count(self.nodes);
        self.told += self.nodes;
        self.nodes = 0;
    }

    /// Nobody needs what this thread does.
    pub fn is_idle(&self) -> bool {
        self.until.is_some_and(|done| done.load(Ordering::Relaxed))
    }

    /// Half-moves that this thread has played so far.
    pub fn nodes(&self) -> u64 {
        self.told + self.nodes
    }

    /// A record of `mv`, which is about to be played, without check and goal.
    pub fn describe(&mut self, mv: Move) -> PlayedMove {
        self.rules.describe(&mut self.pos, mv)
    }

    /// The key in the table of this position at this place of the tree.
    ///
    /// `salt`: what else the stored proof depends on (0 for a proof that states its own length).
    pub fn key(&self, branch: BranchId, attack: bool, salt: u16) -> u64 {
        let null = self.nulls.last().is_some_and(|&null| null);
        let place = u64::from(null) << 40
            | u64::from(branch) << 17
            | u64::from(attack) << 16
            | u64::from(salt);
        let origins = self.origins.as_ref().map_or(0, |origins| origins.hash());
        self.rules.hash(&self.pos)
            ^ origins
            ^ (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    }
}
