//! The table of what ops imply for sizes: a row for each op, by topic.
//!
//! A wrong row would delete a guard that is needed, so a test runs an example of each row
//! (`tests/op_facts`), and `docs/facts.md` lists the rows.

mod arithmetic;
mod collective;
mod contraction;
mod control;
mod custom_call;
mod elementwise;
mod extents;
mod given;
mod integer;
mod number;
mod numeric;
mod operands;
mod reduction;
mod shape;
mod sharding;
mod slice;
mod structured;
mod tosa;
mod values;
mod window;

use self::values::{elements_of, result};
pub(super) use self::{extents::operands_of_rank, operands::Operands, values::at};
pub(super) use super::row::{Extents, NumberRow};
use super::{
    Analysis, FactSource,
    row::{Control, IntegerResults, OpRow, OpTable, Part, Topic, Work},
};
use crate::{
    dialect::{arith, indexing_maps, is_elementwise},
    ir::{self, AddressTable, name_str, shaped_type},
    rule::{FactTable, OpFacts},
    symbol::integer::Function,
};
use extents::computed;
use given::GIVEN;
pub use given::{ambiguities, applicable, fit, known_sizes, misfit_entry, unmet};
use melior::ir::{OperationRef, Type, ValueLike, operation::OperationLike};
use operands::{ResultSizes, all, result_rank};
use std::sync::Arc;
pub use structured::reads_in_body;

/// All rows, by topic.
pub const TOPICS: &[Topic] = &[
    number::TOPIC,
    arithmetic::TOPIC,
    elementwise::TOPIC,
    shape::TOPIC,
    slice::TOPIC,
    structured::TOPIC,
    reduction::TOPIC,
    contraction::TOPIC,
    window::TOPIC,
    numeric::TOPIC,
    collective::TOPIC,
    tosa::TOPIC,
    sharding::TOPIC,
    control::TOPIC,
    control::CHECKS,
];

/// The row of all other elementwise ops.
static ELEMENTWISE: OpRow = OpRow::new("elementwise").extents(Extents::Same);

impl OpTable {
    /// Creates a table with the same facts.
    pub(super) fn same(&self) -> Self {
        Self::with_facts(&self.facts)
    }

    /// Creates a table with facts about ops that have no row.
    pub(super) fn with_facts(facts: &FactTable) -> Self {
        Self {
            rows: AddressTable::default(),
            facts: facts.clone(),
        }
    }

    /// Returns the facts that a rule file gives about an op without a row, if the op meets their
    /// requirements.
    pub(super) fn facts_of(&mut self, operation: OperationRef<'_, '_>) -> Option<Arc<OpFacts>> {
        if self.facts.is_empty() {
            return None;
        }
        let row = self.find(operation)?;
        let name = name_str(operation.name()).filter(|_| std::ptr::eq(row, &GIVEN));
        applicable(operation, self.facts.get(name?)).cloned()
    }

    /// Returns an op's row, if it has one.
    pub(super) fn find(&mut self, operation: OperationRef<'_, '_>) -> Option<&'static OpRow> {
        let name = operation.name();
        let address = name.to_raw().ptr as usize;
        *self.rows.get_or_insert_with(address, || {
            let name = name_str(name)?;
            let row = find_row(name);
            let row = row.or_else(|| is_elementwise(operation).then_some(&ELEMENTWISE));
            let row =
                row.or_else(|| find_row(indexing_maps(operation).map(|_| structured::GENERIC)?));
            row.or_else(|| (!self.facts.get(name).is_empty()).then_some(&GIVEN))
        })
    }
}

/// Returns the ops of `arith` that are functions of integers; `arith.select` is one of other values, too.
pub fn arith_functions() -> impl Iterator<Item = &'static str> {
    let ops = arith_rows().filter(|op| op.name != arith::SELECT);
    let is_function = |op: &&OpRow| {
        matches!(
            op.integers,
            Some(IntegerResults::Function(_) | IntegerResults::ByAttributes(_))
        )
    };
    ops.filter(is_function).map(|op| op.name)
}

/// Returns the op of `arith` that computes a function of integers; `None` if what it computes depends on attributes or
/// widths, as a comparison or a conversion does.
pub fn arith_op(function: Function) -> Option<&'static str> {
    if matches!(function, Function::Multiply | Function::MultiplyExact) {
        return Some(arith::MULI);
    }
    let is_own =
        |op: &&OpRow| matches!(op.integers, Some(IntegerResults::Function(own)) if own == function);
    arith_rows().find(is_own).map(|op| op.name)
}

fn arith_rows() -> impl Iterator<Item = &'static OpRow> {
    let ops = TOPICS.iter().flat_map(|topic| topic.ops);
    ops.filter(|op| op.name.starts_with("arith."))
}

fn find_row(name: &str) -> Option<&'static OpRow> {
    let mut all = TOPICS.iter().flat_map(|topic| topic.ops);
    all.find(|op| op.name == name)
}

/// Returns whether the table has a row for ops of a name, so that no rule file may give facts about
/// them.
pub fn has_row(name: &str) -> bool {
    find_row(name).is_some()
}

impl Analysis {
    /// Learns from an op that is not broadcastable. Its regions, if any, are left to the
    /// caller.
    pub fn learn(&mut self, operation: OperationRef<'_, '_>) {
        if self.is_off {
            return;
        }
        let checked_version = self.checked().map(|checked| checked.facts.version());
        self.define(|definitions| definitions.learn_definition(operation));
        let own_version = self.facts.version();
        let op = self.ops.find(operation);
        let source = op.map_or(FactSource::Op, |op| op.source(operation));
        self.learn_from(source, operation);
        if let Some(op) = op {
            self.learn_row(op, operation, None);
        }
        if let Some(checked_version) = checked_version {
            let defined = self.checked().map_or(0, |it| it.facts.version()) - checked_version;
            self.has_said |= self.facts.version() - own_version != defined;
        }
    }

    /// Learns from all parts of an op's row but one.
    pub(super) fn learn_without(&mut self, operation: OperationRef<'_, '_>, part: Part) {
        if let Some(op) = self.ops.find(operation) {
            self.learn_row(op, operation, Some(part));
        }
    }

    fn learn_row(&mut self, op: &OpRow, operation: OperationRef<'_, '_>, without: Option<Part>) {
        if let Some(extents) = op.extents.filter(|_| without != Some(Part::Extents)) {
            self.learn_extents(extents, operation);
        }
        if without != Some(Part::Sizes) {
            if let Some(find) = op.needs {
                self.learn_needs(op, find, operation);
            }
            if let Some(learn) = op.sizes {
                learn(self, operation);
            }
        }
        if without != Some(Part::Elements) {
            self.learn_elements(op, operation);
        }
    }

    /// Learns from an op only what holds whatever sizes it gets, and what it checks.
    pub(super) fn learn_definition(&mut self, operation: OperationRef<'_, '_>) {
        if ir::is_assertion(operation) {
            return self.learn(operation);
        }
        if let Some(extents) = self.ops.find(operation).and_then(|op| op.extents) {
            self.define_extents(extents, operation);
        }
        self.learn_numbers(operation);
    }

    /// Learns only how the numbers that an op returns are computed.
    pub(super) fn learn_numbers(&mut self, operation: OperationRef<'_, '_>) {
        if let Some(op) = self.ops.find(operation) {
            self.learn_elements(op, operation);
        }
    }

    fn learn_elements(&mut self, op: &OpRow, operation: OperationRef<'_, '_>) {
        if let Some(find) = op.elements
            && let Some(value) = result(operation)
            && let Some(elements) = find(self, operation)
        {
            self.set_elements(value, elements);
        } else if op.integers.is_some() {
            self.learn_integers(operation);
        }
    }

    /// Returns what an op does with its regions.
    pub fn control_of(&mut self, operation: OperationRef<'_, '_>) -> Control {
        self.ops
            .find(operation)
            .map_or(Control::Opaque, OpRow::region_control)
    }

    /// Returns whether an op only computes its results' integers, of whatever shape.
    pub fn computes_integers(&mut self, operation: OperationRef<'_, '_>) -> bool {
        self.ops.find(operation).is_some_and(|op| {
            let computes = op.integers.is_some() || op.elements.is_some();
            computes && matches!(op.work, Work::Free | Work::PerElement)
        })
    }

    /// Returns whether an op only computes with sizes or checks them: its results are scalars
    /// or vectors, whose length is known, of numbers or truth values.
    pub fn is_size_computation(&mut self, operation: OperationRef<'_, '_>) -> bool {
        let is_row = |r#type: Type<'_>| match shaped_type(r#type).shape() {
            Some([]) | None => true,
            Some([length]) => length.fixed_size().is_some(),
            Some(_) => false,
        };
        match self.ops.find(operation).map(|op| op.work) {
            None | Some(Work::Unknown) => false,
            Some(Work::Free) => true,
            Some(Work::Check) => ir::is_assertion(operation),
            Some(Work::PerElement) => operation
                .operands()
                .map(|operand| operand.r#type())
                .chain(operation.results().map(|result| result.r#type()))
                .all(is_row),
        }
    }
}
