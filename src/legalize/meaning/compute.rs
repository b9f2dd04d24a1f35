//! The numbers that StableHLO ops compute.

use super::{EXACT_BITS, MAX_ELEMENTS, Meanings, Row, integer_bits};
use crate::{
    ir,
    legalize::{
        algebra,
        number::{Direction, EXTENT_BITS, Function, INDEX_BITS, Id, Numbers, Signedness},
        table::{self, Form},
    },
    rule::Number,
};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, TypeLike, Value, ValueLike, operation::OperationLike,
    r#type::ShapedTypeLike,
};

/// Returns the name of an op, or of the StableHLO op that it becomes, so that sizes are read the
/// same before and after.
fn stablehlo_name<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<&'a str> {
    let name = ir::name_str(operation.name())?;
    Some(match table::find(name).map(|row| row.form) {
        Some(Form::Elementwise(target)) => target,
        _ => match name {
            "arith.fptosi" => "stablehlo.convert",
            // No number is NaN.
            "arith.maxnumf" => "stablehlo.maximum",
            "arith.minnumf" => "stablehlo.minimum",
            _ => name,
        },
    })
}

impl<'c: 'a, 'a> Meanings<'c, 'a> {
    /// Returns the number that a StableHLO op computes.
    pub(super) fn computed_number(&mut self, value: Value<'c, 'a>, bits: u32) -> Option<Id> {
        let operation = ir::defining_op(value)?;
        let name = stablehlo_name(operation)?;
        match name {
            "stablehlo.constant" | "arith.constant" | "shape.const_size" => {
                let constant = ir::constant_integer(value)?;
                return Some(self.numbers.constant(constant, bits));
            }
            "stablehlo.get_dimension_size" => {
                let dim = usize::try_from(ir::integer(operation, "dimension")?).ok()?;
                let extents = self.extents(ir::operand(operation, 0)?)?;
                let &extent = extents.get(dim)?;
                return Some(
                    self.numbers
                        .convert(extent, EXTENT_BITS, Signedness::Signed),
                );
            }
            "stablehlo.reshape" => {
                let row = self.row(ir::operand(operation, 0)?)?;
                return (row.len() == 1).then(|| row[0]);
            }
            "stablehlo.convert" => {
                let operand = ir::operand(operation, 0)?;
                let Some(from) = integer_bits(operand.r#type()) else {
                    let integer = self.exact_integer(operand)?;
                    self.has_obscure_sizes = true;
                    return Some(self.read_exact(integer, bits));
                };
                if from == 1 || bits == 1 {
                    return None;
                }
                let number = self.number(operand)?;
                return Some(self.numbers.convert(number, bits, Signedness::Signed));
            }
            // Undefined if the result does not hold the number, without its sign.
            "arith.fptoui" if bits > 1 => {
                let integer = self.exact_integer(ir::operand(operation, 0)?)?;
                self.has_obscure_sizes = true;
                return Some(self.numbers.convert(integer, bits, Signedness::Signed));
            }
            "stablehlo.reduce" => return self.reduced(operation),
            _ => {}
        }
        let parts = operation.operands().map(|operand| self.number(operand));
        let parts = parts.collect::<Option<Vec<_>>>()?;
        self.applied(operation, name, &parts)
    }

    /// Returns the function of numbers that a StableHLO op computes.
    fn applied(&mut self, operation: OperationRef<'c, 'a>, name: &str, parts: &[Id]) -> Option<Id> {
        use Signedness::Signed;
        let function = match name {
            "stablehlo.add" => Function::Add,
            "stablehlo.subtract" => Function::Subtract,
            "stablehlo.multiply" => Function::Multiply,
            "stablehlo.divide" => Function::Divide(Signed),
            "stablehlo.remainder" => Function::Remainder(Signed),
            "stablehlo.maximum" => Function::Maximum(Signed),
            "stablehlo.minimum" => Function::Minimum(Signed),
            "stablehlo.and" => Function::And,
            "stablehlo.or" => Function::Or,
            "stablehlo.select" => Function::Select,
            "stablehlo.compare" => {
                let direction = match ir::comparison_direction(operation)? {
                    "EQ" => Direction::Eq,
                    "NE" => Direction::Ne,
                    "GE" => Direction::Ge,
                    "GT" => Direction::Gt,
                    "LE" => Direction::Le,
                    "LT" => Direction::Lt,
                    _ => return None,
                };
                Function::Compare(direction, Signed)
            }
            "stablehlo.abs" => {
                let &[part] = parts else { return None };
                if self.numbers.is_nonnegative(part) {
                    return Some(part);
                }
                self.has_obscure_sizes = true;
                return self.absolute(part);
            }
            _ => return None,
        };
        // Arithmetic and order differ on truth values.
        let is_logical = matches!(function, Function::And | Function::Or | Function::Select);
        if !is_logical && self.numbers.bits(*parts.first()?) == 1 {
            return None;
        }
        Some(self.numbers.apply(function, parts))
    }

    /// Returns the magnitude of a number; `None` for truth values.
    fn absolute(&mut self, number: Id) -> Option<Id> {
        let bits = self.numbers.bits(number);
        if bits == 1 {
            return None;
        }
        let zero = self.numbers.constant(0, bits);
        let negated = self.numbers.apply(Function::Subtract, &[zero, number]);
        let parts = [number, negated];
        Some(
            self.numbers
                .apply(Function::Maximum(Signedness::Signed), &parts),
        )
    }

    /// Returns the result of reducing a row.
    fn reduced(&mut self, operation: OperationRef<'c, 'a>) -> Option<Id> {
        if operation.operand_count() != 2 {
            return None;
        }
        let row = self.row(ir::operand(operation, 0)?)?;
        let init = self.number(ir::operand(operation, 1)?)?;
        let body = ir::region(operation, 0)?.first_block()?;
        let step = body.first_operation()?;
        let (arguments, last) = (ir::block_arguments(body), body.terminator()?);
        let uses = step.operands().collect::<Vec<_>>();
        let is_step = uses == arguments && ir::result(step, 0) == ir::operand(last, 0);
        let function = match ir::name_str(step.name())? {
            "stablehlo.add" => Function::Add,
            "stablehlo.multiply" => Function::Multiply,
            "stablehlo.maximum" => Function::Maximum(Signedness::Signed),
            "stablehlo.minimum" => Function::Minimum(Signedness::Signed),
            _ => return None,
        };
        if !is_step || self.numbers.bits(init) == 1 {
            return None;
        }
        self.has_obscure_sizes = true;
        let result = row.iter().fold(init, |result, &next| {
            self.numbers.apply(function, &[result, next])
        });
        Some(result)
    }

    /// Returns the integer that a float becomes: a truth value is whether it is not 0, and any
    /// other type holds its closest number.
    fn read_exact(&mut self, integer: Id, bits: u32) -> Id {
        let numbers = &mut self.numbers;
        if bits == 1 {
            let zero = numbers.constant(0, INDEX_BITS);
            let differs = Function::Compare(Direction::Ne, Signedness::Signed);
            return numbers.apply(differs, &[integer, zero]);
        }
        let mut integer = integer;
        if !numbers.fits(integer, bits) {
            let greatest = i64::MAX >> (INDEX_BITS - bits);
            let limits = [
                (Function::Maximum(Signedness::Signed), -greatest - 1),
                (Function::Minimum(Signedness::Signed), greatest),
            ];
            for (function, limit) in limits {
                let limit = numbers.constant(limit, INDEX_BITS);
                integer = numbers.apply(function, &[integer, limit]);
            }
        }
        numbers.convert(integer, bits, Signedness::Signed)
    }

    /// Returns the 64-bit integer that a scalar of type `f64` is known to equal.
    fn exact_integer(&mut self, float: Value<'c, 'a>) -> Option<Id> {
        let float = self.original(float);
        let r#type = float.r#type();
        let is_scalar = match ir::as_ranked_tensor(r#type) {
            Some(tensor) => tensor.rank() == 0 && tensor.element().is_f64(),
            None => r#type.is_f64(),
        };
        if !is_scalar {
            return None;
        }
        let operation = ir::defining_op(float)?;
        let operand = |index| ir::operand(operation, index);
        let function = match stablehlo_name(operation)? {
            "stablehlo.convert" => {
                let number = self.number(operand(0)?)?;
                // A truth value is 0 or 1.
                let signedness = match self.numbers.bits(number) {
                    1 => Signedness::Unsigned,
                    _ => Signedness::Signed,
                };
                return self.exact(number, signedness);
            }
            "arith.sitofp" => {
                let number = self.number(operand(0)?)?;
                return self.exact(number, Signedness::Signed);
            }
            "arith.uitofp" => {
                let number = self.number(operand(0)?)?;
                return self.exact(number, Signedness::Unsigned);
            }
            "stablehlo.constant" | "arith.constant" => {
                let Number::Float(value) = ir::constant_number(float)? else {
                    return None;
                };
                let integer = value as i32;
                return (f64::from(integer) == value).then(|| self.index(i64::from(integer)));
            }
            // Of rank 0, since the result is a scalar.
            "tensor.extract" | "tensor.from_elements" if operation.operand_count() == 1 => {
                return self.exact_part(operand(0)?);
            }
            "stablehlo.ceil" => return self.rounded(operand(0)?, algebra::ceil_divide),
            "stablehlo.floor" => return self.rounded(operand(0)?, algebra::floor_divide),
            "stablehlo.abs" => {
                let integer = self.exact_part(operand(0)?)?;
                return match self.numbers.is_nonnegative(integer) {
                    true => Some(integer),
                    false => self.absolute(integer),
                };
            }
            "stablehlo.add" => Function::Add,
            "stablehlo.subtract" => Function::Subtract,
            "stablehlo.multiply" => Function::Multiply,
            "stablehlo.maximum" => Function::Maximum(Signedness::Signed),
            "stablehlo.minimum" => Function::Minimum(Signedness::Signed),
            _ => return None,
        };
        let parts = [self.exact_part(operand(0)?)?, self.exact_part(operand(1)?)?];
        let integer = self.numbers.apply(function, &parts);
        self.numbers.fits(integer, EXACT_BITS).then_some(integer)
    }

    /// Returns a number as a 64-bit integer, if it is known that `f64` holds it exactly.
    fn exact(&mut self, number: Id, signedness: Signedness) -> Option<Id> {
        let has_sign = signedness == Signedness::Signed || self.numbers.is_nonnegative(number);
        if self.numbers.bits(number) == INDEX_BITS && !has_sign {
            return None;
        }
        let wide = self.numbers.convert(number, INDEX_BITS, signedness);
        self.numbers.fits(wide, EXACT_BITS).then_some(wide)
    }

    fn exact_part(&mut self, float: Value<'c, 'a>) -> Option<Id> {
        self.look_through(|this| this.exact_integer(float))
    }

    /// Returns the rounded value of a float that is an integer or the quotient of two integers.
    ///
    /// If `a / b` is not an integer, its distance to the nearest one is at least `1 / b`, and
    /// its rounding error is at most `a / b` times 2^-53. That is less, so the quotient never
    /// rounds to an integer.
    fn rounded(
        &mut self,
        float: Value<'c, 'a>,
        divide: fn(&mut Numbers, &[Id]) -> Id,
    ) -> Option<Id> {
        let operation = ir::defining_op(self.original(float))?;
        if stablehlo_name(operation) != Some("stablehlo.divide") {
            return self.exact_part(float);
        }
        let dividend = self.exact_part(ir::operand(operation, 0)?)?;
        let divisor = self.exact_part(ir::operand(operation, 1)?)?;
        // A quotient by 0 is not an integer.
        self.numbers
            .value(divisor)
            .filter(|&divisor| divisor != 0)?;
        Some(divide(&mut self.numbers, &[dividend, divisor]))
    }

    /// Returns the numbers that a StableHLO op computes.
    pub(super) fn computed_row(
        &mut self,
        value: Value<'c, 'a>,
        length: usize,
        bits: u32,
    ) -> Option<Row> {
        let operation = ir::defining_op(value)?;
        let name = stablehlo_name(operation)?;
        match name {
            "stablehlo.constant" | "arith.constant" => {
                let elements = match ir::constant_integer(value) {
                    Some(splat) => vec![splat; length],
                    None => ir::int_elements(operation, "value", MAX_ELEMENTS)?,
                };
                let elements = elements.into_iter();
                return Some(
                    elements
                        .map(|element| self.numbers.constant(element, bits))
                        .collect(),
                );
            }
            "stablehlo.concatenate" => {
                let mut row = vec![];
                for operand in operation.operands() {
                    row.extend_from_slice(&self.row(operand)?);
                }
                return (row.len() == length).then(|| row.into());
            }
            "stablehlo.reshape" => {
                let operand = ir::operand(operation, 0)?;
                return match self.number(operand) {
                    Some(number) if length == 1 => Some([number].into()),
                    Some(_) => None,
                    None => self.row(operand).filter(|row| row.len() == length),
                };
            }
            "stablehlo.slice" => {
                let row = self.row(ir::operand(operation, 0)?)?;
                let only = |name| match *ir::int_array(operation, name)?.as_slice() {
                    [value] => usize::try_from(value).ok(),
                    _ => None,
                };
                let (start, stride) = (only("start_indices")?, only("strides")?);
                let elements = row.iter().skip(start).step_by(stride.max(1)).take(length);
                let elements = elements.copied().collect::<Row>();
                return (elements.len() == length).then_some(elements);
            }
            "stablehlo.broadcast_in_dim" => {
                let number = self.number(ir::operand(operation, 0)?)?;
                return Some(vec![number; length].into());
            }
            "stablehlo.convert" => {
                let row = self.row(ir::operand(operation, 0)?)?;
                let is_truth = |&id: &Id| self.numbers.bits(id) == 1;
                if bits == 1 || row.iter().any(is_truth) {
                    return None;
                }
                let convert = |&id: &Id| self.numbers.convert(id, bits, Signedness::Signed);
                return Some(row.iter().map(convert).collect());
            }
            _ => {}
        }
        let rows = operation.operands().map(|operand| self.row(operand));
        let rows = rows.collect::<Option<Vec<_>>>()?;
        if rows.iter().any(|row| row.len() != length) {
            return None;
        }
        let element = |index| {
            let parts = rows.iter().map(|row| row[index]).collect::<Vec<_>>();
            self.applied(operation, name, &parts)
        };
        (0..length).map(element).collect()
    }
}
