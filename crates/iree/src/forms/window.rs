//! Window reductions on dynamic shapes.

pub mod one_element;
pub mod select_and_scatter;
pub mod single;

use crate::{build::*, forms::pad::Padding, ops::*, prelude::*};

/// The maximum number of positions in a window that are unrolled; larger windows become loops.
pub const MAX_UNROLLED: i64 = 64;

pub static WINDOWS: Row = Row {
    name: "windows",
    ops: &[stablehlo::REDUCE_WINDOW],
    when: "on dynamic shapes",
    becomes: "one op for each element of the window",
    why: "IREE rejects it, or infers wrong sizes from dilations, or from windows larger than the tensor, and \
           then reads outside of memory. Where it has a pooling, that takes 1.4 to 2.6 times as long.",
    action: Replace(rewrite),
};

pub static DYNAMIC_WINDOWS: Row = Row {
    name: "dynamic-windows",
    ops: &[stablehlo::CUSTOM_CALL],
    when: "JAX's `@stablehlo.dynamic_reduce_window`",
    becomes: "an `scf.for` over the elements of the window",
    why: "IREE does not know the call.",
    action: Replace(rewrite_dynamic),
};

/// Rewrites a `stablehlo.reduce_window` on dynamic shapes.
fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let input = ir::operand(operation, 0)?;
    let input_sizes = sizes(input)?;
    let rank = input_sizes.len();
    require(input_sizes.contains(&None) && operation.operand_count() == 2)?;
    let numbers = StaticWindow::read(operation, rank)?;
    let window = Number::constants(emitter, numbers.window);
    let edges = [0, 1].map(|side| {
        let edges = numbers.padding.iter().skip(side).step_by(2).copied();
        Number::constants(emitter, edges.collect())
    });
    let dilations = [numbers.dilations, numbers.base_dilations];
    Windows::of(operation, window, numbers.strides, dilations)?.emit(emitter, edges)
}

/// Rewrites a `stablehlo.custom_call @stablehlo.dynamic_reduce_window`.
fn rewrite_dynamic<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    require(is_window_call(operation) && operation.operand_count() == 7)?;
    let mut numbers = |index| emit_numbers(emitter, ir::operand(operation, index)?);
    let window = numbers(2)?;
    let strides = constants(&numbers(3)?)?;
    let base_dilations = constants(&numbers(4)?)?;
    let dilations = constants(&numbers(5)?)?;
    let padding = numbers(6)?;
    let edges = [0, 1].map(|side| padding.iter().skip(side).step_by(2).copied().collect());
    let dilations = [dilations, base_dilations];
    Windows::of(operation, window, strides, dilations)?.emit(emitter, edges)
}

/// Windows over a tensor.
struct Windows<'a> {
    operation: OpRef<'a>,
    input: Value<'a>,
    init: Value<'a>,
    reducer: &'static str,
    /// The size of the window along each dim.
    window: Vec<Number<'a>>,
    strides: Vec<i64>,
    dilations: Vec<i64>,
    base_dilations: Vec<i64>,
    result_type: RankedTensorType<'a>,
}

impl<'a> Windows<'a> {
    /// Returns the windows of an op on a tensor and an initial value.
    fn of(
        operation: OpRef<'a>,
        window: Vec<Number<'a>>,
        strides: Vec<i64>,
        [dilations, base_dilations]: [Vec<i64>; 2],
    ) -> Option<Self> {
        Some(Self {
            operation,
            input: ir::operand(operation, 0)?,
            init: ir::operand(operation, 1)?,
            reducer: reducer(window_block(operation)?)?,
            window,
            strides,
            dilations,
            base_dilations,
            result_type: result_type(operation)?,
        })
    }

    /// Emits the reduction of the input with padding of these sizes on both sides.
    fn emit(
        mut self,
        emitter: &mut OpEmitter<'a>,
        [low, high]: [Vec<Number<'a>>; 2],
    ) -> Option<Value<'a>> {
        let padding = Padding {
            operation: self.operation,
            fill: self.init,
            low,
            high,
            interior: self.base_dilations.iter().map(|it| it - 1).collect(),
        };
        self.input = padding.emit(emitter, self.input)?;
        let known = constants(&self.window);
        Some(match known {
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
        })
    }

    /// Emits a step for each position in a window.
    fn emit_steps(&self, emitter: &mut OpEmitter<'a>, window: &[i64]) -> Value<'a> {
        let extents = self.emit_extents(emitter);
        let mut value = emit_fill(emitter, self.init, &extents, self.result_type);
        for place in places(window.iter().copied()) {
            let place = emit_constant_indices(emitter, &place);
            value = self.emit_step(emitter, value, &place, &extents);
        }
        value
    }

    /// Emits the result's extents: the number of window positions.
    fn emit_extents(&self, emitter: &mut OpEmitter<'a>) -> Vec<Value<'a>> {
        let inputs = emit_extents(emitter, self.input);
        let mut extents = vec![];
        for (dim, (&input, window)) in inputs.iter().zip(&self.window).enumerate() {
            let (stride, dilation) = (self.strides[dim], self.dilations[dim]);
            if window.is(1) && stride == 1 {
                extents.push(input);
                continue;
            }
            let reach = index(window.index) * dilation;
            let room = index(input) - reach + (dilation - 1 + stride);
            extents.push((room.max(0) / stride).emit(emitter));
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
        emitter: &mut OpEmitter<'a>,
        dims: &[usize],
        first: &[Value<'a>],
        extents: &[Value<'a>],
    ) -> Value<'a> {
        let Some((&dim, rest)) = dims.split_first() else {
            // Without the barrier, IREE simplifies the sum of 0 and a slice to the slice. The loop
            // then starts from the memory of the slice, as if the slice were contiguous.
            let init = emit_hidden_for(emitter, self.init, self.input);
            let value = emit_fill(emitter, init, extents, self.result_type);
            return self.emit_step(emitter, value, first, extents);
        };
        let value = self.emit_all(emitter, rest, first, extents);
        let count = (index(self.window[dim].index) - 1).emit(emitter);
        emitter.emit_for(count, value, |emitter, number, value| {
            let mut place = first.to_vec();
            place[dim] = (index(number) + 1).emit(emitter);
            self.emit_loops(emitter, value, rest, &place, extents)
        })
    }

    /// Emits loops over the positions in the window along these dims.
    fn emit_loops(
        &self,
        emitter: &mut OpEmitter<'a>,
        value: Value<'a>,
        dims: &[usize],
        place: &[Value<'a>],
        extents: &[Value<'a>],
    ) -> Value<'a> {
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
        emitter: &mut OpEmitter<'a>,
        starts: &[Value<'a>],
        extents: &[Value<'a>],
        r#type: RankedTensorType<'a>,
    ) -> Value<'a> {
        let parts = starts.iter().zip(extents).zip(&self.strides);
        let limits = parts
            .map(|((&start, &extent), &stride)| end_of_part(start, extent, stride).emit(emitter));
        let limits = limits.collect::<Vec<_>>();
        emit_slice(emitter, self.input, starts, &limits, &self.strides, r#type)
    }

    /// Emits the reduction of an intermediate value with the elements at one position in all
    /// windows.
    fn emit_step(
        &self,
        emitter: &mut OpEmitter<'a>,
        value: Value<'a>,
        place: &[Value<'a>],
        extents: &[Value<'a>],
    ) -> Value<'a> {
        let starts = place.iter().zip(&self.dilations);
        let starts = starts.map(|(&it, &dilation)| (index(it) * dilation).emit(emitter));
        let starts = starts.collect::<Vec<_>>();
        let r#type = tensor_type(emitter, self.result_type, &type_sizes(self.result_type));
        let is_known = place.iter().all(|&it| ir::constant_integer(it).is_some());
        let (input, strides) = (self.input, &self.strides);
        let read = is_known
            .then(|| emit_strided_read(emitter, input, &starts, extents, strides, r#type))
            .flatten();
        let part =
            read.unwrap_or_else(|| self.emit_slice_of_loop(emitter, &starts, extents, r#type));
        emitter.emit_like(self.reducer, &[value, part])
    }
}
