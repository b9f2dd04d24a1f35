//! What assertions say.

use crate::plan::{Guard, ZeroExtents};

/// Words the message of a guard of `op` along result dim `result_dim`.
///
/// `{0}` stands for the size that is at fault, `{1}`, where there is one, for
/// the size that it is compared with; sizes known at compile time are written
/// out.
pub fn guard_message(
    op: &str,
    result_dim: usize,
    guard: &Guard,
    zero_extents: ZeroExtents,
) -> String {
    let text = match guard {
        Guard::Compatible(lhs, rhs) => {
            let expected = match zero_extents {
                ZeroExtents::Reject => "equal sizes, or 1 and a size of at least 1",
                ZeroExtents::Numpy => "equal sizes, or one of them 1",
            };
            format!("{lhs} has size {{0}}, {rhs} has size {{1}}; expected {expected}")
        }
        Guard::Fixed {
            dynamic,
            fixed,
            size,
        } => format!("{dynamic} has size {{0}}, {fixed} has size {size}; expected {size} or 1"),
        Guard::Broadcasts(participant) => format!(
            "{participant} has size {{0}}, the operands broadcast to size {{1}} in result dim \
             {result_dim}; expected that size or 1"
        ),
        Guard::Declared(size) => format!(
            "the operands broadcast to size {{0}} in result dim {result_dim}, \
             which is declared as {size}"
        ),
    };
    format!("{op}: {text}")
}
