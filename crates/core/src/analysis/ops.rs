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
mod reduction;
mod shape;
mod sharding;
mod slice;
mod tosa;
mod window;

use super::{Analysis, Elements, FactSource, Loop};
use crate::{
    dialect::{arith, is_elementwise},
    ir::{self, AddressTable, name_str, operand, shaped_type},
    rule::{FactTable, OpFacts},
    symbol::integer::Function,
};
pub(super) use extents::{Extents, NumberRow};
use extents::{Operands, ResultSizes, all, computed, result_rank};
use given::GIVEN;
pub use given::{applicable, fit, known_sizes, unmet};
use integer::IntegerResults;
use melior::ir::{OperationRef, Type, Value, ValueLike, operation::OperationLike};
use std::sync::Arc;

/// Learns how the sizes of an op's operands are related to each other and to those of its results,
/// beyond what follows from [`Extents`].
type LearnSizes = fn(&mut Analysis, OperationRef<'_, '_>) -> Option<()>;

/// Returns the elements of an op's only result; `None` if nothing is known of them.
type FindElements = fn(&mut Analysis, OperationRef<'_, '_>) -> Option<Elements>;

/// What an op implies for sizes.
#[derive(Debug)]
pub struct OpRow {
    /// The op's full name.
    pub name: &'static str,
    /// How the sizes of its results follow from its operands.
    pub(super) extents: Option<Extents>,
    sizes: Option<LearnSizes>,
    elements: Option<FindElements>,
    /// How the integers of its results are computed.
    pub(super) integers: Option<IntegerResults>,
    control: Control,
    work: Work,
}

/// What an op does with its regions.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Control {
    /// Nothing that is known to determine its results.
    Opaque,
    /// It runs one of them and returns what that one yields.
    Branches,
    /// Like `Branches`, and it runs the first one exactly if its first operand is true.
    Conditional,
    /// It runs its only region if a witness holds, and returns the yielded values. The witness
    /// orders only this region, so facts from inside do not hold outside.
    Assuming,
    /// It runs one of them repeatedly.
    Loop(Loop),
    /// It runs its only region once, on its operands or on parts of them.
    Computation,
    /// It alternates between two regions. The first one decides whether the second one runs,
    /// and passes values to it or, in the last iteration, to the results.
    TwoPartLoop,
}

/// A part of a row.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Part {
    /// How the sizes of results follow from operands.
    Extents,
    /// How the sizes of operands and results are related.
    Sizes,
    /// The elements of the result.
    Elements,
    /// How results depend on what regions yield.
    Control,
}

/// The cost of running an op.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Work {
    /// It may be anything.
    Unknown,
    /// None, whatever its types are.
    Free,
    /// Constant work per element of the result.
    PerElement,
    /// That of a check, if it is one.
    Check,
}

/// The ops of one topic.
#[derive(Debug)]
pub struct Topic {
    /// What the ops have in common.
    pub title: &'static str,
    /// Their rows.
    pub ops: &'static [OpRow],
}

/// All rows, by topic.
pub const TOPICS: &[Topic] = &[
    number::TOPIC,
    arithmetic::TOPIC,
    elementwise::TOPIC,
    shape::TOPIC,
    slice::TOPIC,
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

impl OpRow {
    const fn new(name: &'static str) -> Self {
        Self {
            name,
            extents: None,
            sizes: None,
            elements: None,
            integers: None,
            control: Control::Opaque,
            work: Work::Unknown,
        }
    }

    const fn extents(mut self, extents: Extents) -> Self {
        self.extents = Some(extents);
        self
    }

    const fn sizes(mut self, learn: LearnSizes) -> Self {
        self.sizes = Some(learn);
        self
    }

    /// Sets what facts know of the elements of the result beyond how they are computed; the op
    /// then computes with sizes.
    const fn elements(mut self, find: FindElements) -> Self {
        self.elements = Some(find);
        self.computes()
    }

    /// Sets how the integers of the results are computed; the op then computes with sizes.
    const fn integers(self, read: integer::FindIntegers) -> Self {
        self.set_integers(IntegerResults::Read(read))
    }

    /// Sets the function of integers that the op applies to each element.
    const fn function(self, function: Function) -> Self {
        self.set_integers(IntegerResults::Function(function))
    }

    /// Sets one that the op applies to each element that is not a truth value.
    const fn of_numbers(self, function: Function) -> Self {
        self.set_integers(IntegerResults::OfNumbers(function))
    }

    /// Sets how the function of integers that the op applies to each element follows from its attributes.
    const fn by_attributes(self, find: integer::FindFunction) -> Self {
        self.set_integers(IntegerResults::ByAttributes(find))
    }

    const fn set_integers(mut self, integers: IntegerResults) -> Self {
        self.integers = Some(integers);
        self.computes()
    }

    /// Marks the op as computing with sizes, or with predicates about them.
    const fn computes(mut self) -> Self {
        if matches!(self.work, Work::Unknown) {
            self.work = Work::PerElement;
        }
        self
    }

    const fn free(mut self) -> Self {
        self.work = Work::Free;
        self
    }

    /// Marks the op as more than its numbers: it may be costly, or hold other ops in place.
    const fn stays(mut self) -> Self {
        self.work = Work::Unknown;
        self
    }

    const fn check(mut self) -> Self {
        self.work = Work::Check;
        self
    }

    const fn control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// Returns what the op does with its regions.
    pub const fn region_control(&self) -> Control {
        self.control
    }

    /// Returns the parts that the row has.
    pub fn parts(&self) -> Vec<Part> {
        let parts = [
            (self.extents.is_some(), Part::Extents),
            (self.sizes.is_some(), Part::Sizes),
            (
                self.elements.is_some() || self.integers.is_some(),
                Part::Elements,
            ),
            (self.control != Control::Opaque, Part::Control),
        ];
        let parts = parts.into_iter().filter(|(is_said, _)| *is_said);
        parts.map(|(_, part)| part).collect()
    }

    /// Returns whether the row computes the integers of results.
    pub const fn has_integers(&self) -> bool {
        self.integers.is_some()
    }

    fn source(&self, operation: OperationRef<'_, '_>) -> FactSource {
        match self.work {
            Work::Check if !ir::is_sharding(operation) => FactSource::Assertion,
            _ => FactSource::Op,
        }
    }
}

/// The rows of the ops found so far, by name.
#[derive(Debug, Default)]
pub(super) struct OpTable {
    rows: AddressTable<Option<&'static OpRow>>,
    /// The facts that rule files give about other ops.
    facts: FactTable,
}

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
            row.or_else(|| (!self.facts.get(name).is_empty()).then_some(&GIVEN))
        })
    }
}

/// Returns the ops of `arith` that are functions of integers; `arith.select` is one of other values, too.
pub fn arith_functions() -> impl Iterator<Item = &'static str> {
    let ops = TOPICS.iter().flat_map(|topic| topic.ops);
    let ops = ops.filter(|op| op.name.starts_with("arith.") && op.name != arith::SELECT);
    let is_function = |op: &&OpRow| {
        matches!(
            op.integers,
            Some(IntegerResults::Function(_) | IntegerResults::ByAttributes(_))
        )
    };
    ops.filter(is_function).map(|op| op.name)
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
        if let Some(learn) = op.sizes.filter(|_| without != Some(Part::Sizes)) {
            learn(self, operation);
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

/// Returns an op's only result.
fn result<'c, 'a>(operation: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    match operation.result_count() {
        1 => ir::result(operation, 0),
        _ => None,
    }
}

/// Returns the entry of a list at an index from an attribute, if it is in range.
pub(super) fn at<T: Copy>(list: &[T], index: i64) -> Option<T> {
    list.get(usize::try_from(index).ok()?).copied()
}

/// Returns the elements of an operand.
fn elements_of(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<Elements> {
    analysis.elements_of(operand(operation, index)?)
}
