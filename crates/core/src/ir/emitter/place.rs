//! Where ops are inserted.

use super::EmittedKey;
use crate::symbol::Size;
use melior::ir::{
    BlockLike, BlockRef, Location, OperationRef, RegionLike, Value,
    operation::{Operation, OperationLike},
};
use rustc_hash::FxHashMap;

/// Where ops are inserted.
#[derive(Clone, Copy, Debug)]
pub struct Anchor<'c, 'a> {
    pub(super) block: BlockRef<'c, 'a>,
    pub(super) place: AnchorPlace<'c, 'a>,
    pub(super) location: Location<'c>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum AnchorPlace<'c, 'a> {
    /// In front of an op.
    Before(OperationRef<'c, 'a>),
    /// After an op, each new op after the previous one.
    After(OperationRef<'c, 'a>),
    /// At the start of the block, each new op after the previous one.
    Begin,
    /// At the end of the block.
    End,
}

/// The place in a function's entry block for ops on its arguments' sizes, and the values
/// emitted there.
#[derive(Debug)]
pub(super) struct EntryBlock<'c, 'a> {
    pub(super) anchor: Anchor<'c, 'a>,
    pub(super) emitted: FxHashMap<EmittedKey, Value<'c, 'a>>,
    /// The arguments' dims, by the names of their sizes.
    pub(super) arguments: FxHashMap<Size, (Value<'c, 'a>, usize)>,
}

impl<'c, 'a> Anchor<'c, 'a> {
    /// Returns the end of the only block of an op's region.
    pub(super) fn end_of(operation: OperationRef<'c, 'a>, region: usize) -> Self {
        let region = crate::ir::region(operation, region);
        let block = region
            .and_then(|region| region.first_block())
            .expect("the op was created with regions of one block");
        Self {
            block,
            place: AnchorPlace::End,
            location: operation.location(),
        }
    }

    /// Returns the location of the inserted ops.
    pub fn location(self) -> Location<'c> {
        self.location
    }

    /// Inserts an op.
    pub fn insert(&mut self, operation: Operation<'c>) -> OperationRef<'c, 'a> {
        let operation = match self.place {
            AnchorPlace::Before(op) => return self.block.insert_operation_before(op, operation),
            AnchorPlace::End => return self.block.append_operation(operation),
            AnchorPlace::After(op) => self.block.insert_operation_after(op, operation),
            AnchorPlace::Begin => self.block.insert_operation(0, operation),
        };
        self.place = AnchorPlace::After(operation);
        operation
    }
}
