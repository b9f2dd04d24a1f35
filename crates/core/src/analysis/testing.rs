//! An interface for tests, which check the results of an analysis by running programs.

pub use super::row::Part;
use super::{Analysis, Elements, Sizes, ops, state::IntegerValues};
use crate::{
    ir::{self, ValueKey},
    symbol::{
        Facts,
        integer::{Definition, Integer, Integers},
    },
};
use melior::ir::{OperationRef, RegionLike, Value, ValueLike, operation::OperationLike};

/// The data of a row of the table of ops, without its code.
#[derive(Clone, Debug)]
pub struct OpSummary {
    /// The op's full name.
    pub op: &'static str,
    /// What the ops of its topic have in common.
    pub topic: &'static str,
    /// The parts that it has.
    pub parts: Vec<Part>,
    /// Whether it computes the integers of its results.
    pub has_integers: bool,
}

/// Returns all rows of the table of ops from which facts follow.
pub fn rows() -> Vec<OpSummary> {
    let rows = ops::TOPICS.iter().flat_map(|topic| {
        topic.ops.iter().map(|op| OpSummary {
            op: op.name,
            topic: topic.title,
            parts: op.parts(),
            has_integers: op.has_integers(),
        })
    });
    rows.filter(|row| !row.parts.is_empty() || row.topic == "checks")
        .collect()
}

/// What is known at one point of a block.
#[derive(Clone, Debug)]
pub struct Known {
    /// What is known of the sizes below.
    pub facts: Facts,
    /// The sizes of values, by the values' addresses.
    pub sizes: Vec<(usize, Sizes)>,
    /// The elements of values, by the values' addresses. Equal names mean equal numbers, and
    /// constants are exact; nothing else follows, since they need not be sizes.
    pub elements: Vec<(usize, Elements)>,
}

/// Returns what is known of the values of a function's first block, after each op.
///
/// One part of one op's row may be left out.
pub fn known_after_each_op(
    function: OperationRef<'_, '_>,
    without: Option<(&str, Part)>,
) -> Vec<Known> {
    let region = ir::region(function, 0);
    let Some(block) = region.and_then(|region| region.first_block()) else {
        return vec![];
    };
    let mut analysis = Analysis::default();
    let mut values = ir::block_arguments(block);
    for &value in &values {
        analysis.name_sizes(value);
    }
    if let Some((name, Part::Elements)) = without {
        analysis.values.unread = Some(name.into());
    }
    let mut known = vec![];
    for operation in ir::block_operations(block) {
        let name = ir::name_str(operation.name());
        match without.filter(|(without, _)| name == Some(without)) {
            Some((_, part)) => analysis.learn_without(operation, part),
            None => analysis.learn(operation),
        }
        values.extend(operation.results().map(Value::from));
        known.push(Known {
            sizes: by_address(&values, |value| Some(analysis.sizes(value))),
            elements: by_address(&values, |value| {
                let elements = analysis.elements_of(value)?;
                let facts = &analysis.facts;
                Some(
                    elements
                        .iter()
                        .map(|&element| facts.name(element))
                        .collect(),
                )
            }),
            facts: analysis.facts().clone(),
        });
    }
    known
}

/// The integers that the values of a function's first block hold.
#[derive(Debug)]
pub struct KnownIntegers {
    /// All integers.
    pub integers: Integers,
    /// The elements of values in row-major order, by the values' addresses.
    pub elements: Vec<(usize, Vec<Integer>)>,
    /// The sizes of values, by the values' addresses.
    pub extents: Vec<(usize, Vec<Integer>)>,
    /// What ops compute the dynamic sizes of their results from, if rows say so, by the results'
    /// addresses.
    pub computed_extents: Vec<(usize, Vec<Option<Integer>>)>,
    /// The addresses of the values that integers are computed from, by their
    /// [`Source`](crate::symbol::integer::Source).
    pub sources: Vec<usize>,
}

impl KnownIntegers {
    /// Returns whether an integer is an element of a value at an address that is not known to be
    /// computed from others.
    pub fn is_own(&self, integer: Integer, address: usize) -> bool {
        match *self.integers.definition(integer) {
            Definition::Element(source, _) => self.sources[source.0 as usize] == address,
            _ => false,
        }
    }
}

/// Returns the integers that the values of a function's first block hold. The row of one op may be
/// left out.
pub fn known_integers(function: OperationRef<'_, '_>, without: Option<&str>) -> KnownIntegers {
    let mut known = IntegerValues {
        unread: without.map(Into::into),
        ..IntegerValues::default()
    };
    let region = ir::region(function, 0);
    let block = region.and_then(|region| region.first_block());
    let mut values = block.map(ir::block_arguments).unwrap_or_default();
    let mut computed_extents = vec![];
    for operation in block.into_iter().flat_map(ir::block_operations) {
        known.learn(operation);
        for (index, result) in operation.results().map(Value::from).enumerate() {
            if let Some(sizes) = known.dynamic_extents(operation, index) {
                computed_extents.push((ValueKey::new(result).address(), sizes));
            }
            values.push(result);
        }
    }
    let elements = by_address(&values, |value| Some(known.elements(value)?.to_vec()));
    let extents = by_address(&values, |value| Some(known.extents(value)?.to_vec()));
    let sources = known.sources().map(ValueKey::address).collect();
    KnownIntegers {
        integers: known.integers,
        elements,
        extents,
        computed_extents,
        sources,
    }
}

impl IntegerValues {
    /// Returns what an op computes the dynamic sizes of its result from.
    fn dynamic_extents(
        &mut self,
        operation: OperationRef<'_, '_>,
        index: usize,
    ) -> Option<Vec<Option<Integer>>> {
        let shape = ir::shaped_type(ir::result(operation, index)?.r#type());
        let extents = self.find_extents(operation)?;
        let computed = self.computed_extents(extents, operation, index)?;
        let dims = computed.into_iter().zip(shape.shape()?);
        let dims = dims.map(|(computed, dim)| computed.filter(|_| dim.fixed_size().is_none()));
        Some(dims.collect())
    }
}

fn by_address<'c, 'a, L>(
    values: &[Value<'c, 'a>],
    mut find: impl FnMut(Value<'c, 'a>) -> Option<L>,
) -> Vec<(usize, L)> {
    let found = values
        .iter()
        .filter_map(|&value| Some((ValueKey::new(value).address(), find(value)?)));
    found.collect()
}
