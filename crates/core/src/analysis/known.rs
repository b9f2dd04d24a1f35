//! Sizes and numbers that are known as constants at one point of a program.

use super::{Analysis, Elements, IntegerValues};
use crate::symbol::{Element, Size};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

impl Analysis {
    /// Returns the sizes of a value's dims, `None` where one is not a known constant.
    pub fn constant_sizes(&mut self, value: Value<'_, '_>) -> Vec<Option<i64>> {
        let this = self.of(value);
        let sizes = this.sizes(value).into_iter();
        let sizes = sizes.map(|size| this.facts.canonical(size).constant());
        sizes.map(|size| size.filter(|&size| size >= 0)).collect()
    }

    /// Returns the elements of a tensor of integers, of a scalar or of a shape, if all are known
    /// constants and there are few. A truth value is 0 or 1; of an unsigned integer, it is the signed
    /// one of the same bits.
    pub fn constant_numbers(&mut self, value: Value<'_, '_>) -> Option<Vec<i64>> {
        let this = self.of(value);
        let row = this.values.elements(value)?;
        let own = row.iter().map(|&number| this.values.integers.value(number));
        if let Some(own) = own.collect() {
            return Some(own);
        }
        let elements = this.elements_of(value)?.into_iter();
        let elements = elements.map(|element| this.facts.name(element).constant());
        elements.collect()
    }

    /// Returns the size that a scalar is known to hold.
    pub fn scalar_size(&mut self, value: Value<'_, '_>) -> Option<Size> {
        let &[number] = self.elements_of(value)?.as_slice() else {
            return None;
        };
        self.facts.as_size(number)
    }

    /// Records constant sizes of a value, which follow from constants in other values.
    pub fn set_constant_sizes(&mut self, value: Value<'_, '_>, sizes: &[Option<i64>]) {
        if self.is_asserted(value) {
            self.define(|definitions| definitions.set_constant_sizes(value, sizes));
        }
        let sizes = sizes.iter().map(|size| size.map(Size::Constant));
        self.set_sizes(value, sizes);
    }

    /// Records the elements of a value, which another part of the program computes.
    pub fn set_numbers(&mut self, value: Value<'_, '_>, numbers: &[i64]) {
        if self.is_asserted(value) {
            self.define(|definitions| definitions.set_numbers(value, numbers));
        }
        if let Some(bits) = super::integers::any_integer_bits(value.r#type()) {
            let row = numbers.iter();
            let row = row.map(|&number| self.values.integers.constant(number, bits));
            let row = row.collect::<Vec<_>>();
            self.values.set(value, row);
        }
        let elements = numbers.iter().map(|&number| Element::number(number));
        self.set_elements(value, elements.collect::<Elements>());
    }

    /// Returns whether the table of ops, or a rule file, says anything about an op.
    pub fn knows(&mut self, operation: OperationRef<'_, '_>) -> bool {
        self.ops.find(operation).is_some()
    }

    /// Notes the constants among the sizes and the elements of an op's results that a function computes as
    /// integers.
    pub fn learn_constants<T>(
        &mut self,
        operation: OperationRef<'_, '_>,
        read: impl FnOnce(&mut IntegerValues) -> T,
    ) -> T {
        for operand in operation.operands() {
            if let Some(numbers) = self.constant_numbers(operand) {
                self.set_numbers(operand, &numbers);
            }
        }
        let found = read(&mut self.values);
        for result in operation.results().map(Value::from) {
            let sizes = self.values.extents(result);
            let sizes = sizes.iter().flat_map(|sizes| sizes.iter());
            let sizes = sizes.map(|&size| self.values.integers.value(size));
            let sizes = sizes.map(|size| size.filter(|&size| size >= 0));
            let sizes = sizes.collect::<Vec<_>>();
            self.set_constant_sizes(result, &sizes);
            if let Some(numbers) = self.constant_numbers(result) {
                // A list may be longer than its type says.
                if self.rank(result) == 1 {
                    self.set_constant_sizes(result, &[Some(numbers.len() as i64)]);
                }
                self.set_numbers(result, &numbers);
            }
        }
        found
    }

    /// Forgets how a value's integers are computed, to read them again: the op that defines it has
    /// other operands, or the value another type.
    pub fn forget_integers(&mut self, value: Value<'_, '_>) {
        self.define(|definitions| definitions.forget_integers(value));
        self.values.forget(value);
    }

    /// Returns the dims of a value whose size is known to be the number in a scalar.
    pub fn dims_of_size(&mut self, value: Value<'_, '_>, scalar: Value<'_, '_>) -> Vec<usize> {
        let Some(&[number]) = self.elements_of(scalar).as_deref() else {
            return vec![];
        };
        let number = self.facts.name(number);
        let sizes = self.sizes(value).into_iter().enumerate();
        let is_same = |size| self.facts.name(Element::from(self.facts.canonical(size))) == number;
        let dims = sizes.filter(|(_, size)| is_same(*size));
        dims.map(|(dim, _)| dim).collect()
    }

    /// Returns the dims of a value whose size the number in a scalar is by its definition, whatever is known
    /// about it here.
    pub fn dims_named_by(&mut self, value: Value<'_, '_>, scalar: Value<'_, '_>) -> Vec<usize> {
        let Some(&[number]) = self.elements_of(scalar).as_deref() else {
            return vec![];
        };
        let sizes = self.sizes(value).into_iter().enumerate();
        let dims = sizes.filter(|&(_, size)| Element::from(size) == number);
        dims.map(|(dim, _)| dim).collect()
    }

    /// Returns the first dim of a value that is known to have the size of a dim of another value.
    pub fn dim_of_same_size(
        &mut self,
        value: Value<'_, '_>,
        other: Value<'_, '_>,
        dim: usize,
    ) -> Option<usize> {
        let size = self.sizes(other).get(dim).copied()?;
        let size = self.facts.canonical(size);
        let sizes = self.sizes(value).into_iter();
        let mut sizes = sizes.map(|own| self.facts.canonical(own));
        sizes.position(|own| own == size && own.constant().is_none())
    }
}
