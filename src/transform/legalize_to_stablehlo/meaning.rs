//! What values that compute with sizes mean, before any op is changed.

use super::{
    algebra,
    number::{Definition, Direction, EXTENT_BITS, Function, INDEX_BITS, Id, Numbers, Signedness},
};
use crate::ir::{self, ValueKey};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, Type, TypeLike, Value, ValueLike,
    operation::OperationLike, r#type::ShapedTypeLike,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The longest tensor whose elements are followed: no shape has more dims.
const MAX_ELEMENTS: usize = 64;

/// The longest chain of functions that is kept as numbers. What follows is emitted where
/// it stands, so that nothing recurses deeper.
pub const MAX_DEPTH: u32 = 256;

/// How many ops of StableHLO are looked through, one after the other, to find what they
/// compute.
const MAX_LOOKED_THROUGH: usize = 8;

/// Numbers in a row: the elements of a tensor of rank 1, or the extents of a shape.
pub type Row = Rc<[Id]>;

/// What a value is, other than an ordinary tensor.
#[derive(Clone, Debug)]
pub enum Meaning<'c, 'a> {
    /// A number.
    Number(Id),
    /// Numbers in a row.
    Row(Row),
    /// A witness of checks, which stand where the witness is made.
    Witness,
    /// Another value.
    Same(Value<'c, 'a>),
}

/// What is known of values.
#[derive(Default)]
pub struct Meanings<'c, 'a> {
    /// All numbers.
    pub numbers: Numbers,
    /// The values that numbers are computed from.
    values: FxHashMap<ValueKey, Value<'c, 'a>>,
    meanings: FxHashMap<ValueKey, Meaning<'c, 'a>>,
    /// The extents of tensors.
    extents: FxHashMap<ValueKey, Row>,
    /// The numbers that ops of StableHLO compute, or hold.
    computed: FxHashMap<ValueKey, Id>,
    computed_rows: FxHashMap<ValueKey, Row>,
    /// Whether a size is computed in a way that those who read the output do not follow: with
    /// floats, by a reduction.
    pub has_obscure_sizes: bool,
    /// How many ops are being looked through.
    looked_through: usize,
}

impl<'c: 'a, 'a> Meanings<'c, 'a> {
    /// Notes what a value means.
    pub fn set(&mut self, value: Value<'c, 'a>, meaning: Meaning<'c, 'a>) {
        self.meanings.insert(ValueKey::new(value), meaning);
    }

    /// Returns what a value means, unless it is an ordinary one.
    pub fn get(&self, value: Value<'c, 'a>) -> Option<&Meaning<'c, 'a>> {
        self.meanings.get(&ValueKey::new(value))
    }

    /// Returns the value that another one stands for.
    pub fn original(&self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        let mut value = value;
        while let Some(&Meaning::Same(other)) = self.get(value) {
            value = other;
        }
        value
    }

    /// Returns a value that numbers are computed from.
    pub fn value(&self, key: ValueKey) -> Value<'c, 'a> {
        self.values[&key]
    }

    /// Returns an `index` constant.
    pub fn index(&mut self, value: i64) -> Id {
        self.numbers.constant(value, INDEX_BITS)
    }

    /// Returns the integer that a scalar or a tensor of rank 0 holds; `None` if it holds
    /// none of at most 64 bits.
    pub fn number(&mut self, value: Value<'c, 'a>) -> Option<Id> {
        let value = self.original(value);
        match self.get(value) {
            Some(&Meaning::Number(id)) => return Some(id),
            Some(_) => return None,
            None => {}
        }
        let r#type = value.r#type();
        let bits = integer_bits(r#type)?;
        if is_tensor(r#type) && !ir::shaped_type(r#type).shape()?.is_empty() {
            return None;
        }
        if let Some(&id) = self.computed.get(&ValueKey::new(value)) {
            return Some(id);
        }
        let computed = self.look_through(|this| this.computed_number(value, bits));
        let key = self.keep(value);
        let id = match computed {
            Some(id) if self.numbers.depth(id) < MAX_DEPTH => id,
            _ => self.numbers.define(Definition::Value(key), bits),
        };
        self.computed.insert(key, id);
        Some(id)
    }

    /// Returns the integers that a tensor of rank 1 or a shape holds; `None` if it holds
    /// other things, or too many or an unknown number of them.
    pub fn row(&mut self, value: Value<'c, 'a>) -> Option<Row> {
        let value = self.original(value);
        match self.get(value) {
            Some(Meaning::Row(row)) => return Some(row.clone()),
            Some(_) => return None,
            None => {}
        }
        let r#type = value.r#type();
        let bits = integer_bits(r#type)?;
        let shape = ir::shaped_type(r#type);
        let [length] = shape.shape()?.iter().as_slice() else {
            return None;
        };
        let length = usize::try_from(length.fixed_size()?).ok()?;
        if length > MAX_ELEMENTS {
            return None;
        }
        if let Some(row) = self.computed_rows.get(&ValueKey::new(value)) {
            return Some(row.clone());
        }
        let computed = self.look_through(|this| this.computed_row(value, length, bits));
        let key = self.keep(value);
        let is_shallow = |id: &Id| self.numbers.depth(*id) < MAX_DEPTH;
        let row = match computed {
            Some(row) if row.iter().all(is_shallow) => row,
            _ => {
                let element = |index| self.numbers.define(Definition::Element(key, index), bits);
                (0..length).map(element).collect()
            }
        };
        self.computed_rows.insert(key, row.clone());
        Some(row)
    }

    /// Returns the extents of a tensor; `None` if its rank is not known.
    pub fn extents(&mut self, value: Value<'c, 'a>) -> Option<Row> {
        let value = self.original(value);
        if let Some(extents) = self.extents.get(&ValueKey::new(value)) {
            return Some(extents.clone());
        }
        // A shape or a row is a tensor, too.
        if let Some(Meaning::Row(row)) = self.get(value) {
            let length = row.len() as i64;
            return Some([self.index(length)].into());
        }
        let shape = ir::shaped_type(value.r#type());
        let shape = shape.shape()?;
        let like = match shape.iter().all(|dim| dim.fixed_size().is_some()) {
            true => None,
            false => self.extents_by_op(value, shape.len()),
        };
        let key = self.keep(value);
        let extents =
            shape
                .iter()
                .enumerate()
                .map(|(dim, size)| match (size.fixed_size(), &like) {
                    (Some(size), _) => self.numbers.constant(size, INDEX_BITS),
                    (None, Some(like)) => like[dim],
                    (None, None) => self
                        .numbers
                        .define(Definition::Extent(key, dim), INDEX_BITS),
                });
        let extents = extents.collect::<Row>();
        self.extents.insert(key, extents.clone());
        Some(extents)
    }

    /// Returns the extents that an op says its result has.
    fn extents_by_op(&mut self, value: Value<'c, 'a>, rank: usize) -> Option<Row> {
        let operation = ir::defining_op(value)?;
        let name = ir::name_str(operation.name())?;
        let like = match name {
            "stablehlo.dynamic_broadcast_in_dim" | "stablehlo.dynamic_reshape" => {
                self.row(operation.operand(1).ok()?)?
            }
            "stablehlo.dynamic_iota" => self.row(operation.operand(0).ok()?)?,
            _ if name == "tensor.cast"
                || name == "chlo.constant_like"
                || ir::is_elementwise(operation) =>
            {
                // A scalar may stand beside tensors, as in a selection.
                let is_like = |operand: &Value<'c, 'a>| {
                    let shape = ir::shaped_type(operand.r#type());
                    shape.shape().is_some_and(|shape| shape.len() == rank)
                };
                let operand = operation.operands().find(is_like)?;
                // Ops are met in order, so that of an op is known already.
                self.look_through(|this| this.extents(operand))?
            }
            _ => return None,
        };
        let widen = |&id: &Id| self.numbers.convert(id, INDEX_BITS, Signedness::Signed);
        let like = like.iter().map(widen).collect::<Row>();
        let is_shallow = |&id: &Id| self.numbers.depth(id) < MAX_DEPTH;
        (like.len() == rank && like.iter().all(is_shallow)).then_some(like)
    }

    /// Learns what an op that stays computes, if it is numbers: as ops are met in order,
    /// nothing is looked for deeper than one op.
    pub fn learn(&mut self, operation: OperationRef<'c, 'a>) {
        for result in operation.results() {
            let value = result.into();
            self.extents(value);
            if self.number(value).is_none() {
                self.row(value);
            }
        }
    }

    /// Returns the number that an op of StableHLO computes.
    fn computed_number(&mut self, value: Value<'c, 'a>, bits: u32) -> Option<Id> {
        let operation = ir::defining_op(value)?;
        let name = ir::name_str(operation.name())?;
        match name {
            "stablehlo.constant" | "arith.constant" | "shape.const_size" => {
                let constant = ir::constant_integer(value)?;
                return Some(self.numbers.constant(constant, bits));
            }
            "stablehlo.get_dimension_size" => {
                let dim = usize::try_from(ir::integer(operation, "dimension")?).ok()?;
                let extents = self.extents(operation.operand(0).ok()?)?;
                let &extent = extents.get(dim)?;
                return Some(
                    self.numbers
                        .convert(extent, EXTENT_BITS, Signedness::Signed),
                );
            }
            "stablehlo.reshape" => {
                let row = self.row(operation.operand(0).ok()?)?;
                return (row.len() == 1).then(|| row[0]);
            }
            "stablehlo.convert" => {
                let operand = operation.operand(0).ok()?;
                let Some(from) = integer_bits(operand.r#type()) else {
                    return self.rounded_quotient(operand, bits);
                };
                if from == 1 || bits == 1 {
                    return None;
                }
                let number = self.number(operand)?;
                return Some(self.numbers.convert(number, bits, Signedness::Signed));
            }
            "stablehlo.reduce" => return self.reduced(operation),
            _ => {}
        }
        let parts = operation.operands().map(|operand| self.number(operand));
        let parts = parts.collect::<Option<Vec<_>>>()?;
        self.applied(operation, name, &parts)
    }

    /// Returns the integer function of numbers that an op of StableHLO computes.
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
                return self.numbers.is_nonnegative(part).then_some(part);
            }
            _ => return None,
        };
        // On truth values, addition and order are others.
        let is_logical = matches!(function, Function::And | Function::Or | Function::Select);
        if !is_logical && self.numbers.bits(*parts.first()?) == 1 {
            return None;
        }
        Some(self.numbers.apply(function, parts))
    }

    /// Returns what a row is reduced to.
    fn reduced(&mut self, operation: OperationRef<'c, 'a>) -> Option<Id> {
        if operation.operand_count() != 2 {
            return None;
        }
        let row = self.row(operation.operand(0).ok()?)?;
        let init = self.number(operation.operand(1).ok()?)?;
        let body = operation.region(0).ok()?.first_block()?;
        let step = body.first_operation()?;
        let (arguments, last) = (ir::block_arguments(body), body.terminator()?);
        let uses = step.operands().collect::<Vec<_>>();
        let is_step = uses == arguments
            && OperationRef::result(step, 0).ok().map(Into::into) == last.operand(0).ok();
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

    /// Returns the integer that a float is, where it is the rounded quotient of two
    /// integers of 32 bits: that of `f64` is never rounded across an integer.
    fn rounded_quotient(&mut self, float: Value<'c, 'a>, bits: u32) -> Option<Id> {
        let operation = ir::defining_op(float)?;
        let divide = match ir::name_str(operation.name())? {
            "stablehlo.ceil" => algebra::ceil_divide::<Numbers>,
            "stablehlo.floor" => algebra::floor_divide::<Numbers>,
            _ => return None,
        };
        let quotient = ir::defining_op(operation.operand(0).ok()?)?;
        if ir::name_str(quotient.name()) != Some("stablehlo.divide") {
            return None;
        }
        let dividend = self.exact_integer(quotient.operand(0).ok()?)?;
        let divisor = self.exact_integer(quotient.operand(1).ok()?)?;
        // A quotient by 0 is no integer.
        self.numbers
            .value(divisor)
            .filter(|&divisor| divisor != 0)?;
        let result = divide(&mut self.numbers, &[dividend, divisor]);
        self.has_obscure_sizes = true;
        Some(self.numbers.convert(result, bits, Signedness::Signed))
    }

    /// Returns the integer of 32 bits that a scalar of type `f64` is, in 64 bits.
    fn exact_integer(&mut self, float: Value<'c, 'a>) -> Option<Id> {
        let tensor = ir::as_ranked_tensor(float.r#type())?;
        let operation = ir::defining_op(float)?;
        if !tensor.element().is_f64() || tensor.rank() != 0 {
            return None;
        }
        match ir::name_str(operation.name())? {
            "stablehlo.convert" => {
                let operand = operation.operand(0).ok()?;
                let number = self.number(operand)?;
                let is_exact =
                    self.numbers.bits(number) > 1 && self.numbers.narrow(number).is_some();
                let wide = self.numbers.convert(number, INDEX_BITS, Signedness::Signed);
                is_exact.then_some(wide)
            }
            "stablehlo.constant" => {
                let value = ir::as_dense_elements(operation.attribute("value").ok()?)?;
                let value = value.f64_element(0).ok()?;
                let integer = value as i32;
                (f64::from(integer) == value).then(|| self.index(i64::from(integer)))
            }
            _ => None,
        }
    }

    /// Returns the numbers that an op of StableHLO computes.
    fn computed_row(&mut self, value: Value<'c, 'a>, length: usize, bits: u32) -> Option<Row> {
        let operation = ir::defining_op(value)?;
        let name = ir::name_str(operation.name())?;
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
                let operand = operation.operand(0).ok()?;
                return match self.number(operand) {
                    Some(number) if length == 1 => Some([number].into()),
                    Some(_) => None,
                    None => self.row(operand).filter(|row| row.len() == length),
                };
            }
            "stablehlo.slice" => {
                let row = self.row(operation.operand(0).ok()?)?;
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
                let number = self.number(operation.operand(0).ok()?)?;
                return Some(vec![number; length].into());
            }
            "stablehlo.convert" => {
                let row = self.row(operation.operand(0).ok()?)?;
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

    /// Looks at the op that computes a value, unless that has led too far already.
    fn look_through<T>(&mut self, look: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.looked_through >= MAX_LOOKED_THROUGH {
            return None;
        }
        self.looked_through += 1;
        let found = look(self);
        self.looked_through -= 1;
        found
    }

    fn keep(&mut self, value: Value<'c, 'a>) -> ValueKey {
        let key = ValueKey::new(value);
        self.values.insert(key, value);
        key
    }
}

/// Returns the bits of an integer, or of a tensor's elements, without a sign of their own;
/// a `!shape.size` is as wide as an `index`.
pub fn integer_bits(r#type: Type<'_>) -> Option<u32> {
    let bits = ir::element_bits(r#type);
    let bits = bits.or_else(|| is_size(r#type).then_some(INDEX_BITS))?;
    (1..=64).contains(&bits).then_some(bits)
}

/// Returns whether a type is `!shape.size`.
pub fn is_size(r#type: Type<'_>) -> bool {
    !is_tensor(r#type) && !r#type.is_index() && ir::type_text(r#type) == "!shape.size"
}

/// Returns whether a type is a ranked tensor.
pub fn is_tensor(r#type: Type<'_>) -> bool {
    r#type.is_ranked_tensor()
}
