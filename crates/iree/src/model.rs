//! What IREE does to memory, as far as it decides which values share it.

pub(super) mod fold;
pub(super) mod memory;
