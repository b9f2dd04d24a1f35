//! Rows that make IREE's programs faster. Without them, the values are the same.
//!
//! Nothing outside uses them, so that each can go once IREE no longer needs it.

pub(super) mod broadcasts_of_results;
pub(super) mod chained_reductions;
pub(super) mod concatenations;
pub(super) mod early_assertions;
pub(super) mod equal_counters;
pub(super) mod greatest_elements;
pub(super) mod hidden_fills;
pub(super) mod masked_loops;
pub(super) mod masked_products;
pub(super) mod merged_dims;
pub(super) mod products_of_many_dims;
pub(super) mod reductions_of_rows;
pub(super) mod reverses;
pub(super) mod scatters_of_rows;
pub(super) mod shared_masks;
pub(super) mod spread_iotas;

use crate::row::Row;

/// All these rows.
pub static ROWS: [&Row; 16] = [
    &broadcasts_of_results::ROW,
    &chained_reductions::ROW,
    &concatenations::ROW,
    &early_assertions::ROW,
    &equal_counters::ROW,
    &greatest_elements::ROW,
    &hidden_fills::ROW,
    &masked_loops::ROW,
    &masked_products::ROW,
    &merged_dims::ROW,
    &products_of_many_dims::ROW,
    &reductions_of_rows::ROW,
    &reverses::ROW,
    &scatters_of_rows::ROW,
    &shared_masks::ROW,
    &spread_iotas::ROW,
];
