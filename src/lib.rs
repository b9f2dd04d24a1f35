//! Verifies ops that broadcast implicitly and lowers them to StableHLO in which
//! every broadcast is explicit and guarded.

#![warn(missing_docs)]
#![deny(unsafe_code)]

#[cfg(feature = "mlir")]
#[allow(unsafe_code)]
pub mod diagnostic;
#[cfg(feature = "mlir")]
#[allow(unsafe_code)]
pub mod pipeline;
pub mod plan;
pub mod rule;
pub mod shape;
pub mod symbol;
