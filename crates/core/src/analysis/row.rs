//! The row of an op in the table of what ops imply for sizes.

use super::{
    origin::FactSource,
    sizes::Elements,
    state::Analysis,
    state::{IntegerRow, IntegerValues},
};
use crate::{
    ir::{self, AddressTable},
    rule::FactTable,
    symbol::{
        Element,
        integer::{Function, Integer},
    },
};
use melior::ir::{OperationRef, Value};
use smallvec::SmallVec;

/// A loop: an op that runs a region repeatedly and passes what one iteration yields to the
/// next.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Loop {
    /// The region that yields the values for the next iteration.
    pub body: usize,
    /// The first operand that is the initial value of a carried value.
    pub first_operand: usize,
    /// The first region argument that is a carried value.
    pub first_argument: usize,
}

/// Learns how the sizes of an op's operands are related to each other and to those of its results,
/// beyond what follows from [`Extents`].
pub(super) type LearnSizes = fn(&mut Analysis, OperationRef<'_, '_>) -> Option<()>;

/// Returns the elements of an op's only result; `None` if nothing is known of them.
pub(super) type FindElements = fn(&mut Analysis, OperationRef<'_, '_>) -> Option<Elements>;

/// What an op implies for sizes.
#[derive(Debug)]
pub struct OpRow {
    /// The op's full name.
    pub name: &'static str,
    /// How the sizes of its results follow from its operands.
    pub(super) extents: Option<Extents>,
    /// What it needs of sizes, from which facts learn.
    pub(super) needs: Option<FindNeeds>,
    /// What else it needs of sizes, for which facts have no words.
    pub(super) limits: Option<FindNeeds>,
    /// What else it says of sizes.
    pub(super) sizes: Option<LearnSizes>,
    pub(super) elements: Option<FindElements>,
    /// How the integers of its results are computed.
    pub(super) integers: Option<IntegerResults>,
    pub(super) control: Control,
    pub(super) work: Work,
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
pub(super) enum Work {
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

impl OpRow {
    pub(super) const fn new(name: &'static str) -> Self {
        Self {
            name,
            extents: None,
            needs: None,
            limits: None,
            sizes: None,
            elements: None,
            integers: None,
            control: Control::Opaque,
            work: Work::Unknown,
        }
    }

    pub(super) const fn extents(mut self, extents: Extents) -> Self {
        self.extents = Some(extents);
        self
    }

    pub(super) const fn needs(mut self, find: FindNeeds) -> Self {
        self.needs = Some(find);
        self
    }

    pub(super) const fn limits(mut self, find: FindNeeds) -> Self {
        self.limits = Some(find);
        self
    }

    pub(super) const fn sizes(mut self, learn: LearnSizes) -> Self {
        self.sizes = Some(learn);
        self
    }

    /// Sets what facts know of the elements of the result beyond how they are computed; the op
    /// then computes with sizes.
    pub(super) const fn elements(mut self, find: FindElements) -> Self {
        self.elements = Some(find);
        self.computes()
    }

    /// Sets how the integers of the results are computed; the op then computes with sizes.
    pub(super) const fn integers(self, read: FindIntegers) -> Self {
        self.set_integers(IntegerResults::Read(read))
    }

    /// Sets the function of integers that the op applies to each element.
    pub(super) const fn function(self, function: Function) -> Self {
        self.set_integers(IntegerResults::Function(function))
    }

    /// Sets one that the op applies to each element that is not a truth value.
    pub(super) const fn of_numbers(self, function: Function) -> Self {
        self.set_integers(IntegerResults::OfNumbers(function))
    }

    /// Sets how the function of integers that the op applies to each element follows from its attributes.
    pub(super) const fn by_attributes(self, find: FindFunction) -> Self {
        self.set_integers(IntegerResults::ByAttributes(find))
    }

    pub(super) const fn set_integers(mut self, integers: IntegerResults) -> Self {
        self.integers = Some(integers);
        self.computes()
    }

    /// Marks the op as computing with sizes, or with predicates about them.
    pub(super) const fn computes(mut self) -> Self {
        if matches!(self.work, Work::Unknown) {
            self.work = Work::PerElement;
        }
        self
    }

    pub(super) const fn free(mut self) -> Self {
        self.work = Work::Free;
        self
    }

    /// Marks the op as more than its numbers: it may be costly, or hold other ops in place.
    pub(super) const fn stays(mut self) -> Self {
        self.work = Work::Unknown;
        self
    }

    pub(super) const fn check(mut self) -> Self {
        self.work = Work::Check;
        self
    }

    pub(super) const fn control(mut self, control: Control) -> Self {
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
            (self.sizes.is_some() || self.needs.is_some(), Part::Sizes),
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

    pub(super) fn source(&self, operation: OperationRef<'_, '_>) -> FactSource {
        match self.work {
            Work::Check if !ir::is_sharding(operation) => FactSource::Assertion,
            _ => FactSource::Op,
        }
    }
}

/// The rows of the ops found so far, by name.
#[derive(Debug, Default)]
pub(super) struct OpTable {
    pub(super) rows: AddressTable<Option<&'static OpRow>>,
    /// The facts that rule files give about other ops.
    pub(super) facts: FactTable,
}

/// How the sizes of an op's results follow from its operands, if the op is defined for these.
#[derive(Clone, Copy, Debug)]
pub(in crate::analysis) enum Extents {
    /// All results, and all operands of their rank, have the same sizes: a scalar predicate or
    /// bound stands for all elements.
    Same,
    /// All results have the sizes of the operand at this index.
    Like(usize),
    /// The nth result has the sizes of the nth operand.
    Pairwise,
    /// The elements of the operand at this index are the sizes of the results.
    Elements(usize),
    /// A function computes them, of integers, of what facts call them, or as expressions.
    Computed(OfIntegers, OfElements, OfExpressions),
    /// A rule file says it for ops of this name.
    Given,
}

pub(super) type OfIntegers = fn(
    &mut IntegerOperands<'_, '_, '_>,
    OperationRef<'_, '_>,
    usize,
) -> Option<NumberRow<Option<Integer>>>;

pub(super) type OfElements = fn(
    &mut ElementOperands<'_, '_, '_>,
    OperationRef<'_, '_>,
    usize,
) -> Option<NumberRow<Option<Element>>>;

pub(super) type OfExpressions = fn(
    &mut SizeExpressions<'_, '_>,
    OperationRef<'_, '_>,
    usize,
) -> Option<NumberRow<Option<SizeExpression>>>;

/// Numbers in a row.
pub(in crate::analysis) type NumberRow<T> = SmallVec<[T; 6]>;

/// Operands as integers.
pub(in crate::analysis) struct IntegerOperands<'v, 'c, 'a> {
    pub(super) values: &'v mut IntegerValues,
    pub(super) operation: OperationRef<'c, 'a>,
}

/// Operands as facts know them where the op is.
pub(in crate::analysis) struct ElementOperands<'v, 'c, 'a> {
    pub(super) analysis: &'v mut Analysis,
    pub(super) operation: OperationRef<'c, 'a>,
}

/// Returns the function that an op applies to each element.
pub(super) type FindFunction = fn(OperationRef<'_, '_>) -> Option<Function>;

/// Returns the elements of an op's only result; `None` if nothing is known of them. If there are
/// several results, it sets them.
pub(in crate::analysis) type FindIntegers =
    fn(&mut IntegerValues, OperationRef<'_, '_>) -> Option<IntegerRow>;

/// How the integers of an op's results are computed.
#[derive(Clone, Copy, Debug)]
pub(in crate::analysis) enum IntegerResults {
    /// By a function of each element of the operands.
    Function(Function),
    /// By one, except of truth values, on which the arithmetic of StableHLO, and its order, are others.
    OfNumbers(Function),
    /// By one that depends on attributes.
    ByAttributes(FindFunction),
    /// In another way.
    Read(FindIntegers),
}

/// A number that is computed from sizes and elements of an op's operands: an index into
/// [`SizeExpressions`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SizeExpression(usize);

/// What a [`SizeExpression`] is.
#[derive(Clone, Copy, Debug)]
pub enum ExpressionNode<'c, 'a> {
    /// A number.
    Constant(i64),
    /// The size of a dim of a value, which is an operand; before facts learn from the op.
    Size(Value<'c, 'a>, usize),
    /// An element of a tensor of integers, by its position in row-major order, or a scalar.
    Element(Value<'c, 'a>, usize),
    /// The size that the type of the result at an index declares for a dim.
    Declared {
        /// The index of the result.
        result: usize,
        /// The dim.
        dim: usize,
        /// The size.
        size: i64,
    },
    /// A function of two numbers.
    Apply(Function, SizeExpression, SizeExpression),
}

/// Expressions over the operands of an op.
#[derive(Debug)]
pub struct SizeExpressions<'c, 'a> {
    pub(super) operation: OperationRef<'c, 'a>,
    /// How the sizes of the op's results follow from its operands.
    pub(super) extents: Option<Extents>,
    nodes: Vec<ExpressionNode<'c, 'a>>,
    /// Whether facts have learned the sizes of the op's results.
    pub(super) has_results: bool,
}

/// How two numbers are related.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum NeededRelation {
    /// `a = b`.
    Equal,
    /// `a <= b`.
    AtMost,
    /// `a = 1` or `a = b`.
    BroadcastsTo,
}

/// A relation without which an op is undefined.
#[derive(Clone, Copy, Debug)]
pub struct SizeNeed {
    /// The number on the left.
    pub left: SizeExpression,
    /// Its relation to the other one.
    pub relation: NeededRelation,
    /// The number on the right.
    pub right: SizeExpression,
    /// If this number is 0, nothing is needed.
    pub unless_none: Option<SizeExpression>,
}

/// What an op needs; `None` if it is malformed.
pub(super) type Needs = Option<Vec<SizeNeed>>;

/// Returns what an op needs.
pub(super) type FindNeeds = fn(&mut SizeExpressions<'_, '_>, OperationRef<'_, '_>) -> Needs;

impl SizeNeed {
    pub(super) const fn equal(left: SizeExpression, right: SizeExpression) -> Self {
        Self {
            left,
            relation: NeededRelation::Equal,
            right,
            unless_none: None,
        }
    }

    pub(super) const fn at_most(left: SizeExpression, right: SizeExpression) -> Self {
        Self {
            left,
            relation: NeededRelation::AtMost,
            right,
            unless_none: None,
        }
    }

    pub(super) const fn broadcasts_to(left: SizeExpression, right: SizeExpression) -> Self {
        Self {
            left,
            relation: NeededRelation::BroadcastsTo,
            right,
            unless_none: None,
        }
    }

    /// Returns the need if it concerns only as many parts of a tensor.
    pub(super) const fn of_each(self, count: SizeExpression) -> Self {
        Self {
            unless_none: Some(count),
            ..self
        }
    }

    /// Returns whether a relation of constants holds.
    pub(super) fn holds(&self, a: i64, b: i64) -> bool {
        match self.relation {
            NeededRelation::Equal => a == b,
            NeededRelation::AtMost => a <= b,
            NeededRelation::BroadcastsTo => a == 1 || a == b,
        }
    }
}

impl<'c, 'a> SizeExpressions<'c, 'a> {
    pub(super) fn new(operation: OperationRef<'c, 'a>, row: &OpRow, has_results: bool) -> Self {
        Self {
            operation,
            extents: row.extents,
            nodes: vec![],
            has_results,
        }
    }

    /// Returns what an expression is.
    pub fn node(&self, expression: SizeExpression) -> ExpressionNode<'c, 'a> {
        self.nodes[expression.0]
    }

    pub(super) fn add(&mut self, node: ExpressionNode<'c, 'a>) -> SizeExpression {
        self.nodes.push(node);
        SizeExpression(self.nodes.len() - 1)
    }
}

/// Returns that sizes are equal, dim by dim.
pub(super) fn all_equal(left: &[SizeExpression], right: &[SizeExpression]) -> Vec<SizeNeed> {
    let pairs = left.iter().zip(right);
    pairs
        .map(|(&left, &right)| SizeNeed::equal(left, right))
        .collect()
}

/// Returns that sizes on the left do not exceed those on the right, dim by dim.
pub(super) fn all_at_most(left: &[SizeExpression], right: &[SizeExpression]) -> Vec<SizeNeed> {
    let pairs = left.iter().zip(right);
    pairs
        .map(|(&left, &right)| SizeNeed::at_most(left, right))
        .collect()
}
