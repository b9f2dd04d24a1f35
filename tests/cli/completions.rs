//! Completions for shells.

use crate::{
    missing::{self, Need},
    support::Sandbox,
};
use std::{path::Path, process::Command};

/// Presses Tab in bash, zsh and fish.
#[test]
fn shells_offer_what_fits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(root.join("scripts/check-completions"))
        .args(["--binary", env!("CARGO_BIN_EXE_bcast-lower")])
        .output()
        .expect("the script runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(missing::CANNOT_INSTALL) {
        missing::skip(Need::Shells, "scripts/check-completions", &stderr);
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
