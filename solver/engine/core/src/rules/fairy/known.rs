//! Answers to dear questions about positions, kept by what the answers depend on.

use std::cell::RefCell;

use super::keys::mix;

/// Answers of one board, of which each new one takes the place of an older one.
#[derive(Clone, Default, Debug)]
pub(super) struct Known {
    answers: RefCell<Vec<u64>>,
}

const ANSWERS: usize = 1 << 13;
const IS_KNOWN: u64 = 2;
const YES: u64 = 1;

impl Known {
    /// The answer to a question, asked once.
    ///
    /// question: all that the answer depends on, as a hash.
    pub fn or_ask(&self, question: u64, ask: impl FnOnce() -> bool) -> bool {
        let question = mix(question);
        let place = (question >> 32) as usize % ANSWERS;
        let kept = question & !(IS_KNOWN | YES) | IS_KNOWN;
        if let Some(&known) = self.answers.borrow().get(place)
            && known & !YES == kept
        {
            return known & YES != 0;
        }
        let answer = ask();
        let mut answers = self.answers.borrow_mut();
        if answers.is_empty() {
            answers.resize(ANSWERS, 0);
        }
        answers[place] = kept | u64::from(answer);
        answer
    }
}
