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
/// Fails with all errors in the table. Nothing is registered then.
pub fn register_rule_table(name: &str, text: &str) -> Result<(), RuleErrors> {
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

/// Returns the table that is registered by a name; a built-in one comes before.
pub(super) fn registered_table(name: &str) -> Option<RuleTable> {
    if BuiltInTable::from_name(name).is_some() {
        return None;
    }
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
