use crate::{
    missing::{self, Need},
    support::{FUNCTION, NOTHING, Run, Sandbox, WRONG, finish},
};
use insta::assert_snapshot;
use std::fs::File;

fn run(content: impl AsRef<[u8]>, arguments: &[&str]) -> Run {
    let sandbox = Sandbox::with("a.mlir", content);
    sandbox.run(&[&[NOTHING, "a.mlir"], arguments].concat())
}

#[test]
fn missing_file() {
    assert_snapshot!(Sandbox::new().run(&["missing.mlir"]).transcript());
}

#[test]
fn missing_irdl_file() {
    let sandbox = Sandbox::with("a.mlir", "");
    assert_snapshot!(
        sandbox
            .run(&["--irdl-file=missing.mlir", "a.mlir"])
            .transcript()
    );
}

#[test]
fn directory() {
    assert_snapshot!(Sandbox::new().run(&["."]).transcript());
}

#[test]
fn file_below_a_file() {
    let sandbox = Sandbox::with("a.mlir", "");
    assert_snapshot!(sandbox.run(&["a.mlir/b.mlir"]).transcript());
}

#[test]
fn empty_name() {
    assert_snapshot!(Sandbox::new().run(&[""]).transcript());
}

#[test]
fn a_diagnostic_shows_the_line() {
    assert_snapshot!(run(WRONG, &[]).transcript());
}

#[test]
fn stdin_is_the_default() {
    let sandbox = Sandbox::new();
    for arguments in [&[NOTHING, "-"][..], &[NOTHING]] {
        let run = sandbox.run_with_stdin(arguments, b"func.func @f() { return }");
        assert_eq!(run.succeeds(), FUNCTION);
    }
    sandbox
        .run_with_stdin(&[NOTHING], WRONG.as_bytes())
        .fails(1, "<stdin>:2:3: error:");
}

#[test]
fn empty_input_is_an_empty_module() {
    for content in ["", "\n", "// only a comment", "\r\n", "\u{feff}"] {
        assert_eq!(run(content, &[]).succeeds(), "module {\n}\n");
    }
}

#[test]
fn line_ends_do_not_matter() {
    for content in [
        "func.func @f() {\r\n  return\r\n}\r\n",
        "func.func @f() {\n  return\n}",
    ] {
        assert_eq!(run(content, &[]).succeeds(), FUNCTION);
    }
}

#[test]
fn dos_line_ends_keep_expectations_and_markers() {
    let content = "func.func @f() {\n  // expected-error@+1 {{'wrong' is unknown}}\n  wrong\n}\n\
                   // -----\n\
                   // expected-error@below {{'wrong' is unknown}}\nwrong\n";
    let arguments = ["--verify-diagnostics", "--split-input-file"];
    run(content, &arguments).succeeds();
    run(content.replace('\n', "\r\n"), &arguments).succeeds();
    let content = content
        .replace("'wrong' is", "'wrong' was")
        .replace('\n', "\r\n");
    assert_snapshot!(run(content, &arguments).stderr().replace('\r', ""));
}

#[test]
fn all_parts_are_processed_if_one_fails() {
    let content = format!("func.func @f() {{ return }}\n// -----\n{WRONG}// -----\n");
    let run = run(content, &["--split-input-file"]);
    assert_snapshot!(run.transcript());
}

#[test]
fn any_bytes_are_input() {
    for content in [
        &b"\xff\xfe"[..],
        b"func.func @\"\xff",
        b"module {\0",
        b"ML\xefR",
        b"ML\xefR\x0dMLIR\0\x01",
        b"\"",
        b"{-#",
        b"module attributes {a = dense<\"0x\xff\"> : tensor<1xi8>} {}",
    ] {
        run(content, &[]).fails(1, "error: ");
    }
}

/// MLIR treats NUL as a space.
#[test]
fn non_text_input_is_described() {
    for (content, place, message) in [
        (&b"\0\0\0"[..], "1:1", "the input contains NUL bytes"),
        (
            b"func.func private @f()\n \0func.func private @g()",
            "2:2",
            "the input contains NUL bytes",
        ),
        (b"\xff\xfem\0o\0", "1:1", "the input is text in UTF-16"),
        (b"\x1f\x8b\x08\0", "1:1", "the input is compressed by gzip"),
    ] {
        run(content, &[]).fails(1, &format!("a.mlir:{place}: error: {message}"));
        let sandbox = Sandbox::with("a.irdl", content);
        let run = sandbox.run(&["--irdl-file=a.irdl"]);
        run.fails(1, &format!("a.irdl:{place}: error: {message}"));
    }
    let content = "// -----\nfunc.func private @f()\n// -----\n\n\0";
    let run = run(content, &["--split-input-file"]);
    assert!(
        run.code() == 1
            && run
                .stderr()
                .starts_with("a.mlir:5:1: error: the input contains")
    );
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let content = format!("\u{feff}{FUNCTION}");
    assert_eq!(run(content, &[]).succeeds(), FUNCTION);
    run("\u{feff}wrong", &[]).fails(1, "a.mlir:1:1: error:");
}

#[test]
fn a_file_of_irdl_defines_a_dialect() {
    let sandbox = Sandbox::with("a.mlir", "");
    for content in ["", "func.func private @f()"] {
        sandbox.write("a.irdl", content);
        sandbox.run(&["--irdl-file=a.irdl", "a.mlir"]).fails(
            1,
            "error: expected an 'irdl.dialect'; the module defines no dialect",
        );
    }
}

#[test]
fn names_keep_their_bytes() {
    let content = b"func.func private @\"\xff \\FF \xc3\xa9 b\"()";
    let output = run(content, &[]).succeeds();
    assert!(
        output.contains(r#"func.func private @"\FF \FF \C3\A9 b"()"#),
        "{output}"
    );
}

#[test]
fn diagnostics_show_one_character_for_each_invalid_byte() {
    let sandbox = Sandbox::with("a.mlir", b"// \xff\n\"\xff.\xff\"() : () -> ()\n");
    let run = sandbox.run(&[NOTHING, "a.mlir"]);
    assert_eq!(run.code(), 1);
    let stderr = String::from_utf8(run.0.stderr).expect("it is text");
    assert!(
        stderr.contains("\n\"\u{fffd}.\u{fffd}\"() : () -> ()\n"),
        "{stderr}"
    );
}

#[test]
fn a_file_name_may_be_anything() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let sandbox = Sandbox::new();
    let name = OsStr::from_bytes(b"a \xff\n.mlir");
    std::fs::write(sandbox.path("").join(name), WRONG).unwrap();
    let mut command = sandbox.command(&[NOTHING]);
    command.arg(name);
    finish(command, b"").fails(1, "2:3: error: custom op 'wrong'");
}

#[test]
fn locations_do_not_open_devices() {
    for path in ["/dev/zero", "/dev/stdin", "/", "/proc/kmsg"] {
        let content = format!("func.func @f() -> i32 {{\n  return loc(\"{path}\":1:1)\n}}\n");
        run(content, &[]).fails(1, &format!("{path}:1:1: error:"));
    }
}

#[test]
fn deep_nesting_is_refused() {
    let depth = 100_000;
    for (open, close) in [("module {", "}"), ("[", "]"), ("tuple<", ">"), ("- ", "")] {
        let content = format!("{}{}", open.repeat(depth), close.repeat(depth));
        run(content, &[]).fails(1, "nested too deeply");
    }
}

#[test]
fn legal_nesting_is_accepted() {
    let depth = 500;
    let content = format!("{}{}", "module {".repeat(depth), "}".repeat(depth));
    let output = run(
        content,
        &[
            "--verify-each",
            "--mlir-print-op-generic",
            "--mlir-print-debuginfo",
        ],
    )
    .succeeds();
    assert_eq!(output.matches("\"builtin.module\"").count(), depth);
}

#[test]
fn an_unreadable_input_is_an_io_error() {
    // Linux does not allow reading this file in this way.
    let path = "/proc/self/mem";
    if File::open(path).is_err() {
        missing::skip(
            Need::Linux,
            "an unreadable file",
            &format!("`{path}` does not exist"),
        );
        return;
    }
    Sandbox::new()
        .run(&[NOTHING, path])
        .fails(2, "cannot read `/proc/self/mem`: ");
}

/// MLIR trusts bytecode: `mlir-opt` crashes on the first file and does not terminate on the
/// second.
#[test]
fn malformed_bytecode_is_an_error() {
    for (bytes, message) in [
        (
            &include_bytes!("malformed/crash.mlirbc")[..],
            "a.mlir: error: malformed bytecode: MLIR's reader crashes with SIG",
        ),
        (
            include_bytes!("malformed/endless.mlirbc"),
            "a.mlir: error: malformed bytecode: MLIR's reader does not terminate",
        ),
        (
            include_bytes!("malformed/silent.mlirbc"),
            "a.mlir: error: malformed input: MLIR gives no reason",
        ),
        (
            include_bytes!("malformed/negative_size.mlirbc"),
            "error: malformed bytecode: a type has a dim of size -9223371493541412864",
        ),
    ] {
        run(bytes, &[]).fails(1, message);
    }
}

#[test]
fn a_misspelt_op_gets_a_suggestion() {
    let sandbox = Sandbox::with(
        "a.mlir",
        "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  \
         %0 = stablehlo.ad %a, %a : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n",
    );
    assert_snapshot!(sandbox.run(&["a.mlir"]).transcript());
}

/// Bytecode in an unsupported form: a dialect that only jaxlib has, written by it.
#[test]
fn bytecode_of_other_tools_is_described() {
    let sandbox = Sandbox::new();
    sandbox.write("mhlo.mlirbc", include_bytes!("foreign/mhlo.mlirbc"));
    let run = sandbox.run(&["--allow-unregistered-dialect", "mhlo.mlirbc"]);
    assert_eq!(run.code(), 1);
    assert_snapshot!("mhlo", run.transcript());
}

#[test]
fn nonexistent_ops_are_not_suggested() {
    let sandbox = Sandbox::with("a.mlir", "func.func @f() { mhlo.minimum_broadcast_shapes }");
    let run = sandbox.run(&["a.mlir"]);
    run.fails(1, "with `--allow-unregistered-dialect`");
    assert!(
        !run.stderr().contains("did you mean"),
        "{}",
        run.transcript()
    );
}

/// Large files are mapped, unless they end at a page boundary, as is standard input if it is one;
/// the result is the same.
#[test]
fn large_files_are_read_whatever_their_size() {
    let op = "func.func private @last()";
    for size in [1 << 20, (1 << 20) + 1, (1 << 20) + 4096, (1 << 20) + 4095] {
        let sandbox = Sandbox::new();
        let comment = "x".repeat(size - op.len() - 3);
        sandbox.write("a.mlir", format!("//{comment}\n{op}"));
        let text = sandbox.run(&[NOTHING, "a.mlir"]).succeeds();
        assert!(text.contains("@last"), "{text}");
        let bytes = sandbox.read("a.mlir");
        assert_eq!(bytes.len(), size);
        let run = sandbox.run_with_stdin(&[NOTHING], bytes.as_bytes());
        assert_eq!(run.succeeds(), text);
        let mut command = sandbox.command(&[NOTHING]);
        command.stdin(File::open(sandbox.path("a.mlir")).unwrap());
        assert_eq!(Run(command.output().unwrap()).succeeds(), text);
        sandbox.write("wrong.mlir", bytes.replace("@last()", "@last(}"));
        let run = sandbox.run(&[NOTHING, "wrong.mlir"]);
        run.fails(1, "wrong.mlir:2:25: error:");
    }
}

/// A large file is unmapped once it has been parsed. The errors of passes still show its lines.
#[test]
fn errors_of_passes_show_lines_of_files_that_are_unloaded() {
    let op = "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf64>) {\n  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf64>) -> tensor<?xf32>\n  return\n}\n";
    let comment = "x".repeat(33 << 20);
    let sandbox = Sandbox::with("a.mlir", format!("//{comment}\n{op}"));
    let run = sandbox.run(&["a.mlir"]);
    run.fails(1, "a.mlir:3:8: error:");
    run.fails(1, "%0 = chlo.broadcast_add %a, %b : (tensor<?xf32>");
}

/// The process that reads bytecode writes a large output directly to the file.
#[test]
fn large_bytecode_is_read_and_written() {
    let value = "a".repeat(3 << 20);
    let source = format!("func.func private @f() attributes {{a = \"{value}\"}}");
    let sandbox = Sandbox::with("a.mlir", source);
    let emit = [NOTHING, "--emit-bytecode", "-o", "a.mlirbc", "a.mlir"];
    sandbox.run(&emit).succeeds();
    let text = sandbox.run(&[NOTHING, "a.mlirbc"]).succeeds();
    assert!(text.contains(&value));
    sandbox
        .run(&[NOTHING, "-o", "b.mlir", "a.mlirbc"])
        .succeeds();
    assert!(sandbox.read("b.mlir") == text);
    let full = sandbox.run(&[NOTHING, "-o", "/dev/full", "a.mlirbc"]);
    full.fails(2, "cannot write `/dev/full`: ");
}
