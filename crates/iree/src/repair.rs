//! Rows for programs whose memory IREE confuses, frees too early or changes too early, and what repairs these.

pub mod behind_loops;
pub mod captured_iotas;
pub mod carried_tensors;
pub mod computed_constants;
pub mod copies;
pub mod counted_loops;
pub mod donated_arguments;
pub mod ends_of_branches;
pub mod equal_computations;
pub mod exchanged_values;
pub mod read_targets;
pub mod refilled_tensors;
pub mod resized_loops;
pub mod rows;
pub mod shared_starts;
pub mod uniform_reductions;
