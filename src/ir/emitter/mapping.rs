//! How a broadcast maps its operand's dims.

use melior::{
    Context,
    ir::{Attribute, AttributeLike, attribute::DenseI64ArrayAttribute},
};

/// What a broadcast does with its operand's dims, as the op's attributes say it.
#[derive(Clone, Copy, Debug)]
pub struct DimMapping<'c> {
    pub(super) dims: Attribute<'c>,
    pub(super) expanding: Option<Attribute<'c>>,
    pub(super) nonexpanding: Option<Attribute<'c>>,
}

impl<'c> DimMapping<'c> {
    /// Maps the operand's dims to the result's: `dims` has the result dim of each.
    pub fn new(context: &'c Context, dims: &[usize]) -> Self {
        Self {
            dims: indices(context, dims),
            expanding: None,
            nonexpanding: None,
        }
    }

    /// Says of a dynamic broadcast's operand dims which are 1 under a larger result
    /// dim, and which keep their size.
    pub fn with_hints(
        self,
        context: &'c Context,
        expanding: &[usize],
        nonexpanding: &[usize],
    ) -> Self {
        let hint = |dims: &[usize]| (!dims.is_empty()).then(|| indices(context, dims));
        Self {
            expanding: hint(expanding),
            nonexpanding: hint(nonexpanding),
            ..self
        }
    }

    /// Returns what tells it from others.
    pub(super) fn key(self) -> [usize; 3] {
        let address = |attribute: Attribute<'_>| attribute.to_raw().ptr as usize;
        [
            address(self.dims),
            self.expanding.map_or(0, address),
            self.nonexpanding.map_or(0, address),
        ]
    }
}

fn indices<'c>(context: &'c Context, indices: &[usize]) -> Attribute<'c> {
    let indices = indices.iter().map(|&index| index as i64);
    DenseI64ArrayAttribute::new(context, &indices.collect::<Vec<_>>()).into()
}
