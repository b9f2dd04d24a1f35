//! What the verifier needs to know of an operand's or a result's type.

use super::{Shape, ShapeDim};

/// Tells what holds the elements of a value.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Container {
    /// `tensor<...>`, ranked or unranked.
    Tensor,
    /// `vector<...>`.
    Vector,
    /// Anything else: a scalar, a memref, a tuple. No broadcastable op takes it.
    Other,
    /// Anything, in an operand that takes no part in the broadcast.
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

    /// Stands for an operand that takes no part in the broadcast, so that the
    /// others keep their indices.
    pub fn absent() -> Self {
        Self {
            container: Container::Absent,
            shape: None,
        }
    }

    /// Returns `true` if the operand takes no part in the broadcast.
    pub fn is_absent(&self) -> bool {
        self.container == Container::Absent
    }

    /// Returns what holds the elements.
    pub fn container(&self) -> Container {
        self.container
    }

    /// Returns the dims of a ranked tensor or of a vector.
    pub fn shape(&self) -> Option<&[ShapeDim]> {
        self.shape.as_deref()
    }
}
