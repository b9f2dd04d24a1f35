//! What rows emit again and again. Nothing here decides whether a program needs it.

mod apply;
mod at;
mod carried_number;
mod divided;
mod hidden;
mod index;
mod numbers;
mod parts;
mod reads;
mod scalars;
mod signatures;
mod signless;
mod tensors;

pub use self::{
    apply::*, at::*, carried_number::*, divided::*, hidden::*, index::*, numbers::*, parts::*,
    reads::*, scalars::*, signatures::*, signless::*, tensors::*,
};
