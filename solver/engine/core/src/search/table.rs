//! The table of positions: fixed size, shared by threads, without locks; every entry is a proof.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Entries that share a cache line of 64 bytes.
const WAYS: usize = 4;

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

/// Buckets with which a table begins: 256 KiB.
const FIRST_BUCKETS: usize = 1 << 12;
/// One new entry in so many is counted.
const COUNTED: u64 = 64;

/// Key XOR data (Hyatt: a torn pair matches no key), then the data.
type Entry = [AtomicU64; 2];

/// A hash table of proofs.
///
/// 16 bytes an entry; all 64 bits of the key are verified.  With n entries in use, a probe meets a
/// false match with odds of at most 4 / 2^64 an entry read, 2.2e-19: a search of 10^12 probes errs
/// with odds of about 2e-7.
///
/// Only a part is in use at first, which doubles whenever half of it is full: what a small problem
/// stores stays together in the caches of the processor, and the system need not supply the rest.
pub struct Table {
    entries: Box<[Entry]>,
    /// The number of buckets in use, a power of two, less 1.
    mask: AtomicUsize,
    /// New entries, of which one in `COUNTED` counts.
    counted: AtomicUsize,
    growing: AtomicBool,
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
                    ask_for_large_pages(&entries);
                    let mask = AtomicUsize::new(buckets.min(FIRST_BUCKETS).saturating_sub(1));
                    let (counted, growing) = (AtomicUsize::new(0), AtomicBool::new(false));
                    return Self { entries, mask, counted, growing };
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
        let start = (key as usize & self.mask.load(Ordering::Relaxed)) * WAYS;
        &self.entries[start..start + WAYS]
    }

    /// Counts a new entry; where enough have come, doubles the part that is in use.
    fn count(&self, key: u64) {
        // Not the bits that choose the bucket.
        if !(key >> 40).is_multiple_of(COUNTED) {
            return;
        }
        let counted = self.counted.fetch_add(1, Ordering::Relaxed) + 1;
        let buckets = self.mask.load(Ordering::Relaxed) + 1;
        let full = counted * COUNTED as usize > buckets * WAYS / 2;
        if full
            && buckets * WAYS < self.entries.len()
            && !self.growing.swap(true, Ordering::Acquire)
        {
            self.double();
            self.growing.store(false, Ordering::Release);
        }
    }

    /// Moves the entries that belong to the new half there.  What other threads store meanwhile may
    /// be lost, which costs time only; a torn pair matches no key.
    fn double(&self) {
        let buckets = self.mask.load(Ordering::Relaxed) + 1;
        let (old, new) = self.entries.split_at(buckets * WAYS);
        for (from, to) in old.iter().zip(new) {
            let data = from[1].load(Ordering::Relaxed);
            let key = from[0].load(Ordering::Relaxed) ^ data;
            if data != 0 && key as usize & buckets != 0 {
                to[1].store(data, Ordering::Relaxed);
                to[0].store(key ^ data, Ordering::Relaxed);
                from[1].store(0, Ordering::Relaxed);
            }
        }
        self.mask.store(2 * buckets - 1, Ordering::Relaxed);
    }

    /// Brings what is known under `key` near, which is about to be asked.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(entry) = self.bucket(key).first() {
            // SAFETY: prefetching reads nothing, wherever it points.
            unsafe {
                use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                _mm_prefetch(std::ptr::from_ref(entry).cast::<i8>(), _MM_HINT_T0);
            }
        }
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
        let (mut least, mut fresh) = (u16::MAX, false);
        let mut known = Proof::default();
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
            self.count(key);
        }
    }
}

/// Less memory is not worth large pages.
#[cfg(target_os = "linux")]
const LEAST_LARGE: usize = 8 << 20;
/// Bytes at the beginning for which small pages are enough: where a small problem needs no more, the
/// system takes longer to supply one large page than all of them.
#[cfg(target_os = "linux")]
const SMALL: usize = 2 << 20;

/// Asks the system for large pages: a probe goes to a random place, for which it would have to look up
/// a small page, too.
fn ask_for_large_pages(entries: &[Entry]) {
    #[cfg(target_os = "linux")]
    if size_of_val(entries) >= LEAST_LARGE {
        let start = entries.as_ptr() as usize;
        let page = (start + SMALL).next_multiple_of(4096);
        // SAFETY: the pages lie within the entries; what they hold stays the same, and a refusal does
        // no harm.
        unsafe {
            let length = size_of_val(entries) - (page - start);
            libc::madvise(page as *mut libc::c_void, length, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = entries;
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

    // Twice as many entries as the table begins with, spread over its buckets.
    #[test]
    fn what_is_known_stays_known_while_the_table_grows() {
        let table = Table::new(16);
        let key = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ n << 44;
        let count = 1u64 << 17;
        for n in 1..count {
            table.store(key(n), Proof { unsolved: 5, solved: 0 });
        }
        let kept = (1..count).filter(|&n| table.probe(key(n)).unsolved == 5).count();
        assert!(kept as u64 > count * 9 / 10, "{kept} of {count}");
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
