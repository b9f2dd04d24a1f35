//! What IREE does to memory: which values share it, and until when it is used. Nothing here changes a program.

pub mod alignment;
pub mod carried;
pub mod computation_key;
pub mod fold;
pub mod in_place;
pub mod lifetime;
pub mod memory;
pub mod passed;
pub mod rows;
