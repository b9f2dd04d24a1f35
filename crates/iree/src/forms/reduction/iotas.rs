//! Iotas of static shape from which the operands of several reductions are computed, such as masks.
//!
//! IREE computes an iota that several kernels read in one of them. If these have other tensors in common, too, that kernel
//! may depend on another one that reads the iota, which IREE does not notice.

use super::shared::follows_through;
use crate::{build::*, ops::*, prelude::*};
use melior::ir::attribute::DenseElementsAttribute;

/// Iotas of reductions in several kernels.
pub static ROW: Row = Row {
    name: "iotas-of-reductions",
    ops: &[stablehlo::IOTA],
    when: "from which elementwise ops compute the operands of two reductions, as by a mask, unless elementwise ops and \
           reductions alone lead from the one to the other",
    becomes: "a constant and its broadcast; a vector behind a barrier, if it is of floats or longer than 65,536 elements",
    why: "From `--iree-opt-level=O2` on, IREE computes the iota in the kernel of the later reduction, even if that depends \
          on the kernel of the earlier one, and fails (\"operand does not dominate this use\").",
    action: Replace(|emitter, operation| {
        has_several_kernels(operation).then(|| emit_stored(emitter, operation))?
    }),
};

/// The greatest length of a constant.
const MAX_LENGTH: i64 = 1 << 16;

/// Returns whether IREE computes reductions of what is computed from an iota in several kernels.
fn has_several_kernels(iota: OpRef<'_>) -> bool {
    let reductions = reductions_of(iota);
    let is_fused =
        |operation| may_be_in_group(operation) || ir::is_named(operation, stablehlo::REDUCE);
    let pairs = reductions.iter().enumerate();
    let mut pairs = pairs.flat_map(|(index, &one)| {
        reductions[index + 1..]
            .iter()
            .map(move |&other| [one, other])
    });
    pairs.any(|[one, other]| {
        !follows_through(one, other, is_fused) && !follows_through(other, one, is_fused)
    })
}

/// Returns the reductions in the block of an iota whose operands elementwise ops compute from it.
fn reductions_of<'a>(iota: OpRef<'a>) -> Vec<OpRef<'a>> {
    let mut reductions = vec![];
    let mut seen = FxHashSet::default();
    for result in iota.results().map(Value::from) {
        ir::all_values(result, |value, pending| {
            for (user, _) in ir::users(value) {
                if ir::is_named(user, stablehlo::REDUCE) && user.block() == iota.block() {
                    reductions.extend(seen.insert(ir::address(user)).then_some(user));
                } else if may_be_in_group(user) {
                    pending.extend(ir::result(user, 0));
                }
            }
            true
        });
    }
    reductions
}

/// Emits an iota that is read from memory; `None` if its elements are neither integers nor floats.
fn emit_stored<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let r#type = ir::as_ranked_tensor(ir::result(operation, 0)?.r#type())?;
    let element = r#type.element();
    require(ir::as_integer_type(element).is_some() || element.is_float())?;
    let dim = usize::try_from(ir::integer(operation, "iota_dimension")?).ok()?;
    let length = type_sizes(r#type).get(dim).copied()??;
    let own = tensor_type(emitter, r#type, &[Some(length)]).into();
    let vector = match length <= MAX_LENGTH && ir::as_integer_type(element).is_some() {
        true => {
            let i32 = IntegerType::new(emitter.context(), i32::BITS).into();
            let positions = ir::with_element_type(own, i32)?;
            let numbers = (0..length as i32).collect::<Vec<_>>();
            let numbers = DenseElementsAttribute::i32_values(positions, &numbers);
            let vector = emit_constant(emitter, numbers.into(), positions);
            emit_converted(emitter, stablehlo::CONVERT, vector, own)
        }
        false => {
            let vector = emit_iota(emitter, 0, None, own);
            emitter.emit_barrier(vector, &[])
        }
    };
    let mapping = DimMapping::new(emitter.context(), &[dim]);
    Some(match own == r#type.into() {
        true => vector,
        false => emitter.emit_broadcast(vector, mapping, None, r#type.into()),
    })
}
