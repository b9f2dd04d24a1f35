//! Emits StableHLO ops in front of an op, each at most once per scope.

mod anchor;
mod mapping;

pub use anchor::{Anchor, OpenRegion};
pub use mapping::DimMapping;

use super::{ValueKey, scope::ScopedMap};
use crate::symbol::Size;
use anchor::Entry;
use melior::{
    Context,
    ir::{
        Attribute, Identifier, OperationRef, Type, TypeLike, Value, ValueLike,
        attribute::{DenseElementsAttribute, IntegerAttribute},
        r#type::{IntegerType, RankedTensorType},
    },
};

/// The element type of sizes at run time.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Width {
    /// `i32`, which `stablehlo.get_dimension_size` returns.
    I32,
    /// `i64`, where a static size needs it.
    I64,
}

impl Width {
    /// Returns the narrowest width that holds all sizes.
    pub fn of(sizes: impl IntoIterator<Item = i64>) -> Self {
        match sizes.into_iter().all(|size| i32::try_from(size).is_ok()) {
            true => Self::I32,
            false => Self::I64,
        }
    }
}

/// A binary op on scalars.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Binary {
    /// `stablehlo.and`, on predicates.
    And,
    /// `stablehlo.compare GE`, on sizes.
    AtLeast,
    /// `stablehlo.compare EQ`, on sizes.
    Equal,
    /// `stablehlo.maximum`, on sizes.
    Maximum,
    /// `stablehlo.minimum`, on sizes.
    Minimum,
    /// `stablehlo.or`, on predicates.
    Or,
}

/// How sizes are reduced to one.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Fold {
    Maximum,
    FirstNotOne,
}

/// What makes two emitted ops the same.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
enum Key {
    Constant(i64, Width),
    Constants(Vec<i64>, Width),
    DimensionSize(ValueKey, usize),
    Size(Size),
    Convert(ValueKey),
    Reshape(ValueKey),
    Binary(Binary, ValueKey, ValueKey),
    Fold(Fold, Vec<ValueKey>),
    Concatenate(Vec<ValueKey>),
    Broadcast {
        operand: ValueKey,
        mapping: [usize; 3],
        shape: Option<ValueKey>,
        result_type: usize,
    },
    /// The sizes of the result that a plan, known by its number, describes.
    Planned(usize),
    SetSize(ValueKey, usize, ValueKey),
    Extract(ValueKey),
    Vector(&'static str, ValueKey, usize),
    Checked(ValueKey),
}

/// The ops that an emitter makes on its own account: of sizes and of broadcasts.
pub const EMITTED_OPS: [&str; 17] = [
    "stablehlo.and",
    "stablehlo.broadcast_in_dim",
    "stablehlo.compare",
    "stablehlo.concatenate",
    "stablehlo.constant",
    "stablehlo.convert",
    "stablehlo.dynamic_broadcast_in_dim",
    "stablehlo.get_dimension_size",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.or",
    "stablehlo.reshape",
    "stablehlo.select",
    "stablehlo.set_dimension_size",
    "tensor.cast",
    "vector.broadcast",
    "vector.shape_cast",
];

/// Emits ops in front of an anchor op, with its location.
///
/// What it emitted earlier in a scope that encloses the anchor is returned again
/// instead of being emitted twice.
pub struct Emitter<'c, 'a> {
    context: &'c Context,
    anchor: Option<Anchor<'c, 'a>>,
    emitted: ScopedMap<Key, Value<'c, 'a>>,
    /// The entry of the function of each isolated scope, if it is one.
    entries: Vec<Option<Entry<'c, 'a>>>,
    /// Whether ops are being emitted at the entry.
    is_at_entry: bool,
    i32: Type<'c>,
    i64: Type<'c>,
    i1: Type<'c>,
    predicate: Type<'c>,
    equal: Attribute<'c>,
    at_least: Attribute<'c>,
}

impl<'c, 'a> Emitter<'c, 'a> {
    /// Makes an emitter that has emitted nothing yet.
    ///
    /// `None` if the context lacks the StableHLO dialect.
    pub fn new(context: &'c Context) -> Option<Self> {
        let i1 = IntegerType::new(context, 1).into();
        Some(Self {
            context,
            anchor: None,
            emitted: ScopedMap::new(),
            entries: vec![],
            is_at_entry: false,
            i32: IntegerType::new(context, 32).into(),
            i64: IntegerType::new(context, 64).into(),
            i1,
            predicate: RankedTensorType::new(&[], i1, None).into(),
            equal: Attribute::parse(context, "#stablehlo<comparison_direction EQ>")?,
            at_least: Attribute::parse(context, "#stablehlo<comparison_direction GE>")?,
        })
    }

    /// Returns the context.
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// Notes that the input holds the size of `operand`'s dim `dim` in `value`, a
    /// `tensor<i32>`, so that it is not emitted again.
    pub fn record_dimension_size(
        &mut self,
        operand: Value<'c, 'a>,
        dim: usize,
        value: Value<'c, 'a>,
    ) {
        self.record(Key::DimensionSize(ValueKey::new(operand), dim), value);
    }

    /// Notes that `value`, a `tensor<i32>`, holds a size that is known by a name.
    pub fn record_size(&mut self, size: Size, value: Value<'c, 'a>) {
        self.record(Key::Size(size), value);
    }

    /// Notes that `value` has the sizes of the result that a plan, known by its
    /// number, describes: all of them have names.
    pub fn record_planned(&mut self, plan: usize, value: Value<'c, 'a>) {
        self.record(Key::Planned(plan), value);
    }

    /// Returns what has been noted of a plan's result.
    pub fn find_planned(&self, plan: usize) -> Option<Value<'c, 'a>> {
        self.find(&Key::Planned(plan))
    }

    fn record(&mut self, key: Key, value: Value<'c, 'a>) {
        if self.find(&key).is_none() {
            self.remember(key, value);
        }
    }

    /// Emits a scalar constant.
    pub fn emit_constant(&mut self, value: i64, width: Width) -> Value<'c, 'a> {
        self.emit_once(Key::Constant(value, width), |emitter| {
            let r#type = emitter.size_type(&[], width);
            emitter.emit_dense(r#type, &[value], width)
        })
    }

    /// Emits a constant of rank 1.
    pub fn emit_constants(&mut self, values: &[i64], width: Width) -> Value<'c, 'a> {
        self.emit_once(Key::Constants(values.to_vec(), width), |emitter| {
            let r#type = emitter.size_type(&[values.len() as u64], width);
            emitter.emit_dense(r#type, values, width)
        })
    }

    /// Emits the extent of a dim, a `tensor<i32>`.
    ///
    /// Where the size has a name, what holds a size of that name serves too.
    pub fn emit_dimension_size(
        &mut self,
        operand: Value<'c, 'a>,
        dim: usize,
        size: Option<Size>,
    ) -> Value<'c, 'a> {
        if let Some(size) = size
            && let Some(value) = self.find(&Key::Size(size))
        {
            return value;
        }
        let argument = size.and_then(|size| self.entry()?.arguments.get(&size));
        let (operand, dim) = match argument {
            Some(&argument) if self.is_at_entry => argument,
            _ => (operand, dim),
        };
        let key = Key::DimensionSize(ValueKey::new(operand), dim);
        let value = self.emit_once(key, |emitter| {
            let dimension = IntegerAttribute::new(emitter.i64, dim as i64).into();
            let r#type = emitter.size_type(&[], Width::I32);
            emitter.emit_named(
                "stablehlo.get_dimension_size",
                &[operand],
                &[("dimension", dimension)],
                r#type,
            )
        });
        if let Some(size) = size {
            self.record_size(size, value);
        }
        value
    }

    /// Emits the conversion of a scalar size from `i32` to `i64`.
    pub fn emit_convert_to_i64(&mut self, size: Value<'c, 'a>) -> Value<'c, 'a> {
        self.emit_once(Key::Convert(ValueKey::new(size)), |emitter| {
            let r#type = emitter.size_type(&[], Width::I64);
            emitter.emit_named("stablehlo.convert", &[size], &[], r#type)
        })
    }

    /// Emits the reshape of a scalar size to one element of rank 1.
    pub fn emit_reshape_to_1d(&mut self, size: Value<'c, 'a>, width: Width) -> Value<'c, 'a> {
        self.emit_once(Key::Reshape(ValueKey::new(size)), |emitter| {
            let r#type = emitter.size_type(&[1], width);
            emitter.emit_named("stablehlo.reshape", &[size], &[], r#type)
        })
    }

    /// Emits a binary op on scalars of one type.
    ///
    /// Where the op commutes, what was emitted with the operands exchanged serves
    /// too.
    pub fn emit_binary(
        &mut self,
        op: Binary,
        lhs: Value<'c, 'a>,
        rhs: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let (mut a, mut b) = (ValueKey::new(lhs), ValueKey::new(rhs));
        if op != Binary::AtLeast && b < a {
            (a, b) = (b, a);
        }
        self.emit_once(Key::Binary(op, a, b), |emitter| {
            let equal = [("comparison_direction", emitter.equal)];
            let at_least = [("comparison_direction", emitter.at_least)];
            let operand_type = lhs.r#type();
            let (name, attributes, r#type) = match op {
                Binary::And => ("stablehlo.and", &[][..], operand_type),
                Binary::AtLeast => ("stablehlo.compare", &at_least[..], emitter.predicate),
                Binary::Equal => ("stablehlo.compare", &equal[..], emitter.predicate),
                Binary::Maximum => ("stablehlo.maximum", &[][..], operand_type),
                Binary::Minimum => ("stablehlo.minimum", &[][..], operand_type),
                Binary::Or => ("stablehlo.or", &[][..], operand_type),
            };
            emitter.emit_named(name, &[lhs, rhs], attributes, r#type)
        })
    }

    /// Emits the maximum of one or more scalar sizes of `i32`.
    pub fn emit_maximum(&mut self, sizes: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        self.emit_fold(sizes, Fold::Maximum, |emitter, result, size| {
            emitter.emit_binary(Binary::Maximum, result, size)
        })
    }

    /// Emits the first of one or more scalar sizes of `i32` that is not 1, or 1:
    /// `a == 1 ? b : a`.
    pub fn emit_first_not_one(&mut self, sizes: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        self.emit_fold(sizes, Fold::FirstNotOne, |emitter, result, size| {
            let one = emitter.emit_constant(1, Width::I32);
            let is_one = emitter.emit_binary(Binary::Equal, result, one);
            let r#type = emitter.size_type(&[], Width::I32);
            emitter.emit_named("stablehlo.select", &[is_one, size, result], &[], r#type)
        })
    }

    /// Folds sizes; what was emitted for the same sizes in another order serves
    /// too, since the sizes are guarded to be equal or 1.
    fn emit_fold(
        &mut self,
        sizes: &[Value<'c, 'a>],
        fold: Fold,
        emit: impl Fn(&mut Self, Value<'c, 'a>, Value<'c, 'a>) -> Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let mut keys = sizes.iter().copied().map(ValueKey::new).collect::<Vec<_>>();
        keys.sort_unstable();
        self.emit_once(Key::Fold(fold, keys), |emitter| {
            let (first, rest) = sizes.split_first().expect("a fold has at least one size");
            rest.iter()
                .fold(*first, |result, &size| emit(emitter, result, size))
        })
    }

    /// Emits the concatenation of sizes of rank 1, `length` elements in all.
    pub fn emit_concatenate(
        &mut self,
        pieces: &[Value<'c, 'a>],
        length: usize,
        width: Width,
    ) -> Value<'c, 'a> {
        let key = Key::Concatenate(pieces.iter().copied().map(ValueKey::new).collect());
        self.emit_once(key, |emitter| {
            let dimension = IntegerAttribute::new(emitter.i64, 0).into();
            let r#type = emitter.size_type(&[length as u64], width);
            emitter.emit_named(
                "stablehlo.concatenate",
                pieces,
                &[("dimension", dimension)],
                r#type,
            )
        })
    }

    /// Emits `stablehlo.broadcast_in_dim`, or, given a shape of rank 1,
    /// `stablehlo.dynamic_broadcast_in_dim`.
    pub fn emit_broadcast(
        &mut self,
        operand: Value<'c, 'a>,
        mapping: DimMapping<'c>,
        shape: Option<Value<'c, 'a>>,
        result_type: Type<'c>,
    ) -> Value<'c, 'a> {
        let key = Key::Broadcast {
            operand: ValueKey::new(operand),
            mapping: mapping.key(),
            shape: shape.map(ValueKey::new),
            result_type: result_type.to_raw().ptr as usize,
        };
        self.emit_once(key, |emitter| {
            let mut attributes = vec![("broadcast_dimensions", mapping.dims)];
            let Some(shape) = shape else {
                let name = "stablehlo.broadcast_in_dim";
                return emitter.emit_named(name, &[operand], &attributes, result_type);
            };
            for (name, dims) in [
                ("known_expanding_dimensions", mapping.expanding),
                ("known_nonexpanding_dimensions", mapping.nonexpanding),
            ] {
                attributes.extend(dims.map(|dims| (name, dims)));
            }
            emitter.emit_named(
                "stablehlo.dynamic_broadcast_in_dim",
                &[operand, shape],
                &attributes,
                result_type,
            )
        })
    }

    /// Emits a tensor of which a dim has another extent, a `tensor<i32>`.
    pub fn emit_set_dimension_size(
        &mut self,
        operand: Value<'c, 'a>,
        dim: usize,
        size: Value<'c, 'a>,
        result_type: Type<'c>,
    ) -> Value<'c, 'a> {
        let key = Key::SetSize(ValueKey::new(operand), dim, ValueKey::new(size));
        self.emit_once(key, |emitter| {
            let dimension = IntegerAttribute::new(emitter.i64, dim as i64).into();
            emitter.emit_named(
                "stablehlo.set_dimension_size",
                &[operand, size],
                &[("dimension", dimension)],
                result_type,
            )
        })
    }

    /// Emits `vector.broadcast` or `vector.shape_cast`, unless the vector has the
    /// type already.
    pub fn emit_vector_op(
        &mut self,
        name: &'static str,
        vector: Value<'c, 'a>,
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        if vector.r#type() == r#type {
            return vector;
        }
        let key = Key::Vector(name, ValueKey::new(vector), r#type.to_raw().ptr as usize);
        self.emit_once(key, |emitter| {
            emitter.emit_named(name, &[vector], &[], r#type)
        })
    }

    /// Emits the element of a predicate, an `i1`.
    pub fn emit_extract(&mut self, predicate: Value<'c, 'a>) -> Value<'c, 'a> {
        self.emit_once(Key::Extract(ValueKey::new(predicate)), |emitter| {
            emitter.emit_named("tensor.extract", &[predicate], &[], emitter.i1)
        })
    }

    /// Lets `emit` emit a check of `predicate`, unless one was emitted in a scope
    /// that encloses the anchor; returns the check's witness, if it has one.
    pub fn emit_check_once(
        &mut self,
        predicate: Value<'c, 'a>,
        emit: impl FnOnce(&mut Self) -> Option<Value<'c, 'a>>,
    ) -> Option<Value<'c, 'a>> {
        // A check without a witness is kept as the predicate itself.
        let checked = self.emit_once(Key::Checked(ValueKey::new(predicate)), |emitter| {
            emit(emitter).unwrap_or(predicate)
        });
        (checked != predicate).then_some(checked)
    }

    /// Emits an op without results.
    pub fn emit_effect(
        &mut self,
        name: &str,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, Attribute<'c>)],
    ) {
        let attributes = self.identify(attributes);
        self.insert(name, operands, &attributes, &[]);
    }

    /// Emits any op of one result.
    pub fn emit(
        &mut self,
        name: &str,
        operands: &[Value<'c, 'a>],
        attributes: &[(Identifier<'c>, Attribute<'c>)],
        result_type: Type<'c>,
    ) -> Value<'c, 'a> {
        first_result(self.insert(name, operands, attributes, &[result_type]))
    }

    /// Emits a cast of a tensor, unless it has the type already.
    pub fn emit_cast(&mut self, value: Value<'c, 'a>, r#type: Type<'c>) -> Value<'c, 'a> {
        if value.r#type() == r#type {
            return value;
        }
        self.emit("tensor.cast", &[value], &[], r#type)
    }

    /// Emits any op of one result, its attributes known by name.
    pub fn emit_named(
        &mut self,
        name: &str,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, Attribute<'c>)],
        result_type: Type<'c>,
    ) -> Value<'c, 'a> {
        let attributes = self.identify(attributes);
        self.emit(name, operands, &attributes, result_type)
    }

    fn emit_once(
        &mut self,
        key: Key,
        emit: impl FnOnce(&mut Self) -> Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        if let Some(value) = self.find(&key) {
            return value;
        }
        let value = emit(self);
        self.remember(key, value);
        value
    }

    fn emit_dense(&mut self, r#type: Type<'c>, values: &[i64], width: Width) -> Value<'c, 'a> {
        let value = match width {
            Width::I64 => DenseElementsAttribute::i64_values(r#type, values),
            Width::I32 => {
                // `Width::of` has made sure that the values fit.
                let values = values.iter().map(|&value| value as i32).collect::<Vec<_>>();
                DenseElementsAttribute::i32_values(r#type, &values)
            }
        };
        self.emit_named(
            "stablehlo.constant",
            &[],
            &[("value", value.into())],
            r#type,
        )
    }

    fn identify(
        &self,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Vec<(Identifier<'c>, Attribute<'c>)> {
        attributes
            .iter()
            .map(|&(name, attribute)| (Identifier::new(self.context, name), attribute))
            .collect()
    }

    fn size_type(&self, sizes: &[u64], width: Width) -> Type<'c> {
        let element = match width {
            Width::I32 => self.i32,
            Width::I64 => self.i64,
        };
        RankedTensorType::new(sizes, element, None).into()
    }
}

fn first_result<'c, 'a>(operation: OperationRef<'c, 'a>) -> Value<'c, 'a> {
    OperationRef::result(operation, 0)
        .expect("the op was made with one result")
        .into()
}
