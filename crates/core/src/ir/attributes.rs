//! Reads and verifies ops and their attributes. Readers return `None` if an op is not as
//! expected, as an unverified op may be.

use super::{
    SHARDING_OF_OPERANDS,
    cast::{
        as_array, as_bool, as_dense_elements, as_dense_i32_array, as_dense_i64_array, as_integer,
        as_integer_type, as_ranked_tensor,
    },
    dialect_of, ffi, name_str,
    names::push_text,
};
use crate::{
    diagnostic::stream::string_bytes,
    dialect::{cf, stablehlo},
};
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, Identifier, OperationRef, RegionRef, Type, TypeLike, Value,
        ValueLike,
        attribute::ArrayAttribute,
        operation::{OperationLike, OperationResult},
        r#type::ShapedTypeLike,
    },
};
use mlir_sys::{
    mlirAttributeGetType, mlirAttributeIsADenseBoolArray, mlirAttributeIsADenseResourceElements,
    mlirDenseArrayGetNumElements, mlirDenseBoolArrayGetElement, mlirDenseI64ArrayGetElement,
    mlirDialectGetNamespace, mlirDictionaryAttrGetElement, mlirDictionaryAttrGetNumElements,
    mlirFlatSymbolRefAttrGetValue, mlirIntegerAttrGetValueSInt, mlirIntegerAttrGetValueUInt,
    mlirOperationGetDiscardableAttribute, mlirOperationGetNumDiscardableAttributes,
    mlirOperationGetNumOperands, mlirOperationGetNumResults, mlirOperationGetOperand,
    mlirOperationGetResult, mlirStringAttrGetValue, mlirTypeGetDialect,
};
use smallvec::SmallVec;
use std::ffi::c_void;

/// Returns all attributes of an op as one dictionary; [`named_attributes`] describes its
/// contents.
pub fn attributes<'c>(operation: OperationRef<'c, '_>) -> Attribute<'c> {
    // SAFETY: the op is alive by its lifetime, and the context owns the dictionary.
    unsafe {
        Attribute::from_raw(ffi::bcastOperationAttributes(OperationLike::to_raw(
            &operation,
        )))
    }
}

/// Returns an array attribute with only the elements at the indices to keep; an attribute of another kind stays as
/// it is.
pub fn filter_array<'c>(
    context: &'c Context,
    array: Attribute<'c>,
    is_kept: impl Fn(usize) -> bool,
) -> Attribute<'c> {
    let Some(elements) = as_array(array) else {
        return array;
    };
    let kept = (0..elements.len()).filter(|&index| is_kept(index));
    let kept = kept.filter_map(|index| elements.element(index).ok());
    ArrayAttribute::new(context, &kept.collect::<Vec<_>>()).into()
}

/// Verifies an op without regions.
///
/// # Errors
///
/// Fails with MLIR's message, which is not emitted as a diagnostic.
pub fn verify(operation: OperationRef<'_, '_>) -> Result<(), String> {
    let mut reasons = Vec::<String>::new();
    // SAFETY: the op is alive by its lifetime; the callback runs only during the call.
    let is_valid = unsafe {
        ffi::bcastOperationVerify(
            OperationLike::to_raw(&operation),
            Some(push_text),
            (&raw mut reasons).cast(),
        )
    };
    match is_valid {
        true => Ok(()),
        false => Err(reasons.join("; ")),
    }
}

/// Returns the sizes of an op's result that its definition infers from its operands and attributes, `None` for unknown
/// ones; `None` if it infers none for a result of its rank.
pub fn infer_sizes(operation: OperationRef<'_, '_>, index: usize) -> Option<Vec<Option<i64>>> {
    let rank = super::as_ranked_tensor(super::result(operation, index)?.r#type())?.rank();
    let mut sizes = vec![0; rank];
    // SAFETY: the op is alive by its lifetime; there is room for as many sizes.
    let is_inferred = unsafe {
        ffi::bcastOperationInferSizes(
            OperationLike::to_raw(&operation),
            index as isize,
            rank as isize,
            sizes.as_mut_ptr(),
        )
    };
    let known = |size: i64| (size >= 0).then_some(size);
    is_inferred.then(|| sizes.into_iter().map(known).collect())
}

/// Returns an op's attributes by name.
///
/// The properties of an unregistered op are included; properties that are not a dictionary have
/// an empty name.
pub fn named_attributes<'c>(
    operation: OperationRef<'c, '_>,
) -> Vec<(Identifier<'c>, Attribute<'c>)> {
    let all = attributes(operation).to_raw();
    // SAFETY: the context owns the dictionary and what is in it.
    unsafe {
        (0..mlirDictionaryAttrGetNumElements(all))
            .map(|index| mlirDictionaryAttrGetElement(all, index))
            .map(|named| {
                (
                    Identifier::from_raw(named.name),
                    Attribute::from_raw(named.attribute),
                )
            })
            .collect()
    }
}

/// Returns an op's discardable attributes, those that its definition does not mention.
fn discardable_attributes<'c>(
    operation: OperationRef<'c, '_>,
) -> Vec<(Identifier<'c>, Attribute<'c>)> {
    let operation = OperationLike::to_raw(&operation);
    // SAFETY: the op is alive by its lifetime, the positions are in range, and the
    // context owns the names and the attributes.
    unsafe {
        (0..mlirOperationGetNumDiscardableAttributes(operation))
            .map(|index| mlirOperationGetDiscardableAttribute(operation, index))
            .map(|named| {
                let name = Identifier::from_raw(named.name);
                (name, Attribute::from_raw(named.attribute))
            })
            .collect()
    }
}

/// Returns the discardable attributes that say something about an op's results, which an op that replaces it
/// has, too: those of other dialects than its own, unless they are about its operands.
pub fn attributes_about_results<'c>(
    operation: OperationRef<'c, '_>,
) -> Vec<(&'c str, Attribute<'c>)> {
    let own = name_str(operation.name()).map(dialect_of);
    let attributes = discardable_attributes(operation).into_iter();
    let attributes = attributes.filter_map(|(name, attribute)| Some((name_str(name)?, attribute)));
    let is_about_results = |&(name, _): &(&str, _)| {
        name.contains('.') && Some(dialect_of(name)) != own && !SHARDING_OF_OPERANDS.contains(&name)
    };
    attributes.filter(is_about_results).collect()
}

/// Returns the names of an op's discardable attributes.
pub fn discardable_attribute_names<'c>(operation: OperationRef<'c, '_>) -> Vec<&'c str> {
    let attributes = discardable_attributes(operation).into_iter();
    attributes.filter_map(|(name, _)| name_str(name)).collect()
}

/// Returns whether an op is a `stablehlo.custom_call @shape_assertion` with side effects: one
/// without may be removed, as it has no results.
pub fn is_shape_assertion(operation: OperationRef<'_, '_>) -> bool {
    let has_side_effect = || {
        let attribute = operation.attribute("has_side_effect").ok()?;
        Some(as_bool(attribute)?.value())
    };
    name_str(operation.name()) == Some(stablehlo::CUSTOM_CALL)
        && string(operation, "call_target_name") == Some("shape_assertion")
        && has_side_effect() == Some(true)
}

/// Returns whether an op is an assertion of the input: a shape assertion or `cf.assert`.
pub fn is_assertion(operation: OperationRef<'_, '_>) -> bool {
    is_shape_assertion(operation) || name_str(operation.name()) == Some(cf::ASSERT)
}

/// Returns whether an op is a `stablehlo.custom_call @Sharding`, which says how its first operand is
/// divided among devices and returns it. The others are the sizes of its result.
pub fn is_sharding(operation: OperationRef<'_, '_>) -> bool {
    let is_same = || {
        let (operand, result) = (operand(operation, 0)?, result(operation, 0)?);
        Some(operation.result_count() == 1 && operand.r#type() == result.r#type())
    };
    name_str(operation.name()) == Some(stablehlo::CUSTOM_CALL)
        && string(operation, "call_target_name") == Some("Sharding")
        && is_same() == Some(true)
}

/// Returns an operand of an op.
///
/// If the index is out of range, melior's own functions for operands, results and regions print
/// the op, and for that verify the whole function around it. That takes time linear in the
/// function's size, and other threads may be changing the function.
pub fn operand<'c, 'a>(operation: OperationRef<'c, 'a>, index: usize) -> Option<Value<'c, 'a>> {
    let raw = OperationLike::to_raw(&operation);
    let index = index as isize;
    // SAFETY: the op is alive by its lifetime, and the index is in range.
    unsafe {
        (index < mlirOperationGetNumOperands(raw))
            .then(|| Value::from_raw(mlirOperationGetOperand(raw, index)))
    }
}

/// Returns all operands of an op.
pub fn operands<'c, 'a>(operation: OperationRef<'c, 'a>) -> SmallVec<[Value<'c, 'a>; 4]> {
    let raw = OperationLike::to_raw(&operation);
    let count = operation.operand_count();
    let mut operands = SmallVec::with_capacity(count);
    for index in 0..count as isize {
        // SAFETY: the op is alive by its lifetime, and the index is in range.
        operands.push(unsafe { Value::from_raw(mlirOperationGetOperand(raw, index)) });
    }
    operands
}

/// Returns the addresses of the types of an op's operands, then of its results. MLIR stores
/// each type once, so they identify the types.
pub fn type_addresses(operation: OperationRef<'_, '_>) -> SmallVec<[usize; 4]> {
    let mut types = SmallVec::<[usize; 4]>::new();
    loop {
        let capacity = types.capacity();
        // SAFETY: the op is alive by its lifetime. At most `capacity` types are written, each a
        // pointer and thus as large as a `usize`.
        let count = unsafe {
            ffi::bcastOperationTypes(
                OperationLike::to_raw(&operation),
                capacity as isize,
                types.as_mut_ptr().cast(),
            )
        } as usize;
        if count <= capacity {
            // SAFETY: all of them have been written.
            unsafe { types.set_len(count) };
            return types;
        }
        types.reserve(count);
    }
}

/// Returns a result of an op.
pub fn result<'c, 'a>(operation: OperationRef<'c, 'a>, index: usize) -> Option<Value<'c, 'a>> {
    let raw = OperationLike::to_raw(&operation);
    let index = index as isize;
    // SAFETY: the op is alive by its lifetime, and the index is in range.
    unsafe {
        (index < mlirOperationGetNumResults(raw))
            .then(|| Value::from_raw(mlirOperationGetResult(raw, index)))
    }
}

/// Returns a region of an op.
#[expect(clippy::disallowed_methods, reason = "the region is there")]
pub fn region<'c, 'a>(operation: OperationRef<'c, 'a>, index: usize) -> Option<RegionRef<'c, 'a>> {
    (index < operation.region_count()).then(|| operation.region(index).ok())?
}

/// Returns the op that defines a value; `None` for a block argument.
pub fn defining_op<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    // For other values, melior prints an error message and verifies the whole module to do so.
    if !value.is_operation_result() {
        return None;
    }
    Some(OperationResult::try_from(value).ok()?.owner())
}

/// Returns the op that defines a value, if it has this name.
pub fn defined_by<'c, 'a>(value: Value<'c, 'a>, name: &str) -> Option<OperationRef<'c, 'a>> {
    defining_op(value).filter(|&operation| is_named(operation, name))
}

/// Returns whether an op has this name.
pub fn is_named(operation: OperationRef<'_, '_>, name: &str) -> bool {
    name_str(operation.name()) == Some(name)
}

/// Returns whether an op is one of TOSA, which IREE accepts in programs without StableHLO only.
pub fn is_tosa(operation: OperationRef<'_, '_>) -> bool {
    name_str(operation.name()).is_some_and(|name| name.starts_with("tosa."))
}

/// Returns the elements of an `array<i64: ...>` attribute of an op.
pub fn int_array(operation: OperationRef<'_, '_>, name: &str) -> Option<Vec<i64>> {
    int_array_value(operation.attribute(name).ok()?)
}

/// The number that stands for one known only at run time in attributes of MLIR's dialects.
pub const AT_RUN_TIME: i64 = i64::MIN;

/// Returns the elements of an `array<i32: ...>` attribute of an op.
pub fn short_int_array(operation: OperationRef<'_, '_>, name: &str) -> Option<Vec<i64>> {
    let array = as_dense_i32_array(operation.attribute(name).ok()?)?;
    (0..array.len())
        .map(|index| array.element(index).ok().map(i64::from))
        .collect()
}

/// Returns the elements of an `array<i1: ...>` attribute.
pub fn bool_array_value(attribute: Attribute<'_>) -> Option<Vec<bool>> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is alive, and its kind is checked first; the positions are in range.
    unsafe {
        mlirAttributeIsADenseBoolArray(raw).then(|| {
            let positions = 0..mlirDenseArrayGetNumElements(raw);
            let elements = positions.map(|at| mlirDenseBoolArrayGetElement(raw, at));
            elements.collect()
        })
    }
}

/// Returns the elements of an `array<i64: ...>` attribute.
pub fn int_array_value(attribute: Attribute<'_>) -> Option<Vec<i64>> {
    let array = as_dense_i64_array(attribute)?;
    // SAFETY: the attribute is alive, and the positions are in range.
    let element = |index| unsafe { mlirDenseI64ArrayGetElement(array.to_raw(), index as isize) };
    Some((0..array.len()).map(element).collect())
}

/// Returns the groups of dims that collapse to each dim of the tensor of lower rank.
pub fn reassociation(operation: OperationRef<'_, '_>) -> Option<Vec<Vec<usize>>> {
    let groups = as_array(operation.attribute("reassociation").ok()?)?;
    let groups = (0..groups.len()).map(|index| {
        let group = as_array(groups.element(index).ok()?)?;
        let dims = (0..group.len()).map(|index| {
            let dim = as_integer(group.element(index).ok()?)?;
            usize::try_from(dim.value()).ok()
        });
        dims.collect()
    });
    groups.collect()
}

/// Returns the value of an integer attribute.
pub fn integer(operation: OperationRef<'_, '_>, name: &str) -> Option<i64> {
    let attribute = as_integer(operation.attribute(name).ok()?)?;
    Some(attribute.value())
}

/// Returns the value of an attribute that is an integer of any sign; `None` if it does not fit into
/// an `i64`.
pub fn any_integer_value(attribute: Attribute<'_>) -> Option<i64> {
    let value = as_integer(attribute)?;
    // SAFETY: the attribute is an integer, which has a type.
    let r#type = unsafe { Type::from_raw(mlirAttributeGetType(attribute.to_raw())) };
    let Some(integer) = as_integer_type(r#type) else {
        return r#type.is_index().then(|| value.value());
    };
    // SAFETY: the attribute is an integer of this sign.
    let unsigned = || unsafe { mlirIntegerAttrGetValueUInt(attribute.to_raw()) };
    match integer.width() {
        1 if integer.is_signless() => Some(value.value() & 1),
        65.. => None,
        _ if integer.is_unsigned() => i64::try_from(unsigned()).ok(),
        // SAFETY: as above.
        _ if integer.is_signed() => {
            Some(unsafe { mlirIntegerAttrGetValueSInt(attribute.to_raw()) })
        }
        _ => Some(value.value()),
    }
}

/// Returns the integers of an attribute that is one, or a list of some: an array of integers or of
/// attributes, or dense elements with at most `max` elements.
pub fn any_integers_value(attribute: Attribute<'_>, max: usize) -> Option<Vec<i64>> {
    if let Some(array) = as_array(attribute) {
        let elements = (0..array.len()).map(|index| array.element(index).ok());
        return elements.map(|it| any_integer_value(it?)).collect();
    }
    if let Some(array) = as_dense_i32_array(attribute) {
        let elements = (0..array.len()).map(|index| array.element(index).ok());
        return elements.map(|it| it.map(i64::from)).collect();
    }
    let integer = || any_integer_value(attribute).map(|integer| vec![integer]);
    let dense = || int_elements_value(attribute, max);
    int_array_value(attribute).or_else(integer).or_else(dense)
}

/// Returns the value of a string attribute; `None` if it is not UTF-8.
pub fn string<'c>(operation: OperationRef<'c, '_>, name: &str) -> Option<&'c str> {
    string_value(operation.attribute(name).ok()?)
}

/// Returns the value of an attribute that is a string or the name of a symbol.
pub fn string_value(attribute: Attribute<'_>) -> Option<&str> {
    let value = if attribute.is_string() {
        // SAFETY: the attribute is a string.
        unsafe { mlirStringAttrGetValue(attribute.to_raw()) }
    } else if attribute.is_flat_symbol_ref() {
        // SAFETY: the attribute is a symbol's name.
        unsafe { mlirFlatSymbolRefAttrGetValue(attribute.to_raw()) }
    } else {
        return None;
    };
    // SAFETY: the context owns the text. melior's own conversion fails on text
    // that is not UTF-8.
    str::from_utf8(unsafe { string_bytes(value) }).ok()
}

/// Returns the integer that every element of a value equals, if the value is a constant.
pub fn constant_integer(value: Value<'_, '_>) -> Option<i64> {
    let mut result = 0;
    // SAFETY: the value is alive by its lifetime.
    unsafe { ffi::bcastValueIsConstantInteger(value.to_raw(), &raw mut result) }.then_some(result)
}

/// Returns the value of a constant, or the one number in all its elements; `None` if the value is
/// not a constant.
pub fn constant<'c>(value: Value<'c, '_>) -> Option<Attribute<'c>> {
    // SAFETY: the value is alive by its lifetime; the context owns the attribute.
    unsafe { Attribute::from_option_raw(ffi::bcastValueConstant(value.to_raw())) }
}

/// Returns whether a value means that an optional operand is not given: it is PyTorch's `None`, or
/// has the type `none`.
pub fn is_absent(value: Value<'_, '_>) -> bool {
    // SAFETY: the value is alive by its lifetime.
    unsafe { ffi::bcastValueIsAbsent(value.to_raw()) }
}

/// Returns an attribute that holds its elements itself, copied from a resource if necessary;
/// `None` if the attribute is of another kind, or its resource is missing or too short.
pub fn dense_elements(attribute: Attribute<'_>) -> Option<Attribute<'_>> {
    // SAFETY: the attribute is alive; the context owns the other one.
    unsafe { Attribute::from_option_raw(ffi::bcastDenseElements(attribute.to_raw())) }
}

/// Returns whether an attribute's elements are in a resource.
pub fn is_resource(attribute: Attribute<'_>) -> bool {
    // SAFETY: the attribute is alive.
    unsafe { mlirAttributeIsADenseResourceElements(attribute.to_raw()) }
}

/// Returns the elements of a dense attribute of `i32` or `i64` with at most
/// `max` elements.
pub fn int_elements(operation: OperationRef<'_, '_>, name: &str, max: usize) -> Option<Vec<i64>> {
    int_elements_value(operation.attribute(name).ok()?, max)
}

/// Returns the elements of a dense attribute of integers, if it is one with at most `max` elements
/// and all of them fit into an `i64`; a truth value is 0 or 1.
pub fn int_elements_value(attribute: Attribute<'_>, max: usize) -> Option<Vec<i64>> {
    let mut elements = Vec::<i64>::new();
    // SAFETY: the attribute is alive; the callback runs only during the call, with this vector.
    let are_ints = unsafe {
        ffi::bcastDenseElementsVisitInts(
            attribute.to_raw(),
            max,
            Some(push_element),
            (&raw mut elements).cast(),
        )
    };
    are_ints.then_some(elements)
}

/// Appends an element to the vector that `elements` points to.
unsafe extern "C" fn push_element(element: i64, elements: *mut c_void) {
    // SAFETY: the caller passes the vector, which nothing else uses meanwhile.
    unsafe { (*elements.cast::<Vec<i64>>()).push(element) }
}

/// Returns the width of a number, or of a tensor's elements, if they are signless
/// integers; an `index` counts as one of 64 bits.
pub fn element_bits(r#type: Type<'_>) -> Option<u32> {
    let element = as_ranked_tensor(r#type).map_or(r#type, |tensor| tensor.element());
    if element.is_index() {
        return Some(64);
    }
    let element = as_integer_type(element)?;
    element.is_signless().then(|| element.width())
}

/// Returns whether a type is a dialect's own type for sizes or shapes.
pub fn is_of_sizes(r#type: Type<'_>) -> bool {
    // SAFETY: the type is alive, and the context owns the dialect and its name.
    let dialect =
        unsafe { string_bytes(mlirDialectGetNamespace(mlirTypeGetDialect(r#type.to_raw()))) };
    // Printing other types may take unbounded time.
    match dialect {
        b"shape" => matches!(&*r#type.to_string(), "!shape.shape" | "!shape.size"),
        b"tosa" => r#type.to_string().starts_with("!tosa.shape<"),
        _ => false,
    }
}

/// Returns the elements of a dense attribute of 64-bit floats with at most `max` elements.
pub fn float_elements(operation: OperationRef<'_, '_>, name: &str, max: usize) -> Option<Vec<f64>> {
    let attribute = operation.attribute(name).ok()?;
    let r#type = as_ranked_tensor(attribute.r#type())?;
    let elements = as_dense_elements(attribute)?;
    if elements.len() > max || !r#type.element().is_f64() {
        return None;
    }
    (0..elements.len())
        .map(|index| elements.f64_element(index).ok())
        .collect()
}
