//! Products of matrices of unknown size.
//!
//! With AVX-512, IREE computes them with masks. It asks the target of the op, which is that of the whole program
//! unless the op has one of its own (`ExecutableTargetAttr::lookup`); the code is for the program's. For an x86 without
//! features, whole tiles are computed without masks, and the rest behind them. That is what IREE does with AVX2, too.
//!
//! The attribute is lost on most ways through IREE, but not on a `linalg.generic` that IREE does not rewrite. It
//! makes one loop of several that go through all tensors in order (`CollapseDimensions.cpp`); the row
//! `products-of-many-dims` has merged these.

use crate::{build::*, dialect::stablehlo::DotDimensionNumbers, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "masked-products",
    ops: &[stablehlo::DOT_GENERAL],
    when: "of matrices, maybe in batches, of one element type, floats or signless integers of at least 16 bits, if a dim \
           that is not a batching dim has an unknown size",
    becomes: "a `linalg.generic` for an x86 without features, which adds to a tensor of zeros",
    why: "With AVX-512, IREE computes dims of unknown size with masks, which takes up to 3 times as long \
          (`getVectorPreProcStrategy` in its `KernelDispatch.cpp`). Without, it computes whole tiles, and then the rest.",
    action: Replace(emit_unmasked),
};

/// The processor for which IREE peels loops, also those of reductions, into whole tiles and a rest.
const TRIPLE: &str = "x86_64-unknown-unknown-eabi-elf";

fn emit_unmasked<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    const OWN: [&str; 3] = ["dot_dimension_numbers", "precision_config", "algorithm"];
    let [lhs, rhs] = first_operands(operation)?;
    let r#type = result_type(operation)?;
    let dims = DotDimensionNumbers::from_attribute(operation.attribute(OWN[0]).ok()?)?;
    let loops = Loops::new(&dims, sizes(lhs)?.len(), sizes(rhs)?.len())?;
    let element = r#type.element();
    let is_of_one_type = [lhs, rhs].map(|it| ir::element_type(it.r#type())) == [Some(element); 2];
    let [multiply, add] = arithmetic(element)?;
    if !loops.are_masked([lhs, rhs]) || !is_of_one_type || operation.attribute(TARGET).is_ok() {
        return None;
    }
    let target = dialect::iree_target(emitter.context(), TRIPLE)?;
    let others = ir::named_attributes(operation).into_iter();
    let others =
        others.filter(|(name, _)| !ir::name_str(*name).is_some_and(|it| OWN.contains(&it)));
    let target = (Identifier::new(emitter.context(), TARGET), target);
    let attributes = others.chain([target]).collect::<Vec<_>>();
    let extents = loops.emit_extents(emitter, [lhs, rhs])?;
    let start = emit_filled(emitter, 0, &extents, r#type)?;
    let [of_lhs, of_rhs] = &loops.operands;
    let inputs = [(lhs, &**of_lhs), (rhs, &**of_rhs)];
    emitter.emit_generic_sum(start, &inputs, 1, &attributes, |emitter, elements| {
        let &[lhs, rhs, sum] = elements else {
            unreachable!("there are two operands and a sum");
        };
        let product = emitter.emit_pure(multiply, &[lhs, rhs], &[], element);
        emitter.emit_pure(add, &[sum, product], &[], element)
    })
}

/// Returns the ops that multiply and add elements; `None` if IREE computes them in another type, or refuses the tile,
/// as of bytes.
fn arithmetic(element: Type<'_>) -> Option<[&'static str; 2]> {
    let is_signless = ir::as_integer_type(element).is_none_or(|it| it.is_signless());
    ir::bit_width(element).filter(|&bits| bits >= 16 && is_signless)?;
    Some([
        scalar_op(stablehlo::MULTIPLY, element)?,
        scalar_op(stablehlo::ADD, element)?,
    ])
}

/// The loops of a product: over the dims of the result, and the contracted one.
struct Loops {
    /// The number of loops over batching dims, which come first. IREE computes one iteration of these at a time.
    batch: usize,
    /// For each operand, the loop of each of its dims.
    operands: [Vec<Option<usize>>; 2],
    /// The number of loops over dims of the result.
    rank: usize,
}

impl Loops {
    /// Returns the loops; `None` unless exactly one dim is contracted and each operand has a further dim that is
    /// not a batching dim, because IREE takes the batch for the rows of a product without rows. A product without a batch
    /// has to be one of matrices already: the row `matrix-products` makes it so, and IREE rejects others.
    fn new(dims: &DotDimensionNumbers, lhs: usize, rhs: usize) -> Option<Self> {
        let batching = [&dims.lhs_batching_dimensions, &dims.rhs_batching_dimensions];
        let of_lhs = &dims.lhs_contracting_dimensions;
        let of_rhs = &dims.rhs_contracting_dimensions;
        let sides = [(lhs, batching[0], of_lhs), (rhs, batching[1], of_rhs)];
        let batch = batching[0].len();
        let has_other_form =
            batch == 0 && (lhs > 2 || rhs > 2 || of_lhs[..] != [1] || of_rhs[..] != [0]);
        if lhs.min(rhs) < batch + 2 || has_other_form {
            return None;
        }
        let rank = lhs + rhs - batch - 2;
        let mut next = batch;
        let operands = sides.map(|(count, batching, contracted)| {
            let mut loops = vec![None; count];
            for (number, &dim) in batching.iter().enumerate() {
                *loops.get_mut(usize::try_from(dim).ok()?)? = Some(number);
            }
            let &[contracted] = &**contracted else {
                return None;
            };
            *loops.get_mut(usize::try_from(contracted).ok()?)? = Some(rank);
            for at in loops.iter_mut().filter(|at| at.is_none()) {
                *at = Some(next);
                next += 1;
            }
            Some(loops)
        });
        let [Some(lhs), Some(rhs)] = operands else {
            return None;
        };
        (next == rank).then_some(Self {
            batch,
            operands: [lhs, rhs],
            rank,
        })
    }

    /// Returns whether IREE computes a loop with masks: that over a dim of unknown size, except in the batch.
    fn are_masked(&self, operands: [Value<'_>; 2]) -> bool {
        self.operands.iter().zip(operands).any(|(loops, operand)| {
            let sizes = sizes(operand).unwrap_or_default();
            let mut loops = sizes.iter().zip(loops);
            loops.any(|(size, at)| size.is_none() && at.is_some_and(|at| at >= self.batch))
        })
    }

    /// Emits the extents of the result's dims.
    fn emit_extents<'a>(
        &self,
        emitter: &mut OpEmitter<'a>,
        operands: [Value<'a>; 2],
    ) -> Option<Vec<Value<'a>>> {
        let mut extents = vec![None; self.rank + 1];
        for (loops, operand) in self.operands.iter().zip(operands).rev() {
            for (at, extent) in loops.iter().zip(emit_extents(emitter, operand)) {
                extents[(*at)?] = Some(extent);
            }
        }
        extents.truncate(self.rank);
        extents.into_iter().collect()
    }
}
