//! Checks of facts about ops, against the dialects of a context and against their examples.

use super::{check_text, unknown_attribute, unknown_op};
use crate::{
    analysis::{ambiguities, applicable, fit, has_row, known_sizes, misfit_entry, unmet},
    diagnostic::collect,
    dialect::is_elementwise,
    ir,
    rule::{FactsProblem, OpFacts, RuleError},
};
use melior::{
    Context,
    ir::{
        BlockLike, Module, OperationRef, RegionLike, Type, Value, ValueLike,
        operation::OperationLike,
    },
};
use std::{collections::BTreeMap, sync::Arc};
use strum::VariantArray;

/// Returns the errors in facts that depend on a context, and those of their examples;
/// `alternatives` are all facts about the op.
pub fn check_facts(
    context: &Context,
    facts: &Arc<OpFacts>,
    alternatives: &[Arc<OpFacts>],
) -> Vec<RuleError> {
    let op = &facts.op;
    let known = || facts.error_at("op", FactsProblem::Known { op: op.clone() });
    let is_emitted = || {
        let mut emitted = ir::EmittedOp::VARIANTS.iter();
        emitted.any(|emitted| emitted.name() == op)
    };
    if has_row(op) || is_emitted() {
        return vec![known()];
    }
    let mut errors = vec![];
    let dialect = ir::dialect_of(op);
    if ir::load_dialect(context, dialect) {
        if let Some(problem) = unknown_op(context, "op", op, dialect) {
            return vec![facts.error_at("op", problem)];
        }
        check_definition(context, facts, &mut errors);
    }
    let error_count = errors.len();
    for (key, texts) in [
        ("require", &facts.require),
        ("require_if_present", &facts.require_if_present),
    ] {
        for (attribute, text) in texts {
            let problem = check_text(context, key, attribute, text, None);
            let place = format!("{key}.{attribute}");
            errors.extend(problem.map(|problem| facts.error_at_value(&place, problem)));
        }
    }
    if errors.len() > error_count {
        return errors;
    }
    // What no example decides.
    let mut ambiguous = None::<BTreeMap<String, String>>;
    for (index, text) in facts.examples.iter().enumerate() {
        let place = format!("example.{index}");
        let problem = match check_example(context, facts, alternatives, text) {
            Ok(of_example) => {
                ambiguous = Some(match ambiguous.take() {
                    None => of_example,
                    Some(mut ambiguous) => {
                        ambiguous.retain(|what, _| of_example.contains_key(what));
                        ambiguous
                    }
                });
                continue;
            }
            Err(FactsProblem::Known { .. }) => return vec![known()],
            Err(problem) => problem,
        };
        let place = match &problem {
            FactsProblem::ExampleOfEntry { entry, .. } => entry,
            _ => &place,
        };
        let error = facts.error_at(place, problem.clone());
        if !errors.contains(&error) {
            errors.push(error);
        }
    }
    if errors.len() == error_count {
        let reasons = ambiguous.unwrap_or_default().into_values();
        let problems = reasons.map(|reason| FactsProblem::ExampleVague { reason });
        errors.extend(problems.map(|problem| facts.error_at("example.0", problem)));
    }
    errors
}

/// Checks facts about an op of a registered dialect against its definition.
fn check_definition(context: &Context, facts: &OpFacts, errors: &mut Vec<RuleError>) {
    let op = &facts.op;
    if let Some(count) = ir::operand_count(context, op) {
        let mut operands = facts.operands(count).into_iter();
        if let Some(operand) = operands.find(|&operand| operand >= count) {
            let op = op.clone();
            let problem = FactsProblem::Operand { operand, op, count };
            errors.push(facts.error_at("op", problem));
        }
    }
    let found = facts.results.len();
    let count = ir::result_count(context, op).filter(|&count| count != found && found > 0);
    if let Some(count) = count {
        let op = op.clone();
        errors.push(facts.error_at("op", FactsProblem::Results { found, op, count }));
    }
    let ignored = facts.ignore.iter().map(String::as_str);
    for name in facts.attribute_names().into_iter().chain(ignored) {
        let problem = unknown_attribute(context, op, "facts", name);
        errors.extend(problem.map(|problem| facts.error_at("op", problem)));
    }
}

/// Checks that facts give exactly the shapes that an example has, and that others would not. Returns those that
/// would, as [`ambiguities`] does; another example may exclude them.
fn check_example(
    context: &Context,
    facts: &Arc<OpFacts>,
    alternatives: &[Arc<OpFacts>],
    text: &str,
) -> Result<BTreeMap<String, String>, FactsProblem> {
    let malformed = |reason| FactsProblem::ExampleText { reason };
    let program = program(context, text).map_err(malformed)?;
    let is_allowed = context.allow_unregistered_dialects();
    context.set_allow_unregistered_dialects(true);
    let (module, diagnostics) = collect(context, || Module::parse(context, &program));
    context.set_allow_unregistered_dialects(is_allowed);
    let Some(module) = module else {
        let messages = diagnostics.into_iter().map(|it| it.message);
        return Err(malformed(messages.collect::<Vec<_>>().join("; ")));
    };
    let operation = only_op(&module);
    let operation = operation.ok_or_else(|| malformed("there are several ops".into()))?;
    let found = ir::name_str(operation.name()).unwrap_or_default();
    if found != facts.op {
        return Err(FactsProblem::ExampleOp {
            found: found.into(),
            op: facts.op.clone(),
        });
    }
    if is_elementwise(operation) {
        let op = facts.op.clone();
        return Err(FactsProblem::Known { op });
    }
    let wrong = |reason: String| FactsProblem::ExampleWrong { reason };
    if let Some(unmet) = unmet(operation, facts) {
        return Err(wrong(unmet.to_string()));
    }
    let first = applicable(operation, alternatives);
    if let Some(first) = first.filter(|first| !Arc::ptr_eq(first, facts)) {
        let first = first.place().cloned();
        return Err(FactsProblem::ExampleOfOther { first });
    }
    // One of several examples may be the only one that is wrong.
    let is_only = facts.examples.len() == 1;
    let entry = || misfit_entry(operation, facts).filter(|_| is_only);
    fit(operation, facts).map_err(|misfit| match entry() {
        Some((entry, misfit)) => FactsProblem::ExampleOfEntry {
            entry,
            reason: misfit.to_string(),
        },
        None => wrong(misfit.to_string()),
    })?;
    check_precision(operation, facts).map_err(|reason| FactsProblem::ExampleVague { reason })?;
    Ok(ambiguities(operation, facts))
}

/// Checks that an example would not fit other facts as well.
///
/// # Errors
///
/// Fails with the reason why it would.
fn check_precision(operation: OperationRef<'_, '_>, facts: &OpFacts) -> Result<(), String> {
    for index in facts.operands(operation.operand_count()) {
        let Some(operand) = ir::operand(operation, index) else {
            continue;
        };
        let sizes = static_sizes(operand);
        let sizes = sizes.ok_or_else(|| format!("the shape of operand #{index} is not static"))?;
        for (dim, size) in sizes.iter().enumerate() {
            if *size < 2 {
                return Err(format!(
                    "dim {dim} of operand #{index} has size {size}; use sizes of at least 2"
                ));
            }
            if let Some(other) = sizes[..dim].iter().position(|other| other == size) {
                return Err(format!(
                    "dims {other} and {dim} of operand #{index} have the same size {size}; use \
                     different ones, so that the dims cannot be confused"
                ));
            }
        }
    }
    for index in (0..facts.results.len()).filter(|&index| facts.results[index].is_some()) {
        let result = ir::result(operation, index).and_then(static_sizes);
        result.ok_or_else(|| format!("the shape of result #{index} is not static"))?;
        let nothing = |what: String| {
            format!(
                "nothing follows for {what}, because an attribute is missing or a number is too \
                 large"
            )
        };
        let known = known_sizes(operation, index, facts);
        let known = known.ok_or_else(|| nothing(format!("result #{index}")))?;
        if let Some(dim) = known.iter().position(Option::is_none) {
            return Err(nothing(format!("dim {dim} of result #{index}")));
        }
    }
    Ok(())
}

/// Returns the sizes of a tensor of a static shape.
fn static_sizes(value: Value<'_, '_>) -> Option<Vec<i64>> {
    ir::as_ranked_tensor(value.r#type())?;
    let shape = ir::shaped_type(value.r#type());
    let sizes = shape.shape()?.iter().map(|dim| dim.fixed_size());
    sizes.collect()
}

/// Returns the op of an example in a program, if there is no other one.
fn only_op<'c, 'a>(module: &'a Module<'c>) -> Option<OperationRef<'c, 'a>> {
    let only =
        |first: Option<OperationRef<'c, 'a>>| first.filter(|first| first.next_in_block().is_none());
    let program = only(module.body().first_operation())?;
    let block = ir::region(program, 0)?.first_block()?;
    let is_only = block.next_in_region().is_none() && program.region_count() == 1;
    only(block.first_operation().filter(|_| is_only))
}

/// Returns the text of a program in which the operands of an op are arguments.
///
/// # Errors
///
/// Fails with the reason why the text is not an op in MLIR's generic form.
fn program(context: &Context, text: &str) -> Result<String, String> {
    let quoted = "write an op with its name in quotes, such as \
                  `\"my.op\"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>`";
    if ir::array_of_index(text.as_bytes()).is_some() {
        return Err(ir::ARRAY_OF_INDEX.into());
    }
    let (_, rest) = text.split_once('"').ok_or(quoted)?;
    let (_, rest) = rest.split_once("\"(").ok_or(quoted)?;
    let (operands, rest) = rest.split_once(')').ok_or(quoted)?;
    if operands.contains(':') {
        return Err("there is no `)` behind its operands".into());
    }
    let r#type = type_text(rest).ok_or("it has no types; they are behind a colon at its end")?;
    let types = operand_types(context, r#type)?;
    let names = operands.split(',').map(str::trim);
    let names = names.filter(|name| !name.is_empty()).collect::<Vec<_>>();
    if names.len() != types.len() {
        let (operands, types) = (names.len(), types.len());
        return Err(format!("it has {operands} operands, but types for {types}"));
    }
    let mut arguments = BTreeMap::new();
    for (name, r#type) in names.into_iter().zip(types) {
        let is_name = |text: &str| {
            text.chars()
                .all(|c| c.is_alphanumeric() || "_$.-".contains(c))
        };
        if !name.strip_prefix('%').is_some_and(is_name) {
            return Err(format!("operand `{name}` is not a name, such as `%x`"));
        }
        let first = *arguments.entry(name).or_insert(r#type);
        if first != r#type {
            return Err(format!("operand `{name}` has two types"));
        }
    }
    let arguments = arguments
        .into_iter()
        .map(|(name, r#type)| format!("{name}: {type}"));
    let arguments = arguments.collect::<Vec<_>>().join(", ");
    Ok(format!(
        "\"facts.example\"() ({{ ^example({arguments}):\n{text}\n}}) : () -> ()"
    ))
}

/// Returns the text of an op's type: what follows the last colon outside brackets and quotes.
fn type_text(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    let mut is_quoted = false;
    let mut previous = ' ';
    for (position, character) in text.char_indices() {
        match character {
            '"' if previous != '\\' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if previous == '-' => {}
            ')' | ']' | '}' | '>' => depth = depth.checked_sub(1)?,
            ':' if depth == 0 => return Some(text[position + 1..].trim()),
            _ => {}
        }
        previous = character;
    }
    None
}

fn operand_types<'c>(context: &'c Context, text: &str) -> Result<Vec<Type<'c>>, String> {
    let attribute = ir::parse_attribute(context, text)?;
    let r#type = ir::as_type(attribute).and_then(|it| ir::as_function_type(it.value()));
    let r#type = r#type.ok_or_else(|| format!("`{text}` is not the type of an op"))?;
    let inputs = (0..r#type.input_count()).map(|index| r#type.input(index));
    let inputs = inputs.collect::<Result<Vec<_>, _>>();
    inputs.map_err(|error| error.to_string())
}
