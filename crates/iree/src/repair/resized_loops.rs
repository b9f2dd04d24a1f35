//! Loops that change the size of a tensor in each iteration.
//!
//! A tensor of unknown size is carried in a larger one, whose size is that before the loop
//! (`carried_tensors.rs`), so a loop that changes the size stops at run time. Where facts show that a loop does
//! so, it is an error at compile time.

use crate::{
    analysis::Analysis,
    diagnostic::emit_op_error,
    model::{alignment::is_aligned, carried::visit_carried},
    prelude::*,
    symbol::{Arithmetic, Element, NumberType},
};

pub static ROW: Row = Row {
    name: "resized-loops",
    ops: &[scf::FOR, scf::WHILE, stablehlo::WHILE],
    when: "it certainly changes the size of a carried tensor",
    becomes: "carry a tensor of the final size and write into it",
    why: "The larger tensors of `carried-tensors` keep their sizes; IREE would read the \
           memory of other tensors.",
    action: RefuseIn(refuse),
};

/// Emits an error on each loop in and below `root` that certainly changes the size of a tensor.
fn refuse(root: OpRef<'_>) -> Result<(), Failed> {
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

/// Returns whether an op is a loop whose tensors are carried in larger ones.
fn carries_any(operation: OpRef<'_>) -> bool {
    ir::name_str(operation.name()).is_some_and(|name| ROW.is_about(name))
        && operation.results().any(|result| is_enlarged(result.into()))
}

fn is_enlarged(value: Value<'_>) -> bool {
    RankedTensorType::try_from(value.r#type()).is_ok_and(|r#type| !is_aligned(r#type))
}

/// Returns a dim in which the sizes of two values certainly differ.
fn changed_dim<'a>(analysis: &mut Analysis, own: Value<'a>, next: Value<'a>) -> Option<usize> {
    let sizes = analysis.sizes(own).into_iter().zip(analysis.sizes(next));
    let mut sizes = sizes.enumerate();
    sizes.find_map(|(dim, (own, next))| {
        let facts = analysis.facts_mut();
        let [own, next] = [own, next].map(Element::from);
        let difference = facts.compute(Arithmetic::Subtract, next, own, NumberType::EXACT);
        (difference.constant()? != 0).then_some(dim)
    })
}
