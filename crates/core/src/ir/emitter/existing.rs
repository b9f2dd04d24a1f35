//! Reuses checks and sizes that the input already contains.

use super::{Binary, EmittedKey, Emitter, Width};
use crate::{
    dialect::{cf, stablehlo, tensor},
    ir::{ValueKey, comparison_direction, defining_op, int_elements, is_shape_assertion, name_str},
    symbol::integer::Direction,
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

impl<'c, 'a> Emitter<'c, 'a> {
    /// Records an op of the input that checks sizes or computes a part of such a check, so that
    /// it is not emitted again.
    pub fn record_existing_check(&mut self, operation: OperationRef<'c, 'a>) {
        let operands = operation.operands().collect::<Vec<_>>();
        if is_shape_assertion(operation) || name_str(operation.name()) == Some(cf::ASSERT) {
            if let Some(&predicate) = operands.first() {
                self.record_checked(predicate);
            }
        } else if let Some(result) = crate::ir::result(operation, 0)
            && let Some(key) = self.key_of_existing(operation, &operands, result)
        {
            self.record(key, result);
        }
    }

    /// Returns whether a predicate is checked at the anchor.
    pub fn is_checked(&self, predicate: Value<'c, 'a>) -> bool {
        self.find(&EmittedKey::Checked(ValueKey::new(predicate)))
            .is_some()
    }

    /// Records that a predicate is checked, and so are the conjuncts that it consists of.
    fn record_checked(&mut self, predicate: Value<'c, 'a>) {
        let mut pending = vec![predicate];
        while let Some(predicate) = pending.pop() {
            if self.is_checked(predicate) {
                continue;
            }
            self.record(EmittedKey::Checked(ValueKey::new(predicate)), predicate);
            let Some(operation) = defining_op(predicate) else {
                continue;
            };
            let is_whole = match name_str(operation.name()) {
                Some(stablehlo::AND) => true,
                // Of a scalar.
                Some(tensor::EXTRACT) => operation.operand_count() == 1,
                _ => false,
            };
            if is_whole {
                pending.extend(operation.operands());
            }
        }
    }

    fn key_of_existing(
        &self,
        operation: OperationRef<'c, 'a>,
        operands: &[Value<'c, 'a>],
        result: Value<'c, 'a>,
    ) -> Option<EmittedKey> {
        let width = |value: Value<'c, 'a>| {
            let widths = [Width::I32, Width::I64].into_iter();
            let mut widths = widths.filter(|&width| value.r#type() == self.size_type(&[], width));
            widths.next()
        };
        match (name_str(operation.name())?, operands) {
            (stablehlo::CONSTANT, []) => {
                let width = width(result)?;
                let &[value] = int_elements(operation, "value", 1)?.as_slice() else {
                    return None;
                };
                Some(EmittedKey::Constant(value, width))
            }
            (stablehlo::CONVERT, &[size])
                if (width(size), width(result)) == (Some(Width::I32), Some(Width::I64)) =>
            {
                Some(EmittedKey::Convert(ValueKey::new(size)))
            }
            (stablehlo::AND, &[lhs, rhs]) if result.r#type() == self.predicate => {
                Some(Binary::And.key(lhs, rhs))
            }
            // Without `compare_type`, signless integers are compared as signed ones.
            (stablehlo::COMPARE, &[lhs, rhs]) if !operation.has_attribute("compare_type") => {
                width(lhs)?;
                match comparison_direction(operation)? {
                    Direction::Eq => Some(Binary::Equal.key(lhs, rhs)),
                    Direction::Ge => Some(Binary::AtLeast.key(lhs, rhs)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
