//! Loops with several counters that are always equal, such as JAX's `fori_loop`.
//!
//! IREE recognizes a counted loop if the condition compares a number to which the body adds. If the body adds to another
//! number that is always equal, kernels compute the number and the condition, and the loop waits for them in each
//! iteration.

use crate::{ops::*, prelude::*};

/// Loops that carry a number twice.
pub static ROW: Row = Row {
    name: "equal-counters",
    ops: &[stablehlo::WHILE],
    when: "with numbers that begin as the same value, and become the same one in each iteration",
    becomes: "uses of the first of them",
    why: "IREE sees that a loop counts only if its body adds to the number that is compared; otherwise it computes the \
          condition in a kernel, and waits for it in each iteration.",
    example: include_str!("../examples/equal-counters.mlir"),
    action: Change(merge),
};

/// Makes the uses of equal numbers in and behind a loop uses of the first; `None` if there are none.
fn merge<'c, 'a>(_: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> Option<()> {
    let (condition, body) = (block_in(operation, 0)?, block_in(operation, 1)?);
    let end = body.terminator()?;
    let arguments = [condition, body].map(ir::block_arguments);
    let mut firsts = FxHashMap::default();
    let mut has_merged = false;
    for (index, value) in operation.operands().enumerate() {
        let next = ir::operand(end, index).map(ValueKey::new);
        if sizes(value).is_none_or(|sizes| !sizes.is_empty()) || next.is_none() {
            continue;
        }
        let first = *firsts.entry((ValueKey::new(value), next)).or_insert(index);
        let results = [first, index].map(|index| ir::result(operation, index));
        let own = arguments
            .iter()
            .map(|it| (it.get(first).copied(), it.get(index).copied()));
        for pair in own.chain([(results[0], results[1])]) {
            if let (Some(first), Some(other)) = pair
                && first != other
                && !ir::users(other).is_empty()
            {
                ir::replace_uses(other, first);
                has_merged = true;
            }
        }
    }
    has_merged.then_some(())
}
