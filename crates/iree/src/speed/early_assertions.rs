//! Assertions at the beginning of their blocks.
//!
//! IREE executes what is before an assertion, waits, and then executes what is behind it. In front of all tensors an
//! assertion divides nothing, keeps nothing (`carried_tensors.rs` copies what is used behind it if the function has loops),
//! and a call that fails it computes nothing.
//!
//! There, the condition is computed without the tensors: the size of a computed tensor follows from the sizes of its
//! operands. Assertions are not reordered, nor moved over a loop, branch or call that may check something. One that
//! depends on elements of a computed tensor stays, and those after it are not moved over it.
//!
//! In a block with loops or branches assertions stay. An earlier assertion would let the passes after
//! `legalize-for-iree` use one tensor inside and outside of a branch, too late for the rows that such a tensor needs.

use crate::{
    build::{Scalarizer, is_of_scalars},
    ops::{is_any_of, is_control, is_of_same_bits},
    prelude::*,
    symbol::integer::Integer,
};

pub static ROW: Row = Row {
    name: "early-assertions",
    ops: &[cf::ASSERT],
    when: "behind ops that compute tensors, if its condition follows from sizes, or from what is computed \
           before these, in a function, iteration or branch without loops and branches",
    becomes: "one in front of them",
    why: "IREE waits for what is before it, and needs copies of what is used behind it if the function has loops.",
    action: Program(|root, _| move_assertions(root)),
};

/// Moves the assertions in and below `root` in front of the ops that compute tensors. An assertion that is moved
/// is no change: it checks the same.
fn move_assertions(root: OpRef<'_>) -> Result<(), Failed> {
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
        let mut scalarizer = Scalarizer::new(context, root)?;
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
                if move_assertion(&mut scalarizer, operation, anchor).is_none() {
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
fn is_checking(operation: OpRef<'_>) -> bool {
    is_any_of(operation, &[func::CALL, stablehlo::CUSTOM_CALL])
}

/// Moves an assertion in front of an op; `None` if its condition cannot be computed there.
fn move_assertion<'a>(
    scalarizer: &mut Scalarizer<'a>,
    assertion: OpRef<'a>,
    anchor: OpRef<'a>,
) -> Option<()> {
    let condition = ir::operand(assertion, 0)?;
    scalarizer.sources.set_anchor(anchor);
    scalarizer.emitter.enter_isolated();
    scalarizer.emitter.set_anchor(anchor);
    let computed = Computed::of(scalarizer, condition);
    let moved = computed.and_then(|it| it.emit(scalarizer, anchor, condition));
    scalarizer.emitter.exit_isolated();
    ir::set_operand(assertion, 0, moved?);
    ir::move_before(assertion, anchor);
    Some(())
}

/// What computes a scalar from values that are known in front of an op.
struct Computed<'a> {
    /// Ops of `arith`, which stay as they are: facts recognize the conditions of reshapes by them.
    arithmetic: Vec<OpRef<'a>>,
    /// Sizes and elements, as numbers.
    numbers: Vec<(Value<'a>, Integer)>,
}

impl<'a> Computed<'a> {
    /// Returns what computes a scalar; `None` if it depends on what is not known there.
    fn of(scalarizer: &mut Scalarizer<'a>, scalar: Value<'a>) -> Option<Self> {
        let mut computed = Self {
            arithmetic: vec![],
            numbers: vec![],
        };
        let is_computable = ir::all_values(scalar, |value, pending| {
            if scalarizer.sources.is_known(value) {
                return true;
            }
            let definition = ir::defining_op(value);
            if let Some(definition) = definition.filter(|&it| is_arithmetic(it)) {
                pending.extend(definition.operands());
                computed.arithmetic.push(definition);
                return true;
            }
            scalarizer.values.number(value).is_some_and(|number| {
                computed.numbers.push((value, number));
                scalarizer.scalars(false).is_computable(number)
            })
        });
        scalarizer.sources.sort(&mut computed.arithmetic);
        is_computable.then_some(computed)
    }

    /// Emits the scalar in front of the anchor.
    fn emit(
        self,
        scalarizer: &mut Scalarizer<'a>,
        anchor: OpRef<'a>,
        scalar: Value<'a>,
    ) -> Option<Value<'a>> {
        let mut emitted = FxHashMap::default();
        for (value, number) in self.numbers {
            let is_index = value.r#type().is_index();
            let number = scalarizer.scalars(is_index).emit(number);
            emitted.insert(ValueKey::new(value), number);
        }
        for definition in self.arithmetic {
            let copy = ir::insert_copy(definition)?;
            for (index, operand) in definition.operands().enumerate() {
                if let Some(&operand) = emitted.get(&ValueKey::new(operand)) {
                    ir::set_operand(copy, index, operand);
                }
            }
            ir::move_before(copy, anchor);
            let results = definition.results().zip(copy.results());
            emitted.extend(results.map(|(old, new)| (ValueKey::new(old.into()), new.into())));
        }
        let moved = emitted.get(&ValueKey::new(scalar)).copied();
        Some(moved.unwrap_or(scalar))
    }
}

/// Returns whether an op computes a scalar from scalars.
fn is_arithmetic(operation: OpRef<'_>) -> bool {
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let mut results = operation.results();
    name.starts_with("arith.") && results.all(|it| !it.r#type().is_ranked_tensor())
}
