//! Checks of a single rule.

mod name;
mod never;
mod sequence;

use self::name::{check_name, check_op_name, check_value};
use super::{Operands, OperandsProblem, Others, Rule, RuleError, RuleProblem, Target};
pub use name::op_name_problem;
use std::collections::BTreeMap;

/// Returns all errors in a rule that can be found without MLIR.
pub fn check_rule(rule: &Rule) -> Vec<RuleError> {
    let mut errors = vec![];
    check_names(rule, &mut errors);
    if let Err(problem) = rule.operands.check() {
        errors.push(rule.error_at("operands", problem.into()));
    } else if let Some(range) = rule.operand_count.filter(|range| range.is_beyond_ops()) {
        let key = "operand_count";
        errors.push(rule.error_at(key, OperandsProblem::Large { key, range }.into()));
    } else {
        never::check_operand_count(rule, &mut errors);
        never::check_result_like(rule, &mut errors);
    }
    never::check_same_element_type(rule, &mut errors);
    check_others(rule, &mut errors);
    check_contradictions(rule, &mut errors);
    check_maps(rule, &mut errors);
    match &rule.target {
        Target::Sequence(steps) => sequence::check_sequence(rule, steps, &mut errors),
        Target::Op(_) | Target::Hook(_) | Target::Keep => check_effects(rule, &mut errors),
    }
    check_target_names(rule, &mut errors);
    if let Some(carry) = &rule.carry {
        let dialects = rule.dialect.keys().map(|name| ("dialect", name));
        let maps = rule.map.keys().map(|name| ("map", name));
        let left = dialects
            .chain(maps)
            .filter(|(_, name)| !carry.contains(*name) && !rule.rename.contains_key(*name));
        errors.extend(left.map(|(key, name)| {
            let attribute = name.clone();
            rule.error_at(
                &format!("{key}.{name}"),
                RuleProblem::NotCarried { key, attribute },
            )
        }));
    }
    errors
}

fn check_names(rule: &Rule, errors: &mut Vec<RuleError>) {
    let target = match &rule.target {
        Target::Op(name) => Some(("target", name)),
        Target::Hook(name) => Some(("hook", name)),
        Target::Sequence(_) | Target::Keep => None,
    };
    let lists = [
        ("carry", rule.carry.as_ref()),
        ("drop", Some(&rule.drop)),
        ("element_types", Some(&rule.element_types)),
        ("result_element_types", Some(&rule.result_element_types)),
    ];
    let maps = [
        ("rename", &rule.rename),
        ("set", &rule.set),
        ("dialect", &rule.dialect),
        ("require", &rule.require),
        ("require_if_present", &rule.require_if_present),
    ];
    let mut entries = vec![];
    let mut check = |key: String, name: &String| check_name(rule, &key, name, errors);
    check("source".into(), &rule.source);
    if let Some((key, name)) = target {
        check(key.into(), name);
    }
    for (key, name) in [
        ("broadcast_dimensions", &rule.broadcast_dimensions),
        ("axis", &rule.axis),
        ("target_element_type", &rule.target_element_type),
    ] {
        if let Some(name) = name {
            check(key.into(), name);
        }
    }
    for (key, list) in lists {
        for name in list.into_iter().flatten() {
            check(key.into(), name);
        }
    }
    for (key, map) in maps {
        for (name, text) in map {
            check(format!("{key}.{name}"), name);
            entries.push((format!("{key}.{name}"), text));
        }
    }
    for (operand, text) in &rule.require_operands {
        entries.push((format!("require_operands.{operand}"), text));
    }
    for (name, values) in &rule.map {
        check(format!("map.{name}"), name);
        for (value, text) in values {
            entries.push((format!("map.{name}.{value}"), text));
        }
    }
    for (key, text) in entries {
        check_value(rule, &key, text, errors);
    }
    check_op_name(rule, "source", "source", &rule.source, errors);
    if let Target::Op(target) = &rule.target {
        check_op_name(rule, "target", "target", target, errors);
    }
    if let Target::Op(target) = &rule.target
        && *target == rule.source
    {
        let problem = RuleProblem::Chained {
            source_op: rule.source.clone(),
            target: target.clone(),
            first: None,
        };
        errors.push(rule.error_at("target", problem));
    }
}

/// Checks that no two keys contradict each other on an attribute.
fn check_contradictions(rule: &Rule, errors: &mut Vec<RuleError>) {
    // The key of the attribute that aligns dims, if this is it.
    let aligning = |name: &String| {
        let keys = [
            ("broadcast_dimensions", &rule.broadcast_dimensions),
            ("axis", &rule.axis),
        ];
        let mut keys = keys.into_iter();
        keys.find_map(|(key, aligning)| (aligning.as_ref() == Some(name)).then_some(key))
    };
    let is_carried = |name: &String| {
        rule.carry
            .as_ref()
            .is_some_and(|carry| carry.contains(name))
    };
    let contradiction = |name: &String, first, second| RuleProblem::Contradiction {
        attribute: name.clone(),
        first,
        second,
    };
    for name in &rule.drop {
        if let Some(aligning) = aligning(name) {
            errors.push(rule.error_at("drop", contradiction(name, aligning, "drop")));
        }
        if is_carried(name) {
            errors.push(rule.error_at("drop", contradiction(name, "carry", "drop")));
        }
    }
    if rule.axis.is_some() && rule.broadcast_dimensions.is_some() {
        let problem = RuleProblem::NoEffect {
            key: "axis",
            with: "broadcast_dimensions",
            reason: "which aligns dims as well",
        };
        errors.push(rule.error_at("axis", problem));
    }
    let mut check = |key: &str, name: &String, first: &'static str, second: &'static str| {
        errors.push(rule.error_at(key, contradiction(name, first, second)));
    };
    for name in rule.carry.iter().flatten() {
        if let Some(aligning) = aligning(name) {
            check("carry", name, aligning, "carry");
        }
    }
    let renamed = rule.rename.keys().map(|name| ("rename", name));
    let moved = rule.dialect.keys().map(|name| ("dialect", name));
    let mapped = rule.map.keys().map(|name| ("map", name));
    for (key, name) in renamed.chain(moved).chain(mapped) {
        let place = format!("{key}.{name}");
        if let Some(aligning) = aligning(name) {
            check(&place, name, aligning, key);
        }
        if rule.drop.contains(name) {
            check(&place, name, "drop", key);
        }
    }
    for name in rule.map.keys() {
        let place = format!("map.{name}");
        if rule.dialect.contains_key(name) {
            check(&place, name, "dialect", "map");
        }
    }
    for name in rule.require_if_present.keys() {
        if rule.require.contains_key(name) {
            let place = format!("require_if_present.{name}");
            check(&place, name, "require", "require_if_present");
        }
    }
}

/// Checks that there are operands that `others` is about.
fn check_others(rule: &Rule, errors: &mut Vec<RuleError>) {
    let takes_all = rule.operands.first_missing(&Operands::all()).is_none();
    let is_used = matches!(rule.target, Target::Op(_) | Target::Hook(_));
    if rule.others == Others::Keep && is_used && takes_all {
        errors.push(rule.error_at("others", OperandsProblem::NoOthers.into()));
    }
}

/// Checks that no key is without effect because of the kind of the target.
fn check_effects(rule: &Rule, errors: &mut Vec<RuleError>) {
    if rule.target == Target::Keep {
        let keys = [
            ("others", rule.others != Others::default()),
            ("carry", rule.carry.is_some()),
            ("drop", !rule.drop.is_empty()),
            ("target_element_type", rule.target_element_type.is_some()),
            ("keep_encodings", rule.keep_encodings),
        ];
        let keys = keys.into_iter().filter(|(_, is_given)| *is_given);
        let keys = keys.map(|(key, _)| (key, key.to_string()));
        let first = |key, name: Option<&String>| name.map(|name| (key, format!("{key}.{name}")));
        let tables = [
            first("rename", rule.rename.keys().next()),
            first("set", rule.set.keys().next()),
            first("dialect", rule.dialect.keys().next()),
            first("map", rule.map.keys().next()),
        ];
        for (key, place) in keys.chain(tables.into_iter().flatten()) {
            let problem = RuleProblem::NoEffect {
                key,
                with: "verify_only",
                reason: "by which there is no target",
            };
            errors.push(rule.error_at(&place, problem));
        }
    }
    if let (Target::Hook(_), Some(_)) = (&rule.target, &rule.target_element_type) {
        let key = "target_element_type";
        let problem = RuleProblem::NoEffect {
            key,
            with: "hook",
            reason: "which returns a value of the result's type",
        };
        errors.push(rule.error_at(key, problem));
    }
}

/// Checks that each attribute in `map` has values, each under one key.
fn check_maps(rule: &Rule, errors: &mut Vec<RuleError>) {
    for (name, values) in &rule.map {
        let place = format!("map.{name}");
        if values.is_empty() {
            let key = place.clone();
            errors.push(rule.error_at(&place, RuleProblem::Empty { key }));
        }
        for value in values.keys() {
            let contents = value.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
            if let Some(contents) = contents.filter(|contents| values.contains_key(*contents)) {
                let problem = RuleProblem::SameValue {
                    attribute: name.clone(),
                    first: contents.into(),
                    second: value.clone(),
                };
                errors.push(rule.error_at(&format!("{place}.{value}"), problem));
            }
        }
    }
}

/// Checks that the named attributes of the target have different names.
fn check_target_names(rule: &Rule, errors: &mut Vec<RuleError>) {
    let mut names = BTreeMap::<&str, String>::new();
    let renamed = rule.rename.iter().map(|(from, to)| {
        let origin = format!("rename.{from}");
        (to, origin)
    });
    let set = rule.set.keys().map(|name| (name, format!("set.{name}")));
    let carried = rule.carry.iter().flatten();
    let is_renamed = |name: &&String| rule.rename.contains_key(*name);
    let carried = carried.filter(|name| !is_renamed(name) && !rule.map.contains_key(*name));
    let carried = carried.map(|name| (name, "carry".to_string()));
    let mapped = rule.map.keys().filter(|name| !is_renamed(name));
    let mapped = mapped.map(|name| (name, format!("map.{name}")));
    for (name, origin) in carried.chain(mapped).chain(renamed).chain(set) {
        if let Some(first) = names.get(name.as_str()) {
            let problem = RuleProblem::SameName {
                attribute: name.clone(),
                first: first.clone(),
                second: origin.clone(),
            };
            errors.push(rule.error_at(&origin, problem));
        }
        names.insert(name, origin);
    }
}
