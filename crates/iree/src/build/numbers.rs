//! Numbers given by the elements of an operand.

use crate::{
    analysis::IntegerValues,
    build::tensors::{emit_extent_product, emit_extents, emit_reshape},
    ops::*,
    prelude::*,
    symbol::integer::Integer,
};

/// The maximum number of elements that are read.
const MAX_ELEMENTS: usize = 256;

/// The maximum number of values among which a scalar is searched.
const MAX_SEARCHED: usize = 128;

/// A number.
#[derive(Clone, Copy, Debug)]
pub struct Number<'a> {
    /// Its value, if known.
    pub constant: Option<i64>,
    /// The number as an `index`.
    pub index: Value<'a>,
}

impl<'a> Number<'a> {
    pub fn constant(emitter: &mut OpEmitter<'a>, value: i64) -> Self {
        Self {
            constant: Some(value),
            index: emitter.emit_constant_index(value),
        }
    }

    /// Returns a number that is known only at run time.
    pub const fn computed(index: Value<'a>) -> Self {
        Self {
            constant: None,
            index,
        }
    }

    pub fn constants(emitter: &mut OpEmitter<'a>, values: Vec<i64>) -> Vec<Self> {
        let values = values.into_iter();
        values.map(|value| Self::constant(emitter, value)).collect()
    }

    pub fn is(&self, value: i64) -> bool {
        self.constant == Some(value)
    }

    /// Emits the product of sizes.
    pub fn product(emitter: &mut OpEmitter<'a>, sizes: &[Self]) -> Self {
        match known_product(sizes.iter().map(|size| size.constant)) {
            Some(product) => Self::constant(emitter, product),
            None => Self::computed(emit_extent_product(emitter, &index_values(sizes))),
        }
    }
}

/// Returns numbers as those of type `index`.
pub fn index_values<'a>(numbers: &[Number<'a>]) -> Vec<Value<'a>> {
    numbers.iter().map(|number| number.index).collect()
}

/// Returns the values of numbers, as far as they are known.
pub fn known_values(numbers: &[Number<'_>]) -> Vec<Option<i64>> {
    numbers.iter().map(|number| number.constant).collect()
}

/// Emits the sizes of a ranked tensor.
pub fn emit_sizes<'a>(emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Vec<Number<'a>> {
    let sizes = sizes(value).unwrap_or_default().into_iter();
    let sizes = sizes.zip(emit_extents(emitter, value));
    let sizes = sizes.map(|(constant, index)| Number { constant, index });
    sizes.collect()
}

/// Emits a tensor reshaped to these sizes, of a type that says which of them are known.
pub fn emit_reshape_to<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    sizes: &[Number<'a>],
) -> Option<Value<'a>> {
    let r#type = with_sizes(emitter, value, &known_values(sizes))?;
    Some(emit_reshape(emitter, value, &index_values(sizes), r#type))
}

/// Returns the values of numbers, if all are known.
pub fn constants(numbers: &[Number<'_>]) -> Option<Vec<i64>> {
    numbers.iter().map(|number| number.constant).collect()
}

/// Emits the elements of a tensor of integers, in row-major order; `None` if their number is
/// unknown.
pub fn emit_numbers<'a>(emitter: &mut OpEmitter<'a>, tensor: Value<'a>) -> Option<Vec<Number<'a>>> {
    let elements = elements(tensor)?;
    let count = elements.len();
    let numbers = elements.into_iter().enumerate();
    let numbers = numbers.map(|(index, element)| match element {
        KnownElement::Constant(value) => Number::constant(emitter, value),
        KnownElement::Scalar(scalar) => {
            Number::computed(match scalar.r#type().is_ranked_tensor() {
                true => emitter.emit_index(scalar),
                false => emitter.emit_as_index(scalar),
            })
        }
        KnownElement::Unknown => {
            let row = emit_row(emitter, tensor, count);
            Number::computed(emitter.emit_element(row, index))
        }
    });
    Some(numbers.collect())
}

/// Returns the elements of a static tensor of integers, in row-major order, as far as they are
/// known.
pub fn known_elements<'a>(tensor: Value<'a>) -> Option<Vec<Option<i64>>> {
    let elements = elements(tensor)?.into_iter();
    let known = elements.map(|element| match element {
        KnownElement::Constant(value) => Some(value),
        KnownElement::Scalar(_) | KnownElement::Unknown => None,
    });
    Some(known.collect())
}

/// Emits a tensor reshaped to rank 1.
fn emit_row<'a>(emitter: &mut OpEmitter<'a>, tensor: Value<'a>, count: usize) -> Value<'a> {
    match RankedTensorType::try_from(tensor.r#type()) {
        Ok(r#type) if r#type.rank() != 1 => {
            let row = RankedTensorType::new(&[count as u64], r#type.element(), None).into();
            emitter.emit_pure(stablehlo::RESHAPE, &[tensor], &[], row)
        }
        _ => tensor,
    }
}

/// An element, as far as it is known.
#[derive(Clone, Copy)]
enum KnownElement<'a> {
    Constant(i64),
    /// A scalar, or the element of a tensor of rank 0.
    Scalar(Value<'a>),
    Unknown,
}

/// Returns what is known of the elements of a static tensor of integers, in row-major order.
fn elements<'a>(tensor: Value<'a>) -> Option<Vec<KnownElement<'a>>> {
    let r#type = ir::as_ranked_tensor(tensor.r#type())?;
    let count = usize::try_from(known_product(type_sizes(r#type))?).ok()?;
    let is_integer = r#type.element().is_integer() || r#type.element().is_index();
    require(count <= MAX_ELEMENTS && is_integer)?;
    let is_unsigned = unsigned_of(tensor).is_some();
    let mut values = IntegerValues::default();
    let Some(row) = values.elements(tensor) else {
        return Some(vec![KnownElement::Unknown; count]);
    };
    let scalars = scalars(&mut values, tensor);
    let element = |id: &Integer| match values.integers.value(*id) {
        // Greater unsigned numbers are read at run time.
        Some(value) if is_unsigned && value < 0 => KnownElement::Unknown,
        Some(value) => KnownElement::Constant(value),
        None => scalars.get(id).map_or(KnownElement::Unknown, |&scalar| {
            KnownElement::Scalar(scalar)
        }),
    };
    Some(row.iter().map(element).collect())
}

/// Returns the scalars among the values that a tensor is computed from, by what they hold.
fn scalars<'a>(values: &mut IntegerValues, tensor: Value<'a>) -> FxHashMap<Integer, Value<'a>> {
    let mut scalars = FxHashMap::default();
    let mut found = vec![tensor];
    let mut next = 0;
    while let Some(&value) = found.get(next) {
        next += 1;
        if let Some(number) = values.number(value) {
            scalars.entry(number).or_insert(value);
            continue;
        }
        let operation = ir::defining_op(value).filter(|_| found.len() < MAX_SEARCHED);
        for operand in operation.iter().flat_map(|operation| operation.operands()) {
            if !found.contains(&operand) {
                found.push(operand);
            }
        }
    }
    scalars
}
