//! The same numbers in fewer bits.

use super::{
    Definition,
    Function::{
        Add, Broadcast, Divide, DivideDown, DivideUp, Maximum, Minimum, Multiply, MultiplyExact,
        Remainder, Select, Subtract,
    },
    Integer, Integers,
    Signedness::{Signed, Unsigned},
};

/// The longest chain of functions that is recomputed in fewer bits.
const MAX_NARROWED: u32 = 256;

impl Integers {
    /// Returns the same number in the width of an extent, if it is known to fit; one of one bit
    /// is taken as an unsigned number.
    pub fn narrow(&mut self, id: Integer) -> Option<Integer> {
        let extent_bits = self.extent_bits;
        match self.bits(id) {
            1 => return Some(self.convert(id, extent_bits, Unsigned)),
            // Functions in fewer bits may wrap, so they are not computed again in more.
            bits if bits <= extent_bits => return Some(self.convert(id, extent_bits, Signed)),
            _ if !self.range(id).fits(extent_bits) => return None,
            _ => {}
        }
        if let Some(&narrowed) = self.narrowed.get(&id) {
            return narrowed;
        }
        let first = match self.definition(id) {
            // Long computations are not repeated.
            _ if self.depth(id) > MAX_NARROWED => None,
            Definition::Apply(Select, _) => Some(1),
            Definition::Apply(
                Add | Subtract | Multiply | MultiplyExact | Divide(Signed) | DivideUp(Signed)
                | DivideDown | Remainder(Signed) | Maximum(Signed) | Minimum(Signed) | Broadcast,
                _,
            ) => Some(0),
            _ => None,
        };
        let rebuilt = match (first, self.definition(id).clone()) {
            (Some(first), Definition::Apply(function, mut parts)) => {
                let narrowed = parts[first..].iter_mut().try_for_each(|part| {
                    *part = self.narrow(*part)?;
                    Some(())
                });
                narrowed.map(|()| self.apply(function, &parts))
            }
            _ => None,
        };
        let narrowed = rebuilt.unwrap_or_else(|| self.convert(id, extent_bits, Signed));
        self.narrowed.insert(id, Some(narrowed));
        Some(narrowed)
    }
}
