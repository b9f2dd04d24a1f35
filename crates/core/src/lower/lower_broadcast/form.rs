//! The data that all ops with the same signature share.

use super::{
    LowerOptions,
    attributes::attributes,
    steps::{FormStep, steps},
    unsupported::{UnmetRule, Unsupported},
    verified::Verified,
};
use crate::{
    dialect,
    ir::{self, OpName},
    lower::{
        broadcastable::{BroadcastableOp, FoundRule},
        requirements,
        rules::ResolvedRule,
        verify_broadcastable::verify_op,
    },
    plan::{Declared, Operand, OperandDim, VectorBroadcast, ZeroExtents, plan_into, plan_vector},
    shape::{Container, ShapeDim, ShapedType, align},
    symbol::{Facts, Size, Symbol},
};
use melior::ir::{
    Attribute, Identifier, OperationRef, Type, ValueLike, operation::OperationLike,
    r#type::RankedTensorType,
};
use std::rc::Rc;

/// The data that follows from an op's signature, after such ops have been verified and found
/// lowerable.
pub struct Form<'c, 'r> {
    /// The op's rule.
    pub rule: Rc<ResolvedRule<'c, 'r>>,
    /// The target op, if the target is one.
    pub target: Option<OpName<'c>>,
    /// Its attributes.
    pub attributes: Vec<(Identifier<'c>, Attribute<'c>)>,
    /// The result's type.
    pub result_type: Type<'c>,
    /// The shapes of its operands and result.
    pub shapes: Shapes<'c>,
    /// Whether the target op requires operands of equal types.
    pub takes_equal_types: bool,
    /// The ops, if the target is a sequence.
    pub steps: Vec<FormStep<'c>>,
    /// The constant operands whose values are in steps; `None` for those that are absent.
    pub(super) constants: Vec<Option<Attribute<'c>>>,
    /// What is known of target ops.
    pub verified: Verified,
}

/// The operands and the result of ops of one signature.
#[derive(PartialEq)]
pub enum Shapes<'c> {
    /// Tensors, which are planned op by op, with facts about their sizes.
    Tensors(Tensors<'c>),
    /// Vectors, whose sizes are known; `None` for operands that take no part in the broadcast.
    Vectors(Vec<Option<VectorBroadcast>>),
}

/// Operands and a result that are tensors.
#[derive(PartialEq)]
pub struct Tensors<'c> {
    /// The operands.
    pub operands: Vec<TensorOperand<'c>>,
    /// The declared dims of the result.
    pub result: Vec<Declared>,
    /// The operand whose sizes the result has, if the rule names one.
    pub destination: Option<usize>,
}

/// An operand.
pub struct TensorOperand<'c> {
    /// Its type, if it takes part in the broadcast.
    pub r#type: Option<RankedTensorType<'c>>,
    /// The bound of each of its dims.
    pub bounds: Vec<Option<i64>>,
    /// The result dim of each of its dims.
    pub result_dims: Vec<usize>,
}

/// Returns the constant operands of an op whose values are in steps.
pub(super) fn number_constants<'c>(
    operation: OperationRef<'c, '_>,
    rule: &ResolvedRule<'c, '_>,
) -> impl Iterator<Item = Option<Attribute<'c>>> {
    let operands = rule.number_operands.iter();
    operands.map(move |&operand| ir::constant(ir::operand(operation, operand)?))
}

impl<'c, 'r> Form<'c, 'r> {
    /// Checks that an op that verifies can be lowered.
    pub(super) fn new(
        op: &BroadcastableOp<'c, '_, 'r>,
        zero_extents: ZeroExtents,
    ) -> Result<Self, Unsupported> {
        let (result, result_dims) = aligned(op)?;
        let result_type = ir::result(op.operation, 0);
        let result_type = result_type.ok_or(Unsupported::NoOperands)?.r#type();
        let is_vector = |shaped: &ShapedType| shaped.container() == Container::Vector;
        let shapes = match op.results.iter().any(is_vector) {
            true => Shapes::Vectors(vectors(op, result, &result_dims)?),
            false => {
                let tensors = tensors(op, result, result_type, result_dims)?;
                tensors.check(zero_extents, &op.operands)?;
                Shapes::Tensors(tensors)
            }
        };
        let attributes = attributes(op)?;
        let (mut target, mut takes_equal_types) = (None, false);
        if let Some(name) = op.rule.rule.target_op() {
            ir::with_context(op.operation, |context| {
                target = Some(OpName::new(context, name));
                takes_equal_types = ir::takes_equal_types(context, name);
            });
        }
        Ok(Self {
            target,
            rule: op.rule.clone(),
            steps: steps(op, &attributes)?,
            constants: number_constants(op.operation, &op.rule).collect(),
            attributes,
            result_type,
            shapes,
            takes_equal_types,
            verified: Verified::default(),
        })
    }
}

impl<'c, 'r> Form<'c, 'r> {
    /// Checks that another op of the same signature verifies, and has this form, too.
    ///
    /// # Panics
    ///
    /// Panics if that is not so: then the signature lacks something that decides it.
    pub(super) fn check_hit(
        &self,
        operation: OperationRef<'c, '_>,
        rule: FoundRule<'c, 'r>,
        options: LowerOptions,
    ) {
        let is_same = |other: &Self| {
            self.attributes == other.attributes
                && self.result_type == other.result_type
                && self.shapes == other.shapes
                && self.constants == other.constants
                && self.takes_equal_types == other.takes_equal_types
                && self.steps.len() == other.steps.len()
        };
        let op = verify_op(operation, rule, options.trait_rules);
        let form = op.map(|(op, _)| Self::new(&op, options.zero_extents));
        let is_known = matches!(&form, Ok(Ok(form)) if is_same(form));
        assert!(
            is_known,
            "an op differs from one of its signature: {operation}"
        );
    }
}

impl Tensors<'_> {
    /// Checks that the op can be planned without facts.
    fn check(&self, zero_extents: ZeroExtents, operands: &[ShapedType]) -> Result<(), Unsupported> {
        let mut symbols = (0..).map(Symbol).map(Size::Symbol);
        let mut size = |dim: &ShapeDim| match dim.fixed_size() {
            Some(size) => Some(Size::Constant(size)),
            None => symbols.next(),
        };
        let mut sizes = vec![];
        for operand in operands {
            let dims = operand.shape().unwrap_or_default();
            sizes.push(dims.iter().filter_map(&mut size).collect::<Vec<_>>());
        }
        let operands = self.operands.iter().zip(&sizes);
        let operands = operands
            .map(|(operand, sizes)| operand.with_sizes(sizes))
            .collect::<Vec<_>>();
        plan_into(
            &operands,
            self.destination,
            &self.result,
            zero_extents,
            &Facts::default(),
        )?;
        Ok(())
    }
}

impl PartialEq for TensorOperand<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.r#type.map(Type::from) == other.r#type.map(Type::from)
            && self.bounds == other.bounds
            && self.result_dims == other.result_dims
    }
}

impl TensorOperand<'_> {
    /// Returns the operand with its sizes, for planning.
    pub fn with_sizes(&self, sizes: &[Size]) -> Operand {
        let dims = sizes.iter().zip(&self.bounds).zip(&self.result_dims);
        dims.map(|((&size, &bound), &result_dim)| OperandDim {
            size,
            bound,
            result_dim,
        })
        .collect()
    }
}

fn tensors<'c>(
    op: &BroadcastableOp<'c, '_, '_>,
    result: &[ShapeDim],
    result_type: Type<'c>,
    result_dims: Vec<Vec<usize>>,
) -> Result<Tensors<'c>, Unsupported> {
    let operands = op
        .operation
        .operands()
        .zip(&op.operands)
        .zip(result_dims)
        .map(|((operand, shaped), result_dims)| {
            let operand_type = operand.r#type();
            Ok(TensorOperand {
                r#type: match shaped.is_absent() {
                    true => None,
                    false => ir::as_ranked_tensor(operand_type),
                },
                bounds: ir::bounds(operand_type),
                result_dims,
            })
        })
        .collect::<Result<_, melior::Error>>()
        .map_err(|_| Unsupported::NoOperands)?;
    let result = result
        .iter()
        .zip(ir::bounds(result_type))
        .map(|(dim, bound)| Declared {
            size: dim.fixed_size(),
            bound,
        })
        .collect();
    Ok(Tensors {
        operands,
        result,
        destination: op.destination,
    })
}

fn vectors(
    op: &BroadcastableOp<'_, '_, '_>,
    result: &[ShapeDim],
    result_dims: &[Vec<usize>],
) -> Result<Vec<Option<VectorBroadcast>>, Unsupported> {
    op.operands
        .iter()
        .zip(result_dims)
        .enumerate()
        .map(|(index, (shaped, result_dims))| {
            match shaped.shape().filter(|_| !shaped.is_absent()) {
                Some(shape) => Ok(Some(plan_vector(index, shape, result_dims, result)?)),
                None => Ok(None),
            }
        })
        .collect()
}

/// Performs the checks that do not depend on sizes; returns the result's dims and, for each
/// operand, the result dims that its dims are aligned to.
pub fn aligned<'o>(
    op: &'o BroadcastableOp<'_, '_, '_>,
) -> Result<(&'o [ShapeDim], Vec<Vec<usize>>), Unsupported> {
    if op.operation.block().is_none() {
        return Err(Unsupported::NoBlock);
    }
    if op.operation.region_count() + op.operation.successor_count() > 0 {
        return Err(Unsupported::Control);
    }
    let [result] = op.results.as_slice() else {
        let found = op.results.len();
        return Err(Unsupported::Results { found });
    };
    check_types(op)?;
    check_requirements(op)?;

    let (rank, result_dims) = result_dims(op).ok_or(Unsupported::NoOperands)?;
    let result = result.shape().unwrap_or_default();
    if rank != result.len() {
        return Err(Unsupported::Rank {
            found: result.len(),
            inferred: rank,
        });
    }
    Ok((result, result_dims))
}

/// Returns the rank to which the operands broadcast and, for each operand, the result dims that its dims are aligned to;
/// `None` if no operand has a rank.
pub fn result_dims(op: &BroadcastableOp<'_, '_, '_>) -> Option<(usize, Vec<Vec<usize>>)> {
    let shapes = || op.operands.iter().map(|operand| operand.shape());
    // All that take part in an op that is lowered have a rank.
    let ranked = shapes().filter(Option::is_some);
    let alignment = align(ranked, op.broadcast_dimensions.as_deref())
        .ok()
        .flatten()?;
    let result_dims = shapes().map(|shape| {
        let rank = shape.unwrap_or_default().len();
        alignment.operand(rank).result_dims().collect()
    });
    Some((alignment.result_rank(), result_dims.collect()))
}

/// Checks that the op meets the requirements of the rule that was chosen for it.
fn check_requirements(op: &BroadcastableOp<'_, '_, '_>) -> Result<(), Unsupported> {
    let check = |rule: &ResolvedRule<'_, '_>| requirements::check(op.operation, rule);
    match check(&op.rule) {
        Ok(()) => Ok(()),
        Err(unmet) if op.alternatives.len() == 1 => Err(unmet.into()),
        Err(_) => {
            // No other rule fits, either.
            let rules = op.alternatives.iter();
            let misfits = rules.filter_map(|rule| Some(UnmetRule::new(rule, check(rule).err()?)));
            Err(Unsupported::NoRule(misfits.collect()))
        }
    }
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
        let found = || ir::type_text(r#type);
        if shaped.container() == Container::Other {
            let found = found();
            return Err(Unsupported::Shapeless { subject, found });
        }
        if shaped.shape().is_none() {
            let found = found();
            return Err(Unsupported::Unranked { subject, found });
        }
        if let Some(encoding) = ir::encoding(r#type)
            && dialect::bounds(encoding).is_none()
            && !op.rule.rule.keep_encodings
        {
            let found = found();
            return Err(Unsupported::Encoding { subject, found });
        }
    }
    Ok(())
}
