//! Rules that need no hook: they only close ways between squares, or leave a side its best moves by
//! departure and arrival.

use crate::board::{Bits, Geometry, Side};

use super::super::setup::Setup;
use super::super::{Orthodox, RulesError, position};
use super::mechanism::{Among, Hook};
use super::{Fairy, Grades, Position};

/// The rules of a setup with the position of its diagram, as simple as they may be.
#[derive(Debug)]
pub enum Plainest<B: Bits> {
    Orthodox(Box<(Orthodox<B>, position::Position<B>)>),
    Fairy(Box<(Fairy<B>, Position<B>)>),
}

impl<B: Bits> Plainest<B> {
    /// Compiles a setup.
    ///
    /// # Errors
    /// `RulesError` for a setup that is not one.
    pub fn compile(setup: &Setup) -> Result<Plainest<B>, RulesError> {
        if setup.fairy.is_none() {
            return Ok(Plainest::Orthodox(Box::new(Orthodox::compile(setup)?)));
        }
        let (mut rules, pos) = Fairy::compile(setup)?;
        let Some(preferences) = rules.plain_preferences(setup) else {
            return Ok(Plainest::Fairy(Box::new((rules, pos))));
        };
        let ground = [0, 1].map(|side| (&rules.ground[side].to[..], &rules.ground[side].from[..]));
        rules.game.confine(ground, &Geometry::new(&setup.board)?);
        rules.game.preferences = preferences;
        Ok(Plainest::Orthodox(Box::new(Orthodox::confined(rules.game, setup)?)))
    }
}

impl<B: Bits> Fairy<B> {
    // How good the moves of each side are, where a rule leaves it the best ones; `None` if there is
    // anything else to be asked of rules.
    fn plain_preferences(&self, setup: &Setup) -> Option<[Option<Grades<B>>; 2]> {
        let hooks = &self.hooks;
        let about = |hook: &Hook| matches!(hook, Hook::Way | Hook::Select);
        let plain = self.rules.iter().all(|rule| rule.mechanism.hooks().iter().all(about));
        let men = setup.men.iter().all(|man| {
            // A royal man that makes a double step may be captured in passing.
            man.side().is_ok() && !(man.royal && setup.kinds[man.kind].double_step.is_some())
        });
        let steps = setup.kinds.iter().all(|kind| kind.triple_step.is_none());
        let unmoved = setup.castling.iter().all(|castling| castling.moved.is_empty());
        if !plain || !men || !steps || !unmoved || !hooks.ways.is_empty() {
            return None;
        }
        let mut preferences = [None, None];
        for &number in &hooks.selects {
            let rule = &self.rules[usize::from(number)];
            let grades = self.grades[usize::from(number)].as_ref()?;
            if rule.mechanism.grades() != Some(Among::Legal) {
                return None;
            }
            let sides =
                Side::BOTH.into_iter().filter(|&side| rule.side.is_none_or(|of| of == side));
            for side in sides {
                if preferences[side.index()].replace(grades.clone()).is_some() {
                    return None;
                }
            }
        }
        Some(preferences)
    }
}
