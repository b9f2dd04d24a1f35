//! Calls of decompositions in place of composite ops, so that `inline` inlines them, too, and XLA finds their sizes.
//!
//! IREE inlines decompositions itself, after our passes. It then makes one tensor of two equal ones, such as iotas that
//! two decompositions sort in place, and the second sort starts from the result of the first.
//!
//! XLA makes the sizes of a program constant in the functions that it calls, but not in decompositions.

use crate::{dialect::stablehlo, ir};
use melior::{
    Context,
    ir::{Identifier, OperationRef, RegionLike, ValueLike, operation::OperationLike},
};

/// The attributes of a composite op that a call does not have.
const OWN: [&str; 4] = ["composite_attributes", "decomposition", "name", "version"];

/// Replaces the composite ops in `root` that have no regions by calls.
pub fn call_decompositions(root: OperationRef<'_, '_>) {
    let is_composite = |operation: OperationRef<'_, '_>| {
        let mut regions = operation.regions();
        ir::is_named(operation, stablehlo::COMPOSITE)
            && regions.all(|region| region.first_block().is_none())
    };
    let composites = ir::find_ops(root, is_composite);
    ir::with_context(root, |context| {
        for operation in composites {
            call(context, operation);
        }
    });
}

/// Replaces the composite ops in `root` that have no regions by calls if a size in `root` is dynamic.
pub fn call_dynamic_decompositions(root: OperationRef<'_, '_>) {
    // The types of a composite op do not show it: the sizes in its decomposition may depend on numbers among its
    // operands, as in exports of JAX.
    let is_dynamic = |operation: OperationRef<'_, '_>| {
        let results = operation.results().map(|result| result.r#type());
        let mut types = operation.operands().map(|it| it.r#type()).chain(results);
        types.any(|r#type| ir::sizes_of(r#type).contains(&None))
    };
    if !ir::find_ops(root, is_dynamic).is_empty() {
        call_decompositions(root);
    }
}

fn call<'c: 'a, 'a>(context: &'c Context, operation: OperationRef<'c, 'a>) -> Option<()> {
    let decomposition = operation.attribute("decomposition").ok()?;
    let mut attributes = ir::named_attributes(operation);
    attributes.retain(|(name, _)| !ir::name_str(*name).is_some_and(|name| OWN.contains(&name)));
    attributes.push((Identifier::new(context, "callee"), decomposition));
    let operands = operation.operands().collect::<Vec<_>>();
    let types = operation.results().map(|result| result.r#type());
    let types = types.collect::<Vec<_>>();
    ir::insert_call_instead(context, operation, &operands, &attributes, &types)?;
    ir::erase(operation);
    Some(())
}
