//! Sizes that are computed in floats or in unsigned integers, which facts do not follow: `n * 0.5`.
//!
//! With numbers in place of sizes, they are computed as the program does: results are rounded to the
//! type of each op, and unsigned integers wrap. What is undefined there is not known here.

use super::{
    Specializer,
    elements::{Floats, MAX_ELEMENTS, TensorElements},
};
use crate::{
    analysis::{Analysis, Walk},
    dialect::stablehlo::{self, ComparisonDirection, ComparisonType},
    ir::{self, ValueKey},
    lower::read_lowered,
};
use melior::ir::{
    AttributeLike, OperationRef, Type, TypeLike, Value, ValueLike,
    operation::OperationLike,
    r#type::{IntegerType, RankedTensorType, ShapedTypeLike},
};
use std::cmp::Ordering;

/// The type of the elements of a tensor.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ElementKind {
    Integer { bits: u32, is_unsigned: bool },
    F32,
    F64,
}

impl ElementKind {
    /// Returns the type of the elements of a tensor that is followed, and how many there are.
    fn of(r#type: Type<'_>) -> Option<(Self, usize)> {
        let tensor = RankedTensorType::try_from(r#type).ok()?;
        let shape = ir::shaped_type(r#type);
        let sizes = shape.shape()?.iter().map(|dim| dim.fixed_size());
        let mut sizes = sizes.collect::<Option<Vec<_>>>()?.into_iter();
        let count = sizes.try_fold(1_i64, i64::checked_mul)?;
        let count = usize::try_from(count).ok()?;
        let element = Self::of_element(tensor.element())?;
        (count <= MAX_ELEMENTS).then_some((element, count))
    }

    fn of_element(element: Type<'_>) -> Option<Self> {
        if element.is_f32() {
            return Some(Self::F32);
        }
        if element.is_f64() {
            return Some(Self::F64);
        }
        let integer = IntegerType::try_from(element).ok()?;
        (integer.width() <= 64).then_some(Self::Integer {
            bits: integer.width(),
            // A truth value is 0 or 1.
            is_unsigned: integer.is_unsigned() || integer.width() == 1,
        })
    }

    fn is_truth(self) -> bool {
        matches!(self, Self::Integer { bits: 1, .. })
    }

    /// Rounds or wraps a number as this type does; `None` if the type has no such number.
    fn float(self, number: f64) -> Option<f64> {
        match self {
            Self::F32 => Some(f64::from(number as f32)),
            Self::F64 => Some(number),
            Self::Integer { .. } => None,
        }
    }

    fn integer(self, number: i128) -> Option<i128> {
        let Self::Integer { bits, is_unsigned } = self else {
            return None;
        };
        let modulus = 1_i128 << bits;
        let wrapped = number.rem_euclid(modulus);
        let is_negative = !is_unsigned && wrapped >= modulus / 2;
        Some(if is_negative {
            wrapped - modulus
        } else {
            wrapped
        })
    }
}

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Computes the elements of an op's result, if those of its operands are known, and it is not one
    /// that facts follow.
    pub(super) fn evaluate(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) {
        let floats = &self.frame().floats;
        if let Some(numbers) = evaluate(&mut walk.analysis, floats, operation) {
            self.note_evaluated(walk, operation, numbers);
        }
    }

    /// Computes the elements of the result of an op that broadcasts, if those of its operands are known: it is
    /// lowered apart. Returns whether nothing needs the op any more.
    pub(super) fn evaluate_broadcast(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) -> bool {
        let result = ir::result(operation, 0).map(|result| result.r#type());
        if result.and_then(ElementKind::of).is_none() {
            return false;
        }
        let operands = operation.operands().map(|it| self.numbers_of(walk, it));
        let Some(operands) = operands.collect::<Option<Vec<_>>>() else {
            return false;
        };
        let numbers = read_lowered(operation, &mut self.rules, |operations, values, result| {
            let mut analysis = Analysis::default();
            let mut floats = Floats::default();
            for (&value, numbers) in values.iter().zip(&operands) {
                note(&mut analysis, &mut floats, value, numbers);
            }
            for &operation in operations {
                analysis.learn(operation);
                if let Some(numbers) = evaluate(&mut analysis, &floats, operation)
                    && let Some(result) = ir::result(operation, 0)
                {
                    note(&mut analysis, &mut floats, result, &numbers);
                }
            }
            numbers_of(&mut analysis, &floats, result)
        });
        let Some(numbers) = numbers.flatten() else {
            return false;
        };
        let is_integer = matches!(numbers, TensorElements::Integers(_));
        self.note_evaluated(walk, operation, numbers);
        if is_integer {
            self.frame().done.push(operation);
        }
        is_integer
    }

    /// Notes the elements of an op's result.
    fn note_evaluated(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
        numbers: TensorElements,
    ) {
        let Some(result) = ir::result(operation, 0) else {
            return;
        };
        let floats = &mut self.frame().floats;
        let bits = note(&mut walk.analysis, floats, result, &numbers);
        self.frame().known.extend(bits.map(|bits| (result, bits)));
    }

    /// Returns the elements of a value, if they are known.
    pub(super) fn numbers_of(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        value: Value<'c, 'a>,
    ) -> Option<TensorElements> {
        numbers_of(&mut walk.analysis, &self.frame().floats, value)
    }
}

/// Notes the elements of a value; returns the bits of integers.
fn note(
    analysis: &mut Analysis,
    floats: &mut Floats,
    value: Value<'_, '_>,
    numbers: &TensorElements,
) -> Option<Vec<i64>> {
    match numbers {
        TensorElements::Integers(integers) => {
            // The analysis knows the bits of unsigned integers.
            let bits = integers.iter().map(|&number| number as i64);
            let bits = bits.collect::<Vec<_>>();
            analysis.set_numbers(value, &bits);
            Some(bits)
        }
        TensorElements::Floats(numbers) => {
            floats.insert(ValueKey::new(value), numbers.clone());
            None
        }
    }
}

/// Returns the elements of a value, if they are known.
fn numbers_of(
    analysis: &mut Analysis,
    floats: &Floats,
    value: Value<'_, '_>,
) -> Option<TensorElements> {
    if let Some(floats) = floats.get(&ValueKey::new(value)) {
        return Some(TensorElements::Floats(floats.clone()));
    }
    let bits = analysis.constant_numbers(value)?.into_iter();
    let bits = bits.map(i128::from);
    let tensor = RankedTensorType::try_from(value.r#type()).ok();
    let numbers = match tensor.and_then(|it| ElementKind::of_element(it.element())) {
        Some(element) => bits.map(|it| element.integer(it)).collect::<Option<_>>()?,
        None => bits.collect(),
    };
    Some(TensorElements::Integers(numbers))
}

/// Returns the elements of the result of an op that facts do not follow, if those of its operands are known.
fn evaluate(
    analysis: &mut Analysis,
    floats: &Floats,
    operation: OperationRef<'_, '_>,
) -> Option<TensorElements> {
    let name = ir::name_str(operation.name())?;
    if !name.starts_with(stablehlo::PREFIX) || operation.result_count() != 1 {
        return None;
    }
    let result = ir::result(operation, 0)?;
    let (element, count) = ElementKind::of(result.r#type())?;
    if analysis.constant_numbers(result).is_some() {
        return None;
    }
    let operands = operation.operands();
    let operands = operands.map(|operand| numbers_of(analysis, floats, operand));
    let operands = operands.collect::<Option<Vec<_>>>()?;
    let numbers = compute(operation, name, element, &operands)?;
    match numbers {
        TensorElements::Floats(floats)
            if name == stablehlo::BROADCAST_IN_DIM && floats.len() == 1 =>
        {
            Some(TensorElements::Floats(vec![floats[0]; count]))
        }
        numbers => Some(numbers).filter(|numbers| numbers.len() == count),
    }
}

/// Computes the elements of a result.
fn compute(
    operation: OperationRef<'_, '_>,
    name: &str,
    element: ElementKind,
    operands: &[TensorElements],
) -> Option<TensorElements> {
    match (name, operands) {
        (stablehlo::CONSTANT, []) => constant(operation, element),
        (stablehlo::RESHAPE, [numbers]) => Some(numbers.clone()),
        (stablehlo::BROADCAST_IN_DIM, [numbers]) if keeps_order(operation) => Some(numbers.clone()),
        (stablehlo::CONVERT, [numbers]) => convert(element, numbers),
        (stablehlo::COMPARE, [lhs, rhs]) => compare(operation, lhs, rhs),
        // The function is looked up first: no element would ask for it if there are none.
        (_, [TensorElements::Floats(operand)]) => {
            let function = unary(name)?;
            let results = operand.iter().map(|&a| element.float(function(a)));
            Some(TensorElements::Floats(results.collect::<Option<_>>()?))
        }
        (_, [TensorElements::Floats(lhs), TensorElements::Floats(rhs)])
            if lhs.len() == rhs.len() =>
        {
            let function = binary(name)?;
            let pairs = lhs.iter().zip(rhs);
            let is_number = |&(a, b): &(&f64, &f64)| !a.is_nan() && !b.is_nan();
            let results = pairs.map(|pair| {
                let (&a, &b) = Some(pair).filter(is_number)?;
                element.float(function(a, b))
            });
            Some(TensorElements::Floats(results.collect::<Option<_>>()?))
        }
        (_, [TensorElements::Integers(lhs), TensorElements::Integers(rhs)])
            if lhs.len() == rhs.len() =>
        {
            let function = match element.is_truth() {
                true => truth_binary(name)?,
                false => integer_binary(name)?,
            };
            let pairs = lhs.iter().zip(rhs);
            let results = pairs.map(|(&a, &b)| element.integer(function(a, b)?));
            Some(TensorElements::Integers(results.collect::<Option<_>>()?))
        }
        _ => None,
    }
}

/// Returns whether an op that repeats elements does not exchange dims.
fn keeps_order(operation: OperationRef<'_, '_>) -> bool {
    let operand = ir::operand(operation, 0);
    let rank = operand.and_then(|it| Some(ir::as_ranked_tensor(it.r#type())?.rank()));
    rank.is_some_and(|rank| rank <= 1)
}

fn constant(operation: OperationRef<'_, '_>, element: ElementKind) -> Option<TensorElements> {
    let value = operation.attribute("value").ok()?;
    if let ElementKind::Integer { .. } = element {
        let numbers = ir::int_elements_value(value, MAX_ELEMENTS)?.into_iter();
        let numbers = numbers.map(|number| element.integer(number.into()));
        return Some(TensorElements::Integers(numbers.collect::<Option<_>>()?));
    }
    let elements = ir::as_dense_elements(value)?;
    let tensor = ir::as_ranked_tensor(value.r#type())?;
    let numbers = (0..elements.len()).map(|index| match tensor.element().is_f32() {
        true => elements.f32_element(index).ok().map(f64::from),
        false => elements.f64_element(index).ok(),
    });
    Some(TensorElements::Floats(numbers.collect::<Option<_>>()?))
}

fn convert(element: ElementKind, numbers: &TensorElements) -> Option<TensorElements> {
    Some(match (element, numbers) {
        (ElementKind::Integer { bits: 1, .. }, _) => {
            let truths = match numbers {
                TensorElements::Integers(numbers) => {
                    numbers.iter().map(|&it| i128::from(it != 0)).collect()
                }
                TensorElements::Floats(numbers) => {
                    numbers.iter().map(|&it| i128::from(it != 0.0)).collect()
                }
            };
            TensorElements::Integers(truths)
        }
        (ElementKind::Integer { .. }, TensorElements::Integers(numbers)) => {
            let numbers = numbers.iter().map(|&number| element.integer(number));
            TensorElements::Integers(numbers.collect::<Option<_>>()?)
        }
        (ElementKind::Integer { .. }, TensorElements::Floats(numbers)) => {
            let numbers = numbers.iter().map(|&number| {
                let whole = number.trunc();
                // Beyond the type, and for NaN, it is not defined.
                let integer = (whole.abs() < 2_f64.powi(100)).then_some(whole as i128)?;
                element
                    .integer(integer)
                    .filter(|&wrapped| wrapped == integer)
            });
            TensorElements::Integers(numbers.collect::<Option<_>>()?)
        }
        (ElementKind::F32, TensorElements::Integers(numbers)) => {
            let numbers = numbers.iter().map(|&number| f64::from(number as f32));
            TensorElements::Floats(numbers.collect())
        }
        (ElementKind::F64, TensorElements::Integers(numbers)) => {
            TensorElements::Floats(numbers.iter().map(|&number| number as f64).collect())
        }
        (_, TensorElements::Floats(numbers)) => {
            let numbers = numbers.iter().map(|&number| element.float(number));
            TensorElements::Floats(numbers.collect::<Option<_>>()?)
        }
    })
}

fn compare(
    operation: OperationRef<'_, '_>,
    lhs: &TensorElements,
    rhs: &TensorElements,
) -> Option<TensorElements> {
    let direction = ir::to_comparison_direction(ir::comparison_direction(operation)?);
    let kind = operation.attribute("compare_type").ok();
    let kind = kind.and_then(ComparisonType::from_attribute);
    let truths = match (lhs, rhs) {
        (TensorElements::Integers(a), TensorElements::Integers(b)) => {
            let pairs = a.iter().zip(b);
            pairs.map(|(a, b)| holds(direction, a, b)).collect()
        }
        (TensorElements::Floats(a), TensorElements::Floats(b))
            if kind == Some(ComparisonType::Totalorder) =>
        {
            // The sign of a NaN, which is its place in this order, depends on the machine.
            if a.iter().chain(b).any(|number| number.is_nan()) {
                return None;
            }
            let pairs = a.iter().zip(b);
            let orders = pairs.map(|(a, b)| a.total_cmp(b));
            orders
                .map(|order| holds(direction, &order, &Ordering::Equal))
                .collect()
        }
        (TensorElements::Floats(a), TensorElements::Floats(b))
            if kind == Some(ComparisonType::Weakorder) =>
        {
            let pairs = a.iter().zip(b);
            let orders = pairs.map(|(a, b)| weak_order(*a, *b));
            orders
                .map(|order| holds(direction, &order, &Ordering::Equal))
                .collect()
        }
        (TensorElements::Floats(a), TensorElements::Floats(b)) => {
            let pairs = a.iter().zip(b);
            pairs.map(|(a, b)| holds(direction, a, b)).collect()
        }
        _ => return None,
    };
    Some(TensorElements::Integers(truths))
}

/// Returns the order in which zeros are equal, and NaN are equal to one another and greater than all numbers.
fn weak_order(a: f64, b: f64) -> Ordering {
    let by_nan = || a.is_nan().cmp(&b.is_nan());
    a.partial_cmp(&b).unwrap_or_else(by_nan)
}

fn holds<T: PartialOrd>(direction: ComparisonDirection, a: &T, b: &T) -> i128 {
    i128::from(match direction {
        ComparisonDirection::Eq => a == b,
        ComparisonDirection::Ne => a != b,
        ComparisonDirection::Ge => a >= b,
        ComparisonDirection::Gt => a > b,
        ComparisonDirection::Le => a <= b,
        ComparisonDirection::Lt => a < b,
    })
}

fn unary(name: &str) -> Option<fn(f64) -> f64> {
    Some(match name {
        stablehlo::ABS => f64::abs,
        stablehlo::CEIL => f64::ceil,
        stablehlo::FLOOR => f64::floor,
        stablehlo::NEGATE => |a| -a,
        stablehlo::ROUND_NEAREST_AFZ => f64::round,
        stablehlo::ROUND_NEAREST_EVEN => f64::round_ties_even,
        _ => return None,
    })
}

/// Returns a function of 64 bits, whose result rounded to 32 bits is the one of 32 bits. No operand
/// is NaN.
fn binary(name: &str) -> Option<fn(f64, f64) -> f64> {
    Some(match name {
        stablehlo::ADD => |a, b| a + b,
        stablehlo::SUBTRACT => |a, b| a - b,
        stablehlo::MULTIPLY => |a, b| a * b,
        stablehlo::DIVIDE => |a, b| a / b,
        // -0 is less than 0.
        stablehlo::MAXIMUM => |a, b| if a.total_cmp(&b).is_lt() { b } else { a },
        stablehlo::MINIMUM => |a, b| if a.total_cmp(&b).is_gt() { b } else { a },
        _ => return None,
    })
}

fn integer_binary(name: &str) -> Option<fn(i128, i128) -> Option<i128>> {
    Some(match name {
        stablehlo::ADD => i128::checked_add,
        stablehlo::SUBTRACT => i128::checked_sub,
        stablehlo::MULTIPLY => i128::checked_mul,
        stablehlo::DIVIDE => i128::checked_div,
        stablehlo::REMAINDER => i128::checked_rem,
        stablehlo::MAXIMUM => |a, b| Some(a.max(b)),
        stablehlo::MINIMUM => |a, b| Some(a.min(b)),
        _ => return None,
    })
}

/// Returns a function of truth values, whose arithmetic is that of logic.
fn truth_binary(name: &str) -> Option<fn(i128, i128) -> Option<i128>> {
    Some(match name {
        stablehlo::ADD | stablehlo::MAXIMUM => |a, b| Some(a | b),
        stablehlo::MULTIPLY | stablehlo::MINIMUM => |a, b| Some(a & b),
        _ => return None,
    })
}
