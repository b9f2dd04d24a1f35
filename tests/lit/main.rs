//! Runs LLVM's lit over `lit/` with the tool that cargo built.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

#[test]
fn lit_tests_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let prefix =
        env::var_os("MLIR_SYS_220_PREFIX").map_or_else(|| "/usr/lib/llvm-22".into(), PathBuf::from);
    let lit = prefix.join("bin/lit");
    let output = Command::new(&lit)
        .args(["--verbose", "--order=lexical"])
        .arg(root.join("lit"))
        .env("BCAST_LOWER_BIN", env!("CARGO_BIN_EXE_bcast-lower"))
        .output()
        .unwrap_or_else(|error| panic!("cannot run `{}`: {error}", lit.display()));
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success(), "{text}");
    // Nothing was left out, either.
    assert!(text.contains("Passed"), "{text}");
    println!("{text}");
}
