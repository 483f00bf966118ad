//! Captures that pawns must make: where the other side must bring men to be captured.

use super::force::Slots;
use super::graph::State;
use super::matching::{Cost, MOST, Matching, Row};
use super::tables::SideTables;

/// What the pawns of a side ask of the other side.
///
/// A man of the target that every candidate can only reach by captures asks for one man in the zone
/// of these captures each; where all pawns together need more, more men are to be captured in one of
/// all zones.  None when they need more than the `allowed` captures.  `victims`: the tables of the
/// other side.  Cost: a table look-up for each pawn and man of the target, and one assignment.
pub fn slots_of(
    tables: &SideTables,
    men: &[State],
    allowed: usize,
    victims: &SideTables,
) -> Option<Slots> {
    let mut rows: [Row; MOST] = [[0; MOST]; MOST];
    let mut alone = [u8::MAX; MOST];
    for (row, &state) in rows.iter_mut().zip(men) {
        let captures = tables.captures(state);
        for (column, &least) in captures.iter().enumerate().take(tables.columns.len()) {
            alone[column] = alone[column].min(least);
            row[column] = Cost::from(least).min(100);
        }
    }
    let together = Matching::new(&rows[..men.len()]).total();
    let together = usize::try_from(together).unwrap_or(0);
    if together > allowed {
        return None;
    }
    let mut slots = Slots::default();
    if together == 0 {
        return Some(slots);
    }
    let mut anywhere = 0;
    for (column, &least) in alone.iter().enumerate().take(tables.columns.len()) {
        let mut zone = 0;
        for &state in men {
            let captures = tables.captures(state)[column];
            if captures != u8::MAX && tables.is_pawn(state) && usize::from(captures) <= allowed {
                zone |= tables.capture_squares(state, column);
            }
        }
        anywhere |= zone;
        for _ in 0..least {
            add(&mut slots, victims.zone(zone))?;
        }
    }
    while usize::from(slots.count) < together {
        add(&mut slots, victims.zone(anywhere))?;
    }
    Some(slots)
}

fn add(slots: &mut Slots, zone: u16) -> Option<()> {
    *slots.zones.get_mut(usize::from(slots.count))? = zone;
    slots.count += 1;
    Some(())
}
