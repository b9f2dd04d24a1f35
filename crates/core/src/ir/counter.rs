//! Counters of StableHLO's loops.

use super::{block_arguments, comparison_direction, defined_by, operand, region};
use crate::{dialect::stablehlo, ir::is_named, symbol::integer::Direction};
use melior::ir::{BlockLike, OperationRef, RegionLike, Value, ValueLike};

/// The counter of a loop, which adds a number to it in each iteration while it is less than a limit.
pub struct LoopCounter<'c, 'a> {
    /// Its position among the values that the loop carries.
    pub number: usize,
    pub limit: Value<'c, 'a>,
    pub step: Value<'c, 'a>,
    /// What compares it with the limit.
    pub comparison: OperationRef<'c, 'a>,
}

/// Returns the comparison of a loop's counter with its limit, if that is what the loop tests.
pub fn comparison_of_counter<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
) -> Option<OperationRef<'c, 'a>> {
    let condition = region(operation, 0)?.first_block()?;
    let tested = operand(condition.terminator()?, 0)?;
    let comparison = defined_by(tested, stablehlo::COMPARE)?;
    let is_counter = operand(comparison, 0)?.is_block_argument();
    is_counter.then_some(comparison)
}

/// Returns the counter of a `stablehlo.while` that counts up.
pub fn counter_of<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<LoopCounter<'c, 'a>> {
    let comparison =
        comparison_of_counter(operation).filter(|_| is_named(operation, stablehlo::WHILE))?;
    let [tested, limit] = [0, 1].map(|number| operand(comparison, number));
    let [condition, body] = [0, 1].map(|number| region(operation, number));
    let (condition, body) = (condition?.first_block()?, body?.first_block()?);
    let arguments = block_arguments(condition);
    let number = arguments.iter().position(|&it| Some(it) == tested)?;
    let sum = defined_by(operand(body.terminator()?, number)?, stablehlo::ADD)?;
    let is_counter = operand(sum, 0)? == *block_arguments(body).get(number)?
        && comparison_direction(comparison)? == Direction::Lt;
    let (limit, step) = (limit?, operand(sum, 1)?);
    is_counter.then_some(LoopCounter {
        number,
        limit,
        step,
        comparison,
    })
}
