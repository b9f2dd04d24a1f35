//! The types of operands and results, as far as the verifier needs them.

use super::{Shape, ShapeDim};

/// The kind of type that holds the elements of a value.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Container {
    /// `tensor<...>`, ranked or unranked.
    Tensor,
    /// `vector<...>`.
    Vector,
    /// Anything else: a scalar, a memref, a tuple. No broadcastable op takes it.
    Other,
    /// Any type, of an operand that takes no part in the broadcast.
    Absent,
}

/// Describes the type of an operand or a result, without its element type,
/// which the trait leaves free.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct ShapedType {
    container: Container,
    shape: Option<Shape>,
}

impl ShapedType {
    /// Describes `tensor<2x?x...>`.
    pub fn tensor(shape: Shape) -> Self {
        Self {
            container: Container::Tensor,
            shape: Some(shape),
        }
    }

    /// Describes `tensor<*x...>`.
    pub fn unranked_tensor() -> Self {
        Self {
            container: Container::Tensor,
            shape: None,
        }
    }

    /// Describes `vector<2x[4]x...>`.
    pub fn vector(shape: Shape) -> Self {
        Self {
            container: Container::Vector,
            shape: Some(shape),
        }
    }

    /// Describes any type that is neither a tensor nor a vector.
    pub fn other() -> Self {
        Self {
            container: Container::Other,
            shape: None,
        }
    }

    /// A placeholder for an operand that takes no part in the broadcast, so that the others
    /// keep their indices.
    pub fn absent() -> Self {
        Self {
            container: Container::Absent,
            shape: None,
        }
    }

    /// Returns whether the operand takes no part in the broadcast.
    pub fn is_absent(&self) -> bool {
        self.container == Container::Absent
    }

    /// Returns the kind of type.
    pub fn container(&self) -> Container {
        self.container
    }

    /// Returns the dims of a ranked tensor or of a vector.
    pub fn shape(&self) -> Option<&[ShapeDim]> {
        self.shape.as_deref()
    }
}
