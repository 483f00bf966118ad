//! Cheapest assignment of men to places, kept up to date one man at a time.

/// Most men of a side.
pub const MOST: usize = 16;

/// Half-moves, or `NEVER`.
pub type Cost = i16;

/// A cost that no budget pays; sums of `MOST` of them still fit.
pub const NEVER: Cost = 1000;

/// What each place costs one man.
pub type Row = [Cost; MOST];

const FREE: u8 = u8::MAX;

/// Men (rows), as many places (columns), the cheapest way to give each man a place of its own.
///
/// Kept with its dual: `u[row] + v[column]` is at most the cost, and equal where they are matched, so
/// any change of one row has a lower bound at once.  Cost of a change: at most `size` passes over the
/// columns.  Source: the Hungarian method in the form of successive shortest paths.
#[derive(Clone, Debug)]
pub struct Matching {
    size: usize,
    rows: [Row; MOST],
    u: Row,
    v: Row,
    /// The man of each place.
    row_of: [u8; MOST],
    total: Cost,
}

impl Matching {
    /// The cheapest assignment of these men to the first `rows.len()` places.
    pub fn new(rows: &[Row]) -> Self {
        let size = rows.len();
        let mut matching = Self {
            size,
            rows: [[NEVER; MOST]; MOST],
            u: [0; MOST],
            v: [0; MOST],
            row_of: [FREE; MOST],
            total: 0,
        };
        matching.rows[..size].copy_from_slice(rows);
        for row in 0..size {
            matching.augment(row);
        }
        matching.add_up();
        matching
    }

    /// What the whole assignment costs.
    pub fn total(&self) -> Cost {
        self.total
    }

    fn add_up(&mut self) {
        let sum = |row: &Row| row[..self.size].iter().sum::<Cost>();
        self.total = sum(&self.u) + sum(&self.v);
    }

    /// What each place costs the man now.
    pub fn row(&self, row: usize) -> &Row {
        &self.rows[row]
    }

    /// At least this much would everything cost if the man had these costs.
    #[inline]
    pub fn bound_with(&self, row: usize, costs: &Row) -> Cost {
        let mut least = Cost::MAX;
        // All columns, so that it is one step of vectors.
        for (column, (cost, v)) in costs.iter().zip(&self.v).enumerate() {
            least = least.min(if column < self.size { cost - v } else { Cost::MAX });
        }
        self.total - self.u[row] + least
    }

    /// Gives the man other costs.
    pub fn replace(&mut self, row: usize, costs: &Row) {
        if self.rows[row][..self.size] == costs[..self.size] {
            return;
        }
        self.rows[row] = *costs;
        for column in &mut self.row_of[..self.size] {
            if usize::from(*column) == row {
                *column = FREE;
            }
        }
        self.augment(row);
        self.add_up();
    }

    /// Takes the man and the last place away; the last man gets his number.
    pub fn remove(&mut self, row: usize) {
        let last = self.size - 1;
        let evicted = self.row_of[last];
        self.row_of[last] = FREE;
        for column in &mut self.row_of[..last] {
            if usize::from(*column) == row {
                *column = FREE;
            }
        }
        self.rows[row] = self.rows[last];
        self.u[row] = self.u[last];
        let renamed = |number: u8| if usize::from(number) == last { row as u8 } else { number };
        for column in &mut self.row_of[..last] {
            *column = if *column == FREE { FREE } else { renamed(*column) };
        }
        self.size = last;
        self.v[last] = 0;
        if evicted != FREE && usize::from(evicted) != row {
            self.augment(usize::from(renamed(evicted)));
        }
        self.add_up();
    }

    // Finds a place for a man that has none: a shortest path of reduced costs to a free place.
    fn augment(&mut self, row: usize) {
        let size = self.size;
        let mut least = Cost::MAX;
        for column in 0..size {
            least = least.min(self.rows[row][column] - self.v[column]);
        }
        self.u[row] = least;
        let mut slack = [Cost::MAX; MOST];
        let mut from = [FREE; MOST];
        let mut used = 0u32;
        let mut at = FREE;
        let mut current = row;
        loop {
            let (mut delta, mut next) = (Cost::MAX, 0);
            for column in 0..size {
                if used & 1 << column != 0 {
                    continue;
                }
                let reduced = self.rows[current][column] - self.u[current] - self.v[column];
                if reduced < slack[column] {
                    slack[column] = reduced;
                    from[column] = at;
                }
                if slack[column] < delta {
                    (delta, next) = (slack[column], column);
                }
            }
            self.shift(row, used, delta, &mut slack);
            used |= 1 << next;
            at = next as u8;
            if self.row_of[next] == FREE {
                break;
            }
            current = usize::from(self.row_of[next]);
        }
        while at != FREE {
            let before = from[usize::from(at)];
            self.row_of[usize::from(at)] =
                if before == FREE { row as u8 } else { self.row_of[usize::from(before)] };
            at = before;
        }
    }

    fn shift(&mut self, row: usize, used: u32, delta: Cost, slack: &mut Row) {
        if delta == 0 {
            return;
        }
        self.u[row] += delta;
        for (column, slack) in slack.iter_mut().enumerate().take(self.size) {
            if used & 1 << column != 0 {
                self.u[usize::from(self.row_of[column])] += delta;
                self.v[column] -= delta;
            } else if *slack != Cost::MAX {
                *slack -= delta;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Matching, NEVER, Row};

    fn cheapest(rows: &[Row], used: u32) -> i32 {
        let Some((first, rest)) = rows.split_first() else { return 0 };
        let size = used.count_ones() as usize + rows.len();
        (0..size)
            .filter(|column| used & 1 << column == 0)
            .map(|column| i32::from(first[column]) + cheapest(rest, used | 1 << column))
            .min()
            .expect("as many places as men")
    }

    #[test]
    fn changes_keep_it_cheapest() {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 40) as usize
        };
        for _ in 0..300 {
            let size = 1 + random() % 6;
            let mut row = || {
                let mut row = [NEVER; MOST];
                for cost in &mut row[..size] {
                    let drawn = random() % 9;
                    *cost = if drawn == 8 { NEVER } else { drawn as i16 };
                }
                row
            };
            let mut rows: Vec<Row> = (0..size).map(|_| row()).collect();
            let mut matching = Matching::new(&rows);
            assert_eq!(i32::from(matching.total()), cheapest(&rows, 0));
            let other = row();
            let number = random() % size;
            let bound = matching.bound_with(number, &other);
            rows[number] = other;
            matching.replace(number, &other);
            assert!(bound <= matching.total());
            assert_eq!(i32::from(matching.total()), cheapest(&rows, 0));
            let number = random() % size;
            rows.swap_remove(number);
            matching.remove(number);
            assert_eq!(i32::from(matching.total()), cheapest(&rows, 0));
        }
    }
}
