//! Emission of the replacements of ops.

mod algebra;
mod contraction;
mod numbers;
mod tensors;
mod vectors;

pub use contraction::dim_list;

use super::{LegalizeOptions, types};
use crate::{
    analysis::{IntegerRow, IntegerValues, integer_bits},
    deferred::Deferred,
    diagnostic::Failed,
    dialect::stablehlo::{self, ConstantOp},
    ir::{self, Emitter, ValueKey},
    scoped_map::{ScopeChange, Scoped, ScopedMap},
    statistics::ChangeLog,
    symbol::integer::{INDEX_BITS, Integer, Source},
};
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, OperationRef, Type, TypeLike, Value, ValueLike,
        attribute::{DenseElementsAttribute, IntegerAttribute},
        operation::OperationLike,
        r#type::IntegerType,
    },
};
use rustc_hash::FxHashMap;

/// Emits StableHLO in place of other ops, and records what it has emitted.
pub struct Legalizer<'c, 'a> {
    pub options: LegalizeOptions,
    pub changes: ChangeLog,
    pub values: IntegerValues,
    deferred: Deferred<'c, 'a>,
    pub emitter: Emitter<'c, 'a>,
    /// The replacements of values.
    replaced: FxHashMap<ValueKey, Value<'c, 'a>>,
    /// The numbers that have been emitted where they dominate the anchor.
    emitted: ScopedMap<Integer, Value<'c, 'a>>,
    /// How many regions of branches and loops the anchor is in.
    regions: usize,
}

impl<'c: 'a, 'a> Legalizer<'c, 'a> {
    /// Creates a legalizer that has emitted nothing.
    ///
    /// # Errors
    ///
    /// Fails if the context lacks the StableHLO dialect.
    pub fn new(
        context: &'c Context,
        values: IntegerValues,
        deferred: Deferred<'c, 'a>,
        options: LegalizeOptions,
        changes: &ChangeLog,
    ) -> Result<Self, Failed> {
        Ok(Self {
            options,
            changes: changes.clone(),
            values,
            deferred,
            emitter: Emitter::new(context).ok_or(Failed)?,
            replaced: FxHashMap::default(),
            emitted: ScopedMap::new(),
            regions: 0,
        })
    }

    /// Returns the context.
    pub fn context(&self) -> &'c Context {
        self.emitter.context()
    }

    /// Begins or ends a scope; ops emitted in it are not used outside.
    pub fn scope(&mut self, change: ScopeChange) {
        self.emitter.scope(change);
        self.emitted.scope(change);
        match change {
            ScopeChange::Enter => self.regions += 1,
            ScopeChange::Exit => self.regions -= 1,
            ScopeChange::EnterIsolated | ScopeChange::ExitIsolated => {}
        }
    }

    /// Returns whether the anchor is in a branch or a loop, so that the program may be right
    /// although the op there is undefined.
    pub fn may_not_run(&self) -> bool {
        self.regions > 0
    }

    /// Replaces a value with another one.
    pub fn replace(&mut self, old: Value<'c, 'a>, new: Value<'c, 'a>) {
        self.replaced.insert(ValueKey::new(old), new);
    }

    /// Records a number that the program computes itself, so that it is not emitted again.
    pub fn record(&mut self, value: Value<'c, 'a>) {
        if let Some(id) = self.values.number(value)
            && self.values.integers.bits(id) == integer_bits(value.r#type()).unwrap_or(0)
            && self.emitted.get(&id).is_none()
        {
            self.emitted.insert(id, value);
        }
    }

    /// Returns whether a value is replaced by something else.
    pub fn is_replaced(&self, value: Value<'c, 'a>) -> bool {
        let key = ValueKey::new(value);
        self.replaced.contains_key(&key)
            || self.deferred.results.contains(&key)
            || self.deferred.same.contains_key(&key)
    }

    /// Returns the replacement of a value, emitting it if it is a number or a row.
    pub fn value(&mut self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        let value = self.original(value);
        let key = ValueKey::new(value);
        if let Some(&value) = self.replaced.get(&key) {
            return value;
        }
        if !self.deferred.results.contains(&key) {
            return value;
        }
        if let Some(number) = self.values.number(value) {
            return self.number(number);
        }
        match self.values.row(value) {
            Some(row) => {
                let bits = integer_bits(value.r#type()).unwrap_or(INDEX_BITS);
                self.row(&row, bits)
            }
            None => value,
        }
    }

    /// Returns the sizes of a tensor, of the program or emitted; `None` if its rank is not known.
    pub fn extents(&mut self, tensor: Value<'c, 'a>) -> Option<IntegerRow> {
        // Sizes may be computed from any value that the ops behind the tensor use.
        let mut pending = vec![tensor];
        while let Some(value) = pending.pop() {
            let sources = &mut self.deferred.sources;
            if sources.insert(ValueKey::new(value), value).is_none()
                && let Some(operation) = ir::defining_op(value)
            {
                pending.extend(operation.operands());
            }
        }
        self.values.extents(tensor)
    }

    /// Returns the value that a value is the same as.
    fn original(&self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        let mut value = value;
        while let Some(&original) = self.deferred.same.get(&ValueKey::new(value)) {
            value = original;
        }
        value
    }

    /// Returns the replacement of a value that integers are computed from.
    fn source(&mut self, source: Source) -> Value<'c, 'a> {
        let key = self.values.source(source);
        let value = self.deferred.sources[&key];
        // What is computed from it is emitted: it cannot be emitted as an integer itself.
        match self.replaced.get(&key) {
            Some(&replacement) => replacement,
            None => self.value(value),
        }
    }

    /// Returns the replacement of a value, cast to another type.
    pub fn value_as(&mut self, value: Value<'c, 'a>, r#type: Type<'c>) -> Value<'c, 'a> {
        let value = self.value(value);
        self.cast(value, r#type)
    }

    /// Returns the replacements of an op's operands.
    pub fn operands(&mut self, operation: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
        let operands = operation.operands().collect::<Vec<_>>();
        operands
            .into_iter()
            .map(|operand| self.value(operand))
            .collect()
    }

    /// Returns the replacement of an operand.
    pub fn operand(
        &mut self,
        operation: OperationRef<'c, 'a>,
        index: usize,
    ) -> Option<Value<'c, 'a>> {
        let operand = ir::operand(operation, index)?;
        Some(self.value(operand))
    }

    /// Returns the converted type of an op's first result.
    pub fn result_type(&self, operation: OperationRef<'c, 'a>) -> Option<Type<'c>> {
        let result = ir::result(operation, 0)?;
        types::convert(self.context(), result.r#type()).ok()
    }

    /// Emits a pure op of one result.
    pub fn op(
        &mut self,
        name: &'static str,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, Attribute<'c>)],
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        self.emitter.emit_pure(name, operands, attributes, r#type)
    }

    /// Converts a value to a type with another element type, or with more or fewer static sizes.
    pub fn cast(&mut self, value: Value<'c, 'a>, r#type: Type<'c>) -> Value<'c, 'a> {
        match value.r#type() == r#type {
            true => value,
            false => self.op(stablehlo::CONVERT, &[value], &[], r#type),
        }
    }

    /// Emits a constant, given as an attribute of a scalar or of elements.
    pub fn constant(&mut self, value: Attribute<'c>, r#type: Type<'c>) -> Option<Value<'c, 'a>> {
        let value = self.constant_attribute(value, r#type)?;
        Some(self.elements(value, r#type))
    }

    /// Emits a constant, given as an attribute of its elements.
    fn elements(&mut self, value: Attribute<'c>, r#type: Type<'c>) -> Value<'c, 'a> {
        let attributes = ConstantOp { value }.attributes(self.context());
        self.op(stablehlo::CONSTANT, &[], &attributes, r#type)
    }

    fn constant_attribute(
        &mut self,
        value: Attribute<'c>,
        r#type: Type<'c>,
    ) -> Option<Attribute<'c>> {
        let element = types::element(r#type)?;
        if let Some(integer) = ir::as_integer(value) {
            let value = match value.r#type().is_index() {
                true => IntegerAttribute::new(element, integer.value()).into(),
                false => value,
            };
            return Some(DenseElementsAttribute::splat(r#type, value).into());
        }
        if value.is_float() || value.is_bool() {
            return Some(DenseElementsAttribute::splat(r#type, value).into());
        }
        let value = ir::dense_elements(value)?;
        if value.r#type() == r#type {
            return Some(value);
        }
        let elements = ir::as_dense_elements(value)?;
        let count = elements.len();
        let elements = (0..count).map(|index| elements.i64_element(index).ok());
        let elements = elements.collect::<Option<Vec<_>>>()?;
        Some(DenseElementsAttribute::i64_values(r#type, &elements).into())
    }

    /// Returns a tensor type with another element type.
    pub fn with_element(&self, like: Type<'c>, element: Type<'c>) -> Type<'c> {
        match ir::as_ranked_tensor(like) {
            Some(tensor) => types::with_element(tensor, element),
            None => types::scalar_type(element),
        }
    }

    /// Returns a 64-bit integer attribute.
    pub fn integer_attribute(&self, value: i64) -> Attribute<'c> {
        IntegerAttribute::new(IntegerType::new(self.context(), 64).into(), value).into()
    }
}

/// Returns an integer attribute of an element type.
fn integer_attribute<'c>(element: Type<'c>, value: i64) -> Attribute<'c> {
    IntegerAttribute::new(element, value).into()
}
