//! Advice on programs in the dialects of frontends, which are not registered.

use crate::{dialect::reads_tensorflow, rule::BuiltInTable};
use melior::Context;

/// The option that accepts ops, types and attributes of unknown dialects.
const ALLOW: &str = "`--allow-unregistered-dialect`";

/// Dialects of frontends, and the tools that print them in MLIR's generic form, the only one that
/// is parsed without a dialect.
const PRINTERS: &[(&str, &str)] = &[
    ("krnl", "onnx-mlir-opt"),
    ("onnx", "onnx-mlir-opt"),
    ("tf", "tf-opt"),
    ("tf_device", "tf-opt"),
    ("tf_executor", "tf-opt"),
    ("tf_saved_model", "tf-opt"),
    ("tfl", "tf-opt"),
    ("torch", "torch-mlir-opt"),
    ("torch_c", "torch-mlir-opt"),
];

/// Returns advice on an op of an unknown dialect that is not in the generic form.
pub fn syntax_advice(context: &Context, op: &str, dialect: &str) -> String {
    let is_read = dialect == "tf" && reads_tensorflow(context);
    let is_allowed = is_read || context.allow_unregistered_dialects();
    let Some(print) = generic_form(dialect) else {
        return match is_allowed {
            true => format!("ops of unknown dialects are written in quotes: `\"{op}\"(...)`"),
            false => format!(
                "ops of unknown dialects are accepted in quotes, `\"{op}\"(...)`, with {ALLOW}"
            ),
        };
    };
    let accept = match is_allowed {
        true => String::new(),
        false => format!("; {ALLOW} then accepts them"),
    };
    format!(
        "'{dialect}' is not a registered dialect, so its ops are read only in the generic form, \
         `\"{op}\"(...)`: {print}{accept}"
    )
}

/// Returns how to print a program of a frontend's dialect in the generic form; `None` for other
/// dialects.
fn generic_form(dialect: &str) -> Option<String> {
    let (_, tool) = PRINTERS.iter().find(|(name, _)| *name == dialect)?;
    Some(format!(
        "print the program with `{tool} --mlir-print-op-generic`, or in Python with \
         `module.operation.get_asm(print_generic_op_form=True)`"
    ))
}

/// Returns advice on an op in the generic form.
pub fn op_advice() -> String {
    format!(
        "ops of other dialects are read with {ALLOW}; {}, and a target names those of 'tf', \
         'torch' and 'onnx' that their frontend has to convert first",
        tables_advice()
    )
}

/// Returns advice on types or attributes of a dialect.
pub fn value_advice(what: &str, dialect: &str) -> String {
    let print = generic_form(dialect).map_or_else(String::new, |print| {
        format!("; ops of '{dialect}' are read only in the generic form: {print}")
    });
    format!("{what} of other dialects are read with {ALLOW}{print}")
}

/// Names the built-in tables of dialects that are not registered.
fn tables_advice() -> String {
    let tables = BuiltInTable::all().filter(|table| generic_form(table.dialect()).is_some());
    let tables = tables.map(|table| format!("`--rules={}`", table.name()));
    let tables = tables.collect::<Vec<_>>();
    let (last, others) = tables.split_last().expect("there are such tables");
    format!(
        "{} or {last} lowers those that broadcast",
        others.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generic_form_of_frontends_is_advised() {
        let context = Context::new();
        assert_eq!(
            syntax_advice(&context, "torch.constant.int", "torch"),
            "'torch' is not a registered dialect, so its ops are read only in the generic form, \
             `\"torch.constant.int\"(...)`: print the program with `torch-mlir-opt \
             --mlir-print-op-generic`, or in Python with \
             `module.operation.get_asm(print_generic_op_form=True)`; \
             `--allow-unregistered-dialect` then accepts them"
        );
        context.set_allow_unregistered_dialects(true);
        let advice = syntax_advice(&context, "onnx.Constant", "onnx");
        assert!(
            advice.contains("`onnx-mlir-opt --mlir-print-op-generic`"),
            "{advice}"
        );
        assert!(!advice.contains(ALLOW), "{advice}");
        assert_eq!(
            syntax_advice(&context, "my.op", "my"),
            "ops of unknown dialects are written in quotes: `\"my.op\"(...)`"
        );
    }

    #[test]
    fn unregistered_dialects_can_be_allowed() {
        assert_eq!(
            op_advice(),
            "ops of other dialects are read with `--allow-unregistered-dialect`; \
             `--rules=tensorflow`, `--rules=onnx` or `--rules=torch` lowers those that \
             broadcast, and a target names those of 'tf', 'torch' and 'onnx' that their \
             frontend has to convert first"
        );
        assert_eq!(
            value_advice("types", "torch"),
            "types of other dialects are read with `--allow-unregistered-dialect`; ops of \
             'torch' are read only in the generic form: print the program with \
             `torch-mlir-opt --mlir-print-op-generic`, or in Python with \
             `module.operation.get_asm(print_generic_op_form=True)`"
        );
        assert_eq!(
            value_advice("attributes", "my"),
            "attributes of other dialects are read with `--allow-unregistered-dialect`"
        );
    }
}
