//! Computations with numbers, element by element.

use super::{Op, Topic, elements_of, elementwise::elementwise, result};
use crate::{
    analysis::{
        Analysis, Sizes,
        element::{Arithmetic, element_count},
    },
    ir::element_bits,
};
use melior::ir::{OperationRef, ValueLike};

pub(super) const TOPIC: Topic = Topic {
    title: "arithmetic",
    ops: &[
        binary("stablehlo.add").elements(add),
        binary("stablehlo.subtract").elements(subtract),
        binary("stablehlo.multiply").elements(multiply),
        binary("stablehlo.divide").elements(divide),
        binary("stablehlo.remainder").elements(remainder),
        binary("stablehlo.maximum").elements(maximum),
        binary("stablehlo.minimum").elements(minimum),
        binary("stablehlo.convert").elements(convert),
        binary("stablehlo.compare").computes(),
        binary("stablehlo.and").computes(),
        binary("stablehlo.or").computes(),
        binary("stablehlo.not").computes(),
        binary("arith.addi").elements(add),
        binary("arith.subi").elements(subtract),
        binary("arith.muli").elements(multiply),
        binary("arith.maxsi").elements(maximum),
        binary("arith.minsi").elements(minimum),
        binary("arith.index_cast").elements(convert),
        binary("arith.extsi").elements(convert),
        binary("arith.trunci").elements(convert),
    ],
};

const fn binary(name: &'static str) -> Op {
    Op::new(name).sizes(elementwise)
}

fn add(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    compute(analysis, operation, Arithmetic::Add)
}

fn subtract(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    compute(analysis, operation, Arithmetic::Subtract)
}

fn multiply(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    compute(analysis, operation, Arithmetic::Multiply)
}

fn divide(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    compute(analysis, operation, Arithmetic::Divide)
}

fn remainder(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    compute(analysis, operation, Arithmetic::Remainder)
}

fn maximum(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    compute(analysis, operation, Arithmetic::Maximum)
}

fn minimum(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    compute(analysis, operation, Arithmetic::Minimum)
}

fn compute(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    arithmetic: Arithmetic,
) -> Option<Sizes> {
    let value = result(operation)?;
    element_count(value)?;
    let bits = element_bits(value.r#type())?;
    let lhs = elements_of(analysis, operation, 0)?;
    let rhs = elements_of(analysis, operation, 1)?;
    let compute = |(a, b)| analysis.compute(arithmetic, a, b, bits);
    Some(lhs.into_iter().zip(rhs).map(compute).collect())
}

fn convert(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    let elements = elements_of(analysis, operation, 0)?;
    let bits = element_bits(result(operation)?.r#type())?;
    let convert = |element| analysis.convert(element, bits);
    Some(elements.into_iter().map(convert).collect())
}
