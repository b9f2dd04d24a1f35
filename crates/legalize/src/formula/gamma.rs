//! The gamma function's logarithm and derivatives, and Hurwitz' zeta function.

use super::Term;
use std::f64::consts::PI;

/// Lanczos' approximation with `g = 7`: `gamma(z + 1)` is about
/// `sqrt(2 pi) (z + g + 1/2)^(z + 1/2) e^-(z + g + 1/2) (c0 + c1 / (z + 1) + ...)`.
const LANCZOS_G: f64 = 7.0;
const LANCZOS_FIRST: f64 = 0.9999999999998099;
const LANCZOS: [f64; 8] = [
    676.5203681218851,
    -1259.1392167224028,
    771.3234287776531,
    -176.6150291621406,
    12.507343278686905,
    -0.13857109526572012,
    9.984369578019572e-6,
    1.5056327351493116e-7,
];

/// `log sqrt(2 pi)` and `log pi`.
const LOG_SQRT_2_PI: f64 = 0.9189385332046727;
const LOG_PI: f64 = 1.1447298858494002;

/// `log(g + 1/2)`
const LOG_G_PLUS_HALF: f64 = 2.0149030205422647;

/// Returns whether a function is computed by reflection from its value at `1 - x`, and the
/// argument of Lanczos' series.
fn reflect<'f>(x: Term<'f>) -> (Term<'f>, Term<'f>) {
    let is_reflected = x.less(0.5);
    (is_reflected, is_reflected.select(-x, x - 1.0))
}

/// `log |gamma(x)|`
pub fn lgamma<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    let formula = x.formula();
    let (is_reflected, z) = reflect(x);
    let mut series = formula.constant(LANCZOS_FIRST);
    for (&coefficient, place) in LANCZOS.iter().zip(1..) {
        series = series + coefficient / (z + f64::from(place));
    }
    // `log t`, where `t = z + g + 1/2`.
    let t = (LANCZOS_G + 0.5) + z;
    let log_t = LOG_G_PLUS_HALF + (z / (LANCZOS_G + 0.5)).log_plus_1();
    // `(z + 1/2 - t / log t) log t`: the difference is exact for large numbers.
    let power = (z + 0.5 - t / log_t) * log_t;
    let direct = LOG_SQRT_2_PI + power + series.log();

    // `log |sin(pi x)|`, of the distance to the nearest integer.
    let magnitude = x.abs();
    let fraction = magnitude - magnitude.floor();
    let distance = fraction
        .formula()
        .constant(0.5)
        .less(fraction)
        .select(1.0 - fraction, fraction);
    let log_sine = (PI * distance).sin().log();
    let reflected = LOG_PI - log_sine - direct;
    // At the poles.
    let reflected = log_sine.is_finite().select(reflected, -log_sine);
    let value = is_reflected.select(reflected, direct);
    let is_infinite = x.abs().equals(f64::INFINITY);
    is_infinite.select(f64::INFINITY, value)
}

/// `gamma'(x) / gamma(x)`
pub fn digamma<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    let formula = x.formula();
    let (is_reflected, z) = reflect(x);
    let mut series = formula.constant(LANCZOS_FIRST);
    let mut derivative = formula.constant(0.0);
    for (&coefficient, place) in LANCZOS.iter().zip(1..) {
        let term = z + f64::from(place);
        derivative = derivative - coefficient / (term * term);
        series = series + coefficient / term;
    }
    let t = (LANCZOS_G + 0.5) + z;
    let log_t = LOG_G_PLUS_HALF + (z / (LANCZOS_G + 0.5)).log_plus_1();
    let direct = log_t + derivative / series - LANCZOS_G / t;
    // `pi cot(pi x)`, with the argument reduced to near 0, where it is exact.
    let reduced = PI * (x + (x + 0.5).floor().abs());
    let reflected = direct - PI * reduced.cos() / reduced.sin();
    let value = is_reflected.select(reflected, direct);
    let is_pole = x.less(0.0).and(x.equals(x.floor()));
    let value = is_pole.select(f64::NAN, value);
    x.equals(0.0).select(f64::NEG_INFINITY, value)
}

/// The number of terms of the sum in front of the Euler-Maclaurin remainder.
const ZETA_TERMS: usize = 9;

/// `B_2k / (2k)!` for `k` from 12 down to 2, with Bernoulli numbers.
const BERNOULLI: [f64; 11] = [
    -1.3954464685812522e-19,
    5.5090028283602295e-18,
    -2.1748686985580617e-16,
    8.586062056277845e-15,
    -3.389680296322583e-13,
    1.3382536530684679e-11,
    -5.284190138687493e-10,
    2.08767569878681e-8,
    -8.267195767195768e-7,
    3.306878306878307e-5,
    -0.001388888888888889,
];

/// Hurwitz' zeta function, the sum of `(q + n)^-x` for all `n` from 0, by the Euler-Maclaurin
/// formula.
pub fn zeta<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let (x, q) = (operands[0], operands[1]);
    let formula = x.formula();
    let exponent = -x;
    let mut base = q;
    let mut sum = q.power(exponent);
    for _ in 0..ZETA_TERMS {
        base = base + 1.0;
        sum = sum + base.power(exponent);
    }
    base = base + 1.0;
    let last = base.power(exponent);
    let integral = last * base / (x - 1.0);
    let inverse_square = 1.0 / (base * base);
    let mut remainder = formula.constant(0.0);
    for (&bernoulli, step) in BERNOULLI.iter().zip((1..).map(f64::from)) {
        // Rising factorials: `(x + 2k)(x + 2k - 1)`, starting with the highest.
        let highest = 24.0 - 2.0 * step;
        let factor = (x + highest) * (x + (highest - 1.0));
        remainder = factor * (inverse_square * (remainder + bernoulli));
    }
    let half_and_rest = 0.5 + x / base * (1.0 / 12.0 + remainder);
    let value = sum + integral + last * half_and_rest;
    // The remainder has no effect.
    let is_settled = last.abs().less(sum.abs() * formula.format.least());
    let value = is_settled.select(sum, value);
    let value = x.less(1.0).select(f64::NAN, value);

    // Undefined for negative `q`, except for poles.
    let is_nonpositive = q.at_most(0.0);
    let is_fractional = x.differs(x.floor());
    let value = is_nonpositive.and(is_fractional).select(f64::NAN, value);
    let two = formula.constant(2.0);
    let is_even = x.equals(x.floor()).and(x.remainder(two).equals(0.0));
    let pole = is_even.select(f64::INFINITY, f64::NAN);
    let is_pole = is_nonpositive.and(q.equals(q.floor()));
    let value = is_pole.select(pole, value);
    x.equals(1.0).select(f64::INFINITY, value)
}

/// The n-th derivative of `digamma`: `(-1)^(n + 1) n! zeta(n + 1, x)`.
pub fn polygamma<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let (n, x) = (operands[0], operands[1]);
    let formula = n.formula();
    let two = formula.constant(2.0);
    let sign = 2.0 * n.remainder(two) - 1.0;
    let next = n + 1.0;
    let factorial = lgamma(&[next]).exp();
    let derivative = sign * factorial * zeta(&[next, x]);
    let value = n.equals(0.0).select(digamma(&[x]), derivative);
    let is_undefined = n.differs(n.floor()).or(n.less(0.0));
    is_undefined.select(f64::NAN, value)
}

/// Returns whether the constants have the values that their names say.
#[cfg(test)]
pub fn constants_are_correct() -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= 2.0 * f64::EPSILON * b.abs();
    near(LOG_PI, PI.ln())
        && near(LOG_SQRT_2_PI, 0.5 * (2.0 * PI).ln())
        && near(LOG_G_PLUS_HALF, (LANCZOS_G + 0.5).ln())
}
