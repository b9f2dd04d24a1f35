//! Building rules in Rust.

use super::{OperandRange, Operands, Others, Rule, RuleErrors, Step, Target, check};

/// Builds a [`Rule`].
///
/// ```
/// use bcast_lower_broadcast::rule::RuleBuilder;
///
/// let rule = RuleBuilder::new("tosa.mul", "stablehlo.multiply")
///     .operands(0..2)
///     .require_operand(2, 0)
///     .build()?;
/// assert_eq!(rule.operands.select(3), Ok(vec![0, 1]));
/// # Ok::<(), bcast_lower_broadcast::rule::RuleErrors>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct RuleBuilder {
    rule: Rule,
}

impl RuleBuilder {
    /// Creates a builder for a rule that replaces the op `source` with the op `target`.
    pub fn new(source: &str, target: &str) -> Self {
        Self::with_target(source, Target::Op(target.into()))
    }

    /// Creates a builder for a rule that replaces the op `source` with the result of a hook.
    pub fn with_hook(source: &str, hook: &str) -> Self {
        Self::with_target(source, Target::Hook(hook.into()))
    }

    /// Creates a builder for a rule that replaces the op `source` with the result of the last of
    /// several ops.
    pub fn with_sequence(source: &str, steps: Vec<Step>) -> Self {
        Self::with_target(source, Target::Sequence(steps))
    }

    /// Creates a builder for a rule by which the op `source` is verified, and not replaced.
    pub fn verify_only(source: &str) -> Self {
        Self::with_target(source, Target::Keep)
    }

    fn with_target(source: &str, target: Target) -> Self {
        Self {
            rule: Rule::new(source.into(), target),
        }
    }

    /// Sets the operands that take part in the broadcast: a range, or [`Operands::new`] for several.
    pub fn operands(mut self, operands: impl Into<Operands>) -> Self {
        self.rule.operands = operands.into();
        self
    }

    /// Sets the treatment of the other operands.
    pub fn others(mut self, others: Others) -> Self {
        self.rule.others = others;
        self
    }

    /// Sets the attribute from whose result dim on lower-rank operands are aligned.
    pub fn axis(mut self, attribute: &str) -> Self {
        self.rule.axis = Some(attribute.into());
        self
    }

    /// Sets the operand whose shape the result has.
    pub fn result_like(mut self, operand: usize) -> Self {
        self.rule.result_like = Some(operand);
        self
    }

    /// Sets the attribute that maps the lower-rank operand's dims.
    pub fn broadcast_dimensions(mut self, attribute: &str) -> Self {
        self.rule.broadcast_dimensions = Some(attribute.into());
        self
    }

    /// Carries over only these attributes.
    pub fn carry(mut self, attributes: &[&str]) -> Self {
        self.rule.carry = Some(attributes.iter().copied().map(String::from).collect());
        self
    }

    /// Carries an attribute over under another name.
    pub fn add_rename(mut self, from: &str, to: &str) -> Self {
        self.rule.rename.insert(from.into(), to.into());
        self
    }

    /// Does not carry attributes over.
    pub fn add_drop(mut self, attributes: &[&str]) -> Self {
        let attributes = attributes.iter().copied().map(String::from);
        self.rule.drop.extend(attributes);
        self
    }

    /// Adds an attribute, as MLIR prints it, to the target op.
    pub fn add_set(mut self, attribute: &str, text: &str) -> Self {
        self.rule.set.insert(attribute.into(), text.into());
        self
    }

    /// Changes the dialect of an attribute that is carried over.
    pub fn add_dialect(mut self, attribute: &str, dialect: &str) -> Self {
        self.rule.dialect.insert(attribute.into(), dialect.into());
        self
    }

    /// Carries an attribute of a value, as MLIR prints it or as a string contains it, over with
    /// another value. Other values than those added do not meet the rule.
    pub fn add_map(mut self, attribute: &str, value: &str, text: &str) -> Self {
        let values = self.rule.map.entry(attribute.into()).or_default();
        values.insert(value.into(), text.into());
        self
    }

    /// Requires an attribute to have a value, as MLIR prints it.
    pub fn require(mut self, attribute: &str, text: &str) -> Self {
        self.rule.require.insert(attribute.into(), text.into());
        self
    }

    /// Requires an attribute to have a value, as MLIR prints it, or to be absent.
    pub fn require_if_present(mut self, attribute: &str, text: &str) -> Self {
        let required = &mut self.rule.require_if_present;
        required.insert(attribute.into(), text.into());
        self
    }

    /// Requires the number of operands to be in a range.
    pub fn operand_count(mut self, count: impl Into<OperandRange>) -> Self {
        self.rule.operand_count = Some(count.into());
        self
    }

    /// Requires an operand to be a constant with a given value: a number, `none` for an absent
    /// operand, or another value as MLIR prints it.
    pub fn require_operand(mut self, operand: usize, value: impl ToString) -> Self {
        let required = &mut self.rule.require_operands;
        required.insert(operand, value.to_string());
        self
    }

    /// Accepts only these element types, as MLIR prints them.
    pub fn element_types(mut self, types: &[&str]) -> Self {
        self.rule.element_types = types.iter().copied().map(String::from).collect();
        self
    }

    /// Accepts only these element types of the result, as MLIR prints them.
    pub fn result_element_types(mut self, types: &[&str]) -> Self {
        self.rule.result_element_types = types.iter().copied().map(String::from).collect();
        self
    }

    /// Gives the target op's result an element type, as MLIR prints it, from which the result is
    /// converted.
    pub fn target_element_type(mut self, element: &str) -> Self {
        self.rule.target_element_type = Some(element.into());
        self
    }

    /// Lets broadcast operands keep their encodings, which are no bounds.
    pub fn keep_encodings(mut self) -> Self {
        self.rule.keep_encodings = true;
        self
    }

    /// Requires the result and the operands that take part to have the same element type.
    pub fn same_element_type(mut self) -> Self {
        self.rule.same_element_type = true;
        self
    }

    /// Marks the rule, and all others of its table for the same op, as replacements for those of
    /// earlier tables.
    pub fn replace(mut self) -> Self {
        self.rule.replace = true;
        self
    }

    /// Builds the rule.
    ///
    /// # Errors
    ///
    /// Fails if the rule contradicts itself.
    pub fn build(self) -> Result<Rule, RuleErrors> {
        RuleErrors::check(check::check_rule(&self.rule))?;
        Ok(self.rule)
    }
}
