//! A key shared by all ops that no check of types and attributes can distinguish.

use crate::ir;
use melior::ir::{AttributeLike, OperationRef, operation::OperationLike};
use smallvec::SmallVec;

/// The name, the attributes and the types of an op without regions and successors.
///
/// Programs have few signatures and many ops. Results that depend only on the signature, such
/// as that the op verifies, are cached by it. MLIR uniques names, attributes and types, so
/// their addresses identify them.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct OpSignature {
    name: usize,
    attributes: usize,
    operand_count: usize,
    /// The types of the operands, then those of the results.
    types: SmallVec<[usize; 4]>,
}

impl OpSignature {
    /// Returns an op's signature; `None` if it has regions or successors.
    pub fn of(operation: OperationRef<'_, '_>) -> Option<Self> {
        if operation.region_count() + operation.successor_count() > 0 {
            return None;
        }
        Some(Self {
            name: operation.name().to_raw().ptr as usize,
            attributes: ir::attributes(operation).to_raw().ptr as usize,
            operand_count: operation.operand_count(),
            types: ir::type_addresses(operation),
        })
    }
}
