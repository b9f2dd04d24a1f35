//! Reductions along constant dims, and the sums that undo a broadcast.

use super::{
    super::{
        legalizer::{Legalizer, dim_list},
        tensor::reshape,
        types,
    },
    constants, dim_of, extents, is_set, numbers, operand, set_extents, type_of,
};
use crate::{
    analysis::{IntegerRow, IntegerValues},
    conversion::{ConversionForm::Custom, OpConversion, OpOutcome},
    dialect::stablehlo::{self, ReduceOp},
    ir,
    known::{self, reading},
    refusal::Refusal,
    rule::Number,
    symbol::integer::{
        Function, INDEX_BITS, Integer,
        Signedness::{Signed, Unsigned},
    },
};
use melior::{
    Context,
    ir::{
        Attribute, OperationRef, Type, TypeLike, Value, ValueLike,
        attribute::{DenseElementsAttribute, IntegerAttribute},
        operation::OperationLike,
        r#type::IntegerType,
    },
};

macro_rules! reduction {
    ($op:literal, $reducer:expr) => {
        OpConversion::new(
            $op,
            Custom(
                |values, operation| read(values, operation, $reducer),
                |legalizer, operation| emit(legalizer, operation, $reducer),
            ),
        )
    };
}

/// The rows of reductions.
pub const ROWS: &[OpConversion] = &[
    reduction!("tf.Sum", Reducer::Sum),
    reduction!("tf.Prod", Reducer::Product),
    reduction!("tf.Max", Reducer::Maximum),
    reduction!("tf.Min", Reducer::Minimum),
    reduction!("tf.Mean", Reducer::Mean),
    reduction!("tf.All", Reducer::All),
    reduction!("tf.Any", Reducer::Any),
];

/// The op whose result is the list of dims that a broadcast expanded.
pub const GRADIENT_DIMS: &str = "tf.BroadcastGradientArgs";

/// How elements are combined.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Reducer {
    Sum,
    Product,
    Maximum,
    Minimum,
    Mean,
    All,
    Any,
}

impl Reducer {
    const fn op(self) -> &'static str {
        match self {
            Self::Sum | Self::Mean => stablehlo::ADD,
            Self::Product => stablehlo::MULTIPLY,
            Self::Maximum => stablehlo::MAXIMUM,
            Self::Minimum => stablehlo::MINIMUM,
            Self::All => stablehlo::AND,
            Self::Any => stablehlo::OR,
        }
    }

    /// The function of integers that have several bits.
    const fn function(self) -> Option<Function> {
        match self {
            Self::Sum => Some(Function::Add),
            Self::Product => Some(Function::Multiply),
            Self::Maximum => Some(Function::Maximum(Signed)),
            Self::Minimum => Some(Function::Minimum(Signed)),
            Self::Mean | Self::All | Self::Any => None,
        }
    }

    /// Whether it has a meaning for elements of a type.
    fn takes(self, element: Type<'_>) -> bool {
        let is_truth = element.is_integer() && ir::bit_width(element) == Some(1);
        match self {
            Self::All | Self::Any => is_truth,
            Self::Maximum | Self::Minimum => {
                !is_truth && (element.is_integer() || element.is_float())
            }
            Self::Sum | Self::Product | Self::Mean => {
                let is_complex = ir::complex_element(element).is_some();
                !is_truth && (element.is_integer() || element.is_float() || is_complex)
            }
        }
    }

    /// The type that elements are accumulated in, as XLA's kernels of TensorFlow do.
    fn accumulator<'c>(self, context: &'c Context, element: Type<'c>) -> Type<'c> {
        let is_sum = matches!(self, Self::Sum | Self::Product | Self::Mean);
        match ir::bit_width(element) {
            Some(..32) if is_sum && element.is_float() => Type::float32(context),
            Some(..32) if self == Self::Mean => match ir::as_integer_type(element) {
                Some(integer) if integer.is_unsigned() => IntegerType::unsigned(context, 32).into(),
                Some(_) => IntegerType::new(context, 32).into(),
                None => element,
            },
            _ => element,
        }
    }

    /// The result for no elements.
    fn initial<'c>(self, context: &'c Context, element: Type<'c>) -> Option<Attribute<'c>> {
        let r#type = types::scalar_type(element);
        let number = match self {
            Self::Sum | Self::Mean | Self::Any => Number::Integer(0),
            Self::Product | Self::All => Number::Integer(1),
            Self::Maximum if element.is_float() => Number::Float(f64::NEG_INFINITY),
            Self::Minimum if element.is_float() => Number::Float(f64::INFINITY),
            Self::Maximum | Self::Minimum => {
                let integer = ir::as_integer_type(element)?;
                let lowest = match integer.is_unsigned() {
                    true => 0,
                    false => i64::MIN >> (64 - integer.width()),
                };
                let value = match self {
                    Self::Maximum => lowest,
                    _ => !lowest,
                };
                let value = IntegerAttribute::new(element, value);
                return Some(DenseElementsAttribute::splat(r#type, value.into()).into());
            }
        };
        ir::splat(context, r#type, number)
    }
}

/// The reduced dims, in order, and the extents of the result without them.
struct ReductionPlan {
    extents: IntegerRow,
    dims: Vec<usize>,
    kept: Vec<Integer>,
    result: Vec<Integer>,
}

fn plan(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    reducer: Reducer,
) -> Result<ReductionPlan, Refusal> {
    let input = operand(operation, 0)?;
    if !types::element(input.r#type()).is_none_or(|element| reducer.takes(element)) {
        return Err(types::refuse("operand #0".into(), input.r#type(), None));
    }
    let extents = extents(values, operation, 0)?;
    let mut dims = vec![];
    for dim in constants(values, operation, 1, "the list of reduced dims")? {
        let dim = dim_of("a reduced dim", dim, extents.len())?;
        if dims.contains(&dim) {
            return Err(Refusal::Value {
                what: "a reduced dim",
                found: format!("{dim} twice"),
                expected: "each dim once".into(),
            });
        }
        dims.push(dim);
    }
    dims.sort_unstable();
    let keeps = is_set(operation, "keep_dims");
    let one = values.index(1);
    let mut kept = vec![];
    let mut result = vec![];
    for (dim, &extent) in extents.iter().enumerate() {
        match dims.contains(&dim) {
            true if keeps => result.push(one),
            true => {}
            false => {
                kept.push(extent);
                result.push(extent);
            }
        }
    }
    Ok(ReductionPlan {
        extents,
        dims,
        kept,
        result,
    })
}

fn read<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
    reducer: Reducer,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    if reducer == Reducer::Sum && undoes_broadcast(values, operation) {
        return Ok(OpOutcome::Known);
    }
    let plan = plan(values, operation, reducer)?;
    set_extents(values, operation, &plan.result)?;
    let elements = reduced(values, operation, reducer, &plan);
    Ok(reading(values, operation, elements))
}

/// Returns the number that a row of integers is reduced to.
fn reduced(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    reducer: Reducer,
    plan: &ReductionPlan,
) -> Option<Vec<Integer>> {
    let row = values.elements(ir::operand(operation, 0)?)?;
    if plan.dims.is_empty() {
        return Some(row.to_vec());
    }
    let function = reducer.function().filter(|_| plan.extents.len() == 1)?;
    let is_wide = |&id: &Integer| values.integers.bits(id) > 1;
    let is_wide = row.iter().all(is_wide);
    let (&first, others) = row.split_first().filter(|_| is_wide)?;
    let number = others.iter().fold(first, |number, &next| {
        values.integers.apply(function, &[number, next])
    });
    Some(vec![number])
}

fn emit<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    reducer: Reducer,
) -> Option<Vec<Value<'c, 'a>>> {
    let plan = plan(&mut legalizer.values, operation, reducer).ok()?;
    let r#type = legalizer.result_type(operation)?;
    let value = legalizer.operand(operation, 0)?;
    if plan.dims.is_empty() {
        return Some(vec![value]);
    }
    let element = types::element(r#type)?;
    let accumulator = reducer.accumulator(legalizer.context(), element);
    let mut value = reduce(legalizer, value, reducer, &plan.dims, &plan.kept)?;
    if reducer == Reducer::Mean {
        let counted = plan.dims.iter().map(|&dim| plan.extents[dim]);
        let mut count = legalizer.values.product(&counted.collect::<Vec<_>>());
        if element.is_integer() {
            // The mean of no integers is 0, that of no floats is NaN.
            let integers = &mut legalizer.values.integers;
            let one = integers.constant(1, INDEX_BITS);
            count = integers.apply(Function::Maximum(Signed), &[count, one]);
        }
        let count = legalizer.number(count);
        let scalar = types::scalar_type(accumulator);
        let count = legalizer.op(stablehlo::CONVERT, &[count], &[], scalar);
        let count = legalizer.broadcast_to(count, &[], value.r#type(), &plan.kept)?;
        value = legalizer.op(stablehlo::DIVIDE, &[value, count], &[], value.r#type());
    }
    if accumulator != element {
        let narrow = legalizer.with_element(value.r#type(), element);
        value = legalizer.op(stablehlo::CONVERT, &[value], &[], narrow);
    }
    if plan.kept.len() == plan.result.len() {
        return Some(vec![value]);
    }
    Some(vec![reshape(legalizer, value, r#type, &plan.result)])
}

/// Emits a reduction in the type that elements are accumulated in.
fn reduce<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    value: Value<'c, 'a>,
    reducer: Reducer,
    dims: &[usize],
    kept: &[Integer],
) -> Option<Value<'c, 'a>> {
    let element = types::element(value.r#type())?;
    let accumulator = reducer.accumulator(legalizer.context(), element);
    let value = match accumulator == element {
        true => value,
        false => {
            let wide = legalizer.with_element(value.r#type(), accumulator);
            legalizer.op(stablehlo::CONVERT, &[value], &[], wide)
        }
    };
    let scalar = types::scalar_type(accumulator);
    let initial = reducer.initial(legalizer.context(), accumulator)?;
    let initial = legalizer.constant(initial, scalar)?;
    let r#type = type_of(&legalizer.values, kept, accumulator);
    let dimensions = &dim_list(dims);
    let attributes = ReduceOp { dimensions }.attributes(legalizer.context());
    let results = legalizer.emitter.emit_with_block(
        stablehlo::REDUCE,
        &[value, initial],
        &attributes,
        &[r#type],
        &[scalar, scalar],
        |block| block.append_reducer(reducer.op()),
    );
    results.first().copied()
}

/// Returns whether a sum is along the dims that a broadcast expands, its rank is known only at run
/// time, and all its users reshape it to what was broadcast.
fn undoes_broadcast(values: &mut IntegerValues, operation: OperationRef<'_, '_>) -> bool {
    let Some(dims) = ir::operand(operation, 1) else {
        return false;
    };
    let is_gradient =
        ir::defining_op(dims).is_some_and(|op| ir::name_str(op.name()) == Some(GRADIENT_DIMS));
    let Some(result) = ir::result(operation, 0).filter(|_| is_gradient) else {
        return false;
    };
    if result.r#type().is_ranked_tensor() && values.elements(dims).is_some() {
        return false;
    }
    let users = ir::users(result);
    users
        .iter()
        .all(|&(user, index)| index == 0 && ir::name_str(user.name()) == Some("tf.Reshape"))
}

/// Returns the `tf.Sum` in front of a reshape if the two reverse a broadcast.
pub fn unbroadcast<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Option<OperationRef<'c, 'a>> {
    let sum = ir::defining_op(ir::operand(operation, 0)?)?;
    let is_sum = ir::name_str(sum.name()) == Some("tf.Sum");
    (is_sum && undoes_broadcast(values, sum)).then_some(sum)
}

/// Returns the sizes of what was broadcast.
///
/// # Errors
///
/// Fails if the reshape is to other sizes.
pub fn read_unbroadcast(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    sum: OperationRef<'_, '_>,
) -> Result<Vec<Integer>, Refusal> {
    let input = operand(sum, 0)?;
    if !types::element(input.r#type()).is_some_and(|element| Reducer::Sum.takes(element)) {
        return Err(types::refuse("its operand".into(), input.r#type(), None));
    }
    let extents = extents(values, sum, 0)?;
    let sizes = numbers(values, operation, 1, "the shape")?;
    let dims = operand(sum, 1)?;
    let expected = ir::defining_op(dims).and_then(|gradient| {
        let mut results = gradient.results();
        let index = results.position(|result| Value::from(result) == dims)?;
        values.elements(ir::operand(gradient, index)?)
    });
    let expected = expected.map(|expected| known::wide(values, &expected));
    if expected.as_ref() != Some(&sizes) || sizes.len() > extents.len() {
        return Err(Refusal::Other(format!(
            "it sums along dims that '{GRADIENT_DIMS}' computes at run time, but the shape is not \
             known to be the one that it was given; reshape to that shape"
        )));
    }
    Ok(sizes)
}

/// Emits a sum along the dims that a broadcast expanded: a dim of size `n` that was broadcast from
/// size `m` is seen as `n / m` rows of `m` elements, where `m` is either 1 or `n`.
pub fn emit_unbroadcast<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    sum: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let sizes = read_unbroadcast(&mut legalizer.values, operation, sum).ok()?;
    let input = ir::operand(sum, 0)?;
    let extents = legalizer.extents(input)?;
    let missing = extents.len() - sizes.len();
    let one = legalizer.values.index(1);
    let (mut view, mut dims, mut kept) = (vec![], vec![], vec![]);
    for (dim, &extent) in extents.iter().enumerate() {
        let size = dim.checked_sub(missing).map(|dim| sizes[dim]);
        let integers = &mut legalizer.values.integers;
        match size {
            Some(size) if size == extent || integers.value(size).is_some_and(|size| size != 1) => {
                view.push(extent);
                kept.push(extent);
            }
            Some(size) if integers.value(size).is_none() => {
                let nonzero = integers.apply(Function::Maximum(Signed), &[size, one]);
                let rows = integers.apply(Function::Divide(Signed), &[extent, nonzero]);
                dims.push(view.len());
                view.extend([rows, size]);
                kept.push(size);
            }
            // It has size 1, or no dim at all.
            _ => {
                dims.push(view.len());
                view.push(extent);
            }
        }
    }
    let mut value = legalizer.value(input);
    let element = types::element(r#type)?;
    if view.len() != extents.len() {
        let view_type = type_of(&legalizer.values, &view, element);
        value = reshape(legalizer, value, view_type, &view);
    }
    if !dims.is_empty() {
        value = reduce(legalizer, value, Reducer::Sum, &dims, &kept)?;
        if types::element(value.r#type())? != element {
            let narrow = legalizer.with_element(value.r#type(), element);
            value = legalizer.op(stablehlo::CONVERT, &[value], &[], narrow);
        }
    }
    if kept.len() != sizes.len() {
        value = reshape(legalizer, value, r#type, &sizes);
    }
    Some(vec![value])
}

/// Returns the dims that a broadcast of shapes expands, for each of them; `None` if that is not
/// known. As TensorFlow does, it lists dims of size 1 unless the shapes are equal.
pub fn gradient_dims(
    values: &mut IntegerValues,
    shapes: &[Vec<Integer>; 2],
) -> Option<[Vec<i64>; 2]> {
    if shapes[0] == shapes[1] {
        return Some([vec![], vec![]]);
    }
    let rank = shapes[0].len().max(shapes[1].len());
    let mut are_different = shapes[0].len() != shapes[1].len();
    let one = values.index(1);
    let mut dims = [vec![], vec![]];
    for dim in 0..rank {
        let sizes = [0, 1].map(|index: usize| {
            let place = (dim + shapes[index].len()).checked_sub(rank);
            place.map_or(one, |place| shapes[index][place])
        });
        let known = sizes.map(|size| values.integers.value(size));
        are_different |= known[0].is_some() && known[1].is_some() && known[0] != known[1];
        for (dims, size) in dims.iter_mut().zip(known) {
            match size {
                Some(1) => dims.push(dim as i64),
                Some(_) => {}
                // Of the same size as the other one, it is in both lists or in none.
                None => return None,
            }
        }
    }
    are_different.then_some(dims)
}

/// The constants of a row, in a width.
pub fn row_of(values: &mut IntegerValues, constants: &[i64], bits: u32) -> Vec<Integer> {
    let constants = constants.iter();
    let constants = constants.map(|&value| values.integers.constant(value, INDEX_BITS));
    let constants = constants.collect::<Vec<_>>();
    let constants = constants.into_iter();
    constants
        .map(|id| values.integers.convert(id, bits, Unsigned))
        .collect()
}
