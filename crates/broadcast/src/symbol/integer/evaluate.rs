//! Evaluation of functions on constants.

use super::{
    Direction::{Eq as Equal, Ge, Gt, Le, Lt, Ne},
    Function::{
        self, Add, And, Broadcast, Compare, Convert, Divide, DivideDown, DivideUp, Maximum,
        Minimum, Multiply, MultiplyExact, Or, Remainder, Select, ShiftLeft, ShiftRightArithmetic,
        ShiftRightLogical, Subtract, Xor,
    },
    Signedness::{Signed, Unsigned},
};

/// Returns the result of a function; `None` if it is undefined.
pub(super) fn evaluate(function: Function, parts: &[i64], bits: u32) -> Option<i64> {
    let (&a, &b) = (parts.first()?, parts.get(1)?);
    if function == Select {
        return if a != 0 {
            Some(b)
        } else {
            parts.get(2).copied()
        };
    }
    let (ua, ub) = (unsigned(a, bits), unsigned(b, bits));
    let (a, b) = (signed(a, bits), signed(b, bits));
    let shift = || u32::try_from(ub).ok().filter(|&shift| shift < bits);
    Some(match function {
        Add => a.wrapping_add(b),
        Subtract => a.wrapping_sub(b),
        Multiply => a.wrapping_mul(b),
        MultiplyExact => a.checked_mul(b).filter(|&product| fits(product, bits))?,
        Divide(Signed) => (b != 0).then(|| a.wrapping_div(b))?,
        Divide(Unsigned) => ua.checked_div(ub)? as i64,
        DivideUp(Signed) => {
            let quotient = (b != 0).then(|| a.wrapping_div(b))?;
            let is_above = a.wrapping_rem(b) != 0 && a.signum() == b.signum();
            quotient + i64::from(is_above)
        }
        DivideUp(Unsigned) => (ub != 0).then(|| ua.div_ceil(ub))? as i64,
        DivideDown => {
            let quotient = (b != 0).then(|| a.wrapping_div(b))?;
            let is_below = a.wrapping_rem(b) != 0 && a.signum() != b.signum();
            quotient - i64::from(is_below)
        }
        Remainder(Signed) => (b != 0).then(|| a.wrapping_rem(b))?,
        Remainder(Unsigned) => ua.checked_rem(ub)? as i64,
        Maximum(Signed) => a.max(b),
        Maximum(Unsigned) => ua.max(ub) as i64,
        Minimum(Signed) => a.min(b),
        Minimum(Unsigned) => ua.min(ub) as i64,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        ShiftLeft => a.wrapping_shl(shift()?),
        ShiftRightArithmetic => a.wrapping_shr(shift()?),
        ShiftRightLogical => ua.wrapping_shr(shift()?) as i64,
        Compare(direction, signedness) => {
            let order = match signedness {
                Signed => a.cmp(&b),
                Unsigned => ua.cmp(&ub),
            };
            i64::from(match direction {
                Equal => order.is_eq(),
                Ne => order.is_ne(),
                Lt => order.is_lt(),
                Le => order.is_le(),
                Gt => order.is_gt(),
                Ge => order.is_ge(),
            })
        }
        Broadcast => match (a, b) {
            (1, other) | (other, 1) => other,
            (a, b) => (a == b).then_some(a)?,
        },
        Select | Convert(_) => return None,
    })
}

/// Returns whether a signed number has at most so many bits.
const fn fits(value: i64, bits: u32) -> bool {
    matches!(bits, 0 | 64..) || value >> (bits - 1) == value >> 63
}

/// Truncates a number to its lower bits and sign-extends it; one of one bit becomes 0 or 1.
pub(super) fn wrap(value: i64, bits: u32) -> i64 {
    match bits {
        1 => value & 1,
        0 | 64.. => value,
        bits => value << (64 - bits) >> (64 - bits),
    }
}

/// Reads a constant as a signed number: one of one bit is 0 or -1.
pub(super) fn signed(value: i64, bits: u32) -> i64 {
    match bits {
        1 => -(value & 1),
        _ => value,
    }
}

/// Reads the lower bits of a number as an unsigned number.
pub(super) fn unsigned(value: i64, bits: u32) -> u64 {
    match bits {
        0 | 64.. => value as u64,
        bits => value as u64 & (u64::MAX >> (64 - bits)),
    }
}
