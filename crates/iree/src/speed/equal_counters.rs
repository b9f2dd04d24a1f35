//! Loops with several counters that are always equal, such as JAX's `fori_loop`.
//!
//! IREE recognizes a counted loop if the condition compares a number to which the body adds. If the body adds to another
//! number that is always equal, kernels compute the number and the condition, and the loop waits for them in each
//! iteration.

use crate::{model::passed::transfers, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "equal-counters",
    ops: &[stablehlo::WHILE],
    when: "with numbers that begin as the same value, and become the same one in each iteration",
    becomes: "uses of the first of them",
    why: "IREE sees that a loop counts only if its body adds to the number that is compared; otherwise it computes the \
          condition in a kernel, and waits for it in each iteration.",
    action: Change(merge),
};

/// Makes the uses of equal numbers in and behind a loop uses of the first; `None` if there are none.
fn merge<'a>(_: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let mut firsts = FxHashMap::default();
    let mut has_merged = false;
    for passed in transfers(operation)? {
        let ends = passed.from.iter();
        let ends = ends.map(|&(user, index)| ir::operand(user, index));
        let ends = ends.collect::<Option<Vec<_>>>()?;
        if sizes(ends[0]).is_none_or(|sizes| !sizes.is_empty()) {
            continue;
        }
        let key = ends.into_iter().map(ValueKey::new).collect::<Vec<_>>();
        let first = firsts.entry(key).or_insert_with(|| passed.to.clone());
        for (&first, other) in first.iter().zip(passed.to) {
            if first != other && ir::is_used(other) {
                ir::replace_uses(other, first);
                has_merged = true;
            }
        }
    }
    has_merged.then_some(())
}
