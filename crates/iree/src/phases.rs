//! All rows, in the order in which they are applied.

use crate::{
    forms::*,
    repair::*,
    row::{IreeOptions, Row, SPEED},
    speed,
};
use rustc_hash::FxHashSet;

/// All rows, in phases. Those of a phase see what the phases before it emit.
pub const PHASES: &[&[&Row]] = &[
    &[&resized_loops::ROW],
    &[&refusal::SHARDY, &refusal::LARGE_WINDOWS],
    &[&sharding::ROW],
    &[&donated_arguments::ROW],
    &[&declared_sizes::ROW],
    &[&promotion::ROW],
    // In front of the rows for padding, comparisons and narrow integers.
    &[&bits::ROW, &window::select_and_scatter::ROW],
    &[&equal_computations::ROW],
    &[&speed::equal_counters::ROW],
    &[&indices::ROW],
    &[&narrow_sizes::ROW],
    &[&float_sizes::ROW],
    &[&truth_values::ROW, &weak_order::ROW],
    &[&unsigned::FACTORS],
    &[&sort::LAST_DIMS],
    &[&sort::REPEATED_OPERANDS],
    &[&scatter::batch::ROW],
    &[&scatter::elements::ROW],
    &[&scatter::inner_dims::ROW],
    &[&speed::scatters_of_rows::ROW],
    &[&speed::greatest_elements::ROW, &scan::ROW],
    &[&speed::broadcasts_of_results::ROW],
    &[&concatenation::EMPTY_PARTS, &concatenation::CONVERTED_PARTS],
    &[&window::one_element::ROW, &window::single::ROW],
    &[&speed::products_of_many_dims::ROW],
    // In front of the row for open broadcasts.
    &[&broadcast::declared::ROW],
    // A row that needs no other one before or behind it belongs here.
    &[
        &assertion::ROW,
        &barrier::ROW,
        &broadcast::ROW,
        &contraction::ROW,
        &convolution::UNKNOWN_SIZE,
        &convolution::DYNAMIC,
        &gather::DYNAMIC,
        &gather::ROWS,
        &batch_norm::ROW,
        &pad::DYNAMIC,
        &pad::NEGATIVE,
        &reshape::ROW,
        &scatter::slice::ROW,
        &set_size::ROW,
        &slice::UPDATES,
        &slice::empty::ROW,
        &sort::STABLE,
        &window::DYNAMIC_WINDOWS,
        &window::WINDOWS,
    ],
    // Also of the ops that the rows before emit.
    &[&declared_sizes::ROW, &pad::REPEATED],
    // Also of the broadcasts that the rows before emit.
    &[&broadcast::permuted::ROW],
    &[&speed::concatenations::ROW],
    &[&speed::spread_iotas::ROW],
    &[&sort::BY_GREATER],
    &[&sort::UNUSED_RESULTS],
    &[&scatter::OUTSIDE],
    &[&scatter::updates::ROW],
    &[&narrow_factors::ROW],
    &[&counted_loops::ROW],
    &[&scalar::ROW],
    // Of limits that are scalars.
    &[&slice::whole::ROW],
    // Also of what the rows before emit.
    &[&equal_computations::ROW],
    // In front of the rows for constants.
    &[&reduction::iotas::ROW],
    // What stays between tensors is one of the ops that the next row is about.
    &[&speed::early_assertions::ROW],
    &[&shared_starts::ROW],
    &[&carried_tensors::ROW],
    &[&refilled_tensors::ROW],
    &[&captured_iotas::ROW],
    // Updates need no copy of a result that is one.
    &[&exchanged_values::OUTER],
    &[&read_targets::ROW],
    // After those that decide by constants.
    &[&computed_constants::ROW],
    // Constants have the same memory behind a barrier.
    &[&exchanged_values::OUTER],
    &[&read_targets::ROW],
    &[&exchanged_values::ROW],
    // What it hides must be the last of what is reduced.
    &[&uniform_reductions::ROW],
    &[&speed::shared_masks::ROW],
    // In front of the rows for what reductions share.
    &[&speed::reductions_of_rows::ROW],
    // Of all elementwise ops and reductions.
    &[&reduction::DIMS],
    &[&reduction::TRANSPOSED],
    &[&reduction::shared::ROW],
    &[&reduction::used_twice::ROW],
    &[&reduction::crosswise::ROW],
    &[&speed::chained_reductions::ROW],
    &[&speed::hidden_fills::ROW],
    // At the barriers of the rows since it was applied.
    &[&carried_tensors::ROW],
    &[&speed::merged_dims::ROW],
    &[&speed::reverses::ROW],
    &[&speed::masked_loops::ROW],
    &[&speed::masked_products::ROW],
    // The rows before know these ops as elementwise.
    &[
        &elementary::POWERS,
        &elementary::ANGLES,
        &elementary::CUBE_ROOTS,
        &elementary::rounding::ROW,
        &elementary::sine::ROW,
    ],
    // Of all branches.
    &[&ends_of_branches::ROW],
    // For what the rows since then compute.
    &[&scalar::ROW],
    &[&unsigned::TENSORS],
    &[&unsigned::SIZES],
    // Also of those that the rows since then emit.
    &[&speed::early_assertions::ROW],
    &[&lists::ROW],
    // Of lists of one `index`.
    &[&reshape::FLAT],
    refusal::ROWS,
];

/// Returns all rows, in the order in which they are first applied.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    let rows = PHASES.iter().copied().flatten().copied();
    let mut seen = FxHashSet::default();
    rows.filter(move |row| seen.insert(row.name))
}

impl Row {
    /// Returns whether it only makes IREE's programs faster.
    pub fn is_for_speed(&self) -> bool {
        speed::ROWS.iter().any(|row| row.name == self.name)
    }
}

impl IreeOptions {
    /// Returns whether a row is applied.
    pub fn applies(&self, row: &Row) -> bool {
        let mut disabled = self.disabled.iter();
        !disabled.any(|name| name == row.name || name == SPEED && row.is_for_speed())
    }
}
