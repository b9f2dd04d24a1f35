//! Evaluates formulas in `f64` and compares them with known values of the functions.

use super::*;

/// Evaluates a formula of real numbers.
fn evaluate(function: for<'f> fn(&[Term<'f>]) -> Term<'f>, operands: &[f64]) -> f64 {
    let formula = Formula::new(FloatFormat::F64);
    let terms = (0..operands.len()).map(|index| formula.operand(index, ValueKind::Real));
    let terms = terms.collect::<Vec<_>>();
    let result = function(&terms).index();
    let mut values = Vec::<f64>::new();
    for (part, _) in formula.into_parts() {
        let truth = |holds: bool| f64::from(u8::from(holds));
        let value = match part {
            FormulaPart::Operand(index) => operands[index],
            FormulaPart::Constant(value) => value,
            FormulaPart::Bits(_) => unreachable!("formulas of bits are not evaluated"),
            FormulaPart::Compare(direction, [a, b]) => truth(match direction {
                Direction::Eq => values[a] == values[b],
                Direction::Ne => values[a] != values[b],
                Direction::Lt => values[a] < values[b],
                Direction::Le => values[a] <= values[b],
                Direction::Gt => values[a] > values[b],
                Direction::Ge => values[a] >= values[b],
            }),
            FormulaPart::Apply(op, uses) => {
                let part = |index: usize| values[uses[index]];
                match op {
                    "stablehlo.add" => part(0) + part(1),
                    "stablehlo.subtract" => part(0) - part(1),
                    "stablehlo.multiply" => part(0) * part(1),
                    "stablehlo.divide" => part(0) / part(1),
                    "stablehlo.negate" => -part(0),
                    "stablehlo.abs" => part(0).abs(),
                    "stablehlo.sign" => match part(0) {
                        value if value == 0.0 || value.is_nan() => value,
                        value => value.signum(),
                    },
                    "stablehlo.floor" => part(0).floor(),
                    "stablehlo.sqrt" => part(0).sqrt(),
                    "stablehlo.exponential" => part(0).exp(),
                    "stablehlo.exponential_minus_one" => part(0).exp_m1(),
                    "stablehlo.log" => part(0).ln(),
                    "stablehlo.log_plus_one" => part(0).ln_1p(),
                    "stablehlo.sine" => part(0).sin(),
                    "stablehlo.cosine" => part(0).cos(),
                    "stablehlo.tan" => part(0).tan(),
                    "stablehlo.atan2" => part(0).atan2(part(1)),
                    "stablehlo.power" => part(0).powf(part(1)),
                    "stablehlo.remainder" => part(0) % part(1),
                    "stablehlo.maximum" => part(0).max(part(1)),
                    "stablehlo.minimum" => part(0).min(part(1)),
                    "stablehlo.clamp" => part(1).clamp(part(0), part(2)),
                    "stablehlo.select" if part(0) != 0.0 => part(1),
                    "stablehlo.select" => part(2),
                    "stablehlo.and" => part(0) * part(1),
                    "stablehlo.or" => part(0).max(part(1)),
                    "stablehlo.is_finite" => truth(part(0).is_finite()),
                    op => unreachable!("{op} is not evaluated"),
                }
            }
        };
        values.push(value);
    }
    values[result]
}

fn assert_near(found: f64, expected: f64, what: &str) {
    let error = (found - expected).abs() / expected.abs().max(1e-300);
    let is_same = found == expected || found.is_nan() && expected.is_nan();
    assert!(
        is_same || error < 2e-13,
        "{what} is {found}; expected {expected}"
    );
}

#[test]
fn elementary_functions_agree_with_the_standard_library() {
    use elementary::{acos, acosh, asin, asinh, atan, atanh, cosh, sinh, square};
    type Pair = (
        for<'f> fn(&[Term<'f>]) -> Term<'f>,
        fn(f64) -> f64,
        &'static str,
    );
    let functions: [Pair; 9] = [
        (acos, f64::acos, "acos"),
        (asin, f64::asin, "asin"),
        (atan, f64::atan, "atan"),
        (acosh, f64::acosh, "acosh"),
        (asinh, f64::asinh, "asinh"),
        (atanh, f64::atanh, "atanh"),
        (cosh, f64::cosh, "cosh"),
        (sinh, f64::sinh, "sinh"),
        (square, |x| x * x, "square"),
    ];
    for (formula, function, name) in functions {
        for x in [
            -1.5, -1.0, -0.5, -0.001, 0.25, 0.5, 0.999, 1.0, 1.001, 2.0, 7.0,
        ] {
            let found = evaluate(formula, &[x]);
            assert_near(found, function(x), &format!("{name} {x}"));
        }
    }
}

#[test]
fn special_functions_have_their_known_values() {
    use std::f64::consts::{PI, SQRT_2};
    // Euler's and Apéry's constants.
    let (euler, apery) = (0.5772156649015329, 1.2020569031595942);
    type KnownValue<'a> = (
        for<'f> fn(&[Term<'f>]) -> Term<'f>,
        &'a [f64],
        f64,
        &'static str,
    );
    let known: [KnownValue<'_>; 22] = [
        (error::erf, &[0.0], 0.0, "erf 0"),
        (error::erf, &[1.0], 0.8427007929497149, "erf 1"),
        (error::erf, &[-2.0], -0.9953222650189527, "erf -2"),
        (error::erf, &[f64::INFINITY], 1.0, "erf inf"),
        (error::erfc, &[0.5], 0.4795001221869535, "erfc 0.5"),
        (error::erfc, &[3.0], 2.209049699858544e-5, "erfc 3"),
        (error::erfc, &[10.0], 2.088487583762545e-45, "erfc 10"),
        (error::erf_inv, &[0.5], 0.4769362762044699, "erf_inv 0.5"),
        (error::erf_inv, &[1.0], f64::INFINITY, "erf_inv 1"),
        (gamma::lgamma, &[0.5], PI.sqrt().ln(), "lgamma 1/2"),
        (gamma::lgamma, &[10.0], 362_880.0_f64.ln(), "lgamma 10"),
        (
            gamma::lgamma,
            &[-0.5],
            (2.0 * PI.sqrt()).ln(),
            "lgamma -1/2",
        ),
        (gamma::lgamma, &[-1.0], f64::INFINITY, "lgamma -1"),
        (gamma::digamma, &[1.0], -euler, "digamma 1"),
        (gamma::digamma, &[0.0], f64::NEG_INFINITY, "digamma 0"),
        (gamma::zeta, &[2.0, 1.0], PI * PI / 6.0, "zeta 2, 1"),
        (gamma::zeta, &[3.0, 1.0], apery, "zeta 3, 1"),
        (gamma::zeta, &[2.0, 0.5], PI * PI / 2.0, "zeta 2, 1/2"),
        (gamma::zeta, &[1.0, 2.0], f64::INFINITY, "zeta 1, 2"),
        (
            gamma::polygamma,
            &[1.0, 1.0],
            PI * PI / 6.0,
            "polygamma 1, 1",
        ),
        (
            gamma::polygamma,
            &[2.0, 1.0],
            -2.0 * apery,
            "polygamma 2, 1",
        ),
        (
            bessel::bessel_i1e,
            &[1.0],
            0.20791041534970844,
            "bessel_i1e 1",
        ),
    ];
    for (formula, operands, expected, what) in known {
        assert_near(evaluate(formula, operands), expected, what);
    }
    assert_near(evaluate(elementary::tan, &[PI / 8.0]), SQRT_2 - 1.0, "tan");
}

#[test]
fn constants_have_the_values_of_their_names() {
    assert!(gamma::constants_are_correct());
}
