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
const NO_COLUMN: Cost = -1;

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
        let known = &self.rows[row];
        // All of it first: that is a single step.
        if known == costs || known[..self.size] == costs[..self.size] {
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

    // Finds a place for a man that has none: a shortest path of reduced costs to a free place.  All
    // columns are gone over each time, so that it is a few steps of vectors.
    fn augment(&mut self, row: usize) {
        // `Cost::MAX` for columns that are not to be looked at any more.
        let mut closed = [0; MOST];
        closed[self.size..].fill(Cost::MAX);
        self.u[row] = least_of(&reduced(&self.rows[row], 0, &self.v), &closed);
        let mut slack = [Cost::MAX; MOST];
        let mut from = [NO_COLUMN; MOST];
        let mut at = NO_COLUMN;
        let mut current = row;
        loop {
            let now = reduced(&self.rows[current], self.u[current], &self.v);
            for column in 0..MOST {
                let nearer = now[column] < slack[column] && closed[column] == 0;
                slack[column] = if nearer { now[column] } else { slack[column] };
                from[column] = if nearer { at } else { from[column] };
            }
            let delta = least_of(&slack, &closed);
            let next = (0..self.size).find(|&column| slack[column].max(closed[column]) == delta);
            let next = next.unwrap_or(0);
            self.shift(row, &closed, delta, &mut slack);
            closed[next] = Cost::MAX;
            at = next as Cost;
            if self.row_of[next] == FREE {
                break;
            }
            current = usize::from(self.row_of[next]);
        }
        while at != NO_COLUMN {
            let before = from[at as usize];
            self.row_of[at as usize] =
                if before == NO_COLUMN { row as u8 } else { self.row_of[before as usize] };
            at = before;
        }
    }

    fn shift(&mut self, row: usize, closed: &Row, delta: Cost, slack: &mut Row) {
        if delta == 0 {
            return;
        }
        self.u[row] += delta;
        for (column, slack) in slack.iter_mut().enumerate().take(self.size) {
            if closed[column] == 0 {
                *slack -= delta;
            } else {
                self.u[usize::from(self.row_of[column])] += delta;
                self.v[column] -= delta;
            }
        }
    }
}

#[inline]
fn reduced(row: &Row, u: Cost, v: &Row) -> Row {
    let mut reduced = [0; MOST];
    for column in 0..MOST {
        reduced[column] = row[column].wrapping_sub(u).wrapping_sub(v[column]);
    }
    reduced
}

// The least value in a column that is not closed.
#[inline]
fn least_of(values: &Row, closed: &Row) -> Cost {
    let open = values.iter().zip(closed).map(|(value, closed)| *value.max(closed));
    open.fold(Cost::MAX, Cost::min)
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
