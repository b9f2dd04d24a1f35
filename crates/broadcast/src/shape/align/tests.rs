use super::*;
use crate::shape::{
    ShapedType,
    testing::{parse_op, parse_types},
};

/// Checks the result dims that each operand's dims map to, or the error message.
fn check(operands: &str, expected: &str) {
    let op = parse_op(&format!("{operands} -> -"));
    let found = align(
        op.operands.iter().map(ShapedType::shape),
        op.broadcast_dimensions.as_deref(),
    );
    let found = match found {
        Ok(None) => "none".to_string(),
        Ok(Some(alignment)) => op
            .operands
            .iter()
            .map(|operand| match operand.shape() {
                None => "*".to_string(),
                Some(shape) => {
                    let map = alignment.operand(shape.len());
                    let dims = map.result_dims().collect::<Vec<_>>();
                    for result_dim in 0..alignment.result_rank() + 2 {
                        assert_eq!(
                            map.operand_dim(result_dim),
                            dims.iter().position(|&dim| dim == result_dim),
                            "{operands}: result dim {result_dim}"
                        );
                    }
                    assert_eq!(map.result_dim(shape.len()), None);
                    assert_eq!(dims.len(), shape.len());
                    format!("{dims:?}")
                }
            })
            .collect::<Vec<_>>()
            .join(" "),
        Err(error) => format!("{error}; {}", error.remedy()),
    };
    assert_eq!(found, expected, "{operands}");
}

#[test]
fn aligns_to_the_right_by_default() {
    check("2x3", "[0, 1]");
    check("3, 2x3", "[1] [0, 1]");
    check("2x3, 3, ()", "[0, 1] [1] []");
    check("4, 2x3x4, *", "[2] [0, 1, 2] *");
    check("()", "[]");
    check("*, *", "none");
    check("-", "none");
}

#[test]
fn aligns_by_the_attribute() {
    check("3, 3x4 @0", "[0] [0, 1]");
    check("3x4, 3 @0", "[0, 1] [0]");
    check("4, 3x4 @1", "[1] [0, 1]");
    check("2x4, 2x3x4 @0,2", "[0, 2] [0, 1, 2]");
    check("(), 3x4 @", "[] [0, 1]");
    check("2, 2x3, 2 @0", "[0] [0, 1] [0]");
}

#[test]
fn accepts_only_the_identity_for_equal_ranks() {
    check("3x4, 3x4 @0,1", "[0, 1] [0, 1]");
    check("(), () @", "[] []");
    check(
        "3x4, 3x4 @0,2",
        "broadcast_dimensions entry 1 is 2, but the result has rank 2; each entry must be less than 2",
    );
    check(
        "3x4, 3x4 @1",
        "broadcast_dimensions has size 1, but operand #0 has rank 2; expected one entry for each dim of operand #0",
    );
    check(
        "(), () @0",
        "broadcast_dimensions has size 1, but operand #0 has rank 0; expected one entry for each dim of operand #0",
    );
}

#[test]
fn rejects_wrong_entries() {
    check(
        "3, 3x4 @2",
        "broadcast_dimensions entry 0 is 2, but the result has rank 2; each entry must be less than 2",
    );
    check(
        "3, 3x4 @9223372036854775807",
        "broadcast_dimensions entry 0 is 9223372036854775807, but the result has rank 2; \
         each entry must be less than 2",
    );
    check(
        "3, 3x4 @-1",
        "broadcast_dimensions entry 0 is -1, which is negative; each entry must be a dim of the result",
    );
    check(
        "2x3, 2x3x4 @1,0",
        "broadcast_dimensions entry 1 is 0, which is not greater than 1; \
         each entry must be greater than the one before it",
    );
    check(
        "2x3, 2x3x4 @1,1",
        "broadcast_dimensions entry 1 is 1, which is not greater than 1; \
         each entry must be greater than the one before it",
    );
    check(
        "3x4, 3 @0,1",
        "broadcast_dimensions has size 2, but operand #1 has rank 1; expected one entry for each dim of operand #1",
    );
    check(
        "(), 3, 3x4 @0",
        "broadcast_dimensions has size 1, but operand #0 has rank 0; expected one entry for each dim of operand #0",
    );
}

/// Beside an unranked operand, the highest rank is unknown.
#[test]
fn does_not_interpret_the_attribute_with_an_unranked_operand() {
    check("3, * @1", "none");
    check("3x4, 3x4, * @7,9", "none");
    check("* @", "none");
    check(
        "3, * @-1",
        "broadcast_dimensions entry 0 is -1, which is negative; each entry must be a dim of the result",
    );
    check(
        "*, * @1,0",
        "broadcast_dimensions entry 1 is 0, which is not greater than 1; \
         each entry must be greater than the one before it",
    );
}

/// For all rank pairs up to 4, tries all attributes of up to 4 entries from -1 to 4.
#[test]
fn accepts_exactly_the_increasing_maps() {
    fn attributes(length: usize) -> Vec<Vec<i64>> {
        match length {
            0 => vec![vec![]],
            _ => attributes(length - 1)
                .into_iter()
                .flat_map(|entries| {
                    (-1..5).map(move |entry| [entries.clone(), vec![entry]].concat())
                })
                .collect(),
        }
    }
    let shape = |rank| crate::shape::Shape::units(rank);
    for lhs in 0..5 {
        for rhs in 0..5 {
            for entries in (0..5).flat_map(attributes) {
                let (low, high) = (lhs.min(rhs), lhs.max(rhs));
                let is_valid = entries.len() == low
                    && entries
                        .iter()
                        .all(|&entry| entry >= 0 && entry < high as i64)
                    && entries.is_sorted_by(|a, b| a < b);
                let (a, b) = (shape(lhs), shape(rhs));
                let found = align([Some(&*a), Some(&*b)], Some(&entries));
                assert_eq!(found.is_ok(), is_valid, "{lhs} {rhs} {entries:?}");
            }
        }
    }
}

#[test]
fn an_operand_of_higher_rank_than_the_result_maps_to_its_own_dims() {
    let map = Alignment::trailing(1).operand(3);
    assert_eq!(map.result_dims().collect::<Vec<_>>(), [0, 1, 2]);
    assert!(parse_types("-").is_empty());
}
