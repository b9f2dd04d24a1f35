//! Checks of rules against a context.

mod facts;
mod named;
mod sequence;

use self::named::{check_element_type, check_op, check_text, unknown_attribute, unknown_op};
use super::{Rules, resolved::ABSENT};
use crate::{
    ir,
    rule::{Number, OperandsProblem, Others, Rule, RuleError, RuleProblem, Target},
    suggest::suggest,
};
use melior::Context;
use strum::VariantArray;

impl Rules {
    /// Checks the rules against the dialects registered in a context, and loads those of
    /// targets: whether ops and hooks exist, and whether ops have the operands and accept the
    /// attributes, and whether facts about other ops hold for their examples. Returns the errors in
    /// the order of their positions in files.
    ///
    /// A source op of an unknown dialect is not checked. The passes check their rules when a
    /// pipeline begins.
    ///
    /// No other thread may use the context meanwhile.
    pub fn check(&self, context: &Context) -> Vec<RuleError> {
        let rules = self.table.iter();
        let mut errors = rules
            .flat_map(|rule| self.check_rule(context, rule))
            .collect::<Vec<_>>();
        let facts = self.table.facts().iter();
        errors.extend(facts.flat_map(|facts| {
            let alternatives = self.table.facts().get(&facts.op);
            facts::check_facts(context, facts, alternatives)
        }));
        errors.sort_by(|a, b| a.place.cmp(&b.place));
        errors
    }

    fn check_rule(&self, context: &Context, rule: &Rule) -> Vec<RuleError> {
        let mut errors = vec![];
        check_source(context, rule, &mut errors);
        check_element_types(context, rule, &mut errors);
        check_dialects(context, rule, &mut errors);
        match &rule.target {
            Target::Op(target) => check_target(context, rule, target, &mut errors),
            Target::Hook(hook) if !self.hooks.contains_key(hook) => {
                let names = self.hooks.keys().map(String::as_str);
                let problem = RuleProblem::UnknownHook {
                    hook: hook.clone(),
                    suggestions: suggest(hook, names),
                };
                errors.push(rule.error_at("hook", problem));
            }
            Target::Hook(_) | Target::Keep => {}
            Target::Sequence(_) => sequence::check_steps(context, rule, &mut errors),
        }
        for (key, texts) in [
            ("set", &rule.set),
            ("require", &rule.require),
            ("require_if_present", &rule.require_if_present),
        ] {
            for (attribute, text) in texts {
                let target = rule.target_op().filter(|_| key == "set");
                let problem = check_text(context, key, attribute, text, target);
                let place = format!("{key}.{attribute}");
                errors.extend(problem.map(|problem| rule.error_at_value(&place, problem)));
            }
        }
        check_maps(context, rule, &mut errors);
        check_required_operands(context, rule, &mut errors);
        errors
    }
}

/// Checks the values in `map`, and that its keys are printed as by MLIR.
fn check_maps(context: &Context, rule: &Rule, errors: &mut Vec<RuleError>) {
    for (name, values) in &rule.map {
        let carried = rule.carried_name(name).unwrap_or(name);
        for (value, text) in values {
            let place = format!("map.{name}.{value}");
            if let Ok(parsed) = ir::parse_attribute(context, value)
                && parsed.to_string() != *value
            {
                let problem = RuleProblem::ValueText {
                    attribute: name.clone(),
                    found: value.clone(),
                    printed: parsed.to_string(),
                };
                errors.push(rule.error_at(&place, problem));
            }
            let problem = check_text(context, "map", carried, text, rule.target_op());
            errors.extend(problem.map(|problem| rule.error_at_value(&place, problem)));
        }
    }
}

/// Checks that the values that operands must have are numbers, `none` or attributes.
fn check_required_operands(context: &Context, rule: &Rule, errors: &mut Vec<RuleError>) {
    for (&operand, text) in &rule.require_operands {
        if text == ABSENT || Number::parse(text).is_some() {
            continue;
        }
        if let Err(reason) = ir::parse_attribute(context, text) {
            let problem = OperandsProblem::Required {
                operand,
                text: text.clone(),
                reason,
            };
            let place = format!("require_operands.{operand}");
            errors.push(rule.error_at_value(&place, problem.into()));
        }
    }
}

fn check_source(context: &Context, rule: &Rule, errors: &mut Vec<RuleError>) {
    let op = &rule.source;
    if ir::EmittedOp::VARIANTS
        .iter()
        .any(|emitted| emitted.name() == op)
    {
        let source_op = op.clone();
        errors.push(rule.error_at("source", RuleProblem::Emitted { source_op }));
        return;
    }
    let dialect = ir::dialect_of(op);
    if !ir::load_dialect(context, dialect) {
        return;
    }
    if let Some(problem) = unknown_op(context, "source", op, dialect) {
        errors.push(rule.error_at("source", problem));
        return;
    }
    check_source_attributes(context, rule, errors);
    let count = ir::result_count(context, op).filter(|&count| count != 1);
    if let Some(count) = count.filter(|_| rule.target != Target::Keep) {
        let op = op.clone();
        errors.push(rule.error_at("source", RuleProblem::SourceResults { op, count }));
    }
    let Some(count) = ir::operand_count(context, op) else {
        return;
    };
    let mut check = |place: &str, key: &'static str, operand: usize| {
        if operand >= count {
            let problem = RuleProblem::Operand {
                key,
                operand,
                op: op.clone(),
                count,
            };
            errors.push(rule.error_at(place, problem));
        }
    };
    if let Err(operand) = rule.operands.select(count) {
        check("operands", "operands", operand);
    }
    if let Some(operand) = rule.result_like {
        check("result_like", "result_like", operand);
    }
    for operand in rule.require_operands.keys() {
        let place = format!("require_operands.{operand}");
        check(&place, "require_operands", *operand);
    }
    if let Some(range) = rule.operand_count.filter(|range| !range.contains(count)) {
        let problem = OperandsProblem::NeverCount {
            op: op.clone(),
            range,
            count,
        };
        errors.push(rule.error_at("operand_count", problem.into()));
    }
}

/// The key of a rule that names an attribute, its entry if the key is a table, and the
/// attribute's name.
type AttributeName<'r> = (&'static str, Option<&'r String>, &'r String);

/// Finds misspelt names of the source op's attributes.
fn check_source_attributes(context: &Context, rule: &Rule, errors: &mut Vec<RuleError>) {
    let lists = [
        (
            "broadcast_dimensions",
            rule.broadcast_dimensions.iter().collect::<Vec<_>>(),
        ),
        ("axis", rule.axis.iter().collect()),
        ("carry", rule.carry.iter().flatten().collect()),
        ("drop", rule.drop.iter().collect()),
    ];
    let tables = [
        ("rename", &rule.rename),
        ("dialect", &rule.dialect),
        ("require", &rule.require),
        ("require_if_present", &rule.require_if_present),
    ];
    let listed = lists
        .into_iter()
        .flat_map(|(key, names)| names.into_iter().map(move |name| (key, None, name)));
    let entries = tables
        .into_iter()
        .flat_map(|(key, table)| table.keys().map(move |name| (key, Some(name), name)));
    let mapped = rule.map.keys().map(|name| ("map", Some(name), name));
    let names = listed.chain(entries).chain(mapped);
    check_attributes(context, rule, &rule.source, names, errors);
}

/// Finds misspelt names of the target op's attributes.
fn check_target_attributes(context: &Context, rule: &Rule, op: &str, errors: &mut Vec<RuleError>) {
    let renamed = rule.rename.iter();
    let renamed = renamed.map(|(entry, name)| ("rename", Some(entry), name));
    let set = rule.set.keys().map(|name| ("set", Some(name), name));
    check_attributes(context, rule, op, renamed.chain(set), errors);
}

/// Finds misspelt names of an op's own attributes. Any op may also have other attributes.
fn check_attributes<'r>(
    context: &Context,
    rule: &Rule,
    op: &str,
    names: impl Iterator<Item = AttributeName<'r>>,
    errors: &mut Vec<RuleError>,
) {
    for (key, entry, name) in names {
        if let Some(problem) = unknown_attribute(context, op, key, name) {
            let place = entry.map_or_else(|| key.into(), |entry| format!("{key}.{entry}"));
            errors.push(rule.error_at(&place, problem));
        }
    }
}

fn check_element_types(context: &Context, rule: &Rule, errors: &mut Vec<RuleError>) {
    let operands = rule.element_types.iter();
    let operands = operands.map(|name| ("element_types", name));
    let results = rule.result_element_types.iter();
    let results = results.map(|name| ("result_element_types", name));
    let target = rule.target_element_type.iter();
    let target = target.map(|name| ("target_element_type", name));
    for (key, name) in operands.chain(results).chain(target) {
        let is_converted = key == "target_element_type";
        let problem = check_element_type(context, key, name, is_converted);
        errors.extend(problem.map(|problem| rule.error_at(key, problem)));
    }
}

fn check_dialects(context: &Context, rule: &Rule, errors: &mut Vec<RuleError>) {
    for (attribute, dialect) in &rule.dialect {
        if !ir::load_dialect(context, dialect) {
            let names = ir::dialect_names(context);
            let problem = RuleProblem::AttributeDialect {
                attribute: attribute.clone(),
                dialect: dialect.clone(),
                suggestions: suggest(dialect, names.iter().map(String::as_str)),
            };
            errors.push(rule.error_at_value(&format!("dialect.{attribute}"), problem));
        }
    }
}

fn check_target(context: &Context, rule: &Rule, op: &str, errors: &mut Vec<RuleError>) {
    if let Err(problem) = check_op(context, "target", op) {
        errors.extend(problem.map(|problem| rule.error_at("target", problem)));
        return;
    }
    check_target_attributes(context, rule, op, errors);
    // The target's number of operands is known if the source op's is, or if the rule requires or
    // selects a fixed number.
    let required = rule.operand_count;
    let required = required.filter(|range| range.end() == Some(range.start() + 1));
    let required = required.map(|range| range.start());
    let source_count = ir::operand_count(context, &rule.source).or(required);
    let selected = |count| rule.operands.select(count).ok().map(|list| list.len());
    let is_open = rule
        .operands
        .ranges()
        .iter()
        .any(|range| range.end().is_none());
    let found = match (rule.others, source_count) {
        (Others::Keep, count) => count,
        (Others::Drop, Some(count)) => selected(count),
        (Others::Drop, None) if !is_open => selected(rule.operands.minimum_count()),
        (Others::Drop, None) => None,
    };
    let Some(expected) = ir::operand_count(context, op) else {
        return;
    };
    // Open ranges select at least none.
    let least = || selected(rule.operands.minimum_count()).filter(|&least| least > expected);
    if let Some(found) = found.or_else(least).filter(|&found| found != expected) {
        let problem = RuleProblem::Arity {
            target: op.into(),
            expected,
            found,
        };
        errors.push(rule.error_at("target", problem));
    } else if source_count.is_none() {
        check_source_count(rule, op, expected, errors);
    }
}

/// Checks that the source op has the operands that a rule names if it has so many that the target gets
/// `expected` operands.
fn check_source_count(rule: &Rule, target: &str, expected: usize, errors: &mut Vec<RuleError>) {
    let open = rule
        .operands
        .ranges()
        .iter()
        .find(|range| range.end().is_none());
    let before = rule.operands.select(rule.operands.minimum_count());
    let count = match (rule.others, open, before) {
        (Others::Keep, ..) => expected,
        (Others::Drop, Some(open), Ok(before)) => open.start() + expected - before.len(),
        (Others::Drop, ..) => return,
    };
    let like = rule.result_like.map(|operand| ("result_like", operand));
    let like = like.map(|(key, operand)| (key, key.into(), operand));
    let required = rule.require_operands.keys().map(|&operand| {
        let key = "require_operands";
        (key, format!("{key}.{operand}"), operand)
    });
    for (key, place, operand) in like.into_iter().chain(required) {
        if operand >= count {
            let problem = OperandsProblem::NeverOperand {
                key,
                operand,
                target: target.into(),
                expected,
                count,
            };
            errors.push(rule.error_at(&place, problem.into()));
        }
    }
    if let Some(range) = rule.operand_count.filter(|range| !range.contains(count)) {
        let problem = OperandsProblem::NeverCounts {
            range,
            target: target.into(),
            expected,
            count,
        };
        errors.push(rule.error_at("operand_count", problem.into()));
    }
}
