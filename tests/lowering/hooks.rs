//! Tests of rules and hooks defined in Rust.

use bcast_lower::{
    assertion::Assertions,
    pipeline,
    rule::{RuleBuilder, RuleTable, RuleTableBuilder},
    transform::{ChangeLog, HookError, HookRequest, LowerOptions, Rules, lower_broadcast},
};
use melior::{
    Context,
    ir::{
        BlockLike, Identifier, Module, Operation, Value, ValueLike,
        attribute::FlatSymbolRefAttribute,
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
pub fn lower(rules: Rules, source: &str) -> Result<String, String> {
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

/// What the calls that the program has agree on need not hold in one that a hook inserts.
#[test]
fn a_hook_may_call_a_function() {
    let rule = RuleBuilder::with_hook("tf.SquaredDifference", "calls");
    let table = RuleTableBuilder::new().add_table(RuleTable::chlo().expect("it is built in"));
    let table = table.add_rule(rule.build().expect("the rule is valid"));
    let rules = Rules::new(table.build().expect("the table is valid"));
    let rules = rules.with_hook("calls", |request| {
        let callee = Identifier::new(request.context(), "callee");
        let sum = FlatSymbolRefAttribute::new(request.context(), "sum");
        let operands = request.operation().operands().collect::<Vec<_>>();
        let call = OperationBuilder::new("func.call", request.location())
            .add_operands(&operands)
            .add_attributes(&[(callee, sum.into())])
            .add_results(&[request.result_type()])
            .build()
            .map_err(|error| HookError::new(error.to_string()))?;
        Ok(request.insert(call).result(0).expect("it has one").into())
    });
    let source = "
        func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
          %0 = call @sum(%a, %a) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
          %1 = \"tf.SquaredDifference\"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
          return %1 : tensor<?xf32>
        }
        func.func private @sum(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
          %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
          return %0 : tensor<?xf32>
        }";
    let output = lower(rules, source).unwrap();
    let guard = "error_message = \"chlo.broadcast_add: operand #0 dim 0";
    assert!(output.contains(guard), "{output}");
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

/// Returns rules whose hook inserts an op of the requested type, and returns its result.
fn inserting(
    name: &'static str,
    operand: impl for<'c, 'a> Fn(&HookRequest<'c, 'a>) -> Value<'c, 'a> + Send + Sync + 'static,
) -> Rules {
    let rule = RuleBuilder::with_hook("tf.SquaredDifference", "inserts");
    let table = RuleTableBuilder::new().add_table(RuleTable::chlo().expect("it is built in"));
    let table = table.add_rule(rule.build().expect("the rule is valid"));
    let rules = Rules::new(table.build().expect("the table is valid"));
    rules.with_hook("inserts", move |request| {
        let operation = OperationBuilder::new(name, request.location())
            .add_operands(&[operand(request), operand(request)])
            .add_results(&[request.result_type()])
            .build()
            .map_err(|error| HookError::new(error.to_string()))?;
        let result = request.insert(operation).result(0);
        let result = result.map_err(|error| HookError::new(error.to_string()))?;
        Ok(result.into())
    })
}

fn broadcast_operand<'c, 'a>(request: &HookRequest<'c, 'a>) -> Value<'c, 'a> {
    request.operands()[0]
}

fn own_result<'c, 'a>(request: &HookRequest<'c, 'a>) -> Value<'c, 'a> {
    let result = request.operation().result(0);
    result.expect("there is one").into()
}

/// Checks the error of a hook, also if no pass manager verifies the program.
fn check_hook_error(rules: Rules, source: &str, expected: &str) {
    assert_eq!(lower(rules.clone(), source).unwrap_err(), expected);
    assert_eq!(lower_alone(rules, source).unwrap_err(), expected);
}

/// Lowers a program without a pass manager; returns it, or the diagnostics.
fn lower_alone(rules: Rules, source: &str) -> Result<String, String> {
    let context = context();
    let messages = Rc::new(RefCell::new(vec![]));
    let sink = messages.clone();
    context.attach_diagnostic_handler(move |diagnostic| {
        sink.borrow_mut().push(diagnostic.to_string());
        true
    });
    let module = Module::parse(&context, source).expect("the program parses");
    let root = module.as_operation();
    let result = lower_broadcast(root, &rules, LowerOptions::default(), &ChangeLog::default());
    match result {
        Ok(()) => Ok(root.to_string()),
        Err(_) => Err(messages.borrow().join("\n")),
    }
}

#[test]
fn a_hook_must_replace_its_op() {
    let rule = || RuleBuilder::with_hook("tf.SquaredDifference", "keeps");
    let rules = Rules::new(table(rule())).with_hook("keeps", |request| Ok(own_result(request)));
    check_hook_error(
        rules,
        SQUARED_DIFFERENCE,
        "'tf.SquaredDifference' op cannot be lowered by its hook: it returns the result of the op, \
         which it must replace",
    );
    check_hook_error(
        inserting("stablehlo.add", own_result),
        SQUARED_DIFFERENCE,
        "'tf.SquaredDifference' op cannot be lowered by its hook: it inserts the op 'stablehlo.add', \
         which uses the result that it replaces",
    );
}

/// Its type is that of the result, but its size may be 1.
#[test]
fn a_hook_must_return_broadcast_operands() {
    let rule = RuleBuilder::with_hook("tf.SquaredDifference", "first");
    let rules = Rules::new(table(rule)).with_hook("first", |request| {
        Ok(request.operation().operand(0).expect("there are two"))
    });
    let source = SQUARED_DIFFERENCE.replace("<1xf32>", "<?xf32>");
    check_hook_error(
        rules.clone(),
        &source,
        "'tf.SquaredDifference' op cannot be lowered by its hook: it returns operand #0, which has not \
         been broadcast; use the operands of the request",
    );
    // It has the sizes of the result.
    assert!(lower(rules, SQUARED_DIFFERENCE).is_ok());
}

#[test]
fn a_hook_must_not_insert_ops_with_rules() {
    for name in ["chlo.broadcast_add", "tf.SquaredDifference"] {
        let expected = format!(
            "'tf.SquaredDifference' op cannot be lowered by its hook: it inserts the op '{name}', \
             which has a rule itself"
        );
        check_hook_error(
            inserting(name, broadcast_operand),
            SQUARED_DIFFERENCE,
            &expected,
        );
    }
}

#[test]
fn a_hook_must_insert_valid_ops() {
    check_hook_error(
        inserting("stablehlo.abs", broadcast_operand),
        SQUARED_DIFFERENCE,
        "'tf.SquaredDifference' op cannot be lowered by its hook: it inserts the op 'stablehlo.abs', \
         which is invalid: requires a single operand",
    );
}

/// Such ops are found in the program.
#[test]
fn a_hook_may_not_insert_ops_with_rules_elsewhere() {
    let rule = RuleBuilder::with_hook("tf.SquaredDifference", "elsewhere");
    let rules = Rules::new(table(rule)).with_hook("elsewhere", |request| {
        let block = request.operation().block().expect("it is in a block");
        let copy = Operation::clone(&request.operation());
        block.insert_operation(0, copy);
        Ok(request.operands()[0])
    });
    check_hook_error(
        rules,
        SQUARED_DIFFERENCE,
        "'tf.SquaredDifference' op has a rule, but is not lowered, because a hook has inserted it",
    );
}

/// The first op has been replaced when the second one is lowered.
#[test]
fn a_hook_may_not_use_replaced_ops() {
    let rule = RuleBuilder::with_hook("tf.SquaredDifference", "earlier");
    let rules = Rules::new(table(rule)).with_hook("earlier", |request| {
        let block = request.operation().block().expect("it is in a block");
        let mut earlier = block.first_operation();
        while let Some(operation) = earlier.filter(|&it| it != request.operation()) {
            let name = operation.name();
            if name.as_string_ref().as_str() == Ok("tf.SquaredDifference") {
                return Ok(operation.result(0).expect("it has one").into());
            }
            earlier = operation.next_in_block();
        }
        Ok(request.operands()[0])
    });
    let source = SQUARED_DIFFERENCE.replace(
        "  return %0",
        "  %1 = \"tf.SquaredDifference\"(%a, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n  \
         return %1",
    );
    check_hook_error(
        rules,
        &source,
        "'tf.SquaredDifference' op has been replaced, but a hook has inserted an op that uses its result",
    );
}

/// It returns the value of a later op.
#[test]
fn a_program_that_a_hook_makes_invalid_is_an_error() {
    let rule = RuleBuilder::with_hook("tf.SquaredDifference", "later");
    let rules = Rules::new(table(rule)).with_hook("later", |request| {
        let later = request.operation().next_in_block();
        let later = later.and_then(|operation| operation.next_in_block());
        let later = later.expect("there are two");
        Ok(later.result(0).expect("it has one").into())
    });
    let source = SQUARED_DIFFERENCE.replace(
        "  return %0",
        "  %1 = stablehlo.abs %0 : tensor<?xf32>\n  %2 = stablehlo.abs %a : tensor<?xf32>\n  return %1",
    );
    let error = lower_alone(rules, &source).unwrap_err();
    assert!(error.contains("does not dominate this use"), "{error}");
}

#[test]
fn a_hook_that_panics_is_a_diagnostic() {
    let rule = RuleBuilder::with_hook("tf.SquaredDifference", "panics");
    let rules = Rules::new(table(rule)).with_hook("panics", |_| panic!("oh"));
    assert_eq!(
        lower(rules, SQUARED_DIFFERENCE).unwrap_err(),
        "'tf.SquaredDifference' op cannot be lowered by its hook: it panics: oh"
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
        .operands(1..)
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
