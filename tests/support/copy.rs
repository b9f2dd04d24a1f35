//! Copies of programs that can run at once.

use std::{path::Path, process::Command};

/// Copies a program by another process. A file that is open for writing cannot be run, and what this
/// process opens stays open for a moment in the programs that other tests start meanwhile.
pub fn copy_program(from: &Path, to: &Path) {
    let status = Command::new("cp").args([from, to]).status();
    assert!(status.expect("cp runs").success());
}
