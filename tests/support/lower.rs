//! Lowers programs.

// Each test that includes this uses part of it.
#![allow(dead_code)]

use bcast_lower::{
    diagnostic::{Severity, collect},
    pipeline::lower_broadcast_pass,
    transform::LowerOptions,
};
use melior::{Context, ir::Module, pass::PassManager};

/// Lowers a program. If the lowering reports that all calls of some public functions fail, returns
/// their names as the error.
pub fn try_lower<'c>(
    context: &'c Context,
    text: &str,
    options: LowerOptions,
) -> Result<Module<'c>, Vec<String>> {
    let mut module = Module::parse(context, text)
        .unwrap_or_else(|| panic!("the program does not parse:\n{text}"));
    let manager = PassManager::new(context);
    manager.add_pass(lower_broadcast_pass(options));
    let (result, diagnostics) = collect(context, || manager.run(&mut module));
    if result.is_ok() {
        return Ok(module);
    }
    let errors = diagnostics
        .iter()
        .filter(|it| it.severity == Severity::Error);
    let functions = errors.map(|error| {
        let found = error.message.rsplit_once(" in any call of @");
        let (_, function) =
            found.unwrap_or_else(|| panic!("the program is not lowered:\n{text}\n{error:?}"));
        function.to_string()
    });
    Err(functions.collect())
}

/// Lowers a program, if need be with private functions: as those may never be called, it does not
/// matter if all calls fail. Returns also whether all calls of `@main` fail.
pub fn lower<'c>(context: &'c Context, text: &str, options: LowerOptions) -> (Module<'c>, bool) {
    match try_lower(context, text, options) {
        Ok(module) => (module, false),
        Err(functions) => {
            let private = text.replace("func.func @", "func.func private @");
            let module = try_lower(context, &private, options);
            let module = module.expect("there are only warnings");
            (module, functions.iter().any(|function| function == "main"))
        }
    }
}
