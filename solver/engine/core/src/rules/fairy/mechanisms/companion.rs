use serde::{Deserialize, Serialize};

use crate::board::{Bits, Square};

use super::super::super::moves::Form;
use super::super::mechanism::{Deed, Hook, Mechanism, Way};
use super::super::observe::Look;
use super::super::stage::Stage;
use super::super::turn::Turn;

/// Companions, which are no men, go the same way as every man that moves.
///
/// A man may move only if every one of them can: to an empty square, over squares in the same state
/// as those that the man passes, also where its way is bent.  They hinder nobody.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Companion {
    /// Where they stand in the diagram, in the order in which output tells them.
    squares: Vec<u8>,
    /// The kind of a promoted man that leaves the board for another companion on its square.
    #[serde(default)]
    recruit: Option<u8>,
    /// Where they stand in a position to be reached, in any order.
    #[serde(default)]
    reached: Option<Vec<u8>>,
    #[serde(skip)]
    slot: u8,
}

const SLOTS: u8 = 8;
// A slot holds so many squares, each as its number and one more.
const IN_A_SLOT: usize = 4;

impl Companion {
    fn squares<B: Bits>(&self, look: Look<'_, B>) -> Vec<Square> {
        let slots = (self.slot..).take(usize::from(SLOTS));
        let packed = slots.map(|slot| look.remembered(slot).to_le_bytes());
        let words = packed.flat_map(|bytes| {
            let pairs: [[u8; 2]; IN_A_SLOT] =
                [0, 2, 4, 6].map(|at: usize| [bytes[at], bytes[at + 1]]);
            pairs.map(u16::from_le_bytes)
        });
        words.take_while(|&word| word != 0).map(|word| Square((word - 1) as u8)).collect()
    }

    // A recruit on the square becomes another one.
    fn enlist<B: Bits>(&self, turn: &mut Turn<'_, B>, sq: Square) {
        if turn.pos.man(sq).is_some_and(|man| Some(man.kind) == self.recruit) {
            let mut squares = self.squares(turn.look());
            squares.push(sq);
            self.remember(turn, &squares);
            turn.enlisted |= turn.deed.at == Some(sq);
            turn.remove(sq);
        }
    }

    fn remember<B: Bits>(&self, turn: &mut Turn<'_, B>, squares: &[Square]) {
        for (slot, value) in (self.slot..).zip(packed(squares.iter().map(|sq| sq.0))) {
            if turn.look().remembered(slot) != value {
                turn.remember(slot, value);
            }
        }
    }
}

fn packed(squares: impl Iterator<Item = u8>) -> [u64; SLOTS as usize] {
    let mut slots = [0; SLOTS as usize];
    for (at, sq) in squares.take(IN_A_SLOT * usize::from(SLOTS)).enumerate() {
        slots[at / IN_A_SLOT] |= (u64::from(sq) + 1) << (16 * (at % IN_A_SLOT));
    }
    slots
}

/// The way of a man as a companion has to repeat it.
struct Track<B> {
    from: Square,
    to: Square,
    vector: (i32, i32),
    /// What is passed on the way, counted from where it begins.
    passed: Vec<(i32, i32)>,
    /// What stands in the way of a companion.
    occupied: B,
}

impl<B: Bits> Track<B> {
    // Where the companion arrives, if it can.
    fn arrival(&self, look: Look<'_, B>, at: Square) -> Option<Square> {
        let (x, y) = look.rules.coordinates(at);
        let to = look.rules.at(x + self.vector.0, y + self.vector.1);
        let taken = self.occupied | B::bit(self.to);
        let free = to.any() && !to.meets(taken) && self.passes(look, at);
        to.squares().next().filter(|_| free)
    }

    fn passes(&self, look: Look<'_, B>, at: Square) -> bool {
        self.passed.iter().all(|&way| {
            let (own, passed) = (look.rules.beyond(self.from, way), look.rules.beyond(at, way));
            // It may hop over the man itself, which has not gone yet.
            passed.any()
                && if own.meets(self.occupied) {
                    passed.meets(self.occupied | B::bit(self.from))
                } else {
                    !passed.meets(self.occupied)
                }
        })
    }
}

// What lies on a straight line between two squares, counted from the first.
fn between<B: Bits>(look: Look<'_, B>, from: Square, to: Square) -> Vec<(i32, i32)> {
    let ((x, y), (dx, dy)) = (look.rules.vector(from, to), look.rules.direction(from, to));
    let steps = x.abs().max(y.abs()) / dx.abs().max(dy.abs()).max(1);
    (1..steps).map(|n| (n * dx, n * dy)).collect()
}

impl Companion {
    // The ways of the men that a half-move moves, one after the other; each as it may have gone.
    fn tracks<B: Bits>(look: Look<'_, B>, way: &Way) -> Vec<Vec<Track<B>>> {
        let straight = |from: Square, to: Square, occupied: B| Track {
            from,
            to,
            vector: look.rules.vector(from, to),
            passed: between(look, from, to),
            occupied,
        };
        let occupied = look.pos.occupied() & !B::bit(way.from);
        if way.form == Form::Castling {
            let castlings = look.rules.game.castlings.iter();
            let mut own = castlings.filter(|c| (c.king, c.king_to) == (way.from, way.to));
            // The rook's way is asked about together with the king's.
            return own.next().map_or_else(|| vec![Vec::new()], |c| {
                let left = occupied & !B::bit(c.rook);
                vec![vec![straight(c.king, c.king_to, occupied), straight(c.rook, c.rook_to, left)]]
            });
        }
        let mut track = straight(way.from, way.to, occupied);
        let reach = look.rules.game.movement.reach(way.kind, way.by, way.from);
        if (reach.both | reach.quiet | reach.capture).has(way.to) {
            track.passed.clear();
            return vec![vec![track]];
        }
        let view = look.pos.view_from(way.by, way.from);
        let end = (way.to, way.captures);
        let hurdles = look.rules.hurdles(&view, way.kind, way.by, way.from, end);
        let bends = hurdles.into_iter().filter_map(|hurdle| hurdle.squares().next());
        let turning = look.rules.direction(way.from, way.to);
        let bends = bends.filter(|&at| look.rules.direction(way.from, at) != turning);
        let bent = bends.map(|at| {
            let mut passed = between(look, way.from, at);
            passed.push(look.rules.vector(way.from, at));
            vec![Track { passed, ..straight(way.from, way.to, occupied) }]
        });
        let bent: Vec<_> = bent.collect();
        if bent.is_empty() { vec![vec![track]] } else { bent }
    }
}

impl<B: Bits> Mechanism<B> for Companion {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Way, Hook::Act, Hook::Watch, Hook::Reborn, Hook::Admit]
    }

    // No man may come to the square of one by what follows from a move.
    fn admits(&self, look: Look<'_, B>, _: &Deed) -> bool {
        let occupied = look.pos.occupied();
        !self.squares(look).into_iter().any(|sq| occupied.has(sq))
    }

    fn stage(&self) -> Stage {
        Stage::Companion
    }

    fn slots(&self) -> u8 {
        SLOTS
    }

    fn settle(&mut self, first_slot: u8) {
        self.slot = first_slot;
        if let Some(reached) = &mut self.reached {
            reached.sort_unstable();
        }
    }

    fn surveys(&self, _: Look<'_, B>, state: &mut [u64]) {
        state.copy_from_slice(&packed(self.squares.iter().copied()));
    }

    fn reached(&self, look: Look<'_, B>) -> bool {
        self.reached.as_ref().is_none_or(|reached| {
            let mut here: Vec<u8> = self.squares(look).into_iter().map(|sq| sq.0).collect();
            here.sort_unstable();
            here == *reached
        })
    }

    fn closes(&self, look: Look<'_, B>, way: &Way) -> bool {
        let tracks = Companion::tracks(look, way);
        let squares = self.squares(look);
        !tracks.iter().any(|tracks| {
            squares.iter().all(|&at| {
                tracks.iter().try_fold(at, |at, track| track.arrival(look, at)).is_some()
            })
        })
    }

    fn acts(&self, turn: &mut Turn<'_, B>) {
        let rules = turn.rules;
        let (x, y) = rules.vector(turn.deed.from, turn.mv.to());
        let (more_x, more_y) = turn.castled().map_or((0, 0), |(from, to)| rules.vector(from, to));
        let go = |sq: Square| {
            let (at_x, at_y) = rules.coordinates(sq);
            rules.at(at_x + x + more_x, at_y + y + more_y).squares().next().unwrap_or(sq)
        };
        let squares: Vec<Square> = self.squares(turn.look()).into_iter().map(go).collect();
        self.remember(turn, &squares);
        for &sq in &squares {
            turn.follow(sq);
        }
    }

    fn watch_stage(&self) -> Stage {
        Stage::Surfacing
    }

    fn watches(&self, turn: &mut Turn<'_, B>) {
        if let Some((sq, _)) = turn.mover() {
            self.enlist(turn, sq);
        }
    }

    fn comes_back(&self, turn: &mut Turn<'_, B>, _: Square, to: Square) {
        self.enlist(turn, to);
    }
}
