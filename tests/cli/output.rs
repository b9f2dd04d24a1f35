use crate::{
    copy::copy_program,
    missing::{self, Need},
    support::{FUNCTION, NOTHING, Run, Sandbox, WRONG, command, finish},
};
use insta::assert_snapshot;
use std::{
    fs,
    io::Read,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, symlink},
        process::{CommandExt, ExitStatusExt},
    },
    process::{Command, Stdio},
    time::Duration,
};

const SOURCE: &str = "func.func @f() { return }";

fn write_to(sandbox: &Sandbox, output: &str) -> Run {
    sandbox.run_with_stdin(&[NOTHING, "-o", output], SOURCE.as_bytes())
}

#[test]
fn a_file_is_written() {
    let sandbox = Sandbox::new();
    assert_eq!(write_to(&sandbox, "out.mlir").succeeds(), "");
    assert_eq!(sandbox.read("out.mlir"), FUNCTION);
    assert_eq!(sandbox.files(), ["out.mlir"]);
}

#[test]
fn a_new_file_has_the_usual_permissions() {
    let sandbox = Sandbox::new();
    sandbox.write("usual", "");
    write_to(&sandbox, "out.mlir").succeeds();
    let mode = |name| fs::metadata(sandbox.path(name)).unwrap().mode();
    assert_eq!(mode("out.mlir"), mode("usual"));
}

#[test]
fn an_old_file_is_replaced_and_its_permissions_kept() {
    let sandbox = Sandbox::with("out.mlir", "old and longer than the new one".repeat(100));
    let path = sandbox.path("out.mlir");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    write_to(&sandbox, "out.mlir").succeeds();
    assert_eq!(sandbox.read("out.mlir"), FUNCTION);
    assert_eq!(fs::metadata(path).unwrap().mode() & 0o7777, 0o640);
}

#[test]
fn an_old_file_is_kept_on_failure() {
    let sandbox = Sandbox::with("out.mlir", "old");
    for source in [WRONG, "// -----\nwrong"] {
        sandbox
            .run_with_stdin(
                &[NOTHING, "--split-input-file", "-o", "out.mlir"],
                source.as_bytes(),
            )
            .fails(1, "error: ");
        assert_eq!(sandbox.read("out.mlir"), "old");
        assert_eq!(sandbox.files(), ["out.mlir"]);
    }
}

#[test]
fn the_input_may_be_the_output() {
    let sandbox = Sandbox::with("a.mlir", SOURCE);
    sandbox.run(&[NOTHING, "a.mlir", "-o", "a.mlir"]).succeeds();
    assert_eq!(sandbox.read("a.mlir"), FUNCTION);
}

#[test]
fn symbolic_links_are_followed() {
    let sandbox = Sandbox::with("old.mlir", "old");
    fs::create_dir(sandbox.path("links")).unwrap();
    symlink("../old.mlir", sandbox.path("links/to_old")).unwrap();
    symlink("to_old", sandbox.path("links/to_link")).unwrap();
    symlink("../new.mlir", sandbox.path("links/to_new")).unwrap();
    for (link, file) in [("links/to_link", "old.mlir"), ("links/to_new", "new.mlir")] {
        write_to(&sandbox, link).succeeds();
        assert_eq!(sandbox.read(file), FUNCTION);
        assert!(sandbox.path(link).is_symlink());
    }
    symlink("endless", sandbox.path("endless")).unwrap();
    write_to(&sandbox, "endless").fails(2, "cannot write `endless`: ");
}

#[test]
fn devices_are_written_to_and_not_replaced() {
    let sandbox = Sandbox::new();
    assert_eq!(write_to(&sandbox, "/dev/null").succeeds(), "");
    assert_eq!(write_to(&sandbox, "/dev/stdout").succeeds(), FUNCTION);
    assert_eq!(write_to(&sandbox, "-").succeeds(), FUNCTION);
    let run = write_to(&sandbox, "/dev/stderr");
    assert_eq!((run.code(), run.stderr()), (0, FUNCTION.into()));
}

/// Runs the tool with a FIFO as its output, and returns what its reader gets.
fn write_to_fifo(sandbox: &Sandbox, arguments: &[&str], source: &str) -> (Run, String) {
    let fifo = sandbox.path("fifo");
    let made = Command::new("mkfifo").arg(&fifo).status().unwrap();
    assert!(made.success());
    let reader = std::thread::spawn({
        let fifo = fifo.clone();
        move || fs::read_to_string(fifo).unwrap()
    });
    let arguments = [arguments, &[NOTHING, "-o", "fifo"]].concat();
    let run = sandbox.run_with_stdin(&arguments, source.as_bytes());
    let read = reader.join().unwrap();
    assert_eq!(sandbox.files(), ["fifo"]);
    fs::remove_file(fifo).unwrap();
    (run, read)
}

#[test]
fn a_fifo_is_written_to_and_not_replaced() {
    let sandbox = Sandbox::new();
    let (run, read) = write_to_fifo(&sandbox, &[], SOURCE);
    run.succeeds();
    assert_eq!(read, FUNCTION);
    let parts = [SOURCE, "// -----", SOURCE].join("\n");
    let (run, read) = write_to_fifo(&sandbox, &["--split-input-file"], &parts);
    run.succeeds();
    assert_eq!(read, [FUNCTION, FUNCTION].join("// -----\n"));
}

#[test]
fn a_fifo_gets_nothing_from_a_run_that_fails() {
    let sandbox = Sandbox::new();
    for parts in [
        &[WRONG][..],
        &[SOURCE, WRONG],
        &[WRONG, SOURCE],
        &[SOURCE, WRONG, SOURCE],
    ] {
        let parts = parts.join("\n// -----\n");
        let (run, read) = write_to_fifo(&sandbox, &["--split-input-file"], &parts);
        run.fails(1, "error: ");
        assert_eq!(read, "", "{parts}");
    }
    // It is known only after printing that an error is missing.
    let source = format!("// expected-error@below {{{{missing}}}}\n{SOURCE}");
    let (run, read) = write_to_fifo(&sandbox, &["--verify-diagnostics"], &source);
    run.fails(1, "error: ");
    assert_eq!(read, "");
}

#[test]
fn a_fifo_that_is_closed_early_is_ignored() {
    let sandbox = Sandbox::new();
    let fifo = sandbox.path("fifo");
    let made = Command::new("mkfifo").arg(&fifo).status().unwrap();
    assert!(made.success());
    let reader = std::thread::spawn(move || drop(fs::File::open(fifo).unwrap()));
    // Longer than a pipe's buffer.
    let source = "func.func private @some_function_with_a_long_name()\n// -----\n".repeat(5_000);
    let run = sandbox.run_with_stdin(
        &[NOTHING, "--split-input-file", "-o", "fifo"],
        source.as_bytes(),
    );
    reader.join().unwrap();
    assert_eq!(
        (run.succeeds(), run.stderr()),
        (String::new(), String::new())
    );
}

#[test]
fn directory() {
    assert_snapshot!(write_to(&Sandbox::new(), ".").transcript());
}

#[test]
fn missing_directory() {
    assert_snapshot!(write_to(&Sandbox::new(), "missing/out.mlir").transcript());
}

#[test]
fn read_only_file() {
    let sandbox = Sandbox::with("out.mlir", "old");
    let path = sandbox.path("out.mlir");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    assert_snapshot!(write_to(&sandbox, "out.mlir").transcript());
    assert_eq!(sandbox.read("out.mlir"), "old");
}

/// Root may write to any directory, so the tool runs as another user here.
#[test]
fn read_only_directory() {
    const NOBODY: u32 = 65534;
    let sandbox = Sandbox::with("old.mlir", "old");
    let tool = sandbox.path("bcast-lower");
    copy_program(env!("CARGO_BIN_EXE_bcast-lower").as_ref(), &tool);
    let directory = sandbox.path("");
    let is_root = fs::metadata(&directory).unwrap().uid() == 0;
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o555)).unwrap();
    fs::set_permissions(sandbox.path("old.mlir"), fs::Permissions::from_mode(0o666)).unwrap();
    for output in ["old.mlir", "new.mlir"] {
        let mut command = Command::new(&tool);
        command
            .args([NOTHING, "-o", output])
            .current_dir(&directory);
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        finish(command, SOURCE.as_bytes()).fails(2, &format!("cannot write `{output}`: "));
    }
    assert_eq!(sandbox.read("old.mlir"), "old");
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(sandbox.files(), ["bcast-lower", "old.mlir"]);
}

#[test]
fn a_full_disk_is_an_io_error() {
    if !fs::exists("/dev/full").unwrap() {
        missing::skip(Need::Linux, "a full device", "`/dev/full` does not exist");
        return;
    }
    let sandbox = Sandbox::with("a.mlir", SOURCE);
    write_to(&sandbox, "/dev/full").fails(2, "cannot write `/dev/full`: ");
    for arguments in [&[NOTHING, "a.mlir"][..], &["--help"], &["--list-passes"]] {
        let mut command = sandbox.command(arguments);
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = command
            .stdout(Stdio::from(full))
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn lost_diagnostics_are_an_io_error() {
    let source = include_str!("../../examples/bias_add.mlir");
    let sandbox = Sandbox::with("a.mlir", source);
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
        missing::skip(Need::Linux, "a full device", "`/dev/full` does not exist");
        return;
    };
    let mut command = sandbox.command(&["--stats", "a.mlir"]);
    let status = command.stdout(Stdio::null()).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn closed_pipes_are_ignored() {
    // Longer than a pipe's buffer.
    let source = "func.func private @some_function_with_a_long_name()\n// -----\n".repeat(5_000);
    let sandbox = Sandbox::with("a.mlir", source);
    for arguments in [&[NOTHING, "--split-input-file", "a.mlir"][..], &["--help"]] {
        let mut child = sandbox
            .command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
    // A closed standard error is ignored too; the exit code reports the failure.
    let mut child = sandbox
        .command(&[NOTHING, "a.mlir"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_signal_leaves_no_partial_file() {
    let mut source = String::new();
    for i in 0..30_000 {
        source += &format!("func.func private @some_function_with_a_long_name_{i}()\n");
    }
    let sandbox = Sandbox::with("a.mlir", source);
    sandbox.write("out.mlir", "old");
    let complete = sandbox.run(&[NOTHING, "a.mlir"]).succeeds();
    for milliseconds in (0..300).step_by(20) {
        let mut child = sandbox
            .command(&[NOTHING, "a.mlir", "-o", "out.mlir"])
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        Command::new("sh")
            .args(["-c", &format!("kill -INT {}", child.id())])
            .status()
            .unwrap();
        let status = child.wait().unwrap();
        assert!(status.success() || status.signal() == Some(2), "{status:?}");
        let written = sandbox.read("out.mlir");
        assert!(written == "old" || written == complete);
        assert_eq!(sandbox.files(), ["a.mlir", "out.mlir"]);
        sandbox.write("out.mlir", "old");
    }
}

#[test]
fn bytecode_is_read_back() {
    let sandbox = Sandbox::with("a.mlir", SOURCE);
    sandbox
        .run(&[NOTHING, "--emit-bytecode", "a.mlir", "-o", "a.mlirbc"])
        .succeeds();
    assert!(
        fs::read(sandbox.path("a.mlirbc"))
            .unwrap()
            .starts_with(b"ML\xefR")
    );
    assert_eq!(sandbox.run(&[NOTHING, "a.mlirbc"]).succeeds(), FUNCTION);

    let bytecode = sandbox
        .run(&[NOTHING, "--emit-bytecode", "a.mlir"])
        .0
        .stdout;
    let run = sandbox.run_with_stdin(&[NOTHING], &bytecode);
    assert_eq!(run.succeeds(), FUNCTION);
}

/// Uses `script`, which runs the tool with a terminal as its standard output.
#[test]
fn bytecode_does_not_go_to_a_terminal() {
    let sandbox = Sandbox::with("a.mlir", SOURCE);
    let on_terminal = |arguments: &str| {
        let tool = env!("CARGO_BIN_EXE_bcast-lower");
        let output = Command::new("script")
            .args([
                "-qec",
                &format!("'{tool}' '{NOTHING}' a.mlir {arguments}"),
                "/dev/null",
            ])
            .current_dir(sandbox.path(""))
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .output();
        output.ok().map(|output| {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            (output.status.code(), text)
        })
    };
    let Some((code, text)) = on_terminal("--emit-bytecode") else {
        missing::skip(
            Need::Linux,
            "a terminal",
            "there is no `script` to give one to the tool",
        );
        return;
    };
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("error: bytecode would not be readable"),
        "{text}"
    );
    for arguments in ["--emit-bytecode -f", "--emit-bytecode -o a.mlirbc", ""] {
        assert_eq!(on_terminal(arguments).unwrap().0, Some(0));
    }
}

#[test]
fn the_output_path_may_be_bare_or_absolute() {
    let sandbox = Sandbox::with("a.mlir", SOURCE);
    let absolute = sandbox.path("out.mlir");
    let run = finish(
        command(
            std::path::Path::new("/"),
            &[
                NOTHING.as_ref(),
                sandbox.path("a.mlir").as_os_str(),
                "-o".as_ref(),
                absolute.as_os_str(),
            ],
        ),
        b"",
    );
    run.succeeds();
    let mut text = String::new();
    fs::File::open(absolute)
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, FUNCTION);
}

#[test]
fn no_file_that_is_written_replaces_another_one() {
    const JSON: [&str; 2] = ["--diagnostics-format=json", "--diagnostics-file"];
    let sandbox = Sandbox::with("a.mlir", FUNCTION);
    sandbox.write("r.toml", "");
    let pipeline = "--pass-pipeline=builtin.module(lower-broadcast{facts=off rules=tosa,r.toml})";
    for arguments in [
        &[JSON[0], JSON[1], "a.mlir", "a.mlir"][..],
        &[JSON[0], JSON[1], "o.mlir", "a.mlir", "-foo.mlir"],
        &[JSON[0], JSON[1], "r.toml", "a.mlir", "--rules=tosa,r.toml"],
        &[JSON[0], JSON[1], "r.toml", "a.mlir", pipeline],
        &["a.mlir", pipeline, "-o", "r.toml"],
        &["a.mlir", "--lower-broadcast=rules=r.toml", "-o", "r.toml"],
        &["a.mlir", pipeline, "--mlir-generate-reproducer=r.toml"],
        &[
            "--mlir-generate-reproducer=o.mlir",
            "--mlir-pass-pipeline-crash-reproducer=o.mlir",
            "a.mlir",
        ],
        &[JSON[0], JSON[1], "./a.mlir", "a.mlir", "--nonsense"],
        &[JSON[0], JSON[1], "o.mlir", "a.mlir", "-o", "o.mlir"],
        &[JSON[0], JSON[1], "o.mlir", "a.mlir", "-oo.mlir"],
        &[
            "--mlir-generate-reproducer=o.mlir",
            "a.mlir",
            "-o",
            "o.mlir",
        ],
        &["--mlir-generate-reproducer=a.mlir", "a.mlir"],
        &["--mlir-pass-pipeline-crash-reproducer=a.mlir", "a.mlir"],
        &["--rules=r.toml", "a.mlir", "-o", "r.toml"],
        &["explain", "-o", "a.mlir", "a.mlir"],
    ] {
        let run = sandbox.run(arguments);
        assert_eq!(run.code(), 2, "{}", run.transcript());
        let stderr = run.stderr();
        assert!(stderr.contains("are the same file"), "{}", run.transcript());
        assert_eq!(sandbox.read("a.mlir"), FUNCTION, "{arguments:?}");
        assert_eq!(sandbox.read("r.toml"), "", "{arguments:?}");
        assert!(!sandbox.path("o.mlir").exists(), "{arguments:?}");
    }
    // Other words of a pipeline are no files.
    for name in ["cf", "lower-broadcast"] {
        sandbox.write(name, "");
    }
    let pipeline =
        "--pass-pipeline=builtin.module(lower-broadcast{assertions=cf trait-rules=mlir})";
    for arguments in [
        &["a.mlir", "-o", "a.mlir"][..],
        &["a.mlir", pipeline, "-o", "cf"],
        &["a.mlir", "--lower-broadcast", "-o", "lower-broadcast"],
        &[
            JSON[0],
            "--diagnostics-file=/dev/null",
            "a.mlir",
            "-o",
            "/dev/null",
        ],
    ] {
        let run = sandbox.run(arguments);
        assert_eq!(run.code(), 0, "{}", run.transcript());
    }
}
