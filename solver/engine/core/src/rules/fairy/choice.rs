//! What a half-move leaves to choose, as one number.

use std::sync::atomic::Ordering;

use crate::board::Bits;

use super::super::moves::Move;
use super::Fairy;

/// A question that a half-move left open, and the answer: one of `ends`, after which nothing more is
/// asked, or of the `others` that follow them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub chosen: u16,
    ends: u16,
    others: u16,
}

impl Asked {
    /// Reads the answer from a choice, of which the rest answers what is asked later.
    pub fn read(choice: &mut u16, ends: u16, others: u16) -> Asked {
        let code = *choice;
        let chosen = if code < ends || others == 0 {
            *choice = 0;
            code
        } else {
            *choice = (code - ends) / others;
            ends + (code - ends) % others
        };
        Asked { chosen, ends, others }
    }

    // The choice of this answer and those after it, which `rest` codes.
    fn code(self, rest: usize) -> usize {
        let (chosen, ends) = (usize::from(self.chosen), usize::from(self.ends));
        if chosen < ends { chosen } else { chosen + rest * usize::from(self.others) }
    }
}

// The choice after the one that was made, the last question changing first; `None` after the last.
fn following(asked: &[Asked]) -> Option<usize> {
    let last = asked.iter().rposition(|one| one.chosen + 1 < one.ends + one.others)?;
    let next = Asked { chosen: asked[last].chosen + 1, ..asked[last] };
    let before = asked[..last].iter().rev();
    Some(before.fold(next.code(0), |rest, one| one.code(rest)))
}

impl<B: Bits> Fairy<B> {
    /// The move with the choice after the one that it made when it was just played; `None` after the
    /// last.  Choices that a move cannot hold are left out, which the search is told.
    pub(super) fn next_choice(&self, asked: &[Asked], mv: Move) -> Option<Move> {
        let choice = following(asked)?;
        if choice >= Move::MOST_CHOICES {
            self.exhausted.store(true, Ordering::Relaxed);
            return None;
        }
        Some(mv.choosing(choice as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, following};

    // Three answers to a first question, two to a second one that is asked after the second only.
    #[test]
    fn every_answer_is_tried_once() {
        let mut tried = Vec::new();
        let mut next = Some(0_u16);
        while let Some(mut choice) = next {
            let first = Asked::read(&mut choice, 0, 3);
            let mut asked = vec![first];
            if first.chosen == 1 {
                asked.push(Asked::read(&mut choice, 0, 2));
            }
            tried.push(asked.iter().map(|one| one.chosen).collect::<Vec<_>>());
            next = following(&asked).map(|choice| choice as u16);
        }
        assert_eq!(tried, [vec![0], vec![1, 0], vec![1, 1], vec![2]]);
    }

    // Two answers that end, two after which the same is asked again, three times at most.
    #[test]
    fn answers_that_end_take_little_room() {
        let (mut tried, mut greatest) = (0, 0);
        let mut next = Some(0_u16);
        while let Some(choice) = next {
            greatest = choice.max(greatest);
            let mut rest = choice;
            let mut asked: Vec<Asked> = Vec::new();
            while asked.len() < 3 && asked.last().is_none_or(|one| one.chosen >= 2) {
                asked.push(Asked::read(&mut rest, 2, 2));
            }
            tried += 1;
            next = following(&asked).map(|choice| choice as u16);
        }
        assert_eq!((tried, greatest < 4 * 4 * 4), (2 + 2 * 2 + 4 * 2 + 8, true));
    }
}
