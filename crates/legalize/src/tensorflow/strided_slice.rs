//! `tf.StridedSlice`: slices of dims, in Python's notation.

use super::{
    super::{inferred, legalizer::Legalizer, tensor::reshape, types},
    extents, integer, numbers, set_extents, type_of,
};
use crate::{
    analysis::{IntegerRow, IntegerValues},
    assertion::MessageForm,
    conversion::{ConversionForm::Custom, OpConversion, OpOutcome},
    deprecated::select_index,
    dialect::stablehlo::{self, ReverseOp},
    guard, ir,
    known::reading,
    legalizer::dim_list,
    refusal::Refusal,
    symbol::integer::{Direction, Function, INDEX_BITS, Integer, Signedness::Signed},
};
use melior::ir::{OperationRef, Type, Value, ValueLike};

/// The rows of slices.
pub const ROWS: &[OpConversion] = &[OpConversion::new("tf.StridedSlice", Custom(read, emit))];

/// What becomes of a dim of the operand.
#[derive(Clone, Copy, Debug)]
enum DimPart {
    Whole,
    /// Every `stride`-th element from `start` to before `limit`, of the reversed dim if
    /// `is_reversed`.
    Range {
        start: Integer,
        limit: Integer,
        stride: i64,
        is_reversed: bool,
    },
    /// One element, without the dim, if `holds`.
    Index {
        start: Integer,
        holds: Integer,
    },
}

/// What becomes of an operand.
#[derive(Debug)]
struct StridedSlicePlan {
    extents: IntegerRow,
    /// For each dim of the operand.
    parts: Vec<DimPart>,
    /// The extents of the parts, for each dim of the operand.
    sizes: Vec<Integer>,
    /// The dims of the result: a dim of the operand, or a new one.
    dims: Vec<Option<usize>>,
}

impl StridedSlicePlan {
    /// The extents of the result.
    fn result(&self, values: &mut IntegerValues) -> Vec<Integer> {
        let one = values.index(1);
        let dims = self.dims.iter();
        dims.map(|dim| dim.map_or(one, |dim| self.sizes[dim]))
            .collect()
    }
}

/// The operands of a slice.
struct Spec {
    begin: Vec<Integer>,
    end: Vec<Integer>,
    strides: Vec<Integer>,
}

fn spec(values: &mut IntegerValues, operation: OperationRef<'_, '_>) -> Result<Spec, Refusal> {
    let spec = Spec {
        begin: numbers(values, operation, 1, "the begin")?,
        end: numbers(values, operation, 2, "the end")?,
        strides: numbers(values, operation, 3, "the strides")?,
    };
    let lengths = [&spec.begin, &spec.end, &spec.strides].map(Vec::len);
    if lengths.iter().any(|&length| length != lengths[0]) {
        return Err(Refusal::Value {
            what: "the numbers of elements of begin, end and strides",
            found: format!("{}, {} and {}", lengths[0], lengths[1], lengths[2]),
            expected: "equal ones".into(),
        });
    }
    Ok(spec)
}

/// Decides what becomes of each dim.
fn plan(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<StridedSlicePlan, Refusal> {
    let extents = extents(values, operation, 0)?;
    let spec = spec(values, operation)?;
    let count = spec.begin.len();
    let has = |name: &str| {
        let mask = integer(operation, name, 0);
        move |place: usize| place < 64 && mask >> place & 1 != 0
    };
    let is_ellipsis = has("ellipsis_mask");
    let is_new = has("new_axis_mask");
    let is_shrunk = has("shrink_axis_mask");
    let (is_begin_open, is_end_open) = (has("begin_mask"), has("end_mask"));
    let ellipses = (0..count).filter(|&place| is_ellipsis(place));
    if ellipses.count() > 1 {
        return Err(Refusal::Other(
            "'ellipsis_mask' has several bits; expected at most one".into(),
        ));
    }
    // An entry takes a dim of the operand unless it is a new dim or the ellipsis.
    let takes = |place: &usize| !is_ellipsis(*place) && !is_new(*place);
    let taken = (0..count).filter(takes).count();
    let Some(rest) = extents.len().checked_sub(taken) else {
        return Err(Refusal::Value {
            what: "the number of sliced dims",
            found: taken.to_string(),
            expected: format!("at most the operand's rank, {}", extents.len()),
        });
    };
    let mut plan = StridedSlicePlan {
        extents: extents.clone(),
        parts: vec![],
        sizes: vec![],
        dims: vec![],
    };
    let add_rest = |plan: &mut StridedSlicePlan| {
        for _ in 0..rest {
            let dim = plan.parts.len();
            plan.parts.push(DimPart::Whole);
            plan.sizes.push(extents[dim]);
            plan.dims.push(Some(dim));
        }
    };
    for place in 0..count {
        if is_ellipsis(place) {
            add_rest(&mut plan);
            continue;
        }
        if is_new(place) {
            plan.dims.push(None);
            continue;
        }
        let dim = plan.parts.len();
        let Some(stride) = values.integers.value(spec.strides[place]) else {
            return Err(Refusal::NotConstant { what: "a stride" });
        };
        if stride == 0 || is_shrunk(place) && stride < 0 || stride == i64::MIN {
            return Err(Refusal::Value {
                what: "a stride",
                found: stride.to_string(),
                expected: match is_shrunk(place) {
                    true => "at least 1 for a single element".into(),
                    false => "another number than 0".into(),
                },
            });
        }
        let (begin, end) = (spec.begin[place], spec.end[place]);
        let (part, size) = match is_shrunk(place) {
            true => index(values, begin, extents[dim], dim)?,
            false => {
                let begin = Some(begin).filter(|_| !is_begin_open(place));
                let end = Some(end).filter(|_| !is_end_open(place));
                range(values, [begin, end], stride, extents[dim])
            }
        };
        plan.parts.push(part);
        plan.sizes.push(size);
        if !is_shrunk(place) {
            plan.dims.push(Some(dim));
        }
    }
    if !(0..count).any(is_ellipsis) {
        add_rest(&mut plan);
    }
    Ok(plan)
}

/// Returns `start + extent` of a negative position, and other positions unchanged.
fn from_start(values: &mut IntegerValues, position: Integer, extent: Integer) -> Integer {
    let integers = &mut values.integers;
    let from_end = integers.apply(Function::Add, &[extent, position]);
    match integers.value(position) {
        Some(0..) => position,
        Some(_) => from_end,
        None => {
            let zero = integers.constant(0, INDEX_BITS);
            let less = Function::Compare(Direction::Lt, Signed);
            let is_negative = integers.apply(less, &[position, zero]);
            integers.apply(Function::Select, &[is_negative, from_end, position])
        }
    }
}

/// Selects one element of a dim.
fn index(
    values: &mut IntegerValues,
    begin: Integer,
    extent: Integer,
    dim: usize,
) -> Result<(DimPart, Integer), Refusal> {
    let start = from_start(values, begin, extent);
    let zero = values.index(0);
    let integers = &mut values.integers;
    let compare = |direction| Function::Compare(direction, Signed);
    let is_within = integers.apply(compare(Direction::Lt), &[start, extent]);
    let holds = match integers.is_nonnegative(start) {
        true => is_within,
        false => {
            let is_after = integers.apply(compare(Direction::Ge), &[start, zero]);
            match integers.value(begin) {
                Some(..0) => is_after,
                _ => integers.apply(Function::And, &[is_after, is_within]),
            }
        }
    };
    if integers.value(holds) == Some(0) {
        let show = |id| match integers.value(id) {
            Some(value) => value.to_string(),
            None => "computed".into(),
        };
        return Err(Refusal::Value {
            what: "an index",
            found: show(begin),
            expected: format!("one within dim {dim}, which has size {}", show(extent)),
        });
    }
    Ok((DimPart::Index { start, holds }, values.index(1)))
}

/// Selects a range of a dim, with open ends where there is no position.
///
/// In the reversed dim, position `p` is `-1 - p`, so only strides that are positive have to be
/// considered.
fn range(
    values: &mut IntegerValues,
    [begin, end]: [Option<Integer>; 2],
    stride: i64,
    extent: Integer,
) -> (DimPart, Integer) {
    let is_reversed = stride < 0;
    let stride = stride.abs();
    let zero = values.index(0);
    let mut clamped = |position: Option<Integer>, open: Integer| {
        let Some(position) = position else {
            return open;
        };
        let position = match is_reversed {
            true => {
                let last = values.index(-1);
                values.integers.apply(Function::Subtract, &[last, position])
            }
            false => position,
        };
        let position_from_start = from_start(values, position, extent);
        let integers = &mut values.integers;
        // One of the bounds is certain if the sign is.
        let is_negative = integers.value(position).is_some_and(|value| value < 0);
        let is_counted = integers.is_nonnegative(position);
        let raised = match is_counted {
            true => position_from_start,
            false => integers.apply(Function::Maximum(Signed), &[position_from_start, zero]),
        };
        match is_negative {
            true => raised,
            false => integers.apply(Function::Minimum(Signed), &[raised, extent]),
        }
    };
    let start = clamped(begin, zero);
    let limit = clamped(end, extent);
    if start == zero && limit == extent && stride == 1 && !is_reversed {
        return (DimPart::Whole, extent);
    }
    let integers = &mut values.integers;
    // Either end may be anywhere in the dim.
    let limit = match start == zero || limit == extent {
        true => limit,
        false => integers.apply(Function::Maximum(Signed), &[start, limit]),
    };
    let length = integers.apply(Function::Subtract, &[limit, start]);
    let step = integers.constant(stride, INDEX_BITS);
    let size = match stride {
        1 => length,
        _ => integers.apply(Function::DivideUp(Signed), &[length, step]),
    };
    let part = DimPart::Range {
        start,
        limit,
        stride,
        is_reversed,
    };
    (part, size)
}

/// Returns the elements of the result, if the operand is a row of integers and the positions are
/// constants.
fn elements(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    plan: &StridedSlicePlan,
) -> Option<Vec<Integer>> {
    let operand = ir::operand(operation, 0)?;
    let row = values.elements(operand)?;
    let &[part] = plan.parts.as_slice() else {
        return (plan.parts.is_empty()).then(|| row.to_vec());
    };
    let value = |id: Integer| usize::try_from(values.integers.value(id)?).ok();
    match part {
        DimPart::Whole => Some(row.to_vec()),
        DimPart::Index { start, .. } => Some(vec![*row.get(value(start)?)?]),
        DimPart::Range {
            start,
            limit,
            stride,
            is_reversed,
        } => {
            let mut row = row.to_vec();
            if is_reversed {
                row.reverse();
            }
            let part = row.get(value(start)?..value(limit)?)?;
            let stride = usize::try_from(stride).ok()?;
            Some(part.iter().copied().step_by(stride).collect())
        }
    }
}

fn read<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let plan = plan(values, operation)?;
    let result = plan.result(values);
    set_extents(values, operation, &result)?;
    let elements = elements(values, operation, &plan);
    Ok(reading(values, operation, elements))
}

fn emit<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let plan = plan(&mut legalizer.values, operation).ok()?;
    let r#type = legalizer.result_type(operation)?;
    let element = types::element(r#type)?;
    for (dim, &part) in plan.parts.iter().enumerate() {
        if let DimPart::Index { holds, .. } = part {
            emit_check(legalizer, operation, dim, holds, plan.extents[dim]);
        }
    }
    let mut value = legalizer.operand(operation, 0)?;
    let mut dims = (0..plan.parts.len()).collect::<Vec<_>>();
    let mut extents = plan.extents.to_vec();
    // XLA follows positions in slices only if they are computed from sizes.
    for dim in (0..plan.parts.len()).rev() {
        if let DimPart::Index { start, .. } = plan.parts[dim]
            && inferred::is_from_data(&legalizer.values, start)
        {
            let index = legalizer.number(start);
            let known = extents.clone();
            extents.remove(dim);
            dims.remove(dim);
            let r#type = type_of(&legalizer.values, &extents, element);
            value = select_index(legalizer, value, &known, dim, index, r#type)?;
        }
    }
    let reversed = dims.iter().enumerate().filter(
        |&(_, &dim)| matches!(plan.parts[dim], DimPart::Range { is_reversed, .. } if is_reversed),
    );
    let reversed = reversed.map(|(place, _)| place).collect::<Vec<_>>();
    if !reversed.is_empty() {
        let dimensions = &dim_list(&reversed);
        let attributes = ReverseOp { dimensions }.attributes(legalizer.context());
        value = legalizer.op(stablehlo::REVERSE, &[value], &attributes, value.r#type());
    }
    let (zero, one) = (legalizer.values.index(0), legalizer.values.index(1));
    let mut bounds = [vec![], vec![], vec![]];
    let mut sizes = vec![];
    for (&dim, &extent) in dims.iter().zip(&extents) {
        let [start, limit, stride] = match plan.parts[dim] {
            DimPart::Whole => [zero, extent, one],
            DimPart::Range {
                start,
                limit,
                stride,
                ..
            } => [start, limit, legalizer.values.index(stride)],
            DimPart::Index { start, .. } => {
                let limit = Function::Add;
                let limit = legalizer.values.integers.apply(limit, &[start, one]);
                [start, limit, one]
            }
        };
        for (bound, value) in bounds.iter_mut().zip([start, limit, stride]) {
            bound.push(value);
        }
        sizes.push(plan.sizes[dim]);
    }
    let strides = &bounds[2];
    let is_whole = bounds[0].iter().all(|&start| start == zero)
        && bounds[1] == extents
        && strides.iter().all(|&stride| stride == one);
    if !is_whole {
        let slice_type = type_of(&legalizer.values, &sizes, element);
        value = emit_slice(legalizer, value, &bounds, slice_type);
    }
    let kept = dims.iter().copied().map(Some).collect::<Vec<_>>();
    if kept == plan.dims {
        return Some(vec![value]);
    }
    let result = plan.result(&mut legalizer.values);
    Some(vec![reshape(legalizer, value, r#type, &result)])
}

/// Emits a slice with these starts, limits and strides.
pub fn emit_slice<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    value: Value<'c, 'a>,
    bounds: &[Vec<Integer>; 3],
    r#type: Type<'c>,
) -> Value<'c, 'a> {
    let known = [0, 1, 2].map(|index: usize| {
        let ids = bounds[index].iter();
        let values = ids.map(|&id| legalizer.values.integers.value(id));
        values.collect::<Option<Vec<_>>>()
    });
    if let [Some(starts), Some(limits), Some(strides)] = known {
        return legalizer.slice(value, [&starts, &limits, &strides], r#type);
    }
    let [starts, limits, strides] = [0, 1, 2].map(|index: usize| {
        let row = &bounds[index];
        legalizer.row(row, INDEX_BITS)
    });
    let operands = [value, starts, limits, strides];
    legalizer.op(stablehlo::REAL_DYNAMIC_SLICE, &operands, &[], r#type)
}

/// Emits the check that an index is within a dim.
fn emit_check<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    dim: usize,
    holds: Integer,
    extent: Integer,
) {
    let Some(form) = legalizer.options.assertions.backend().messages() else {
        return;
    };
    let message = guard::message(operation, form, |form| match form {
        MessageForm::Template => {
            format!("operand #0 dim {dim} has size {{0}}; expected more, for the index in it")
        }
        MessageForm::Plain => {
            format!(
                "the index in operand #0 dim {dim} is out of range; expected one within its size"
            )
        }
    });
    guard::emit(legalizer, operation, holds, &[extent], message);
}
