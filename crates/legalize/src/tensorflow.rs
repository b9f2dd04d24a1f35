//! `tf`: the ops that TensorFlow's own bridge leaves on dynamic shapes, and those that compute
//! their operands.
//!
//! The dialect is not registered, so nothing has been verified of its ops.

mod broadcast;
mod convolution;
mod element;
mod one_hot;
mod operands;
mod reduce;
mod reshape;
mod strided_slice;
mod tile;

use self::operands::{
    constants, dim_of, extents, integer, integers, is_set, numbers, operand, set_extents, type_of,
};
use super::inferred;
use crate::conversion::OpConversion;

/// The rows of `tf`, by topic.
pub const TOPICS: [&[OpConversion]; 8] = [
    broadcast::ROWS,
    convolution::ROWS,
    element::ROWS,
    one_hot::ROWS,
    reduce::ROWS,
    reshape::ROWS,
    strided_slice::ROWS,
    tile::ROWS,
];
