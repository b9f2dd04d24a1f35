//! Changes ops in place.

use super::{OpName, address, defining_op, ffi, visit_ops};
use crate::dialect::func;
use melior::ir::{
    Attribute, AttributeLike, Block, BlockLike, BlockRef, Identifier, Location, OperationRef,
    Region, RegionLike, Type, TypeLike, Value, ValueLike,
    attribute::TypeAttribute,
    operation::{Operation, OperationBuilder, OperationLike, OperationMutLike, OperationRefMut},
    r#type::FunctionType,
};
use melior::{Context, StringRef};
use mlir_sys::{
    MlirNamedAttribute, mlirBlockArgumentGetOwner, mlirBlockEraseArgument, mlirOpOperandGetNextUse,
    mlirOpOperandGetOperandNumber, mlirOpOperandGetOwner, mlirOperationClone,
    mlirOperationSetOperands, mlirRegionTakeBody, mlirValueGetFirstUse,
    mlirValueReplaceAllUsesOfWith,
};
use smallvec::SmallVec;

/// Creates an op without regions in no block.
pub fn create<'c>(
    location: Location<'c>,
    name: OpName<'c>,
    operands: &[Value<'c, '_>],
    attributes: &[(Identifier<'c>, Attribute<'c>)],
    result_types: &[Type<'c>],
) -> Operation<'c> {
    let operands = operands.iter().map(|operand| operand.to_raw());
    let operands = operands.collect::<SmallVec<[_; 4]>>();
    let results = result_types.iter().map(|r#type| r#type.to_raw());
    let results = results.collect::<SmallVec<[_; 2]>>();
    let attributes = attributes
        .iter()
        .map(|(name, attribute)| MlirNamedAttribute {
            name: name.to_raw(),
            attribute: attribute.to_raw(),
        });
    let attributes = attributes.collect::<SmallVec<[_; 3]>>();
    // SAFETY: everything passed is alive by its lifetime, and the caller owns the new op.
    unsafe {
        Operation::from_raw(ffi::bcastOperationCreate(
            location.to_raw(),
            name.to_raw(),
            operands.len() as isize,
            operands.as_ptr(),
            results.len() as isize,
            results.as_ptr(),
            attributes.len() as isize,
            attributes.as_ptr(),
        ))
    }
}

/// Sets the operand of an op at an index, which must be in range.
pub fn set_operand<'c, 'a>(operation: OperationRef<'c, 'a>, index: usize, value: Value<'c, 'a>) {
    if index < operation.operand_count() {
        mutable(operation).set_operand(index, value);
    }
}

/// Sets all operands of an op, which must accept that many.
pub fn set_operands<'c, 'a>(operation: OperationRef<'c, 'a>, operands: &[Value<'c, 'a>]) {
    let operands = operands.iter().map(|operand| operand.to_raw());
    let operands = operands.collect::<SmallVec<[_; 4]>>();
    // SAFETY: the op and the values are alive by their lifetimes.
    unsafe {
        mlirOperationSetOperands(
            OperationLike::to_raw(&operation),
            operands.len() as isize,
            operands.as_ptr(),
        );
    }
}

/// Changes a value's type; the value's users must accept it.
pub fn set_type<'c>(value: Value<'c, '_>, r#type: Type<'c>) {
    value.set_type(r#type);
}

/// Changes a function's type; the types of its block arguments stay.
pub fn set_function_type<'c>(function: OperationRef<'c, '_>, r#type: FunctionType<'c>) {
    mutable(function).set_attribute("function_type", TypeAttribute::new(r#type.into()).into());
}

/// Sets an attribute of an op, which must accept it.
pub fn set_attribute<'c>(operation: OperationRef<'c, '_>, name: &str, attribute: Attribute<'c>) {
    mutable(operation).set_attribute(name, attribute);
}

/// Removes an attribute of an op, if it has one of this name.
pub fn remove_attribute(operation: OperationRef<'_, '_>, name: &str) {
    // The only error is that there is none.
    let _ = mutable(operation).remove_attribute(name);
}

/// Makes every use of a value one of another, which has the same type.
pub fn replace_uses(value: Value<'_, '_>, other: Value<'_, '_>) {
    // SAFETY: both values are alive by their lifetimes.
    unsafe { mlirValueReplaceAllUsesOfWith(value.to_raw(), other.to_raw()) }
}

/// Moves an op in front of another one.
pub fn move_before<'c, 'a>(operation: OperationRef<'c, 'a>, other: OperationRef<'c, 'a>) {
    if address(operation) != address(other) {
        mutable(operation).move_before(other);
    }
}

/// Moves an op and those behind it to a new block behind theirs, and returns it; `None` if the op
/// is not in a block of a region.
pub fn split_block<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    let block = operation.block()?;
    let new = block
        .parent_region()?
        .insert_block_after(block, Block::new(&[]));
    let mut next = Some(operation);
    while let Some(operation) = next {
        next = operation.next_in_block();
        let mut operation = mutable(operation);
        operation.remove_from_parent();
        // SAFETY: the op is in no block any more, so the new one may own it.
        new.append_operation(unsafe { Operation::from_raw(operation.to_raw()) });
    }
    Some(new)
}

/// Inserts an op directly after the op that defines a value, or at the start of the block whose
/// argument it is; `None` if that op is not in a block.
pub fn insert_after_definition<'c, 'a>(
    value: Value<'c, 'a>,
    operation: Operation<'c>,
) -> Option<OperationRef<'c, 'a>> {
    if let Some(definition) = super::defining_op(value) {
        let block = definition.block()?;
        return Some(block.insert_operation_after(definition, operation));
    }
    // SAFETY: the value is alive by its lifetime; if it is no result, it is a block's argument.
    let block = unsafe { BlockRef::from_raw(mlirBlockArgumentGetOwner(value.to_raw())) };
    Some(block.insert_operation(0, operation))
}

/// Inserts a copy of an op, with its regions, behind it; `None` if the op is not in a block.
pub fn insert_copy<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let block = operation.block()?;
    // SAFETY: the op is alive by its lifetime; nothing else owns the copy.
    let copy =
        unsafe { Operation::from_raw(mlirOperationClone(OperationLike::to_raw(&operation))) };
    Some(block.insert_operation_after(operation, copy))
}

/// Inserts an op in front of another one; `None` if that one is not in a block.
pub fn insert_before<'c, 'a>(
    other: OperationRef<'c, 'a>,
    operation: Operation<'c>,
) -> Option<OperationRef<'c, 'a>> {
    Some(other.block()?.insert_operation_before(other, operation))
}

/// Inserts an op of the same name and attributes in front of an op, with other operands and result types, and moves the
/// op's regions to it; `None` if the op is in no block.
pub fn insert_with_regions_of<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    operands: &[Value<'c, 'a>],
    result_types: &[Type<'c>],
) -> Option<OperationRef<'c, 'a>> {
    let name = super::name_str(operation.name())?;
    let regions = (0..operation.region_count()).map(|_| Region::new());
    let new = OperationBuilder::new(name, operation.location())
        .add_operands(operands)
        .add_attributes(&super::named_attributes(operation))
        .add_results(result_types)
        .add_regions_vec(regions.collect())
        .build()
        .ok()?;
    let new = insert_before(operation, new)?;
    for index in 0..operation.region_count() {
        let (Some(to), Some(from)) = (super::region(new, index), super::region(operation, index))
        else {
            continue;
        };
        // SAFETY: both regions are alive by the lifetimes of their ops.
        unsafe { mlirRegionTakeBody(to.to_raw(), from.to_raw()) }
    }
    Some(new)
}

/// Inserts a call in front of an op, and lets what uses the op's results use those of the call. The op stays.
pub fn insert_call_instead<'c: 'a, 'a>(
    context: &'c Context,
    operation: OperationRef<'c, 'a>,
    operands: &[Value<'c, 'a>],
    attributes: &[(Identifier<'c>, Attribute<'c>)],
    result_types: &[Type<'c>],
) -> Option<OperationRef<'c, 'a>> {
    let name = OpName::new(context, func::CALL);
    let call = create(
        operation.location(),
        name,
        operands,
        attributes,
        result_types,
    );
    let call = insert_before(operation, call)?;
    for (old, new) in operation.results().zip(call.results()) {
        replace_uses(old.into(), new.into());
    }
    Some(call)
}

/// Removes an argument, which nothing uses, from a block.
pub fn erase_argument(block: BlockRef<'_, '_>, index: usize) {
    if index < block.argument_count() {
        // SAFETY: the block is alive by its lifetime, and the index is in range.
        unsafe { mlirBlockEraseArgument(block.to_raw(), index as u32) }
    }
}

/// Returns the block whose argument a value is.
pub fn owner<'c, 'a>(value: Value<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    // SAFETY: the value is alive by its lifetime, and it is checked first that it is an argument.
    value
        .is_block_argument()
        .then(|| unsafe { BlockRef::from_raw(mlirBlockArgumentGetOwner(value.to_raw())) })
}

/// Returns the block that defines a value: the one with its op, or the one whose argument it is.
pub fn block_of<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    match defining_op(value) {
        Some(definition) => definition.block(),
        None => owner(value),
    }
}

/// Canonicalizes the functions in and below an op as MLIR's pass does, but neither folds nor rewrites ops of the
/// dialect `without`.
pub fn canonicalize(root: OperationRef<'_, '_>, without: &str) {
    let without = StringRef::new(without).to_raw();
    // SAFETY: the op is alive by its lifetime, and so is the name during the call.
    unsafe { ffi::bcastOperationCanonicalize(OperationLike::to_raw(&root), without) }
}

/// Erases the ops in an op, at any nesting, that have no effects and whose results nothing uses.
pub fn erase_unused_ops<'c: 'a, 'a>(root: OperationRef<'c, 'a>) {
    let mut operations = vec![];
    visit_ops(root, |operation| operations.push(operation));
    // What an op uses is in front of it, and what is in it behind.
    for operation in operations.into_iter().skip(1).rev() {
        if is_unused(operation) && is_removable(operation) {
            erase(operation);
        }
    }
}

/// Returns whether an op may be removed if nothing uses its results.
pub fn is_removable(operation: OperationRef<'_, '_>) -> bool {
    // SAFETY: the op is alive by its lifetime.
    unsafe { ffi::bcastOperationIsRemovable(OperationLike::to_raw(&operation)) }
}

/// Returns whether something uses a value.
pub fn is_used(value: Value<'_, '_>) -> bool {
    // SAFETY: the value is alive by its lifetime.
    let first_use = unsafe { mlirValueGetFirstUse(value.to_raw()) };
    !first_use.ptr.is_null()
}

/// Returns the uses of a value: each with the index of the operand.
pub fn users<'c, 'a>(value: Value<'c, 'a>) -> Vec<(OperationRef<'c, 'a>, usize)> {
    let mut users = vec![];
    // SAFETY: the value is alive by its lifetime, and so are the ops that use it.
    unsafe {
        let mut next = mlirValueGetFirstUse(value.to_raw());
        while !next.ptr.is_null() {
            let user = OperationRef::from_raw(mlirOpOperandGetOwner(next));
            users.push((user, mlirOpOperandGetOperandNumber(next) as usize));
            next = mlirOpOperandGetNextUse(next);
        }
    }
    users
}

/// Returns whether nothing uses the results of an op.
pub fn is_unused(operation: OperationRef<'_, '_>) -> bool {
    !operation.results().any(|result| is_used(result.into()))
}

/// Destroys an op whose results nothing uses.
pub fn erase(operation: OperationRef<'_, '_>) {
    if is_unused(operation) {
        // SAFETY: the op is alive and its results have no use. Dropping it as an owned
        // op takes it from its block.
        drop(unsafe { Operation::from_raw(OperationLike::to_raw(&operation)) });
    }
}

fn mutable<'c, 'a>(operation: OperationRef<'c, 'a>) -> OperationRefMut<'c, 'a> {
    // SAFETY: the op is alive by its lifetime. The passes own the op that they run on, and no
    // reference into the op is kept while it is changed.
    unsafe { OperationRefMut::from_raw(OperationLike::to_raw(&operation)) }
}
