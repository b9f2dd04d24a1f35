//! Descriptions of ops that do not depend on facts.

use super::Names;
use crate::{
    analysis::Analysis,
    diagnostic::place,
    explain::{self, OperandRef, Outcome, Why},
    ir,
    lower::{
        broadcastable::BroadcastableOp,
        lower_broadcast::form::{Form, result_dims},
    },
    plan::Broadcast,
    shape::{Container, ShapedType},
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

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
        contradicts: vec![],
        emitted: explain::Emitted::default(),
        operands: operands.collect(),
        result_type: results
            .next()
            .map_or_else(String::new, |result| ir::type_text(result.r#type())),
        dims: vec![],
    }
}

/// Adds what is known of the sizes of an op without a plan, if its result has the rank to which its operands broadcast.
pub fn add_sizes(
    described: &mut explain::Op,
    op: &BroadcastableOp<'_, '_, '_>,
    analysis: &mut Analysis,
    names: &mut Names,
) {
    let (Some((rank, result_dims)), Some(result)) = (result_dims(op), ir::result(op.operation, 0))
    else {
        return;
    };
    let is_unranked = |it: &ShapedType| !it.is_absent() && it.shape().is_none();
    if op.operands.iter().any(is_unranked)
        || op
            .results
            .first()
            .and_then(|result| result.shape())
            .map(<[_]>::len)
            != Some(rank)
    {
        return;
    }
    let mut sizes_of = |value: Value<'_, '_>, shaped: &ShapedType| match shaped.shape() {
        Some(shape) if shaped.container() == Container::Vector => {
            shape.iter().map(ToString::to_string).collect::<Vec<_>>()
        }
        Some(_) => {
            let sizes = analysis.sizes(value);
            let facts = analysis.facts();
            sizes
                .into_iter()
                .map(|size| names.name(facts, size))
                .collect()
        }
        None => vec![],
    };
    let operands = described.operands.iter_mut().zip(op.operation.operands());
    for ((operand, value), (shaped, result_dims)) in
        operands.zip(op.operands.iter().zip(result_dims))
    {
        if shaped.shape().is_none() {
            continue;
        }
        let bounds = ir::bounds(value.r#type());
        let sizes = sizes_of(value, shaped).into_iter().enumerate();
        let dims = sizes
            .zip(result_dims)
            .map(|((dim, size), result_dim)| explain::OperandDim {
                size,
                bound: bounds.get(dim).copied().flatten(),
                result_dim,
            });
        operand.dims = dims.collect();
        operand.broadcast = explain::Broadcast::None;
    }
    let own = sizes_of(result, &op.results[0]).into_iter().enumerate();
    let dims = own.map(|(dim, own)| explain::Dim {
        size: match own.parse::<i64>() {
            Ok(_) => own,
            Err(_) => size_by_operands(described, dim).unwrap_or(own),
        },
        decided_by: vec![],
        computed_by: None,
        guards: vec![],
        removed_guards: vec![],
        why: Why::NotPlanned,
    });
    described.dims = dims.collect();
}

/// Returns the size of a result dim if all operands have that size there, or 1.
fn size_by_operands(described: &explain::Op, dim: usize) -> Option<String> {
    let sizes = aligned(&described.operands, dim).map(|(_, dim)| &*dim.size);
    let mut others = sizes.filter(|&size| size != "1");
    match others.next() {
        None => Some("1".into()),
        Some(first) => others.all(|other| other == first).then(|| first.into()),
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
