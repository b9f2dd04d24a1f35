//! Emission of checks, and where the sizes in their messages are found.

use crate::{
    dialect::stablehlo::{self, ComparisonDirection},
    ir,
    padder::{Count, Padder, element},
};
use melior::ir::{OperationRef, Value, operation::OperationLike};
use std::fmt::Write;

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
            let sizes = sizes.map(|size| describe(size, 0)).collect();
            self.check(predicate, message, sizes);
        }
        self.dead.push(operation);
    }
}

/// How deeply a message's sizes are described.
const MAX_DEPTH: usize = 12;

/// Returns a scalar as an expression of the function's arguments and constants, such as `(add arg2 1)`; `?` if it is
/// no such expression.
pub fn describe(value: Value<'_, '_>, depth: usize) -> String {
    let unknown = || "?".to_string();
    if let Some(number) = ir::constant_integer(value) {
        return number.to_string();
    }
    let Some(operation) = ir::defining_op(value) else {
        let index = ir::function_argument(value).map(|(_, index)| index);
        return index.map_or_else(unknown, |index| format!("arg{index}"));
    };
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let first = ir::operand(operation, 0);
    if depth >= MAX_DEPTH {
        return unknown();
    }
    let word = match name {
        stablehlo::CONVERT | stablehlo::RESHAPE => {
            return first.map_or_else(unknown, |it| describe(it, depth + 1));
        }
        stablehlo::SLICE => {
            let start = ir::int_array(operation, "start_indices");
            let start = start.and_then(|start| usize::try_from(*start.first()?).ok());
            let part = first
                .zip(start)
                .and_then(|(row, index)| element(row, index));
            return part.map_or_else(unknown, |it| describe(it, depth + 1));
        }
        stablehlo::ADD => "add",
        stablehlo::SUBTRACT => "subtract",
        stablehlo::MULTIPLY => "multiply",
        stablehlo::DIVIDE => "divide",
        stablehlo::REMAINDER => "remainder",
        stablehlo::MAXIMUM => "maximum",
        stablehlo::MINIMUM => "minimum",
        _ => return unknown(),
    };
    let mut text = format!("({word}");
    for operand in operation.operands() {
        let part = describe(operand, depth + 1);
        if part == "?" {
            return part;
        }
        let _ = write!(text, " {part}");
    }
    text + ")"
}
