use serde::{Deserialize, Serialize};

use crate::board::{Bits, Side};

use super::super::super::setup::{BySide, KindSpec, PromotionSpec, Role};
use super::super::mechanism::{Deed, Hook, Mechanism};
use super::super::observe::Look;

/// What pawns may do besides their walk: each thing that is given replaces what the kinds bring.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PawnRules {
    /// The kinds that it is about; all pawns unless given.
    #[serde(default)]
    walks: Option<Vec<usize>>,
    /// Whether they capture en passant.
    #[serde(default)]
    en_passant: Option<bool>,
    /// From where White's and Black's may make a double step.
    #[serde(default)]
    double_step: Option<[Vec<usize>; 2]>,
    /// From which of those they may make a triple step as well.
    #[serde(default)]
    triple_step: Option<[Vec<usize>; 2]>,
    /// They walk from every rank as they do from most.
    #[serde(default)]
    free: bool,
    /// Where White's and Black's promote.
    #[serde(default)]
    promotion: Option<[Vec<usize>; 2]>,
    /// Whether they may not go where they would promote, though they attack there.
    #[serde(default)]
    barred: bool,
    /// What they promote to; `None` among it stands for what the kinds bring, unless a rule says it
    /// without that.
    #[serde(default)]
    promotes_to: Option<Vec<Option<usize>>>,
}

impl PawnRules {
    fn concerns(&self, number: usize, role: Option<Role>) -> bool {
        let pawn = role == Some(Role::Pawn);
        self.walks.as_ref().map_or(pawn, |walks| walks.contains(&number))
    }

    fn shape(&self, kind: &mut KindSpec, side: Option<Side>) {
        if let Some(allowed) = self.en_passant {
            kind.captures_en_passant &= allowed;
        }
        if let (true, Some(walk)) = (self.free, kind.free_walk.take()) {
            kind.walk = walk;
        }
        if let Some(squares) = &self.double_step {
            let double = kind.double_step.get_or_insert(BySide::default());
            replace(&mut double.white, &mut double.black, squares, side);
        }
        if let Some(squares) = &self.triple_step {
            let triple = kind.triple_step.get_or_insert(BySide::default());
            replace(&mut triple.white, &mut triple.black, squares, side);
        }
        if let Some(squares) = &self.promotion {
            let promotes = kind.promotes.get_or_insert(PromotionSpec::default());
            replace(&mut promotes.white, &mut promotes.black, squares, side);
        }
        if let (Some(to), Some(promotes)) = (&self.promotes_to, &mut kind.promotes) {
            promote_to(promotes, to);
        }
    }
}

fn replace(
    white: &mut Vec<usize>,
    black: &mut Vec<usize>,
    squares: &[Vec<usize>; 2],
    side: Option<Side>,
) {
    for (of, old, new) in [(Side::White, white, &squares[0]), (Side::Black, black, &squares[1])] {
        if side.is_none_or(|side| side == of) {
            old.clone_from(new);
        }
    }
}

fn promote_to(promotes: &mut PromotionSpec, to: &[Option<usize>]) {
    let only = !to.contains(&None);
    if promotes.only && !only {
        return;
    }
    let brought = std::mem::take(&mut promotes.to);
    promotes.only = only;
    for named in to {
        let kinds = named.as_ref().map_or(&brought[..], std::slice::from_ref);
        let new = kinds.iter().filter(|kind| !promotes.to.contains(kind));
        let new: Vec<usize> = new.copied().collect();
        promotes.to.extend(new);
    }
}

impl<B: Bits> Mechanism<B> for PawnRules {
    fn hooks(&self) -> &'static [Hook] {
        if self.barred { &[Hook::Kinds, Hook::Admit] } else { &[Hook::Kinds] }
    }

    fn admits(&self, look: Look<'_, B>, deed: &Deed) -> bool {
        let number = usize::from(deed.mover.kind);
        let kind = &look.rules.game.kinds[number];
        !self.concerns(number, kind.role)
            || !kind.promotion_squares[deed.side.index()].has(deed.to)
    }

    fn shapes(&self, kinds: &mut [KindSpec], side: Option<Side>) {
        for (number, kind) in kinds.iter_mut().enumerate() {
            if self.concerns(number, kind.role) {
                self.shape(kind, side);
            }
        }
    }
}
