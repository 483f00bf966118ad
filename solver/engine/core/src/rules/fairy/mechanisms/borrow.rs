use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side, Square};

use super::super::filter::Men;
use super::super::mechanism::{Hook, Mechanism};
use super::super::observe::Look;

/// Men walk like those that observe them: each has the walks by which it is observed, besides its
/// own.
///
/// So does a man that walks like them because of another rule, but it passes nothing on, and what lends
/// counts as what it walks like.  Borrowers may observe each other: a walk is passed on along a chain that begins with a man whose
/// own walk it is (the least fixpoint), so all kinds that borrow belong to one rule.  Those that
/// borrow from the other side pass nothing on to those that borrow from their own, nor these to
/// those.  Source: Popeye 4, by experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Borrow {
    borrowers: Vec<Borrower>,
    /// Kinds whose walk others use in another form, and the kind that has that form.
    #[serde(default)]
    lent: Vec<(u8, u8)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Borrower {
    kind: u8,
    from: Whose,
    /// The men that lend.
    #[serde(default)]
    lenders: Men,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Whose {
    Own,
    Enemy,
}

impl Borrow {
    fn borrower(&self, kind: u8) -> Option<&Borrower> {
        self.borrowers.iter().find(|borrower| borrower.kind == kind)
    }

    // The borrowers that borrow from the same side.
    fn like<B: Bits>(&self, look: Look<'_, B>, from: Whose) -> B {
        let like = self.borrowers.iter().filter(|other| other.from == from);
        like.fold(B::EMPTY, |men, of| men | look.pos.of_kind(of.kind))
    }

    // The kind that a borrower of a walk uses.
    fn lent_form(&self, walk: u8) -> u8 {
        let form = self.lent.iter().find(|(own, _)| *own == walk);
        form.map_or(walk, |&(_, form)| form)
    }

    fn is_borrower(&self, kind: u8) -> bool {
        self.borrower(kind).is_some()
    }
}

/// The search for a lender of one walk.
struct Chain<'a, B: Bits> {
    rule: &'a Borrow,
    look: Look<'a, B>,
    walk: u8,
    /// By the side that moves them, the borrowers that are known or were asked.
    asked: [B; 2],
}

impl<B: Bits> Chain<'_, B> {
    // Whether the man on a square, moved by `by`, is lent the walk.
    fn reaches(&mut self, by: Side, sq: Square) -> bool {
        let Chain { rule, look, walk, .. } = *self;
        self.asked[by.index()] |= B::bit(sq);
        let mut known_as = look.known_as(by, sq).into_iter();
        let Some(borrower) = known_as.find_map(|kind| rule.borrower(kind)) else { return false };
        let lending = match borrower.from {
            Whose::Own => by,
            Whose::Enemy => by.other(),
        };
        let lenders = look.pos.men(lending) & borrower.lenders.squares(look.pos);
        let walkers = lenders & look.those_known_as(&[walk], lending);
        let observers = look.observers_by(walk, lending, walkers, sq);
        if observers.any() && (observers & !halted(look, lending, observers)).any() {
            return true;
        }
        let like = lenders & rule.like(look, borrower.from) & !self.asked[lending.index()];
        let mut chained = look.observers_by(rule.lent_form(walk), lending, like, sq);
        while let Some(next) = chained.first() {
            chained &= !B::bit(next);
            let new = !self.asked[lending.index()].has(next);
            if new && self.reaches(lending, next) {
                return true;
            }
        }
        false
    }
}

// Those of the men of `by` on some squares that a rule keeps from moving, so that they lend nothing;
// what keeps them may ask what borrowers observe: then walks alone count.
fn halted<B: Bits>(look: Look<'_, B>, by: Side, men: B) -> B {
    let lending = &look.pos.memory.lending;
    if lending.get() {
        return B::EMPTY;
    }
    lending.set(true);
    let halted = B::of(men.squares().filter(|&sq| !look.awake(by, sq)));
    lending.set(false);
    halted
}

impl<B: Bits> Mechanism<B> for Borrow {
    fn hooks(&self) -> &'static [Hook] {
        &[Hook::Walk]
    }

    // A man that another rule makes a borrower is among those of that rule.
    fn lent(&self, look: Look<'_, B>, men: B) -> B {
        let kinds = self.borrowers.iter();
        men & kinds.fold(B::EMPTY, |men, of| men | look.pos.of_kind(of.kind))
    }

    fn clothes(&self, kind: u8) -> bool {
        self.is_borrower(kind)
    }

    fn walks(&self, look: Look<'_, B>, by: Side, from: Square, kinds: &mut Vec<u8>) {
        if !kinds.iter().any(|&kind| self.is_borrower(kind)) {
            return;
        }
        for walk in 0..look.pos.kind_count() {
            if look.pos.of_kind(walk).any() && !kinds.contains(&walk) {
                let mut chain = Chain { rule: self, look, walk, asked: [B::EMPTY; 2] };
                if chain.reaches(by, from) {
                    kinds.push(self.lent_form(walk));
                }
            }
        }
    }
}
