//! Loops that change the size of a tensor in each iteration.
//!
//! A tensor of unknown size is carried in a larger one, whose size is that before the loop
//! (`carried_tensors.rs`), so a loop that changes the size stops at run time. Where facts show that a loop does
//! so, it is an error at compile time.

use super::{
    carried_tensors::is_aligned,
    facts::visit_known,
    row::{Action::RefuseIn, Row},
};
use crate::{
    analysis::{Analysis, Control},
    diagnostic::{Failed, emit_op_error},
    dialect::stablehlo,
    ir,
    symbol::{Arithmetic, Element, NumberType},
};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, Value, ValueLike, operation::OperationLike,
    r#type::RankedTensorType,
};

/// Loops that change sizes.
pub(super) static ROW: Row = Row {
    name: "resized-loops",
    ops: &["scf.for", "scf.while", stablehlo::WHILE],
    when: "it certainly changes the size of a carried tensor",
    becomes: "carry a tensor of the final size and write into it",
    why: "The larger tensors of `carried-tensors` keep their sizes; IREE would read the \
           memory of other tensors.",
    example: include_str!("examples/resized-loops.mlir"),
    action: RefuseIn(refuse),
};

/// Emits an error on each loop in and below `root` that certainly changes the size of a tensor.
fn refuse(root: OperationRef<'_, '_>) -> Result<(), Failed> {
    let mut result = Ok(());
    visit_carried(root, carries_any, |analysis, end, (number, own, next)| {
        let changed = (own.r#type() == next.r#type() && is_enlarged(own))
            .then(|| changed_dim(analysis, own, next))
            .flatten();
        if let Some((dim, r#loop)) = changed.zip(end.parent_operation()) {
            let message = format!(
                "changes the size of dim {dim} of carried tensor #{number} in each iteration, which \
                 is not supported on IREE; carry a tensor of the final size and write into it"
            );
            let place = "the iteration ends here, with another size".into();
            emit_op_error(r#loop, &message, &[(end.location(), place)]);
            result = Err(Failed);
        }
    });
    result
}

/// Visits what the loops in and below `root` carry, where an iteration ends; only loops for which `is_meant`.
pub(super) fn visit_carried<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    is_meant: fn(OperationRef<'_, '_>) -> bool,
    mut visit: impl FnMut(&mut Analysis, OperationRef<'c, 'a>, CarriedTensor<'c, 'a>),
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

/// Returns whether an op is a loop whose tensors are carried in larger ones.
fn carries_any(operation: OperationRef<'_, '_>) -> bool {
    ir::name_str(operation.name()).is_some_and(|name| ROW.is_about(name))
        && operation.results().any(|result| is_enlarged(result.into()))
}

fn is_enlarged(value: Value<'_, '_>) -> bool {
    RankedTensorType::try_from(value.r#type()).is_ok_and(|r#type| !is_aligned(r#type))
}

/// A carried tensor, by its number: at the start of an iteration, and at its end.
pub(super) type CarriedTensor<'c, 'a> = (usize, Value<'c, 'a>, Value<'c, 'a>);

/// Returns what a loop carries, given the op that ends the region that computes it; `None` if the op
/// ends another region.
fn carried_pairs<'c: 'a, 'a>(
    analysis: &mut Analysis,
    r#loop: OperationRef<'c, 'a>,
    end: OperationRef<'c, 'a>,
) -> Option<Vec<CarriedTensor<'c, 'a>>> {
    let block = end.block()?;
    let (body, first_argument) = match analysis.control_of(r#loop) {
        Control::Loop(r#loop) => (r#loop.body, r#loop.first_argument),
        Control::TwoPartLoop => (1, 0),
        _ => return None,
    };
    if ir::region(r#loop, body)?.first_block()? != block {
        return None;
    }
    let arguments = ir::block_arguments(block).into_iter().skip(first_argument);
    let pairs = arguments.zip(end.operands()).enumerate();
    let pairs = pairs.map(|(number, (own, next))| (number, own, next));
    Some(match analysis.control_of(r#loop) {
        Control::TwoPartLoop => {
            let test = ir::region(r#loop, 0)?.first_block()?;
            let (tested, condition) = (ir::block_arguments(test), test.terminator()?);
            let is_forwarded =
                |number: usize| tested.get(number) == ir::operand(condition, number + 1).as_ref();
            pairs.filter(|&(number, ..)| is_forwarded(number)).collect()
        }
        _ => pairs.collect(),
    })
}

/// Returns a dim in which the sizes of two values certainly differ.
fn changed_dim<'c: 'a, 'a>(
    analysis: &mut Analysis,
    own: Value<'c, 'a>,
    next: Value<'c, 'a>,
) -> Option<usize> {
    let sizes = analysis.sizes(own).into_iter().zip(analysis.sizes(next));
    let mut sizes = sizes.enumerate();
    sizes.find_map(|(dim, (own, next))| {
        let facts = analysis.facts_mut();
        let [own, next] = [own, next].map(Element::from);
        let difference = facts.compute(Arithmetic::Subtract, next, own, NumberType::EXACT);
        (difference.constant()? != 0).then_some(dim)
    })
}
