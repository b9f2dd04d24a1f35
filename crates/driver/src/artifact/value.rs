//! The values of attributes that are absent in StableHLO but not in VHLO; lists.

use super::{ffi, ops::Fallback};
use crate::ir::{as_array, as_bool, as_dictionary, as_integer, string_value};
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, Type,
        attribute::{
            ArrayAttribute, BoolAttribute, IntegerAttribute, StringAttribute, TypeAttribute,
        },
        r#type::IntegerType,
    },
};
use mlir_sys::{
    MlirAttribute, MlirContext, mlirDenseArrayGetNumElements, mlirDictionaryAttrGet,
    mlirElementsAttrGetNumElements,
};

/// Finds an attribute of an op by its name in VHLO.
pub type Lookup<'l, 'c> = &'l dyn Fn(&str) -> Option<Attribute<'c>>;

impl Fallback {
    /// Returns the value; `other` finds the other attributes of the op. `None` if the attribute is
    /// required.
    pub fn value<'c>(self, context: &'c Context, other: Lookup<'_, 'c>) -> Option<Attribute<'c>> {
        let length = |name: &str| other(name).and_then(length);
        Some(match self {
            Self::None => return None,
            Self::False => BoolAttribute::new(context, false).into(),
            Self::Integer(value) => integer(context, 64, value),
            Self::EmptyString => StringAttribute::new(context, "").into(),
            Self::EmptyArray | Self::EmptyArrayWith(_) => ArrayAttribute::new(context, &[]).into(),
            Self::EmptyDictionary => dictionary(context),
            Self::EmptyTensor => tensor(context, &[0], 0),
            Self::Ones(like) => tensor(context, &[length(like)?], 1),
            Self::AllFalse(like) => {
                let count = length(like)?;
                // SAFETY: the context is alive.
                unsafe { Attribute::from_raw(ffi::bcastTensorOfFalse(context.to_raw(), count)) }
            }
            Self::ZeroPairs(like) => tensor(context, &[length(like)?, 2], 0),
            Self::NoneType => TypeAttribute::new(Type::none(context)).into(),
            Self::Precisions => {
                let precision = of_context(context, ffi::bcastDefaultPrecision);
                ArrayAttribute::new(context, &[precision; 2]).into()
            }
            Self::ComparisonType => of_context(context, ffi::bcastDefaultComparisonType),
            Self::ResultAccuracy => of_context(context, ffi::bcastDefaultResultAccuracy),
            Self::ApiVersion => integer(context, 32, ORIGINAL_API),
            Self::BackendConfig => match other("api_version").and_then(as_integer) {
                Some(version) if version.value() == TYPED_API => dictionary(context),
                _ => StringAttribute::new(context, "").into(),
            },
        })
    }

    /// Returns whether an attribute has the value, so that StableHLO does not need it.
    pub fn is<'c>(
        self,
        context: &'c Context,
        attribute: Attribute<'c>,
        other: Lookup<'_, 'c>,
    ) -> bool {
        let is_empty_array = |attribute| as_array(attribute).is_some_and(|array| array.is_empty());
        let is_empty_dictionary = |attribute: Attribute<'_>| {
            as_dictionary(attribute).is_some_and(|dictionary| dictionary.is_empty())
        };
        match self {
            Self::None => false,
            Self::False => as_bool(attribute).is_some_and(|value| !value.value()),
            Self::Integer(expected) => {
                as_integer(attribute).is_some_and(|value| value.value() == expected)
            }
            Self::ApiVersion => {
                as_integer(attribute).is_some_and(|value| value.value() == ORIGINAL_API)
            }
            Self::EmptyString => string_value(attribute) == Some(""),
            Self::EmptyArray => is_empty_array(attribute),
            Self::EmptyArrayWith(name) => {
                is_empty_array(attribute) && other(name).is_none_or(is_empty_array)
            }
            Self::EmptyDictionary => is_empty_dictionary(attribute),
            Self::BackendConfig => {
                string_value(attribute) == Some("") || is_empty_dictionary(attribute)
            }
            Self::EmptyTensor => length(attribute) == Some(0),
            Self::Ones(_) => is_all(attribute, 1),
            Self::AllFalse(_) | Self::ZeroPairs(_) => is_all(attribute, 0),
            Self::Precisions => {
                let precision = of_context(context, ffi::bcastDefaultPrecision);
                as_array(attribute)
                    .is_some_and(|array| elements(array).all(|element| element == precision))
            }
            Self::NoneType | Self::ComparisonType | Self::ResultAccuracy => {
                self.value(context, other) == Some(attribute)
            }
        }
    }
}

/// The default interface of custom calls.
const ORIGINAL_API: i64 = 1;
/// The interface that takes dictionaries.
pub const TYPED_API: i64 = 4;

fn of_context(
    context: &Context,
    make: unsafe extern "C" fn(MlirContext) -> MlirAttribute,
) -> Attribute<'_> {
    // SAFETY: the context is alive, and owns what is made.
    unsafe { Attribute::from_raw(make(context.to_raw())) }
}

/// Returns an integer of so many bits.
pub fn integer(context: &Context, width: u32, value: i64) -> Attribute<'_> {
    IntegerAttribute::new(IntegerType::new(context, width).into(), value).into()
}

fn dictionary(context: &Context) -> Attribute<'_> {
    // SAFETY: the context is alive, and there are no elements.
    unsafe { Attribute::from_raw(mlirDictionaryAttrGet(context.to_raw(), 0, std::ptr::null())) }
}

fn tensor<'c>(context: &'c Context, shape: &[i64], value: i64) -> Attribute<'c> {
    // SAFETY: the context is alive, and the shape is copied.
    unsafe {
        Attribute::from_raw(ffi::bcastTensorOfIntegers(
            context.to_raw(),
            shape.as_ptr(),
            shape.len(),
            value,
        ))
    }
}

fn is_all(attribute: Attribute<'_>, value: i64) -> bool {
    // SAFETY: the attribute is alive.
    unsafe { ffi::bcastTensorIsAll(attribute.to_raw(), value) }
}

/// Returns the elements of an array.
pub fn elements<'c>(array: ArrayAttribute<'c>) -> impl Iterator<Item = Attribute<'c>> {
    (0..array.len()).filter_map(move |index| array.element(index).ok())
}

/// Returns how many elements a tensor or a list has; `None` for another attribute.
pub fn length(attribute: Attribute<'_>) -> Option<i64> {
    // SAFETY: the attribute is alive, and of the kind that is asked for.
    unsafe {
        if attribute.is_dense_i64_array() || attribute.is_dense_bool_array() {
            return Some(mlirDenseArrayGetNumElements(attribute.to_raw()) as i64);
        }
        attribute
            .is_dense_elements()
            .then(|| mlirElementsAttrGetNumElements(attribute.to_raw()))
    }
}
