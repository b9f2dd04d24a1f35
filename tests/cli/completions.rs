//! Completions for shells.

use crate::support::Sandbox;
use std::{
    io::{self, Write},
    path::Path,
    process::Command,
};

/// The script's exit code if a shell cannot be installed on this machine.
const NO_SHELL: i32 = 3;

/// Presses Tab in bash, zsh and fish.
///
/// If one of them cannot be installed, the test passes with a prominent message that it checked
/// nothing.
#[test]
fn shells_offer_what_fits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(root.join("scripts/check-completions"))
        .args(["--binary", env!("CARGO_BIN_EXE_bcast-lower")])
        .output()
        .expect("the script runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(NO_SHELL) {
        // `eprintln!` would be captured, as for any test that passes.
        let reason = stderr.lines().last().unwrap_or_default();
        writeln!(io::stderr(), "SKIPPED: scripts/check-completions: {reason}")
            .expect("standard error can be written to");
        return;
    }
    assert!(output.status.success(), "{stderr}");
}

#[test]
fn other_shells_offer_options() {
    let sandbox = Sandbox::new();
    for shell in ["elvish", "powershell"] {
        let text = sandbox
            .run(&[&format!("--generate=complete-{shell}")])
            .succeeds();
        for option in ["--zero-extents", "--why"] {
            assert!(text.contains(option), "{shell}: {option}");
        }
    }
}
