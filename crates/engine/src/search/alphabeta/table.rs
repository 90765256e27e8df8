//! The transposition table: what was found out about positions reached before. A cache and nothing
//! more: any entry may vanish at any time. Knows keys and values, not games.

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

/// A table of fixed size, made when it is first needed and kept from move to move.
#[derive(Debug)]
pub(super) struct TranspositionTable<M> {
    buckets: Vec<Bucket<M>>,
    bytes: usize,
    /// Decisions so far, times 4, wrapping.
    age: u8,
}

impl<M: Copy> TranspositionTable<M> {
    /// A table of at most `bytes`, but at least one bucket.
    pub fn new(bytes: usize) -> TranspositionTable<M> {
        TranspositionTable { buckets: Vec::new(), bytes, age: 0 }
    }

    /// Starts a decision: the memory is there, and what is in it has grown older.
    pub fn begin(&mut self) {
        if self.buckets.is_empty() {
            let fit = (self.bytes / size_of::<Bucket<M>>()).max(1);
            let mut size = 1 << fit.ilog2();
            // A cache may be smaller than asked for; a machine that has not got the memory is no reason to end.
            while size > 1 && self.buckets.try_reserve_exact(size).is_err() {
                size /= 2;
            }
            self.buckets.resize(size, Bucket([Entry::EMPTY; WAYS]));
        }
        self.age = self.age.wrapping_add(4);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket([Entry::EMPTY; WAYS]));
        self.age = 0;
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// The entry under `key`.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry<M>> {
        self.buckets[self.index(key)].0.iter().find(|entry| entry.key == key && entry.depth > 0).copied()
    }

    /// Remembers a value. The entry of the same position gives way, or else the one of its bucket that
    /// is worth least: shallow and old. A bound without a move keeps the move that was known.
    #[inline]
    pub fn store(&mut self, key: u64, depth: u32, value: i32, bound: Bound, mv: Option<M>) {
        let age = self.age;
        let index = self.index(key);
        let bucket = &mut self.buckets[index].0;
        let mut place = 0;
        let mut least = i32::MAX;
        for (at, entry) in bucket.iter().enumerate() {
            if entry.key == key {
                place = at;
                break;
            }
            let older = age.wrapping_sub(entry.tag & !3) / 4;
            let worth = i32::from(entry.depth) - AGE_WEIGHT * i32::from(older);
            if worth < least {
                (place, least) = (at, worth);
            }
        }
        let entry = &mut bucket[place];
        let mv = if entry.key == key { mv.or(entry.mv) } else { mv };
        *entry = Entry { key, mv, value: value as i16, depth: depth as u8, tag: age | bound as u8 };
    }
}

#[cfg(test)]
mod tests;
