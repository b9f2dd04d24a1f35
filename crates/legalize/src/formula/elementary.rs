//! Elementary functions of real numbers, and some of real or complex numbers.

use super::{Term, ValueKind};

/// `acos x = atan2(sqrt(1 - x^2), x)`
pub fn acos<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    ((1.0 - x) * (1.0 + x)).sqrt().atan2(x)
}

/// `asin x = atan2(x, sqrt(1 - x^2))`
pub fn asin<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    x.atan2(((1.0 - x) * (1.0 + x)).sqrt())
}

pub fn atan<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    x.atan2(x.formula().constant(1.0))
}

/// `acosh x = log(x + sqrt(x^2 - 1))`; where the square would overflow, `log 2x`.
pub fn acosh<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    let formula = x.formula();
    let is_large = x.at_least(formula.format.greatest() / 2.0);
    let large = formula.constant(2.0).log() + x.log();
    let root = (x - 1.0).sqrt();
    let small = (root * ((x + 1.0).sqrt() + root)).log_plus_1();
    is_large.select(large, small)
}

/// `asinh x = log(x + sqrt(x^2 + 1))`, of the absolute value; where the square would
/// overflow, `log 2x`.
pub fn asinh<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    let formula = x.formula();
    let magnitude = x.abs();
    let is_large = magnitude.at_least(formula.constant(formula.format.greatest()).sqrt());
    let large = formula.constant(2.0).log() + magnitude.log();
    let square = magnitude * magnitude;
    let small = (magnitude + square / (1.0 + (1.0 + square).sqrt())).log_plus_1();
    x.sign() * is_large.select(large, small)
}

/// `atanh x = (log(1 + x) - log(1 - x)) / 2`
pub fn atanh<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    let inside = (x.log_plus_1() - (-x).log_plus_1()) * 0.5;
    x.abs().greater(1.0).select(f64::NAN, inside)
}

/// `e^x / 2` and `e^-x / 2`, which overflow later than `e^x` and `e^-x`.
fn half_exponentials<'f>(x: Term<'f>) -> [Term<'f>; 2] {
    let mut half = x.formula().constant(0.5);
    if x.kind() == ValueKind::Complex {
        half = half.complex(x.formula().constant(0.0));
    }
    let half = half.log();
    [(x + half).exp(), (half - x).exp()]
}

/// `cosh x = (e^x + e^-x) / 2`
pub fn cosh<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let [up, down] = half_exponentials(operands[0]);
    up + down
}

/// `sinh x = (e^x - e^-x) / 2`; around 0, where both cancel, with `d = e^x - 1`,
/// `(d + d / (d + 1)) / 2`.
pub fn sinh<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    let [up, down] = half_exponentials(x);
    let large = up - down;
    if x.kind() == ValueKind::Complex {
        return large;
    }
    let difference = x.exp_minus_1();
    let small = 0.5 * (difference + difference / (difference + 1.0));
    x.abs().less(1.0).select(small, large)
}

pub fn tan<'f>(operands: &[Term<'f>]) -> Term<'f> {
    operands[0].tan()
}

/// `z^2`; of a complex number, `(a - b)(a + b) + 2abi`.
pub fn square<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let z = operands[0];
    if z.kind() != ValueKind::Complex {
        return z * z;
    }
    let (a, b) = (z.real(), z.imag());
    // If both are infinite, the difference is NaN.
    let is_zero = a.is_finite().and(a.abs().equals(b.abs()));
    let real = is_zero.select(0.0, (a - b) * (a + b));
    real.complex(2.0 * (a * b))
}

pub fn conj<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let z = operands[0];
    match z.kind() {
        ValueKind::Complex => z.real().complex(-z.imag()),
        _ => z,
    }
}

pub fn is_inf<'f>(operands: &[Term<'f>]) -> Term<'f> {
    operands[0].abs().equals(f64::INFINITY)
}

pub fn is_pos_inf<'f>(operands: &[Term<'f>]) -> Term<'f> {
    operands[0].equals(f64::INFINITY)
}

pub fn is_neg_inf<'f>(operands: &[Term<'f>]) -> Term<'f> {
    operands[0].equals(f64::NEG_INFINITY)
}
