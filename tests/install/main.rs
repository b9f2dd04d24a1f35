//! Tests of the tool's installation.

use std::{
    fs,
    io::{self, Write},
    path::Path,
    process::Command,
};

/// The scripts' exit code if the peers cannot be installed on this machine.
const NO_PEERS: i32 = 3;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_libraries_work_in_programs_and_in_mlir_opt() {
    let output = Command::new(root().join("scripts/check-libraries"))
        .arg("dev")
        .output()
        .expect("the script runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
}

#[test]
fn the_wheel_works_next_to_jaxlib() {
    let output = Command::new(root().join("scripts/check-wheel"))
        .arg("dev")
        .output()
        .expect("the script runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(NO_PEERS) {
        // `eprintln!` would be captured, as for any test that passes.
        let reason = stderr.lines().last().unwrap_or_default();
        writeln!(io::stderr(), "SKIPPED: scripts/check-wheel: {reason}")
            .expect("standard error can be written to");
        return;
    }
    assert!(output.status.success(), "{stderr}");
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stdout), @r"
    jax: mul got incompatible shapes for broadcasting: (b, 4), (m, 1).
    what jax exports computes the same after bcast-lower
    batch 3, mask of batch 3: as NumPy computes it
    batch 3, mask of batch 1: as NumPy computes it
    batch 1, mask of batch 1: as NumPy computes it
    batch 32, mask of batch 1: as NumPy computes it
    batch 3, mask of batch 2: Error refining shapes. Define JAX_DUMP_IR_TO to dump the module.
    chlo.broadcast_multiply: operand #0 dim 0 has size 3, operand #1 dim 0 has size 2; expected equal sizes, or 1 and a size of at least 1
    ");
}

#[test]
fn a_missing_llvm_is_reported_with_advice() {
    let directory = tempfile::tempdir().expect("a directory can be created");
    let script = directory.path().join("bin/llvm-config");
    fs::create_dir(directory.path().join("bin")).expect("it is empty");
    fs::copy(root().join(".cargo/llvm/bin/llvm-config"), &script).expect("the script is there");
    // A version that no machine has.
    fs::write(directory.path().join("version"), "9999\n").expect("it can be written to");
    let output = Command::new("sh")
        .arg(&script)
        .arg("--version")
        .output()
        .expect("sh runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.starts_with("error: LLVM 9999 was not found"),
        "{stderr}"
    );
    for advice in [
        "scripts/setup",
        "libmlir-9999-dev",
        "brew install",
        "MLIR_SYS_",
    ] {
        assert!(stderr.contains(advice), "{stderr}");
    }
}
