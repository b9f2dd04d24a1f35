//! Finding and reading ops that broadcast implicitly.

use crate::{
    ir,
    rule::{Rule, RuleTable},
    shape::ShapedType,
};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, ValueLike, attribute::DenseI64ArrayAttribute,
    operation::OperationLike,
};
use std::collections::HashMap;

/// Finds the rule for an op, remembering what it found for each op name.
pub struct RuleFinder<'r> {
    table: &'r RuleTable,
    /// MLIR keeps one identifier per name, so its address stands for it.
    found: HashMap<usize, Option<&'r Rule>>,
}

impl<'r> RuleFinder<'r> {
    /// Makes a finder for a table.
    pub fn new(table: &'r RuleTable) -> Self {
        Self {
            table,
            found: HashMap::new(),
        }
    }

    /// Returns the rule for an op, if it is broadcastable.
    pub fn find(&mut self, operation: OperationRef<'_, '_>) -> Option<&'r Rule> {
        let name = operation.name();
        *self
            .found
            .entry(name.to_raw().ptr as usize)
            .or_insert_with(|| self.table.get(ir::name_str(name)?))
    }
}

/// A broadcastable op: its rule and the shapes that take part.
pub struct BroadcastableOp<'c, 'a, 'r> {
    /// The op.
    pub operation: OperationRef<'c, 'a>,
    /// What it becomes.
    pub rule: &'r Rule,
    /// The operands' types.
    pub operands: Vec<ShapedType>,
    /// The results' types.
    pub results: Vec<ShapedType>,
    /// The map of the lower-rank operand's dims, if the op has one.
    pub broadcast_dimensions: Option<Vec<i64>>,
}

/// Says that the attribute which should map dims is no list of integers.
#[derive(Debug, thiserror::Error)]
#[error("attribute '{attribute}' is {found}; expected 'array<i64: ...>'")]
pub struct MalformedDimensions {
    attribute: String,
    found: String,
}

impl<'c, 'a, 'r> BroadcastableOp<'c, 'a, 'r> {
    /// Reads an op.
    ///
    /// # Errors
    ///
    /// Fails if the op's `broadcast_dimensions` are not a list of integers.
    pub fn read(
        operation: OperationRef<'c, 'a>,
        rule: &'r Rule,
    ) -> Result<Self, MalformedDimensions> {
        Ok(Self {
            operation,
            rule,
            operands: operation
                .operands()
                .map(|operand| ir::shaped_type(operand.r#type()))
                .collect(),
            results: operation
                .results()
                .map(|result| ir::shaped_type(result.r#type()))
                .collect(),
            broadcast_dimensions: read_broadcast_dimensions(operation, rule)?,
        })
    }
}

fn read_broadcast_dimensions(
    operation: OperationRef<'_, '_>,
    rule: &Rule,
) -> Result<Option<Vec<i64>>, MalformedDimensions> {
    let Some(name) = &rule.broadcast_dimensions else {
        return Ok(None);
    };
    let Ok(attribute) = operation.attribute(name) else {
        return Ok(None);
    };
    let malformed = || MalformedDimensions {
        attribute: name.clone(),
        found: attribute.to_string(),
    };
    let array = DenseI64ArrayAttribute::try_from(attribute).map_err(|_| malformed())?;
    (0..array.len())
        .map(|index| array.element(index).map_err(|_| malformed()))
        .collect::<Result<_, _>>()
        .map(Some)
}

/// Returns the broadcastable ops in and below `root`, at any nesting, in the
/// order in which they stand.
pub fn find_broadcastable_ops<'c, 'a, 'r>(
    root: OperationRef<'c, 'a>,
    finder: &mut RuleFinder<'r>,
) -> Vec<(OperationRef<'c, 'a>, &'r Rule)> {
    let mut found = vec![];
    let mut pending = vec![root];
    while let Some(operation) = pending.pop() {
        if let Some(rule) = finder.find(operation) {
            found.push((operation, rule));
        }
        let first = pending.len();
        for region in operation.regions() {
            let mut block = region.first_block();
            while let Some(current) = block {
                let mut next = current.first_operation();
                while let Some(operation) = next {
                    pending.push(operation);
                    next = operation.next_in_block();
                }
                block = current.next_in_region();
            }
        }
        pending[first..].reverse();
    }
    found
}
