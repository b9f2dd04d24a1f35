//! Linear algebra, normalisation and random numbers.

use super::{
    Extents::{Elements, Like, Pairwise},
    NumberRow, Operands, ResultSizes, all, at, computed, elements_of, result_rank,
};
use crate::{
    analysis::{
        Analysis,
        row::{Needs, OpRow, SizeExpressions, SizeNeed, Topic, all_equal},
        sizes,
    },
    dialect::stablehlo::{self, FftType},
    ir::{self, int_array, integer},
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "numerics",
    ops: &[
        OpRow::new(stablehlo::CHOLESKY)
            .extents(Like(0))
            .limits(is_square),
        OpRow::new(stablehlo::TRIANGULAR_SOLVE)
            .extents(Like(1))
            .limits(is_system),
        OpRow::new(stablehlo::FFT)
            .extents(computed!(fft))
            .limits(has_fft_length),
        OpRow::new(stablehlo::BATCH_NORM_INFERENCE)
            .extents(computed!(batch_norm))
            .needs(batch_norm_operands),
        OpRow::new(stablehlo::BATCH_NORM_TRAINING)
            .extents(computed!(batch_norm))
            .needs(batch_norm_operands),
        OpRow::new(stablehlo::BATCH_NORM_GRAD)
            .extents(computed!(batch_norm))
            .needs(batch_norm_operands),
        OpRow::new(stablehlo::RNG).extents(Elements(2)),
        OpRow::new(stablehlo::OPTIMIZATION_BARRIER)
            .extents(Pairwise)
            .elements(kept)
            .stays(),
    ],
};

/// The matrices of the first operand are square.
fn is_square(operands: &mut SizeExpressions<'_, '_>, _: OperationRef<'_, '_>) -> Needs {
    let sizes = operands.sizes(0)?;
    let &[.., rows, columns] = &*sizes else {
        return None;
    };
    Some(vec![SizeNeed::equal(rows, columns)])
}

/// `[.., n, n] x [.., n, m]`, or `[.., m, n]` where the matrix is on the right.
fn is_system(operands: &mut SizeExpressions<'_, '_>, operation: OperationRef<'_, '_>) -> Needs {
    let mut needs = is_square(operands, operation)?;
    let (matrix, other) = (operands.sizes(0)?, operands.sizes(1)?);
    let is_left = ir::as_bool(operation.attribute("left_side").ok()?)?.value();
    let solved = match is_left {
        true => other.len().checked_sub(2)?,
        false => other.len().checked_sub(1)?,
    };
    needs.push(SizeNeed::equal(*other.get(solved)?, *matrix.last()?));
    let batch = other.len().checked_sub(2)?;
    needs.extend(all_equal(other.get(..batch)?, &matrix));
    Some(needs)
}

/// The transformed dims have the sizes `fft_length`; the last one is about half of it where a transform
/// reads complex numbers and returns real ones.
fn has_fft_length(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let kind = FftType::from_attribute(operation.attribute("fft_type").ok()?)?;
    let mut lengths = int_array(operation, "fft_length")?;
    if let (FftType::Irfft, Some(last)) = (kind, lengths.last_mut()) {
        *last = if *last == 0 { 0 } else { *last / 2 + 1 };
    }
    let sizes = operands.sizes(0)?;
    let first = sizes.len().checked_sub(lengths.len())?;
    let lengths: NumberRow<_> = operands.constants(lengths);
    Some(all_equal(sizes.get(first..)?, &lengths))
}

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
fn batch_norm_operands(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let whole = operands.sizes(0)?;
    let feature = at(&whole, integer(operation, "feature_index")?)?;
    let mut needs = vec![];
    for index in 1..operation.operand_count() {
        let sizes = operands.sizes(index)?;
        match sizes.len() == whole.len() && whole.len() > 1 {
            true => needs.extend(all_equal(&sizes, &whole)),
            false => needs.extend(all_equal(&sizes, &[feature])),
        }
    }
    Some(needs)
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
