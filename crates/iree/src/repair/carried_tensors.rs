//! Tensors of unknown size that loops and branches pass on, or that are used behind them.
//!
//! IREE computes tensors into shared allocations, and passes on their offsets, which it rounds up
//! to multiples of 64 bytes. For a number that it rounds up (`util.align`) it derives no range if
//! the number might overflow, as one computed from sizes might. Where an offset of no range meets
//! a constant one (at the start and end of a loop, after a branch), it counts as one that is never
//! reached, and IREE reads the memory at the constant one. A tensor whose size is a multiple of 64
//! bytes is not rounded up, nor is what comes after it. So all tensors that may be in the same
//! allocation as one that is passed on are of such sizes: those that are passed on, and those
//! that are computed before a loop, a branch, a barrier or the reading of a number, and used in it or after
//! it: IREE executes what is before these alone. Others are in allocations of their own, which are not passed on.
//!
//! What a loop carries, and what is kept for later, is put into rows of 64 bytes: it needs no more memory
//! than itself, and IREE copies it at once. What a branch yields has sizes of its own, which only the
//! larger tensor has. So that has the tensor's dims, and one of them, or one in front, is of a multiple
//! of 64 bytes.
//!
//! The size of a carried tensor may be a multiple of 64 bytes by its type. But IREE often does not find this
//! size, if an iteration computes the tensor from another one, or if the loop starts with an argument. What
//! happens then depends on the sizes after an iteration. If they may change, the tensor is carried as it is. If
//! they are the same, it is tied to the sizes that it starts with, without a copy. There is one exception: if
//! the loop also carries a tensor that no iteration reads, the tensor is put into rows.

use crate::{
    assertion::MessageForm,
    build::*,
    model::{
        alignment::{aligned_type, is_aligned},
        carried::{Steady, find_steady},
        lifetime::{choosing_functions, function_of, passing_functions},
        passed::{Passed, passed},
    },
    ops::*,
    prelude::*,
    repair::{
        behind_loops,
        rows::{Holder, RowPadding},
    },
};

pub static ROW: Row = Row {
    name: "carried-tensors",
    ops: &[
        cf::ASSERT,
        scf::FOR,
        scf::IF,
        scf::INDEX_SWITCH,
        scf::WHILE,
        stablehlo::CASE,
        stablehlo::IF,
        stablehlo::OPTIMIZATION_BARRIER,
        stablehlo::WHILE,
        tensor::EXTRACT,
        BARRIER,
    ],
    when: "loops and branches that pass on tensors of unknown size, and tensors computed before one of these, \
           or before an assertion, a barrier or the reading of a number, and used later",
    becomes: "rows of 64 bytes, of which they are the first elements, or, for branches and `scf.while`, larger \
           tensors that begin with them; a loop that changes their sizes stops with a message. Those of a \
           multiple of 64 bytes are tied to their sizes if each iteration keeps these",
    why: "IREE reads the memory of other tensors: it computes a rounded offset for which it derives no range. Of \
          those of a multiple of 64 bytes, it often does not find the sizes, and crashes.",
    action: Program(align_all),
};

/// Widens what the loops and branches in and below `root` pass on.
fn align_all(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let steady = find_steady(root);
    let passing = passing_functions(root);
    let choosing = choosing_functions(root);
    change_ops(
        root,
        &ROW,
        |emitter, operation| {
            let function = ir::address(function_of(operation));
            // A later row makes branches pass on what they only choose.
            let may_divide = is_barrier(operation) && choosing.contains(&function);
            require(!may_divide || !divides_nothing(operation))?;
            align(emitter, operation, &steady, passing.contains(&function))
        },
        changes,
    )
}

/// Makes a loop or branch pass its tensors on in larger ones; `None` if there are none.
fn align<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
    steady: &Steady,
    is_near_passed: bool,
) -> Option<()> {
    require(!is_of_known(operation))?;
    let mut is_changed =
        is_near_passed && behind_loops::align_used_behind(emitter, operation).unwrap_or_default();
    let mut all = vec![];
    let can_tie = dialect::accepts_iree(emitter.context());
    let everything = passed(operation).unwrap_or_default();
    let is_static = |passed: &Passed<'a>| !passed.to.iter().any(|&value| is_dynamic(value));
    let is_all_read = everything
        .iter()
        .all(|passed| is_static(passed) || passed.may_be_padded(operation));
    for passed in everything {
        let Some(r#type) = passed.r#type() else {
            continue;
        };
        let is_steady = steady.contains(&(ir::address(operation), passed.number));
        // IREE often does not find the sizes of a tensor of a multiple of 64 bytes, either.
        let is_open = is_aligned(r#type) && is_steady && !passed.has_known_sizes(operation);
        // Beside a tensor that no iteration reads, IREE crashed on others that were tied; a copy of what a branch
        // passes on is one that its runtime rejects.
        let may_be_tied = || is_all_read || passed.is_made_by_branches(operation);
        let form = match passed.may_be_padded(operation) {
            true if is_open && can_tie && may_be_tied() => CarriedForm::Tied,
            true => CarriedForm::Rows,
            false => CarriedForm::Larger,
        };
        let wide = match form {
            CarriedForm::Rows if is_open || !is_aligned(r#type) => {
                Some(RowPadding::rows_type(emitter, r#type))
            }
            CarriedForm::Larger | CarriedForm::Tied if is_open => Some(r#type),
            _ => aligned_type(emitter, r#type),
        };
        if let Some(wide) = wide {
            all.push(Widened {
                passed,
                r#type,
                wide,
                form,
                holder: None,
            });
        }
    }
    is_changed |= !all.is_empty();
    all.iter_mut()
        .for_each(|widened| widened.start(emitter, operation));
    // With a check between two copies, IREE executes each alone; its runtime stopped on that.
    all.iter()
        .for_each(|widened| widened.check(emitter, operation));
    for widened in &all {
        widened.finish(emitter);
    }
    is_changed.then_some(())
}

/// Returns whether an op reads a number that is not computed into an allocation: a size, a constant,
/// one of a list of such numbers, or the counter of a loop.
fn is_of_known(operation: OpRef<'_>) -> bool {
    const KNOWN: [&str; 4] = [
        arith::CONSTANT,
        stablehlo::CONSTANT,
        stablehlo::GET_DIMENSION_SIZE,
        tensor::FROM_ELEMENTS,
    ];
    let read = ir::operand(operation, 0).filter(|_| ir::is_named(operation, tensor::EXTRACT));
    read.is_some_and(|value| match ir::defining_op(value) {
        Some(definition) => is_any_of(definition, &KNOWN),
        None => is_counter(value),
    })
}

/// Returns whether nothing is executed before a barrier that is used behind it. A barrier of constants is moved to the
/// start of its block for that; one of nothing is at the end.
fn divides_nothing(barrier: OpRef<'_>) -> bool {
    let is_constant = |it| is_any_of(it, &[arith::CONSTANT, stablehlo::CONSTANT]);
    let constants = barrier.operands().map(ir::defining_op);
    let constants = constants.map(|it| it.filter(|&it| is_constant(it)));
    let (Some(constants), Some(block)) = (constants.collect::<Option<Vec<_>>>(), barrier.block())
    else {
        return false;
    };
    // Numbers and assertions are not executed there.
    let has_tensor = |it: OpRef<'_>| it.results().any(|it| it.r#type().is_ranked_tensor());
    let mut others = ir::block_operations(block)
        .filter(|&it| !is_constant(it) && !is_barrier(it) && has_tensor(it));
    let first = others.next().filter(|&it| ir::is_before(it, barrier));
    if let Some(first) = first.filter(|_| !is_barrier_of_nothing(barrier)) {
        let late = |it: &OpRef<'_>| it.block() == Some(block) && ir::is_before(first, *it);
        let late = constants.into_iter().filter(late);
        late.chain([barrier])
            .for_each(|it| ir::move_before(it, first));
    }
    true
}

/// How a value is passed on.
#[derive(Clone, Copy, PartialEq)]
enum CarriedForm {
    /// In rows of 64 bytes.
    Rows,
    /// In a tensor that begins with it.
    Larger,
    /// As it is, tied to its sizes.
    Tied,
}

/// A value that is passed on in a larger tensor, or tied to its sizes.
struct Widened<'a> {
    passed: Passed<'a>,
    r#type: RankedTensorType<'a>,
    wide: RankedTensorType<'a>,
    form: CarriedForm,
    /// What holds it, in the extents that a loop starts with; `None` for a branch.
    holder: Option<Holder<'a>>,
}

impl<'a> Widened<'a> {
    /// Widens what a loop starts with.
    fn start(&mut self, emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) {
        let mut from = self.passed.from.iter();
        let Some(place) = from.position(|&(user, _)| user == operation) else {
            return;
        };
        let (user, index) = self.passed.from.remove(place);
        let (wide, r#type) = (self.wide, self.r#type);
        let _ = replace_operand(emitter, user, index, |emitter, value| {
            let extents = limited_extents(emitter, value)?;
            let holder = match self.form {
                CarriedForm::Rows => Holder::Rows(RowPadding::emit(emitter, r#type, &extents)),
                CarriedForm::Larger => Holder::Larger(extents, [r#type, wide]),
                CarriedForm::Tied => Holder::Tied(extents),
            };
            let held = holder.emit_held(emitter, value)?;
            self.holder = Some(holder);
            Some(held)
        });
    }

    /// Checks that a loop keeps the extents. If the larger tensors had the extents of each
    /// iteration, IREE would not know that these are the same, and so neither that the sizes that
    /// it passes on are multiples of 64 bytes.
    fn check(&self, emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) {
        // Those of a multiple of 64 bytes are known to keep their sizes.
        let Some(holder) = self.holder.as_ref().filter(|_| !is_aligned(self.r#type)) else {
            return;
        };
        let dims = dynamic_dims(&type_sizes(self.r#type));
        for &(user, index) in &self.passed.from {
            emit_at(emitter, user, |emitter| {
                let own = limited_extents(emitter, ir::operand(user, index)?)?;
                for ((&own, &extent), dim) in own.iter().zip(holder.extents()).zip(&dims) {
                    let is_same = emitter.emit_index_compare(Direction::Eq, own, extent);
                    let fault = format!(
                        "an iteration changes the size of dim {dim} of carried tensor #{}; \
                         expected the same size after each iteration",
                        self.passed.number,
                    );
                    let message = about(operation, MessageForm::Plain, &fault);
                    emit_assert(emitter, is_same, &message);
                }
                Some(())
            });
        }
    }

    /// Widens the other operands, and what is equal to them.
    fn finish(&self, emitter: &mut OpEmitter<'a>) -> Option<()> {
        let mut unread = vec![];
        for &(user, index) in &self.passed.from {
            let value = ir::operand(user, index)?;
            let value = emit_at(emitter, user, |emitter| match &self.holder {
                Some(holder) => holder.emit_held(emitter, value),
                None => {
                    let extents = limited_extents(emitter, value)?;
                    emit_larger(emitter, value, &extents, self.wide)
                }
            })?;
            ir::set_operand(user, index, value);
            unread.extend(ir::defining_op(value).zip(self.passed.unread_argument(user)));
        }
        for &value in &self.passed.to {
            replace_uses(emitter, value, self.wide, |emitter| match &self.holder {
                Some(holder) => Some(holder.emit_tensor(emitter, value)),
                None => {
                    let extents = dynamic_extents(emitter, value)?;
                    Some(emit_part(emitter, value, &extents, self.r#type))
                }
            })?;
        }
        // The next value is inserted into a larger tensor that nothing reads.
        for (insertion, argument) in unread {
            ir::set_operand(insertion, 1, argument);
        }
        Some(())
    }
}
