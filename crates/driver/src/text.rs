//! Source text: parsing and printing it, and showing its lines with diagnostics.
//!
//! Only the driver uses it; code that already has a module does not need it.

mod functions;
mod nesting;
mod options;
mod reproducer;
mod source;

pub use self::{
    functions::functions,
    nesting::{MAXIMUM_NESTING, TooDeep, nesting},
    options::{BytecodeOptions, Expectations, ParseOptions, PrintOptions},
    reproducer::Reproducer,
    source::{BYTECODE_MAGIC, Segment, Source, llvm_version, set_notes},
};

use bcast_lower_dialects::text as ffi;
