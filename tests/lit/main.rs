//! Runs LLVM's lit over `lit/` with the tool that cargo built.

use std::{path::Path, process::Command};

#[test]
fn lit_tests_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let binaries = Path::new(env!("BCAST_LOWER_LLVM_BINARIES"));
    let lit = binaries.join("lit");
    let output = Command::new(&lit)
        .args(["--verbose", "--order=lexical"])
        .arg(root.join("lit"))
        .env("LLVM_BINARIES", binaries)
        .env("BCAST_LOWER_BIN", env!("CARGO_BIN_EXE_bcast-lower"))
        .output()
        .unwrap_or_else(|error| panic!("cannot run `{}`: {error}", lit.display()));
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success(), "{text}");
    assert!(text.contains("Passed"), "{text}");
    // The summary has a line for each kind of tests that did not run.
    for kind in ["Excluded", "Skipped", "Unsupported"] {
        let is_about = |line: &str| line.trim_start().starts_with(kind);
        assert!(!text.lines().any(is_about), "{text}");
    }
    println!("{text}");
}
