//! Computations with numbers, element by element.

use super::{Op, Topic, elements_of, elementwise::elementwise, integer, result};
use crate::{
    analysis::{Analysis, Elements},
    ir::{number_type, operand},
    symbol::{Arithmetic, Element, NumberType},
};
use melior::ir::{OperationRef, ValueLike};

pub(super) const TOPIC: Topic = Topic {
    title: "arithmetic",
    ops: &[
        numeric("stablehlo.add")
            .integers(integer::hlo_add)
            .elements(add),
        numeric("stablehlo.subtract")
            .integers(integer::hlo_subtract)
            .elements(subtract),
        numeric("stablehlo.multiply")
            .integers(integer::hlo_multiply)
            .elements(multiply),
        numeric("stablehlo.divide")
            .integers(integer::hlo_divide)
            .elements(divide),
        numeric("stablehlo.remainder")
            .integers(integer::hlo_remainder)
            .elements(remainder),
        numeric("stablehlo.maximum")
            .integers(integer::hlo_maximum)
            .elements(maximum),
        numeric("stablehlo.minimum")
            .integers(integer::hlo_minimum)
            .elements(minimum),
        numeric("stablehlo.clamp")
            .integers(integer::clamp)
            .elements(clamp),
        numeric("stablehlo.select")
            .integers(integer::select)
            .elements(select),
        numeric("stablehlo.abs")
            .integers(integer::absolute)
            .elements(absolute),
        numeric("stablehlo.ceil").elements(round_up),
        numeric("stablehlo.floor").elements(round_down),
        numeric("stablehlo.convert")
            .integers(integer::convert)
            .elements(convert),
        numeric("stablehlo.compare")
            .integers(integer::compare)
            .computes(),
        numeric("stablehlo.and").integers(integer::and).computes(),
        numeric("stablehlo.or").integers(integer::or).computes(),
        numeric("stablehlo.not").integers(integer::not).computes(),
        numeric("arith.addi").integers(integer::add).elements(add),
        numeric("arith.subi")
            .integers(integer::subtract)
            .elements(subtract),
        numeric("arith.muli")
            .integers(integer::multiply)
            .elements(multiply),
        numeric("arith.divsi")
            .integers(integer::divide)
            .elements(divide),
        numeric("arith.divui")
            .integers(integer::divide_unsigned)
            .elements(divide_unsigned),
        numeric("arith.ceildivsi")
            .integers(integer::divide_up)
            .elements(divide_up),
        numeric("arith.ceildivui")
            .integers(integer::divide_unsigned_up)
            .elements(divide_unsigned_up),
        numeric("arith.floordivsi")
            .integers(integer::divide_down)
            .elements(divide_down),
        numeric("arith.remsi")
            .integers(integer::remainder)
            .elements(remainder),
        numeric("arith.remui")
            .integers(integer::remainder_unsigned)
            .elements(remainder_unsigned),
        numeric("arith.maxsi")
            .integers(integer::maximum)
            .elements(maximum),
        numeric("arith.maxui")
            .integers(integer::maximum_unsigned)
            .elements(maximum_unsigned),
        numeric("arith.minsi")
            .integers(integer::minimum)
            .elements(minimum),
        numeric("arith.minui")
            .integers(integer::minimum_unsigned)
            .elements(minimum_unsigned),
        numeric("arith.select")
            .integers(integer::select)
            .elements(select),
        numeric("arith.index_cast")
            .integers(integer::cast_signed)
            .elements(convert),
        numeric("arith.index_castui")
            .integers(integer::cast_unsigned)
            .elements(convert_unsigned),
        numeric("arith.extsi")
            .integers(integer::cast_signed)
            .elements(convert),
        numeric("arith.extui")
            .integers(integer::cast_unsigned)
            .elements(convert_unsigned),
        numeric("arith.trunci")
            .integers(integer::cast_signed)
            .elements(convert),
        numeric("arith.sitofp").elements(convert),
        numeric("arith.fptosi")
            .integers(integer::float_to_signed)
            .elements(convert),
        numeric("arith.cmpi")
            .integers(integer::compare_integers)
            .computes(),
        numeric("arith.andi").integers(integer::and).computes(),
        numeric("arith.ori").integers(integer::or).computes(),
        numeric("arith.xori").integers(integer::xor).computes(),
        numeric("stablehlo.xor").integers(integer::xor),
        numeric("arith.fptoui").integers(integer::float_to_unsigned),
        numeric("arith.shli").integers(integer::shift_left),
        numeric("arith.shrsi").integers(integer::shift_right),
        numeric("arith.shrui").integers(integer::shift_right_unsigned),
        numeric("math.absi").integers(integer::absolute),
        Op::new("shape.add")
            .integers(integer::shape_add)
            .elements(add),
        Op::new("shape.mul")
            .integers(integer::shape_multiply)
            .elements(multiply),
        Op::new("shape.div")
            .integers(integer::shape_divide)
            .elements(divide_down),
        Op::new("shape.max")
            .integers(integer::shape_maximum)
            .elements(maximum),
        Op::new("shape.min")
            .integers(integer::shape_minimum)
            .elements(minimum),
        Op::new("shape.num_elements")
            .integers(integer::num_elements)
            .elements(product),
    ],
};

const fn numeric(name: &'static str) -> Op {
    Op::new(name).sizes(elementwise)
}

macro_rules! binary {
    ($($name:ident: $arithmetic:ident,)*) => {
        $(
            fn $name(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
                compute(analysis, operation, Arithmetic::$arithmetic)
            }
        )*
    };
}

binary! {
    add: Add,
    subtract: Subtract,
    multiply: Multiply,
    divide: Divide,
    divide_up: DivideUp,
    divide_down: DivideDown,
    divide_unsigned: DivideUnsigned,
    divide_unsigned_up: DivideUnsignedUp,
    remainder: Remainder,
    remainder_unsigned: RemainderUnsigned,
    maximum: Maximum,
    maximum_unsigned: MaximumUnsigned,
    minimum: Minimum,
    minimum_unsigned: MinimumUnsigned,
}

fn compute(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    arithmetic: Arithmetic,
) -> Option<Elements> {
    let r#type = number_type_of(analysis, operation)?;
    let lhs = elements_of(analysis, operation, 0)?;
    let rhs = elements_of(analysis, operation, 1)?;
    let compute = |(a, b)| analysis.compute(arithmetic, a, b, r#type);
    same_count(&lhs, &rhs)?;
    Some(lhs.into_iter().zip(rhs).map(compute).collect())
}

/// Returns the number type that an op computes in, if its result is small enough.
fn number_type_of(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<NumberType> {
    let value = result(operation)?;
    if analysis.is_of_sizes(value.r#type()) {
        return Some(NumberType::EXACT);
    }
    analysis.element_count(value)?;
    analysis.computed_type(value.r#type())
}

fn same_count(a: &Elements, b: &Elements) -> Option<()> {
    (a.len() == b.len()).then_some(())
}

fn convert(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let r#type = analysis.computed_type(result(operation)?.r#type())?;
    let from = number_type(operand(operation, 0)?.r#type())?;
    let elements = elements_of(analysis, operation, 0)?;
    let convert = |element| analysis.facts.convert(element, from, r#type);
    Some(elements.into_iter().map(convert).collect())
}

/// Non-negative numbers keep their value.
fn convert_unsigned(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let r#type = analysis.computed_type(result(operation)?.r#type())?;
    let elements = elements_of(analysis, operation, 0)?;
    let convert = |element| analysis.compute(Arithmetic::ConvertUnsigned, element, element, r#type);
    Some(elements.into_iter().map(convert).collect())
}

fn round_up(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    unary(analysis, operation, Arithmetic::RoundUp)
}

fn round_down(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    unary(analysis, operation, Arithmetic::RoundDown)
}

fn unary(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    arithmetic: Arithmetic,
) -> Option<Elements> {
    let r#type = number_type_of(analysis, operation)?;
    let elements = elements_of(analysis, operation, 0)?;
    let compute = |element| analysis.compute(arithmetic, element, element, r#type);
    Some(elements.into_iter().map(compute).collect())
}

/// Sizes are their own absolute values.
fn absolute(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let r#type = number_type_of(analysis, operation)?;
    let elements = elements_of(analysis, operation, 0)?;
    let absolute = |element| match analysis.facts.entails_element_at_least(element, 0) {
        true => element,
        false => analysis.facts.fresh_element(r#type),
    };
    Some(elements.into_iter().map(absolute).collect())
}

/// `max(low, x)`, then `min(high, x)`; a scalar limit stands for all elements.
fn clamp(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let r#type = number_type_of(analysis, operation)?;
    let [low, elements, high] = [0, 1, 2].map(|index| elements_of(analysis, operation, index));
    let (low, elements, high) = (low?, elements?, high?);
    let limit = |limits: &Elements, index: usize| match limits.len() {
        1 => limits.first().copied(),
        _ => limits.get(index).copied(),
    };
    let clamp = |(index, &element)| {
        let raised = analysis.compute(Arithmetic::Maximum, limit(&low, index)?, element, r#type);
        let high = limit(&high, index)?;
        Some(analysis.compute(Arithmetic::Minimum, high, raised, r#type))
    };
    elements.iter().enumerate().map(clamp).collect()
}

/// Either value; where the predicate compares one of them with 1, the other one if it is 1.
fn select(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let r#type = number_type_of(analysis, operation)?;
    let on_true = elements_of(analysis, operation, 1)?;
    let on_false = elements_of(analysis, operation, 2)?;
    same_count(&on_true, &on_false)?;
    let predicate = operand(operation, 0)?;
    let select = |(a, b)| analysis.choose(predicate, a, b, r#type);
    Some(on_true.into_iter().zip(on_false).map(select).collect())
}

/// The product of all elements.
fn product(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let elements = elements_of(analysis, operation, 0)?;
    let r#type = number_type_of(analysis, operation)?;
    let multiply = |a, b| analysis.compute(Arithmetic::Multiply, a, b, r#type);
    super::number::one(elements.into_iter().fold(Element::number(1), multiply))
}
