//! Private symbols that nothing uses.

use crate::ir;
use melior::ir::{OperationRef, operation::OperationLike};
use rustc_hash::{FxHashMap, FxHashSet};

/// Returns the addresses of the private functions and other symbols in a module that its other ops do
/// not use, not even through each other; none if unregistered ops may use them.
pub fn unused_symbols<'c: 'a, 'a>(module: OperationRef<'c, 'a>) -> FxHashSet<usize> {
    let operations = ir::operations(module);
    let is_private = |operation: &OperationRef<'_, '_>| {
        ir::string(*operation, "sym_visibility") == Some("private")
            && ir::string(*operation, "sym_name").is_some()
    };
    let private = operations.iter().copied().filter(is_private);
    let mut unused = private.map(ir::address).collect::<FxHashSet<_>>();
    if unused.is_empty() {
        return unused;
    }
    let Some(uses) = ir::symbol_uses(module) else {
        return FxHashSet::default();
    };
    let mut names = FxHashMap::default();
    for &operation in &operations {
        names.extend(ir::string(operation, "sym_name").map(|name| (name, operation)));
    }
    let mut used_by = FxHashMap::<usize, Vec<usize>>::default();
    let mut pending = vec![];
    for (name, user) in &uses {
        let Some(&symbol) = names.get(name.as_str()) else {
            continue;
        };
        let user = symbol
            .block()
            .and_then(|block| ir::ancestor_in(block, *user));
        match user.map(ir::address).filter(|user| unused.contains(user)) {
            Some(user) => used_by.entry(user).or_default().push(ir::address(symbol)),
            None => pending.push(ir::address(symbol)),
        }
    }
    while let Some(symbol) = pending.pop() {
        if unused.remove(&symbol) {
            pending.extend(used_by.remove(&symbol).into_iter().flatten());
        }
    }
    unused
}
