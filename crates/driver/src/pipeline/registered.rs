//! Rule tables and hooks that a program registers, as it registers passes.

use crate::{
    lower::{HookError, HookRequest, LoweringHook, Rules},
    rule::{BuiltInTable, RuleErrors, RuleTable},
};
use melior::ir::Value;
use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
};

static TABLES: RwLock<BTreeMap<String, RuleTable>> = RwLock::new(BTreeMap::new());
static HOOKS: RwLock<BTreeMap<String, Arc<LoweringHook>>> = RwLock::new(BTreeMap::new());

/// An error in registering a rule table.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RegisterError {
    /// Options cannot use the name for it.
    #[error("a rule table cannot be registered as `{name}`: {}", reserved(name))]
    Name {
        /// The name.
        name: String,
    },
    /// Rules are invalid.
    #[error(transparent)]
    Rules(#[from] RuleErrors),
}

fn reserved(name: &str) -> &'static str {
    match name.is_empty() {
        true => "options name tables, so it needs a name",
        false => "a built-in table has this name",
    }
}

/// Registers a rule table in TOML, which all pipelines name as they name a built-in one: `rules=mine`. A table that was
/// registered by this name before is replaced.
///
/// ```
/// # use bcast_lower_driver as bcast_lower;
/// use bcast_lower::pipeline::{RuleSelection, register_rule_table};
///
/// register_rule_table("mine", "[[rule]]\nsource = 'nn.add'\ntarget = 'stablehlo.add'")?;
/// let selection = RuleSelection { tables: vec!["mine".into()], only: true };
/// assert_eq!(selection.load().unwrap().table().iter().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails with all errors in the table, or if the name is empty or that of a built-in table. Nothing is registered then.
pub fn register_rule_table(name: &str, text: &str) -> Result<(), RegisterError> {
    if name.is_empty() || BuiltInTable::from_name(name).is_some() {
        return Err(RegisterError::Name { name: name.into() });
    }
    let table = RuleTable::parse(name, text)?;
    let mut tables = TABLES.write().unwrap_or_else(PoisonError::into_inner);
    tables.insert(name.into(), table);
    Ok(())
}

/// Registers a hook, which rules of all tables name. [`Rules::with_hook`](crate::lower::Rules::with_hook) says what it does.
pub fn register_hook<F>(name: &str, hook: F)
where
    F: for<'c, 'a> Fn(&HookRequest<'c, 'a>) -> Result<Value<'c, 'a>, HookError>
        + Send
        + Sync
        + 'static,
{
    let mut hooks = HOOKS.write().unwrap_or_else(PoisonError::into_inner);
    hooks.insert(name.into(), Arc::new(hook));
}

/// Returns the table that is registered by a name.
pub(super) fn registered_table(name: &str) -> Option<RuleTable> {
    let tables = TABLES.read().unwrap_or_else(PoisonError::into_inner);
    tables.get(name).cloned()
}

/// Adds the registered hooks to rules.
pub(super) fn with_registered_hooks(rules: Rules) -> Rules {
    let hooks = HOOKS.read().unwrap_or_else(PoisonError::into_inner);
    let hooks = hooks.iter();
    hooks.fold(rules, |rules, (name, hook)| {
        let hook = hook.clone();
        rules.with_hook(name, move |request| hook(request))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_options_cannot_name_are_not_registered() {
        let table = "[[rule]]\nsource = 'nn.add'\ntarget = 'stablehlo.add'";
        for (name, reason) in [
            ("", "options name tables, so it needs a name"),
            ("tosa", "a built-in table has this name"),
        ] {
            let error = register_rule_table(name, table).expect_err("it cannot be used");
            let expected = format!("a rule table cannot be registered as `{name}`: {reason}");
            assert_eq!(error.to_string(), expected);
        }
        assert!(registered_table("tosa").is_none());
    }
}
