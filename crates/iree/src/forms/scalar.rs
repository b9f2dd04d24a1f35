//! Numbers that are computed from sizes, as scalars.
//!
//! IREE computes tensors in dispatches, those of one number too, and waits for each that it reads. Where
//! a program reads a number (for an assertion, a branch, the size of a tensor) that is computed from
//! sizes and constants, it becomes one of `arith` on scalars, which IREE computes between dispatches.
//! So do the numbers in shapes: IREE then sees that a size of a result is one of an operand. So do the
//! positions of slices, which may also be computed from what a loop carries, such as its counter.

use crate::{
    analysis::IntegerValues,
    build::*,
    ops::{is_any_of, number_operands},
    prelude::*,
    symbol::integer::{Definition, INDEX_BITS, Integer},
};

pub static ROW: Row = Row {
    name: "scalar-sizes",
    ops: &[
        stablehlo::DYNAMIC_BROADCAST_IN_DIM,
        stablehlo::DYNAMIC_IOTA,
        stablehlo::DYNAMIC_SLICE,
        stablehlo::DYNAMIC_UPDATE_SLICE,
        stablehlo::REAL_DYNAMIC_SLICE,
        tensor::EXTRACT,
        tensor::RESHAPE,
    ],
    when: "that read a number, or take a shape or a position, which is computed from sizes, or from \
           numbers that a loop carries, by ops on tensors; also on static shapes",
    becomes: "the op on scalars of `arith`",
    why: "IREE computes it in a dispatch of its own, and waits for each number that it reads.",
    action: Program(|root, _| scalarize_sizes(root)),
};

/// The ops that take a shape.
const SHAPES: [&str; 3] = [
    stablehlo::DYNAMIC_BROADCAST_IN_DIM,
    stablehlo::DYNAMIC_IOTA,
    tensor::RESHAPE,
];

/// The ops that take positions: lists, or numbers.
const POSITIONS: [&str; 3] = [
    stablehlo::DYNAMIC_SLICE,
    stablehlo::DYNAMIC_UPDATE_SLICE,
    stablehlo::REAL_DYNAMIC_SLICE,
];

/// Makes numbers scalars that are read from tensors in and below `root`, or are in the shapes or
/// positions that ops take, and are computed from sizes.
///
/// # Errors
///
/// Fails, and changes nothing, if the context lacks the StableHLO dialect.
fn scalarize_sizes(root: OpRef<'_>) -> Result<(), Failed> {
    let is_about = |operation| {
        shape_of(operation).is_some() || !positions_of(operation).is_empty() || is_read(operation)
    };
    let operations = ir::find_ops(root, is_about);
    if operations.is_empty() {
        return Ok(());
    }
    ir::with_context(root, |context| {
        let mut scalarizer = Scalarizer::new(context, root)?;
        let mut replacements = Replacements::default();
        let mut block = None;
        scalarizer.emitter.enter_isolated();
        for operation in operations {
            // Emitted ops are reused within the same block only.
            let own = operation.block().map(|block| block.to_raw().ptr);
            if std::mem::replace(&mut block, own) != own {
                scalarizer.emitter.exit_isolated();
                scalarizer.emitter.enter_isolated();
            }
            if scalarizer.emitter.set_anchor(operation) {
                scalarizer.change(operation, &mut replacements);
            }
        }
        scalarizer.emitter.exit_isolated();
        replacements.erase();
        Ok(())
    })
}

/// Returns the index of an op's operand that is a shape, if it is not a list of scalars yet.
fn shape_of(operation: OpRef<'_>) -> Option<usize> {
    let mut numbers = number_operands(operation).filter(|_| is_any_of(operation, &SHAPES));
    let index = numbers.next()?;
    let shape = ir::defining_op(ir::operand(operation, index)?)?;
    (!ir::is_named(shape, tensor::FROM_ELEMENTS)).then_some(index)
}

/// Returns the indices of an op's operands that are positions and not scalars yet.
fn positions_of(operation: OpRef<'_>) -> Vec<usize> {
    let is_computed = |&index: &usize| {
        let definition = ir::operand(operation, index).and_then(ir::defining_op);
        let scalars = [tensor::FROM_ELEMENTS, arith::CONSTANT, stablehlo::CONSTANT];
        is_any_of(operation, &POSITIONS) && definition.is_some_and(|it| !is_any_of(it, &scalars))
    };
    number_operands(operation).filter(is_computed).collect()
}

/// Returns whether an op makes a number an `index`.
fn is_cast_to_index(operation: OpRef<'_>) -> bool {
    let result = ir::result(operation, 0);
    ir::is_named(operation, arith::INDEX_CAST)
        && result.is_some_and(|result| result.r#type().is_index())
}

impl<'a> Scalarizer<'a> {
    /// Makes the numbers scalars that an op reads, or takes as a shape or a position.
    fn change(&mut self, operation: OpRef<'a>, replacements: &mut Replacements<'a, 'a>) {
        if is_read(operation) {
            return self.replace_read(operation, replacements);
        }
        let _ = self.set_shape(operation);
        let _ = self.set_positions(operation);
    }

    /// Replaces an op's shape operand with a list of scalars; `None` if the shape is constant, or depends on
    /// anything but sizes, constants and values that a loop carries.
    fn set_shape(&mut self, operation: OpRef<'a>) -> Option<()> {
        let index = shape_of(operation)?;
        let row = self.index_row(ir::operand(operation, index)?)?;
        let integers = &self.values.integers;
        require(row.iter().any(|&it| integers.value(it).is_none()))?;
        self.set_lists(operation, index, &[row])
    }

    /// Replaces the positions that an op takes with scalars; `None` if one depends on anything but sizes,
    /// constants and values that a loop carries.
    fn set_positions(&mut self, operation: OpRef<'a>) -> Option<()> {
        let positions = positions_of(operation);
        require(!positions.is_empty())?;
        if ir::is_named(operation, stablehlo::REAL_DYNAMIC_SLICE) {
            // The lists are of one type.
            let lists = (1..operation.operand_count())
                .map(|index| self.index_row(ir::operand(operation, index)?));
            let lists = lists.collect::<Option<Vec<_>>>()?;
            return self.set_lists(operation, 1, &lists);
        }
        for index in positions {
            let _ = self.set_number(operation, index);
        }
        Some(())
    }

    /// Returns the numbers of a list as those of type `index`.
    fn index_row(&mut self, list: Value<'a>) -> Option<Vec<Integer>> {
        let row = self.values.row(list)?;
        let integers = &mut self.values.integers;
        let row = row.iter();
        let row = row.map(|&number| integers.convert(number, INDEX_BITS, Signedness::Signed));
        Some(row.collect())
    }

    /// Sets the operands of an op from one on to lists of scalars; `None`, and changes nothing, if they
    /// cannot compute all numbers.
    fn set_lists(
        &mut self,
        operation: OpRef<'a>,
        first: usize,
        lists: &[Vec<Integer>],
    ) -> Option<()> {
        let mut scalars = self.scalars(true);
        let mut numbers = lists.iter().flatten();
        require(numbers.all(|&number| scalars.is_computable(number)))?;
        for (index, list) in (first..).zip(lists) {
            let list = scalars.emit_list(list);
            ir::set_operand(operation, index, list);
        }
        Some(())
    }

    /// Makes an op's operand, a tensor of one number, one of a scalar; `None`, and changes nothing, if
    /// scalars cannot compute it.
    fn set_number(&mut self, operation: OpRef<'a>, index: usize) -> Option<()> {
        let tensor: Value<'a> = ir::operand(operation, index)?;
        let number = self.values.number(tensor)?;
        let mut scalars = self.scalars(false);
        let number = scalars
            .is_computable(number)
            .then(|| scalars.emit(number))?;
        let emitter = &mut self.emitter;
        let tensor = emitter.emit_named(tensor::FROM_ELEMENTS, &[number], &[], tensor.r#type());
        ir::set_operand(operation, index, tensor);
        Some(())
    }

    /// Replaces the number that an op reads, and the same number as an `index`, if scalars can compute
    /// it.
    fn replace_read(&mut self, read: OpRef<'a>, replacements: &mut Replacements<'a, 'a>) {
        let Some(number) = ir::result(read, 0) else {
            return;
        };
        let users = ir::users(number).into_iter().map(|(user, _)| user);
        let (casts, others) = users.partition::<Vec<_>, _>(|&user| is_cast_to_index(user));
        if !casts.is_empty()
            && let Some(index) = self.emit_read(read, true)
        {
            for cast in casts {
                replacements.replace(cast, index);
            }
            if others.is_empty() {
                replacements.remove(read);
            }
        }
        if !others.is_empty()
            && let Some(scalar) = self.emit_read(read, false)
        {
            replacements.replace(read, scalar);
        }
    }

    /// Emits the number that an op reads, as an `index` if that is asked for; `None` if scalars cannot
    /// compute it, or if it is read from what a loop carries as early as it would be.
    fn emit_read(&mut self, read: OpRef<'a>, is_index: bool) -> Option<Value<'a>> {
        let result: Value<'a> = ir::result(read, 0)?;
        let tensor = ir::operand(read, 0)?;
        let hidden = hidden_by_barrier(tensor);
        require(hidden.is_none() || dialect::accepts_iree(self.emitter.context()))?;
        // What is behind the barrier is known for this read only.
        let mut own = IntegerValues::default();
        let values = match hidden {
            None => &mut self.values,
            Some(hidden) => {
                own.set_same(tensor, hidden);
                &mut own
            }
        };
        let mut number = values.number(result)?;
        let is_element = matches!(values.integers.definition(number), Definition::Element(..));
        require(!is_element || !is_early(read))?;
        if is_index {
            let integers = &mut values.integers;
            number = integers.convert(number, INDEX_BITS, Signedness::Signed);
        }
        let is_of_index = is_index || result.r#type().is_index();
        let mut scalars = Scalars::new(&mut self.emitter, values, &self.sources, is_of_index);
        require(scalars.is_computable(number))?;
        let number = scalars.emit(number);
        match hidden {
            None => Some(number),
            Some(_) => emit_hidden(&mut self.emitter, number),
        }
    }
}

/// Returns the operand of StableHLO's barrier whose result a tensor is.
fn hidden_by_barrier<'a>(tensor: Value<'a>) -> Option<Value<'a>> {
    let barrier = ir::defining_op(tensor)?;
    let index = OperationResult::try_from(tensor).ok()?.result_number();
    match ir::name_str(barrier.name()) {
        Some(stablehlo::OPTIMIZATION_BARRIER) => ir::operand(barrier, index),
        _ => None,
    }
}
