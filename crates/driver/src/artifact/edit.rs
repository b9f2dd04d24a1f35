//! Replacing ops with ops that have the same operands and regions.

use super::ffi;
use crate::ir;
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, BlockLike, Identifier, OperationRef, Region, RegionLike, Type,
        operation::{OperationBuilder, OperationLike},
    },
};

/// Replaces an op with one of another name, with other attributes and result types. Its regions
/// move to the new op.
///
/// # Errors
///
/// Returns the reason if the new op cannot have an attribute; the old op is then unchanged.
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
    // MLIR drops an inherent attribute that has the wrong type.
    let is_kept = |(name, attribute): &&(String, Attribute<'c>)| {
        new.attribute(name)
            .is_ok_and(|kept| kept.to_raw().ptr == attribute.to_raw().ptr)
    };
    if let Some((name, _)) = attributes.iter().find(|named| !is_kept(named)) {
        return Err(format!("attribute '{name}' has the wrong type"));
    }
    let Some(block) = operation.block() else {
        return Err("it is not in a block".into());
    };
    let new = block.insert_operation_before(operation, new);
    for (from, to) in operation.regions().zip(new.regions()) {
        // SAFETY: both regions are alive.
        unsafe { ffi::bcastRegionMoveBlocks(from.to_raw(), to.to_raw()) }
    }
    for (from, to) in operation.results().zip(new.results()) {
        ir::replace_uses(from.into(), to.into());
    }
    ir::erase(operation);
    Ok(())
}
