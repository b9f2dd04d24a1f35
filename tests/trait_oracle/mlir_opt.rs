//! Verifies many functions with `mlir-opt`, in one process and one context.

use std::{env, fs, path::PathBuf, process::Command};

/// Verifies functions, one per line of text, and returns for each the first
/// error that `mlir-opt` reports on that line.
///
/// Verification of a module would stop at its first error. So the functions are parsed without
/// verification, and a function pass without any effect runs on them: the pass manager verifies
/// each function after the pass, and continues with the others if one is invalid.
/// `--split-input-file` would work too, but creates a context for each function, which takes a
/// hundred times as long.
pub fn verify_functions(functions: &[String]) -> Vec<Option<String>> {
    let file = tempfile::Builder::new()
        .suffix(".mlir")
        .tempfile()
        .expect("a temporary file");
    fs::write(file.path(), functions.join("\n")).expect("a file to write");
    let output = Command::new(find_mlir_opt())
        .arg("--mlir-very-unsafe-disable-verifier-on-parsing")
        .arg("--pass-pipeline=builtin.module(func.func(control-flow-sink))")
        .args(["-o", "/dev/null"])
        .arg(file.path())
        .output()
        .expect("mlir-opt runs");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    let mut errors = vec![None; functions.len()];
    let prefix = format!("{}:", file.path().display());
    for line in stderr.lines() {
        let Some((location, message)) = line.split_once(": error: ") else {
            continue;
        };
        let index = location
            .strip_prefix(&prefix)
            .and_then(|position| position.split(':').next()?.parse::<usize>().ok())
            .unwrap_or_else(|| panic!("an error at an unknown place: {line}"));
        errors[index - 1].get_or_insert(message.to_string());
    }
    let has_errors = errors.iter().any(Option::is_some);
    assert_eq!(output.status.code(), Some(has_errors.into()), "{stderr}");
    errors
}

/// Searches next to the MLIR that the crate is built against, and in `PATH`.
fn find_mlir_opt() -> PathBuf {
    let path = env::var_os("PATH").unwrap_or_default();
    option_env!("BCAST_LOWER_LLVM_BINARIES")
        .map(PathBuf::from)
        .into_iter()
        .chain(env::split_paths(&path))
        .map(|directory| directory.join("mlir-opt"))
        .find(|program| program.is_file())
        .expect(
            "mlir-opt must be beside the llvm-config that the build used, or in PATH; run \
             scripts/setup to install it",
        )
}
