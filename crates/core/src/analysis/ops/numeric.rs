//! Linear algebra, normalisation and random numbers.

use super::{
    Extents::{Elements, Like, Pairwise},
    Operands, ResultSizes, all, at, computed, elements_of, result_rank,
};
use crate::{
    analysis::{
        Analysis,
        row::{OpRow, Topic},
        sizes,
    },
    dialect::stablehlo::{self, FftType},
    ir::{int_array, integer, operand},
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "numerics",
    ops: &[
        OpRow::new(stablehlo::CHOLESKY).extents(Like(0)),
        OpRow::new(stablehlo::TRIANGULAR_SOLVE).extents(Like(1)),
        OpRow::new(stablehlo::FFT).extents(computed!(fft)),
        OpRow::new(stablehlo::BATCH_NORM_INFERENCE)
            .extents(computed!(batch_norm))
            .sizes(batch_norm_operands),
        OpRow::new(stablehlo::BATCH_NORM_TRAINING)
            .extents(computed!(batch_norm))
            .sizes(batch_norm_operands),
        OpRow::new(stablehlo::BATCH_NORM_GRAD)
            .extents(computed!(batch_norm))
            .sizes(batch_norm_operands),
        OpRow::new(stablehlo::RNG).extents(Elements(2)),
        OpRow::new(stablehlo::OPTIMIZATION_BARRIER)
            .extents(Pairwise)
            .elements(kept)
            .stays(),
    ],
};

/// The results are as large as the first operand, or have an element for each feature.
fn batch_norm<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    let whole = operands.sizes(0)?;
    let feature = at(&whole, integer(operation, "feature_index")?)?;
    match result_rank(operation, index)? == whole.len() && whole.len() > 1 {
        true => all(whole.iter().copied()),
        false => all([feature]),
    }
}

/// The other operands are as large as the first one, too, or have an element for each feature.
fn batch_norm_operands(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let whole = analysis.sizes(operand(operation, 0)?);
    let feature = at(&whole, integer(operation, "feature_index")?)?;
    for value in operation.operands().skip(1) {
        match analysis.rank(value) == whole.len() && whole.len() > 1 {
            true => analysis.set_sizes(value, whole.iter().copied().map(Some)),
            false => analysis.set_sizes(value, [Some(feature)]),
        }
    }
    Some(())
}

/// The transformed dims have the sizes `fft_length`, others keep theirs; the last size changes
/// where real numbers become complex or the other way round.
fn fft<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let kind = FftType::from_attribute(operation.attribute("fft_type").ok()?)?;
    let keeps_last = matches!(kind, FftType::Fft | FftType::Ifft);
    let lengths = int_array(operation, "fft_length")?;
    let sizes = operands.sizes(0)?;
    let first = sizes.len().checked_sub(lengths.len())?;
    let last = sizes.len().checked_sub(1)?;
    let known = sizes.iter().enumerate().map(|(dim, &size)| match dim {
        dim if dim == last && !keeps_last => None,
        dim if dim >= first => Some(operands.constant(*lengths.get(dim - first)?)),
        _ => Some(size),
    });
    Some(known.collect())
}

fn kept(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<sizes::Elements> {
    elements_of(analysis, operation, 0)
}
