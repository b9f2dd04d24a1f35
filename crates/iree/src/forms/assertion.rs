//! `stablehlo.custom_call @shape_assertion`, which IREE drops silently.

use crate::{build::*, prelude::*};

pub static ROW: Row = Row {
    name: "shape-assertions",
    ops: &[stablehlo::CUSTOM_CALL],
    when: "`@shape_assertion`",
    becomes: "`cf.assert`; sizes in its message are shown as `?`, and a line in front of it says how to see \
              them",
    why: "IREE removes it without a diagnostic (`ShapeAssertionDrop` in its \
           `StableHLOCustomCalls.cpp`), and so accepts wrong calls.",
    action: ReplaceAll(rewrite),
};

/// Emits a `cf.assert` for a shape assertion.
fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Vec<Value<'a>>> {
    require(ir::is_shape_assertion(operation))?;
    let condition = emitter.emit_extract(ir::operand(operation, 0)?);
    let message = ir::string(operation, "error_message").unwrap_or("a shape assertion fails");
    emit_assert(emitter, condition, &without_placeholders(message));
    Some(vec![])
}

/// What is said in front of a message with sizes, which `cf.assert` cannot show.
const ADVICE: &str = "for the sizes that are `?` here: bcast_lower.verify(program, shapes=...), or \
                      bcast-lower --verify-only --shapes=...\n";

/// Returns a message with `?` for sizes that are known only at run time.
fn without_placeholders(message: &str) -> String {
    let mut text = String::new();
    let mut has_sizes = false;
    let mut rest = message;
    while let Some((before, behind)) = rest.split_once('{') {
        text.push_str(before);
        let number = behind.split_once('}');
        match number.filter(|(number, _)| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        }) {
            Some((_, behind)) => {
                text.push('?');
                has_sizes = true;
                rest = behind;
            }
            None => {
                text.push('{');
                // A literal brace is doubled.
                rest = behind.strip_prefix('{').unwrap_or(behind);
            }
        }
    }
    text.push_str(rest);
    if has_sizes {
        text.insert_str(0, ADVICE);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{ADVICE, without_placeholders};

    #[test]
    fn placeholders_become_question_marks() {
        for (message, expected) in [
            ("", ""),
            ("no size", "no size"),
            ("{{x} {a} {", "{x} {a} {"),
        ] {
            assert_eq!(without_placeholders(message), expected);
        }
        let shown = without_placeholders("{0} is not {12}");
        assert_eq!(shown.strip_prefix(ADVICE), Some("? is not ?"));
    }
}
