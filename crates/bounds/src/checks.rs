//! Emission of checks.

use crate::{
    dialect::stablehlo::{self, ComparisonDirection},
    expression::describe,
    ir,
    padder::{Count, Padder},
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Emits the status so far.
    pub fn status_value(&mut self) -> Value<'c, 'a> {
        match self.status.get() {
            Some(value) => value,
            None => self.count(Count::Known(0)),
        }
    }

    /// Adds a check of a `tensor<i1>`.
    pub fn check(&mut self, predicate: Value<'c, 'a>, message: &str, sizes: Vec<String>) {
        let before = self.status.get();
        let number = self.status.add(message, sizes);
        let number = self.count(Count::Known(number));
        let zero = self.count(Count::Known(0));
        let mut fails = self.same(stablehlo::NOT, &[predicate]);
        if let Some(before) = before {
            let is_first = self.compare(ComparisonDirection::Eq, before, zero);
            fails = self.same(stablehlo::AND, &[is_first, fails]);
        }
        let after = self.select(fails, number, before.unwrap_or(zero));
        self.status.set(Some(after));
    }

    /// Replaces an assertion with a check.
    pub fn check_assertion(&mut self, operation: OperationRef<'c, 'a>) {
        if let Some(predicate) = ir::operand(operation, 0) {
            let message = ir::string(operation, "error_message").unwrap_or_default();
            let sizes = operation.operands().skip(1);
            let sizes = sizes.map(|size| describe(size)).collect();
            self.check(predicate, message, sizes);
        }
        self.dead.push(operation);
    }
}
