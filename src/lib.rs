//! Verifies ops that broadcast implicitly and lowers them to StableHLO in which
//! every broadcast is explicit and guarded.

#![warn(missing_docs)]
#![deny(unsafe_code)]

#[cfg(feature = "mlir")]
#[allow(unsafe_code)]
pub mod diagnostic;
#[cfg(feature = "mlir")]
#[allow(unsafe_code)]
pub mod dialect;
#[cfg(feature = "mlir")]
#[allow(unsafe_code)]
pub mod pipeline;
