//! Numbers as scalars of `arith`.

use crate::{
    analysis::IntegerValues,
    dialect::arith,
    forms::scalar::carried::CarriedNumber,
    prelude::*,
    symbol::integer::{Definition, Function, INDEX_BITS, Integer, Signedness},
};

/// Emits numbers as scalars.
pub struct Scalars<'c, 'a, 'e> {
    emitter: &'e mut Emitter<'c, 'a>,
    values: &'e mut IntegerValues,
    /// The values whose sizes may be read.
    sources: &'e FxHashMap<ValueKey, Value<'c, 'a>>,
    emitted: FxHashMap<Integer, Value<'c, 'a>>,
    computable: FxHashMap<Integer, bool>,
    /// Whether numbers of 64 bits are of type `index`.
    is_of_index: bool,
}

impl<'c: 'a, 'a, 'e> Scalars<'c, 'a, 'e> {
    pub fn new(
        emitter: &'e mut Emitter<'c, 'a>,
        values: &'e mut IntegerValues,
        sources: &'e FxHashMap<ValueKey, Value<'c, 'a>>,
        is_of_index: bool,
    ) -> Self {
        Self {
            emitter,
            values,
            sources,
            emitted: FxHashMap::default(),
            computable: FxHashMap::default(),
            is_of_index,
        }
    }

    /// Returns whether scalars can compute a number: its inputs are sizes, constants and numbers that
    /// loops carry, its ops are defined for all values of these, and IREE computes right in their widths.
    pub fn is_computable(&mut self, id: Integer) -> bool {
        if let Some(&known) = self.computable.get(&id) {
            return known;
        }
        let is_computable = self.find_computable(id);
        self.computable.insert(id, is_computable);
        is_computable
    }

    fn find_computable(&mut self, id: Integer) -> bool {
        let expanded = self.values.integers.expand(id);
        if expanded != id {
            return self.is_computable(expanded);
        }
        let integers = &self.values.integers;
        if ![1, u32::BITS, INDEX_BITS].contains(&integers.bits(id)) {
            return false;
        }
        match integers.definition(id).clone() {
            Definition::Constant(_) => true,
            Definition::Element(source, _) => {
                let source = self.sources.get(&self.values.source(source));
                source.is_some_and(|&source| CarriedNumber::of(source).is_some())
            }
            Definition::Extent(source, _) => self.sources.contains_key(&self.values.source(source)),
            Definition::Apply(function, parts) => {
                let last = parts.last().and_then(|&last| integers.value(last));
                let is_defined = match function {
                    Function::ShiftLeft
                    | Function::ShiftRightArithmetic
                    | Function::ShiftRightLogical => {
                        last.is_some_and(|by| (0..i64::from(integers.bits(id))).contains(&by))
                    }
                    // A truth value is no remainder.
                    Function::Convert(_) => integers.bits(id) > 1,
                    _ => true,
                };
                is_defined && parts.into_iter().all(|part| self.is_computable(part))
            }
        }
    }

    /// Returns whether a number is certainly neither 0 nor -1, by which a division of `arith` may be undefined: a
    /// constant, or a size in place of which another number stands if it is 0, as in `jnp.roll`.
    fn is_divisor(&self, id: Integer) -> bool {
        let integers = &self.values.integers;
        if let Some(constant) = integers.value(id) {
            return ![0, -1].contains(&constant);
        }
        let Definition::Apply(Function::Select, parts) = integers.definition(id) else {
            return false;
        };
        let &[is_zero, other, size] = &parts[..] else {
            return false;
        };
        let Definition::Apply(Function::Compare(Direction::Eq, _), compared) =
            integers.definition(is_zero)
        else {
            return false;
        };
        let is_compared =
            compared.contains(&size) && compared.iter().any(|&it| integers.value(it) == Some(0));
        is_compared && self.is_size(size) && self.is_divisor(other)
    }

    /// Returns whether a number is a size, of any width: it is not negative.
    fn is_size(&self, id: Integer) -> bool {
        match self.values.integers.definition(id) {
            Definition::Extent(..) => true,
            Definition::Apply(Function::Convert(_), parts) => {
                parts.iter().all(|&part| self.is_size(part))
            }
            _ => false,
        }
    }

    /// Emits a list of numbers that are computable.
    pub fn emit_list(&mut self, row: &[Integer]) -> Value<'c, 'a> {
        let numbers = row.iter().map(|&number| self.emit(number));
        let numbers = numbers.collect::<Vec<_>>();
        self.emitter.emit_from_elements(&numbers)
    }

    /// Emits a number that is computable.
    pub fn emit(&mut self, id: Integer) -> Value<'c, 'a> {
        if let Some(&value) = self.emitted.get(&id) {
            return value;
        }
        let expanded = self.values.integers.expand(id);
        let value = match expanded == id {
            true => self.emit_definition(id),
            false => self.emit(expanded),
        };
        self.emitted.insert(id, value);
        value
    }

    fn emit_definition(&mut self, id: Integer) -> Value<'c, 'a> {
        let r#type = self.r#type(self.values.integers.bits(id));
        match self.values.integers.definition(id).clone() {
            Definition::Constant(value) => self.emit_number(value, r#type),
            Definition::Element(source, _) => {
                let source = self.sources[&self.values.source(source)];
                let carried = CarriedNumber::of(source).expect("it is computable");
                let number = carried.emit(self.emitter);
                self.emit_converted(number, r#type, Signedness::Signed)
            }
            Definition::Extent(source, dim) => {
                let source = self.sources[&self.values.source(source)];
                let size = self.emitter.emit_dim(source, dim);
                self.emit_converted(size, r#type, Signedness::Signed)
            }
            Definition::Apply(function, parts) => {
                let is_guarded = parts.last().is_some_and(|&last| !self.is_divisor(last));
                let parts = parts.iter().map(|&part| self.emit(part));
                let parts = parts.collect::<Vec<_>>();
                match function {
                    Function::Divide(signedness) if is_guarded => {
                        self.emit_guarded(function, signedness, &parts, r#type)
                    }
                    Function::Remainder(signedness) if is_guarded => {
                        self.emit_guarded(function, signedness, &parts, r#type)
                    }
                    Function::Convert(signedness) => {
                        self.emit_converted(parts[0], r#type, signedness)
                    }
                    function => self.emit_function(function, &parts, r#type),
                }
            }
        }
    }

    /// Returns the type of numbers of a width.
    fn r#type(&self, bits: u32) -> Type<'c> {
        let context = self.emitter.context();
        match bits {
            INDEX_BITS if self.is_of_index => Type::index(context),
            bits => IntegerType::new(context, bits).into(),
        }
    }

    fn emit_function(
        &mut self,
        function: Function,
        parts: &[Value<'c, 'a>],
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        if let Function::Compare(direction, signedness) = function {
            return self
                .emitter
                .emit_compare(direction, signedness, parts[0], parts[1]);
        }
        self.emitter.emit_pure(op_of(function), parts, &[], r#type)
    }

    /// Emits a quotient or remainder as StableHLO defines it for all divisors, also those for which `arith` does not: a
    /// quotient by 0 is -1, a remainder by 0 the dividend, and a quotient by -1 the negative dividend, if need be wrapped.
    fn emit_guarded(
        &mut self,
        function: Function,
        signedness: Signedness,
        parts: &[Value<'c, 'a>],
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        let [dividend, divisor] = [parts[0], parts[1]];
        let [minus_one, zero, one] = [-1, 0, 1].map(|value| self.emit_number(value, r#type));
        let choose = |it: &mut Self, number, chosen, other| {
            let is_number = it
                .emitter
                .emit_compare(Direction::Eq, signedness, divisor, number);
            let operands = [is_number, chosen, other];
            it.emitter.emit_pure(arith::SELECT, &operands, &[], r#type)
        };
        let mut safe = choose(self, zero, one, divisor);
        if signedness == Signedness::Signed {
            safe = choose(self, minus_one, one, safe);
        }
        let result = self
            .emitter
            .emit_pure(op_of(function), &[dividend, safe], &[], r#type);
        match function {
            Function::Divide(Signedness::Signed) => {
                let negated = [zero, dividend];
                let negated = self.emitter.emit_pure(arith::SUBI, &negated, &[], r#type);
                let result = choose(self, minus_one, negated, result);
                choose(self, zero, minus_one, result)
            }
            Function::Divide(_) => choose(self, zero, minus_one, result),
            _ => choose(self, zero, dividend, result),
        }
    }

    fn emit_number(&mut self, value: i64, r#type: Type<'c>) -> Value<'c, 'a> {
        let value: Attribute<'c> = IntegerAttribute::new(r#type, value).into();
        let attributes = [("value", value)];
        self.emitter
            .emit_pure(arith::CONSTANT, &[], &attributes, r#type)
    }

    /// Emits a number as one of another width.
    fn emit_converted(
        &mut self,
        value: Value<'c, 'a>,
        r#type: Type<'c>,
        signedness: Signedness,
    ) -> Value<'c, 'a> {
        let from = value.r#type();
        if from == r#type {
            return value;
        }
        let bits =
            |r#type: Type<'c>| IntegerType::try_from(r#type).map_or(INDEX_BITS, |it| it.width());
        let is_index = from.is_index() || r#type.is_index();
        let name = match (is_index, signedness, bits(from) < bits(r#type)) {
            (true, Signedness::Unsigned, true) => arith::INDEX_CASTUI,
            (true, ..) => arith::INDEX_CAST,
            (false, _, false) => arith::TRUNCI,
            (false, Signedness::Signed, true) => arith::EXTSI,
            (false, Signedness::Unsigned, true) => arith::EXTUI,
        };
        self.emitter.emit_pure(name, &[value], &[], r#type)
    }
}

/// Returns the op of `arith` that computes a function.
fn op_of(function: Function) -> &'static str {
    use Function::*;
    use Signedness::{Signed, Unsigned};
    match function {
        Add => arith::ADDI,
        Subtract => arith::SUBI,
        Multiply | MultiplyExact => arith::MULI,
        Divide(Signed) => arith::DIVSI,
        Divide(Unsigned) => arith::DIVUI,
        Remainder(Signed) => arith::REMSI,
        Remainder(Unsigned) => arith::REMUI,
        Maximum(Signed) => arith::MAXSI,
        Maximum(Unsigned) => arith::MAXUI,
        Minimum(Signed) => arith::MINSI,
        Minimum(Unsigned) => arith::MINUI,
        And => arith::ANDI,
        Or => arith::ORI,
        Xor => arith::XORI,
        ShiftLeft => arith::SHLI,
        ShiftRightArithmetic => arith::SHRSI,
        ShiftRightLogical => arith::SHRUI,
        Select => arith::SELECT,
        Compare(..) => arith::CMPI,
        Convert(_) => arith::EXTSI,
        DivideUp(_) | DivideDown | Broadcast => unreachable!("replaced by other functions before"),
    }
}
