//! A rule whose texts have been parsed in a context.

use super::{Rules, hook::LoweringHook};
use crate::{
    ir,
    rule::{Number, Rule, RuleError, RuleProblem, RuleTable, StepElementType, StepOperand, Target},
    suggest::Suggestions,
};
use melior::{
    Context,
    ir::{Attribute, AttributeLike, Identifier, Type},
};
use std::rc::Rc;

/// A rule whose attributes have been parsed.
#[derive(Clone)]
pub struct ResolvedRule<'c, 'r> {
    /// The rule.
    pub rule: &'r Rule,
    /// Its position among the rules for the op.
    pub index: usize,
    /// Whether operands that are constants decide which of the op's rules is used, or what it
    /// becomes.
    pub depends_on_constants: bool,
    /// The values that operands must have.
    pub required_operands: Vec<(usize, Required<'c, 'r>)>,
    /// The operands whose values are numbers in steps.
    pub number_operands: Vec<usize>,
    /// The attributes that the target op gets.
    pub set: Vec<(Identifier<'c>, Attribute<'c>)>,
    /// For each attribute that gets another value, its name and the new values.
    maps: Vec<(&'r str, Vec<MapEntry<'c, 'r>>)>,
    /// The required values of the source op's attributes.
    pub requirements: Vec<Requirement<'c, 'r>>,
    /// The element type of the target op's result, if it is not that of the source op's result.
    pub target_element: Option<Type<'c>>,
    /// The steps, if the target is a sequence.
    pub steps: Vec<ResolvedStep<'c>>,
    /// The hook that creates the result, if the target is not an op.
    pub hook: Option<&'r LoweringHook>,
    /// The table that the rule is in.
    pub table: &'r RuleTable,
}

/// A step whose attributes and types have been parsed.
#[derive(Clone)]
pub struct ResolvedStep<'c> {
    /// The attributes that it has in any case.
    pub set: Vec<(Identifier<'c>, Attribute<'c>)>,
    /// The element type that the rule gives it.
    pub element: Option<ResolvedElement<'c>>,
    /// For each operand, the element type that the rule gives it, a constant.
    pub constants: Vec<Option<ResolvedElement<'c>>>,
}

/// The element type of a step or of a constant.
#[derive(Clone, Copy)]
pub enum ResolvedElement<'c> {
    /// A type.
    Type(Type<'c>),
    /// The element type of an operand of the source op.
    Operand(usize),
}

/// A key of a map, and the value that it stands for.
type MapEntry<'c, 'r> = (&'r str, Attribute<'c>);

/// The text for the value of an operand that is absent.
pub const ABSENT: &str = "none";

/// The value that an operand must have, with its text.
#[derive(Clone)]
pub struct Required<'c, 'r> {
    /// The text in the rule.
    pub text: &'r str,
    /// The value.
    pub value: RequiredValue<'c>,
}

/// The value that an operand must have.
#[derive(Clone, Copy)]
pub enum RequiredValue<'c> {
    /// The operand is absent.
    Absent,
    /// A number.
    Number(Number),
    /// Another value.
    Attribute(Attribute<'c>),
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

    /// Returns the value that an attribute of the source op gets when it is carried over.
    ///
    /// # Errors
    ///
    /// Fails with the values that `map` has for the attribute if the given one is none of them.
    pub fn map_value(
        &self,
        name: &str,
        value: Attribute<'c>,
    ) -> Result<Attribute<'c>, Vec<&'r str>> {
        let Some((_, entries)) = self.maps.iter().find(|(mapped, _)| *mapped == name) else {
            return Ok(value);
        };
        let printed = ir::attribute_text(value);
        let contents = ir::string_value(value).filter(|_| value.is_string());
        let is_meant = |key: &str| key == printed || contents == Some(key);
        match entries.iter().find(|(key, _)| is_meant(key)) {
            Some(&(_, value)) => Ok(value),
            None => Err(entries.iter().map(|&(key, _)| key).collect()),
        }
    }

    /// Returns the names of the attributes that get other values.
    pub fn mapped_names(&self) -> impl Iterator<Item = &'r str> {
        self.maps.iter().map(|&(name, _)| name)
    }

    /// Resolves the rules for an op, in order.
    ///
    /// # Errors
    ///
    /// Fails only if [`Rules::check`] finds an error, too.
    pub fn all(
        context: &'c Context,
        rules: &'r Rules,
        of_op: &'r [Rule],
    ) -> Result<Rc<[Rc<Self>]>, RuleError> {
        let has_constants = of_op.iter().any(|rule| !rule.require_operands.is_empty());
        let has_numbers = of_op.iter().any(|rule| !rule.number_operands().is_empty());
        let resolved = of_op.iter().enumerate().map(|(index, rule)| {
            Ok(Rc::new(Self {
                index,
                depends_on_constants: has_numbers || has_constants && of_op.len() > 1,
                ..Self::new(context, rules, rule)?
            }))
        });
        resolved.collect()
    }

    fn new(context: &'c Context, rules: &'r Rules, rule: &'r Rule) -> Result<Self, RuleError> {
        let parse = |key: &'static str, name: &str, text: &str| {
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
            Target::Keep => None,
            Target::Sequence(steps) => {
                for step in steps {
                    ir::load_dialect(context, ir::dialect_of(&step.op));
                }
                None
            }
            Target::Hook(name) => {
                Some(rules.hooks.get(name).map(|hook| &**hook).ok_or_else(|| {
                    let problem = RuleProblem::UnknownHook {
                        hook: name.clone(),
                        suggestions: Suggestions::default(),
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
        let mut maps = vec![];
        for (name, values) in &rule.map {
            let values = values.iter().map(|(value, text)| {
                let entry = format!("{name}.{value}");
                Ok((value.as_str(), parse("map", &entry, text)?))
            });
            maps.push((name.as_str(), values.collect::<Result<_, _>>()?));
        }
        let required_operands = rule.require_operands.iter().map(|(&operand, text)| {
            let value = match Number::parse(text) {
                _ if text == ABSENT => RequiredValue::Absent,
                Some(number) => RequiredValue::Number(number),
                None => {
                    let name = operand.to_string();
                    RequiredValue::Attribute(parse("require_operands", &name, text)?)
                }
            };
            Ok((operand, Required { text, value }))
        });
        let target_element = rule.target_element_type.as_ref().map(|text| {
            Type::parse(context, text).ok_or_else(|| {
                let (key, found) = ("target_element_type", text.clone());
                rule.error_at(key, RuleProblem::ElementType { key, found })
            })
        });
        Ok(Self {
            rule,
            index: 0,
            depends_on_constants: false,
            required_operands: required_operands.collect::<Result<_, _>>()?,
            number_operands: rule.number_operands().into_iter().collect(),
            set,
            maps,
            requirements,
            steps: resolve_steps(context, rule)?,
            target_element: target_element.transpose()?,
            hook,
            table: &rules.table,
        })
    }
}

fn resolve_steps<'c>(
    context: &'c Context,
    rule: &Rule,
) -> Result<Vec<ResolvedStep<'c>>, RuleError> {
    let resolve = |place: &str, element: &Option<StepElementType>| match element {
        None => Ok(None),
        Some(StepElementType::Operand(index)) => Ok(Some(ResolvedElement::Operand(*index))),
        Some(StepElementType::Type(text)) => match Type::parse(context, text) {
            Some(element) => Ok(Some(ResolvedElement::Type(element))),
            None => {
                let (key, found) = ("element_type", text.clone());
                Err(rule.error_at(place, RuleProblem::ElementType { key, found }))
            }
        },
    };
    let steps = rule.steps().iter().enumerate().map(|(index, step)| {
        let place = format!("sequence.{index}.op");
        let set = step.set.iter().map(|(name, text)| {
            let value = Attribute::parse(context, text).ok_or_else(|| {
                let problem = RuleProblem::Attribute {
                    key: "set",
                    attribute: name.clone(),
                    text: text.clone(),
                    reason: "it does not parse".into(),
                };
                rule.error_at(&place, problem)
            });
            Ok((Identifier::new(context, name), value?))
        });
        let constants = step.operands.iter().map(|operand| match operand {
            StepOperand::Constant(constant) => resolve(&place, &constant.element_type),
            StepOperand::Operand(_) | StepOperand::Step(_) => Ok(None),
        });
        Ok(ResolvedStep {
            set: set.collect::<Result<_, RuleError>>()?,
            element: resolve(&place, &step.element_type)?,
            constants: constants.collect::<Result<_, _>>()?,
        })
    });
    steps.collect()
}
