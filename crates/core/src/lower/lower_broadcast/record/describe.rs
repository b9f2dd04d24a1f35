//! Descriptions of ops that do not depend on facts.

use crate::{
    diagnostic::place,
    explain::{self, OperandRef, Outcome},
    ir,
    lower::lower_broadcast::form::Form,
    plan::Broadcast,
};
use melior::ir::{OperationRef, ValueLike, operation::OperationLike};

/// Describes an op without its plan.
pub fn describe(operation: OperationRef<'_, '_>, outcome: Outcome) -> explain::Op {
    let operands = operation.operands().map(|operand| explain::Operand {
        value: None,
        name: ir::value_name(operand).map(Into::into),
        ty: ir::type_text(operand.r#type()),
        dims: vec![],
        broadcast: explain::Broadcast::Absent,
        because: vec![],
    });
    let mut results = operation.results();
    explain::Op {
        name: ir::name_str(operation.name()).unwrap_or_default().into(),
        value: None,
        source_name: ir::location_name(operation.location()).map(Into::into),
        place: place(operation.location()),
        function: ir::function_name(operation).map(Into::into),
        outcome,
        contradiction: false,
        emitted: explain::Emitted::default(),
        operands: operands.collect(),
        result_type: results
            .next()
            .map_or_else(String::new, |result| ir::type_text(result.r#type())),
        dims: vec![],
    }
}

pub fn lowered(form: &Form<'_, '_>) -> Outcome {
    let target = form.rule.rule.target_text();
    Outcome::Lowered { target }
}

pub fn describe_broadcast(broadcast: &Broadcast) -> explain::Broadcast {
    match broadcast {
        Broadcast::None => explain::Broadcast::None,
        Broadcast::Static => explain::Broadcast::Static,
        Broadcast::Padded(dims) => explain::Broadcast::Padded { dims: dims.clone() },
        Broadcast::Dynamic {
            expanding,
            nonexpanding,
            ..
        } => explain::Broadcast::Dynamic {
            expanding: expanding.clone(),
            nonexpanding: nonexpanding.clone(),
        },
    }
}

/// Returns the operand dims that are aligned to a result dim.
pub fn aligned(
    operands: &[explain::Operand],
    result_dim: usize,
) -> impl Iterator<Item = (OperandRef, &explain::OperandDim)> {
    operands
        .iter()
        .enumerate()
        .flat_map(move |(index, operand)| {
            let dims = operand.dims.iter().enumerate();
            dims.filter(move |(_, dim)| dim.result_dim == result_dim)
                .map(move |(dim, size)| {
                    (
                        OperandRef {
                            operand: index,
                            dim,
                        },
                        size,
                    )
                })
        })
}
