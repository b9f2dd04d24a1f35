//! Replacing ops by others of the same operands and regions.

use super::ffi;
use crate::ir;
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, BlockLike, Identifier, OperationRef, Region, RegionLike, Type,
        ValueLike,
        operation::{OperationBuilder, OperationLike},
    },
};
use mlir_sys::mlirValueReplaceAllUsesOfWith;

/// Replaces an op by one of another name, other attributes and other types of results; its
/// regions go there.
///
/// # Errors
///
/// Returns the name of an attribute that the new op refuses. The old op is as it was then.
pub fn replace<'c: 'a, 'a>(
    context: &'c Context,
    operation: OperationRef<'c, 'a>,
    name: &str,
    attributes: &[(String, Attribute<'c>)],
    types: &[Type<'c>],
) -> Result<(), String> {
    let named = attributes
        .iter()
        .map(|(name, attribute)| (Identifier::new(context, name), *attribute))
        .collect::<Vec<_>>();
    let regions = operation.regions().map(|_| Region::new()).collect();
    let new = OperationBuilder::new(name, operation.location())
        .add_operands(&operation.operands().collect::<Vec<_>>())
        .add_results(types)
        .add_attributes(&named)
        .add_regions_vec(regions)
        .build()
        .map_err(|error| error.to_string())?;
    // MLIR drops attributes of an op's own that are of another kind.
    let is_kept = |(name, attribute): &&(String, Attribute<'c>)| {
        new.attribute(name)
            .is_ok_and(|kept| kept.to_raw().ptr == attribute.to_raw().ptr)
    };
    if let Some((name, _)) = attributes.iter().find(|named| !is_kept(named)) {
        return Err(format!(
            "attribute '{name}' is of another kind than it takes"
        ));
    }
    let Some(block) = operation.block() else {
        return Err("it stands alone".into());
    };
    let new = block.insert_operation_before(operation, new);
    for (from, to) in operation.regions().zip(new.regions()) {
        // SAFETY: both regions are alive.
        unsafe { ffi::bcastRegionMoveBlocks(from.to_raw(), to.to_raw()) }
    }
    for (from, to) in operation.results().zip(new.results()) {
        // SAFETY: both values are alive.
        unsafe { mlirValueReplaceAllUsesOfWith(from.to_raw(), to.to_raw()) }
    }
    ir::erase(operation);
    Ok(())
}
