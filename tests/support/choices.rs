//! Random choices for tests.

use std::slice::Iter;

/// Random choices read from bytes, so that proptest and fuzzers can shrink them.
pub struct Choices<'a>(Iter<'a, u8>);

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes.iter())
    }

    /// Chooses a number below a limit; 0 once the bytes are used up.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % limit
    }
}
