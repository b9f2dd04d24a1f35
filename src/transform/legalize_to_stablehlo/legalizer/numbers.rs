//! Emission of numbers.

use super::{Legalizer, integer_attribute};
use crate::{
    ir::{self, Width},
    transform::legalize_to_stablehlo::{
        number::{Definition, EXTENT_BITS, Function, INDEX_BITS, Id, Signedness::Signed},
        types,
    },
};
use melior::ir::{
    Value, ValueLike,
    attribute::{DenseElementsAttribute, DenseI64ArrayAttribute},
    r#type::IntegerType,
};

impl<'c: 'a, 'a> Legalizer<'c, 'a> {
    /// Emits a number, a tensor of rank 0.
    ///
    /// It does not recurse, however long the chain of functions is.
    pub fn number(&mut self, id: Id) -> Value<'c, 'a> {
        let mut pending = vec![id];
        while let Some(&next) = pending.last() {
            let numbers = &self.meanings.numbers;
            let before = pending.len();
            if self.emitted.get(&next).is_none()
                && let Definition::Apply(_, parts) = numbers.definition(next)
            {
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
    fn emit_number(&mut self, id: Id) -> Value<'c, 'a> {
        if let Some(&value) = self.emitted.get(&id) {
            return value;
        }
        let bits = self.meanings.numbers.bits(id);
        let value = match self.meanings.numbers.definition(id).clone() {
            Definition::Constant(value) => self.integer(value, bits),
            Definition::Value(key) => {
                let value = self.meanings.value(key);
                self.value(value)
            }
            Definition::Element(key, index) => {
                let value = self.meanings.value(key);
                let row = self.value(value);
                self.element(row, index, bits)
            }
            Definition::Extent(key, dim) => {
                let value = self.meanings.value(key);
                let value = self.value(value);
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
                self.op("stablehlo.constant", &[], &[("value", value)], r#type)
            }
        }
    }

    /// Emits the element of a tensor of rank 1 at an index.
    fn element(&mut self, row: Value<'c, 'a>, index: usize, bits: u32) -> Value<'c, 'a> {
        let array = |value| DenseI64ArrayAttribute::new(self.context(), &[value]).into();
        let attributes = [
            ("limit_indices", array(index as i64 + 1)),
            ("start_indices", array(index as i64)),
            ("strides", array(1)),
        ];
        let slice_type = types::row_type(self.context(), 1, bits);
        let slice = self.op("stablehlo.slice", &[row], &attributes, slice_type);
        let element = IntegerType::new(self.context(), bits).into();
        self.op(
            "stablehlo.reshape",
            &[slice],
            &[],
            types::scalar_type(element),
        )
    }

    /// Emits a row of numbers, a tensor of rank 1 with elements of `bits` bits.
    pub fn row(&mut self, row: &[Id], bits: u32) -> Value<'c, 'a> {
        if let Some(whole) = self.whole(row, bits) {
            return whole;
        }
        if let Some(vector) = self.vector(row, bits) {
            return vector;
        }
        let width = match bits {
            32 => Width::I32,
            64 => Width::I64,
            _ => return self.odd_row(row, bits),
        };
        let row = row.iter();
        let row = row.map(|&id| self.meanings.numbers.convert(id, bits, Signed));
        let row = row.collect::<Vec<_>>();
        let mut pieces = vec![];
        let mut constants = vec![];
        for &id in &row {
            match self.meanings.numbers.value(id) {
                Some(value) => constants.push(value),
                None => {
                    if !constants.is_empty() {
                        pieces.push(self.emitter.emit_constants(&constants, width));
                        constants.clear();
                    }
                    let value = self.number(id);
                    pieces.push(self.emitter.emit_reshape_to_1d(value, width));
                }
            }
        }
        if !constants.is_empty() || pieces.is_empty() {
            pieces.push(self.emitter.emit_constants(&constants, width));
        }
        match pieces.as_slice() {
            &[piece] => piece,
            pieces => self.emitter.emit_concatenate(pieces, row.len(), width),
        }
    }

    /// Returns the tensor whose elements a row consists of, if it is one whole tensor.
    pub(super) fn whole(&mut self, row: &[Id], bits: u32) -> Option<Value<'c, 'a>> {
        let value = self.find_whole(row, bits)?;
        Some(self.value(value))
    }

    /// Returns whether a row consists of the elements of one whole tensor.
    pub(super) fn is_whole(&self, row: &[Id], bits: u32) -> bool {
        self.find_whole(row, bits).is_some()
    }

    fn find_whole(&self, row: &[Id], bits: u32) -> Option<Value<'c, 'a>> {
        let numbers = &self.meanings.numbers;
        let Definition::Element(key, 0) = *numbers.definition(*row.first()?) else {
            return None;
        };
        let is_element = |(index, &id): (usize, &Id)| {
            numbers.bits(id) == bits && *numbers.definition(id) == Definition::Element(key, index)
        };
        let are_elements = row.iter().enumerate().all(is_element);
        let value = self.meanings.value(key);
        let shape = ir::shaped_type(value.r#type());
        let length = shape.shape()?.first()?.fixed_size()?;
        (are_elements && row.len() as i64 == length).then_some(value)
    }

    /// Emits a row of numbers of a width that sizes do not have.
    fn odd_row(&mut self, row: &[Id], bits: u32) -> Value<'c, 'a> {
        let one = types::row_type(self.context(), 1, bits);
        let mut pieces = vec![];
        for &id in row {
            let id = self.meanings.numbers.convert(id, bits, Signed);
            let value = self.number(id);
            pieces.push(self.op("stablehlo.reshape", &[value], &[], one));
        }
        self.concatenate(&pieces, types::row_type(self.context(), row.len(), bits))
    }

    /// Emits extents as a shape operand: in 32 bits if all of them fit.
    pub fn shape(&mut self, extents: &[Id]) -> Value<'c, 'a> {
        let narrow = extents.iter();
        let narrow = narrow.map(|&extent| self.meanings.numbers.narrow(extent));
        match narrow.collect::<Option<Vec<_>>>() {
            Some(narrow) => self.row(&narrow, EXTENT_BITS),
            None => self.row(extents, INDEX_BITS),
        }
    }
}
