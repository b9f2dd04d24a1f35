//! Tensors of the interpreter.

use melior::ir::{
    OperationRef, Type, TypeLike, Value, ValueLike,
    operation::OperationLike,
    r#type::{DimSize, IntegerType, RankedTensorType, ShapedTypeLike},
};

/// The largest size in computations.
pub const LIMIT: i64 = 1 << 20;

/// A tensor or a scalar: its shape and, if sizes are computed from them, its elements in
/// row-major order.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    pub shape: Vec<i64>,
    pub elements: Option<Vec<i64>>,
    /// The elements of a tensor of floats.
    pub floats: Option<Vec<f64>>,
}

impl Tensor {
    pub fn of_shape(shape: Vec<i64>) -> Self {
        Self {
            shape,
            elements: None,
            floats: None,
        }
    }

    pub fn scalar(element: i64) -> Self {
        Self::new(vec![], vec![element])
    }

    pub fn list(elements: Vec<i64>) -> Self {
        Self::new(vec![elements.len() as i64], elements)
    }

    pub fn new(shape: Vec<i64>, elements: Vec<i64>) -> Self {
        Self {
            elements: Some(elements),
            ..Self::of_shape(shape)
        }
    }

    pub fn of_floats(shape: Vec<i64>, floats: Vec<f64>) -> Self {
        Self {
            floats: Some(floats),
            ..Self::of_shape(shape)
        }
    }

    pub fn elements(&self) -> &[i64] {
        self.elements.as_deref().expect("a size has elements")
    }

    /// Returns the tensor of another shape whose element at an index is this one's at the
    /// index that `from` returns.
    pub fn rearranged(&self, shape: Vec<i64>, from: impl Fn(&[i64]) -> Vec<i64>) -> Self {
        let positions = indices(&shape)
            .iter()
            .map(|index| position(&self.shape, &from(index)))
            .collect::<Vec<_>>();
        let elements = self.elements.as_ref();
        let floats = self.floats.as_ref();
        Self {
            shape,
            elements: elements.map(|all| positions.iter().map(|&at| all[at]).collect()),
            floats: floats.map(|all| positions.iter().map(|&at| all[at]).collect()),
        }
    }

    /// Returns whether the elements are known.
    pub fn has_elements(&self) -> bool {
        self.elements.is_some() || self.floats.is_some()
    }
}

/// Returns all indices into a shape, in row-major order.
pub fn indices(shape: &[i64]) -> Vec<Vec<i64>> {
    shape.iter().fold(vec![vec![]], |indices, &size| {
        indices
            .iter()
            .flat_map(|index| (0..size).map(|at| [index.as_slice(), &[at]].concat()))
            .collect()
    })
}

fn position(shape: &[i64], index: &[i64]) -> usize {
    let pairs = shape.iter().zip(index);
    pairs.fold(0, |position, (size, index)| position * size + index) as usize
}

/// Checks that a tensor has a value's type; fails with the reason otherwise.
pub(super) fn check_type(tensor: &Tensor, value: Value<'_, '_>) -> Result<(), String> {
    let Some(sizes) = static_sizes(value.r#type()) else {
        return Ok(());
    };
    if sizes.len() != tensor.shape.len() {
        return Err(format!("it declares {sizes:?}, but has {:?}", tensor.shape));
    }
    for (size, extent) in sizes.iter().zip(&tensor.shape) {
        if size.is_some_and(|size| size != *extent) {
            return Err(format!("it declares {size:?}, but has {extent}"));
        }
    }
    for (bound, extent) in bounds(value.r#type()).iter().zip(&tensor.shape) {
        if bound.is_some_and(|bound| *extent > bound) {
            return Err(format!("it is bounded by {bound:?}, but has {extent}"));
        }
    }
    Ok(())
}

/// Returns the bounds in a type's encoding.
fn bounds(r#type: Type<'_>) -> Vec<Option<i64>> {
    let encoding = RankedTensorType::try_from(r#type).ok();
    let Some(encoding) = encoding.and_then(|r#type| r#type.encoding()) else {
        return vec![];
    };
    let text = encoding.to_string();
    let (_, bounds) = text
        .split_once("bounds<")
        .expect("no other encoding is used");
    let bounds = bounds.trim_end_matches('>').split(", ");
    bounds.map(|bound| bound.parse().ok()).collect()
}

/// Returns a ranked tensor type's dims, `None` if dynamic.
pub fn static_sizes(r#type: Type<'_>) -> Option<Vec<Option<i64>>> {
    let r#type = RankedTensorType::try_from(r#type).ok()?;
    let size = |dim| match r#type.dim_size(dim).expect("in range") {
        DimSize::Static(size) => Some(size as i64),
        DimSize::Dynamic => None,
    };
    Some((0..r#type.rank()).map(size).collect())
}

/// Returns the sizes of an op's result, all of which its type declares.
pub(super) fn static_shape(operation: OperationRef<'_, '_>) -> Vec<i64> {
    static_sizes(result_type(operation))
        .expect("ranked")
        .into_iter()
        .map(|size| size.expect("the result is static"))
        .collect()
}

/// Returns the type of an op's first operand.
pub(super) fn operand_type<'c>(operation: OperationRef<'c, '_>) -> Type<'c> {
    operation.operand(0).expect("it has operands").r#type()
}

pub(super) fn result_type<'c>(operation: OperationRef<'c, '_>) -> Type<'c> {
    OperationRef::result(operation, 0)
        .expect("it has a result")
        .r#type()
}

/// Returns the type of a number, or of a tensor's elements.
pub fn element_type(r#type: Type<'_>) -> Type<'_> {
    RankedTensorType::try_from(r#type).map_or(r#type, |r#type| r#type.element())
}

/// Returns the width of an integer type in bits; that of `index` is 64.
pub fn integer_bits(r#type: Type<'_>) -> Option<u32> {
    let element = element_type(r#type);
    if element.is_index() || element.to_string() == "!shape.size" {
        return Some(64);
    }
    IntegerType::try_from(element)
        .ok()
        .map(|r#type| r#type.width())
}

/// Returns whether a type is a float or a tensor of floats.
pub fn is_of_floats(r#type: Type<'_>) -> bool {
    let element = element_type(r#type);
    element.is_f32() || element.is_f64()
}
