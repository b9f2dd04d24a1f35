//! Numbers that are computed from sizes, as scalars.
//!
//! IREE computes tensors in dispatches, those of one number too, and waits for each that it reads. Where
//! a program reads a number (for an assertion, a branch, the size of a tensor) that is computed from
//! sizes and constants, it becomes one of `arith` on scalars, which IREE computes between dispatches.
//! So do the numbers in shapes: IREE then sees that a size of a result is one of an operand. So do the
//! positions of slices, which may also be computed from what a loop carries, such as its counter.

use super::row::{Action::Program, Row, Versions};
use crate::{
    analysis::IntegerValues,
    diagnostic::Failed,
    dialect::{self, stablehlo},
    ir::{self, Emitter, Replacements, ValueKey, create_emitter},
    symbol::integer::{Definition, Function, INDEX_BITS, Integer, Signedness},
};
use melior::ir::{
    Attribute, BlockLike, BlockRef, OperationRef, RegionLike, Type, TypeLike, Value, ValueLike,
    attribute::IntegerAttribute,
    operation::{OperationLike, OperationResult},
    r#type::{IntegerType, ShapedTypeLike},
};
use rustc_hash::FxHashMap;
use std::ops::RangeFrom;

/// Numbers that are read.
pub(super) static ROW: Row = Row {
    name: "scalar-sizes",
    ops: &[
        stablehlo::DYNAMIC_BROADCAST_IN_DIM,
        stablehlo::DYNAMIC_IOTA,
        stablehlo::DYNAMIC_SLICE,
        stablehlo::DYNAMIC_UPDATE_SLICE,
        stablehlo::REAL_DYNAMIC_SLICE,
        "tensor.extract",
        "tensor.reshape",
    ],
    when: "that read a number, or take a shape or a position, which is computed from sizes, or from \
           numbers that a loop carries, by ops on tensors; also on static shapes",
    becomes: "the op on scalars of `arith`",
    why: "IREE computes it in a dispatch of its own, and waits for each number that it reads.",
    versions: Versions::ALL,
    example: include_str!("examples/scalar-sizes.mlir"),
    action: Program(|root, _| scalarize_sizes(root)),
};

/// The op that hides from IREE that a number is the same as another one.
pub(super) const BARRIER: &str = "util.optimization_barrier";

/// The ops that take a shape, with the index of that operand.
const SHAPES: &[(&str, usize)] = &[
    (stablehlo::DYNAMIC_BROADCAST_IN_DIM, 1),
    (stablehlo::DYNAMIC_IOTA, 0),
    ("tensor.reshape", 1),
];

/// The ops that take positions, with the indices of those operands: lists, or numbers.
const POSITIONS: &[(&str, RangeFrom<usize>)] = &[
    (stablehlo::DYNAMIC_SLICE, 1..),
    (stablehlo::DYNAMIC_UPDATE_SLICE, 2..),
    (stablehlo::REAL_DYNAMIC_SLICE, 1..),
];

/// Makes numbers scalars that are read from tensors in and below `root`, or are in the shapes or
/// positions that ops take, and are computed from sizes.
///
/// # Errors
///
/// Fails, and changes nothing, if the context lacks the StableHLO dialect.
fn scalarize_sizes(root: OperationRef<'_, '_>) -> Result<(), Failed> {
    let is_about = |operation| {
        shape_of(operation).is_some() || !positions_of(operation).is_empty() || is_read(operation)
    };
    let operations = ir::find_ops(root, is_about);
    if operations.is_empty() {
        return Ok(());
    }
    ir::with_context(root, |context| {
        let mut emitter = create_emitter(context, root)?;
        let mut replacements = Replacements::default();
        let sources = values_below(root);
        let mut values = IntegerValues::default();
        // In order, however long the chains are that compute sizes.
        ir::visit_reachable_ops(root, |operation| values.learn(operation));
        let mut block = None;
        emitter.enter_isolated();
        for operation in operations {
            // Emitted ops are reused within the same block only.
            let own = operation.block().map(|block| block.to_raw().ptr);
            if std::mem::replace(&mut block, own) != own {
                emitter.exit_isolated();
                emitter.enter_isolated();
            }
            if !emitter.set_anchor(operation) {
                continue;
            }
            match is_read(operation) {
                true => replace_read(
                    &mut emitter,
                    &mut values,
                    &sources,
                    operation,
                    &mut replacements,
                ),
                false => {
                    let _ = set_shape(&mut emitter, &mut values, &sources, operation);
                    let _ = set_positions(&mut emitter, &mut values, &sources, operation);
                }
            }
        }
        emitter.exit_isolated();
        replacements.erase();
        Ok(())
    })
}

/// Returns the index of an op's operand that is a shape, if it is not a list of scalars yet.
fn shape_of(operation: OperationRef<'_, '_>) -> Option<usize> {
    let name = ir::name_str(operation.name())?;
    let &(_, index) = SHAPES.iter().find(|(known, _)| *known == name)?;
    let shape = ir::defining_op(ir::operand(operation, index)?)?;
    (ir::name_str(shape.name()) != Some("tensor.from_elements")).then_some(index)
}

/// Makes the shape that an op takes a list of scalars; `None` if it is constant, or not computed from
/// sizes and constants.
fn set_shape<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    values: &mut IntegerValues,
    sources: &FxHashMap<ValueKey, Value<'c, 'a>>,
    operation: OperationRef<'c, 'a>,
) -> Option<()> {
    let index = shape_of(operation)?;
    let list = emit_list(emitter, values, sources, ir::operand(operation, index)?)?;
    ir::set_operand(operation, index, list);
    Some(())
}

/// Emits a list of scalars; `None` if it is constant, or not computed from sizes and constants.
fn emit_list<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    values: &mut IntegerValues,
    sources: &FxHashMap<ValueKey, Value<'c, 'a>>,
    list: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let row = values.row(list)?;
    let is_constant = row.iter().all(|&it| values.integers.value(it).is_some());
    if is_constant {
        return None;
    }
    let row = index_row(values, list)?;
    let mut scalars = Scalars::new(emitter, values, sources, true);
    if !row.iter().all(|&number| scalars.is_computable(number)) {
        return None;
    }
    Some(scalars.emit_list(&row))
}

/// Returns the numbers of a list as those of type `index`.
fn index_row(values: &mut IntegerValues, list: Value<'_, '_>) -> Option<Vec<Integer>> {
    let row = values.row(list)?;
    let integers = &mut values.integers;
    let row = row.iter();
    let row = row.map(|&number| integers.convert(number, INDEX_BITS, Signedness::Signed));
    Some(row.collect())
}

/// Returns the indices of an op's operands that are positions and not scalars yet.
fn positions_of(operation: OperationRef<'_, '_>) -> Vec<usize> {
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let Some((_, positions)) = POSITIONS.iter().find(|(known, _)| *known == name) else {
        return vec![];
    };
    let is_computed = |&index: &usize| {
        let definition = ir::operand(operation, index).and_then(ir::defining_op);
        let name = definition.and_then(|it| ir::name_str(it.name()));
        let scalars = [
            "tensor.from_elements",
            "arith.constant",
            stablehlo::CONSTANT,
        ];
        name.is_some_and(|name| !scalars.contains(&name))
    };
    let all = positions.start..operation.operand_count();
    all.filter(is_computed).collect()
}

/// Makes the positions that an op takes scalars; `None` if they are not computed from sizes, constants
/// and what a loop carries.
fn set_positions<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    values: &mut IntegerValues,
    sources: &FxHashMap<ValueKey, Value<'c, 'a>>,
    operation: OperationRef<'c, 'a>,
) -> Option<()> {
    let positions = positions_of(operation);
    if positions.is_empty() {
        return None;
    }
    if ir::name_str(operation.name())? == stablehlo::REAL_DYNAMIC_SLICE {
        // The lists are of one type.
        let lists = (1..operation.operand_count()).map(|index| {
            let list: Value<'c, 'a> = ir::operand(operation, index)?;
            index_row(values, list)
        });
        let lists = lists.collect::<Option<Vec<_>>>()?;
        let mut scalars = Scalars::new(emitter, values, sources, true);
        let mut numbers = lists.iter().flatten();
        if numbers.all(|&number| scalars.is_computable(number)) {
            for (index, list) in lists.iter().enumerate() {
                let list = scalars.emit_list(list);
                ir::set_operand(operation, index + 1, list);
            }
        }
        return Some(());
    }
    for index in positions {
        let position: Value<'c, 'a> = ir::operand(operation, index)?;
        let number = values.number(position)?;
        let mut scalars = Scalars::new(emitter, values, sources, false);
        if scalars.is_computable(number) {
            let number = scalars.emit(number);
            let scalar =
                emitter.emit_named("tensor.from_elements", &[number], &[], position.r#type());
            ir::set_operand(operation, index, scalar);
        }
    }
    Some(())
}

/// Returns whether nothing is computed in the block of a read before it, but scalars.
fn is_early(read: OperationRef<'_, '_>) -> bool {
    let block = read.block();
    block.is_some_and(|block| {
        operations(block)
            .take_while(|&it| it != read)
            .all(is_of_scalars)
    })
}

/// Returns what is read of a number that a loop carries before anything is computed in its body.
fn early_read<'c: 'a, 'a>(source: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    let mut early = operations(loop_body(source)?).take_while(|&it| is_of_scalars(it));
    let read = early.find(|&it| is_read(it) && ir::operand(it, 0) == Some(source))?;
    ir::result(read, 0)
}

/// Returns the ops of a block.
fn operations<'c: 'a, 'a>(block: BlockRef<'c, 'a>) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    std::iter::successors(block.first_operation(), |it| it.next_in_block())
}

/// Returns whether an op computes no tensor, but perhaps a part of one or a constant.
fn is_of_scalars(operation: OperationRef<'_, '_>) -> bool {
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let prefixes = ["arith.", "tensor.extract", "tensor.dim"];
    name == stablehlo::CONSTANT || prefixes.iter().any(|prefix| name.starts_with(prefix))
}

/// Returns whether a type is that of a tensor of one signless integer.
fn is_number(r#type: Type<'_>) -> bool {
    ir::as_ranked_tensor(r#type).is_some_and(|it| it.rank() == 0)
        && ir::element_bits(r#type).is_some()
}

/// Returns the body of the loop that carries a value as an argument of it.
fn loop_body<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    let block = ir::owner(value)?;
    let parent = block.parent_operation()?;
    let is_body = ir::region(parent, 1)?.first_block() == Some(block);
    (is_body && ir::name_str(parent.name()) == Some(stablehlo::WHILE)).then_some(block)
}

/// Returns whether an op reads a number outside of kernels.
fn is_read(operation: OperationRef<'_, '_>) -> bool {
    let parent = operation.parent_operation();
    let parent = parent.and_then(|parent| ir::name_str(parent.name()));
    ir::name_str(operation.name()) == Some("tensor.extract")
        && !parent.is_some_and(|name| name.starts_with("linalg."))
}

/// Returns whether an op makes a number an `index`.
fn is_cast_to_index(operation: OperationRef<'_, '_>) -> bool {
    let result = ir::result(operation, 0);
    ir::name_str(operation.name()) == Some("arith.index_cast")
        && result.is_some_and(|result| result.r#type().is_index())
}

/// Replaces the number that an op reads, and the same number as an `index`, if it is computed from sizes
/// and constants.
fn replace_read<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    values: &mut IntegerValues,
    sources: &FxHashMap<ValueKey, Value<'c, 'a>>,
    read: OperationRef<'c, 'a>,
    replacements: &mut Replacements<'c, 'a>,
) {
    let Some(number) = ir::result(read, 0) else {
        return;
    };
    let users = ir::users(number).into_iter().map(|(user, _)| user);
    let (casts, others) = users.partition::<Vec<_>, _>(|&user| is_cast_to_index(user));
    if !casts.is_empty()
        && let Some(index) = emit_read(emitter, values, sources, read, true)
    {
        casts
            .iter()
            .for_each(|&cast| replacements.replace(cast, index));
        if others.is_empty() {
            replacements.remove(read);
        }
    }
    if !others.is_empty()
        && let Some(scalar) = emit_read(emitter, values, sources, read, false)
    {
        replacements.replace(read, scalar);
    }
}

/// Returns all values in and below an op, by their identity.
fn values_below<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> FxHashMap<ValueKey, Value<'c, 'a>> {
    let mut values = FxHashMap::default();
    ir::visit_ops(root, |operation| {
        let results = operation.results().map(Value::from);
        values.extend(results.map(|value| (ValueKey::new(value), value)));
        for region in operation.regions() {
            let blocks = std::iter::successors(region.first_block(), |it| it.next_in_region());
            let arguments = blocks.flat_map(ir::block_arguments);
            values.extend(arguments.map(|value| (ValueKey::new(value), value)));
        }
    });
    values
}

/// Emits the number that an op reads, as an `index` if that is asked for; `None` if it is not computed
/// from sizes and constants.
fn emit_read<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    values: &mut IntegerValues,
    sources: &FxHashMap<ValueKey, Value<'c, 'a>>,
    read: OperationRef<'c, 'a>,
    is_index: bool,
) -> Option<Value<'c, 'a>> {
    let result: Value<'c, 'a> = ir::result(read, 0)?;
    let tensor = ir::operand(read, 0)?;
    let hidden = hidden_by_barrier(tensor);
    // What is behind the barrier is known for this read only.
    let mut own = IntegerValues::default();
    let values = match hidden {
        None => values,
        Some(hidden) => {
            own.set_same(tensor, hidden);
            &mut own
        }
    };
    let mut number = values.number(result)?;
    // What a loop carries is read at the beginning of its body: IREE computes what is before a read, and
    // used behind it, into memory of its own.
    if matches!(values.integers.definition(number), Definition::Element(..)) && is_early(read) {
        return None;
    }
    if is_index {
        let integers = &mut values.integers;
        number = integers.convert(number, INDEX_BITS, Signedness::Signed);
    }
    let is_of_index = is_index || result.r#type().is_index();
    let mut scalars = Scalars::new(emitter, values, sources, is_of_index);
    if !scalars.is_computable(number)
        || hidden.is_some() && !dialect::accepts_iree(scalars.emitter.context())
    {
        return None;
    }
    let number = scalars.emit(number);
    match hidden {
        None => Some(number),
        Some(_) => emit_hidden(emitter, number),
    }
}

/// Emits a scalar of which IREE does not see from what it is computed; `None` if the context lacks
/// IREE's ops.
pub(super) fn emit_hidden<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    number: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let is_accepted = dialect::accepts_iree(emitter.context());
    is_accepted.then(|| emitter.emit_named(BARRIER, &[number], &[], number.r#type()))
}

/// Returns the tensor that a barrier hides behind another one.
fn hidden_by_barrier<'c: 'a, 'a>(tensor: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    let barrier = ir::defining_op(tensor)?;
    let index = OperationResult::try_from(tensor).ok()?.result_number();
    match ir::name_str(barrier.name()) {
        Some(stablehlo::OPTIMIZATION_BARRIER) => ir::operand(barrier, index),
        _ => None,
    }
}

/// Emits numbers as scalars.
struct Scalars<'c, 'a, 'e> {
    emitter: &'e mut Emitter<'c, 'a>,
    values: &'e mut IntegerValues,
    /// The values whose sizes may be read.
    sources: &'e FxHashMap<ValueKey, Value<'c, 'a>>,
    emitted: FxHashMap<Integer, Value<'c, 'a>>,
    computable: FxHashMap<Integer, bool>,
    /// Whether numbers of 64 bits are of type `index`.
    is_of_index: bool,
}

impl<'c: 'a, 'a, 'e> Scalars<'c, 'a, 'e> {
    fn new(
        emitter: &'e mut Emitter<'c, 'a>,
        values: &'e mut IntegerValues,
        sources: &'e FxHashMap<ValueKey, Value<'c, 'a>>,
        is_of_index: bool,
    ) -> Self {
        Self {
            emitter,
            values,
            sources,
            emitted: FxHashMap::default(),
            computable: FxHashMap::default(),
            is_of_index,
        }
    }

    /// Returns whether a number is computed from sizes, constants and what loops carry, by ops that are
    /// defined for all of them, in widths in which IREE computes right.
    fn is_computable(&mut self, id: Integer) -> bool {
        if let Some(&known) = self.computable.get(&id) {
            return known;
        }
        let is_computable = self.find_computable(id);
        self.computable.insert(id, is_computable);
        is_computable
    }

    fn find_computable(&mut self, id: Integer) -> bool {
        let expanded = self.values.integers.expand(id);
        if expanded != id {
            return self.is_computable(expanded);
        }
        let integers = &self.values.integers;
        if ![1, u32::BITS, INDEX_BITS].contains(&integers.bits(id)) {
            return false;
        }
        match integers.definition(id).clone() {
            Definition::Constant(_) => true,
            Definition::Element(source, _) => {
                let source = self.sources.get(&self.values.source(source));
                let source = source.filter(|source| is_number(source.r#type()));
                source.is_some_and(|&source| loop_body(source).is_some())
            }
            Definition::Extent(source, _) => {
                let source = self.sources.get(&self.values.source(source));
                source.is_some_and(|&source| {
                    let element = ir::element_type(source.r#type()).and_then(ir::as_integer_type);
                    // IREE rejects `tensor.dim` of these.
                    !element.is_some_and(|element| element.is_unsigned())
                })
            }
            Definition::Apply(function, parts) => {
                let last = parts.last().and_then(|&last| integers.value(last));
                let is_defined = match function {
                    Function::Divide(_) | Function::Remainder(_) => {
                        last.is_some_and(|divisor| ![0, -1].contains(&divisor))
                    }
                    Function::ShiftLeft
                    | Function::ShiftRightArithmetic
                    | Function::ShiftRightLogical => {
                        last.is_some_and(|by| (0..i64::from(integers.bits(id))).contains(&by))
                    }
                    // A truth value is no remainder.
                    Function::Convert(_) => integers.bits(id) > 1,
                    _ => true,
                };
                is_defined && parts.into_iter().all(|part| self.is_computable(part))
            }
        }
    }

    /// Emits a list of numbers that are computable.
    fn emit_list(&mut self, row: &[Integer]) -> Value<'c, 'a> {
        let numbers = row.iter().map(|&number| self.emit(number));
        let numbers = numbers.collect::<Vec<_>>();
        self.emitter.emit_from_elements(&numbers)
    }

    /// Emits a number that is computable.
    fn emit(&mut self, id: Integer) -> Value<'c, 'a> {
        if let Some(&value) = self.emitted.get(&id) {
            return value;
        }
        let expanded = self.values.integers.expand(id);
        let value = match expanded == id {
            true => self.emit_definition(id),
            false => self.emit(expanded),
        };
        self.emitted.insert(id, value);
        value
    }

    fn emit_definition(&mut self, id: Integer) -> Value<'c, 'a> {
        let r#type = self.r#type(self.values.integers.bits(id));
        match self.values.integers.definition(id).clone() {
            Definition::Constant(value) => {
                let value: Attribute<'c> = IntegerAttribute::new(r#type, value).into();
                let attributes = [("value", value)];
                self.emitter
                    .emit_pure("arith.constant", &[], &attributes, r#type)
            }
            Definition::Element(source, _) => {
                let source = self.sources[&self.values.source(source)];
                let own = ir::element_type(source.r#type()).unwrap_or(r#type);
                let number = early_read(source).unwrap_or_else(|| {
                    let read = |emitter: &mut Emitter<'c, 'a>| {
                        emitter.emit_pure("tensor.extract", &[source], &[], own)
                    };
                    // Before anything is computed in the loop.
                    match loop_body(source).and_then(|block| block.first_operation()) {
                        Some(first) => self.emitter.emit_before(first, read),
                        None => read(self.emitter),
                    }
                });
                self.emit_converted(number, r#type, Signedness::Signed)
            }
            Definition::Extent(source, dim) => {
                let source = self.sources[&self.values.source(source)];
                let size = self.emitter.emit_dim(source, dim);
                self.emit_converted(size, r#type, Signedness::Signed)
            }
            Definition::Apply(function, parts) => {
                let parts = parts.iter().map(|&part| self.emit(part));
                let parts = parts.collect::<Vec<_>>();
                match function {
                    Function::Convert(signedness) => {
                        self.emit_converted(parts[0], r#type, signedness)
                    }
                    function => self.emit_function(function, &parts, r#type),
                }
            }
        }
    }

    /// Returns the type of numbers of a width.
    fn r#type(&self, bits: u32) -> Type<'c> {
        let context = self.emitter.context();
        match bits {
            INDEX_BITS if self.is_of_index => Type::index(context),
            bits => IntegerType::new(context, bits).into(),
        }
    }

    fn emit_function(
        &mut self,
        function: Function,
        parts: &[Value<'c, 'a>],
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        if let Function::Compare(direction, signedness) = function {
            return self
                .emitter
                .emit_compare(direction, signedness, parts[0], parts[1]);
        }
        self.emitter.emit_pure(op_of(function), parts, &[], r#type)
    }

    /// Emits a number as one of another width.
    fn emit_converted(
        &mut self,
        value: Value<'c, 'a>,
        r#type: Type<'c>,
        signedness: Signedness,
    ) -> Value<'c, 'a> {
        let from = value.r#type();
        if from == r#type {
            return value;
        }
        let bits =
            |r#type: Type<'c>| IntegerType::try_from(r#type).map_or(INDEX_BITS, |it| it.width());
        let is_index = from.is_index() || r#type.is_index();
        let name = match (is_index, signedness, bits(from) < bits(r#type)) {
            (true, Signedness::Unsigned, true) => "arith.index_castui",
            (true, ..) => "arith.index_cast",
            (false, _, false) => "arith.trunci",
            (false, Signedness::Signed, true) => "arith.extsi",
            (false, Signedness::Unsigned, true) => "arith.extui",
        };
        self.emitter.emit_pure(name, &[value], &[], r#type)
    }
}

/// Returns the op of `arith` that computes a function.
fn op_of(function: Function) -> &'static str {
    use Function::*;
    use Signedness::{Signed, Unsigned};
    match function {
        Add => "arith.addi",
        Subtract => "arith.subi",
        Multiply | MultiplyExact => "arith.muli",
        Divide(Signed) => "arith.divsi",
        Divide(Unsigned) => "arith.divui",
        Remainder(Signed) => "arith.remsi",
        Remainder(Unsigned) => "arith.remui",
        Maximum(Signed) => "arith.maxsi",
        Maximum(Unsigned) => "arith.maxui",
        Minimum(Signed) => "arith.minsi",
        Minimum(Unsigned) => "arith.minui",
        And => "arith.andi",
        Or => "arith.ori",
        Xor => "arith.xori",
        ShiftLeft => "arith.shli",
        ShiftRightArithmetic => "arith.shrsi",
        ShiftRightLogical => "arith.shrui",
        Select => "arith.select",
        Compare(..) => "arith.cmpi",
        Convert(_) => "arith.extsi",
        DivideUp(_) | DivideDown | Broadcast => unreachable!("they are expanded"),
    }
}
