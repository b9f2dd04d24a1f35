//! Tensors of a multiple of 64 bytes that loops carry, and that keep their sizes.

use crate::{
    analysis::{Analysis, Control},
    model::alignment::is_aligned,
    ops::*,
    prelude::*,
    symbol::Element,
};

/// The carried tensors whose sizes no iteration changes: the address of the loop, and the position among the
/// values that the loop carries.
pub type Steady = FxHashSet<(usize, usize)>;

/// Returns whether an op is a loop that carries a tensor of unknown shape whose number of bytes is always a
/// multiple of 64, such as one of type `tensor<?x16xf32>`.
fn carries_aligned(operation: OpRef<'_>) -> bool {
    let is_loop = ir::is_named(operation, stablehlo::WHILE) || ir::is_named(operation, scf::FOR);
    let is_one = |result: Value<'_>| {
        is_dynamic(result) && RankedTensorType::try_from(result.r#type()).is_ok_and(is_aligned)
    };
    is_loop && operation.results().any(|result| is_one(result.into()))
}

/// Returns the tensors in and below `root` whose sizes are known to be the same before and after an iteration.
pub fn find_steady(root: OpRef<'_>) -> Steady {
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

/// Visits what the loops in and below `root` carry, where an iteration ends; only loops for which `is_meant`.
pub fn visit_carried<'a>(
    root: OpRef<'a>,
    is_meant: fn(OpRef<'_>) -> bool,
    mut visit: impl FnMut(&mut Analysis, OpRef<'a>, CarriedTensor<'a>),
) {
    if ir::find_ops(root, is_meant).is_empty() {
        return;
    }
    visit_known(root, |analysis, end| {
        let parent = end.parent_operation().filter(|&parent| is_meant(parent));
        let Some(parent) = parent.filter(|_| end.next_in_block().is_none()) else {
            return;
        };
        for carried in carried_pairs(analysis, parent, end).unwrap_or_default() {
            visit(analysis, end, carried);
        }
    });
}

/// A carried tensor, by its number: at the start of an iteration, and at its end.
pub type CarriedTensor<'a> = (usize, Value<'a>, Value<'a>);

/// Returns what a loop carries, given the op that ends the region that computes it; `None` if the op
/// ends another region.
fn carried_pairs<'a>(
    analysis: &mut Analysis,
    r#loop: OpRef<'a>,
    end: OpRef<'a>,
) -> Option<Vec<CarriedTensor<'a>>> {
    let block = end.block()?;
    let (body, first_argument) = match analysis.control_of(r#loop) {
        Control::Loop(r#loop) => (r#loop.body, r#loop.first_argument),
        Control::TwoPartLoop => (1, 0),
        _ => return None,
    };
    require(block_in(r#loop, body)? == block)?;
    let arguments = ir::block_arguments(block).into_iter().skip(first_argument);
    let pairs = arguments.zip(end.operands()).enumerate();
    let pairs = pairs.map(|(number, (own, next))| (number, own, next));
    Some(match analysis.control_of(r#loop) {
        Control::TwoPartLoop => {
            let test = block_in(r#loop, 0)?;
            let (tested, condition) = (ir::block_arguments(test), test.terminator()?);
            let is_forwarded =
                |number: usize| tested.get(number) == ir::operand(condition, number + 1).as_ref();
            pairs.filter(|&(number, ..)| is_forwarded(number)).collect()
        }
        _ => pairs.collect(),
    })
}
