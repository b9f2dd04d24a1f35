//! Computations with numbers, element by element.

use super::{Extents::Same, Op, Topic, integer};
use crate::dialect::stablehlo;

pub(super) const TOPIC: Topic = Topic {
    title: "arithmetic",
    ops: &[
        numeric(stablehlo::ADD).integers(integer::hlo_add),
        numeric(stablehlo::SUBTRACT).integers(integer::hlo_subtract),
        numeric(stablehlo::MULTIPLY).integers(integer::hlo_multiply),
        numeric(stablehlo::DIVIDE).integers(integer::hlo_divide),
        numeric(stablehlo::REMAINDER).integers(integer::hlo_remainder),
        numeric(stablehlo::MAXIMUM).integers(integer::hlo_maximum),
        numeric(stablehlo::MINIMUM).integers(integer::hlo_minimum),
        numeric(stablehlo::CLAMP).integers(integer::clamp),
        numeric(stablehlo::SELECT).integers(integer::select),
        numeric(stablehlo::ABS).integers(integer::absolute),
        numeric(stablehlo::NEGATE).integers(integer::negate),
        numeric(stablehlo::SIGN).integers(integer::sign),
        numeric(stablehlo::CEIL),
        numeric(stablehlo::FLOOR),
        numeric(stablehlo::CONVERT).integers(integer::convert),
        numeric(stablehlo::COMPARE)
            .integers(integer::compare)
            .computes(),
        numeric(stablehlo::AND).integers(integer::and).computes(),
        numeric(stablehlo::OR).integers(integer::or).computes(),
        numeric(stablehlo::NOT).integers(integer::not).computes(),
        numeric("arith.addi").integers(integer::add),
        numeric("arith.subi").integers(integer::subtract),
        numeric("arith.muli").integers(integer::multiply_flagged),
        numeric("arith.divsi").integers(integer::divide),
        numeric("arith.divui").integers(integer::divide_unsigned),
        numeric("arith.ceildivsi").integers(integer::divide_up),
        numeric("arith.ceildivui").integers(integer::divide_unsigned_up),
        numeric("arith.floordivsi").integers(integer::divide_down),
        numeric("arith.remsi").integers(integer::remainder),
        numeric("arith.remui").integers(integer::remainder_unsigned),
        numeric("arith.maxsi").integers(integer::maximum),
        numeric("arith.maxui").integers(integer::maximum_unsigned),
        numeric("arith.minsi").integers(integer::minimum),
        numeric("arith.minui").integers(integer::minimum_unsigned),
        numeric("arith.select").integers(integer::select),
        numeric("arith.index_cast").integers(integer::cast_signed),
        numeric("arith.index_castui").integers(integer::cast_unsigned),
        numeric("arith.extsi").integers(integer::cast_signed),
        numeric("arith.extui").integers(integer::cast_unsigned),
        numeric("arith.trunci").integers(integer::cast_signed),
        numeric("arith.sitofp"),
        numeric("arith.fptosi").integers(integer::float_to_signed),
        numeric("arith.cmpi")
            .integers(integer::compare_integers)
            .computes(),
        numeric("arith.andi").integers(integer::and).computes(),
        numeric("arith.ori").integers(integer::or).computes(),
        numeric("arith.xori").integers(integer::xor).computes(),
        numeric(stablehlo::XOR).integers(integer::xor),
        numeric("arith.fptoui").integers(integer::float_to_unsigned),
        numeric("arith.shli").integers(integer::shift_left),
        numeric("arith.shrsi").integers(integer::shift_right),
        numeric("arith.shrui").integers(integer::shift_right_unsigned),
        numeric("math.absi").integers(integer::absolute),
        Op::new("shape.add").integers(integer::shape_add),
        Op::new("shape.mul").integers(integer::shape_multiply),
        Op::new("shape.div").integers(integer::shape_divide),
        Op::new("shape.max").integers(integer::shape_maximum),
        Op::new("shape.min").integers(integer::shape_minimum),
        Op::new("shape.num_elements").integers(integer::num_elements),
    ],
};

const fn numeric(name: &'static str) -> Op {
    Op::new(name).extents(Same)
}
