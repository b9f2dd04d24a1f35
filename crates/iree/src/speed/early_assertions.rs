//! Assertions at the beginning of their blocks.
//!
//! IREE executes what is before an assertion, waits, and then executes what is behind it. In front of all tensors an
//! assertion divides nothing, keeps nothing (`carried_tensors.rs` copies what is used behind it if the function has loops),
//! and a call that fails it computes nothing.
//!
//! So the condition is computed from what is known there: a size of a computed tensor from the sizes of what it
//! is computed from. The assertions of a block keep their order, also with those in loops and branches. Of one
//! that depends on computed elements, and of those behind it, the place is behind the op that computes them.
//!
//! In a block with loops or branches they stay: by what they check, the passes behind this one would share more tensors with
//! these, for which rows have to do something.

use crate::{
    analysis::IntegerValues,
    build::{Scalars, Sources, emit_at, is_of_scalars},
    dialect::{cf, func},
    ops::{is_control, is_of_same_bits},
    prelude::*,
};

/// Assertions behind ops that compute tensors.
pub static ROW: Row = Row {
    name: "early-assertions",
    ops: &[cf::ASSERT],
    when: "behind ops that compute tensors, if its condition follows from sizes, or from what is computed \
           before these, in a function, iteration or branch without loops and branches",
    becomes: "one in front of them",
    why: "IREE waits for what is before it, and needs copies of what is used behind it if the function has loops.",
    example: include_str!("../examples/early-assertions.mlir"),
    action: Program(|root, _| move_assertions(root)),
};

/// Moves the assertions in and below `root` in front of the ops that compute tensors. An assertion that is moved
/// is no change: it checks the same.
fn move_assertions(root: OperationRef<'_, '_>) -> Result<(), Failed> {
    let assertions = ir::find_ops(root, |operation| ir::is_named(operation, cf::ASSERT));
    if assertions.is_empty() {
        return Ok(());
    }
    let mut asserting = FxHashSet::default();
    for assertion in assertions {
        let mut parent = assertion.parent_operation();
        while let Some(operation) = parent.filter(|&it| asserting.insert(ir::address(it))) {
            parent = operation.parent_operation();
        }
    }
    ir::with_context(root, |context| {
        let mut emitter = create_emitter(context, root)?;
        let mut values = IntegerValues::default();
        ir::visit_reachable_ops(root, |operation| values.learn(operation));
        let mut sources = Sources::below(root);
        let branching = ir::find_ops(root, is_control).into_iter();
        let branching = branching.filter_map(|it| it.block());
        let branching = branching.map(|block| block.to_raw().ptr);
        let branching = branching.collect::<FxHashSet<_>>();
        // For each block, the first op that computes tensors, behind the last assertion that stays.
        let mut anchors = FxHashMap::default();
        for operation in ir::find_ops(root, |_| true) {
            let Some(block) = operation.block().map(|block| block.to_raw().ptr) else {
                continue;
            };
            if ir::is_named(operation, cf::ASSERT) {
                let Some(&anchor) = anchors.get(&block) else {
                    continue;
                };
                sources.set_anchor(anchor);
                let moved = move_assertion(&mut emitter, &mut values, &sources, operation, anchor);
                if moved.is_none() {
                    anchors.remove(&block);
                }
            } else if is_checking(operation)
                || asserting.contains(&ir::address(operation))
                || branching.contains(&block)
            {
                anchors.remove(&block);
            } else if !is_of_scalars(operation) && !is_of_same_bits(operation) {
                anchors.entry(block).or_insert(operation);
            }
        }
        Ok(())
    })
}

/// Returns whether an op may check something at run time in a place that is not seen.
fn is_checking(operation: OperationRef<'_, '_>) -> bool {
    [func::CALL, stablehlo::CUSTOM_CALL]
        .iter()
        .any(|name| ir::is_named(operation, name))
}

/// Moves an assertion in front of an op, and computes its condition there; `None` if it cannot be computed
/// there.
fn move_assertion<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    values: &mut IntegerValues,
    sources: &Sources<'c, 'a>,
    assertion: OperationRef<'c, 'a>,
    anchor: OperationRef<'c, 'a>,
) -> Option<()> {
    let condition = ir::operand(assertion, 0)?;
    let moved = emit_at(emitter, anchor, |emitter| {
        let mut condition_of = EarlyValues {
            emitter,
            values,
            sources,
            anchor,
            known: FxHashMap::default(),
        };
        condition_of
            .is_computable(condition)
            .then(|| condition_of.value(condition))?
    })?;
    ir::set_operand(assertion, 0, moved);
    ir::move_before(assertion, anchor);
    Some(())
}

/// Values computed in front of an op.
struct EarlyValues<'e, 'c, 'a> {
    emitter: &'e mut Emitter<'c, 'a>,
    values: &'e mut IntegerValues,
    sources: &'e Sources<'c, 'a>,
    anchor: OperationRef<'c, 'a>,
    known: FxHashMap<ValueKey, Value<'c, 'a>>,
}

impl<'c: 'a, 'a> EarlyValues<'_, 'c, 'a> {
    /// Returns whether a scalar can be computed in front of the anchor.
    fn is_computable(&mut self, value: Value<'c, 'a>) -> bool {
        ir::all_values(value, |value, pending| {
            let definition = ir::defining_op(value);
            if self.sources.is_known(value) {
                return true;
            }
            if let Some(definition) = definition.filter(|&it| is_arithmetic(it)) {
                pending.extend(definition.operands());
                return true;
            }
            let number = self.values.number(value);
            number.is_some_and(|number| self.scalars(value).is_computable(number))
        })
    }

    fn scalars(&mut self, value: Value<'c, 'a>) -> Scalars<'c, 'a, '_> {
        let is_index = value.r#type().is_index();
        Scalars::new(self.emitter, self.values, self.sources, is_index)
    }

    /// Returns a scalar that can be computed as it is known in front of the anchor. The ops of `arith` that compute it stay as they
    /// are: facts recognize the conditions of reshapes.
    fn value(&mut self, value: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
        if self.sources.is_known(value) {
            return Some(value);
        }
        let key = ValueKey::new(value);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let definition = ir::defining_op(value)?;
        let known = match is_arithmetic(definition) {
            true => self.copy(definition)?,
            false => {
                let number = self.values.number(value)?;
                self.scalars(value).emit(number)
            }
        };
        self.known.insert(key, known);
        Some(known)
    }

    fn copy(&mut self, definition: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
        let operands = definition.operands().map(|operand| self.value(operand));
        let operands = operands.collect::<Option<Vec<_>>>()?;
        let copy = ir::insert_copy(definition)?;
        for (index, operand) in operands.into_iter().enumerate() {
            ir::set_operand(copy, index, operand);
        }
        ir::move_before(copy, self.anchor);
        ir::result(copy, 0)
    }
}

/// Returns whether an op computes a scalar from scalars.
fn is_arithmetic(operation: OperationRef<'_, '_>) -> bool {
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let mut results = operation.results();
    name.starts_with("arith.") && results.all(|it| !it.r#type().is_ranked_tensor())
}
