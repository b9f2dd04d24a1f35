//! Tensors of a multiple of 64 bytes that loops carry, and that keep their sizes.

use super::is_aligned;
use crate::{dialect::stablehlo, ir, is_dynamic, resized_loops::visit_carried, symbol::Element};
use melior::ir::{
    OperationRef, Value, ValueLike, operation::OperationLike, r#type::RankedTensorType,
};
use rustc_hash::FxHashSet;

/// The carried tensors whose sizes no iteration changes: the address of the loop, and the position among the
/// values that the loop carries.
pub(super) type Steady = FxHashSet<(usize, usize)>;

/// Returns whether an op is a loop that carries a tensor of unknown shape whose number of bytes is always a
/// multiple of 64, such as one of type `tensor<?x16xf32>`.
fn carries_aligned(operation: OperationRef<'_, '_>) -> bool {
    let is_loop = ir::is_named(operation, stablehlo::WHILE) || ir::is_named(operation, "scf.for");
    let is_one = |result: Value<'_, '_>| {
        is_dynamic(result) && RankedTensorType::try_from(result.r#type()).is_ok_and(is_aligned)
    };
    is_loop && operation.results().any(|result| is_one(result.into()))
}

/// Returns the tensors in and below `root` whose sizes are known to be the same before and after an iteration.
pub(super) fn find_steady(root: OperationRef<'_, '_>) -> Steady {
    let mut steady = Steady::default();
    visit_carried(
        root,
        carries_aligned,
        |analysis, end, (number, own, next)| {
            let [before, after] = [own, next].map(|value| analysis.sizes(value));
            let facts = analysis.facts();
            let name = |size| facts.name(Element::from(size));
            let is_same = before.into_iter().map(name).eq(after.into_iter().map(name));
            if let Some(r#loop) = end
                .parent_operation()
                .filter(|_| is_same && is_dynamic(own))
            {
                steady.insert((ir::address(r#loop), number));
            }
        },
    );
    steady
}
