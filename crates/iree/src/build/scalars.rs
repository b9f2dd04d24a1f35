//! Numbers as scalars of `arith`.

use crate::{
    analysis::{IntegerValues, arith_op},
    build::{CarriedNumber, tensors::emit_integer},
    ops::{is_of_same_bits, unsigned_of},
    prelude::*,
    symbol::integer::{Definition, Function, INDEX_BITS, Integer},
};

/// The values whose sizes and elements scalars may be computed from.
pub struct Sources<'a> {
    values: FxHashMap<ValueKey, Value<'a>>,
    /// The position of each op in the program, by its address.
    positions: FxHashMap<usize, usize>,
    /// The op in front of which scalars are emitted, if that is not where the program computes them. Only values
    /// that are defined there can be read.
    anchor: Option<OpRef<'a>>,
}

impl<'a> Sources<'a> {
    /// Returns all values in and below an op.
    pub fn below(root: OpRef<'a>) -> Self {
        let mut values = FxHashMap::default();
        let mut positions = FxHashMap::default();
        ir::visit_ops(root, |operation| {
            positions.insert(ir::address(operation), positions.len());
            let results = operation.results().map(Value::from);
            values.extend(results.map(|value| (ValueKey::new(value), value)));
            for region in operation.regions() {
                let blocks = std::iter::successors(region.first_block(), |it| it.next_in_region());
                let arguments = blocks.flat_map(ir::block_arguments);
                values.extend(arguments.map(|value| (ValueKey::new(value), value)));
            }
        });
        Self {
            values,
            positions,
            anchor: None,
        }
    }

    /// Sets the op in front of which scalars are emitted.
    pub fn set_anchor(&mut self, anchor: OpRef<'a>) {
        self.anchor = Some(anchor);
    }

    /// Returns whether a value is defined where scalars are emitted.
    pub fn is_known(&self, value: Value<'a>) -> bool {
        let is_before = |anchor| {
            let own = ir::ancestor_in(ir::block_of(value)?, anchor)?;
            let definition = ir::defining_op(value);
            Some(definition.is_none_or(|it| self.position(it) < self.position(own)))
        };
        self.anchor.is_none_or(|it| is_before(it) == Some(true))
    }

    /// Sorts ops by their positions in the program, and removes repeated ones.
    pub fn sort(&self, operations: &mut Vec<OpRef<'a>>) {
        operations.sort_by_key(|&operation| self.position(operation));
        operations.dedup();
    }

    fn position(&self, operation: OpRef<'a>) -> Option<usize> {
        self.positions.get(&ir::address(operation)).copied()
    }

    fn get(&self, key: ValueKey) -> Option<Value<'a>> {
        let value = self.values.get(&key).copied();
        value.filter(|&value| self.is_known(value))
    }

    /// Returns the signless cast of an unsigned tensor if there is one where scalars are emitted, or else the value.
    fn signless(&self, value: Value<'a>) -> Value<'a> {
        if self.anchor.is_none() || unsigned_of(value).is_none() {
            return value;
        }
        let users = ir::users(value).into_iter().map(|(user, _)| user);
        let casts = users.filter(|&user| is_of_same_bits(user));
        let mut casts = casts.filter_map(|cast| ir::result(cast, 0));
        let known = casts.find(|&cast| self.is_known(cast));
        known.unwrap_or(value)
    }

    /// Returns a value that cannot be read.
    fn unknown(&self, key: ValueKey) -> Option<Value<'a>> {
        let value = self.values.get(&key).copied();
        value.filter(|&value| !self.is_known(value))
    }

    /// Returns how an element of a value is read.
    fn element(&self, key: ValueKey, index: usize) -> Option<SourceElement<'a>> {
        let value = self.get(key)?;
        if let Some(carried) = CarriedNumber::of(value) {
            return Some(SourceElement::Carried(carried));
        }
        // Where the program reads it is where it is computed, so that nothing is gained.
        self.anchor?;
        let r#type = ir::element_type(value.r#type()).unwrap_or(value.r#type());
        let is_signless = ir::as_integer_type(r#type).is_none_or(|it| it.is_signless());
        let sizes = ir::sizes_of(value.r#type()).into_iter();
        let sizes = sizes.collect::<Option<Vec<_>>>().filter(|_| is_signless)?;
        let position = value.r#type().is_ranked_tensor();
        let position = position.then(|| position_of(index, &sizes));
        Some(SourceElement::Own(value, r#type, position))
    }
}

/// How an element of a value is read.
enum SourceElement<'a> {
    Carried(CarriedNumber<'a>),
    /// From the value, by its position if it is a tensor.
    Own(Value<'a>, Type<'a>, Option<Vec<i64>>),
}

impl<'a> SourceElement<'a> {
    fn emit(self, emitter: &mut OpEmitter<'a>) -> Value<'a> {
        match self {
            Self::Carried(carried) => carried.emit(emitter),
            Self::Own(scalar, _, None) => scalar,
            Self::Own(tensor, r#type, Some(position)) => {
                let position = position.into_iter();
                let position = position.map(|index| emitter.emit_constant_index(index));
                let position = position.collect::<Vec<_>>();
                emitter.emit_element_of(tensor, &position, r#type)
            }
        }
    }
}

/// Returns the index in each dim of the element of a tensor that is at a place in row-major order.
fn position_of(element: usize, sizes: &[i64]) -> Vec<i64> {
    let mut rest = element as i64;
    let mut position = sizes.to_vec();
    for place in position.iter_mut().rev() {
        let size = std::mem::replace(place, rest % *place);
        rest /= size;
    }
    position
}

/// What scalars are emitted from: what is known of all integers of a program.
pub struct Scalarizer<'a> {
    pub emitter: OpEmitter<'a>,
    pub values: IntegerValues,
    pub sources: Sources<'a>,
}

impl<'a> Scalarizer<'a> {
    pub fn new(context: &'a Context, root: OpRef<'a>) -> Result<Self, Failed> {
        let emitter = create_emitter(context, root)?;
        let mut values = IntegerValues::default();
        // In order, however long the chains are that compute sizes.
        ir::visit_reachable_ops(root, |operation| values.learn(operation));
        Ok(Self {
            emitter,
            values,
            sources: Sources::below(root),
        })
    }

    /// Returns what emits scalars; numbers of 64 bits are of type `index` if that is asked for.
    pub fn scalars(&mut self, is_of_index: bool) -> Scalars<'a, '_> {
        let (emitter, values) = (&mut self.emitter, &mut self.values);
        Scalars::new(emitter, values, &self.sources, is_of_index)
    }
}

/// Emits numbers as scalars.
pub struct Scalars<'a, 'e> {
    emitter: &'e mut OpEmitter<'a>,
    values: &'e mut IntegerValues,
    sources: &'e Sources<'a>,
    emitted: FxHashMap<Integer, Value<'a>>,
    computable: FxHashMap<Integer, bool>,
    /// Whether numbers of 64 bits are of type `index`.
    is_of_index: bool,
}

impl<'a, 'e> Scalars<'a, 'e> {
    pub fn new(
        emitter: &'e mut OpEmitter<'a>,
        values: &'e mut IntegerValues,
        sources: &'e Sources<'a>,
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
        let expanded = self.expand(id);
        if expanded != id {
            return self.is_computable(expanded);
        }
        let integers = &self.values.integers;
        if ![1, u32::BITS, INDEX_BITS].contains(&integers.bits(id)) {
            return false;
        }
        match integers.definition(id).clone() {
            Definition::Constant(_) => true,
            Definition::Element(source, index) => {
                let source = self.values.source(source);
                self.sources.element(source, index).is_some()
            }
            Definition::Extent(source, _) => self.sources.get(self.values.source(source)).is_some(),
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

    /// Returns how a number is computed by functions that StableHLO has, from what can be read.
    fn expand(&mut self, id: Integer) -> Integer {
        let &Definition::Extent(source, dim) = self.values.integers.definition(id) else {
            return self.values.integers.expand(id);
        };
        let computed = self.sources.unknown(self.values.source(source));
        let computed = computed.and_then(|value| self.values.extent_by_op(value, dim));
        let integers = &mut self.values.integers;
        computed.map_or(id, |size| {
            integers.convert(size, integers.bits(id), Signedness::Signed)
        })
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
    pub fn emit_list(&mut self, row: &[Integer]) -> Value<'a> {
        let numbers = row.iter().map(|&number| self.emit(number));
        let numbers = numbers.collect::<Vec<_>>();
        self.emitter.emit_from_elements(&numbers)
    }

    /// Emits a number that is computable.
    pub fn emit(&mut self, id: Integer) -> Value<'a> {
        if let Some(&value) = self.emitted.get(&id) {
            return value;
        }
        let expanded = self.expand(id);
        let value = match expanded == id {
            true => self.emit_definition(id),
            false => self.emit(expanded),
        };
        self.emitted.insert(id, value);
        value
    }

    fn emit_definition(&mut self, id: Integer) -> Value<'a> {
        let r#type = self.r#type(self.values.integers.bits(id));
        match self.values.integers.definition(id).clone() {
            Definition::Constant(value) => emit_integer(self.emitter, value, r#type),
            Definition::Element(source, index) => {
                let source = self.values.source(source);
                let element = self.sources.element(source, index);
                let number = element.expect("it is computable").emit(self.emitter);
                self.emit_converted(number, r#type, Signedness::Signed)
            }
            Definition::Extent(source, dim) => {
                let source = self.sources.get(self.values.source(source));
                let source = self.sources.signless(source.expect("it is computable"));
                let size = self.emitter.emit_dim(source, dim);
                self.emit_converted(size, r#type, Signedness::Signed)
            }
            Definition::Apply(function, parts) => {
                let is_guarded = parts.last().is_some_and(|&last| !self.is_divisor(last));
                let parts = parts.iter().map(|&part| self.emit(part));
                let parts = parts.collect::<Vec<_>>();
                match function {
                    Function::Divide(signedness) | Function::Remainder(signedness)
                        if is_guarded =>
                    {
                        self.emit_guarded(function, signedness, &parts, r#type)
                    }
                    Function::Convert(signedness) => {
                        self.emit_converted(parts[0], r#type, signedness)
                    }
                    Function::Compare(direction, signedness) => {
                        let emitter = &mut *self.emitter;
                        emitter.emit_compare(direction, signedness, parts[0], parts[1])
                    }
                    function => self.emitter.emit_pure(op_of(function), &parts, &[], r#type),
                }
            }
        }
    }

    /// Returns the type of numbers of a width.
    fn r#type(&self, bits: u32) -> Type<'a> {
        let context = self.emitter.context();
        match bits {
            INDEX_BITS if self.is_of_index => Type::index(context),
            bits => IntegerType::new(context, bits).into(),
        }
    }

    /// Emits a quotient or remainder as StableHLO defines it for all divisors, also those for which `arith` does not: a
    /// quotient by 0 is -1, a remainder by 0 the dividend, and a quotient by -1 the negative dividend, if need be wrapped.
    fn emit_guarded(
        &mut self,
        function: Function,
        signedness: Signedness,
        parts: &[Value<'a>],
        r#type: Type<'a>,
    ) -> Value<'a> {
        let [dividend, divisor] = [parts[0], parts[1]];
        let [minus_one, zero, one] =
            [-1, 0, 1].map(|value| emit_integer(self.emitter, value, r#type));
        let choose = |it: &mut Self, number, chosen, other| {
            let emitter = &mut *it.emitter;
            let is_number = emitter.emit_compare(Direction::Eq, signedness, divisor, number);
            emitter.emit_like(arith::SELECT, &[is_number, chosen, other])
        };
        let mut safe = choose(self, zero, one, divisor);
        if signedness == Signedness::Signed {
            safe = choose(self, minus_one, one, safe);
        }
        let result = self.emitter.emit_like(op_of(function), &[dividend, safe]);
        match function {
            Function::Divide(Signedness::Signed) => {
                let negated = self.emitter.emit_like(arith::SUBI, &[zero, dividend]);
                let result = choose(self, minus_one, negated, result);
                choose(self, zero, minus_one, result)
            }
            Function::Divide(_) => choose(self, zero, minus_one, result),
            _ => choose(self, zero, dividend, result),
        }
    }

    /// Emits a number as one of another width.
    fn emit_converted(
        &mut self,
        value: Value<'a>,
        r#type: Type<'a>,
        signedness: Signedness,
    ) -> Value<'a> {
        let from = value.r#type();
        if from == r#type {
            return value;
        }
        let bits =
            |r#type: Type<'a>| IntegerType::try_from(r#type).map_or(INDEX_BITS, |it| it.width());
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

/// Returns the op of `arith` that computes a function, other than a comparison or a conversion.
fn op_of(function: Function) -> &'static str {
    arith_op(function).expect("it is emitted in another way")
}
