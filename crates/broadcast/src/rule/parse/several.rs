//! Reads a rule for several ops: each of them gets one of its own.

use super::{
    reader::{OpText, Reader},
    rule::RawRule,
};
use crate::rule::{Rule, RuleProblem, Target, check};
use std::{collections::BTreeSet, ops::Range};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

impl Reader<'_> {
    /// Reads the rules for all ops that `source` lists; none after an error.
    pub(super) fn rules(&mut self, raw: RawRule, table: &DeTable<'_>) -> Vec<Rule> {
        let source_span = raw.source.span();
        // What does not have the form of its key has been reported.
        let Some(sources) = table.get("source").and_then(sources) else {
            return vec![];
        };
        let Some(first) = sources.first() else {
            let key = "source".into();
            self.error(source_span, RuleProblem::Empty { key });
            return vec![];
        };
        if let Some(twice) = second_of_equal(&sources) {
            let source_op = twice.text.clone();
            self.error(twice.span.clone(), RuleProblem::SourceTwice { source_op });
            return vec![];
        }
        let targets = match table.get("target") {
            None => None,
            Some(value) => match self.targets(&sources, value) {
                Some(targets) => Some(targets),
                None => return vec![],
            },
        };
        let first_target = targets.as_ref().and_then(|targets| targets.first());
        let Some(first) = self.rule(raw, first, first_target) else {
            return vec![];
        };
        let mut rules = vec![first];
        for (index, source) in sources.into_iter().enumerate().skip(1) {
            let mut rule = rules[0].clone();
            let mut set_place = |key: &str, span: &Range<usize>| {
                let place = self.file.place(span.start);
                rule.places.0.insert(key.into(), place);
            };
            set_place("source", &source.span);
            if let Some(target) = targets.as_ref().map(|targets| &targets[index]) {
                set_place("target", &target.span);
                rule.target = Target::Op(target.text.clone());
            }
            rule.source = source.text;
            // What is wrong with the first one has been reported.
            self.errors.extend(check::check_rule(&rule));
            rules.push(rule);
        }
        rules
    }

    /// Returns the target of each source; `None` after an error.
    fn targets(&mut self, sources: &[OpText], value: &Spanned<DeValue<'_>>) -> Option<Vec<OpText>> {
        let Some(table) = value.get_ref().as_table() else {
            let target = op_name(value)?;
            return Some(vec![target; sources.len()]);
        };
        let targets = table.iter().map(|(key, value)| {
            let key = OpText {
                text: key.get_ref().to_string(),
                span: key.span(),
            };
            Some((key, op_name(value)?))
        });
        let mut targets = targets.collect::<Option<Vec<_>>>()?;
        targets.sort_by_key(|(key, _)| key.span.start);
        let mut used = vec![];
        let mut found = vec![];
        for source in sources {
            let matching = matching_targets(source, &targets);
            let [(key, target)] = &matching[..] else {
                let second = matching.get(1).map_or(source, |(key, _)| key);
                let problem = RuleProblem::TargetOf {
                    source_op: source.text.clone(),
                    keys: matching.iter().map(|(key, _)| key.text.clone()).collect(),
                };
                self.error(second.span.clone(), problem);
                return None;
            };
            used.push(&key.text);
            found.push(target.clone());
        }
        if let Some((key, _)) = targets.iter().find(|(key, _)| !used.contains(&&key.text)) {
            let problem = RuleProblem::UnusedTarget {
                key: key.text.clone(),
            };
            self.error(key.span.clone(), problem);
            return None;
        }
        Some(found)
    }
}

/// Returns the ops that `source` names; `None` if it is neither a name nor a list of names.
fn sources(value: &Spanned<DeValue<'_>>) -> Option<Vec<OpText>> {
    match value.get_ref() {
        DeValue::Array(names) => names.iter().map(op_name).collect(),
        _ => Some(vec![op_name(value)?]),
    }
}

fn op_name(value: &Spanned<DeValue<'_>>) -> Option<OpText> {
    Some(OpText {
        text: value.get_ref().as_str()?.into(),
        span: value.span(),
    })
}

fn second_of_equal(names: &[OpText]) -> Option<&OpText> {
    let mut seen = BTreeSet::new();
    names.iter().find(|name| !seen.insert(&name.text))
}

/// Returns the keys of a table of targets that a source matches, with the source's target: that of its own name, or
/// else those of patterns.
fn matching_targets<'t>(
    source: &OpText,
    targets: &'t [(OpText, OpText)],
) -> Vec<(&'t OpText, OpText)> {
    if let Some((key, target)) = targets.iter().find(|(key, _)| key.text == source.text) {
        return vec![(key, target.clone())];
    }
    let matching = targets.iter().filter_map(|(key, target)| {
        let (begin, end) = key.text.split_once('*')?;
        let part = source.text.strip_prefix(begin)?.strip_suffix(end)?;
        let target = OpText {
            text: target.text.replacen('*', part, 1),
            span: target.span.clone(),
        };
        Some((key, target))
    });
    matching.collect()
}
