//! A text notation for ops in tests: `?x1, 4 @0 -> ?x4`.
//!
//! `2x?` is a tensor, `()` one of rank 0, `*` an unranked one, `v2x[4]` a vector, `i32` another
//! type, `_` an operand that takes no part in the broadcast. `-` is an empty list. `@0,2` is
//! the attribute `broadcast_dimensions = [0, 2]`; a bare `@` is an empty one.

use super::{Shape, ShapedType};

pub(super) struct Op {
    pub operands: Vec<ShapedType>,
    pub results: Vec<ShapedType>,
    pub broadcast_dimensions: Option<Vec<i64>>,
}

pub(super) fn parse_op(text: &str) -> Op {
    let (operands, results) = text.split_once(" -> ").expect("an arrow");
    let (operands, broadcast_dimensions) = match operands.split_once(" @") {
        Some((operands, entries)) => (operands, Some(entries)),
        None => (operands, None),
    };
    Op {
        operands: parse_types(operands),
        results: parse_types(results),
        broadcast_dimensions: broadcast_dimensions.map(|entries| {
            entries
                .split(',')
                .filter(|entry| !entry.is_empty())
                .map(|entry| entry.parse().expect("an entry"))
                .collect()
        }),
    }
}

pub(super) fn parse_types(text: &str) -> Vec<ShapedType> {
    match text {
        "-" => vec![],
        _ => text.split(", ").map(parse_type).collect(),
    }
}

fn parse_type(text: &str) -> ShapedType {
    let shape = |text: &str| text.parse::<Shape>().expect("a shape");
    match text {
        "*" => ShapedType::unranked_tensor(),
        "i32" => ShapedType::other(),
        "_" => ShapedType::absent(),
        "()" => ShapedType::tensor(Shape::default()),
        "v()" => ShapedType::vector(Shape::default()),
        _ => match text.strip_prefix('v') {
            Some(text) => ShapedType::vector(shape(text)),
            None => ShapedType::tensor(shape(text)),
        },
    }
}
