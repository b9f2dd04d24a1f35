//! Each pass and each target changes nothing in its own output.

use super::run_text;
use bcast_lower::driver::Status;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Returns the programs in a directory of the repository, at any depth.
fn programs(directory: &str) -> Vec<PathBuf> {
    let mut pending = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(directory)];
    let mut found = vec![];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("the directory is readable");
            pending.extend(entries.map(|entry| entry.expect("it is readable").path()));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "mlir")
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Runs a pipeline twice on every program of the repository that it accepts.
fn check(pipeline: &str) {
    let mut accepted = 0;
    for directory in ["lit", "examples"] {
        for path in programs(directory) {
            let source = fs::read_to_string(&path).expect("the program is readable");
            let (status, output, _) = run_text(pipeline, &source);
            // Programs of several parts, unregistered dialects, and those that are wrong.
            if status != Status::Success {
                continue;
            }
            accepted += 1;
            let (status, again, diagnostics) = run_text(pipeline, &output);
            assert_eq!(status, Status::Success, "{}: {diagnostics}", path.display());
            assert_eq!(output, again, "{}", path.display());
        }
    }
    assert!(accepted > 30, "{pipeline} accepts {accepted} programs");
}

#[test]
fn lowering_changes_nothing_again() {
    check("builtin.module(lower-broadcast)");
}

#[test]
fn guards_are_added_once() {
    check("builtin.module(guard-broadcasts,lower-broadcast)");
}

#[test]
fn simplifying_changes_nothing_again() {
    check("builtin.module(simplify-broadcasts)");
}

#[test]
fn legalizing_changes_nothing_again() {
    check("builtin.module(legalize-to-stablehlo)");
}

#[test]
fn the_target_xla_changes_nothing_again() {
    check("builtin.module(target-xla)");
}

#[test]
fn forms_for_iree_are_recognized() {
    // The pass merges equal ops, but not those that it emits last.
    check("builtin.module(legalize-for-iree,cse,remove-unused-ops)");
}

#[test]
fn the_target_iree_changes_nothing_again() {
    check("builtin.module(target-iree)");
}

#[test]
fn guards_of_reshapes_are_added_once() {
    check("builtin.module(guard-reshapes)");
}

#[test]
fn guards_of_sizes_are_added_once() {
    check("builtin.module(guard-replaced-ops{assertions=cf})");
    check("builtin.module(guard-sizes{assertions=cf})");
    check("builtin.module(guard-sizes,legalize-to-stablehlo)");
}
