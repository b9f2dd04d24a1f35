use crate::fail;

/// Puts ops into a function whose arguments are values of many types.
fn body(ops: &str) -> String {
    format!(
        "func.func @main(%s: tensor<f32>, %v2: tensor<2xf32>, %v3: tensor<3xf32>, \
         %d: tensor<?xf32>, %m: tensor<3x4xf32>, %u: tensor<*xf32>, \
         %laid_out: tensor<2xf32, \"layout\">) {{\n\
         {ops}\n  return\n}}\n"
    )
}

#[test]
fn incompatible_operands() {
    insta::assert_snapshot!(fail(
        "",
        &body(
            "  %0 = chlo.broadcast_add %v2, %v3 : (tensor<2xf32>, tensor<3xf32>) -> tensor<?xf32>"
        )
    ));
}

#[test]
fn incompatible_result() {
    insta::assert_snapshot!(fail(
        "",
        &body("  %0 = chlo.broadcast_add %v2, %s : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>")
    ));
}

#[test]
fn result_of_another_rank() {
    insta::assert_snapshot!(fail(
        "",
        &body(
            "  %0 = chlo.broadcast_add %v2, %s : (tensor<2xf32>, tensor<f32>) -> tensor<1x2xf32>"
        )
    ));
}

#[test]
fn static_result_under_strict_rules() {
    insta::assert_snapshot!(fail(
        "trait-rules=strict",
        &body("  %0 = chlo.broadcast_add %d, %s : (tensor<?xf32>, tensor<f32>) -> tensor<4xf32>")
    ));
}

#[test]
fn broadcast_dimensions_out_of_order() {
    insta::assert_snapshot!(fail(
        "",
        &body(
            "  %0 = chlo.broadcast_add %m, %m {broadcast_dimensions = array<i64: 1, 0>} : \
             (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>"
        )
    ));
}

#[test]
fn unranked_operand() {
    insta::assert_snapshot!(fail(
        "",
        &body(
            "  %0 = chlo.broadcast_add %u, %v2 : (tensor<*xf32>, tensor<2xf32>) -> tensor<?xf32>"
        )
    ));
}

#[test]
fn result_beyond_its_bound() {
    insta::assert_snapshot!(fail(
        "",
        &body(
            "  %0 = chlo.broadcast_add %v3, %s : \
             (tensor<3xf32>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<2>>"
        )
    ));
}

#[test]
fn operand_of_unknown_encoding() {
    insta::assert_snapshot!(fail(
        "",
        &body(
            "  %0 = chlo.broadcast_add %laid_out, %s : \
             (tensor<2xf32, \"layout\">, tensor<f32>) -> tensor<2xf32>"
        )
    ));
}

#[test]
fn sizes_that_only_mlir_accepts() {
    insta::assert_snapshot!(fail(
        "trait-rules=mlir",
        &body(
            "  %0 = chlo.broadcast_add %v2, %v2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<1x2xf32>"
        )
    ));
}

#[test]
fn all_errors_of_a_file_at_once() {
    insta::assert_snapshot!(fail(
        "",
        &body(
            "  %0 = chlo.broadcast_add %v2, %v3 : (tensor<2xf32>, tensor<3xf32>) -> tensor<?xf32>\n\
               %1 = chlo.broadcast_add %v2, %s : (tensor<2xf32>, tensor<f32>) -> tensor<?xf32>\n\
               %2 = chlo.broadcast_add %u, %v2 : (tensor<*xf32>, tensor<2xf32>) -> tensor<?xf32>"
        )
    ));
}
