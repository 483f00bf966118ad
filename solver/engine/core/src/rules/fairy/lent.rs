//! Walks that men lend each other by a single rule, told as masks.

use crate::board::{Bits, Side, Square};

use super::deed::Lending;
use super::{Fairy, Position};

/// Who lends walks to the men of one side as they stand.
#[derive(Clone, Copy)]
pub(super) struct Lent<B> {
    /// The men that may be lent walks, and those that are.
    receivers: B,
    borrowers: B,
    lenders: B,
    /// From the lender to the man that it lends to.
    way: i32,
    replaces: bool,
}

impl<B: Bits> Lent<B> {
    /// Those that walk as a kind, of which these men are.
    #[inline]
    pub fn walking(self, men: B) -> B {
        let kept = if self.replaces { men & !self.borrowers } else { men };
        kept | (men & self.lenders).shifted(self.way) & self.receivers
    }
}

impl<B: Bits> Fairy<B> {
    /// Who lends walks to the men of a side, by squares of the men of either side, where a single rule
    /// tells it.
    #[inline]
    pub(super) fn lent_to(&self, by: Side, sides: [B; 2]) -> Option<Lent<B>> {
        let Some(Lending { lender: (0, ahead), own, replaces, .. }) = self.hooks.lending else {
            return None;
        };
        let ahead = if by == Side::White { ahead } else { -ahead };
        let receivers = sides[by.index()];
        let lenders = sides[if own { by } else { by.other() }.index()];
        let way = -ahead * self.width;
        let borrowers = lenders.shifted(way) & receivers;
        Some(Lent { receivers, borrowers, lenders, way, replaces })
    }

    /// The only walk of the man of a side on a square, where a single rule tells it and what it lends
    /// replaces the man's own.
    #[inline]
    pub(super) fn only_walk(&self, pos: &Position<B>, by: Side, from: Square) -> Option<u8> {
        let lending = self.hooks.lending.filter(|lending| lending.replaces)?;
        let lenders = pos.men(if lending.own { by } else { by.other() });
        let lender = self.near(by, from, lending.lender) & lenders;
        pos.man(lender.first().unwrap_or(from)).map(|man| man.kind)
    }
}
