//! Writes the lowering of a rule table as the source of a pass in C++, for other projects.
//!
//! Depends on `bcast-lower-broadcast` alone, and on neither MLIR nor a C++ compiler: a pass is text.
//!
//! # The algorithm is written once, by hand
//!
//! `template` holds the files of a pass. `template/Pass.cpp` has the algorithm, in which nothing depends on a table; a
//! table becomes rows of it, an attribute of MLIR for each rule, with the keys of a rule file. What `plan`, `shape` and
//! `lower` decide is so written a second time; `scripts/check-generated` compares the outputs of both.

#![deny(missing_docs)]
#![deny(unsafe_code)]

mod error;
mod lit_test;
mod pass;
mod row;

pub use self::{
    error::GenerateError,
    pass::{GeneratedFile, PassOption, generate_pass},
};
