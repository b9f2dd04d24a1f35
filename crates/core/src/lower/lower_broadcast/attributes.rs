//! The attributes of target ops.

use super::unsupported::Unsupported;
use crate::{
    ir,
    lower::{broadcastable::BroadcastableOp, requirements},
    rule::{Rule, SHARDING},
};
use melior::{
    Context,
    ir::{Attribute, Identifier, operation::OperationLike},
};

/// Returns the attributes that the target op gets by the rule.
///
/// # Errors
///
/// Fails if properties have no names, if two attributes get the same name, if the target's
/// dialect has no equivalent of one, or if the target does not accept one.
pub fn attributes<'c>(
    op: &BroadcastableOp<'c, '_, '_>,
) -> Result<Vec<(Identifier<'c>, Attribute<'c>)>, Unsupported> {
    let rule = op.rule.rule;
    let mut attributes = vec![];
    for (identifier, attribute) in ir::named_attributes(op.operation) {
        let name = ir::name_str(identifier).unwrap_or_default();
        let Some(carried) = rule.carried_name(name) else {
            continue;
        };
        if ir::SHARDING_OF_OPERANDS.contains(&name) || !is_used(rule, carried) {
            continue;
        }
        if name.is_empty() {
            return Err(Unsupported::Properties {
                found: ir::attribute_text(attribute),
            });
        }
        if rule.set.contains_key(carried) {
            continue;
        }
        let is_taken = carried != name
            && rule.carried_name(carried) == Some(carried)
            && op.operation.has_attribute(carried);
        if is_taken {
            return Err(Unsupported::SameName {
                name: name.into(),
                carried: carried.into(),
            });
        }
        let attribute = match rule.dialect.get(name) {
            None => requirements::map_value(&op.rule, name, attribute)?,
            Some(dialect) => ir::with_context(op.operation, |context| {
                change_dialect(context, attribute, dialect)
            })
            .ok_or_else(|| Unsupported::Attribute {
                name: name.into(),
                found: ir::attribute_text(attribute),
                dialect: dialect.clone(),
            })?,
        };
        let identifier = match carried == name {
            true => identifier,
            false => ir::with_context(op.operation, |context| Identifier::new(context, carried)),
        };
        attributes.push((identifier, attribute));
    }
    attributes.extend_from_slice(&op.rule.set);
    if let Some(target) = rule.target_op() {
        check_target(op, target, &attributes)?;
    }
    Ok(attributes)
}

/// Returns whether the target uses an attribute that is carried over under this name.
fn is_used(rule: &Rule, carried: &str) -> bool {
    let mut steps = rule.steps().iter();
    rule.steps().is_empty() || carried == SHARDING || steps.any(|step| step.carry.contains(carried))
}

/// Checks that an op of the target accepts its attributes.
///
/// # Errors
///
/// Fails if it does not accept one.
pub fn check_target<'c>(
    op: &BroadcastableOp<'c, '_, '_>,
    target: &str,
    attributes: &[(Identifier<'c>, Attribute<'c>)],
) -> Result<(), Unsupported> {
    for &(identifier, attribute) in attributes {
        let name = ir::name_str(identifier).unwrap_or_default();
        ir::with_context(op.operation, |context| {
            ir::check_attribute(context, target, name, attribute)
        })
        .map_err(|constraint| Unsupported::TargetAttribute {
            name: name.into(),
            found: ir::attribute_text(attribute),
            target: target.into(),
            constraint,
        })?;
    }
    Ok(())
}

/// Returns the equivalent attribute in another dialect: `#chlo<comparison_direction EQ>` =>
/// `#stablehlo<comparison_direction EQ>`.
fn change_dialect<'c>(
    context: &'c Context,
    attribute: Attribute<'c>,
    dialect: &str,
) -> Option<Attribute<'c>> {
    let text = ir::attribute_text(attribute);
    let begin = text.find(['<', '.']).filter(|_| text.starts_with('#'))?;
    Attribute::parse(context, &format!("#{dialect}{}", &text[begin..]))
}
