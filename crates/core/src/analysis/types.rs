//! What the analysis needs to know of types.

use super::{element_table::MAX_ELEMENTS, sizes::Sizes};
use crate::{
    ir::{AddressTable, element_bits, is_of_sizes, shaped_type},
    shape::ShapedType,
    symbol::{NumberType, Size},
};
use melior::ir::{Type, TypeLike};

/// Descriptions of types. Reading a type's dims takes much longer than a look-up here.
#[derive(Debug, Default)]
pub(super) struct TypeTable(AddressTable<Described>);

/// What holds for all values of a type.
#[derive(Debug)]
pub(super) struct Described {
    pub(super) shape: ShapedType,
    /// The sizes of the dims if all are static. Values of such a type need no entry of their
    /// own: nothing can be learned of their sizes.
    pub(super) static_sizes: Option<Sizes>,
    /// The type of the elements, if sizes are computed in it.
    pub(super) computed: Option<NumberType>,
    pub(super) followed: Followed,
}

/// The elements that are followed in values of a type.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Followed {
    /// None.
    Nothing,
    /// All; the type determines how many there are.
    Count(usize),
    /// All, if there are at most [`MAX_ELEMENTS`]; the op that defines the value determines how
    /// many there are.
    Few,
}

impl TypeTable {
    /// Describes a type.
    pub(super) fn describe(&mut self, r#type: Type<'_>) -> &Described {
        let address = r#type.to_raw().ptr as usize;
        self.0.get_or_insert_with(address, || Described::of(r#type))
    }
}

impl Described {
    fn of(r#type: Type<'_>) -> Self {
        let shape = shaped_type(r#type);
        let computed = computed_type(r#type);
        let is_of_sizes = is_of_sizes(r#type);
        let sizes = shape.shape().unwrap_or_default().iter();
        let static_sizes = sizes
            .map(|dim| dim.fixed_size().map(Size::Constant))
            .collect::<Option<Sizes>>();
        let followed = match (computed, shape.shape()) {
            (Some(_), Some([dim])) if dim.is_dynamic() => Followed::Few,
            (Some(_), _) => static_sizes
                .as_deref()
                .and_then(count)
                .map_or(Followed::Nothing, Followed::Count),
            (None, _) if is_of_sizes => Followed::Few,
            (None, _) => Followed::Nothing,
        };
        Self {
            shape,
            static_sizes,
            computed,
            followed,
        }
    }
}

/// Returns the number type of a value's elements if sizes are computed in it: narrower integers do
/// not hold all sizes.
pub(super) fn computed_type(r#type: Type<'_>) -> Option<NumberType> {
    let bits = element_bits(r#type).filter(|bits| (32..=64).contains(bits));
    bits.map(NumberType)
}

/// Returns how many elements a value of these sizes has, if there are few enough to be
/// followed.
fn count(sizes: &[Size]) -> Option<usize> {
    let mut count = 1usize;
    for size in sizes {
        count = count.checked_mul(usize::try_from(size.constant()?).ok()?)?;
    }
    (count <= MAX_ELEMENTS).then_some(count)
}
