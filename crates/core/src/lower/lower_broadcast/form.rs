//! The data that all ops with the same signature share.

use super::{
    LowerOptions,
    attributes::attributes,
    emission::EmissionError,
    scratch::check_lowering,
    steps::{FormStep, steps},
    unsupported::{UnmetRule, Unsupported},
};
use crate::{
    diagnostic::{Failed, Kind, Severity, emit_on_op},
    dialect,
    ir::{self, OpName},
    lower::{
        broadcastable::{BroadcastableOp, FoundRule},
        requirements,
        rules::ResolvedRule,
        signature::OpSignature,
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
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::{cell::RefCell, rc::Rc};

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
    constants: Vec<Option<Attribute<'c>>>,
    /// What is known of target ops.
    pub verified: Verified,
}

/// The types of the last op that was verified, of those with the same attributes.
#[derive(Default)]
pub struct Verified(RefCell<SmallVec<[usize; 4]>>);

impl Verified {
    /// Verifies an op, unless the previous one had the same types.
    ///
    /// # Errors
    ///
    /// Fails with MLIR's message.
    pub fn verify(&self, op: OperationRef<'_, '_>) -> Result<(), String> {
        let types = ir::type_addresses(op);
        let mut verified = self.0.borrow_mut();
        if *verified != types {
            ir::verify(op)?;
            *verified = types;
        }
        Ok(())
    }
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

/// The forms of the ops that have been checked.
#[derive(Default)]
pub struct Forms<'c, 'r> {
    /// Several for a signature if constants decide which rule is used, or what an op becomes.
    known: FxHashMap<OpSignature, SmallVec<[Rc<Form<'c, 'r>>; 1]>>,
}

impl<'c, 'r> Forms<'c, 'r> {
    /// Returns the form of an op that verifies and can be lowered.
    ///
    /// # Errors
    ///
    /// Fails if it does not verify or cannot be lowered.
    pub fn find(
        &mut self,
        operation: OperationRef<'c, '_>,
        rule: impl FnOnce() -> Option<FoundRule<'c, 'r>>,
        options: LowerOptions,
    ) -> Result<Rc<Form<'c, 'r>>, EmissionError> {
        let internal = |reason: &str| EmissionError::internal(reason);
        let signature = OpSignature::of(operation).ok_or_else(|| internal("it has regions"))?;
        let forms = self.known.get(&signature);
        let settled = forms.and_then(|forms| forms.first());
        if let Some(form) = settled.filter(|form| !form.rule.depends_on_constants) {
            check_op_specific(operation, &form.rule).map_err(internal_error)?;
            return Ok(form.clone());
        }
        let rule = rule().ok_or_else(|| internal("it has no rule"))?;
        if let Some(form) = self.known_form(operation, &signature, &rule) {
            check_op_specific(operation, &form.rule).map_err(internal_error)?;
            return Ok(form.clone());
        }
        let op = BroadcastableOp::read(operation, rule).map_err(EmissionError::internal)?;
        let form = Form::new(&op, options.zero_extents).map_err(internal_error)?;
        let form = Rc::new(form);
        self.add(Some(signature), form.clone());
        Ok(form)
    }

    fn known_form(
        &self,
        operation: OperationRef<'c, '_>,
        signature: &OpSignature,
        rule: &FoundRule<'c, 'r>,
    ) -> Option<&Rc<Form<'c, 'r>>> {
        let rule = &rule.as_ref().ok()?.rule;
        let mut forms = self.known.get(signature)?.iter();
        forms.find(|form| {
            let has_constants = || {
                let constants = number_constants(operation, rule);
                constants.eq(form.constants.iter().copied())
            };
            form.rule.index == rule.index && has_constants()
        })
    }

    fn add(&mut self, signature: Option<OpSignature>, form: Rc<Form<'c, 'r>>) {
        if let Some(signature) = signature {
            self.known.entry(signature).or_default().push(form);
        }
    }

    /// Verifies an op and checks that it can be lowered; returns the reason if it is kept
    /// instead.
    ///
    /// # Errors
    ///
    /// Fails, with an error on the op, if it is invalid, or if it cannot be lowered and such
    /// ops are not kept.
    pub fn check(
        &mut self,
        operation: OperationRef<'c, '_>,
        rule: FoundRule<'c, 'r>,
        options: LowerOptions,
    ) -> Result<Option<Unsupported>, Failed> {
        let signature = OpSignature::of(operation);
        let known = signature.as_ref();
        if let Some(form) = known.and_then(|signature| self.known_form(operation, signature, &rule))
            && check_op_specific(operation, &form.rule).is_ok()
        {
            if dialect::verifies_hits() {
                form.check_hit(operation, rule, options);
            }
            return Ok(None);
        }
        let (op, _) = verify_op(operation, rule, options.trait_rules)?;
        let form = Form::new(&op, options.zero_extents).and_then(|mut form| {
            check_lowering(operation, &mut form, options)?;
            Ok(form)
        });
        match form {
            Ok(form) => {
                self.add(signature, Rc::new(form));
                Ok(None)
            }
            Err(error) if options.allow_partial => Ok(Some(error)),
            Err(error) => {
                let notes = error.notes(operation.location());
                let (kind, message) = (Kind::NotLowered, error.message());
                emit_on_op(operation, Severity::Error, kind, &message, &notes);
                Err(Failed)
            }
        }
    }
}

fn internal_error(reason: Unsupported) -> EmissionError {
    EmissionError::internal(reason.message())
}

/// Checks the properties that may differ among ops of the same signature.
fn check_op_specific(
    operation: OperationRef<'_, '_>,
    rule: &ResolvedRule<'_, '_>,
) -> Result<(), Unsupported> {
    if operation.block().is_none() {
        return Err(Unsupported::NoBlock);
    }
    Ok(requirements::check_constants(operation, rule)?)
}

/// Returns the constant operands of an op whose values are in steps.
fn number_constants<'c>(
    operation: OperationRef<'c, '_>,
    rule: &ResolvedRule<'c, '_>,
) -> impl Iterator<Item = Option<Attribute<'c>>> {
    let operands = rule.number_operands.iter();
    operands.map(move |&operand| ir::constant(ir::operand(operation, operand)?))
}

impl<'c, 'r> Form<'c, 'r> {
    /// Checks that an op that verifies can be lowered.
    fn new(
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
    fn check_hit(
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

    let shapes = || op.operands.iter().map(|operand| operand.shape());
    // All that take part have a rank.
    let ranked = shapes().filter(Option::is_some);
    let alignment = align(ranked, op.broadcast_dimensions.as_deref())
        .ok()
        .flatten()
        .ok_or(Unsupported::NoOperands)?;
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
        {
            let found = found();
            return Err(Unsupported::Encoding { subject, found });
        }
    }
    Ok(())
}
