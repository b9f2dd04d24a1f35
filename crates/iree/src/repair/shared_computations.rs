//! What loops and branches compute that is computed outside of them, too.
//!
//! IREE merges equal ops, in and outside of loops and branches, and uses what a loop starts with
//! where the loop does not change it. So a tensor that seems to be computed in a loop might be one
//! that is computed before it and used in it, which has to be of a multiple of 64 bytes (see
//! `carried_tensors.rs`). Merging the ops before that is decided leaves IREE none to merge.

use crate::{
    model::{
        computation_key::{ComputationKey, Firsts},
        passed::transfers,
    },
    ops::*,
    prelude::*,
    scoped_map::{ScopeChange, Scoped, ScopedMap},
};
use std::hash::Hash;

pub static ROW: Row = Row {
    name: "shared-computations",
    ops: &CONTROL,
    when: "loops and branches that compute what is computed before them",
    becomes: "uses of what is computed before them",
    why: "IREE merges the two after tensors have become those of `carried-tensors`, and reads \
           the memory of other tensors.",
    action: Program(share),
};

/// Makes the ops of loops and branches use what is computed before these.
fn share(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    for operation in ir::find_ops(root, is_control) {
        use_inits(operation);
    }
    visit_in_scopes(root, &mut |scopes, operation| {
        let Some(key) = ComputationKey::of(operation, &Firsts::default()) else {
            return;
        };
        match scopes.get(&key) {
            None => scopes.insert(key, operation),
            Some((equal, depth)) if depth < scopes.depth => {
                changes.add(ChangeKind::Rewritten, operation);
                replace_by(operation, equal);
            }
            Some(_) => {}
        }
    });
    Ok(())
}

/// Calls `visit` with each op of functions, in order, except for loops, branches, and ops in the regions of other
/// ops. It may erase the op.
pub fn visit_in_scopes<'a, K: Eq + Hash>(
    root: OpRef<'a>,
    visit: &mut impl FnMut(&mut Scopes<'a, K>, OpRef<'a>),
) {
    let mut scopes = Scopes {
        values: ScopedMap::new(),
        depth: 0,
    };
    for function in ir::functions(root) {
        for region in function.regions() {
            let mut block = region.first_block();
            while let Some(own) = block {
                block = own.next_in_region();
                scopes.values.scope(ScopeChange::EnterIsolated);
                scopes.block(own, visit);
                scopes.values.scope(ScopeChange::ExitIsolated);
            }
        }
    }
}

/// Makes the uses of an op's results uses of those of an equal one.
pub fn replace_by<'a>(operation: OpRef<'a>, equal: OpRef<'a>) {
    for (own, other) in operation.results().zip(equal.results()) {
        ir::replace_uses(own.into(), other.into());
    }
    ir::erase(operation);
}

/// The ops in the blocks around the current position.
pub struct Scopes<'a, K> {
    /// The ops, with the number of loops and branches around each.
    values: ScopedMap<K, (OpRef<'a>, usize)>,
    /// How many loops and branches are around the current position.
    depth: usize,
}

impl<'a, K: Eq + Hash> Scopes<'a, K> {
    /// Returns the op with a key, and how many loops and branches are around it.
    pub fn get(&self, key: &K) -> Option<(OpRef<'a>, usize)> {
        self.values.get(key).copied()
    }

    /// Adds an op, which is at the current position; there is none with this key so far.
    pub fn insert(&mut self, key: K, operation: OpRef<'a>) {
        self.values.insert(key, (operation, self.depth));
    }

    fn block(&mut self, block: BlockRef<'a>, visit: &mut impl FnMut(&mut Self, OpRef<'a>)) {
        let mut next = block.first_operation();
        while let Some(operation) = next {
            next = operation.next_in_block();
            if !is_control(operation) {
                visit(self, operation);
                continue;
            }
            self.depth += 1;
            for block in blocks_in(operation) {
                self.values.scope(ScopeChange::Enter);
                self.block(block, visit);
                self.values.scope(ScopeChange::Exit);
            }
            self.depth -= 1;
        }
    }
}

/// Makes the uses of values that a loop does not change uses of the values that it starts with,
/// as IREE does.
fn use_inits<'a>(operation: OpRef<'a>) -> Option<()> {
    require(ir::is_named(operation, stablehlo::WHILE) || ir::is_named(operation, scf::FOR))?;
    for passed in transfers(operation)? {
        let [(_, start), (end, next)] = *passed.from else {
            return None;
        };
        let init: Value<'a> = ir::operand(operation, start)?;
        // Behind it is the loop's result.
        let own = *passed.to.iter().rev().nth(1)?;
        let is_same = passed.to.iter().all(|it| it.r#type() == init.r#type());
        if is_same && ir::operand(end, next) == Some(own) {
            for value in passed.to {
                ir::replace_uses(value, init);
            }
            ir::set_operand(end, next, own);
        }
    }
    Some(())
}
