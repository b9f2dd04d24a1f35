//! The next representable number in a direction.

use super::Term;

/// The number next to `x` in the direction of `y`. The bits of floats, read as integers, count
/// away from 0.
pub fn next_after<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let (x, y) = (operands[0], operands[1]);
    let formula = x.formula();
    // In two's complement, the sign bit alone is the least number of a width.
    let encoding = formula.encoding;
    let sign = i64::MIN >> (64 - encoding.bits);
    let [magnitude_mask, sign_mask] = [!sign, sign].map(|bits| formula.bits(bits));
    let [zero, one, minus_one] = [0, 1, -1].map(|bits| formula.bits(bits));
    let (x_bits, y_bits) = (x.to_bits(), y.to_bits());
    let [x_magnitude, y_magnitude] = [x_bits, y_bits].map(|bits| bits.and(magnitude_mask));
    let [x_sign, y_sign] = [x_bits, y_bits].map(|bits| bits.and(sign_mask));
    let least = y_sign.or(one);
    let is_inward = x_magnitude.greater(y_magnitude).or(x_sign.differs(y_sign));
    let next = x_bits + is_inward.select(minus_one, one);
    let from_zero = y_magnitude.equals(zero).select(y_bits, least);
    let next = x_magnitude.equals(zero).select(from_zero, next);
    let next = match encoding.has_negative_zero {
        true => next,
        // The step from the least negative number ends at the only zero.
        false => next.equals(sign_mask).select(zero, next),
    };
    let next = x.equals(y).select(y_bits, next);
    if !encoding.has_nan {
        return next.to_real();
    }
    let is_nan = x.differs(x).or(y.differs(y));
    let nan = formula.constant(f64::NAN).to_bits();
    is_nan.select(nan, next).to_real()
}
