//! Requirements of a program on sizes, which become assertions in place.
use super::{
    guard::{describe, emit, message, operand_name},
    known::wide,
    legalizer::Legalizer,
};
use crate::{
    analysis::IntegerValues,
    assertion::{Assertion, EmitSizes, MessageForm, describe_op, emit_condition, guard_message},
    conversion::{ConversionForm::Check, OpConversion},
    dialect::{self, cf},
    explain::ChangeKind,
    ir::{self, Emitter},
    known::shapes,
    plan::{self, Participant, Quantity},
    refusal::Refusal,
    symbol::{
        Facts, Size, Symbol, Term,
        integer::{Direction, Function, Integer, Signedness},
    },
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

/// The rows of ops that check.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new(
        dialect::shape::CSTR_BROADCASTABLE,
        Check(read_broadcastable, emit_broadcastable),
    ),
    OpConversion::new(dialect::shape::CSTR_EQ, Check(read_equal, emit_equal)),
    OpConversion::new(
        dialect::shape::CSTR_REQUIRE,
        Check(read_required, |legalizer, op| {
            emit_required(legalizer, op, "msg")
        }),
    ),
    OpConversion::new(
        cf::ASSERT,
        Check(read_required, |legalizer, op| {
            emit_required(legalizer, op, "msg")
        }),
    ),
    OpConversion::new(
        dialect::shape::CONST_WITNESS,
        Check(|_, _| Ok(()), emit_constant),
    ),
];

/// Dims that must broadcast: for each operand, their sizes with the dims of the result that they are
/// aligned to.
pub type AlignedDims = Vec<Vec<(Integer, usize)>>;

/// Plans dims that must broadcast to those of a result of this rank.
fn plan_dims(
    values: &mut IntegerValues,
    dims: &AlignedDims,
    rank: usize,
    zero_extents: plan::ZeroExtents,
) -> Result<Vec<plan::Dim>, plan::PlanError> {
    let operands = dims.iter().map(|dims| {
        let (sizes, results): (Vec<_>, Vec<_>) = dims.iter().copied().unzip();
        // All sizes of one width, so that they can be compared.
        let sizes = wide(values, &sizes);
        let dims = sizes.iter().zip(results);
        let dims = dims.map(|(&id, result_dim)| plan::OperandDim {
            size: size(values, id),
            bound: None,
            result_dim,
        });
        dims.collect::<plan::Operand>()
    });
    let operands = operands.collect::<Vec<_>>();
    let declared = vec![plan::Declared::default(); rank];
    let plan = plan::plan(&operands, &declared, zero_extents, &Facts::default())?;
    Ok(plan.dims)
}

/// Returns the dims of shapes, which are operands, aligned at the last ones, and the rank of what they
/// broadcast to.
fn aligned_shapes<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<(AlignedDims, usize), Refusal> {
    let shapes = shapes(values, operation)?;
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let shapes = shapes.iter();
    let dims = shapes.map(|shape| shape.iter().copied().zip(rank - shape.len()..).collect());
    Ok((dims.collect(), rank))
}

/// Names a number as a size: equal numbers have one name.
pub(super) fn size(values: &IntegerValues, id: Integer) -> Size {
    match values.integers.value(id) {
        Some(value) => Size::Constant(value),
        None => Size::Symbol(Symbol(id.0)),
    }
}

/// Fails if the shapes can never broadcast.
pub fn read_broadcastable<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<(), Refusal> {
    let (dims, rank) = aligned_shapes(values, operation)?;
    plan_dims(values, &dims, rank, plan::ZeroExtents::default())
        .map_err(|error| Refusal::Other(format!("it never holds: {error}")))?;
    Ok(())
}

/// Fails if dims of an op's operands can never broadcast.
pub fn read_dims(
    values: &mut IntegerValues,
    dims: &AlignedDims,
    rank: usize,
) -> Result<(), Refusal> {
    plan_dims(values, dims, rank, plan::ZeroExtents::default())
        .map_err(|error| Refusal::Other(format!("its operands do not broadcast: {error}")))?;
    Ok(())
}

/// Emits checks that shapes broadcast, one for each dim.
pub fn emit_broadcastable<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) {
    if let Ok((dims, rank)) = aligned_shapes(&mut legalizer.values, operation) {
        emit_dims(legalizer, operation, &dims, rank);
    }
}

/// Emits checks that dims of an op's operands broadcast to those of a result of this rank.
pub fn emit_dims<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    dims: &AlignedDims,
    rank: usize,
) {
    let zero_extents = legalizer.options.zero_extents;
    let dims = plan_dims(&mut legalizer.values, dims, rank, zero_extents);
    let backend = legalizer.options.assertions.backend();
    let (Ok(dims), Some(form)) = (dims, backend.messages()) else {
        return;
    };
    let subject = describe_op(operation);
    for (result_dim, dim) in dims.iter().enumerate() {
        for guard in &dim.guards {
            let participants = guard.participants().into_iter();
            let participants = participants.chain(dim.extent.sizes().iter().copied());
            let participants = participants.collect::<Vec<_>>();
            let mut quantities = GuardQuantities {
                is_narrow: fit(legalizer, &participants),
                legalizer: &mut *legalizer,
                extent: &dim.extent,
            };
            let shown = guard.shown();
            let sizes = shown.iter().map(|quantity| quantities.emit_size(quantity));
            let sizes = sizes.collect::<Vec<_>>();
            let predicate = emit_condition(&mut quantities, &guard.condition());
            let changes = &legalizer.changes;
            legalizer.emitter.emit_check_once(predicate, |emitter| {
                changes.add(ChangeKind::Checked, operation);
                let name = |index: usize| operand_name(ir::operand(operation, index)?);
                let message = guard_message(&subject, name, result_dim, guard, form);
                backend.emit_check(
                    emitter,
                    &Assertion {
                        predicate,
                        message,
                        sizes,
                    },
                )
            });
        }
    }
}

/// Returns whether all sizes are known to fit `i32`.
fn fit(legalizer: &mut Legalizer<'_, '_>, participants: &[Participant]) -> bool {
    participants
        .iter()
        .all(|participant| match participant.size {
            Size::Constant(value) => i32::try_from(value).is_ok(),
            Size::Symbol(symbol) => legalizer
                .values
                .integers
                .narrow(Integer(symbol.0))
                .is_some(),
        })
}

/// The sizes that a guard is about.
struct GuardQuantities<'l, 'c, 'a> {
    legalizer: &'l mut Legalizer<'c, 'a>,
    /// The extent that all shapes broadcast to in the dim.
    extent: &'l plan::Extent,
    is_narrow: bool,
}

impl<'c: 'a, 'a> EmitSizes<'c, 'a, Quantity> for GuardQuantities<'_, 'c, 'a> {
    fn emitter(&mut self) -> &mut Emitter<'c, 'a> {
        &mut self.legalizer.emitter
    }

    fn emit_size(&mut self, quantity: &Quantity) -> Value<'c, 'a> {
        let id = match quantity {
            Quantity::Of(participant) => self.number(participant),
            Quantity::Extent => {
                let parts = self.extent.sizes().iter();
                let parts = parts.map(|part| self.number(part)).collect::<Vec<_>>();
                let numbers = &mut self.legalizer.values.integers;
                let parts = parts.into_iter();
                let extent = match self.extent {
                    Term::Constant(_) | Term::Size(_) => parts.last(),
                    Term::Minimum(_) => parts.reduce(|a, b| {
                        numbers.apply(Function::Minimum(Signedness::Signed), &[a, b])
                    }),
                    Term::Maximum(_) => parts.reduce(|a, b| {
                        numbers.apply(Function::Maximum(Signedness::Signed), &[a, b])
                    }),
                    Term::FirstNotOne(_) => parts.reduce(|a, b| numbers.broadcast(a, b)),
                };
                let constant = match self.extent {
                    Term::Constant(value) => *value,
                    _ => 1,
                };
                extent.unwrap_or_else(|| self.legalizer.values.index(constant))
            }
        };
        let narrow = match self.is_narrow {
            true => self.legalizer.values.integers.narrow(id),
            false => None,
        };
        self.legalizer.number(narrow.unwrap_or(id))
    }
}

impl GuardQuantities<'_, '_, '_> {
    fn number(&mut self, participant: &Participant) -> Integer {
        match participant.size {
            Size::Constant(value) => self.legalizer.values.index(value),
            Size::Symbol(symbol) => Integer(symbol.0),
        }
    }
}

fn read_equal<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<(), Refusal> {
    let shapes = shapes(values, operation)?;
    let ranks = shapes.iter().map(|shape| shape.len());
    match ranks.clone().min() == ranks.max() {
        true => Ok(()),
        false => Err(Refusal::Other(
            "it never holds: the ranks of its operands differ".into(),
        )),
    }
}

fn emit_equal<'c, 'a>(legalizer: &mut Legalizer<'c, 'a>, operation: OperationRef<'c, 'a>) {
    let shapes = shapes(&mut legalizer.values, operation);
    let form = legalizer.options.assertions.backend().messages();
    let (Ok(shapes), Some(form)) = (shapes, form) else {
        return;
    };
    let Some((first, others)) = shapes.split_first() else {
        return;
    };
    let operands = operation.operands().collect::<Vec<_>>();
    for (index, other) in others.iter().enumerate() {
        for (dim, (&a, &b)) in first.iter().zip(other.iter()).enumerate() {
            let compare = Function::Compare(Direction::Eq, Signedness::Signed);
            let equal = legalizer.values.integers.apply(compare, &[a, b]);
            let describe = |operand: usize| describe(operands[operand], operand, dim, form);
            let (lhs, rhs) = (describe(0), describe(index + 1));
            let message = message(operation, form, |form| match form {
                MessageForm::Template => {
                    format!("{lhs} has size {{0}}, {rhs} has size {{1}}; expected equal sizes")
                }
                MessageForm::Plain => {
                    format!("the sizes of {lhs} and {rhs} differ; expected equal sizes")
                }
            });
            emit(legalizer, operation, equal, &[a, b], message);
        }
    }
}

fn read_required<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<(), Refusal> {
    let condition = ir::operand(operation, 0);
    match condition.and_then(|condition| values.number(condition)) {
        Some(_) => Ok(()),
        None => Err(Refusal::Unknown { advice: None }),
    }
}

fn emit_required<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    attribute: &str,
) {
    let Some(form) = legalizer.options.assertions.backend().messages() else {
        return;
    };
    let condition = ir::operand(operation, 0);
    let condition = condition.and_then(|condition| legalizer.values.number(condition));
    if let Some(condition) = condition {
        let text = ir::string(operation, attribute).unwrap_or("");
        let text = match text {
            "" => message(operation, form, |_| "a requirement does not hold".into()),
            text => form.escape(text),
        };
        emit(legalizer, operation, condition, &[], text);
    }
}

/// Emits an assertion that always fails, if the witness is false.
fn emit_constant<'c, 'a>(legalizer: &mut Legalizer<'c, 'a>, operation: OperationRef<'c, 'a>) {
    let passing = operation.attribute("passing").ok();
    let passing = passing.and_then(|passing| ir::as_bool(passing));
    let Some(form) = legalizer.options.assertions.backend().messages() else {
        return;
    };
    if passing.is_some_and(|passing| !passing.value()) {
        let never = legalizer.values.integers.constant(0, 1);
        let text = message(operation, form, |_| "the witness is constant false".into());
        emit(legalizer, operation, never, &[], text);
    }
}
