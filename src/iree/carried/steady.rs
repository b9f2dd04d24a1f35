//! Tensors of a multiple of 64 bytes that loops carry, and that keep their sizes.

use super::is_aligned;
use crate::{
    dialect::stablehlo,
    ir,
    iree::{is_dynamic, known::visit_known, resized::carried_pairs},
    symbol::Element,
};
use melior::ir::{
    OperationRef, Value, ValueLike, operation::OperationLike, r#type::RankedTensorType,
};
use rustc_hash::FxHashSet;

/// The tensors that certainly keep their sizes in each iteration: by the address of the loop, and their
/// number there.
pub(super) type Steady = FxHashSet<(usize, usize)>;

/// Returns whether an op carries a tensor of unknown size that is of a multiple of 64 bytes.
pub(super) fn carries_aligned(operation: OperationRef<'_, '_>) -> bool {
    let is_loop = ir::is_named(operation, stablehlo::WHILE) || ir::is_named(operation, "scf.for");
    let is_one = |result: Value<'_, '_>| {
        is_dynamic(result) && RankedTensorType::try_from(result.r#type()).is_ok_and(is_aligned)
    };
    is_loop && operation.results().any(|result| is_one(result.into()))
}

/// Returns the tensors in and below `root` whose sizes are known to be the same before and after an iteration.
pub(super) fn find_steady(root: OperationRef<'_, '_>) -> Steady {
    let mut steady = Steady::default();
    visit_known(root, |analysis, end| {
        let parent = end
            .parent_operation()
            .filter(|&parent| carries_aligned(parent));
        let Some(parent) = parent.filter(|_| end.next_in_block().is_none()) else {
            return;
        };
        let pairs = carried_pairs(analysis, parent, end).unwrap_or_default();
        for (number, own, next) in pairs.into_iter().filter(|(_, own, _)| is_dynamic(*own)) {
            let sizes = [own, next].map(|value| analysis.sizes(value));
            let facts = analysis.facts();
            let [own, next] = sizes.map(|sizes| {
                let names = sizes
                    .into_iter()
                    .map(|size| facts.name(Element::from(size)));
                names.collect::<Vec<_>>()
            });
            if own == next {
                steady.insert((ir::address(parent), number));
            }
        }
    });
    steady
}
