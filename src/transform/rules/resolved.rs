//! A rule whose texts have been parsed in a context.

use super::{Rules, hook::LoweringHook};
use crate::{
    ir,
    rule::{Rule, RuleError, RuleProblem, Target},
};
use melior::{
    Context,
    ir::{Attribute, Identifier},
};

/// A rule whose attributes have been parsed.
#[derive(Clone)]
pub struct ResolvedRule<'c, 'r> {
    /// The rule.
    pub rule: &'r Rule,
    /// The attributes that the target op gets.
    pub set: Vec<(Identifier<'c>, Attribute<'c>)>,
    /// The required values of the source op's attributes.
    pub requirements: Vec<Requirement<'c, 'r>>,
    /// The hook that creates the result, if the target is not an op.
    pub hook: Option<&'r LoweringHook>,
}

/// The value that an attribute of the source op must have.
#[derive(Clone)]
pub struct Requirement<'c, 'r> {
    /// The attribute's name.
    pub name: &'r str,
    /// Its value.
    pub value: Attribute<'c>,
    /// Whether the attribute may be absent.
    pub is_optional: bool,
}

impl<'c, 'r> ResolvedRule<'c, 'r> {
    /// Returns the same rule with another hook.
    pub fn with_other_hook(&self, hook: &'r LoweringHook) -> Self {
        Self {
            hook: Some(hook),
            ..self.clone()
        }
    }

    /// Resolves a rule.
    ///
    /// # Errors
    ///
    /// Fails only if [`Rules::check`] finds an error, too.
    pub fn new(context: &'c Context, rules: &'r Rules, rule: &'r Rule) -> Result<Self, RuleError> {
        let parse = |key: &'static str, name: &'r str, text: &str| {
            Attribute::parse(context, text).ok_or_else(|| {
                let problem = RuleProblem::Attribute {
                    key,
                    attribute: name.into(),
                    text: text.into(),
                    reason: "it does not parse".into(),
                };
                rule.error_at(&format!("{key}.{name}"), problem)
            })
        };
        let hook = match &rule.target {
            Target::Op(op) => {
                ir::load_dialect(context, ir::dialect_of(op));
                None
            }
            Target::Hook(name) => {
                Some(rules.hooks.get(name).map(|hook| &**hook).ok_or_else(|| {
                    let problem = RuleProblem::UnknownHook {
                        hook: name.clone(),
                        suggestion: None,
                    };
                    rule.error_at("hook", problem)
                })?)
            }
        };
        let set = rule.set.iter().map(|(name, text)| {
            let name: &str = name;
            Ok((Identifier::new(context, name), parse("set", name, text)?))
        });
        let set = set.collect::<Result<_, _>>()?;
        let mut requirements = vec![];
        for (key, texts, is_optional) in [
            ("require", &rule.require, false),
            ("require_if_present", &rule.require_if_present, true),
        ] {
            for (name, text) in texts {
                requirements.push(Requirement {
                    name,
                    value: parse(key, name, text)?,
                    is_optional,
                });
            }
        }
        Ok(Self {
            rule,
            set,
            requirements,
            hook,
        })
    }
}
