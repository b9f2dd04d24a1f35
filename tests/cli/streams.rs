//! Standard streams that are closed, or that cannot be written to.

use crate::{
    missing::{self, Need},
    support::{FUNCTION, NOTHING, Run, Sandbox, finish},
};
use std::{
    fs::{self, OpenOptions},
    process::{Command, Stdio},
};

const SOURCE: &str = "func.func @f() { return }";

/// Broadcasts, so `--stats` and `explain` have something to report.
const BROADCASTS: &str = include_str!("../../examples/bias_add.mlir");

/// Runs the tool in a shell that first closes or redirects streams.
fn run(sandbox: &Sandbox, arguments: &[&str], redirections: &str) -> Run {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("exec \"$0\" \"$@\" {redirections}")])
        .arg(env!("CARGO_BIN_EXE_bcast-lower"))
        .args(arguments)
        .current_dir(sandbox.path(""));
    finish(command, SOURCE.as_bytes())
}

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with("a.mlir", SOURCE);
    sandbox.write("b.mlir", BROADCASTS);
    sandbox.write("wrong.mlir", "wrong");
    sandbox
}

#[test]
fn a_closed_standard_output_is_an_error() {
    let sandbox = sandbox();
    let message = "error: cannot write standard output: it is closed\n";
    for arguments in [
        &["a.mlir"][..],
        &[NOTHING, "a.mlir"],
        &["--target=xla", "b.mlir"],
        &["--emit-bytecode", "a.mlir"],
        &["--split-input-file", "a.mlir"],
        &["--stats", "b.mlir"],
        &["explain", "b.mlir"],
        &["explain", "--format=html", "b.mlir"],
        &["--help"],
        &["explain", "--help"],
        &["--version"],
        &["--list-passes"],
        &["--generate=passes"],
        &["--print-pipeline"],
        &["--print-rules"],
        &["--show-dialects"],
    ] {
        let run = run(&sandbox, arguments, ">&-");
        assert_eq!(
            (run.code(), run.stderr().as_str()),
            (2, message),
            "{arguments:?}"
        );
    }
    for path in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let run = run(&sandbox, &["-o", path, "a.mlir"], ">&-");
        assert_eq!((run.code(), run.stderr().as_str()), (2, message), "{path}");
    }
    let json = run(&sandbox, &["--diagnostics-format=json", "a.mlir"], ">&-");
    assert_eq!(json.code(), 2);
    assert!(
        json.stderr()
            .contains("cannot write standard output: it is closed"),
        "{}",
        json.transcript()
    );
}

#[test]
fn a_closed_standard_output_does_not_matter_if_nothing_is_written_there() {
    let sandbox = sandbox();
    run(&sandbox, &[NOTHING, "-o", "out.mlir", "a.mlir"], ">&-").succeeds();
    assert_eq!(sandbox.read("out.mlir"), FUNCTION);
    run(&sandbox, &[NOTHING, "wrong.mlir", "-o", "out.mlir"], ">&-").fails(1, "error");
    run(&sandbox, &["--nonsense"], ">&-").fails(2, "--nonsense");
}

#[test]
fn a_null_device_is_not_a_closed_stream() {
    let sandbox = sandbox();
    // Some programs open it for reading and writing.
    for redirections in [">/dev/null", "1<>/dev/null", "1<>/dev/null 2>&1 0<&1"] {
        run(&sandbox, &[NOTHING, "a.mlir"], redirections).succeeds();
    }
    let both = OpenOptions::new().read(true).write(true).open("/dev/null");
    let mut command = sandbox.command(&[NOTHING, "a.mlir"]);
    let status = command.stdout(both.unwrap()).status().unwrap();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_closed_standard_input_is_an_error() {
    let sandbox = sandbox();
    let message = "error: cannot read standard input: it is closed\n";
    for arguments in [&[NOTHING][..], &["-"], &["explain"]] {
        let run = run(&sandbox, arguments, "<&-");
        assert_eq!(
            (run.code(), run.stderr().as_str()),
            (2, message),
            "{arguments:?}"
        );
    }
    let path = run(&sandbox, &[NOTHING, "/dev/stdin"], "<&-");
    path.fails(2, "cannot read `/dev/stdin`: it is closed");
    run(&sandbox, &[NOTHING, "a.mlir"], "<&-").succeeds();
}

#[test]
fn diagnostics_for_a_closed_standard_error_are_an_error() {
    let sandbox = sandbox();
    for arguments in [
        &["--stats", "b.mlir"][..],
        &["wrong.mlir"],
        &["--dump-pass-pipeline", "a.mlir"],
        &["--mlir-timing", "a.mlir"],
        &["--diagnostics-format=sarif", "a.mlir"],
        &["--nonsense"],
        &["-o", "/dev/stderr", "a.mlir"],
        &["-o", "/dev/fd/2", "a.mlir"],
    ] {
        assert_eq!(run(&sandbox, arguments, "2>&-").code(), 2, "{arguments:?}");
    }
    // There is nothing to write.
    let silent = run(&sandbox, &[NOTHING, "a.mlir"], "2>&-");
    assert_eq!(silent.succeeds(), FUNCTION);
    // All are closed.
    assert_eq!(run(&sandbox, &["a.mlir"], "<&- >&- 2>&-").code(), 2);
}

#[test]
fn a_full_device_is_named() {
    if !fs::exists("/dev/full").unwrap() {
        missing::skip(Need::Linux, "a full device", "`/dev/full` does not exist");
        return;
    }
    let sandbox = sandbox();
    for arguments in [
        &["a.mlir"][..],
        &["explain", "b.mlir"],
        &["--help"],
        &["--version"],
        &["--generate=passes"],
    ] {
        let run = run(&sandbox, arguments, ">/dev/full");
        run.fails(
            2,
            "error: cannot write standard output: no space left on device",
        );
    }
    for arguments in [
        &["--stats", "b.mlir"][..],
        &["--dump-pass-pipeline", "a.mlir"],
        &["--diagnostics-format=sarif", "a.mlir"],
    ] {
        let mut command = sandbox.command(arguments);
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = command.stdout(Stdio::null()).stderr(full).status().unwrap();
        assert_eq!(status.code(), Some(2), "{arguments:?}");
    }
}
