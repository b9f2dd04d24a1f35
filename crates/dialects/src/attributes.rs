//! What the generated types of attributes use.

pub use crate::dialect as ffi;
pub use melior::{
    Context,
    ir::{
        Attribute, AttributeLike,
        attribute::{BoolAttribute, DenseI64ArrayAttribute, StringAttribute},
    },
};

use melior::ir::{attribute::IntegerAttribute, r#type::IntegerType};
use mlir_sys::MlirAttribute;

/// Defines the type of an enumeration, and how an enumerator becomes an attribute and is read from
/// one.
macro_rules! enumeration {
    (
        $(#[$doc:meta])*
        $name:ident, $from_value:ident, $to_value:ident: $($case:ident = $value:literal,)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        pub enum $name {
            $($case = $value,)*
        }

        impl $name {
            /// Returns the attribute; `None` if the context lacks the dialect, or has another one
            /// of this name without such an attribute.
            pub fn to_attribute<'c>(self, context: &'c Context) -> Option<Attribute<'c>> {
                // SAFETY: the context is alive.
                unsafe {
                    Attribute::from_option_raw(ffi::$from_value(context.to_raw(), self as u32))
                }
            }

            /// Reads an attribute; `None` if it is of another kind.
            pub fn from_attribute(attribute: Attribute<'_>) -> Option<Self> {
                // SAFETY: the attribute is alive; the function checks its kind.
                match unsafe { ffi::$to_value(attribute.to_raw()) } {
                    $($value => Some(Self::$case),)*
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use enumeration;

/// Returns an `i64` attribute.
pub fn integer<'c>(context: &'c Context, value: i64) -> Attribute<'c> {
    IntegerAttribute::new(IntegerType::new(context, 64).into(), value).into()
}

/// Reads a list of numbers.
///
/// # Safety
///
/// The attribute must be alive and of the kind that the functions accept.
pub unsafe fn list(
    attribute: MlirAttribute,
    size: unsafe extern "C" fn(MlirAttribute) -> isize,
    elem: unsafe extern "C" fn(MlirAttribute, isize) -> i64,
) -> Vec<i64> {
    // SAFETY: the caller has checked the kind, and the positions are in range.
    unsafe {
        (0..size(attribute))
            .map(|position| elem(attribute, position))
            .collect()
    }
}
