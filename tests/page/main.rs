//! Runs a script that opens pages of `bcast-lower explain` in Chromium.
//!
//! If Chromium cannot be installed, the tests pass with a prominent message that they checked
//! nothing, or fail: see `tests/support/missing.rs`.

#[path = "../support/missing.rs"]
mod missing;

use bcast_lower::{
    driver::{self, Config, Job, Lowering},
    explain::HtmlPart,
    transform::Rules,
};
use missing::Need;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

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
    let wrong = directory.path().join("wrong.mlir");
    fs::write(&wrong, WIDE.replace("tensor<*xf32>", "tensor<3xf32>"))
        .expect("it can be written to");
    let long = directory.path().join("long.mlir");
    fs::write(&long, long_chain(330)).expect("it can be written to");
    let inputs = [
        (root.join("examples/bias_add.mlir"), "--facts=on"),
        (root.join("examples/declared_symbols.mlir"), "--target=iree"),
        (wide, "--allow-partial=on"),
        (empty, "--target=xla"),
        (root.join("examples/any_size.mlir"), "--target=xla"),
        (long, "--facts=on"),
        (wrong, "--facts=on"),
    ];
    let pages = inputs.map(|(input, option)| {
        let stem = input.file_stem().expect("it has a name");
        let page = directory.path().join(stem).with_extension("html");
        let status = Command::new(env!("CARGO_BIN_EXE_bcast-lower"))
            .args(["explain", "--format=html", option, "-o"])
            .args([&page, &input])
            .status()
            .expect("the tool runs");
        let is_wrong = stem == "wrong";
        assert_eq!(status.success(), !is_wrong, "{}", input.display());
        page
    });
    if let Some(checked) = check(&pages) {
        insta::assert_snapshot!(checked, @r"
        bias_add.html: 2 ops, 2 tables
        declared_symbols.html: 1 ops, 1 tables
        wide.html: 2 ops, 1 tables
        empty.html: 0 ops, 0 tables
        any_size.html: 0 ops, 0 tables
        long.html: 100 ops, 100 tables
        wrong.html: 2 ops, 1 tables
        ");
    }
}

/// Returns a chain of ops. If it is long, the page packs most of them.
fn long_chain(length: usize) -> String {
    let ty = "tensor<?x4xf32>";
    let mut text = format!("func.func @f(%x: {ty}, %y: {ty}) {{\n");
    let mut last = String::from("%x");
    for number in 0..length {
        text += &format!("  %{number} = chlo.broadcast_add {last}, %y : ({ty}, {ty}) -> {ty}\n");
        last = format!("%{number}");
    }
    text + "  return\n}\n"
}

/// Opens pages; returns what the script prints, or nothing without Chromium.
fn check(pages: &[PathBuf]) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(root.join("scripts/check-page"))
        .args(pages)
        .output()
        .expect("the script runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(missing::CANNOT_INSTALL) {
        missing::skip(Need::Browser, "scripts/check-page", &stderr);
        return None;
    }
    assert!(output.status.success(), "{stderr}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What notebooks and their pages, and less careful hosts, say about the elements of a report.
const STYLES_OF_A_HOST: &str = "
html { font-size: 10px; line-height: 3; color: teal; }
.output { text-align: right; white-space: pre; letter-spacing: 2px; word-break: break-all; }
.output dl { overflow: hidden; }
.output dl dt { float: left; clear: left; width: 20%; font-weight: bold; }
.output dl dd { float: left; width: 80%; margin-left: 5em; }
.output table { margin: 0 auto; border: none; font-size: 12px; table-layout: fixed; color: black; }
.output td, .output th, .output tr { text-align: right; vertical-align: middle; padding: 2em; max-width: none; }
.output tbody tr:nth-child(odd) { background: #f5f5f5; }
.output tbody tr:hover { background: blue; }
.output thead { border-bottom: 1px solid; vertical-align: bottom; }
.output :not(pre) > code { background: #ddd; padding: 1px 5px; }
.output pre, .output code { color: black; font-size: 20px; line-height: 1; border: 1px solid; }
.output a, .output a:visited { color: green; text-decoration: none; }
.output a::after { content: ' ¶'; }
.output ul:not(.list-inline), .output ol { list-style: square; margin: 0 0 0 4em; padding: 3em; }
.output ul ul { list-style: none; } .output ul li + li { margin-top: 2em; }
.output h1, .output h2, .output h3 { font: italic 3em serif; margin: 2em 0; text-transform: uppercase; }
.output p, .output article, .output section, .output header, .output main { margin: 3em; float: left; display: block; }
.output details, .output summary { display: block; list-style: none; background: red; }
.output summary::before { content: '+'; }
.output input, .output button, .output label { width: 100%; display: block; font-size: 30px; }
.output b, .output strong, .output span { font-weight: 100; position: relative; top: 5px; }
*, *::before, *::after { box-sizing: content-box; }
.hidden, .show { display: none !important; }
";

#[test]
fn explanations_in_other_pages_look_as_they_do_alone() {
    let directory = tempfile::tempdir().expect("a directory can be created");
    let page = directory.path().join("host.html");
    let parts = [
        part("bias_add", include_str!("../../examples/bias_add.mlir")),
        part(
            "declared",
            include_str!("../../examples/declared_symbols.mlir"),
        ),
        part("wide", WIDE),
    ];
    let text = format!(
        "<!DOCTYPE html>\n<meta charset=utf-8>\n\
         <meta name=viewport content='width=device-width'>\n<style>{STYLES_OF_A_HOST}</style>\n\
         <body><div class=output>{}</div>",
        parts.concat()
    );
    fs::write(&page, text).expect("it can be written to");
    if let Some(checked) = check(&[page]) {
        assert_eq!(checked, "host.html: 3 parts\n");
    }
}

/// Returns the explanation of a program as a part of a page.
fn part(name: &str, source: &str) -> String {
    let config = Config::default();
    let job = Job::new(&config, name, source.as_bytes());
    let mut lowering = Lowering {
        rules: Rules::built_in().expect("the tables are right"),
        ..Lowering::default()
    };
    lowering.options.allow_partial = true;
    let (_, report, _) = driver::report(job, &lowering).expect("it runs");
    let part = HtmlPart {
        report: &report.expect("ops were examined"),
        source: source.as_bytes(),
        prefix: &format!("{name}-"),
        has_all_reasons: false,
    };
    part.to_string()
}
