//! Which part of a tensor a slice takes, or an insertion replaces, and which operands are such numbers.

use crate::{ir::AT_RUN_TIME, ops::kinds::is_insertion, prelude::*};
use std::ops::Range;

/// Returns whether a slice takes the part of a tensor that a `tensor.insert_slice` replaces.
pub fn is_of_inserted_part(slice: OpRef<'_>, insertion: OpRef<'_>) -> bool {
    let Some((offsets, _)) = place(insertion).filter(|_| has_no_strides(slice)) else {
        return false;
    };
    let starts = match ir::name_str(slice.name()) {
        Some(stablehlo::SLICE) => ir::int_array(slice, "start_indices")
            .map(|starts| starts.into_iter().map(Offset::Known).collect::<Vec<_>>()),
        Some(stablehlo::REAL_DYNAMIC_SLICE) => ir::operand(slice, 1).and_then(Offset::of_list),
        _ => None,
    };
    starts == Some(offsets)
}

/// Returns whether an insertion puts its part behind the one that another insertion put at the start of the tensor,
/// as in a concatenation.
pub fn is_behind(insertion: OpRef<'_>, first: OpRef<'_>) -> bool {
    let (Some((offsets, _)), Some((starts, ends))) = (place(insertion), place(first)) else {
        return false;
    };
    let mut dims = offsets.iter().zip(starts.iter().zip(&ends));
    dims.any(|(offset, (start, end))| *start == Offset::Known(0) && offset == end)
}

/// Returns whether two insertions replace the same part of one tensor, so that each leaves what the other one reads of it.
pub fn replace_same_part(first: OpRef<'_>, second: OpRef<'_>) -> bool {
    let target = |insertion| ir::operand(insertion, 1);
    let has_same_place = || place(first).is_some_and(|own| Some(own) == place(second));
    is_insertion(first)
        && is_insertion(second)
        && target(first) == target(second)
        && target(first) != ir::operand(first, 0)
        && has_same_place()
}

/// Returns the offsets and sizes of the part that a `tensor.insert_slice` replaces; `None` if a stride is not 1.
fn place<'a>(insertion: OpRef<'a>) -> Option<(Vec<Offset<'a>>, Vec<Offset<'a>>)> {
    let strides = ir::int_array(insertion, "static_strides")?;
    require(strides.iter().all(|&stride| stride == 1))?;
    let mut dynamic = insertion.operands().skip(2);
    let mut numbers = |name| {
        let numbers = ir::int_array(insertion, name)?.into_iter();
        let numbers = numbers.map(|number| match number {
            AT_RUN_TIME => dynamic.next().map(Offset::of),
            _ => Some(Offset::Known(number)),
        });
        numbers.collect::<Option<Vec<_>>>()
    };
    Some((numbers("static_offsets")?, numbers("static_sizes")?))
}

/// Returns whether all strides of a slice are 1.
pub fn has_no_strides(slice: OpRef<'_>) -> bool {
    if let Some(strides) = ir::int_array(slice, "strides") {
        return strides.iter().all(|&stride| stride == 1);
    }
    ir::operand(slice, 3).is_some_and(|strides| {
        let elements = ir::defined_by(strides, tensor::FROM_ELEMENTS);
        ir::constant_integer(strides) == Some(1)
            || elements
                .is_some_and(|it| it.operands().all(|one| Offset::of(one) == Offset::Known(1)))
    })
}

/// Where a part of a tensor starts in one dim, or how long it is.
#[derive(PartialEq)]
pub enum Offset<'a> {
    Known(i64),
    Computed(Value<'a>),
}

impl<'a> Offset<'a> {
    /// Returns what a number is, of any type.
    fn of(value: Value<'a>) -> Self {
        if let Some(number) = ir::constant_integer(value).or_else(|| clamped(value)) {
            return Self::Known(number);
        }
        let cast = ir::defined_by(value, arith::INDEX_CAST);
        match cast.and_then(|cast| ir::operand(cast, 0)) {
            Some(index) => Self::of(index),
            None => Self::Computed(value),
        }
    }

    /// Returns what each number of a list is, if the list is a constant or made of scalars.
    pub fn of_list(list: Value<'a>) -> Option<Vec<Self>> {
        let definition = ir::defining_op(list)?;
        if ir::is_named(definition, tensor::FROM_ELEMENTS) {
            return Some(definition.operands().map(Self::of).collect());
        }
        ir::constant(list)?;
        let numbers = ir::int_elements(definition, "value", usize::MAX)?;
        Some(numbers.into_iter().map(Self::Known).collect())
    }
}

/// Returns the limit of a number that is clamped from both sides to the same one.
fn clamped(value: Value<'_>) -> Option<i64> {
    let limit = |op| ir::operand(op, 1).and_then(ir::constant_integer);
    let greater = ir::defined_by(value, arith::MAXSI)?;
    let less = ir::defined_by(ir::operand(greater, 0)?, arith::MINSI)?;
    limit(greater).filter(|&low| limit(less).is_some_and(|high| high <= low))
}

/// Returns the positions of the operands of an op that are indices, starts or sizes.
pub fn number_operands(operation: OpRef<'_>) -> Range<usize> {
    let operand_count = operation.operand_count();
    match ir::name_str(operation.name()).unwrap_or_default() {
        stablehlo::DYNAMIC_IOTA => 0..1,
        stablehlo::DYNAMIC_BROADCAST_IN_DIM
        | stablehlo::DYNAMIC_RESHAPE
        | stablehlo::GATHER
        | stablehlo::TORCH_INDEX_SELECT
        | tensor::RESHAPE => 1..2,
        stablehlo::DYNAMIC_GATHER => 1..3,
        stablehlo::REAL_DYNAMIC_SLICE => 1..4,
        stablehlo::DYNAMIC_SLICE => 1..operand_count,
        stablehlo::DYNAMIC_CONV => 2..3,
        stablehlo::DYNAMIC_PAD => 2..5,
        stablehlo::DYNAMIC_UPDATE_SLICE => 2..operand_count,
        // Between as many operands and updates.
        stablehlo::SCATTER => operand_count / 2..operand_count / 2 + 1,
        _ => 0..0,
    }
}
