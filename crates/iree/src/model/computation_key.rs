//! Which ops compute the same values.

use crate::{ops::*, prelude::*};

/// The dialects with attributes that tell IREE how to compile an op.
const IREE_DIALECTS: &[&str] = &["flow", "hal", "stream", "util"];

/// What an op uses.
#[derive(Eq, Hash, Ord, PartialEq, PartialOrd)]
enum OperandKey {
    /// A value from outside of the op.
    Outer(ValueKey),
    /// A value in the op's regions, by its position there.
    Inner(usize),
}

/// The identity of an op: ops with equal keys compute the same values.
#[derive(Default, Eq, Hash, PartialEq)]
pub struct ComputationKey {
    /// Of the op, and of those in its regions: the addresses of names, attributes and types, each list behind its
    /// length.
    parts: Vec<usize>,
    operands: Vec<OperandKey>,
}

impl ComputationKey {
    /// Returns the identity of an op of StableHLO without effects.
    pub fn of(operation: OpRef<'_>) -> Option<Self> {
        if !is_pure(operation) || operation.result_count() == 0 {
            return None;
        }
        let mut key = Self::default();
        key.add(operation, &mut FxHashMap::default())?;
        Some(key)
    }

    /// Adds an op and the ops in its regions; returns `None` if a region has more than one block.
    fn add(&mut self, operation: OpRef<'_>, inner: &mut FxHashMap<ValueKey, usize>) -> Option<()> {
        self.parts.push(operation.name().to_raw().ptr as usize);
        let attributes = ir::named_attributes(operation).into_iter();
        let attributes = attributes.filter(|(name, _)| {
            let name = ir::name_str(*name);
            !name.is_some_and(|name| is_ignored(operation, name))
        });
        self.add_list(attributes.flat_map(|(name, attribute)| {
            [name.to_raw().ptr as usize, attribute.to_raw().ptr as usize]
        }));
        self.add_types(operation.results().map(|result| result.r#type()));
        let operands = operation.operands().map(ValueKey::new);
        let operands = operands.map(|operand| match inner.get(&operand) {
            Some(&position) => OperandKey::Inner(position),
            None => OperandKey::Outer(operand),
        });
        let mut operands = operands.collect::<Vec<_>>();
        // Their operands may be exchanged.
        if is_any_of(operation, &REDUCERS) {
            operands.sort_unstable();
        }
        self.parts
            .extend([operands.len(), operation.region_count()]);
        self.operands.extend(operands);
        for region in operation.regions() {
            let block = region.first_block()?;
            if block.next_in_region().is_some() {
                return None;
            }
            let arguments = ir::block_arguments(block);
            self.add_types(arguments.iter().map(|argument| argument.r#type()));
            add_values(inner, arguments);
            let ops = ir::block_operations(block).collect::<Vec<_>>();
            self.parts.push(ops.len());
            for op in ops {
                self.add(op, inner)?;
                add_values(inner, op.results().map(Value::from));
            }
        }
        Some(())
    }

    fn add_types<'a>(&mut self, types: impl Iterator<Item = Type<'a>>) {
        self.add_list(types.map(|r#type| r#type.to_raw().ptr as usize));
    }

    fn add_list(&mut self, addresses: impl Iterator<Item = usize>) {
        let length = self.parts.len();
        self.parts.push(0);
        self.parts.extend(addresses);
        self.parts[length] = self.parts.len() - length;
    }
}

/// Gives values of an op's regions their positions.
fn add_values<'a>(
    inner: &mut FxHashMap<ValueKey, usize>,
    values: impl IntoIterator<Item = Value<'a>>,
) {
    for value in values {
        let position = inner.len();
        inner.insert(ValueKey::new(value), position);
    }
}

/// Returns the attributes in which an op may differ from an equal one.
pub fn ignored_attributes<'a>(operation: OpRef<'a>) -> Vec<(&'a str, Attribute<'a>)> {
    let attributes = ir::named_attributes(operation).into_iter();
    let attributes = attributes.filter_map(|(name, value)| Some((ir::name_str(name)?, value)));
    attributes
        .filter(|(name, _)| is_ignored(operation, name))
        .collect()
}

/// Returns whether an attribute is of a dialect that says nothing about what an op computes, nor about how IREE
/// compiles it.
fn is_ignored(operation: OpRef<'_>, name: &str) -> bool {
    let own = ir::name_str(operation.name()).map(ir::dialect_of);
    let dialect = ir::dialect_of(name);
    // Those of `mhlo` may be what a custom call is about.
    !ir::is_named(operation, stablehlo::CUSTOM_CALL)
        && name.contains('.')
        && Some(dialect) != own
        && !dialect.starts_with("iree")
        && !IREE_DIALECTS.contains(&dialect)
}
