//! Copies of programs that can run at once.

use std::{path::Path, process::Command};

/// Copies a program in a process of its own. If this process wrote the copy, a child that another test
/// starts meanwhile would inherit the open file, and Linux does not run a file that is open for writing.
pub fn copy_program(from: &Path, to: &Path) {
    let status = Command::new("cp").args([from, to]).status();
    assert!(status.expect("cp runs").success());
}
