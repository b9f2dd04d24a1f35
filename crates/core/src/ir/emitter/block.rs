//! Blocks that are filled before they are part of an op.

use super::identify;
use crate::{
    dialect::stablehlo,
    ir::{ValueKey, name_str, named_attributes},
};
use melior::{
    Context,
    ir::{
        Attribute, Block, BlockLike, Identifier, Location, OperationRef, Type, Value, ValueLike,
        operation::{OperationBuilder, OperationLike},
    },
};
use rustc_hash::FxHashMap;

/// Appends ops to a detached block.
pub struct BlockBuilder<'c, 'b> {
    block: &'b Block<'c>,
    context: &'c Context,
    location: Location<'c>,
}

/// The parts of a copied op that may be changed.
pub struct Copied<'c, 'b> {
    pub operands: Vec<Value<'c, 'b>>,
    pub attributes: Vec<(Identifier<'c>, Attribute<'c>)>,
}

impl<'c, 'b> BlockBuilder<'c, 'b> {
    pub(super) fn new(context: &'c Context, block: &'b Block<'c>, location: Location<'c>) -> Self {
        Self {
            block,
            context,
            location,
        }
    }

    /// Returns an argument of the block; `None` if there are fewer.
    pub fn argument(&self, index: usize) -> Option<Value<'c, 'b>> {
        self.block.argument(index).ok().map(Into::into)
    }

    /// Appends an op; returns its results.
    pub fn append(
        &mut self,
        name: &str,
        operands: &[Value<'c, 'b>],
        attributes: &[(&str, Attribute<'c>)],
        result_types: &[Type<'c>],
    ) -> Vec<Value<'c, 'b>> {
        let attributes = identify(self.context, attributes);
        let operation = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_attributes(&attributes)
            .add_results(result_types)
            .build()
            .expect("result types are given, so nothing has to be inferred");
        let operation = self.block.append_operation(operation);
        operation.results().map(Into::into).collect()
    }

    /// Appends an op that combines the block's two arguments, such as `stablehlo.add`, and its return.
    pub fn append_reducer(&mut self, name: &str) {
        if let (Some(a), Some(b)) = (self.argument(0), self.argument(1)) {
            let combined = self.append(name, &[a, b], &[], &[a.r#type()]);
            self.append(stablehlo::RETURN, &combined, &[], &[]);
        }
    }

    /// Appends copies of the ops of another block, without its terminator, on other arguments;
    /// returns the values that stand for the terminator's operands. The ops have no regions.
    /// `change` may change each copy; it gets the original, too.
    pub fn append_copies(
        &mut self,
        operations: &[OperationRef<'c, '_>],
        parameters: impl IntoIterator<Item = ValueKey>,
        arguments: &[Value<'c, 'b>],
        change: impl Fn(&mut Copied<'c, 'b>, OperationRef<'c, '_>),
    ) -> Vec<Value<'c, 'b>> {
        let arguments = arguments.iter().copied();
        let mut copies = parameters
            .into_iter()
            .zip(arguments)
            .collect::<FxHashMap<_, _>>();
        let mut operands = vec![];
        for (index, &operation) in operations.iter().enumerate() {
            operands = operation
                .operands()
                .map(|operand| {
                    let copy = copies.get(&ValueKey::new(operand)).copied();
                    // SAFETY: a value without a copy is defined outside of the other block, and
                    // lives as long as the op that gets this block.
                    copy.unwrap_or_else(|| unsafe { Value::from_raw(operand.to_raw()) })
                })
                .collect::<Vec<_>>();
            if index + 1 == operations.len() {
                break;
            }
            let types = operation.results().map(|result| result.r#type());
            let mut copied = Copied {
                operands: std::mem::take(&mut operands),
                attributes: named_attributes(operation),
            };
            change(&mut copied, operation);
            let copy = OperationBuilder::new(
                name_str(operation.name()).unwrap_or_default(),
                operation.location(),
            )
            .add_operands(&copied.operands)
            .add_attributes(&copied.attributes)
            .add_results(&types.collect::<Vec<_>>())
            .build()
            .expect("result types are given, so nothing has to be inferred");
            let copy = self.block.append_operation(copy);
            let results = operation
                .results()
                .map(|result| ValueKey::new(result.into()));
            copies.extend(results.zip(copy.results().map(Into::into)));
        }
        operands
    }
}
