//! Conversion of types.

use crate::{analysis::is_size, ir, refusal::Refusal, symbol::integer::INDEX_BITS};
use melior::{
    Context,
    ir::{
        Attribute, Type, TypeLike, Value, ValueLike,
        attribute::{FloatAttribute, IntegerAttribute},
        r#type::{FunctionType, IntegerType, RankedTensorType, ShapedTypeLike},
    },
};

/// Returns the converted type: scalars become tensors of rank 0, and an `index` becomes `i64`.
///
/// # Errors
///
/// Fails with advice, if any, if StableHLO has no such type.
pub fn convert<'c>(
    context: &'c Context,
    r#type: Type<'c>,
) -> Result<Type<'c>, Option<&'static str>> {
    if let Some(tensor) = ir::as_ranked_tensor(r#type) {
        return Ok(match tensor.element().is_index() {
            true => with_element(tensor, index_type(context)),
            false => r#type,
        });
    }
    if r#type.is_index() || is_size(r#type) {
        return Ok(RankedTensorType::new(&[], index_type(context), None).into());
    }
    if r#type.is_integer() || r#type.is_float() {
        return Ok(RankedTensorType::new(&[], r#type, None).into());
    }
    if r#type.is_unranked_tensor() {
        return Err(Some("give the arguments' shapes first, as with --shapes"));
    }
    match dialect_of(r#type) {
        Some("stablehlo") => Ok(r#type),
        Some("shape") => Err(Some("use a tensor of extents")),
        None if r#type.is_tuple() => Ok(r#type),
        _ => Err(None),
    }
}

/// Returns the number type of a scalar or of a tensor's elements if StableHLO lacks it: integers
/// of other widths than its own, or with more than 64 bits, and floats such as `f80`.
pub fn missing_number(r#type: Type<'_>) -> Option<Type<'_>> {
    let number = element(r#type).unwrap_or(r#type);
    let widths: &[u32] = match number {
        number if number.is_float() => &[4, 6, 8, 16, 32, 64],
        number if number.is_integer() => &[1, 2, 4, 8, 16, 32, 64],
        _ => return None,
    };
    let width = ir::bit_width(number)?;
    (!widths.contains(&width)).then_some(number)
}

/// A type that cannot be converted.
pub struct WrongType<'c> {
    /// The value that has the type.
    subject: String,
    found: Type<'c>,
    advice: Option<&'static str>,
}

impl WrongType<'_> {
    /// Returns the refusal for the op that has the type.
    pub fn refusal(self) -> Refusal {
        refuse(self.subject, self.found, self.advice)
    }
}

/// Returns the converted type of a function.
///
/// # Errors
///
/// Fails with all types that cannot be converted.
pub fn convert_function<'c>(
    context: &'c Context,
    r#type: FunctionType<'c>,
) -> Result<FunctionType<'c>, Vec<WrongType<'c>>> {
    let mut errors = vec![];
    let mut convert_all = |kind: &str, types: Vec<Type<'c>>| {
        let mut converted = vec![];
        for (index, r#type) in types.into_iter().enumerate() {
            match convert(context, r#type) {
                Ok(r#type) => converted.push(r#type),
                Err(advice) => errors.push(WrongType {
                    subject: format!("{kind} #{index}"),
                    found: r#type,
                    advice,
                }),
            }
        }
        converted
    };
    let inputs = (0..r#type.input_count()).filter_map(|index| r#type.input(index).ok());
    let inputs = convert_all("argument", inputs.collect());
    let results = (0..r#type.result_count()).filter_map(|index| r#type.result(index).ok());
    let results = convert_all("result", results.collect());
    match errors.is_empty() {
        true => Ok(FunctionType::new(context, &inputs, &results)),
        false => Err(errors),
    }
}

/// Returns the refusal of a value whose type StableHLO does not have.
pub fn refuse(subject: String, r#type: Type<'_>, advice: Option<&'static str>) -> Refusal {
    Refusal::Type {
        subject,
        found: ir::type_text(r#type),
        advice,
    }
}

/// Returns a tensor type with another element type.
pub fn with_element<'c>(like: RankedTensorType<'c>, element: Type<'c>) -> Type<'c> {
    RankedTensorType::new(&raw_sizes(like.into()), element, like.encoding()).into()
}

/// Returns the sizes of a tensor type in MLIR's encoding.
fn raw_sizes(r#type: Type<'_>) -> Vec<u64> {
    let shape = ir::shaped_type(r#type);
    let dims = shape.shape().map_or(&[][..], |shape| shape);
    dims.iter().map(|dim| dim.into_raw() as u64).collect()
}

/// Returns the rank of a tensor; `None` if it is not known.
pub fn rank_of(value: Value<'_, '_>) -> Option<usize> {
    Some(ir::shaped_type(value.r#type()).shape()?.len())
}

/// Returns a tensor type with selected dims of another one.
pub fn select_dims<'c>(like: Type<'c>, dims: &[usize]) -> Option<Type<'c>> {
    let shape = ir::shaped_type(like);
    let shape = shape.shape()?;
    let sizes = dims.iter().map(|&dim| Some(shape.get(dim)?.into_raw()));
    let sizes = sizes.collect::<Option<Vec<_>>>()?;
    Some(tensor_type(&sizes, element(like)?))
}

/// Returns a size of a tensor as MLIR stores it.
pub fn raw_size(value: Value<'_, '_>, dim: usize) -> Option<i64> {
    let shape = ir::shaped_type(value.r#type());
    Some(shape.shape()?.get(dim)?.into_raw())
}

/// Returns the tensor type of a row of `length` integers.
pub fn row_type(context: &Context, length: usize, bits: u32) -> Type<'_> {
    let element = IntegerType::new(context, bits).into();
    RankedTensorType::new(&[length as u64], element, None).into()
}

/// Returns a tensor type of sizes in MLIR's encoding.
pub fn tensor_type<'c>(sizes: &[i64], element: Type<'c>) -> Type<'c> {
    let sizes = sizes.iter().map(|&size| size as u64).collect::<Vec<_>>();
    RankedTensorType::new(&sizes, element, None).into()
}

/// Returns a tensor type of rank 0.
pub fn scalar_type<'c>(element: Type<'c>) -> Type<'c> {
    RankedTensorType::new(&[], element, None).into()
}

/// Returns the element type of a tensor type.
pub fn element(r#type: Type<'_>) -> Option<Type<'_>> {
    Some(ir::as_ranked_tensor(r#type)?.element())
}

/// Returns the number 0 of an element type; `None` if it is not numeric.
pub fn zero<'c>(context: &'c Context, element: Type<'c>) -> Option<Attribute<'c>> {
    match element.is_float() {
        true => Some(FloatAttribute::new(context, element, 0.0).into()),
        false if element.is_integer() => Some(IntegerAttribute::new(element, 0).into()),
        false => None,
    }
}

/// Returns whether all sizes of a tensor type are static.
pub fn is_static(r#type: Type<'_>) -> bool {
    let shape = ir::shaped_type(r#type);
    let mut dims = shape.shape().map_or(&[][..], |shape| shape).iter();
    dims.all(|dim| dim.fixed_size().is_some())
}

/// Returns the type that replaces `index`.
pub fn index_type(context: &Context) -> Type<'_> {
    IntegerType::new(context, INDEX_BITS).into()
}

/// Returns the dialect in the text of a type.
fn dialect_of(r#type: Type<'_>) -> Option<&'static str> {
    let text = ir::type_text(r#type);
    ["stablehlo", "shape"].into_iter().find(|dialect| {
        text.strip_prefix('!')
            .is_some_and(|text| text.starts_with(&format!("{dialect}.")))
    })
}
