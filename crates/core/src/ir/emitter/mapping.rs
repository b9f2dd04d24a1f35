//! How a broadcast maps its operand's dims.

use melior::{
    Context,
    ir::{Attribute, AttributeLike, Type, attribute::DenseI64ArrayAttribute},
};

/// How a broadcast maps its operand's dims, as attributes of the op.
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

    /// Adds the hints of a dynamic broadcast: which operand dims are 1 and expand, and which
    /// keep their size.
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

    /// Returns the mapping's identity.
    pub(super) fn key(self) -> [usize; 3] {
        let address = |attribute: Attribute<'_>| attribute.to_raw().ptr as usize;
        [
            address(self.dims),
            self.expanding.map_or(0, address),
            self.nonexpanding.map_or(0, address),
        ]
    }
}

/// How broadcasts map dims, and their type, with the number that one emitter gives to both.
#[derive(Clone, Copy, Debug)]
pub struct BroadcastForm<'c> {
    pub(super) mapping: DimMapping<'c>,
    pub(super) result_type: Type<'c>,
    pub(super) number: usize,
}

fn indices<'c>(context: &'c Context, indices: &[usize]) -> Attribute<'c> {
    let indices = indices.iter().map(|&index| index as i64);
    DenseI64ArrayAttribute::new(context, &indices.collect::<Vec<_>>()).into()
}
