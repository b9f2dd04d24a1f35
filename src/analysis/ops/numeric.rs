//! Linear algebra, normalisation and random numbers.

use super::{Op, Topic, at, elements_of, pairwise, result, same_sizes, sizes_by_operand};
use crate::{
    analysis::{Analysis, Elements},
    dialect::stablehlo::{self, FftType},
    ir::{int_array, integer, operand},
    symbol::Size,
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "numerics",
    ops: &[
        Op::new(stablehlo::CHOLESKY).sizes(same_sizes),
        Op::new(stablehlo::TRIANGULAR_SOLVE).sizes(triangular_solve),
        Op::new(stablehlo::FFT).sizes(fft),
        Op::new(stablehlo::BATCH_NORM_INFERENCE).sizes(batch_norm),
        Op::new(stablehlo::BATCH_NORM_TRAINING).sizes(batch_norm),
        Op::new(stablehlo::BATCH_NORM_GRAD).sizes(batch_norm),
        Op::new(stablehlo::RNG).sizes(rng),
        Op::new(stablehlo::OPTIMIZATION_BARRIER)
            .sizes(pairwise)
            .elements(kept)
            .stays(),
    ],
};

/// The solution has the sizes of the right-hand side.
fn triangular_solve(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    analysis.assume_same_sizes(operand(operation, 1)?, result(operation)?);
    Some(())
}

/// The results are as large as the operand, or have an element for each feature.
fn batch_norm(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let whole = analysis.sizes(operand(operation, 0)?);
    let feature = at(&whole, integer(operation, "feature_index")?)?;
    let values = operation.operands();
    let values = values.chain(operation.results().map(Into::into));
    for value in values.collect::<Vec<_>>() {
        match analysis.sizes(value).len() == whole.len() && whole.len() > 1 {
            true => analysis.set_sizes(value, whole.iter().copied().map(Some)),
            false => analysis.set_sizes(value, [Some(feature)]),
        }
    }
    Some(())
}

/// The transformed dims have the sizes `fft_length`, others keep theirs; the last size changes
/// where real numbers become complex or the other way round.
fn fft(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let kind = FftType::from_attribute(operation.attribute("fft_type").ok()?)?;
    let keeps_last = matches!(kind, FftType::Fft | FftType::Ifft);
    let lengths = int_array(operation, "fft_length")?;
    let sizes = analysis.sizes(operand(operation, 0)?);
    let first = sizes.len().checked_sub(lengths.len())?;
    let last = sizes.len().checked_sub(1)?;
    let known = sizes.into_iter().enumerate().map(|(dim, size)| match dim {
        dim if dim == last && !keeps_last => None,
        dim if dim >= first => lengths.get(dim - first).copied().map(Size::Constant),
        _ => Some(size),
    });
    let known = known.collect::<Vec<_>>();
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

fn rng(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    sizes_by_operand(analysis, operation, 2)
}

fn kept(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    elements_of(analysis, operation, 0)
}
