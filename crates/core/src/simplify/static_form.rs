//! Ops with numbers as operands, which become static if the numbers are known.

use super::{Simpler, SizedResult, constant_elements};
use crate::{
    analysis::Analysis,
    dialect::stablehlo,
    explain::ChangeKind,
    ir::{self, Emitter},
};
use melior::ir::{
    Attribute, OperationRef, Value, ValueLike,
    attribute::{DenseElementsAttribute, DenseI64ArrayAttribute},
    operation::OperationLike,
    r#type::{IntegerType, RankedTensorType},
};

/// An op with numbers as operands, and the op that has them as attributes.
struct StaticForm {
    name: &'static str,
    target: &'static str,
    /// The number of operands before those that are numbers.
    values: usize,
    /// For each operand of numbers, the attribute of the target; `None` if they are in the
    /// result's type.
    numbers: &'static [Option<&'static str>],
}

const ROWS: &[StaticForm] = &[
    StaticForm {
        name: stablehlo::DYNAMIC_IOTA,
        target: stablehlo::IOTA,
        values: 0,
        numbers: &[None],
    },
    StaticForm {
        name: stablehlo::DYNAMIC_PAD,
        target: stablehlo::PAD,
        values: 2,
        numbers: &[
            Some("edge_padding_low"),
            Some("edge_padding_high"),
            Some("interior_padding"),
        ],
    },
    StaticForm {
        name: stablehlo::DYNAMIC_GATHER,
        target: stablehlo::GATHER,
        values: 2,
        numbers: &[Some("slice_sizes")],
    },
    StaticForm {
        name: stablehlo::DYNAMIC_CONV,
        target: stablehlo::CONVOLUTION,
        values: 2,
        numbers: &[Some("padding")],
    },
    StaticForm {
        name: stablehlo::REAL_DYNAMIC_SLICE,
        target: stablehlo::SLICE,
        values: 1,
        numbers: &[
            Some("start_indices"),
            Some("limit_indices"),
            Some("strides"),
        ],
    },
];

pub(super) fn simplify<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: &mut Analysis,
    operation: OperationRef<'c, 'a>,
    name: &str,
) -> Option<Simpler<'c, 'a>> {
    let row = ROWS.iter().find(|row| row.name == name)?;
    let target = SizedResult::of(analysis, operation)?;
    if row.name == stablehlo::REAL_DYNAMIC_SLICE
        && let Some(operand) = whole_slice(analysis, &target)
        && target.can_cast(operand.r#type())
    {
        let value = emitter.emit_cast(operand, target.r#type.into());
        return Some((value, ChangeKind::Dropped));
    }
    let mut attributes = ir::named_attributes(operation);
    let mut lists = vec![];
    for (index, attribute) in row.numbers.iter().enumerate() {
        let numbers = constant_elements_or_shape(analysis, &target, row.values + index, attribute)?;
        if let Some(name) = attribute {
            lists.push((*name, numbers));
        }
    }
    let context = emitter.context();
    for (name, numbers) in lists {
        let attribute: Attribute<'c> = match name {
            "padding" => {
                let i64 = IntegerType::new(context, 64).into();
                let shape = [numbers.len() as u64 / 2, 2];
                let r#type = RankedTensorType::new(&shape, i64, None);
                DenseElementsAttribute::i64_values(r#type.into(), &numbers).into()
            }
            _ => DenseI64ArrayAttribute::new(context, &numbers).into(),
        };
        let name = melior::ir::Identifier::new(context, name);
        attributes.retain(|(other, _)| *other != name);
        attributes.push((name, attribute));
    }
    let operands = operation.operands().take(row.values).collect::<Vec<_>>();
    // If some sizes are unknown, the op keeps its dynamic result type.
    let r#type = target.static_type(emitter).unwrap_or(target.r#type);
    let value = emitter.emit(row.target, &operands, &attributes, r#type.into());
    if ir::defining_op(value).is_some_and(|op| ir::verify(op).is_err()) {
        ir::erase_unused(value);
        return None;
    }
    let value = emitter.emit_cast(value, target.r#type.into());
    Some((value, ChangeKind::Fixed))
}

/// Returns the numbers in an operand; if it holds the result's sizes, these.
fn constant_elements_or_shape(
    analysis: &mut Analysis,
    target: &SizedResult<'_, '_>,
    operand: usize,
    attribute: &Option<&str>,
) -> Option<Vec<i64>> {
    match attribute {
        Some(_) => constant_elements(analysis, target.operation, operand),
        None => target.sizes.iter().map(|size| size.constant()).collect(),
    }
}

/// Returns the operand of a slice that covers all of it.
fn whole_slice<'c: 'a, 'a>(
    analysis: &mut Analysis,
    target: &SizedResult<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let is_all = |analysis: &mut Analysis, index, number| {
        let numbers = constant_elements(analysis, target.operation, index);
        numbers.is_some_and(|numbers| numbers.iter().all(|&other| other == number))
    };
    let operand = ir::operand(target.operation, 0)?;
    let is_whole =
        is_all(analysis, 1, 0) && is_all(analysis, 3, 1) && target.has_sizes_of(analysis, operand);
    is_whole.then_some(operand)
}
