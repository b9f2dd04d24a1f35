//! Arguments whose memory a result may have.

use crate::{build::*, prelude::*};

/// The attribute of an argument that is the number of the result that may have its memory.
const RESULT: &str = "tf.aliasing_output";

pub static ROW: Row = Row {
    name: "donated-arguments",
    ops: &[func::FUNC],
    when: "arguments whose memory a result may have (`tf.aliasing_output`), as of JAX's `donate_argnums`; also on \
           static shapes",
    becomes: "arguments without this attribute",
    why: "IREE writes the result there before other ops have read the argument: they compute wrong values, or the \
          program stops with \"source and target ranges overlap\".",
    action: Program(keep_arguments),
};

/// Gives the results of the functions in `root` memory of their own.
fn keep_arguments(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    ir::with_context(root, |context| {
        ir::visit_ops(root, |operation| {
            if remove_from_signature(context, operation, |name| name == RESULT) {
                changes.add(ChangeKind::Rewritten, operation);
            }
        });
    });
    Ok(())
}
