//! Verifies a program, and returns its errors as values instead of text.

use bcast_lower::melior::{Context, dialect::DialectRegistry, ir::Module, pass::PassManager};
use bcast_lower::{
    diagnostic::{Diagnostic, collect},
    dialect, pipeline,
    shape::TraitRules,
};
use std::error::Error;

const PROGRAM: &str = "\
func.func @two_mistakes(%a: tensor<2x3xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %1 = chlo.broadcast_multiply %b, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  return %0 : tensor<2x4xf32>
}
";

fn main() -> Result<(), Box<dyn Error>> {
    for diagnostic in run()? {
        let line = diagnostic.location.map_or(0, |location| location.line);
        println!("line {line}: {}", diagnostic.message);
        for note in diagnostic.notes {
            println!("  {}", note.message);
        }
    }
    Ok(())
}

/// Returns the errors of the program.
pub fn run() -> Result<Vec<Diagnostic>, Box<dyn Error>> {
    let registry = DialectRegistry::new();
    dialect::register(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();

    let mut module = Module::parse(&context, PROGRAM).ok_or("the program does not parse")?;
    let manager = PassManager::new(&context);
    manager.add_pass(pipeline::verify_broadcastable_pass(TraitRules::default()));
    let (result, diagnostics) = collect(&context, || manager.run(&mut module));
    assert_eq!(result.is_ok(), diagnostics.is_empty());
    Ok(diagnostics)
}
