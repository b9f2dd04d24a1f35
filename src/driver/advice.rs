//! What to do about errors of MLIR's parser: did you mean.

use crate::{ir, rule::suggest};
use melior::Context;

/// The op whose dialect may be left out.
const DEFAULT_DIALECT: &str = "func.";

/// Returns advice on the message of an error that names what does not exist.
pub(super) fn advice(context: &Context, message: &str) -> Option<String> {
    if message.starts_with("Dialect `") {
        let op = last_quoted(message)?;
        let (found, name) = op.split_once('.')?;
        let names = ir::dialect_names(context);
        return Some(match suggest(found, names.iter().map(String::as_str)) {
            Some(dialect) => format!("did you mean `{dialect}.{name}`?"),
            None if context.allow_unregistered_dialects() => {
                format!("ops of dialects that are not known are written in quotes: `\"{op}\"(...)`")
            }
            None => format!(
                "ops of dialects that are not known are accepted in quotes, `\"{op}\"(...)`, \
                 with `--allow-unregistered-dialect`"
            ),
        });
    }
    if message.starts_with("unregistered operation '")
        || message.starts_with("custom op '") && message.contains("' is unknown")
    {
        let quoted = message.split('\'').skip(1).step_by(2);
        // `custom op 'f' is unknown (tried 'func.f' as well)`
        let op = quoted.take(2).find(|op| op.contains('.'))?;
        let names = ir::op_names(context, ir::dialect_of(op));
        let suggestion = suggest(op, names.iter().map(String::as_str))?;
        let suggestion = if message.contains(&format!("'{op}' as well")) {
            suggestion
                .strip_prefix(DEFAULT_DIALECT)
                .unwrap_or(suggestion)
        } else {
            suggestion
        };
        return Some(format!("did you mean `{suggestion}`?"));
    }
    None
}

/// Returns the last part of a text that is in single quotes.
fn last_quoted(text: &str) -> Option<&str> {
    let (head, _) = text.rsplit_once('\'')?;
    Some(head.rsplit_once('\'')?.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{Config, create_context};

    fn check(message: &str, expected: Option<&str>) {
        let context = create_context(&Config::default());
        ir::load_dialect(&context, "stablehlo");
        ir::load_dialect(&context, "func");
        assert_eq!(advice(&context, message).as_deref(), expected, "{message}");
    }

    #[test]
    fn near_ops_are_suggested() {
        check(
            "custom op 'stablehlo.ad' is unknown",
            Some("did you mean `stablehlo.add`?"),
        );
        check(
            "custom op 'retrun' is unknown (tried 'func.retrun' as well)",
            Some("did you mean `return`?"),
        );
        check(
            "unregistered operation 'stablehlo.sbtract' found in dialect ('stablehlo') \
             that does not allow unknown operations",
            Some("did you mean `stablehlo.subtract`?"),
        );
        check(
            "custom op 'wrong' is unknown (tried 'func.wrong' as well)",
            None,
        );
    }

    #[test]
    fn near_dialects_are_suggested() {
        check(
            "Dialect `stablehl' not found for custom op 'stablehl.add' ",
            Some("did you mean `stablehlo.add`?"),
        );
        check(
            "Dialect `torch' not found for custom op 'torch.aten.add' ",
            Some(
                "ops of dialects that are not known are accepted in quotes, \
                 `\"torch.aten.add\"(...)`, with `--allow-unregistered-dialect`",
            ),
        );
    }

    #[test]
    fn other_errors_get_no_advice() {
        for message in [
            "",
            "expected '('",
            "Dialect `",
            "custom op '",
            "'a.b' op is wrong",
        ] {
            check(message, None);
        }
    }
}
