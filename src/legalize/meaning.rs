//! The meanings of values in size computations, found before any op is changed.

mod compute;

use super::number::{Definition, INDEX_BITS, Id, Numbers, Signedness};
use crate::{
    dialect,
    ir::{self, ValueKey},
};
use melior::ir::{OperationRef, Type, TypeLike, Value, ValueLike, operation::OperationLike};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The longest tensor whose elements are followed: no shape has more dims.
const MAX_ELEMENTS: usize = 64;

/// The longest chain of functions that is kept as numbers. Later functions are emitted in
/// place, so that they are not emitted again in every region that uses them.
pub const MAX_DEPTH: u32 = 256;

/// The width of integers that `f64` represents exactly.
const EXACT_BITS: u32 = 53;

/// The maximum length of a chain of StableHLO ops that is followed to find what they compute.
const MAX_LOOKED_THROUGH: usize = 8;

/// Numbers in a row: the elements of a tensor of rank 1, or the extents of a shape.
pub type Row = Rc<[Id]>;

/// The meaning of a value other than an ordinary tensor.
#[derive(Clone, Debug)]
pub enum Meaning<'c, 'a> {
    /// A number.
    Number(Id),
    /// Numbers in a row.
    Row(Row),
    /// A witness of checks; the checks are emitted in place of the op that defines it.
    Witness,
    /// The same as another value.
    Same(Value<'c, 'a>),
}

/// The meanings of values.
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
    /// Whether a size is computed in a way that consumers of the output do not follow: with
    /// floats, or by a reduction.
    pub has_obscure_sizes: bool,
    /// The number of ops that are currently followed.
    looked_through: usize,
}

impl<'c: 'a, 'a> Meanings<'c, 'a> {
    /// Sets the meaning of a value.
    pub fn set(&mut self, value: Value<'c, 'a>, meaning: Meaning<'c, 'a>) {
        self.meanings.insert(ValueKey::new(value), meaning);
    }

    /// Returns the meaning of a value, unless it is an ordinary one.
    pub fn get(&self, value: Value<'c, 'a>) -> Option<&Meaning<'c, 'a>> {
        self.meanings.get(&ValueKey::new(value))
    }

    /// Returns the value that a value is the same as.
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

    /// Returns the integer that each value holds, as in [`Self::number`]; `None` if any of them
    /// holds none.
    pub fn numbers_of(
        &mut self,
        values: impl IntoIterator<Item = Value<'c, 'a>>,
    ) -> Option<Vec<Id>> {
        let values = values.into_iter();
        values.map(|value| self.number(value)).collect()
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

    /// Returns the integers that a tensor of rank 1 or a shape holds; `None` if its elements
    /// are not integers, or if there are too many or an unknown number.
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

    /// Returns the extents of a value that follow from the op that defines it.
    fn extents_by_op(&mut self, value: Value<'c, 'a>, rank: usize) -> Option<Row> {
        let operation = ir::defining_op(value)?;
        let name = ir::name_str(operation.name())?;
        let like = match name {
            "stablehlo.dynamic_broadcast_in_dim" | "stablehlo.dynamic_reshape" => {
                self.row(ir::operand(operation, 1)?)?
            }
            "stablehlo.dynamic_iota" => self.row(ir::operand(operation, 0)?)?,
            _ if name == "tensor.cast"
                || name == "chlo.constant_like"
                || dialect::is_elementwise(operation) =>
            {
                // There may be scalars beside tensors, as in a select.
                let is_like = |operand: &Value<'c, 'a>| {
                    let shape = ir::shaped_type(operand.r#type());
                    shape.shape().is_some_and(|shape| shape.len() == rank)
                };
                let operand = operation.operands().find(is_like)?;
                // Ops are visited in order, so the extents of the operand are known already.
                self.look_through(|this| this.extents(operand))?
            }
            _ => return None,
        };
        let widen = |&id: &Id| self.numbers.convert(id, INDEX_BITS, Signedness::Signed);
        let like = like.iter().map(widen).collect::<Row>();
        let is_shallow = |&id: &Id| self.numbers.depth(id) < MAX_DEPTH;
        (like.len() == rank && like.iter().all(is_shallow)).then_some(like)
    }

    /// Learns the numbers that an op computes that stays. As ops are visited in order, no chain
    /// longer than one op has to be followed.
    pub fn learn(&mut self, operation: OperationRef<'c, 'a>) {
        for result in operation.results() {
            let value = result.into();
            self.extents(value);
            if self.number(value).is_none() {
                self.row(value);
            }
        }
    }

    /// Follows the op that defines a value, unless the chain is too long already.
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

/// Returns the width of a signless integer, or of a tensor's elements; a `!shape.size` is as
/// wide as an `index`.
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
