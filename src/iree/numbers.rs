//! Numbers given by the elements of an operand.

use crate::ir::{self, Emitter};
use melior::ir::{
    TypeLike, Value, ValueLike,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};

/// The maximum number of elements that are read.
const MAX_ELEMENTS: usize = 256;

/// The maximum length of a chain of ops that is followed.
const MAX_DEPTH: usize = 16;

/// A number.
#[derive(Clone, Copy, Debug)]
pub struct Number<'c, 'a> {
    /// Its value, if known.
    pub constant: Option<i64>,
    /// The number as an `index`.
    pub index: Value<'c, 'a>,
}

impl<'c, 'a> Number<'c, 'a> {
    pub fn constant(emitter: &mut Emitter<'c, 'a>, value: i64) -> Self {
        Self {
            constant: Some(value),
            index: emitter.emit_constant_index(value),
        }
    }

    pub fn constants(emitter: &mut Emitter<'c, 'a>, values: Vec<i64>) -> Vec<Self> {
        let values = values.into_iter();
        values.map(|value| Self::constant(emitter, value)).collect()
    }

    pub fn is(&self, value: i64) -> bool {
        self.constant == Some(value)
    }
}

/// Emits the elements of a tensor of integers, in row-major order; `None` if their number is
/// unknown.
pub fn emit_numbers<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    tensor: Value<'c, 'a>,
) -> Option<Vec<Number<'c, 'a>>> {
    let elements = elements(tensor, MAX_DEPTH)?;
    let count = elements.len();
    let numbers = elements.into_iter().enumerate();
    let numbers = numbers.map(|(index, element)| match element {
        Element::Constant(value) => Number::constant(emitter, value),
        Element::Scalar(scalar) => Number {
            constant: None,
            index: emitter.emit_index(scalar),
        },
        Element::Unknown => Number {
            constant: None,
            index: {
                let row = emit_row(emitter, tensor, count);
                emitter.emit_element(row, index)
            },
        },
    });
    Some(numbers.collect())
}

/// Emits a tensor reshaped to rank 1.
fn emit_row<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    tensor: Value<'c, 'a>,
    count: usize,
) -> Value<'c, 'a> {
    match RankedTensorType::try_from(tensor.r#type()) {
        Ok(r#type) if r#type.rank() != 1 => {
            let row = RankedTensorType::new(&[count as u64], r#type.element(), None).into();
            emitter.emit_pure("stablehlo.reshape", &[tensor], &[], row)
        }
        _ => tensor,
    }
}

/// An element, as far as it is known.
#[derive(Clone, Copy)]
enum Element<'c, 'a> {
    Constant(i64),
    /// The element of a tensor of rank 0.
    Scalar(Value<'c, 'a>),
    Unknown,
}

/// Returns what is known of the elements of a static tensor of integers, in row-major order.
fn elements<'c: 'a, 'a>(tensor: Value<'c, 'a>, depth: usize) -> Option<Vec<Element<'c, 'a>>> {
    let r#type = RankedTensorType::try_from(tensor.r#type()).ok()?;
    let sizes = super::type_sizes(r#type).into_iter();
    let count = sizes.map(|size| usize::try_from(size?).ok());
    let count = count
        .into_iter()
        .try_fold(1_usize, |count, size| count.checked_mul(size?))?;
    let is_integer = r#type.element().is_integer() || r#type.element().is_index();
    if count > MAX_ELEMENTS || !is_integer {
        return None;
    }
    let unknown = match r#type.rank() {
        0 => vec![Element::Scalar(tensor)],
        _ => vec![Element::Unknown; count],
    };
    let Some(operation) = ir::defining_op(tensor).filter(|_| depth > 0) else {
        return Some(unknown);
    };
    let mut parts = vec![];
    match ir::name_str(operation.name()) {
        Some("stablehlo.constant") => {
            let constants = match ir::constant_integer(tensor) {
                Some(splat) => vec![splat; count],
                None => ir::int_elements(operation, "value", MAX_ELEMENTS).unwrap_or_default(),
            };
            parts.extend(constants.into_iter().map(Element::Constant));
        }
        Some("stablehlo.reshape") => {
            if let Some(operand) = ir::operand(operation, 0) {
                parts = elements(operand, depth - 1).unwrap_or_default();
            }
        }
        Some("stablehlo.convert") => {
            let operand = ir::operand(operation, 0).filter(|it| is_widened(*it, r#type));
            if let Some(operand) = operand {
                parts = elements(operand, depth - 1).unwrap_or_default();
                parts.retain(|part| matches!(part, Element::Constant(_)));
            }
        }
        Some("stablehlo.concatenate") if ir::integer(operation, "dimension") == Some(0) => {
            for operand in operation.operands() {
                parts.extend(elements(operand, depth - 1)?);
            }
        }
        _ => {}
    }
    match parts.len() == count {
        true => Some(parts),
        false => Some(unknown),
    }
}

/// Returns whether constant integers keep their values in signless integers of another type. (Those
/// of 64 bits are read only if they fit into an `i64`.)
fn is_widened(operand: Value<'_, '_>, r#type: RankedTensorType<'_>) -> bool {
    let from = ir::element_type(operand.r#type()).and_then(ir::as_integer_type);
    let to = ir::as_integer_type(r#type.element());
    from.zip(to).is_some_and(|(from, to)| {
        to.is_signless() && (from.width() < to.width() || to.width() == u64::BITS)
    })
}
