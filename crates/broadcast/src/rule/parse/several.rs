//! Reads a rule for several ops: each of them gets one of its own.

use super::{reader::Reader, rule::RawRule};
use crate::rule::{Rule, RuleProblem, Target, check};
use toml::{Table, Value};

impl Reader<'_> {
    /// Reads the rules for all ops that `source` lists; none after an error.
    pub(super) fn rules(&mut self, raw: RawRule) -> Vec<Rule> {
        let source_span = raw.source.span();
        let names = match raw.source.get_ref() {
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>(),
            Value::String(name) => vec![&**name],
            // The form has been checked.
            _ => return vec![],
        };
        let names = names.into_iter().map(str::to_string).collect::<Vec<_>>();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let source_op = twice[0].clone();
            self.error(source_span, RuleProblem::SourceTwice { source_op });
            return vec![];
        }
        let targets = match raw.target.as_ref().map(|it| (it.get_ref(), it.span())) {
            None => None,
            Some((Value::Table(targets), span)) => match find_targets(&names, targets) {
                Ok(targets) => Some(targets),
                Err(problem) => {
                    self.error(span, problem);
                    return vec![];
                }
            },
            Some((name, _)) => {
                let name = name.as_str().map(str::to_string);
                Some(names.iter().filter_map(|_| name.clone()).collect())
            }
        };
        let Some(first) = names.first() else {
            let key = "source".into();
            self.error(source_span, RuleProblem::Empty { key });
            return vec![];
        };
        let first_target = targets.as_ref().and_then(|targets| targets.first());
        let Some(first) = self.rule(raw, first, first_target) else {
            return vec![];
        };
        let mut rules = vec![first];
        for (index, name) in names.into_iter().enumerate().skip(1) {
            let mut rule = rules[0].clone();
            rule.source = name;
            if let Some(targets) = &targets {
                rule.target = Target::Op(targets[index].clone());
            }
            // What is wrong with the first one has been reported.
            self.errors.extend(check::check_rule(&rule));
            rules.push(rule);
        }
        rules
    }
}

/// Returns the target of each source: the value of its own name, or of the pattern that it matches.
fn find_targets(sources: &[String], targets: &Table) -> Result<Vec<String>, RuleProblem> {
    let mut used = vec![];
    let mut found = vec![];
    for source in sources {
        let own = targets.get_key_value(source).map(|(key, _)| (key, ""));
        let matching = targets.keys().filter_map(|key| {
            let (begin, end) = key.split_once('*')?;
            let part = source.strip_prefix(begin)?.strip_suffix(end)?;
            Some((key, part))
        });
        let matching = match own {
            Some(own) => vec![own],
            None => matching.collect::<Vec<_>>(),
        };
        let &[(key, part)] = &matching[..] else {
            return Err(RuleProblem::TargetOf {
                source_op: source.clone(),
                keys: matching.iter().map(|(key, _)| (*key).clone()).collect(),
            });
        };
        used.push(key);
        let target = targets[key].as_str().unwrap_or_default();
        found.push(target.replacen('*', part, 1));
    }
    match targets.keys().find(|key| !used.contains(key)) {
        Some(key) => Err(RuleProblem::UnusedTarget { key: key.clone() }),
        None => Ok(found),
    }
}
