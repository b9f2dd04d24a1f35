//! Emission of numbers.

use super::{Legalizer, integer_attribute};
use crate::{
    dialect::stablehlo,
    ir::{self, Width},
    symbol::integer::{Definition, EXTENT_BITS, Function, INDEX_BITS, Integer, Signedness::Signed},
    types,
};
use melior::ir::{Value, ValueLike, attribute::DenseElementsAttribute, r#type::IntegerType};

impl<'c: 'a, 'a> Legalizer<'c, 'a> {
    /// Emits a number, a tensor of rank 0.
    ///
    /// It does not recurse, however long the chain of functions is.
    pub fn number(&mut self, id: Integer) -> Value<'c, 'a> {
        let mut pending = vec![id];
        while let Some(&next) = pending.last() {
            let before = pending.len();
            if self.emitted.get(&next).is_none() {
                let integers = &mut self.values.integers;
                let expanded = integers.expand(next);
                let parts = match integers.definition(next) {
                    _ if expanded != next => &[expanded][..],
                    Definition::Apply(_, parts) => parts,
                    _ => &[],
                };
                let missing = parts.iter().filter(|part| self.emitted.get(part).is_none());
                pending.extend(missing);
            }
            if pending.len() == before {
                self.emit_number(next);
                pending.pop();
            }
        }
        self.emit_number(id)
    }

    /// Emits a number whose parts have all been emitted.
    fn emit_number(&mut self, id: Integer) -> Value<'c, 'a> {
        if let Some(&value) = self.emitted.get(&id) {
            return value;
        }
        let expanded = self.values.integers.expand(id);
        if expanded != id {
            let value = self.emit_number(expanded);
            self.emitted.insert(id, value);
            return value;
        }
        let bits = self.values.integers.bits(id);
        let value = match self.values.integers.definition(id).clone() {
            Definition::Constant(value) => self.integer(value, bits),
            Definition::Element(source, index) => {
                let value = self.source(source);
                self.element(value, index, bits)
            }
            Definition::Extent(source, dim) => {
                let value = self.source(source);
                let extent = self.emitter.emit_dimension_size(value, dim, None);
                match bits {
                    EXTENT_BITS => extent,
                    bits => self.convert(extent, bits, Signed),
                }
            }
            Definition::Apply(function, parts) => {
                let parts = parts.iter().map(|&part| self.emit_number(part));
                let parts = parts.collect::<Vec<_>>();
                match function {
                    Function::Convert(signedness) => self.convert(parts[0], bits, signedness),
                    function => self.function(function, &parts),
                }
            }
        };
        self.emitted.insert(id, value);
        value
    }

    /// Emits a constant of rank 0.
    fn integer(&mut self, value: i64, bits: u32) -> Value<'c, 'a> {
        match bits {
            32 => self.emitter.emit_constant(value, Width::I32),
            64 => self.emitter.emit_constant(value, Width::I64),
            bits => {
                let element = IntegerType::new(self.context(), bits).into();
                let r#type = types::scalar_type(element);
                let value = integer_attribute(element, value);
                let value = DenseElementsAttribute::splat(r#type, value).into();
                self.elements(value, r#type)
            }
        }
    }

    /// Emits the element of a static tensor at an index in row-major order, as a signless integer.
    fn element(&mut self, tensor: Value<'c, 'a>, index: usize, bits: u32) -> Value<'c, 'a> {
        let tensor = match types::element(tensor.r#type()).and_then(ir::as_integer_type) {
            Some(element) if element.is_unsigned() => {
                let signless = IntegerType::new(self.context(), bits).into();
                let r#type = self.with_element(tensor.r#type(), signless);
                self.reinterpret(tensor, r#type)
            }
            _ => tensor,
        };
        let shape = ir::shaped_type(tensor.r#type());
        let sizes = shape.shape().unwrap_or_default().iter();
        let sizes = sizes.map(|dim| dim.min_size()).collect::<Vec<_>>();
        let row = match sizes.len() {
            0 => return tensor,
            1 => tensor,
            _ => {
                let count = sizes.iter().product::<i64>();
                let count = usize::try_from(count).unwrap_or_default();
                let r#type = types::row_type(self.context(), count, bits);
                self.op(stablehlo::RESHAPE, &[tensor], &[], r#type)
            }
        };
        let start = index as i64;
        let slice_type = types::row_type(self.context(), 1, bits);
        let slice = self.slice(row, [&[start], &[start + 1], &[1]], slice_type);
        let element = IntegerType::new(self.context(), bits).into();
        self.op(
            stablehlo::RESHAPE,
            &[slice],
            &[],
            types::scalar_type(element),
        )
    }

    /// Emits a row of numbers, a tensor of rank 1 with elements of `bits` bits.
    pub fn row(&mut self, row: &[Integer], bits: u32) -> Value<'c, 'a> {
        if let Some(whole) = self.whole(row, bits) {
            return whole;
        }
        if let Some(vector) = self.vector(row, bits) {
            return vector;
        }
        let mut pieces = vec![];
        let mut constants = vec![];
        for &id in row {
            let id = self.values.integers.convert(id, bits, Signed);
            match self.values.integers.value(id) {
                Some(value) => constants.push(value),
                None => {
                    if !constants.is_empty() {
                        pieces.push(self.constant_row(&constants, bits));
                        constants.clear();
                    }
                    let value = self.number(id);
                    pieces.push(self.one_in_row(value, bits));
                }
            }
        }
        if !constants.is_empty() || pieces.is_empty() {
            pieces.push(self.constant_row(&constants, bits));
        }
        match (pieces.as_slice(), size_width(bits)) {
            (&[piece], _) => piece,
            (pieces, Some(width)) => self.emitter.emit_concatenate(pieces, row.len(), width),
            (pieces, None) => {
                self.concatenate(pieces, types::row_type(self.context(), row.len(), bits))
            }
        }
    }

    fn constant_row(&mut self, constants: &[i64], bits: u32) -> Value<'c, 'a> {
        match size_width(bits) {
            Some(width) => self.emitter.emit_constants(constants, width),
            None => self.constants(constants, bits),
        }
    }

    /// Emits a number as a row of its own.
    fn one_in_row(&mut self, value: Value<'c, 'a>, bits: u32) -> Value<'c, 'a> {
        match size_width(bits) {
            Some(width) => self.emitter.emit_reshape_to_1d(value, width),
            None => {
                let r#type = types::row_type(self.context(), 1, bits);
                self.op(stablehlo::RESHAPE, &[value], &[], r#type)
            }
        }
    }

    /// Returns the tensor whose elements a row consists of, if it is one whole tensor.
    pub(super) fn whole(&mut self, row: &[Integer], bits: u32) -> Option<Value<'c, 'a>> {
        let value = self.find_whole(row, bits)?;
        Some(self.value(value))
    }

    /// Returns whether a row consists of the elements of one whole tensor.
    pub(super) fn is_whole(&self, row: &[Integer], bits: u32) -> bool {
        self.find_whole(row, bits).is_some()
    }

    fn find_whole(&self, row: &[Integer], bits: u32) -> Option<Value<'c, 'a>> {
        let numbers = &self.values.integers;
        let Definition::Element(source, 0) = *numbers.definition(*row.first()?) else {
            return None;
        };
        let is_element = |(index, &id): (usize, &Integer)| {
            numbers.bits(id) == bits
                && *numbers.definition(id) == Definition::Element(source, index)
        };
        let are_elements = row.iter().enumerate().all(is_element);
        let key = self.values.source(source);
        let value = *self.deferred.sources.get(&key)?;
        let shape = ir::shaped_type(value.r#type());
        let &[length] = shape.shape()? else {
            return None;
        };
        let length = length.fixed_size()?;
        (are_elements && row.len() as i64 == length).then_some(value)
    }

    /// Emits extents as a shape operand: in 32 bits if all of them fit.
    pub fn shape(&mut self, extents: &[Integer]) -> Value<'c, 'a> {
        let extents = extents.iter().map(|&extent| self.extent(extent));
        let extents = extents.collect::<Vec<_>>();
        let narrow = extents.iter();
        let narrow = narrow.map(|&extent| self.values.integers.narrow(extent));
        match narrow.collect::<Option<Vec<_>>>() {
            Some(narrow) => self.row(&narrow, EXTENT_BITS),
            None => self.row(&extents, INDEX_BITS),
        }
    }

    /// Returns an extent; 0 instead of a negative one in an op that is never run.
    pub fn extent(&mut self, extent: Integer) -> Integer {
        match self.is_never_run(&[extent]) {
            true => self.values.index(0),
            false => extent,
        }
    }

    /// Returns whether an op that takes these extents or indices must not be run, since one of
    /// them is negative, and need not be run either.
    pub fn is_never_run(&self, numbers: &[Integer]) -> bool {
        let value = |&id: &Integer| self.values.integers.value(id);
        let is_negative = |id: &Integer| value(id).is_some_and(|value| value < 0);
        self.may_not_run() && numbers.iter().any(is_negative)
    }
}

/// Returns the width of sizes that has so many bits; `None` if sizes have none of it.
const fn size_width(bits: u32) -> Option<Width> {
    match bits {
        32 => Some(Width::I32),
        64 => Some(Width::I64),
        _ => None,
    }
}
