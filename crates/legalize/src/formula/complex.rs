//! Inverse functions of complex numbers.

use super::{FloatFormat, Term};

/// The common part of the arc sine and the arc cosine of `x + iy`, by Hull, Fairgrieve and
/// Tang: a real number from which an arc tangent computes the real part, and the absolute value
/// of the imaginary part.
///
/// `r` and `s` are the distances from `-1` and `1`; `a = (r + s) / 2`.
fn asin_acos_kernel<'f>(z: Term<'f>) -> Term<'f> {
    let (signed_x, signed_y) = (z.real(), z.imag());
    let formula = z.formula();
    let (x, y) = (signed_x.abs(), signed_y.abs());
    let safe = formula.constant(formula.format.greatest()).sqrt() / 8.0;
    let (x_plus_1, x_minus_1) = (x + 1.0, x - 1.0);
    let r = hypotenuse(x_plus_1, y);
    let s = hypotenuse(x_minus_1, y);
    let a = 0.5 * (r + s);
    let half_a_plus_x = 0.5 * (a + x);
    let y_square = y * y;
    let r_plus = r + x_plus_1;
    let s_minus = s - x_minus_1;
    let s_plus = s + x_minus_1;

    // `sqrt((a + x)(a - x))`, without cancellation.
    let inside = (half_a_plus_x * (y_square / r_plus + s_minus)).sqrt();
    let outside = y * (half_a_plus_x / r_plus + half_a_plus_x / s_plus).sqrt();
    let real = x.at_most(1.0).select(inside, outside);
    let real = x.maximum(y).at_least(safe).select(y, real);

    // `log(a + sqrt(a^2 - 1))`
    let is_moderate = x.less(safe * 1e12);
    let y_limit = is_moderate.select(safe * 1e-6, safe * 1e2);
    let y_dominates = y.at_least(y_limit);
    let greater = y_dominates.select(y, x);
    let is_large = greater.at_least(y_dominates.select(y_limit, safe));
    let ratio = y_dominates
        .and(y.equals(f64::INFINITY).not())
        .select(x / y, 0.0);
    let two = formula.constant(2.0);
    let large = two.log() + greater.log() + 0.5 * (ratio * ratio).log_plus_1();
    let least = formula.constant(formula.format.least_normal()).sqrt() * 4.0;
    let is_tiny = y.less(least).and(x.less(1.0));
    let tiny = -(x_plus_1 * x_minus_1 / (a + 1.0));
    let half_y_square = 0.5 * y_square;
    let first = half_y_square / r_plus;
    let right = first + 0.5 * s_plus;
    let left = a
        .at_most(1.5)
        .select(first + half_y_square / s_minus, a - 1.0);
    let a_minus_1 = is_tiny.select(tiny, x.at_least(1.0).select(right, left));
    let root = (a_minus_1 * (a + 1.0)).sqrt();
    let moderate = is_tiny.select(y / root, (a_minus_1 + root).log_plus_1());
    real.complex(is_large.select(large, moderate))
}

/// `sqrt(x^2 + y^2)` of an `x` of either sign, without overflow.
fn hypotenuse<'f>(x: Term<'f>, y: Term<'f>) -> Term<'f> {
    let x = x.abs();
    let (greater, lesser) = (x.maximum(y), x.minimum(y));
    let equal = std::f64::consts::SQRT_2 * greater;
    let ratio = lesser / greater;
    let square = ratio * ratio;
    let root = (1.0 + square).sqrt();
    // If the root is 1 although the square is not 0, the first two terms of its series are more
    // precise.
    let is_lost = root.equals(1.0).and(square.greater(0.0));
    let series = greater + greater * square / 2.0;
    let usual = is_lost.select(series, greater * root);
    greater.equals(lesser).select(equal, usual)
}

/// The common part.
pub fn kernel<'f>(operands: &[Term<'f>]) -> Term<'f> {
    asin_acos_kernel(operands[0])
}

pub fn acos<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let z = operands[0];
    let kernel = asin_acos_kernel(z);
    let imaginary = kernel.imag();
    let imaginary = z.imag().less(0.0).select(imaginary, -imaginary);
    kernel.real().atan2(z.real()).complex(imaginary)
}

pub fn asin<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let z = operands[0];
    let kernel = asin_acos_kernel(z);
    let imaginary = kernel.imag();
    let imaginary = z.imag().less(0.0).select(-imaginary, imaginary);
    z.real().atan2(kernel.real()).complex(imaginary)
}

/// `acosh z`: `acos z`, rotated by a quarter turn.
pub fn acosh<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let z = operands[0];
    let kernel = asin_acos_kernel(z);
    let angle = kernel.real().atan2(z.real());
    let imaginary = z.imag().less(0.0).select(-angle, angle);
    kernel.imag().complex(imaginary)
}

/// `asinh z = -i asin(iz)`
pub fn asinh<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let z = operands[0];
    let turned = asin(&[(-z.imag()).complex(z.real())]);
    turned.imag().complex(-turned.real())
}

/// `atan z = -i atanh(iz)`
pub fn atan<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let z = operands[0];
    let turned = atanh(&[(-z.imag()).complex(z.real())]);
    turned.imag().complex(-turned.real())
}

/// `atanh z = (log(1 + z) - log(1 - z)) / 2`: the real part is
/// `log(1 + 4x / ((1 - x)^2 + y^2)) / 4`, the imaginary one
/// `atan2(2y, (1 - x)(1 + x) - y^2) / 2`.
pub fn atanh<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let z = operands[0];
    let (signed_x, y) = (z.real(), z.imag());
    let formula = z.formula();
    let sign = |value: Term<'f>| value.at_least(0.0).select(1.0, -1.0);
    let x = signed_x.abs();
    let y_magnitude = y.abs();
    // Above its square, adding 1 to a square has no effect.
    let large = formula.constant(match formula.format {
        FloatFormat::F64 => 9_007_199_254_740_994.0,
        FloatFormat::F32 => 16_777_218.0,
        FloatFormat::F16 | FloatFormat::BF16 => 2050.0,
    });
    let limit = large * large;
    let is_moderate = x.less(limit).and(y_magnitude.less(limit));
    let x_below_1 = 1.0 - x;
    let y_square = y * y;
    let moderate = x / (x_below_1 * x_below_1 + y_square);
    let is_infinite = |value: Term<'f>| {
        value
            .equals(f64::INFINITY)
            .or(value.equals(f64::NEG_INFINITY))
    };
    let either_is_infinite = is_infinite(signed_x).or(is_infinite(y));
    let quotient = 1.0 / (x / y + y / x) / y;
    let quotient = either_is_infinite.select(0.0, quotient);
    let far = (y_magnitude * large).less(x).select(1.0 / x, quotient);
    let argument = is_moderate.select(moderate, far);
    let real = sign(signed_x) * (4.0 * argument).log_plus_1() * 0.25;
    let angle = (y + y).atan2(x_below_1 * (1.0 + x) - y_square);
    let imaginary = is_moderate.select(angle, sign(y) * std::f64::consts::PI) * 0.5;
    real.complex(imaginary)
}
