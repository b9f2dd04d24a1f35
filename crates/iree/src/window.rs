//! Window reductions on dynamic shapes.

mod pooling;
pub(super) mod select_and_scatter;
pub(super) mod single;

use self::pooling::Pooling;
use super::{
    emit_extents, emit_fill, emit_limited,
    numbers::{Number, emit_numbers},
    pad::{Padding, emit_mark},
    result_type,
    row::{Action::Replace, Row},
    sizes,
    slice::{emit_slice, emit_strided_part},
    tensor_type, type_sizes,
};
use crate::{
    dialect::stablehlo::{self, ReduceWindowOp},
    ir::{self, Emitter},
};
use melior::ir::{
    BlockLike, BlockRef, OperationRef, RegionLike, Value,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};

/// The target of the custom call that JAX emits for a window of unknown size.
pub(super) const DYNAMIC: &str = "stablehlo.dynamic_reduce_window";

/// The supported reducers: elementwise ops with two operands, which may be exchanged.
pub(super) const REDUCERS: [&str; 7] = [
    stablehlo::ADD,
    stablehlo::AND,
    stablehlo::MAXIMUM,
    stablehlo::MINIMUM,
    stablehlo::MULTIPLY,
    stablehlo::OR,
    stablehlo::XOR,
];

/// The maximum number of positions in a window that are unrolled; larger windows become loops.
const MAX_UNROLLED: i64 = 64;

/// Reductions over windows.
pub(super) static WINDOWS: Row = Row {
    name: "windows",
    ops: &[stablehlo::REDUCE_WINDOW],
    when: "on dynamic shapes, but for pooling of `f32` without padding and dilations, of windows \
           that certainly fit",
    becomes: "one op for each element of the window; pooling behind a padding",
    why: "IREE rejects it, or infers wrong sizes from dilations, and negative ones of windows \
           larger than the tensor.",
    example: include_str!("examples/windows.mlir"),
    action: Replace(rewrite),
};

/// Reductions over windows of computed sizes.
pub(super) static DYNAMIC_WINDOWS: Row = Row {
    name: "dynamic-windows",
    ops: &[stablehlo::CUSTOM_CALL],
    when: "JAX's `@stablehlo.dynamic_reduce_window`",
    becomes: "an `scf.for` over the elements of the window",
    why: "IREE does not know the call.",
    example: include_str!("examples/dynamic-windows.mlir"),
    action: Replace(rewrite_dynamic),
};

/// Rewrites a `stablehlo.reduce_window`. On dynamic shapes, IREE compiles only poolings without
/// padding.
fn rewrite<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let input = ir::operand(operation, 0)?;
    let input_sizes = sizes(input)?;
    let rank = input_sizes.len();
    if input_sizes.iter().all(Option::is_some) || operation.operand_count() != 2 {
        return None;
    }
    let StaticWindow {
        window,
        strides,
        dilations,
        base_dilations,
        padding,
    } = StaticWindow::read(operation, rank)?;
    if is_plain_pooling(operation) {
        return None;
    }
    let mut numbers = |values: Vec<i64>| Number::constants(emitter, values);
    let windows = Windows {
        input,
        init: ir::operand(operation, 1)?,
        reducer: reducer(ir::region(operation, 0)?.first_block()?)?,
        window: numbers(window),
        strides,
        dilations,
        result_type: result_type(operation)?,
    };
    let padding = Padding {
        operation,
        fill: windows.init,
        low: numbers(padding.iter().step_by(2).copied().collect()),
        high: numbers(padding.iter().skip(1).step_by(2).copied().collect()),
        interior: base_dilations.iter().map(|dilation| dilation - 1).collect(),
    };
    windows.emit(emitter, &padding)
}

/// The numbers of a `stablehlo.reduce_window`.
pub(super) struct StaticWindow {
    pub(super) window: Vec<i64>,
    pub(super) strides: Vec<i64>,
    pub(super) dilations: Vec<i64>,
    pub(super) base_dilations: Vec<i64>,
    pub(super) padding: Vec<i64>,
}

impl StaticWindow {
    pub(super) fn read(operation: OperationRef<'_, '_>, rank: usize) -> Option<Self> {
        let list = |name| list_or_ones(operation, name, rank);
        Some(Self {
            window: list("window_dimensions")?,
            strides: list("window_strides")?,
            dilations: list("window_dilations")?,
            base_dilations: list("base_dilations")?,
            padding: padding_of(operation, rank)?,
        })
    }
}

/// Returns the numbers of an attribute of a window or convolution, which are 1 if it is missing.
pub(super) fn list_or_ones(
    operation: OperationRef<'_, '_>,
    name: &str,
    count: usize,
) -> Option<Vec<i64>> {
    match operation.attribute(name) {
        Ok(_) => ir::int_array(operation, name),
        Err(_) => Some(vec![1; count]),
    }
}

/// Returns the low and high padding of each of `count` dims, in turn, which is 0 if it is missing.
pub(super) fn padding_of(operation: OperationRef<'_, '_>, count: usize) -> Option<Vec<i64>> {
    match operation.attribute("padding") {
        Ok(_) => ir::int_elements(operation, "padding", 2 * count),
        Err(_) => Some(vec![0; 2 * count]),
    }
}

/// Returns whether a `stablehlo.reduce_window` is a pooling that IREE compiles, without padding and
/// dilations.
pub(super) fn is_plain_pooling(operation: OperationRef<'_, '_>) -> bool {
    let is_plain = || {
        let input = ir::operand(operation, 0)?;
        let numbers = StaticWindow::read(operation, sizes(input)?.len())?;
        let is_padded = numbers.padding.iter().any(|&number| number != 0);
        let is_dilated = numbers.base_dilations.iter().any(|&dilation| dilation != 1);
        let known = numbers.window.into_iter().map(Some).collect::<Vec<_>>();
        let body = ir::region(operation, 0)?.first_block()?;
        let pooling = Pooling {
            // IREE does not know it with exchanged operands.
            reducer: reducer(body).filter(|_| takes_in_order(body))?,
            window: &known,
            strides: &numbers.strides,
            dilations: &numbers.dilations,
        };
        Some(!is_padded && !is_dilated && pooling.is_compiled(input))
    };
    is_plain() == Some(true)
}

/// Rewrites a `stablehlo.custom_call @stablehlo.dynamic_reduce_window`.
fn rewrite_dynamic<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    if ir::string(operation, "call_target_name") != Some(DYNAMIC) || operation.operand_count() != 7
    {
        return None;
    }
    let operand = |index| ir::operand(operation, index);
    let reducer = reducer(called_block(operation)?)?;
    let constants = |numbers: Vec<Number<'_, '_>>| -> Option<Vec<i64>> {
        numbers.iter().map(|number| number.constant).collect()
    };
    let mut numbers = |index| emit_numbers(emitter, operand(index)?);
    let window = numbers(2)?;
    let strides = constants(numbers(3)?)?;
    let base_dilations = constants(numbers(4)?)?;
    let dilations = constants(numbers(5)?)?;
    let padding = numbers(6)?;
    let init = operand(1)?;
    let padding = Padding {
        operation,
        fill: init,
        low: padding.iter().step_by(2).copied().collect(),
        high: padding.iter().skip(1).step_by(2).copied().collect(),
        interior: base_dilations.iter().map(|dilation| dilation - 1).collect(),
    };
    let windows = Windows {
        input: operand(0)?,
        init,
        reducer,
        window,
        strides,
        dilations,
        result_type: result_type(operation)?,
    };
    windows.emit(emitter, &padding)
}

/// Returns the block of the function that a custom call reduces with.
pub(super) fn called_block<'c, 'a>(operation: OperationRef<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    let called = ir::as_array(operation.attribute("called_computations").ok()?)?;
    let called = called.element(0).ok()?.to_string();
    let name = called.trim_start_matches('@').trim_matches('"').to_string();
    let functions = ir::operations(ir::module_of(operation)?).into_iter();
    let function = functions
        .filter(|&function| ir::is_function(function))
        .find(|&function| ir::string(function, "sym_name") == Some(name.as_str()))?;
    ir::region(function, 0)?.first_block()
}

/// Returns the op that a block consists of, if it is a single supported reducer.
pub(super) fn reducer(block: BlockRef<'_, '_>) -> Option<&'static str> {
    only_op(block, &REDUCERS)
}

/// Returns the op that a block consists of, if it is a single one of these, on its two arguments, in order unless they
/// may be exchanged.
pub(super) fn only_op(block: BlockRef<'_, '_>, names: &[&'static str]) -> Option<&'static str> {
    let (step, last) = (block.first_operation()?, block.terminator()?);
    let arguments = ir::block_arguments(block);
    let name = ir::name_str(step.name())?;
    let mut operands = step.operands().collect::<Vec<_>>();
    if REDUCERS.contains(&name) && !takes_in_order(block) {
        operands.reverse();
    }
    let is_alone = operands == arguments
        && operands.len() == 2
        && step.result_count() == 1
        && ir::result(step, 0) == ir::operand(last, 0);
    let found = names.iter().copied().find(|&found| found == name);
    found.filter(|_| is_alone)
}

/// Returns whether the first op of a block has the block's arguments as operands, in order.
fn takes_in_order(block: BlockRef<'_, '_>) -> bool {
    let arguments = ir::block_arguments(block);
    let step = block.first_operation();
    step.is_some_and(|step| step.operands().eq(arguments))
}

/// Windows over a tensor.
struct Windows<'c, 'a> {
    input: Value<'c, 'a>,
    init: Value<'c, 'a>,
    reducer: &'static str,
    /// The size of the window along each dim.
    window: Vec<Number<'c, 'a>>,
    strides: Vec<i64>,
    dilations: Vec<i64>,
    result_type: RankedTensorType<'c>,
}

impl<'c: 'a, 'a> Windows<'c, 'a> {
    fn is_pooling(&self) -> bool {
        let window = self.window.iter().map(|number| number.constant);
        let pooling = Pooling {
            reducer: self.reducer,
            window: &window.collect::<Vec<_>>(),
            strides: &self.strides,
            dilations: &self.dilations,
        };
        pooling.is_compiled(self.input)
    }

    /// Returns the window, if its size is known.
    fn known_window(&self) -> Option<Vec<i64>> {
        self.window.iter().map(|number| number.constant).collect()
    }

    fn emit(
        mut self,
        emitter: &mut Emitter<'c, 'a>,
        padding: &Padding<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        self.input = padding.emit(emitter, self.input)?;
        let value = match self.known_window() {
            Some(window) if self.is_pooling() => self.emit_op(emitter, &window)?,
            Some(window) if window.iter().product::<i64>() <= MAX_UNROLLED => {
                self.emit_steps(emitter, &window)
            }
            _ => {
                let extents = self.emit_extents(emitter);
                let dims = (0..self.window.len()).filter(|&dim| !self.window[dim].is(1));
                let dims = dims.collect::<Vec<_>>();
                let first = vec![emitter.emit_constant_index(0); self.window.len()];
                self.emit_all(emitter, &dims, &first, &extents)
            }
        };
        Some(emitter.emit_cast(value, self.result_type.into()))
    }

    /// Emits a step for each position in a window.
    fn emit_steps(&self, emitter: &mut Emitter<'c, 'a>, window: &[i64]) -> Value<'c, 'a> {
        let extents = self.emit_extents(emitter);
        let mut value = emit_fill(emitter, self.init, &extents, self.result_type);
        for place in super::convolution::places(window.iter().copied()) {
            let place = place.iter();
            let place = place.map(|&index| emitter.emit_constant_index(index));
            let place = place.collect::<Vec<_>>();
            value = self.emit_step(emitter, value, &place, &extents);
        }
        value
    }

    /// Emits a `stablehlo.reduce_window` without padding.
    fn emit_op(&self, emitter: &mut Emitter<'c, 'a>, window: &[i64]) -> Option<Value<'c, 'a>> {
        let element = self.result_type.element();
        let scalar = RankedTensorType::new(&[], element, None).into();
        let reduce = ReduceWindowOp {
            window_dimensions: window,
            window_strides: Some(&self.strides),
            window_dilations: Some(&self.dilations),
            ..ReduceWindowOp::default()
        };
        let attributes = reduce.attributes(emitter.context());
        let results = emitter.emit_with_block(
            stablehlo::REDUCE_WINDOW,
            &[self.input, self.init],
            &attributes,
            &[self.result_type.into()],
            &[scalar, scalar],
            |block| {
                let arguments = [block.argument(0), block.argument(1)];
                if let [Some(a), Some(b)] = arguments {
                    let value = block.append(self.reducer, &[a, b], &[], &[scalar]);
                    block.append(stablehlo::RETURN, &value, &[], &[]);
                }
            },
        );
        results.first().copied()
    }

    /// Emits the result's extents: the number of window positions.
    fn emit_extents(&self, emitter: &mut Emitter<'c, 'a>) -> Vec<Value<'c, 'a>> {
        let inputs = emit_extents(emitter, self.input);
        let mut extents = vec![];
        for (dim, (&input, window)) in inputs.iter().zip(&self.window).enumerate() {
            let (stride, dilation) = (self.strides[dim], self.dilations[dim]);
            if window.is(1) && stride == 1 {
                extents.push(input);
                continue;
            }
            let dilation_index = emitter.emit_constant_index(dilation);
            let reach = emitter.emit_index_binary("arith.muli", window.index, dilation_index);
            let room = emitter.emit_index_binary("arith.subi", input, reach);
            let gap = emitter.emit_constant_index(dilation - 1 + stride);
            let room = emitter.emit_index_binary("arith.addi", room, gap);
            let room = emit_limited(emitter, room);
            let stride = emitter.emit_constant_index(stride);
            extents.push(emitter.emit_index_binary("arith.divsi", room, stride));
        }
        extents
    }

    /// Emits the reduction over all positions in the window along these dims; the window has at
    /// least one.
    ///
    /// The loops start from the value at the first position. If they started from a fill, IREE
    /// might give them the memory of another fill with the same number, after that one has been
    /// overwritten.
    fn emit_all(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        dims: &[usize],
        first: &[Value<'c, 'a>],
        extents: &[Value<'c, 'a>],
    ) -> Value<'c, 'a> {
        let Some((&dim, rest)) = dims.split_first() else {
            // Without the barrier, IREE simplifies the sum of 0 and a slice to the slice. The loop
            // then starts from the memory of the slice, as if the slice were contiguous.
            let mark = emit_mark(emitter, self.input);
            let init = emitter.emit_barrier(self.init, &[mark]);
            let value = emit_fill(emitter, init, extents, self.result_type);
            return self.emit_step(emitter, value, first, extents);
        };
        let value = self.emit_all(emitter, rest, first, extents);
        let one = emitter.emit_constant_index(1);
        let count = emitter.emit_index_binary("arith.subi", self.window[dim].index, one);
        emitter.emit_for(count, value, |emitter, index, value| {
            let one = emitter.emit_constant_index(1);
            let mut place = first.to_vec();
            place[dim] = emitter.emit_index_binary("arith.addi", index, one);
            self.emit_loops(emitter, value, rest, &place, extents)
        })
    }

    /// Emits loops over the positions in the window along these dims.
    fn emit_loops(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        value: Value<'c, 'a>,
        dims: &[usize],
        place: &[Value<'c, 'a>],
        extents: &[Value<'c, 'a>],
    ) -> Value<'c, 'a> {
        let Some((&dim, rest)) = dims.split_first() else {
            return self.emit_step(emitter, value, place, extents);
        };
        emitter.emit_for(self.window[dim].index, value, |emitter, index, value| {
            let mut place = place.to_vec();
            place[dim] = index;
            self.emit_loops(emitter, value, rest, &place, extents)
        })
    }

    /// Emits a slice at a position that a loop computes. IREE reads other elements if the sizes of
    /// such a slice are known to be those of what the loop carries.
    fn emit_slice_of_loop(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        starts: &[Value<'c, 'a>],
        extents: &[Value<'c, 'a>],
        r#type: RankedTensorType<'c>,
    ) -> Value<'c, 'a> {
        let mut limits = vec![];
        for ((&start, &extent), &stride) in starts.iter().zip(extents).zip(&self.strides) {
            // From the first element to the end of the last one.
            let gap = emitter.emit_constant_index(1 - stride);
            let stride = emitter.emit_constant_index(stride);
            let length = emitter.emit_index_binary("arith.muli", extent, stride);
            let length = emitter.emit_index_binary("arith.addi", length, gap);
            let length = emit_limited(emitter, length);
            limits.push(emitter.emit_index_binary("arith.addi", start, length));
        }
        emit_slice(emitter, self.input, starts, &limits, &self.strides, r#type)
    }

    /// Emits the reduction of an intermediate value with the elements at one position in all
    /// windows.
    fn emit_step(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        value: Value<'c, 'a>,
        place: &[Value<'c, 'a>],
        extents: &[Value<'c, 'a>],
    ) -> Value<'c, 'a> {
        let starts = place.iter().zip(&self.dilations);
        let starts = starts.map(|(&index, &dilation)| {
            let dilation = emitter.emit_constant_index(dilation);
            emitter.emit_index_binary("arith.muli", index, dilation)
        });
        let starts = starts.collect::<Vec<_>>();
        let r#type = tensor_type(emitter, self.result_type, &type_sizes(self.result_type));
        let is_known = place.iter().all(|&it| ir::constant_integer(it).is_some());
        let part = match is_known {
            true => emit_strided_part(emitter, self.input, &starts, extents, &self.strides, r#type),
            false => self.emit_slice_of_loop(emitter, &starts, extents, r#type),
        };
        emitter.emit_named(self.reducer, &[value, part], &[], self.result_type.into())
    }
}
