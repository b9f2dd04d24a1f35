//! Windows.

use super::{numbers, operand, operands, reduction::reducer_name, result};
use crate::{
    arithmetic::LinearCount,
    dialect::stablehlo::{self, ReduceWindowOp},
    ir,
    padder::{Count, NoForm, PaddedDim, Padder, bounds, like, shape_of},
    symbol::integer::Direction,
};
use melior::ir::{
    Attribute, BlockLike, OperationRef, RegionLike, Value, ValueLike,
    attribute::{DenseElementsAttribute, StringAttribute},
    operation::OperationLike,
    r#type::IntegerType,
};

/// How a window moves along a dim.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<'c, 'a> {
    pub length: Count<'c, 'a>,
    pub stride: i64,
    pub base_dilation: i64,
    pub dilation: i64,
    pub padding: [i64; 2],
}

impl Window<'_, '_> {
    /// Returns whether there is a window for each element, which has only the element.
    fn is_still(&self) -> bool {
        self.length == Count::Known(1)
            && (self.stride, self.base_dilation) == (1, 1)
            && self.padding == [0, 0]
    }
}

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Returns the number of a window's positions.
    pub(super) fn positions(
        &mut self,
        size: Count<'c, 'a>,
        window: Window<'c, 'a>,
    ) -> Count<'c, 'a> {
        // `(size - 1) * dilation + 1`, or 0 for size 0.
        let spread = |padder: &mut Self, size, dilation: i64| {
            let steps = padder.subtract(size, Count::Known(1));
            let steps = padder.multiply(steps, Count::Known(dilation));
            let spread = padder.add(steps, Count::Known(1));
            match dilation {
                1 => size,
                _ => padder.maximum(spread, Count::Known(0)),
            }
        };
        let base = spread(self, size, window.base_dilation);
        let base = self.add(base, Count::Known(window.padding.iter().sum()));
        let length = spread(self, window.length, window.dilation);
        let rest = self.subtract(base, length);
        // A window that does not fit has no position; a quotient of a negative number is rounded up.
        let rest = self.add(rest, Count::Known(window.stride));
        let rest = self.maximum(rest, Count::Known(0));
        self.divide(rest, Count::Known(window.stride))
    }

    pub(super) fn window_dim(
        &mut self,
        (old, dim): (Value<'c, 'a>, usize),
        own: PaddedDim<'c, 'a>,
        window: Window<'c, 'a>,
    ) -> Result<PaddedDim<'c, 'a>, NoForm> {
        let bound = self.positions(Count::Known(own.bound), window);
        let Count::Known(bound) = bound else {
            return Err("its window has an unknown size".into());
        };
        let size = self.positions(own.size, window);
        let found = match size {
            Count::Known(size) => PaddedDim::fixed(size),
            size => PaddedDim::of(bound, size),
        };
        self.name_dim(old, dim, found);
        Ok(found)
    }

    pub(super) fn reduce_window(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let count = operation.operand_count() / 2;
        let values = operands(operation, 0..count)?;
        let own = self.common_dims(&values);
        let rank = own.len();
        let windows = windows(
            operation,
            rank,
            ["window_dimensions", "base_dilations", "window_dilations"],
        );
        let old = result(operation)?;
        let mut moved = vec![];
        let mut dims = vec![];
        for (dim, &window) in windows.iter().enumerate() {
            if window.is_still() {
                dims.push(own[dim]);
                continue;
            }
            moved.push(dim);
            dims.push(self.window_dim((old, dim), own[dim], window)?);
        }
        let mut open = moved.iter().filter(|&&dim| own[dim].is_open());
        let is_padded = open.any(|&dim| windows[dim].padding[1] > 0);
        for (index, value) in values.into_iter().enumerate() {
            let initial = operand(operation, count + index)?;
            if is_padded && counts_padding(operation, index, value, initial) {
                return Err(
                    "its padding, the initial value, is behind a dim of unknown size, and not neutral"
                        .into(),
                );
            }
            let fill = self.neutral(operation, (0, index), value, initial);
            let masked = self.mask(value, &moved, fill);
            let masked = self.fit(masked, &bounds(&own));
            ir::set_operand(operation, index, masked);
        }
        for index in 0..count {
            self.keep(operation, index, dims.clone());
        }
        Ok(())
    }

    /// Pads `stablehlo.select_and_scatter`, whose sources outside change nothing.
    pub(super) fn select_and_scatter(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<(), NoForm> {
        let (value, source) = (operand(operation, 0)?, operand(operation, 1)?);
        let initial = operand(operation, 2)?;
        let own = self.dims(value);
        let rank = own.len();
        let windows = windows(operation, rank, ["window_dimensions", "", ""]);
        let all = (0..rank).collect::<Vec<_>>();
        let fill = self.neutral(operation, (1, 0), source, initial);
        let source = self.mask(source, &all, fill);
        // A window that ends in the padding reaches what is outside, which must not be selected.
        let reached = (0..rank).filter(|&dim| windows[dim].padding[1] > 0);
        let reached = reached
            .filter(|&dim| own[dim].is_open())
            .collect::<Vec<_>>();
        let mut value = value;
        if !reached.is_empty() {
            let last = self.unselected(operation, value)?;
            value = self.mask(value, &reached, last);
        }
        let mut shape = vec![];
        for dim in 0..rank {
            let Count::Known(count) = self.positions(Count::Known(own[dim].bound), windows[dim])
            else {
                return Err("its window has an unknown size".into());
            };
            shape.push(count);
        }
        let before = shape_of(source);
        let source = self.fit(source, &shape);
        // What is added behind the sources is neutral, too.
        let source = match before == shape {
            true => source,
            false => {
                let dims = self.dims(operand(operation, 1)?);
                let dims = dims.into_iter().zip(&shape);
                let dims = dims.map(|(dim, &bound)| PaddedDim { bound, ..dim });
                let source = self.with_dims(source, dims.collect());
                self.mask(source, &all, fill)
            }
        };
        ir::set_operand(operation, 0, value);
        ir::set_operand(operation, 1, source);
        self.keep(operation, 0, own);
        Ok(())
    }

    /// Emits an element that a selection does not choose beside any other one.
    fn unselected(
        &mut self,
        operation: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, NoForm> {
        let body = ir::region(operation, 0).and_then(|region| region.first_block());
        let comparison = body.and_then(|body| {
            let comparison = ir::defining_op(ir::operand(body.terminator()?, 0)?)?;
            let arguments = ir::block_arguments(body);
            let operands = comparison.operands().collect::<Vec<_>>();
            let is_turned = operands.iter().eq(arguments.iter().rev());
            let is_of_both = is_turned || operands == arguments;
            let direction = ir::comparison_direction(comparison)?;
            is_of_both.then_some((direction, is_turned))
        });
        let (direction, is_turned) =
            comparison.ok_or("its selection is no comparison of two elements")?;
        let is_greatest = match direction {
            Direction::Ge | Direction::Gt => !is_turned,
            Direction::Le | Direction::Lt => is_turned,
            Direction::Eq | Direction::Ne => {
                return Err("its selection is no order of two elements".into());
            }
        };
        let name = match is_greatest {
            true => stablehlo::MAXIMUM,
            false => stablehlo::MINIMUM,
        };
        let scalar = like(value, &[]);
        self.neutral_scalar(scalar, name)
            .ok_or_else(|| "its element type has no extreme numbers".into())
    }

    /// Pads JAX's window of unknown size, which sums up all elements up to each one, or from each one on.
    pub(super) fn dynamic_reduce_window(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<(), NoForm> {
        let count = operation.result_count();
        let first = 2 * count;
        let numbers = operands(operation, first..first + 5)?;
        let values = operands(operation, 0..count)?;
        let own = self.common_dims(&values);
        let old = result(operation)?;
        let mut windows = vec![];
        let mut dims = vec![];
        let mut padded_dims = vec![];
        for (dim, &own) in own.iter().enumerate() {
            let [length, stride, base_dilation, dilation] =
                [0, 1, 2, 3].map(|index| self.element(numbers[index], dim));
            let padding = [0, 1].map(|side| self.padding_element(numbers[4], dim, side));
            let (Count::Known(stride), Count::Known(base_dilation), Count::Known(dilation)) =
                (stride, base_dilation, dilation)
            else {
                return Err("its strides or dilations have unknown values".into());
            };
            let mut window = Window {
                length,
                stride,
                base_dilation,
                dilation,
                padding: [0; 2],
            };
            if let (Count::Known(_), [Count::Known(low), Count::Known(high)]) = (length, padding) {
                window.padding = [low, high];
                dims.push(match window.is_still() {
                    true => own,
                    false => self.window_dim((old, dim), own, window)?,
                });
            } else if let Count::Known(_) = length {
                let padded = self.padded_dim((old, dim), own, padding, window)?;
                padded_dims.push((dim, padding[0], padded));
                dims.push(self.window_dim((old, dim), padded, window)?);
            } else {
                let is_plain = (stride, base_dilation, dilation) == (1, 1, 1);
                let whole = self.linear(own.size);
                let (none, rest) = (LinearCount::default(), whole.plus(-1));
                let is_whole = is_plain && self.linear(length) == whole;
                window.padding = match padding.map(|it| self.linear(it)) {
                    [low, high] if is_whole && low == rest && high == none => {
                        [(own.bound - 1).max(0), 0]
                    }
                    [low, high] if is_whole && low == none && high == rest => {
                        [0, (own.bound - 1).max(0)]
                    }
                    _ => {
                        let message = "its window has an unknown size that is not its operand's";
                        return Err(message.into());
                    }
                };
                window.length = Count::Known(own.bound.max(1));
                dims.push(own);
            }
            windows.push(window);
        }
        let reducer = ir::called_computation(operation).ok_or("its reducer is not known")?;
        let every_dim = (0..own.len()).collect::<Vec<_>>();
        let mut all = vec![];
        for (index, &value) in values.iter().enumerate() {
            let initial = operand(operation, count + index)?;
            let fill = self.neutral(reducer, (0, index), value, initial);
            let masked = self.mask(value, &every_dim, fill);
            let mut masked = self.fit(masked, &bounds(&own));
            for &(dim, low, padded) in &padded_dims {
                let none = Count::Known(0);
                masked = self.pad_by_positions(masked, fill, (dim, own[dim]), low, none, padded);
            }
            all.push(masked);
        }
        all.extend(operands(operation, count..2 * count)?);
        let found = self.emit_window((operation, reducer), &all, &windows, &bounds(&dims))?;
        for (old, new) in operation.results().zip(found) {
            ir::replace_uses(old.into(), new);
            self.set_dims(new, dims.clone());
        }
        self.dead.push(operation);
        Ok(())
    }

    /// Emits a window that is reduced by the function that an op names.
    fn emit_window(
        &mut self,
        (operation, reducer): (OperationRef<'c, 'a>, OperationRef<'c, 'a>),
        operands: &[Value<'c, 'a>],
        windows: &[Window<'c, 'a>],
        shape: &[i64],
    ) -> Result<Vec<Value<'c, 'a>>, NoForm> {
        let body = ir::region(reducer, 0).and_then(|body| body.first_block());
        let body = body.ok_or("its reducer is not known")?;
        // Nothing names it any more; JAX leaves it public.
        let private = StringAttribute::new(self.context, "private");
        ir::set_attribute(reducer, "sym_visibility", private.into());
        let list = |of: fn(&Window<'_, '_>) -> i64| windows.iter().map(of).collect::<Vec<_>>();
        let length = list(|it| match it.length {
            Count::Known(length) => length,
            Count::Value(_) => 1,
        });
        let (strides, base) = (list(|it| it.stride), list(|it| it.base_dilation));
        let dilations = list(|it| it.dilation);
        let padding = windows.iter().map(|it| it.padding).collect::<Vec<_>>();
        let window = ReduceWindowOp {
            window_dimensions: &length,
            window_strides: Some(&strides),
            base_dilations: Some(&base),
            window_dilations: Some(&dilations),
            padding: Some(self.pairs(&padding)),
        };
        let attributes = window.attributes(self.context);
        let results = operation.results().map(|it| like(it.into(), shape));
        let results = results.collect::<Vec<_>>();
        Ok(self.emitter.emit_with_function_block(
            stablehlo::REDUCE_WINDOW,
            operands,
            &attributes,
            &results,
            body,
        ))
    }

    /// Returns a number of the list of pairs that a convolution's padding is.
    pub(super) fn padding_element(
        &mut self,
        list: Value<'c, 'a>,
        dim: usize,
        side: usize,
    ) -> Count<'c, 'a> {
        if let Some(count) = self.known_number(list, 2 * dim + side) {
            return count;
        }
        // A pair of each dim, or all of them. That of one dim may not be joined with others.
        let rows = ir::defined_by(list, stablehlo::CONCATENATE);
        let row = match rows {
            Some(rows) => ir::operand(rows, dim),
            None => Some(list).filter(|_| dim == 0),
        };
        let row = row
            .and_then(|row| ir::defined_by(row, stablehlo::RESHAPE))
            .and_then(|row| ir::operand(row, 0));
        if let Some(row) = row.filter(|&row| shape_of(row) == [2]) {
            return self.element(row, side);
        }
        let (dim, side) = (dim as i64, side as i64);
        let part = self.slice(list, &[dim, side], &[dim + 1, side + 1], &[1, 1]);
        let scalar = self.reshape(part, &[]);
        Count::Value(self.as_i32(scalar))
    }

    /// Returns a dim that is padded by numbers that are known only at run time, with room for all positions of a
    /// window, each an element of a dim of the result.
    pub(super) fn padded_dim(
        &mut self,
        (old, dim): (Value<'c, 'a>, usize),
        own: PaddedDim<'c, 'a>,
        [low, high]: [Count<'c, 'a>; 2],
        window: Window<'c, 'a>,
    ) -> Result<PaddedDim<'c, 'a>, NoForm> {
        let (Count::Known(length), 1) = (window.length, window.base_dilation) else {
            return Err("both its padding and its window are known only at run time".into());
        };
        let span = (length - 1).max(0) * window.dilation + 1;
        let size = self.add(own.size, low);
        let size = self.add(size, high);
        let positions = self.positions(size, window);
        let planned = self.greatest(old, dim);
        let count = self.bound_of(positions, planned)?;
        let bound = (count - 1).max(0) * window.stride + span;
        Ok(PaddedDim::of(bound, size))
    }

    /// Returns a list of pairs as an attribute.
    pub(super) fn pairs(&self, pairs: &[[i64; 2]]) -> Attribute<'c> {
        let element = IntegerType::new(self.context, 64).into();
        let r#type = crate::padder::tensor_type(element, &[pairs.len() as i64, 2]);
        DenseElementsAttribute::i64_values(r#type, pairs.as_flattened()).into()
    }
}

/// Returns how the window of an op moves along each dim; the names are those of the window's lengths and of the
/// dilations of the operand and of the window.
pub(super) fn windows<'c, 'a>(
    operation: OperationRef<'c, 'a>,
    rank: usize,
    [length, base, dilation]: [&str; 3],
) -> Vec<Window<'c, 'a>> {
    let list = |name: &str| numbers(operation, name, rank, 1);
    let (length, base, dilation) = (list(length), list(base), list(dilation));
    let strides = list("window_strides");
    let padding =
        ir::int_elements(operation, "padding", 2 * rank).unwrap_or_else(|| vec![0; 2 * rank]);
    let windows = (0..rank).map(|dim| Window {
        length: Count::Known(length[dim]),
        stride: strides[dim],
        base_dilation: base[dim],
        dilation: dilation[dim],
        padding: [padding[2 * dim], padding[2 * dim + 1]],
    });
    windows.collect()
}

/// Returns whether the padding of a window may change its result. StableHLO pads with the initial value, and sums it up once
/// for each padded element, but XLA once in all; only a neutral one makes no difference.
fn counts_padding<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    index: usize,
    value: Value<'c, 'a>,
    initial: Value<'c, 'a>,
) -> bool {
    let name = reducer_name(operation, (0, index));
    let sums = [stablehlo::ADD, stablehlo::MULTIPLY, stablehlo::XOR];
    let sums = name.filter(|name| sums.contains(name));
    sums.zip(ir::element_type(value.r#type()))
        .is_some_and(|(name, element)| !ir::is_neutral(name, initial, element))
}
