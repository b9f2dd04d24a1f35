use super::*;
use crate::shape::{Constraint, Note, testing::parse_op};

const RULES: [TraitRules; 3] = [TraitRules::Documented, TraitRules::Strict, TraitRules::Mlir];

fn verdict(rules: TraitRules, op: &str) -> Result<Option<Shape>, Violation> {
    let op = parse_op(op);
    verify(
        rules,
        &op.operands,
        &op.results,
        op.broadcast_dimensions.as_deref(),
    )
}

/// Checks the verdicts under `documented`, `strict` and `mlir`: `ok` or the end
/// of the violated constraint's id.
fn check(op: &str, expected: [&str; 3]) {
    let found = RULES.map(|rules| match verdict(rules, op) {
        Ok(_) => "ok",
        Err(violation) => {
            let id = violation.constraint().id();
            id.strip_prefix("broadcastable_").unwrap_or(id)
        }
    });
    assert_eq!(found, expected, "{op}");
}

/// Checks the message and the notes, one per line, with their subjects.
fn check_message(rules: TraitRules, op: &str, expected: &str) {
    let violation = verdict(rules, op).expect_err(op);
    let notes = violation
        .notes()
        .into_iter()
        .map(|Note { subject, message }| format!("\n[{subject}] {message}"));
    let found = format!(
        "{}: {violation}{}",
        violation.constraint(),
        notes.collect::<String>()
    );
    assert_eq!(found, expected, "{op}");
}

const DOCUMENTED: TraitRules = TraitRules::Documented;
const STRICT: TraitRules = TraitRules::Strict;
const MLIR: TraitRules = TraitRules::Mlir;

/// The correct uses that all three editions of `Broadcastable.md` list.
#[test]
fn accepts_the_correct_examples_of_the_documents() {
    for op in [
        "1x2, 1x2 -> 1x2",
        "?, ? -> ?",
        "1, 4 -> 4",
        "4 -> ?",
        "4, 2x3x4 -> 2x3x4",
        "2, 2 -> 2",
        "2 -> *",
        "*, * -> 2",
    ] {
        check(op, ["ok", "ok", "ok"]);
    }
}

/// The incorrect uses that they list. The tables of the newer editions allow an inferred `?`
/// against a static result dim, but the examples still list it as incorrect.
#[test]
fn rejects_the_incorrect_examples_of_the_documents() {
    check("3, 2 -> ?", ["c4", "c4", "c4"]);
    check("3, 3 -> 1x3", ["c5", "c5", "ok"]);
    check("?, ? -> 4", ["ok", "c6", "ok"]);
    check("2, 2 -> 4", ["c6", "c6", "c6"]);
    check("1, 1 -> 4", ["c6", "c6", "c6"]);
}

#[test]
fn c1_requires_an_operand() {
    check("- -> 2", ["c1", "c1", "ok"]);
    check("- -> *", ["c1", "c1", "ok"]);
    check("- -> -", ["c1", "c1", "ok"]);
    check_message(
        DOCUMENTED,
        "- -> 2",
        "broadcastable_c1: expected 1 or more operands, but found 0\n\
         [the op] a broadcastable op infers the shape of its result from at least one operand",
    );
}

/// Their types are not checked, and the others keep their indices.
#[test]
fn absent_operands_are_ignored() {
    check("_, 2, 1 -> 2", ["ok", "ok", "ok"]);
    check("v2, _, v2 -> v2", ["ok", "ok", "ok"]);
    check("_, 2, _, 3 -> 2", ["c4", "c4", "c4"]);
    check("_, 2 -> 3", ["c6", "c6", "c6"]);
    check("_, 3 -> 1x3", ["c5", "c5", "ok"]);
    check("_, 2, v2 -> 2", ["c3", "c3", "c3"]);
    check("_, 2, i32 -> 2", ["c3", "c3", "ok"]);
    check_message(
        DOCUMENTED,
        "_, 2, _, 3 -> 2",
        "broadcastable_c4: operands don't have broadcast-compatible shapes\n\
         [operand #3] operand #3 has size 3 in dim 0, but result dim 0 is already 2; \
         expected 2 or 1\n\
         [operand #1] operand #1 has size 2 in dim 0",
    );
}

#[test]
fn absent_operands_alone_determine_no_shape() {
    check("_ -> 2", ["c1", "c1", "ok"]);
    check("_, _ -> *", ["c1", "c1", "ok"]);
}

#[test]
fn c2_requires_one_result() {
    check("2 -> -", ["c2", "c2", "ok"]);
    check("2 -> 2, 2", ["c2", "c2", "ok"]);
    check("2 -> 2, 3", ["c2", "c2", "c6"]);
    check("2 -> *, 3", ["c2", "c2", "c6"]);
    check("2, 3 -> -", ["c2", "c2", "c4"]);
    check_message(
        DOCUMENTED,
        "2 -> 2, 2",
        "broadcastable_c2: requires one result, but found 2\n\
         [the op] the operands broadcast to one shape, which is that of the only result",
    );
}

#[test]
fn c3_requires_tensors_or_vectors() {
    check("2, v2 -> 2", ["c3", "c3", "c3"]);
    check("v2, v2 -> 2", ["c3", "c3", "c3"]);
    check("* -> v2", ["c3", "c3", "c3"]);
    check("i32, 2 -> 2", ["c3", "c3", "ok"]);
    check("2 -> i32", ["c3", "c3", "ok"]);
    check("i32, v2 -> i32", ["c3", "c3", "ok"]);
    check("i32 -> i32", ["c3", "c3", "ok"]);
    check("2, 3 -> v2", ["c3", "c3", "c3"]);
    check("v() -> v()", ["ok", "ok", "ok"]);
    check_message(
        DOCUMENTED,
        "v2, i32, 2, v2 -> 2",
        "broadcastable_c3: cannot broadcast vector with tensor\n\
         [operand #2] operand #2 is a tensor\n\
         [operand #0] operand #0 is a vector; all must be tensors, or all vectors",
    );
    check_message(
        DOCUMENTED,
        "2, i32 -> 2",
        "broadcastable_c3: operand #1 must be tensor or vector of any type values\n\
         [operand #1] operand #1 has no shape; a tensor of rank 0 broadcasts like a scalar",
    );
    check_message(
        DOCUMENTED,
        "2 -> i32",
        "broadcastable_c3: result #0 must be tensor or vector of any type values\n\
         [result #0] result #0 has no shape; a tensor of rank 0 broadcasts like a scalar",
    );
}

#[test]
fn c4_requires_compatible_operands() {
    check("2, 3 -> *", ["c4", "c4", "c4"]);
    check("0, 2 -> 0", ["c4", "c4", "c4"]);
    check("0, 1 -> 0", ["ok", "ok", "ok"]);
    check("0, ? -> 0", ["ok", "ok", "ok"]);
    check("0, ? -> 3", ["c6", "c6", "ok"]);
    check("?, 0, 2 -> 2", ["c4", "c4", "ok"]);
    check("2x1, *, 3 -> 2x3", ["ok", "ok", "ok"]);
    check("2x1, *, 3x1 -> 2x3", ["c4", "c4", "c4"]);
    check_message(
        DOCUMENTED,
        "*, 1x3, ?x1x4 -> *",
        "broadcastable_c4: operands don't have broadcast-compatible shapes\n\
         [operand #2] operand #2 has size 4 in dim 2, but result dim 2 is already 3; \
         expected 3 or 1\n\
         [operand #1] operand #1 has size 3 in dim 1",
    );
}

#[test]
fn c5_requires_the_inferred_rank() {
    check("2 -> 1x2", ["c5", "c5", "ok"]);
    check("2x3 -> 3", ["c5", "c5", "c5"]);
    check("() -> 4", ["c5", "c5", "ok"]);
    check("4 -> ()", ["c5", "c5", "c5"]);
    check("() -> ()", ["ok", "ok", "ok"]);
    check("2, * -> 1x2", ["c5", "c5", "ok"]);
    check_message(
        DOCUMENTED,
        "1, 3, 3 -> 1x3",
        "broadcastable_c5: result type '1x3' not broadcast compatible with broadcasted operands's \
         shapes '3'\n\
         [result #0] result #0 has rank 2, but the operands broadcast to rank 1; \
         expected rank 1\n\
         [operand #0] operand #0 has the highest rank, 1",
    );
    check_message(
        MLIR,
        "i32, *, 3, 2x3 -> i32, ()",
        "broadcastable_c5: result type '' not broadcast compatible with broadcasted operands's \
         shapes '2x3'\n\
         [result #1] result #1 has rank 0, but the operands broadcast to rank 2; \
         expected rank 2\n\
         [operand #3] operand #3 has the highest rank, 2",
    );
}

/// Every row of the table of inferred against result sizes.
#[test]
fn c6_requires_agreeing_sizes() {
    check("? -> ?", ["ok", "ok", "ok"]);
    for size in ["0", "1", "2"] {
        check(&format!("? -> {size}"), ["ok", "c6", "ok"]);
        check(&format!("{size} -> ?"), ["ok", "ok", "ok"]);
        check(&format!("{size} -> {size}"), ["ok", "ok", "ok"]);
        check(&format!("{size} -> 3"), ["c6", "c6", "c6"]);
    }
    check("2 -> 1", ["c6", "c6", "c6"]);
    check_message(
        DOCUMENTED,
        "2, 2 -> 4",
        "broadcastable_c6: result type '4' not broadcast compatible with broadcasted operands's \
         shapes '2'\n\
         [result #0] result #0 has size 4 in dim 0, but the operands broadcast to 2 there; \
         expected 2 or ?\n\
         [operand #0] operand #0 has size 2 in dim 0",
    );
    check_message(
        STRICT,
        "?, 1 -> 4",
        "broadcastable_c6: result type '4' not broadcast compatible with broadcasted operands's \
         shapes '?'\n\
         [result #0] result #0 has size 4 in dim 0, but the operands broadcast to ? there; \
         expected ? under the rules 'strict'\n\
         [operand #0] operand #0 has size ? in dim 0",
    );
}

#[test]
fn reports_every_result_dim_that_disagrees() {
    let expected = "broadcastable_c6: result type '9x5x6x4' not broadcast compatible with \
         broadcasted operands's shapes '5x2x3'\n\
         [result #0] result #0 has size 6 in dim 2, but the operands broadcast to 2 there; \
         expected 2 or ?\n\
         [operand #1] operand #1 has size 2 in dim 0\n\
         [result #0] result #0 has size 4 in dim 3, but the operands broadcast to 3 there; \
         expected 3 or ?\n\
         [operand #0] operand #0 has size 3 in dim 2";
    check_message(MLIR, "5x?x3, 2x1 -> 9x5x6x4", expected);
}

#[test]
fn respects_the_attribute() {
    check("3, 3x4 @0 -> 3x4", ["ok", "ok", "ok"]);
    check("3, 3x4 -> 3x4", ["c4", "c4", "c4"]);
    check("4, 3x4 @0 -> 3x4", ["c4", "c4", "c4"]);
    check("3, ?x4 @0 -> 5x4", ["c6", "c6", "c6"]);
    check("3, 3x4 @0 -> 4", ["c5", "c5", "c5"]);
    check("v3, v3x4 @0 -> v3x4", ["ok", "ok", "ok"]);
    check("3x4, 3x4 @0,1 -> 3x4", ["ok", "ok", "ok"]);
    let wrong = ["broadcast_dimensions"; 3];
    check("3, 3x4 @2 -> 3x4", wrong);
    check("3, 3x4 @ -> *", wrong);
    check("3x4, 3x4 @1,0 -> 3x4", wrong);
    check("3, * @0 -> 3x4", ["ok", "ok", "ok"]);
    check_message(
        DOCUMENTED,
        "4, 3x4 @0 -> 3x4",
        "broadcastable_c4: operands don't have broadcast-compatible shapes\n\
         [operand #1] operand #1 has size 3 in dim 0, but result dim 0 is already 4; \
         expected 4 or 1\n\
         [operand #0] operand #0 has size 4 in dim 0",
    );
    check_message(
        DOCUMENTED,
        "3, 3x4 @0,1 -> 3x4",
        "broadcast_dimensions: broadcast_dimensions has size 2, but operand #0 has rank 1\n\
         [operand #0] expected one entry for each dim of operand #0",
    );
    check_message(
        DOCUMENTED,
        "3, 3x4 @2 -> 3x4",
        "broadcast_dimensions: broadcast_dimensions entry 0 is 2, but the result has rank 2\n\
         [the op] each entry must be less than 2",
    );
}

#[test]
fn checks_vectors_except_under_mlir() {
    check("v2, v2 -> v2", ["ok", "ok", "ok"]);
    check("v2, v3 -> v4", ["c4", "c4", "ok"]);
    check("v2 -> v3x2", ["c5", "c5", "ok"]);
    check("v2 -> v3", ["c6", "c6", "ok"]);
    check("v[4], v1 -> v[4]", ["ok", "ok", "ok"]);
    check("v[4], v[4] -> v[4]", ["ok", "ok", "ok"]);
    check("v2x[4], v[4] -> v2x[4]", ["ok", "ok", "ok"]);
    check("v[4], v4 -> v[4]", ["c4", "c4", "ok"]);
    check("v[4], v[8] -> v[8]", ["c4", "c4", "ok"]);
    check("v[1], v4 -> v4", ["c4", "c4", "ok"]);
    check("v[4] -> v4", ["c6", "c6", "ok"]);
    check("v4 -> v[4]", ["c6", "c6", "ok"]);
    check("v1 -> v[1]", ["c6", "c6", "ok"]);
    check_message(
        DOCUMENTED,
        "v[4], v4 -> v[4]",
        "broadcastable_c4: operands don't have broadcast-compatible shapes\n\
         [operand #1] operand #1 has size 4 in dim 0, but result dim 0 is already [4]; \
         expected [4] or 1\n\
         [operand #0] operand #0 has size [4] in dim 0",
    );
    check_message(
        DOCUMENTED,
        "v2x[4] -> v2x4",
        "broadcastable_c6: result type '2x4' not broadcast compatible with broadcasted operands's \
         shapes '2x[4]'\n\
         [result #0] result #0 has size 4 in dim 1, but the operands broadcast to [4] there; \
         expected [4]\n\
         [operand #0] operand #0 has size [4] in dim 1",
    );
}

/// Sizes that no type can have still get a verdict.
#[test]
fn gives_a_verdict_on_scalable_tensors() {
    check("?, [4] -> ?", ["c4", "c4", "c4"]);
    check("? -> [4]", ["c6", "c6", "ok"]);
    check("[4] -> ?", ["c6", "c6", "ok"]);
    check_message(
        DOCUMENTED,
        "?, [4] -> ?",
        "broadcastable_c4: operands don't have broadcast-compatible shapes\n\
         [operand #1] operand #1 has size [4] in dim 0, but result dim 0 is already ?; \
         expected a size that is not scalable\n\
         [operand #0] operand #0 has size ? in dim 0",
    );
}

#[test]
fn returns_the_inferred_shape() {
    let check = |rules, op: &str, expected: Option<&str>| {
        let found = verdict(rules, op).expect("no violation");
        assert_eq!(
            found.map(|shape| shape.to_string()).as_deref(),
            expected,
            "{op}"
        );
    };
    check(DOCUMENTED, "2x?, 1 -> 2x4", Some("2x?"));
    check(DOCUMENTED, "?, 0 -> ?", Some("0"));
    check(MLIR, "?, 0 -> ?", Some("?"));
    check(DOCUMENTED, "() -> ()", Some(""));
    check(DOCUMENTED, "2, * -> *", Some("2"));
    check(DOCUMENTED, "*, * -> 2", None);
    check(DOCUMENTED, "2, 3x2, * @1 -> 3x2", None);
    check(DOCUMENTED, "v[4], v1 -> v[4]", Some("[4]"));
    check(MLIR, "v[4], v1 -> v[4]", None);
    check(MLIR, "- -> 2", None);
}

/// Verifies an op of which the last operand is the destination.
fn verdict_into(op: &str) -> Result<Shape, Violation> {
    let op = parse_op(op);
    let last = op.operands.len() - 1;
    let maps = op.broadcast_dimensions.as_deref();
    let found = verify_into(DOCUMENTED, &op.operands, &op.results, maps, Some(last));
    found.map(|shape| shape.expect("there is a ranked operand"))
}

#[test]
fn a_destination_gives_the_result_its_shape() {
    for (op, shape) in [
        ("3, 3 -> 3", "3"),
        ("1, 3 -> 3", "3"),
        ("?, 3 -> 3", "3"),
        ("3, ? -> ?", "3"),
        ("?, ? -> ?", "?"),
        ("1x3, 2x? -> 2x?", "2x3"),
        // The first operand could be 1, and the result is the destination's 1.
        ("?, 1 -> 1", "1"),
        ("1, 1 -> ?", "1"),
        ("?, 0 -> 0", "0"),
        ("_, ?, 3 -> 3", "3"),
        ("*, 3 -> 3", "3"),
        // Nothing is known of its shape.
        ("3, * -> 3", "3"),
        ("2, 2x3 @0 -> 2x3", "2x3"),
    ] {
        let shape = shape.parse::<Shape>().expect("a shape");
        assert_eq!(verdict_into(op), Ok(shape), "{op}");
    }
}

#[test]
fn no_operand_enlarges_a_destination() {
    for (op, message) in [
        (
            "3, 1 -> 3",
            "the result has the shape of operand #1, but operand #0 would enlarge its dim 0",
        ),
        (
            "1x2, 2x1 -> 2x2",
            "the result has the shape of operand #1, but operand #0 would enlarge its dim 1",
        ),
        (
            "2x3, 3 -> 2x3",
            "the result has the shape of operand #1, but operand #0 has rank 2 and would enlarge it",
        ),
        // Of two operands, the second one.
        (
            "1, 4, 1 -> 4",
            "the result has the shape of operand #2, but operand #1 would enlarge its dim 0",
        ),
        (
            "2, 1x3 @0 -> 2x3",
            "the result has the shape of operand #1, but operand #0 would enlarge its dim 0",
        ),
    ] {
        let violation = verdict_into(op).expect_err(op);
        assert_eq!(violation.constraint(), Constraint::ResultLike, "{op}");
        assert_eq!(violation.to_string(), message, "{op}");
    }
}

#[test]
fn accepts_very_large_inputs() {
    let many = vec!["?x9223372036854775807"; 1000].join(", ");
    check(&format!("{many} -> ?x9223372036854775807"), ["ok"; 3]);
    check(&format!("{many} -> ?x9223372036854775806"), ["c6"; 3]);
    let long = vec!["2"; 1000].join("x");
    check(&format!("{long}, 2 -> {long}"), ["ok"; 3]);
    check(&format!("{long}, 3 -> {long}"), ["c4"; 3]);
}

/// `documented` accepts everything that `strict` accepts, and on ranked tensors, `mlir` accepts
/// everything that `documented` accepts.
#[test]
fn rule_sets_are_nested() {
    let sizes = ["?", "0", "1", "2", "3"];
    let mut shapes = vec!["()".to_string(), "*".to_string()];
    shapes.extend(sizes.map(String::from));
    shapes.extend(sizes.iter().flat_map(|a| sizes.map(|b| format!("{a}x{b}"))));
    for lhs in &shapes {
        for rhs in &shapes {
            for result in &shapes {
                let op = format!("{lhs}, {rhs} -> {result}");
                let [documented, strict, mlir] = RULES.map(|rules| verdict(rules, &op).is_ok());
                assert!(documented || !strict, "{op}");
                assert!(mlir || !documented, "{op}");
            }
        }
    }
}

#[test]
fn constraints_print_their_ids() {
    assert_eq!(Constraint::HasOperand.to_string(), "broadcastable_c1");
    assert_eq!(
        format!("{:>18}", Constraint::ResultSizes),
        "  broadcastable_c6"
    );
}
