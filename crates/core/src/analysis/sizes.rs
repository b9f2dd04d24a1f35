//! Sizes of a value, and its elements, as facts call them.

use crate::symbol::{Element, Size};
use smallvec::SmallVec;

/// The size of each dim of a value.
pub type Sizes = SmallVec<[Size; 6]>;

/// The elements of a tensor of sizes, in row-major order.
pub type Elements = SmallVec<[Element; 6]>;

/// What is known of a value: the size of each dim, then each element of a small tensor of
/// numbers that sizes are computed with. Rows of values of the same type have the same length.
pub type ElementRow = SmallVec<[Element; 6]>;
