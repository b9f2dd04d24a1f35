//! What rows emit again and again. Nothing here decides whether a program needs it.

mod apply;
mod at;
mod divided;
mod hidden;
mod index;
mod numbers;
mod parts;
mod signless;
mod tensors;

pub use self::{
    apply::*, at::*, divided::*, hidden::*, index::*, numbers::*, parts::*, signless::*, tensors::*,
};
