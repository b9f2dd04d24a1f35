//! Emission of arithmetic on sizes.

use crate::{
    dialect::stablehlo,
    ir::{self, ValueKey, Width},
    padder::{Count, Padder, element, shape_of},
    range::MAX_DEPTH,
};
use melior::ir::{Type, Value, ValueLike, operation::OperationLike, r#type::IntegerType};
use rustc_hash::FxHashMap;

/// How many ops of a list are computed for one element on its own; each has up to three operands.
const MAX_COMPUTED: usize = 4;

/// A sum of multiples of values, and a constant.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct LinearCount {
    /// The factor of each value, which is not 0.
    pub terms: FxHashMap<ValueKey, i64>,
    pub constant: i64,
}

impl LinearCount {
    fn add(&mut self, value: ValueKey, factor: i64) {
        let sum = self.terms.entry(value).or_default();
        *sum = sum.wrapping_add(factor);
        self.terms.retain(|_, factor| *factor != 0);
    }

    /// Subtracts another number.
    pub fn subtract(&mut self, other: &Self) {
        self.constant = self.constant.wrapping_sub(other.constant);
        for (&value, factor) in &other.terms {
            self.add(value, factor.wrapping_neg());
        }
    }

    /// Returns this number and a constant.
    pub fn plus(&self, number: i64) -> Self {
        Self {
            constant: self.constant.wrapping_add(number),
            ..self.clone()
        }
    }
}

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Emits a number as a `tensor<i32>`.
    pub fn count(&mut self, count: Count<'c, 'a>) -> Value<'c, 'a> {
        match count {
            Count::Known(number) => {
                let number = number.clamp(i32::MIN.into(), i32::MAX.into());
                self.emitter.emit_constant(number, Width::I32)
            }
            Count::Value(value) => value,
        }
    }

    fn arithmetic(
        &mut self,
        name: &'static str,
        a: Count<'c, 'a>,
        b: Count<'c, 'a>,
    ) -> Count<'c, 'a> {
        let (a, b) = (self.count(a), self.count(b));
        Count::Value(self.emitter.emit_pure(name, &[a, b], &[], a.r#type()))
    }

    pub fn add(&mut self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> Count<'c, 'a> {
        match (a, b) {
            (Count::Known(a), Count::Known(b)) => Count::Known(a + b),
            (Count::Known(0), other) | (other, Count::Known(0)) => other,
            _ => self.arithmetic(stablehlo::ADD, a, b),
        }
    }

    pub fn subtract(&mut self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> Count<'c, 'a> {
        match (a, b) {
            (Count::Known(a), Count::Known(b)) => Count::Known(a - b),
            (a, Count::Known(0)) => a,
            _ => {
                let (first, second) = (self.linear(a), self.linear(b));
                let distance = first.constant.checked_sub(second.constant);
                let distance = distance.filter(|it| i32::try_from(*it).is_ok());
                match distance.filter(|_| first.terms == second.terms) {
                    Some(distance) => Count::Known(distance),
                    None => self.arithmetic(stablehlo::SUBTRACT, a, b),
                }
            }
        }
    }

    pub fn multiply(&mut self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> Count<'c, 'a> {
        match (a, b) {
            (Count::Known(a), Count::Known(b)) => Count::Known(a * b),
            (Count::Known(0), _) | (_, Count::Known(0)) => Count::Known(0),
            (Count::Known(1), other) | (other, Count::Known(1)) => other,
            _ => self.arithmetic(stablehlo::MULTIPLY, a, b),
        }
    }

    /// The quotient of two numbers that are not negative, rounded down; the divisor is positive.
    pub fn divide(&mut self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> Count<'c, 'a> {
        match (a, b) {
            (Count::Known(a), Count::Known(b)) => Count::Known(a / b.max(1)),
            (a, Count::Known(1)) => a,
            _ => self.arithmetic(stablehlo::DIVIDE, a, b),
        }
    }

    pub fn maximum(&mut self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> Count<'c, 'a> {
        match (a, b) {
            (Count::Known(a), Count::Known(b)) => Count::Known(a.max(b)),
            _ => self.arithmetic(stablehlo::MAXIMUM, a, b),
        }
    }

    /// Returns the maximum of two numbers. Emits an op only if it is not known which is greater.
    fn greater(&mut self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> Count<'c, 'a> {
        match (self.is_at_most(a, b), self.is_at_most(b, a)) {
            (true, _) => b,
            (_, true) => a,
            _ => self.arithmetic(stablehlo::MAXIMUM, a, b),
        }
    }

    /// Returns the minimum of two numbers. Emits an op only if it is not known which is smaller.
    fn lesser(&mut self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> Count<'c, 'a> {
        match (self.is_at_most(a, b), self.is_at_most(b, a)) {
            (true, _) => a,
            (_, true) => b,
            _ => self.arithmetic(stablehlo::MINIMUM, a, b),
        }
    }

    /// Returns a number as a constant plus multiples of values that are not sums themselves.
    pub fn linear(&self, count: Count<'c, 'a>) -> LinearCount {
        let mut sum = LinearCount::default();
        let mut pending = vec![(count, 1i64)];
        // The name of a size may be that of a sum which it is itself a part of.
        let mut rest = MAX_DEPTH;
        while let Some((count, factor)) = pending.pop() {
            let value = match count {
                Count::Known(number) => {
                    sum.constant = sum.constant.wrapping_add(number.wrapping_mul(factor));
                    continue;
                }
                Count::Value(value) => value,
            };
            if let Some(number) = ir::constant_integer(value) {
                pending.push((Count::Known(number), factor));
                continue;
            }
            let parts = match rest {
                0 => None,
                _ => self.parts(value),
            };
            rest = rest.saturating_sub(1);
            match parts {
                Some(parts) => pending.extend(
                    parts
                        .into_iter()
                        .map(|(part, own)| (part, own.wrapping_mul(factor))),
                ),
                None => sum.add(ValueKey::new(value), factor),
            }
        }
        sum
    }

    /// Returns the multiples of numbers that a number is the sum of; `None` if it is none.
    fn parts(&self, value: Value<'c, 'a>) -> Option<Vec<(Count<'c, 'a>, i64)>> {
        if let Some(named) = self.known_number(value, 0)
            && named != Count::Value(value)
        {
            return Some(vec![(named, 1)]);
        }
        let operation = ir::defining_op(value)?;
        let first = ir::operand(operation, 0)?;
        let both = |factor| {
            let second = ir::operand(operation, 1)?;
            Some(vec![
                (Count::Value(first), 1),
                (Count::Value(second), factor),
            ])
        };
        match ir::name_str(operation.name())? {
            stablehlo::RESHAPE => Some(vec![(Count::Value(first), 1)]),
            // A sum of narrower numbers may have wrapped.
            stablehlo::CONVERT if is_wide(first) => Some(vec![(Count::Value(first), 1)]),
            stablehlo::ADD => both(1),
            stablehlo::SUBTRACT => both(-1),
            stablehlo::MULTIPLY => {
                let second = ir::operand(operation, 1)?;
                let numbers = [first, second].map(ir::constant_integer);
                match numbers {
                    [_, Some(number)] => Some(vec![(Count::Value(first), number)]),
                    [Some(number), None] => Some(vec![(Count::Value(second), number)]),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns a number in a tensor of integers of the input, if it is known, or is a size that is.
    pub fn known_number(&self, numbers: Value<'c, 'a>, index: usize) -> Option<Count<'c, 'a>> {
        let number = self.plan.numbers(numbers).get(index)?;
        if let Some(constant) = number.constant {
            return Some(Count::Known(constant));
        }
        self.named_count(number.name?)
    }

    /// Returns an element of a tensor of integers of rank 1.
    pub fn element(&mut self, numbers: Value<'c, 'a>, index: usize) -> Count<'c, 'a> {
        self.element_at(numbers, index, MAX_COMPUTED)
    }

    fn element_at(&mut self, numbers: Value<'c, 'a>, index: usize, depth: usize) -> Count<'c, 'a> {
        if let Some(count) = self.known_number(numbers, index) {
            return count;
        }
        if let Some(count) = self.computed_element(numbers, index, depth) {
            return count;
        }
        let start = index as i64;
        let part = match element(numbers, index) {
            Some(part) => part,
            None => self.slice(numbers, &[start], &[start + 1], &[1]),
        };
        if let Some(number) = ir::constant_integer(part) {
            return Count::Known(number);
        }
        let scalar = ir::defined_by(part, stablehlo::RESHAPE)
            .or_else(|| ir::defined_by(part, stablehlo::BROADCAST_IN_DIM))
            .and_then(|it| ir::operand(it, 0));
        if let Some(scalar) = scalar.filter(|it| shape_of(*it).is_empty()) {
            return match ir::constant_integer(scalar) {
                Some(number) => Count::Known(number),
                None => Count::Value(self.as_i32(scalar)),
            };
        }
        let scalar = self.reshape(part, &[]);
        Count::Value(self.as_i32(scalar))
    }

    /// Returns an element of what is computed element by element, computed on its own: consumers compute scalars on the
    /// host, and lists as other tensors.
    fn computed_element(
        &mut self,
        numbers: Value<'c, 'a>,
        index: usize,
        depth: usize,
    ) -> Option<Count<'c, 'a>> {
        let operation = ir::defining_op(numbers).filter(|_| depth > 0)?;
        let compute = match ir::name_str(operation.name())? {
            stablehlo::ADD => Self::add,
            stablehlo::SUBTRACT => Self::subtract,
            stablehlo::MULTIPLY => Self::multiply,
            stablehlo::MAXIMUM => Self::greater,
            stablehlo::MINIMUM | stablehlo::CLAMP => Self::lesser,
            _ => return None,
        };
        let operands = operation.operands().collect::<Vec<_>>();
        let i32 = self.i32();
        let is_narrow = |it: &Value<'c, 'a>| ir::element_type(it.r#type()) == Some(i32);
        // Wider numbers would lose bits on the way.
        if shape_of(numbers).is_empty() || !operands.iter().all(is_narrow) {
            return None;
        }
        let mut counts = operands
            .into_iter()
            .map(|it| match shape_of(it).is_empty() {
                true => ir::constant_integer(it).map_or(Count::Value(it), Count::Known),
                false => self.element_at(it, index, depth - 1),
            });
        let (first, second) = (counts.next()?, counts.next()?);
        let third = counts.next();
        let first = match third {
            Some(_) => self.greater(first, second),
            None => first,
        };
        Some(compute(self, first, third.unwrap_or(second)))
    }

    /// Returns the type `i32`.
    pub fn i32(&self) -> Type<'c> {
        IntegerType::new(self.context, 32).into()
    }

    /// Returns the type of sizes.
    pub fn count_type(&self) -> Type<'c> {
        ir::scalar_tensor(self.i32())
    }

    /// Converts integers to `i32`.
    pub fn as_i32(&mut self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        self.convert(value, self.i32())
    }

    pub fn convert(&mut self, value: Value<'c, 'a>, element: Type<'c>) -> Value<'c, 'a> {
        match ir::with_element_type(value.r#type(), element) {
            Some(r#type) if r#type != value.r#type() => {
                self.emitter
                    .emit_pure(stablehlo::CONVERT, &[value], &[], r#type)
            }
            _ => value,
        }
    }
}

/// Returns whether a tensor's integers are as wide as sizes.
fn is_wide(value: Value<'_, '_>) -> bool {
    let bits = ir::element_type(value.r#type()).and_then(ir::bit_width);
    bits.is_some_and(|bits| bits >= 32)
}
