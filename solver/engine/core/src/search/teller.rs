//! Trees of battle play on their way out: handed out in parts, so that no tree is ever held whole.

use crate::rules::PlayedEffect;

use super::events::{Event, Node, Place};
use super::units::Emit;
use super::variations::Threats;

/// Half-moves that are kept before they are handed out.
const MOST_KEPT: usize = 64;

/// What a tree hangs on.
enum Head {
    Move(Box<Node>),
    /// Play after a key that is not written.
    PostKey {
        zugzwang: bool,
        threat_effects: Vec<PlayedEffect>,
        check: bool,
    },
}

/// A half-move to which more may be added.
struct Open {
    head: Head,
    place: Place,
    /// What has been added and not handed out.
    below: [Vec<Node>; Place::COUNT],
    /// Others know of it already.
    told: bool,
}

/// Takes trees half-move by half-move, each before what follows it, and hands them out as events:
/// small ones whole, others in parts.  How they are cut depends on the trees alone.
pub struct Teller<'e, 'f> {
    emit: &'e mut Emit<'f>,
    ply: u16,
    open: Vec<Open>,
    /// Half-moves that are kept.
    kept: usize,
    /// How deep the half-moves are that violate a constraint.
    violations: Option<usize>,
}

impl<'e, 'f> Teller<'e, 'f> {
    /// Nothing taken yet; ply: of the half-moves with which trees begin, 1 for defences.
    pub fn new(emit: &'e mut Emit<'f>, ply: u16) -> Self {
        Self { emit, ply, open: Vec::new(), kept: 0, violations: None }
    }

    /// From now on trees begin with half-moves of that ply.
    pub fn set_ply(&mut self, ply: u16) {
        self.ply = ply;
    }

    /// A half-move that belongs to the last one that is open, and is open itself; where none is, a
    /// tree begins with it.
    pub fn open(&mut self, place: Place, mut node: Node) {
        node.constraint |= self.violations == Some(self.open.len());
        self.push(Head::Move(Box::new(node)), place);
    }

    /// Play after the key begins.
    pub fn open_post_key(&mut self, threats: &Threats, check: bool) {
        let (zugzwang, threat_effects) = (threats.zugzwang, threats.effects.clone());
        self.push(Head::PostKey { zugzwang, threat_effects, check }, Place::Variations);
    }

    /// A half-move with all that follows it.
    pub fn add(&mut self, place: Place, node: Node) {
        self.open(place, node);
        self.close();
    }

    /// Nothing more belongs to the last half-move that is open.
    pub fn close(&mut self) {
        if self.open.last().is_some_and(|last| last.told) {
            self.hand_out();
        }
        let Some(last) = self.open.pop() else { return };
        let depth = self.open.len();
        match (last.head, self.open.last_mut()) {
            (Head::Move(node), None) if last.told => {
                let solution = !node.mark.is_empty();
                (self.emit)(Event::TreeEnded { solution });
            }
            (Head::PostKey { .. }, _) if last.told => {
                (self.emit)(Event::TreeEnded { solution: false });
            }
            // The next one of this depth shows that it is complete.
            (Head::Move(_), Some(_)) if last.told => {}
            (Head::Move(node), Some(above)) => {
                above.below[last.place as usize].push(with(*node, last.below));
            }
            (Head::Move(node), None) => {
                (self.emit)(Event::TreeFound { node: with(*node, last.below), ply: self.ply });
            }
            (Head::PostKey { zugzwang, threat_effects, check }, _) => {
                let [threats, ..] = last.below;
                (self.emit)(Event::PostKey {
                    zugzwang,
                    threats,
                    threat_effects,
                    check,
                    ply: self.ply,
                    open: false,
                });
            }
        }
        if depth == 0 {
            self.kept = 0;
        }
    }

    /// Does `work`, in which half-moves that belong to the last one that is open violate a constraint.
    pub fn violating<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.violations.replace(self.open.len());
        let done = work(self);
        self.violations = before;
        done
    }

    fn push(&mut self, head: Head, place: Place) {
        self.open.push(Open { head, place, below: Default::default(), told: false });
        self.kept += 1;
        if self.kept > MOST_KEPT {
            self.hand_out();
        }
    }

    /// Hands out all that is kept.
    fn hand_out(&mut self) {
        self.kept = 0;
        let ply = self.ply;
        for (depth, open) in self.open.iter_mut().enumerate() {
            let below = std::mem::take(&mut open.below);
            if std::mem::replace(&mut open.told, true) {
                for (place, nodes) in Place::ALL.into_iter().zip(below) {
                    for node in nodes {
                        let depth = depth as u16 + 1;
                        (self.emit)(Event::TreePart { node, depth, place, open: false, ply });
                    }
                }
                continue;
            }
            match &open.head {
                Head::PostKey { zugzwang, threat_effects, check } => {
                    let [threats, ..] = below;
                    (self.emit)(Event::PostKey {
                        zugzwang: *zugzwang,
                        threats,
                        threat_effects: threat_effects.clone(),
                        check: *check,
                        ply,
                        open: true,
                    });
                }
                Head::Move(node) => {
                    let node = with((**node).clone(), below);
                    let (depth, place) = (depth as u16, open.place);
                    (self.emit)(Event::TreePart { node, depth, place, open: true, ply });
                }
            }
        }
    }
}

fn with(mut node: Node, below: [Vec<Node>; Place::COUNT]) -> Node {
    [node.threats, node.variations, node.refutations] = below;
    node
}
