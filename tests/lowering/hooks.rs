//! Tests of rules and hooks defined in Rust.

use bcast_lower::{
    assertion::Assertions,
    pipeline,
    rule::{Operands, RuleBuilder, RuleTable, RuleTableBuilder},
    transform::{HookError, LowerOptions, Rules},
};
use melior::{
    Context,
    ir::{
        Module, ValueLike,
        operation::{OperationBuilder, OperationLike},
    },
    pass::PassManager,
};
use std::{cell::RefCell, rc::Rc};

fn context() -> Context {
    let context = crate::context::context();
    context.set_allow_unregistered_dialects(true);
    context
}

/// Lowers a program with rules; returns it, or the diagnostics.
fn lower(rules: Rules, source: &str) -> Result<String, String> {
    lower_with(LowerOptions::default(), rules, source)
}

fn lower_with(options: LowerOptions, rules: Rules, source: &str) -> Result<String, String> {
    let context = context();
    let messages = Rc::new(RefCell::new(vec![]));
    let sink = messages.clone();
    context.attach_diagnostic_handler(move |diagnostic| {
        sink.borrow_mut().push(diagnostic.to_string());
        true
    });
    let mut module = Module::parse(&context, source).expect("the program parses");
    let manager = PassManager::new(&context);
    manager.add_pass(pipeline::lower_broadcast_pass_with_rules(options, rules));
    let result = manager.run(&mut module);
    let messages = messages.borrow().join("\n");
    match result {
        Ok(()) => Ok(module.as_operation().to_string()),
        Err(_) => Err(messages),
    }
}

fn table(rule: RuleBuilder) -> RuleTable {
    let rule = rule.build().expect("the rule is valid");
    let table = RuleTableBuilder::new().add_rule(rule);
    table.build().expect("the table is valid")
}

const SQUARED_DIFFERENCE: &str = "
func.func @main(%a: tensor<?xf32>, %b: tensor<1xf32>) -> tensor<?xf32> {
  %0 = \"tf.SquaredDifference\"(%a, %b) : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
";

fn squared_difference() -> Rules {
    let rule = RuleBuilder::with_hook("tf.SquaredDifference", "squared_difference");
    Rules::new(table(rule)).with_hook("squared_difference", |request| {
        let emit = |name, operands: &[_]| {
            let operation = OperationBuilder::new(name, request.location())
                .add_operands(operands)
                .add_results(&[request.result_type()])
                .build()
                .map_err(|error| HookError::new(error.to_string()))?;
            let result = request.insert(operation).result(0);
            let result = result.map_err(|error| HookError::new(error.to_string()))?;
            Ok(result.into())
        };
        let difference = emit("stablehlo.subtract", request.operands())?;
        emit("stablehlo.multiply", &[difference, difference])
    })
}

#[test]
fn a_hook_lowers_to_several_ops() {
    insta::assert_snapshot!(lower(squared_difference(), SQUARED_DIFFERENCE).unwrap());
}

/// All of them are in the region of the witness.
#[test]
fn a_hook_under_witnesses_lowers_to_several_ops() {
    let mut options = LowerOptions::default();
    options.assertions = Assertions::Shape;
    let source = SQUARED_DIFFERENCE.replace("<1xf32>", "<?xf32>");
    insta::assert_snapshot!(lower_with(options, squared_difference(), &source).unwrap());
}

/// Those that the rule drops are not among them.
#[test]
fn a_hook_gets_the_attributes_of_a_target() {
    let rule = RuleBuilder::with_hook("my.scale", "scale").add_drop(&["note"]);
    let rules = Rules::new(table(rule)).with_hook("scale", |request| {
        let names = request.attributes().iter();
        let names = names.map(|(name, value)| {
            format!(
                "{}={value}",
                name.as_string_ref().as_str().expect("it is UTF-8")
            )
        });
        Err(HookError::new(names.collect::<Vec<_>>().join(",")))
    });
    let source = "
        func.func @main(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
          %0 = \"my.scale\"(%a, %b) {by = 2 : i64, note = 1 : i64}
              : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
          return %0 : tensor<2xf32>
        }";
    assert_eq!(
        lower(rules, source).unwrap_err(),
        "'my.scale' op cannot be lowered by its hook: by=2 : i64"
    );
}

#[test]
fn a_failing_hook_reports_its_reason() {
    let rule = RuleBuilder::with_hook("tf.SquaredDifference", "fails");
    let rules = Rules::new(table(rule)).with_hook("fails", |_| Err(HookError::new("not today")));
    assert_eq!(
        lower(rules, SQUARED_DIFFERENCE).unwrap_err(),
        "'tf.SquaredDifference' op cannot be lowered by its hook: not today"
    );
}

#[test]
fn a_hook_must_return_the_requested_type() {
    let rule = RuleBuilder::with_hook("tf.SquaredDifference", "wrong");
    let rules = Rules::new(table(rule)).with_hook("wrong", |request| {
        let operand = request.operation().operand(1).expect("there are two");
        assert_ne!(operand.r#type(), request.result_type());
        Ok(operand)
    });
    assert_eq!(
        lower(rules, SQUARED_DIFFERENCE).unwrap_err(),
        "'tf.SquaredDifference' op cannot be lowered by its hook: \
         the value has type 'tensor<1xf32>'; expected 'tensor<?xf32>'"
    );
}

#[test]
fn a_hook_that_panics_is_a_diagnostic() {
    let rule = RuleBuilder::with_hook("tf.SquaredDifference", "panics");
    let rules = Rules::new(table(rule)).with_hook("panics", |_| panic!("oh"));
    assert_eq!(
        lower(rules, SQUARED_DIFFERENCE).unwrap_err(),
        "internal error in pass 'lower-broadcast': oh"
    );
}

#[test]
fn a_missing_hook_is_reported_once() {
    let rule = RuleBuilder::with_hook("tf.SquaredDifference", "squared_diference");
    let rules = Rules::new(table(rule)).with_hook("squared_difference", |_| {
        Err(HookError::new("never called"))
    });
    assert_eq!(
        lower(rules, SQUARED_DIFFERENCE).unwrap_err(),
        "hook `squared_diference` does not exist; hooks are functions that a Rust program registers; \
         did you mean `squared_difference`?"
    );
}

#[test]
fn rules_from_rust_and_from_files_are_equal() {
    let rule = RuleBuilder::new("my.scale", "stablehlo.multiply")
        .operands(Operands::new([1..]))
        .add_drop(&["note"]);
    let source = "
        func.func @main(%n: index, %a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
          %0 = \"my.scale\"(%n, %a, %b) {note = 1 : i64}
              : (index, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
          return %0 : tensor<2xf32>
        }";
    let output = lower(Rules::new(table(rule)), source).unwrap();
    let expected = "%1 = stablehlo.multiply %arg1, %0 : tensor<2xf32>";
    assert!(output.contains(expected), "{output}");
}
