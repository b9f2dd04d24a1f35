//! Comparison of the requirements of rules for the same op.

use super::{OperandRange, Rule};
use std::collections::BTreeMap;

impl Rule {
    /// Returns whether the rule is for every op of its name.
    pub(super) fn is_unconditional(&self) -> bool {
        self.require.is_empty()
            && self.require_if_present.is_empty()
            && self.require_operands.is_empty()
            && self.map.is_empty()
            && self.element_types.is_empty()
            && self.result_element_types.is_empty()
            && !self.same_element_type
            && self.operands.minimum_count() == 0
            && self.operand_count.is_none()
            && self.number_operands().is_empty()
            && self.steps().iter().all(|step| step.fold.is_none())
            && self.first_unused_operand().is_none()
    }

    /// Returns whether the rule is for every op that another one is for. If not, there may be no
    /// such op nevertheless.
    pub(super) fn covers(&self, other: &Self) -> bool {
        let has_operand = |(operand, value): (&usize, &String)| {
            other.require_operands.get(operand) == Some(value)
        };
        covers_attributes(
            (&self.require, &self.require_if_present),
            (&other.require, &other.require_if_present),
        ) && self.require_operands.iter().all(has_operand)
            && self.map.iter().all(|(name, values)| {
                let others = other.map.get(name);
                others.is_some_and(|others| has_keys(values, others))
            })
            && self.covers_element_types(other)
            && self.counts().covers(other.counts())
            && self.number_operands().is_subset(&other.number_operands())
    }

    /// Returns the numbers of operands that an op may have.
    pub(super) fn counts(&self) -> OperandRange {
        let required = self.require_operands.keys().map(|operand| operand + 1);
        let steps = self.steps().iter();
        let used = steps.flat_map(|step| step.source_operands().map(|operand| operand + 1));
        let steps = self.steps().iter();
        let folded = steps.filter_map(|step| Some(step.fold.as_ref()?.count_with(2)));
        let least = required.chain(used).chain(folded).max().unwrap_or_default();
        let least = least.max(self.operands.minimum_count());
        let counts = match self.operand_count {
            Some(count) => count.starting_at(least),
            None => (least..).into(),
        };
        match self.first_unused_operand() {
            Some(operand) => counts.ending_at(operand + 1),
            None => counts,
        }
    }

    fn covers_element_types(&self, other: &Self) -> bool {
        // Two of the requirements are on the operands in the broadcast.
        let is_alike = self.operands == other.operands;
        let types = &other.element_types;
        let has_types = self.element_types.is_empty()
            || is_alike && !types.is_empty() && types.is_subset(&self.element_types);
        let results = &other.result_element_types;
        let has_results = self.result_element_types.is_empty()
            || !results.is_empty() && results.is_subset(&self.result_element_types);
        let has_same = !self.same_element_type || is_alike && other.same_element_type;
        has_types && has_results && has_same
    }
}

/// The values that attributes must have, and those that they must have if they are present.
type Requirements<'r> = (&'r BTreeMap<String, String>, &'r BTreeMap<String, String>);

/// Returns whether every op that meets the other requirements on attributes meets these, too.
pub(super) fn covers_attributes(
    (require, require_if_present): Requirements<'_>,
    (other, other_if_present): Requirements<'_>,
) -> bool {
    let is_required = |(name, text): (&String, &String)| other.get(name) == Some(text);
    let is_required_if_present = |(name, text): (&String, &String)| {
        other_if_present.get(name) == Some(text) || is_required((name, text))
    };
    require.iter().all(is_required) && require_if_present.iter().all(is_required_if_present)
}

fn has_keys(values: &BTreeMap<String, String>, keys: &BTreeMap<String, String>) -> bool {
    keys.keys().all(|key| values.contains_key(key))
}
