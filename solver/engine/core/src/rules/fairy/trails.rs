//! On which of its lines a man observes another.

use crate::board::{Bits, Geometry, Side, Square};
use crate::movement::{Trail, Trails};

use super::super::setup::Setup;
use super::Rule;
use super::observe::Look;

/// The walks of all kinds, ready to be followed, if some rule asks for that.
pub(super) fn compile<B: Bits>(
    setup: &Setup,
    geometry: &Geometry,
    rules: &[Rule<B>],
) -> Vec<[Option<Trails>; 2]> {
    if !rules.iter().any(|rule| rule.mechanism.tells_trails()) {
        return Vec::new();
    }
    let walks = setup.kinds.iter().map(|kind| &kind.walk);
    walks.map(|walk| Side::BOTH.map(|side| Trails::compile(walk, side, geometry))).collect()
}

impl<B: Bits> Look<'_, B> {
    /// How those of `among`, each moved by its own side, observe `target` at the level `Raw`: the
    /// observer and the trail; once for each trail.
    pub fn trails(self, target: Square, among: B) -> Vec<(Square, Trail)> {
        let observers = self.observers(target, among).squares();
        let trails = observers
            .into_iter()
            .flat_map(|from| self.trails_of(from, target).into_iter().map(move |way| (from, way)));
        trails.collect()
    }

    fn trails_of(self, from: Square, target: Square) -> Vec<Trail> {
        let sides = Side::BOTH.into_iter().filter(|&by| self.pos.men(by).has(from));
        let crooked = sides.flat_map(|by| {
            let kinds = self.rules.walks(self, by, from, false).into_iter();
            kinds.filter_map(move |kind| {
                let trails = self.rules.trails.get(usize::from(kind))?[by.index()].as_ref()?;
                let seen = !trails.is_straight()
                    && self.observers_by(kind, by, B::bit(from), target).has(from);
                seen.then(|| (kind, trails.find(from, target, &self.view(by, target))))
            })
        });
        // Classes are those of a kind.
        let found: Vec<Trail> = crooked
            .flat_map(|(kind, trails)| {
                trails.into_iter().map(move |trail| [vec![u32::from(kind)], trail].concat())
            })
            .collect();
        if found.is_empty() { vec![self.straight(from, target)] } else { found }
    }

    // The same for all men that see in this direction, which is no number of a class.
    fn straight(self, from: Square, to: Square) -> Trail {
        let (dx, dy) = self.rules.direction(from, to);
        vec![u32::MAX, dx as u32, dy as u32]
    }
}
