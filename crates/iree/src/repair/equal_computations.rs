//! Ops that compute what an earlier op computes.
//!
//! Some differ in attributes of other dialects or in the order of operands, or become equal only by folds that
//! IREE applies inside a kernel. Such a kernel returns the same tensor twice. IREE then removes the second result, but
//! its uses get the kernel's first result, which may be another tensor
//! (`dropUnusedAndRedundantDispatchRegionResults` in its `FlowOps.cpp`). Some of these kernels do not compile.
//!
//! IREE merges the others, also those in a loop or branch with those in front of it, and uses what a loop starts with
//! where the loop does not change it. So a tensor that seems to be computed in a loop might be one that is computed
//! before it and used in it. Such a tensor must occupy a multiple of 64 bytes, which `carried_tensors.rs` ensures. Equal
//! ops are therefore merged before `carried_tensors.rs` looks for such tensors.
//!
//! A difference of an integer and itself, or their comparison, IREE folds to a constant, which it rejects if its size is
//! unknown.

use crate::{
    build::*,
    model::{
        computation_key::{ComputationKey, ignored_attributes},
        passed::transfers,
    },
    ops::*,
    prelude::*,
    scoped_map::{ScopeChange, Scoped, ScopedMap},
};

pub static ROW: Row = Row {
    name: "equal-computations",
    ops: &["stablehlo.*", scf::FOR],
    when: "that compute the same as an earlier op, also in front of a loop or branch around them, or with other attributes \
           of dialects such as `mhlo`, or their operands in another order; loops that do not change a value; a `select` of a `select` by the same truth values; integer ops that undo one \
           another, such as `x + y - y`, and two negations; choices between a value and itself; and, of unknown size only, \
           `x - x` and comparisons of `x` with `x`, unless they are of floats; also on static shapes",
    becomes: "uses of the earlier op, which gets the attributes that it lacks, or of the value, or of what a loop starts \
              with, or a fill",
    why: "If a kernel computes two such ops, IREE removes the second result and may replace its uses by an unrelated \
          tensor (`dropUnusedAndRedundantDispatchRegionResults` in its `FlowOps.cpp`), or rejects the kernel. IREE merges \
          an op in a loop with an equal one in front of it, too, but after `carried-tensors` has chosen which tensors to \
          pad for the loop, which then reads the memory of other tensors. It folds `x - x` to a constant, and rejects a \
          constant of unknown size.",
    action: Program(merge),
};

/// Replaces ops by earlier ones that compute the same.
fn merge(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    for operation in ir::find_ops(root, is_control) {
        use_inits(operation);
    }
    visit_in_scopes(root, &mut |ops, operation| {
        if let Some(value) = folded(operation)
            && let Some(own) = ir::result(operation, 0)
        {
            ir::replace_uses(own, value);
            changes.add(ChangeKind::Rewritten, operation);
            ir::erase(operation);
            return;
        }
        if simplify(operation) {
            changes.add(ChangeKind::Rewritten, operation);
        }
        let Some(key) = ComputationKey::of(operation) else {
            return;
        };
        let Some(&equal) = ops.get(&key) else {
            ops.insert(key, operation);
            return;
        };
        changes.add(ChangeKind::Rewritten, operation);
        for (name, attribute) in ignored_attributes(operation) {
            if !equal.has_attribute(name) {
                ir::set_attribute(equal, name, attribute);
            }
        }
        for (own, other) in operation.results().zip(equal.results()) {
            ir::replace_uses(own.into(), other.into());
        }
        ir::erase(operation);
    });
    fill_known(root, changes)
}

/// The ops in the blocks around the current position.
type Scopes<'a> = ScopedMap<ComputationKey, OpRef<'a>>;

/// Calls `visit` with each op of functions, in order, except for loops, branches, and ops in the regions of other
/// ops. It may erase the op.
fn visit_in_scopes<'a>(root: OpRef<'a>, visit: &mut impl FnMut(&mut Scopes<'a>, OpRef<'a>)) {
    let mut scopes = Scopes::new();
    for function in ir::functions(root) {
        for region in function.regions() {
            let mut block = region.first_block();
            while let Some(own) = block {
                block = own.next_in_region();
                scopes.scope(ScopeChange::EnterIsolated);
                visit_block(&mut scopes, own, visit);
                scopes.scope(ScopeChange::ExitIsolated);
            }
        }
    }
}

fn visit_block<'a>(
    scopes: &mut Scopes<'a>,
    block: BlockRef<'a>,
    visit: &mut impl FnMut(&mut Scopes<'a>, OpRef<'a>),
) {
    let mut next = block.first_operation();
    while let Some(operation) = next {
        next = operation.next_in_block();
        if !is_control(operation) {
            visit(scopes, operation);
            continue;
        }
        for block in blocks_in(operation) {
            scopes.scope(ScopeChange::Enter);
            visit_block(scopes, block, visit);
            scopes.scope(ScopeChange::Exit);
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

/// Fills the results of unknown size whose elements are known because an op takes the same value twice.
fn fill_known(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let found = ir::find_ops(root, |operation| known_element(operation).is_some()).into_iter();
    let found = found.filter_map(|operation| Some((operation, known_element(operation)?)));
    change_found(
        root,
        found.collect(),
        changes,
        |emitter, operation, number| {
            let result = ir::result(operation, 0)?;
            let r#type = ir::as_ranked_tensor(result.r#type())?;
            let scalar = emit_number(emitter, number, ir::scalar_tensor(r#type.element()))?;
            let extents = emit_extents(emitter, ir::operand(operation, 0)?);
            ir::replace_uses(result, emit_fill(emitter, scalar, &extents, r#type));
            ir::erase(operation);
            Some(())
        },
    )
}

/// Returns the number that all elements of a result of unknown size are, if it is an integer's difference or comparison
/// with itself.
fn known_element(operation: OpRef<'_>) -> Option<i64> {
    let [first, second] = first_operands(operation)?;
    let integer = ir::as_integer_type(ir::element_type(first.r#type())?)?;
    let is_meant = first == second && ir::result(operation, 0).is_some_and(is_dynamic);
    match ir::name_str(operation.name()).filter(|_| is_meant)? {
        stablehlo::SUBTRACT if integer.width() > 1 => Some(0),
        stablehlo::COMPARE => {
            let direction = ir::comparison_direction(operation)?;
            let holds = matches!(direction, Direction::Eq | Direction::Ge | Direction::Le);
            Some(holds.into())
        }
        _ => None,
    }
}

/// Returns the value that an op computes again: because it undoes what the op in front of it has done, or because it
/// takes the same value twice.
fn folded<'a>(operation: OpRef<'a>) -> Option<Value<'a>> {
    let name = ir::name_str(operation.name())?;
    let result = ir::result(operation, 0)?;
    let element = ir::element_type(result.r#type())?;
    let bits = ir::as_integer_type(element).map(|integer| integer.width());
    let first = ir::operand(operation, 0)?;
    let second = ir::operand(operation, 1);
    let original = match name {
        stablehlo::NEGATE if bits.is_some() || element.is_float() => {
            ir::operand(ir::defined_by(first, name)?, 0)
        }
        stablehlo::NOT => ir::operand(ir::defined_by(first, name)?, 0),
        // Sums of floats are rounded, and those of truth values are disjunctions.
        stablehlo::ADD | stablehlo::SUBTRACT | stablehlo::XOR
            if bits.is_some_and(|bits| bits > 1 || name == stablehlo::XOR) =>
        {
            undone(name, first, second?)
        }
        stablehlo::AND | stablehlo::MAXIMUM | stablehlo::MINIMUM | stablehlo::OR => {
            second.filter(|&second| second == first)
        }
        stablehlo::ADD if bits == Some(1) => second.filter(|&second| second == first),
        stablehlo::SELECT => second.filter(|&second| ir::operand(operation, 2) == Some(second)),
        _ => None,
    };
    original.filter(|original| original.r#type() == result.r#type())
}

/// Returns what a sum, a difference or an exclusive or of two values is, if one of the values is the inverse op, on
/// the other one.
fn undone<'a>(name: &str, a: Value<'a>, b: Value<'a>) -> Option<Value<'a>> {
    // The operands of an op.
    let of = |value, name| first_operands(ir::defined_by(value, name)?);
    // The other operand, if one is a given value.
    let other = |value, name, known| {
        let [first, second] = of(value, name)?;
        match (first == known, second == known) {
            (_, true) => Some(first),
            (true, _) => Some(second),
            _ => None,
        }
    };
    let minuend = |value, subtrahend| {
        let [minuend, own] = of(value, stablehlo::SUBTRACT)?;
        (own == subtrahend).then_some(minuend)
    };
    match name {
        stablehlo::ADD => minuend(a, b).or_else(|| minuend(b, a)),
        stablehlo::SUBTRACT => other(a, stablehlo::ADD, b).or_else(|| {
            let [minuend, subtrahend] = of(b, stablehlo::SUBTRACT)?;
            (minuend == a).then_some(subtrahend)
        }),
        _ => other(a, name, b).or_else(|| other(b, name, a)),
    }
}

/// Makes an op use what another one chooses for it by the same truth values, or what is negated for it twice; returns
/// whether it has changed.
fn simplify(operation: OpRef<'_>) -> bool {
    let change = || {
        let element = ir::element_type(ir::result(operation, 0)?.r#type());
        let is_of_floats = element.is_some_and(|element| element.is_float());
        let operands: [_; 2] = match ir::name_str(operation.name())? {
            stablehlo::SELECT => {
                let chosen = |index| {
                    let choice = ir::operand(operation, index)?;
                    let choice = ir::defined_by(choice, stablehlo::SELECT)?;
                    let is_same = ir::operand(choice, 0) == ir::operand(operation, 0);
                    ir::operand(choice, index).filter(|_| is_same)
                };
                [(1, chosen(1)), (2, chosen(2))]
            }
            // The signs of floats are not rounded.
            stablehlo::MULTIPLY | stablehlo::DIVIDE if is_of_floats => {
                let negated = |index| {
                    let negation = ir::operand(operation, index)?;
                    ir::operand(ir::defined_by(negation, stablehlo::NEGATE)?, 0)
                };
                let both = negated(0).zip(negated(1));
                [(0, both.map(|it| it.0)), (1, both.map(|it| it.1))]
            }
            _ => return None,
        };
        let mut is_changed = false;
        for (index, value) in operands {
            let old = ir::operand(operation, index)?;
            if let Some(value) = value.filter(|value| value.r#type() == old.r#type()) {
                ir::set_operand(operation, index, value);
                is_changed = true;
            }
        }
        Some(is_changed)
    };
    change() == Some(true)
}
