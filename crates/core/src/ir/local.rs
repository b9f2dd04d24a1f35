//! Values, ops and blocks with one lifetime.
//!
//! In melior each has two: that of its context, and that of the IR which holds it. A pass that hands out neither needs only
//! the shorter one.

use melior::ir::{self, operation};

/// An op.
pub type OpRef<'a> = ir::OperationRef<'a, 'a>;

/// A block.
pub type BlockRef<'a> = ir::BlockRef<'a, 'a>;

/// A value.
pub type Value<'a> = ir::Value<'a, 'a>;

/// A value that is a result of an op.
pub type OperationResult<'a> = operation::OperationResult<'a, 'a>;

/// What emits ops.
pub type OpEmitter<'a> = super::Emitter<'a, 'a>;
