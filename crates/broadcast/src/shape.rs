//! Shapes as in the `Broadcastable` trait: dims, inference, verification.
//!
//! Everything here is pure: it works on sizes, not on IR, and needs no MLIR.
//! From one dim to a whole op:
//!
//! - [`ShapeDim`] is one dim: fixed, scalable or dynamic; [`Shape`] is a list of them;
//! - [`align`] maps each operand dim to a result dim;
//! - [`infer_dim`], [`infer_shape`], [`infer_result_shape`], [`infer_aligned`]
//!   compute the shape that operands broadcast to;
//! - [`verify`] checks an op's operands and results under one of three
//!   [`TraitRules`], and reports errors as a [`Violation`].
//!
//! Messages about a `broadcast_dimensions` of CHLO's ops, or of ops with a rule, are those of [`AlignmentError`]; those
//! about StableHLO's own ops are in C++ (`crates/dialects/stablehlo/verify_*.cpp`).
//!
//! ```
//! use bcast_lower_broadcast::shape::{Shape, infer_shape};
//!
//! let lhs: Shape = "2x?".parse()?;
//! let rhs: Shape = "1".parse()?;
//! assert_eq!(infer_shape(&lhs, &rhs).unwrap().to_string(), "2x?");
//! # Ok::<(), bcast_lower_broadcast::shape::ParseShapeError>(())
//! ```
//!
//! Invariant: no input panics, and the cost is linear in the number of dims.

mod align;
mod dim;
mod dims;
mod infer;
mod rules;
mod shaped_type;
#[cfg(test)]
mod testing;
mod verify;
mod violation;

pub use align::{Alignment, AlignmentError, DimMap, align};
pub use dim::ShapeDim;
pub use dims::{DisplayShape, ParseShapeError, Shape, display_shape};
pub use infer::{
    IncompatibleShapes, OperandSize, infer_aligned, infer_dim, infer_result_shape, infer_shape,
};
pub use rules::TraitRules;
pub use shaped_type::{Container, ShapedType};
pub use verify::{verify, verify_into};
pub use violation::{Constraint, DimMismatch, Note, Subject, Violation};
