//! Lowers ops of a custom dialect with a rule table and a hook.

use bcast_lower::melior::{
    Context,
    dialect::DialectRegistry,
    ir::{Module, Value, operation::OperationBuilder},
    pass::PassManager,
};
use bcast_lower::{
    dialect, pipeline,
    rule::RuleTable,
    transform::{HookError, HookRequest, LowerOptions, Rules},
};
use std::error::Error;

/// `my.scale` becomes one op; `my.squared_difference` becomes two, which a Rust function
/// creates.
const RULES: &str = r#"
[[rule]]
source = "my.scale"
target = "stablehlo.multiply"

[[rule]]
source = "my.squared_difference"
hook = "squared_difference"
"#;

const PROGRAM: &str = r#"
func.func @loss(%x: tensor<?x4xf32>, %scale: tensor<f32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = "my.scale"(%x, %scale) : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %1 = "my.squared_difference"(%0, %y) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
"#;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}

/// Returns the lowered program.
pub fn run() -> Result<String, Box<dyn Error>> {
    let registry = DialectRegistry::new();
    dialect::register(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    // The dialect `my` is not registered.
    context.set_allow_unregistered_dialects(true);

    let rules = Rules::new(RuleTable::parse("rules", RULES)?)
        .with_hook("squared_difference", lower_squared_difference);
    let mut module = Module::parse(&context, PROGRAM).ok_or("the program does not parse")?;
    let manager = PassManager::new(&context);
    let options = LowerOptions::default();
    manager.add_pass(pipeline::lower_broadcast_pass_with_rules(options, rules));
    manager.run(&mut module)?;
    Ok(module.as_operation().to_string())
}

/// Emits `(a - b) * (a - b)` for operands that already have the result's shape.
fn lower_squared_difference<'c, 'a>(
    request: &HookRequest<'c, 'a>,
) -> Result<Value<'c, 'a>, HookError> {
    let difference = emit(request, "stablehlo.subtract", request.operands())?;
    emit(request, "stablehlo.multiply", &[difference, difference])
}

fn emit<'c, 'a>(
    request: &HookRequest<'c, 'a>,
    name: &str,
    operands: &[Value<'c, 'a>],
) -> Result<Value<'c, 'a>, HookError> {
    let operation = OperationBuilder::new(name, request.location())
        .add_operands(operands)
        .add_results(&[request.result_type()])
        .build()
        .map_err(|error| HookError::new(error.to_string()))?;
    let result = request.insert(operation).result(0);
    let result = result.map_err(|error| HookError::new(error.to_string()))?;
    Ok(result.into())
}
