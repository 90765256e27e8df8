//! The transposition table: what was found out about positions reached before. A cache and nothing
//! more: any entry may vanish at any time. Knows keys and values, not games.

use std::sync::{Arc, Mutex, PoisonError};

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the true value.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// The entry of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    key: u64,
    /// The move that was best, where one was.
    pub mv: Option<M>,
    /// As seen from the position itself, not from the root.
    pub value: i16,
    /// Plies searched below it; 0 marks an empty entry, since leaves are never stored.
    pub depth: u8,
    /// The decision it was stored in, times 4, and the bound: a byte more would cost eight.
    tag: u8,
}

impl<M> Entry<M> {
    const EMPTY: Entry<M> = Entry { key: 0, mv: None, value: 0, depth: 0, tag: 0 };

    /// The relation of the value to the true one.
    #[inline]
    pub fn bound(&self) -> Bound {
        match self.tag & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        }
    }
}

/// Entries that share an index.
const WAYS: usize = 4;

/// One decision of age counts as much as so many plies of depth when a place is needed.
const AGE_WEIGHT: i32 = 4;

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket<M>([Entry<M>; WAYS]);

impl<M: Copy> Bucket<M> {
    #[inline]
    fn find(&self, key: u64) -> Option<Entry<M>> {
        self.0.iter().find(|entry| entry.key == key && entry.depth > 0).copied()
    }

    /// Remembers an entry. That of the same position gives way, or else the one that is worth least: shallow and
    /// old. A bound without a move keeps the move that was known.
    #[inline]
    fn put(&mut self, new: Entry<M>) {
        let mut place = 0;
        let mut least = i32::MAX;
        for (at, entry) in self.0.iter().enumerate() {
            if entry.key == new.key {
                place = at;
                break;
            }
            let older = (new.tag & !3).wrapping_sub(entry.tag & !3) / 4;
            let worth = i32::from(entry.depth) - AGE_WEIGHT * i32::from(older);
            if worth < least {
                (place, least) = (at, worth);
            }
        }
        let entry = &mut self.0[place];
        let mv = if entry.key == new.key { new.mv.or(entry.mv) } else { new.mv };
        *entry = Entry { mv, ..new };
    }
}

/// The memory of a table.
#[derive(Debug)]
enum Memory<M> {
    /// Used by one search.
    Own(Vec<Bucket<M>>),
    /// Used by searches side by side. A bucket is locked for a few nanoseconds, and there are so many of them that
    /// two searches hardly ever want the same one.
    Shared(Arc<[Mutex<Bucket<M>>]>),
}

/// A table of fixed size, made when it is first needed and kept from move to move.
#[derive(Debug)]
pub(super) struct TranspositionTable<M> {
    memory: Memory<M>,
    bytes: usize,
    /// Decisions so far, times 4, wrapping.
    age: u8,
}

impl<M: Copy> TranspositionTable<M> {
    /// A table of at most `bytes`, but at least one bucket.
    pub fn new(bytes: usize) -> TranspositionTable<M> {
        TranspositionTable { memory: Memory::Own(Vec::new()), bytes, age: 0 }
    }

    /// Tables for `count` searches side by side, in the same memory of at most `bytes`.
    pub fn shared(bytes: usize, count: usize) -> Vec<TranspositionTable<M>> {
        let fit = (bytes / size_of::<Mutex<Bucket<M>>>()).max(1);
        let empty = || Mutex::new(Bucket([Entry::EMPTY; WAYS]));
        let all: Arc<[_]> = (0..1usize << fit.ilog2()).map(|_| empty()).collect();
        let table = || TranspositionTable { memory: Memory::Shared(Arc::clone(&all)), bytes, age: 0 };
        (0..count).map(|_| table()).collect()
    }

    /// Starts a decision: the memory is there, and what is in it has grown older.
    pub fn begin(&mut self) {
        if let Memory::Own(buckets) = &mut self.memory
            && buckets.is_empty()
        {
            let fit = (self.bytes / size_of::<Bucket<M>>()).max(1);
            let mut size = 1 << fit.ilog2();
            // A cache may be smaller than asked for; a machine that has not got the memory is no reason to end.
            while size > 1 && buckets.try_reserve_exact(size).is_err() {
                size /= 2;
            }
            buckets.resize(size, Bucket([Entry::EMPTY; WAYS]));
        }
        self.age = self.age.wrapping_add(4);
    }

    /// Forgets everything, for all that share the memory.
    pub fn clear(&mut self) {
        match &mut self.memory {
            Memory::Own(buckets) => buckets.fill(Bucket([Entry::EMPTY; WAYS])),
            Memory::Shared(buckets) => {
                for bucket in buckets.iter() {
                    *bucket.lock().unwrap_or_else(PoisonError::into_inner) = Bucket([Entry::EMPTY; WAYS]);
                }
            }
        }
        self.age = 0;
    }

    /// The entry under `key`.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry<M>> {
        match &self.memory {
            Memory::Own(buckets) => buckets[key as usize & (buckets.len() - 1)].find(key),
            Memory::Shared(buckets) => locked(buckets, key, |bucket| bucket.find(key)),
        }
    }

    /// Remembers a value.
    #[inline]
    pub fn store(&mut self, key: u64, depth: u32, value: i32, bound: Bound, mv: Option<M>) {
        let new = Entry { key, mv, value: value as i16, depth: depth as u8, tag: self.age | bound as u8 };
        match &mut self.memory {
            Memory::Own(buckets) => {
                let at = key as usize & (buckets.len() - 1);
                buckets[at].put(new);
            }
            Memory::Shared(buckets) => locked(buckets, key, |bucket| bucket.put(new)),
        }
    }
}

/// Works on the bucket of a key. A thread that panicked while it held the bucket leaves it as good as any other.
fn locked<M, T>(buckets: &[Mutex<Bucket<M>>], key: u64, work: impl FnOnce(&mut Bucket<M>) -> T) -> T {
    let at = key as usize & (buckets.len() - 1);
    work(&mut buckets[at].lock().unwrap_or_else(PoisonError::into_inner))
}

#[cfg(test)]
mod tests;
