//! What the ops of a program are, and what they say. Nothing here emits or changes an op.

mod control;
mod facts;
mod kinds;
mod parts;
mod types;
mod windows;

pub use self::{control::*, facts::*, kinds::*, parts::*, types::*, windows::*};
