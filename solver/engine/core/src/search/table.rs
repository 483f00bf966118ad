//! The table of positions: fixed size, shared by threads, without locks; every entry is a proof.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Entries that share a cache line of 64 bytes.
const WAYS: usize = 4;
/// Buckets in use at first, and how many times as many are used next.
const FIRST: usize = 1 << 12;
const GROWTH: usize = 4;

/// What is known of one position at one place of the tree, as lengths in half-moves.
///
/// `unsolved`: proved to have no solution within that many half-moves; 0 = nothing known.
/// `solved`: proved to have a solution within that many; 0 = nothing known.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Proof {
    pub unsolved: u16,
    pub solved: u16,
}

impl Proof {
    fn pack(self) -> u64 {
        u64::from(self.unsolved) | u64::from(self.solved) << 16
    }

    fn unpack(data: u64) -> Self {
        Self { unsolved: (data & 0xffff) as u16, solved: (data >> 16 & 0xffff) as u16 }
    }

    fn depth(self) -> u16 {
        self.unsolved.max(self.solved)
    }
}

/// Key XOR data (Hyatt: a torn pair matches no key), then the data.
type Entry = [AtomicU64; 2];

/// A hash table of proofs.
///
/// 16 bytes an entry; all 64 bits of the key are verified.  With n entries in use, a probe meets a
/// false match with odds of at most 4 / 2^64 an entry read, 2.2e-19: a search of 10^12 probes errs
/// with odds of about 2e-7.
///
/// Only some buckets are used at first, for what is near is quick to read and memory that was never
/// written costs the system a page at the first touch.  When they hold an entry each on average, more
/// are used.
pub struct Table {
    entries: Box<[Entry]>,
    /// Buckets in use, less one.
    mask: AtomicUsize,
    /// Entries filled.
    filled: AtomicUsize,
    /// Held while entries move to their buckets among more.
    growing: Mutex<()>,
}

impl Table {
    /// A table of at most `mebibytes`, or of as much as can be had; with 0 nothing is ever known.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        let wanted = mebibytes.saturating_mul(1 << 20) / size_of::<Entry>() / WAYS;
        let mut buckets = if wanted == 0 { 0 } else { 1usize << wanted.ilog2() };
        // Zeroed by the system, page by page when first used: a large table costs a small problem nothing.
        loop {
            match bytemuck::try_zeroed_slice_box(buckets * WAYS) {
                Ok(entries) => {
                    return Self {
                        entries,
                        mask: AtomicUsize::new(buckets.min(FIRST).saturating_sub(1)),
                        filled: AtomicUsize::new(0),
                        growing: Mutex::new(()),
                    };
                }
                Err(()) => buckets /= 2,
            }
        }
    }

    /// Whether anything can be kept; without it no key need be made.
    #[must_use]
    pub fn keeps(&self) -> bool {
        !self.entries.is_empty()
    }

    fn bucket(&self, key: u64) -> &[Entry] {
        if self.entries.is_empty() {
            return &[];
        }
        self.numbered(key as usize & self.mask.load(Ordering::Relaxed))
    }

    fn numbered(&self, number: usize) -> &[Entry] {
        &self.entries[number * WAYS..(number + 1) * WAYS]
    }

    /// What is known under `key`.
    #[must_use]
    pub fn probe(&self, key: u64) -> Proof {
        for entry in self.bucket(key) {
            let data = entry[1].load(Ordering::Relaxed);
            if data != 0 && entry[0].load(Ordering::Relaxed) ^ data == key {
                return Proof::unpack(data);
            }
        }
        Proof::default()
    }

    /// Adds what is proved now to what is known under `key`; the shallowest entry makes room.
    pub fn store(&self, key: u64, proof: Proof) {
        let bucket = self.bucket(key);
        let Some(mut victim) = bucket.first() else { return };
        let mut least = u16::MAX;
        let mut known = Proof::default();
        let mut fresh = true;
        for entry in bucket {
            let data = entry[1].load(Ordering::Relaxed);
            if data != 0 && entry[0].load(Ordering::Relaxed) ^ data == key {
                known = Proof::unpack(data);
                victim = entry;
                fresh = false;
                break;
            }
            let depth = Proof::unpack(data).depth();
            if depth < least {
                least = depth;
                victim = entry;
                fresh = data == 0;
            }
        }
        let solved = match (known.solved, proof.solved) {
            (0, s) | (s, 0) => s,
            (a, b) => a.min(b),
        };
        let data = Proof { unsolved: known.unsolved.max(proof.unsolved), solved }.pack();
        victim[1].store(data, Ordering::Relaxed);
        victim[0].store(key ^ data, Ordering::Relaxed);
        if fresh {
            self.count();
        }
    }

    /// One more entry is filled; with many, more buckets are used from now on.
    fn count(&self) {
        let mask = self.mask.load(Ordering::Relaxed);
        if (mask + 1) * WAYS == self.entries.len() {
            return;
        }
        let filled = self.filled.fetch_add(1, Ordering::Relaxed);
        if filled > mask
            && let Ok(_guard) = self.growing.try_lock()
            && self.mask.load(Ordering::Relaxed) == mask
        {
            let buckets = ((mask + 1) * GROWTH).min(self.entries.len() / WAYS);
            (0..=mask).for_each(|number| self.spread(number, buckets - 1));
            self.mask.store(buckets - 1, Ordering::Relaxed);
        }
    }

    /// Moves the entries of a bucket to where they belong under a larger mask.
    ///
    /// Other threads go on meanwhile: what they store here is lost, or moves torn and matches no key.
    fn spread(&self, number: usize, mask: usize) {
        for entry in self.numbered(number) {
            let data = entry[1].load(Ordering::Relaxed);
            let key = entry[0].load(Ordering::Relaxed) ^ data;
            let target = key as usize & mask;
            if data == 0 || target == number {
                continue;
            }
            let free = |entry: &&Entry| entry[1].load(Ordering::Relaxed) == 0;
            if let Some(place) = self.numbered(target).iter().find(free) {
                place[1].store(data, Ordering::Relaxed);
                place[0].store(key ^ data, Ordering::Relaxed);
            }
            entry[1].store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Proof, Table};

    #[test]
    fn proofs_add_up() {
        let table = Table::new(1);
        table.store(77, Proof { unsolved: 3, solved: 0 });
        table.store(77, Proof { unsolved: 1, solved: 9 });
        table.store(77, Proof { unsolved: 0, solved: 7 });
        assert_eq!(table.probe(77), Proof { unsolved: 3, solved: 7 });
        assert_eq!(table.probe(78), Proof::default());
    }

    #[test]
    fn what_is_known_stays_known_when_more_is_used() {
        let table = Table::new(16);
        let key = |number: u64| (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let length = |number: u64| 1 + (number % 40) as u16;
        for number in 0..100_000 {
            table.store(key(number), Proof { unsolved: length(number), solved: 0 });
        }
        let known = (0..100_000).filter(|&number| {
            let proof = table.probe(key(number));
            assert!(proof.unsolved == 0 || proof.unsolved == length(number));
            proof.unsolved != 0
        });
        assert!(known.count() > 99_000);
    }

    #[test]
    fn too_much_memory_is_as_much_as_can_be_had() {
        let table = Table::new(1 << 40);
        table.store(77, Proof { unsolved: 3, solved: 0 });
    }

    #[test]
    fn no_memory_keeps_nothing() {
        let table = Table::new(0);
        table.store(77, Proof { unsolved: 3, solved: 0 });
        assert_eq!(table.probe(77), Proof::default());
    }
}
