//! Runs a script that opens pages of `bcast-lower explain` in Chromium.
//!
//! If Chromium cannot be installed, the test passes with a prominent message that it checked
//! nothing.

use std::{
    fs,
    io::{self, Write},
    path::Path,
    process::Command,
};

/// The script's exit code if Chromium cannot be installed on this machine.
const NO_CHROMIUM: i32 = 3;

/// Ops of many dims, one of which cannot be lowered, in functions with long names.
const WIDE: &str = r#"func.func @a_name_that_is_so_long_that_no_phone_could_show_all_of_it_in_one_line_of_text(
    %u: tensor<*xf32>, %x: tensor<?x?x?x?x?x?x1000000x?xf32> loc("<b>a long name</b>"), %y: tensor<?x1x?x?xf32>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?x?x?x?x?x1000000x?xf32>, tensor<?x1x?x?xf32>) -> tensor<?x?x?x?x?x?x1000000x?xf32>
  %1 = chlo.broadcast_add %u, %y : (tensor<*xf32>, tensor<?x1x?x?xf32>) -> tensor<*xf32>
  return
}
"#;

#[test]
fn pages_suit_every_screen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directory = tempfile::tempdir().expect("a directory can be created");
    let wide = directory.path().join("wide.mlir");
    let empty = directory.path().join("empty.mlir");
    fs::write(&wide, WIDE).expect("it can be written to");
    fs::write(&empty, "").expect("it can be written to");
    let inputs = [
        (root.join("examples/bias_add.mlir"), "--facts=on"),
        (root.join("examples/declared_symbols.mlir"), "--target=iree"),
        (wide, "--allow-partial=on"),
        (empty, "--target=xla"),
    ];
    let mut check = Command::new(root.join("scripts/check-page"));
    for (input, option) in &inputs {
        let stem = input.file_stem().expect("it has a name");
        let page = directory.path().join(stem).with_extension("html");
        let status = Command::new(env!("CARGO_BIN_EXE_bcast-lower"))
            .args(["explain", "--format=html", option, "-o"])
            .args([&page, input])
            .status()
            .expect("the tool runs");
        assert!(status.success(), "{}", input.display());
        check.arg(page);
    }
    let output = check.output().expect("the script runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(NO_CHROMIUM) {
        // `eprintln!` would be captured, as for any test that passes.
        let reason = stderr.lines().last().unwrap_or_default();
        writeln!(io::stderr(), "SKIPPED: scripts/check-page: {reason}")
            .expect("standard error can be written to");
        return;
    }
    assert!(output.status.success(), "{stderr}");
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stdout), @r"
    bias_add.html: 2 ops, 2 tables
    declared_symbols.html: 1 ops, 1 tables
    wide.html: 2 ops, 1 tables
    empty.html: 0 ops, 0 tables
    ");
}
