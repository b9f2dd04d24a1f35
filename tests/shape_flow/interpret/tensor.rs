//! Tensors, as far as they are computed.

use melior::ir::{
    OperationRef, Type, TypeLike, Value, ValueLike,
    r#type::{DimSize, RankedTensorType, ShapedTypeLike},
};

/// The largest size that is computed with.
pub(super) const LIMIT: i64 = 1 << 20;

/// A tensor or a scalar: its shape, and its elements where sizes are computed from them.
#[derive(Clone, Debug)]
pub(super) struct Tensor {
    pub shape: Vec<i64>,
    pub elements: Option<Vec<i64>>,
}

impl Tensor {
    pub fn scalar(element: i64) -> Self {
        Self {
            shape: vec![],
            elements: Some(vec![element]),
        }
    }

    pub fn list(elements: Vec<i64>) -> Self {
        Self {
            shape: vec![elements.len() as i64],
            elements: Some(elements),
        }
    }

    pub fn elements(&self) -> &[i64] {
        self.elements.as_deref().expect("a size has elements")
    }
}

/// Says why a tensor is not of a value's type, if it is not.
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
    Ok(())
}

/// Returns a ranked tensor type's dims, `None` where dynamic.
pub(super) fn static_sizes(r#type: Type<'_>) -> Option<Vec<Option<i64>>> {
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

pub(super) fn result_type<'c>(operation: OperationRef<'c, '_>) -> Type<'c> {
    OperationRef::result(operation, 0)
        .expect("it has a result")
        .r#type()
}

/// Returns whether an op's result has elements that sizes are computed from.
pub(super) fn is_of_floats(operation: OperationRef<'_, '_>) -> bool {
    RankedTensorType::try_from(result_type(operation)).is_ok_and(|r#type| r#type.element().is_f32())
}
