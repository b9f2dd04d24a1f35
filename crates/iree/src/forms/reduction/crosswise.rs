//! Reductions, products and windows whose result is broadcast along different dims for one op, as norms are for the
//! distances of all pairs.
//!
//! IREE computes the result in the kernel of an elementwise op that reads it, for the part of it that one of the
//! operands needs (`isFusableWithConsumer` in its `FormDispatchRegions.cpp`). An operand that needs another part reads
//! what is not computed.

use crate::{ops::*, prelude::*};
use indexmap::IndexMap;

/// Results along several dims.
pub static ROW: Row = Row {
    name: "results-along-several-dims",
    ops: &[
        stablehlo::CONVOLUTION,
        stablehlo::DOT_GENERAL,
        stablehlo::REDUCE,
        stablehlo::REDUCE_WINDOW,
    ],
    when: "whose result, or what elementwise ops compute from it, is broadcast along different dims for one elementwise op, as \
           in `s[:, None] + s[None, :]`; also on static shapes",
    becomes: "the op, with barriers behind its results",
    why: "IREE computes the op in the kernel of the elementwise op, for one of the operands only: other elements are wrong, from \
          `--iree-opt-level=O1` on.",
    action: Separate(|operation| {
        let results = || operation.results().map(Value::from).collect();
        is_used_crosswise(operation).then(results)
    }),
};

/// The most values that are looked at for one op.
const MAX_VALUES: usize = 500;

/// For each dim of an op's result, the dim of another tensor along which its elements are; `None` if that tensor lacks
/// the dim, which has size 1.
type Dims = Vec<Option<usize>>;

/// Returns whether an elementwise op reads tensors along whose different dims the elements of an op's results are.
fn is_used_crosswise<'a>(operation: OpRef<'a>) -> bool {
    let results = operation.results().map(Value::from);
    let results = results.filter_map(|it| {
        let dims = (0..rank(it)?).map(Some).collect();
        Some((ValueKey::new(it), (it, dims)))
    });
    let mut found = results.collect::<IndexMap<ValueKey, (Value<'a>, Dims)>>();
    let mut next = 0;
    while let Some((_, (value, dims))) = found.get_index(next) {
        let (value, dims) = (*value, dims.clone());
        next += 1;
        for (user, operand) in ir::users(value) {
            let Some(result) = ir::result(user, 0).filter(|_| operand == 0 || is_elementwise(user))
            else {
                continue;
            };
            let Some(dims) = dims_behind(user, value, &dims) else {
                continue;
            };
            match found.get(&ValueKey::new(result)) {
                Some((_, known)) if *known != dims => return true,
                Some(_) => {}
                // A barrier is right in any case.
                None if found.len() == MAX_VALUES => return true,
                None => drop(found.insert(ValueKey::new(result), (result, dims))),
            }
        }
    }
    false
}

/// Returns along which dims of an op's result the elements are that are along these dims of its operand; `None` if IREE
/// does not compute the op in the kernel of another one.
fn dims_behind(user: OpRef<'_>, value: Value<'_>, dims: &Dims) -> Option<Dims> {
    let own = match ir::name_str(user.name())? {
        stablehlo::TRANSPOSE => {
            let permutation = to_dims(&ir::int_array(user, "permutation")?)?;
            let places = 0..permutation.len();
            places
                .map(|dim| permutation.iter().position(|&from| from == dim))
                .collect()
        }
        stablehlo::RESHAPE => dims_of_reshape(value, ir::result(user, 0)?)?,
        _ if is_broadcast(user) => {
            let own = to_dims(&ir::int_array(user, "broadcast_dimensions")?)?;
            own.into_iter().map(Some).collect()
        }
        _ => return may_be_in_group(user).then(|| dims.clone()),
    };
    let behind = dims.iter().map(|dim| *own.get((*dim)?)?);
    Some(behind.collect())
}

/// Returns the dim of the result for each dim of a tensor that is reshaped by dims of size 1 only.
fn dims_of_reshape(value: Value<'_>, result: Value<'_>) -> Option<Dims> {
    let to = sizes(result)?;
    let mut left = (0..to.len()).filter(|&dim| to[dim] != Some(1));
    let dims = sizes(value)?.into_iter().map(|size| match size {
        Some(1) => Some(None),
        size => left.next().filter(|&dim| to[dim] == size).map(Some),
    });
    let dims = dims.collect::<Option<_>>()?;
    left.next().is_none().then_some(dims)
}
