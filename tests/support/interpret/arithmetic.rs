//! Elementwise arithmetic on integers and floats; integers wrap around as at run time.

use super::{
    attribute::integer,
    tensor::{
        Tensor, element_type, indices, integer_bits, is_of_floats, operand_type, result_type,
    },
};
use melior::ir::{OperationRef, Type, TypeLike, operation::OperationLike};

/// Computes elementwise; `None` for an op of another kind.
pub(super) fn arithmetic(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Result<Option<Tensor>, String> {
    let Some(first) = operands.first() else {
        return Ok(None);
    };
    // A scalar bound applies to all elements.
    let rank = operands.iter().map(|operand| operand.shape.len()).max();
    let shape = operands
        .iter()
        .find(|operand| Some(operand.shape.len()) == rank)
        .unwrap_or(first)
        .shape
        .clone();
    let is_whole = |operand: &Tensor| operand.shape == shape || operand.shape.is_empty();
    if !is_computed(name) {
        return Ok(None);
    }
    if !operands.iter().all(is_whole) {
        return Err("shapes differ".into());
    }
    let count = indices(&shape).len();
    let r#type = result_type(operation);
    let bits = integer_bits(r#type);
    let at = |operand: &Tensor, index: usize| if operand.shape.is_empty() { 0 } else { index };
    let has_floats = operands.iter().any(|operand| operand.floats.is_some());
    if has_floats || is_of_floats(r#type) {
        let number = |operand: &Tensor, index| match &operand.floats {
            Some(floats) => floats[at(operand, index)],
            None => to_float(operation, name, operand.elements()[at(operand, index)]),
        };
        let results = (0..count).map(|index| {
            let numbers = operands.iter().map(|operand| number(operand, index));
            of_floats(operation, name, &numbers.collect::<Vec<_>>())
        });
        let results = results.collect::<Result<Vec<_>, String>>()?;
        if is_of_floats(r#type) {
            let is_single = element_type(r#type).is_f32();
            let round = |float: f64| {
                if is_single {
                    f64::from(float as f32)
                } else {
                    float
                }
            };
            return Ok(Some(Tensor::of_floats(
                shape,
                results.into_iter().map(round).collect(),
            )));
        }
        let bits = bits.unwrap_or(64);
        let whole = results.into_iter();
        let whole = whole.map(|float| from_float(name, float, bits));
        return Ok(Some(Tensor::new(
            shape,
            whole.collect::<Result<_, String>>()?,
        )));
    }
    let from = operand_type(operation);
    let results = (0..count).map(|index| {
        let numbers = operands.iter();
        let numbers = numbers.map(|operand| operand.elements()[at(operand, index)]);
        let number = of_integers(
            operation,
            name,
            &numbers.collect::<Vec<_>>(),
            integer_bits(from).unwrap_or(64),
        )?;
        Ok(wrap(number, bits.unwrap_or(64)))
    });
    let results = results.collect::<Result<Vec<_>, String>>()?;
    Ok(Some(Tensor::new(shape, results)))
}

fn is_computed(name: &str) -> bool {
    let Some((dialect, name)) = name.split_once('.') else {
        return false;
    };
    match dialect {
        "stablehlo" => matches!(
            name,
            "abs"
                | "add"
                | "and"
                | "ceil"
                | "clamp"
                | "compare"
                | "convert"
                | "divide"
                | "floor"
                | "maximum"
                | "minimum"
                | "multiply"
                | "negate"
                | "not"
                | "or"
                | "remainder"
                | "round_nearest_afz"
                | "round_nearest_even"
                | "select"
                | "sign"
                | "subtract"
                | "xor"
        ),
        "arith" => true,
        "shape" => matches!(name, "add" | "mul" | "div" | "max" | "min"),
        "index" => true,
        "math" => name == "absi",
        _ => false,
    }
}

fn of_integers(
    operation: OperationRef<'_, '_>,
    name: &str,
    numbers: &[i64],
    bits: u32,
) -> Result<i64, String> {
    // The only bit of an `i1` is its sign, except in StableHLO.
    let is_sign = bits == 1 && name.starts_with("arith.") && name != "arith.select";
    let signed = |number: i64| if is_sign { -number } else { number };
    let (a, b) = (
        signed(numbers[0]),
        signed(numbers.get(1).copied().unwrap_or_default()),
    );
    let unsigned = |number: i64| unsigned(number, bits);
    let is_signed_division = matches!(
        name,
        "arith.divsi" | "arith.ceildivsi" | "arith.floordivsi" | "arith.remsi" | "shape.div"
    );
    if is_signed_division && b == -1 && a == i64::MIN >> (64 - bits) {
        return Err("the quotient does not fit".into());
    }
    let divisor = || match b {
        0 => Err("division by zero"),
        b => Ok(b),
    };
    let is_unsigned = is_unsigned(operand_type(operation));
    Ok(match name {
        "stablehlo.divide" if is_unsigned => (unsigned(a) / unsigned(divisor()?)) as i64,
        "stablehlo.remainder" if is_unsigned => (unsigned(a) % unsigned(divisor()?)) as i64,
        "stablehlo.maximum" if is_unsigned => unsigned(a).max(unsigned(b)) as i64,
        "stablehlo.minimum" if is_unsigned => unsigned(a).min(unsigned(b)) as i64,
        "stablehlo.convert" if integer_bits(result_type(operation)) == Some(1) => i64::from(a != 0),
        "stablehlo.convert" if is_unsigned => unsigned(a) as i64,
        // Of truth values.
        "stablehlo.add" if bits == 1 => a | b,
        "stablehlo.add" | "arith.addi" | "shape.add" => a.wrapping_add(b),
        "stablehlo.subtract" | "arith.subi" => a.wrapping_sub(b),
        "stablehlo.multiply" | "arith.muli" | "shape.mul" => a.wrapping_mul(b),
        "stablehlo.divide" | "arith.divsi" => a.wrapping_div(divisor()?),
        "shape.div" | "arith.floordivsi" => {
            let quotient = a.wrapping_div(divisor()?);
            quotient - i64::from(a % b != 0 && (a < 0) != (b < 0))
        }
        "arith.ceildivsi" => {
            let quotient = a.wrapping_div(divisor()?);
            quotient + i64::from(a % b != 0 && (a < 0) == (b < 0))
        }
        "arith.divui" => (unsigned(a) / unsigned(divisor()?)) as i64,
        "arith.ceildivui" => unsigned(a).div_ceil(unsigned(divisor()?)) as i64,
        "arith.remui" => (unsigned(a) % unsigned(divisor()?)) as i64,
        "stablehlo.remainder" | "arith.remsi" => a.wrapping_rem(divisor()?),
        "stablehlo.maximum" | "arith.maxsi" | "shape.max" => a.max(b),
        "stablehlo.minimum" | "arith.minsi" | "shape.min" => a.min(b),
        "arith.maxui" => unsigned(a).max(unsigned(b)) as i64,
        "arith.minui" => unsigned(a).min(unsigned(b)) as i64,
        "stablehlo.and" | "arith.andi" => a & b,
        "stablehlo.or" | "arith.ori" => a | b,
        "stablehlo.xor" | "arith.xori" => a ^ b,
        // Undefined by as many bits as there are, or more.
        "arith.shli" if unsigned(b) < bits.into() => a.wrapping_shl(b as u32),
        "arith.shrsi" if unsigned(b) < bits.into() => a.wrapping_shr(b as u32),
        "arith.shrui" if unsigned(b) < bits.into() => (unsigned(a) >> b) as i64,
        "arith.shli" | "arith.shrsi" | "arith.shrui" => {
            return Err("there are not as many bits".into());
        }
        "stablehlo.not" => !a,
        "stablehlo.negate" => a.wrapping_neg(),
        "stablehlo.abs" | "math.absi" => a.wrapping_abs(),
        "stablehlo.sign" => a.signum(),
        // An `i1` is unsigned.
        "stablehlo.convert" | "arith.index_cast" | "arith.extsi" | "arith.trunci" => a,
        "arith.extui" | "arith.index_castui" => unsigned(a) as i64,
        "stablehlo.clamp" => b.max(a).min(numbers[2]),
        "stablehlo.select" | "arith.select" => numbers[if a == 0 { 2 } else { 1 }],
        "stablehlo.compare" | "arith.cmpi" => {
            let direction = direction(operation);
            let order = match direction.starts_with('u') || is_unsigned {
                true => unsigned(a).cmp(&unsigned(b)),
                false => a.cmp(&b),
            };
            is_true(&direction, order).into()
        }
        _ => panic!("unexpected op {name}"),
    })
}

/// Returns an operand of a conversion to floats, or of an op that has floats beside it.
fn to_float(operation: OperationRef<'_, '_>, name: &str, number: i64) -> f64 {
    let r#type = operand_type(operation);
    match (name, integer_bits(r#type)) {
        ("arith.uitofp", Some(bits)) => unsigned(number, bits) as f64,
        ("arith.sitofp", Some(1)) => -(number as f64),
        (_, Some(bits)) if is_unsigned(r#type) => unsigned(number, bits) as f64,
        _ => number as f64,
    }
}

/// Returns the integer that a float is converted to. In StableHLO, one that does not fit becomes
/// the closest that does, as on XLA; elsewhere, the result is undefined.
fn from_float(name: &str, float: f64, bits: u32) -> Result<i64, String> {
    let whole = float.trunc();
    let power = 2_f64.powi(bits as i32);
    let (least, beyond) = match name {
        "arith.fptoui" => (0.0, power),
        _ => (-power / 2.0, power / 2.0),
    };
    Ok(match name {
        "stablehlo.compare" => float as i64,
        "stablehlo.convert" if bits == 1 => i64::from(float != 0.0),
        "stablehlo.convert" => {
            (whole as i64).clamp(i64::MIN >> (64 - bits), i64::MAX >> (64 - bits))
        }
        _ if !(least..beyond).contains(&whole) => return Err("it does not fit".into()),
        "arith.fptoui" => wrap(whole as u64 as i64, bits),
        _ => wrap(whole as i64, bits),
    })
}

fn of_floats(operation: OperationRef<'_, '_>, name: &str, numbers: &[f64]) -> Result<f64, String> {
    let (a, b) = (numbers[0], numbers.get(1).copied().unwrap_or_default());
    Ok(match name {
        "stablehlo.add" | "arith.addf" => a + b,
        "stablehlo.subtract" | "arith.subf" => a - b,
        "stablehlo.multiply" | "arith.mulf" => a * b,
        "stablehlo.divide" | "arith.divf" => a / b,
        "stablehlo.remainder" => a % b,
        "stablehlo.maximum" => a.max(b),
        "stablehlo.minimum" => a.min(b),
        "stablehlo.ceil" => a.ceil(),
        "stablehlo.floor" => a.floor(),
        "stablehlo.round_nearest_afz" => a.round(),
        "stablehlo.round_nearest_even" => a.round_ties_even(),
        "stablehlo.negate" => -a,
        "stablehlo.abs" => a.abs(),
        "stablehlo.clamp" => b.max(a).min(numbers[2]),
        "stablehlo.select" | "arith.select" => numbers[if a == 0.0 { 2 } else { 1 }],
        "stablehlo.convert" | "arith.sitofp" | "arith.uitofp" | "arith.fptosi" | "arith.fptoui"
        | "arith.extf" | "arith.truncf" => a,
        "stablehlo.compare" => match a.partial_cmp(&b) {
            Some(order) => f64::from(is_true(&direction(operation), order)),
            None => return Err("not a number".into()),
        },
        _ => return Err(format!("{name} of floats is not computed")),
    })
}

fn is_true(direction: &str, order: std::cmp::Ordering) -> bool {
    match direction {
        "EQ" | "eq" => order.is_eq(),
        "NE" | "ne" => order.is_ne(),
        "LT" | "slt" | "ult" => order.is_lt(),
        "LE" | "sle" | "ule" => order.is_le(),
        "GT" | "sgt" | "ugt" => order.is_gt(),
        "GE" | "sge" | "uge" => order.is_ge(),
        _ => panic!("unexpected direction {direction}"),
    }
}

fn direction(operation: OperationRef<'_, '_>) -> String {
    if let Ok(direction) = operation.attribute("comparison_direction") {
        let text = direction.to_string();
        let word = text.trim_end_matches('>').rsplit(' ').next();
        return word.expect("it has a direction").to_string();
    }
    let predicates = [
        "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
    ];
    predicates[integer(operation, "predicate") as usize].to_string()
}

/// Wraps a number into the range of a signed type; `i1` is 0 or 1.
pub(super) fn wrap(number: i64, bits: u32) -> i64 {
    match bits {
        1 => number & 1,
        2..64 => number << (64 - bits) >> (64 - bits),
        _ => number,
    }
}

/// Returns the bits of a number of a type as an unsigned number.
pub(super) fn unsigned(number: i64, bits: u32) -> u64 {
    match bits {
        64 => number as u64,
        bits => number as u64 & ((1 << bits) - 1),
    }
}

pub(super) fn is_unsigned(r#type: Type<'_>) -> bool {
    element_type(r#type).to_string().starts_with("ui")
}
