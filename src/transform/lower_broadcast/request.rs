//! From a broadcastable op to what is planned for it.

use super::{LowerOptions, requirements};
use crate::{
    analysis::{Analysis, Sizes},
    diagnostic::Severity,
    dialect, ir,
    plan::{Declared, Operand, Plan, VectorBroadcast, ZeroExtents, plan, plan_vector},
    shape::{Container, ShapeDim, ShapedType, align},
    transform::{
        Failed,
        broadcastable::BroadcastableOp,
        verify_broadcastable::{emit_on_op, emit_op_error},
    },
};
use melior::{
    Context,
    ir::{
        Attribute, Identifier, Location, Type, Value, ValueLike, operation::OperationLike,
        r#type::RankedTensorType,
    },
};

/// An op with its plan.
pub struct Request<'c, 'a> {
    /// The op's location.
    pub location: Location<'c>,
    /// The operands, with the types of those that take part.
    pub operands: Vec<(Value<'c, 'a>, Option<RankedTensorType<'c>>)>,
    /// For each operand, the result dims of its dims.
    pub result_dims: Vec<Vec<usize>>,
    /// The target op's attributes.
    pub attributes: Vec<(Identifier<'c>, Attribute<'c>)>,
    /// The result's type.
    pub result_type: Type<'c>,
    /// What is to be emitted.
    pub plan: Plan,
}

/// Says why a verified op cannot be lowered.
#[derive(Debug, thiserror::Error)]
enum Unsupported {
    #[error("cannot be lowered where it stands: it is in no block")]
    NoBlock,
    #[error("cannot be lowered: it has regions or successors, which its target would lose")]
    Control,
    #[error("cannot be lowered: it has no operands that decide the result's shape")]
    NoOperands,
    #[error(
        "cannot be lowered: {subject} has type '{found}' of unknown rank; specialise ranks first"
    )]
    Unranked { subject: String, found: String },
    #[error(
        "cannot be lowered: {subject} has type '{found}', and what its encoding means for a \
         broadcast is not known; remove the encoding first"
    )]
    Encoding { subject: String, found: String },
    #[error(
        "cannot be lowered: the result has rank {found}, but the operands broadcast to rank \
         {inferred}"
    )]
    Rank { found: usize, inferred: usize },
    #[error(
        "cannot be lowered: its rule carries attribute '{name}' over as '{carried}', and the op \
         has an attribute '{carried}' too"
    )]
    SameName { name: String, carried: String },
    #[error(transparent)]
    Requirement(#[from] requirements::Unmet),
    #[error("cannot be lowered: attribute '{name}' is {found}, which '{dialect}' has no equal of")]
    Attribute {
        name: String,
        found: String,
        dialect: String,
    },
    #[error("cannot be lowered: {0}")]
    Plan(#[from] crate::plan::PlanError),
}

/// Checks that an op can be lowered, and says why if it cannot.
///
/// # Errors
///
/// Fails if it cannot, unless such ops may stay.
pub fn check(op: &BroadcastableOp<'_, '_, '_>, options: LowerOptions) -> Result<(), Failed> {
    let result = match is_on_vectors(op) {
        true => prepare_vectors(op).map(drop),
        false => prepare(op, options.zero_extents, &mut Analysis::new()).map(drop),
    };
    let Err(error) = result else {
        return Ok(());
    };
    let message = error.to_string();
    if options.allow_partial {
        emit_on_op(op.operation, Severity::Remark, &message, &[]);
        return Ok(());
    }
    emit_op_error(op.operation, &message, &[]);
    Err(Failed)
}

/// Plans an op that [`check`] has let through, with what is known where it
/// stands; `None` if it is to stay.
pub fn request<'c, 'a>(
    op: &BroadcastableOp<'c, 'a, '_>,
    zero_extents: ZeroExtents,
    analysis: &mut Analysis,
) -> Option<Request<'c, 'a>> {
    prepare(op, zero_extents, analysis).ok()
}

/// Returns whether an op broadcasts vectors.
pub fn is_on_vectors(op: &BroadcastableOp<'_, '_, '_>) -> bool {
    let is_vector = |shaped: &ShapedType| shaped.container() == Container::Vector;
    op.results.iter().any(is_vector)
}

/// An op on vectors, with what is to be emitted.
pub struct VectorRequest<'c, 'a> {
    /// The operands; `None` for those that take no part.
    pub operands: Vec<(Value<'c, 'a>, Option<VectorBroadcast>)>,
    /// The target op's attributes.
    pub attributes: Vec<(Identifier<'c>, Attribute<'c>)>,
    /// The result's type.
    pub result_type: Type<'c>,
}

/// Plans an op on vectors that [`check`] has let through.
pub fn vector_request<'c, 'a>(op: &BroadcastableOp<'c, 'a, '_>) -> Option<VectorRequest<'c, 'a>> {
    prepare_vectors(op).ok()
}

fn prepare_vectors<'c, 'a>(
    op: &BroadcastableOp<'c, 'a, '_>,
) -> Result<VectorRequest<'c, 'a>, Unsupported> {
    let (result, result_dims) = aligned(op)?;
    let operands = op
        .operation
        .operands()
        .zip(&op.operands)
        .zip(&result_dims)
        .enumerate()
        .map(|(index, ((operand, shaped), result_dims))| {
            let broadcast = match shaped.shape().filter(|_| !shaped.is_absent()) {
                Some(shape) => Some(plan_vector(index, shape, result_dims, result)?),
                None => None,
            };
            Ok((operand, broadcast))
        })
        .collect::<Result<_, Unsupported>>()?;
    Ok(VectorRequest {
        operands,
        attributes: attributes(op)?,
        result_type: result_type(op)?,
    })
}

/// Checks what does not depend on sizes; returns the result's dims and, for each
/// operand, the result dims that its dims are aligned to.
fn aligned<'o>(
    op: &'o BroadcastableOp<'_, '_, '_>,
) -> Result<(&'o [ShapeDim], Vec<Vec<usize>>), Unsupported> {
    if op.operation.block().is_none() {
        return Err(Unsupported::NoBlock);
    }
    if op.operation.region_count() + op.operation.successor_count() > 0 {
        return Err(Unsupported::Control);
    }
    check_types(op)?;
    requirements::check(op)?;

    let shapes = || op.operands.iter().map(|operand| operand.shape());
    let alignment = align(shapes(), op.broadcast_dimensions.as_deref())
        .ok()
        .flatten()
        .ok_or(Unsupported::NoOperands)?;
    let [result] = op.results.as_slice() else {
        return Err(Unsupported::NoOperands);
    };
    let result = result.shape().unwrap_or_default();
    if alignment.result_rank() != result.len() {
        return Err(Unsupported::Rank {
            found: result.len(),
            inferred: alignment.result_rank(),
        });
    }
    let result_dims = shapes()
        .map(|shape| {
            let rank = shape.unwrap_or_default().len();
            alignment.operand(rank).result_dims().collect()
        })
        .collect();
    Ok((result, result_dims))
}

fn result_type<'c>(op: &BroadcastableOp<'c, '_, '_>) -> Result<Type<'c>, Unsupported> {
    let result = op.operation.result(0);
    Ok(result.map_err(|_| Unsupported::NoOperands)?.r#type())
}

fn prepare<'c, 'a>(
    op: &BroadcastableOp<'c, 'a, '_>,
    zero_extents: ZeroExtents,
    analysis: &mut Analysis,
) -> Result<Request<'c, 'a>, Unsupported> {
    let (result, result_dims) = aligned(op)?;
    let operands = op.operation.operands().collect::<Vec<_>>();
    let sizes = operands
        .iter()
        .zip(&op.operands)
        .map(|(&operand, shaped)| match shaped.is_absent() {
            true => Sizes::default(),
            false => analysis.sizes(operand),
        })
        .collect::<Vec<_>>();
    let bounds = operands
        .iter()
        .map(|operand| ir::bounds(operand.r#type()))
        .collect::<Vec<_>>();
    let result_type = result_type(op)?;
    let plan = plan(
        &sizes
            .iter()
            .zip(&bounds)
            .zip(&result_dims)
            .map(|((sizes, bounds), result_dims)| Operand {
                sizes,
                bounds,
                result_dims,
            })
            .collect::<Vec<_>>(),
        &result
            .iter()
            .zip(ir::bounds(result_type))
            .map(|(dim, bound)| Declared {
                size: dim.fixed_size(),
                bound,
            })
            .collect::<Vec<_>>(),
        zero_extents,
        analysis.facts(),
    )?;
    let operands = operands
        .into_iter()
        .zip(&op.operands)
        .map(|(operand, shaped)| match shaped.is_absent() {
            true => Ok((operand, None)),
            false => Ok((operand, Some(RankedTensorType::try_from(operand.r#type())?))),
        })
        .collect::<Result<_, melior::Error>>()
        .map_err(|_| Unsupported::NoOperands)?;
    Ok(Request {
        location: op.operation.location(),
        operands,
        result_dims,
        attributes: attributes(op)?,
        result_type,
        plan,
    })
}

/// Returns the attributes that the rule gives the target op.
fn attributes<'c>(
    op: &BroadcastableOp<'c, '_, '_>,
) -> Result<Vec<(Identifier<'c>, Attribute<'c>)>, Unsupported> {
    let rule = op.rule.rule;
    let mut attributes = vec![];
    for (identifier, attribute) in op.operation.attributes() {
        let name = ir::name_str(identifier).unwrap_or_default();
        let Some(carried) = rule.carried_name(name) else {
            continue;
        };
        if rule.set.contains_key(carried) {
            continue;
        }
        let is_taken = carried != name
            && rule.carried_name(carried) == Some(carried)
            && op.operation.has_attribute(carried);
        if is_taken {
            return Err(Unsupported::SameName {
                name: name.into(),
                carried: carried.into(),
            });
        }
        let attribute = match rule.dialect.get(name) {
            None => attribute,
            Some(dialect) => ir::with_context(op.operation, |context| {
                change_dialect(context, attribute, dialect)
            })
            .ok_or_else(|| Unsupported::Attribute {
                name: name.into(),
                found: attribute.to_string(),
                dialect: dialect.clone(),
            })?,
        };
        let identifier = match carried == name {
            true => identifier,
            false => ir::with_context(op.operation, |context| Identifier::new(context, carried)),
        };
        attributes.push((identifier, attribute));
    }
    attributes.extend_from_slice(&op.rule.set);
    Ok(attributes)
}

/// Returns the attribute of the same form in another dialect:
/// `#chlo<comparison_direction EQ>` => `#stablehlo<comparison_direction EQ>`.
fn change_dialect<'c>(
    context: &'c Context,
    attribute: Attribute<'c>,
    dialect: &str,
) -> Option<Attribute<'c>> {
    let text = attribute.to_string();
    let begin = text.find(['<', '.']).filter(|_| text.starts_with('#'))?;
    Attribute::parse(context, &format!("#{dialect}{}", &text[begin..]))
}

fn check_types(op: &BroadcastableOp<'_, '_, '_>) -> Result<(), Unsupported> {
    let operands = op.operation.operands().map(|operand| operand.r#type());
    let results = op.operation.results().map(|result| result.r#type());
    let subjects = operands
        .zip(&op.operands)
        .enumerate()
        .map(|(index, types)| (format!("operand #{index}"), types))
        .chain(
            results
                .zip(&op.results)
                .map(|types| ("the result".to_string(), types)),
        );
    for (subject, (r#type, shaped)) in subjects {
        if shaped.is_absent() {
            continue;
        }
        let found = || r#type.to_string();
        if shaped.shape().is_none() {
            let found = found();
            return Err(Unsupported::Unranked { subject, found });
        }
        if let Some(encoding) = ir::encoding(r#type)
            && dialect::bounds(encoding).is_none()
        {
            let found = found();
            return Err(Unsupported::Encoding { subject, found });
        }
    }
    Ok(())
}
