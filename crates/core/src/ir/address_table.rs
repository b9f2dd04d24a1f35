//! Tables of what MLIR stores once: types and names.

use rustc_hash::FxHashMap;

/// How many addresses are found without a hash table.
const RECENT: usize = 128;

/// What is known of types or names, by their addresses, which identify them because MLIR stores
/// each of them once.
///
/// Programs have few types and names, and ask for each of them many times.
#[derive(Debug)]
pub struct AddressTable<T> {
    indices: FxHashMap<usize, usize>,
    values: Vec<T>,
    /// For each place, the last address that was looked up there, and its index in `values`.
    recent: [(usize, usize); RECENT],
}

impl<T> Default for AddressTable<T> {
    fn default() -> Self {
        Self {
            indices: FxHashMap::default(),
            values: vec![],
            recent: [(0, 0); RECENT],
        }
    }
}

impl<T> AddressTable<T> {
    /// Returns what is known of an address other than 0; calls `make` the first time.
    pub fn get_or_insert_with(&mut self, address: usize, make: impl FnOnce() -> T) -> &T {
        let place = place(address);
        let (recent, mut index) = self.recent[place];
        if recent != address {
            index = *self.indices.entry(address).or_insert_with(|| {
                self.values.push(make());
                self.values.len() - 1
            });
            self.recent[place] = (address, index);
        }
        &self.values[index]
    }
}

/// Returns the place of an address. Neighbours, whose lower bits are often equal, are spread by
/// Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4).
const fn place(address: usize) -> usize {
    let spread = (address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (spread >> (u64::BITS - RECENT.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_is_looked_at_once() {
        let mut table = AddressTable::default();
        // There are not enough places for all of them.
        let addresses = (1..=2 * RECENT).map(|number| number << 4);
        for round in 0..2 {
            for address in addresses.clone() {
                let made = *table.get_or_insert_with(address, || (round, address));
                assert_eq!(made, (0, address));
            }
        }
    }
}
