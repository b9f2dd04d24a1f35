//! Colors on terminals, and no other control sequences.

use crate::support::{Run, Sandbox, finish, stderr_of_terminal};

const WRONG: &str = "\
func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
";

/// Removes the escape sequences of colors.
fn without_colors(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_string();
    let rest = parts.map(|part| {
        let (codes, rest) = part.split_once('m').expect("a sequence ends");
        assert!(
            codes.chars().all(|c| c.is_ascii_digit() || c == ';'),
            "{text:?}"
        );
        rest
    });
    first + &rest.collect::<String>()
}

#[test]
fn diagnostics_have_colors_only_on_terminals() {
    let sandbox = Sandbox::with("a.mlir", WRONG);
    let crash = include_bytes!("malformed/crash.mlirbc");
    sandbox.write("crash.mlirbc", crash);
    for arguments in [
        &["a.mlir"][..],
        &["crash.mlirbc"],
        &["missing.mlir"],
        &["--pass-pipeline=a", "a.mlir"],
        &["--misspelt"],
        &["explain", "a.mlir"],
    ] {
        let command = || sandbox.terminal_command(arguments);
        let plain = finish(command(), b"").stderr();
        assert!(
            plain.contains("error:") && !plain.contains('\u{1b}'),
            "{plain:?}"
        );

        let shown = stderr_of_terminal(command(), None);
        assert!(shown.contains("\u{1b}["), "{shown:?}");
        assert_eq!(without_colors(&shown), plain, "{shown:?}");

        let mut forced = command();
        forced.env("CLICOLOR_FORCE", "1");
        assert_eq!(finish(forced, b"").stderr(), shown);
        for (variable, value) in [("NO_COLOR", "1"), ("TERM", "dumb"), ("CLICOLOR", "0")] {
            let mut command = command();
            command.env(variable, value);
            assert_eq!(stderr_of_terminal(command, None), plain, "{variable}");
        }
    }
}

#[test]
fn colors_are_those_of_llvm() {
    let sandbox = Sandbox::with("a.mlir", WRONG);
    let shown = stderr_of_terminal(sandbox.terminal_command(&["a.mlir"]), None);
    let start = "\u{1b}[1ma.mlir:2:8: \u{1b}[0m\u{1b}[0;1;31merror: \u{1b}[0m\u{1b}[1m'chlo.";
    assert!(shown.starts_with(start), "{shown:?}");
    assert!(shown.contains("\u{1b}[0;1;30mnote: \u{1b}[0m"), "{shown:?}");
    assert!(shown.ends_with("\u{1b}[0m"), "{shown:?}");
}

/// Asserts that a run fails without printing control sequences.
#[track_caller]
fn fails_printably(run: &Run) {
    assert!(matches!(run.code(), 1 | 2), "{}", run.transcript());
    for bytes in [&run.0.stderr, &run.0.stdout] {
        let text = str::from_utf8(bytes).expect("it is text");
        let is_obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        assert!(!text.contains(is_obeyed), "{text:?}");
        assert!(text.len() < 3_000, "{text:?}");
    }
}

#[test]
fn bytes_of_binary_input_are_not_echoed() {
    let tool = std::fs::read(env!("CARGO_BIN_EXE_bcast-lower")).unwrap();
    let every_byte = (0..=u8::MAX).collect::<Vec<_>>();
    for bytes in [
        &tool[..1_000_000],
        &every_byte,
        b"func.func @f() {\n  x.y \x1b[31m\xff\n}",
        b"\"\x1b]0;title\x07\"() : () -> ()",
        b"func.func @f() { \"x.y\"() : () -> () loc(\"\x1b[31m\":1:1) }",
        b"func.func @\"\\1B[31m\"() { return %x : f32 }",
    ] {
        let sandbox = Sandbox::with("a", bytes);
        fails_printably(&sandbox.run(&["a"]));
        fails_printably(&sandbox.run(&["--irdl-file=a", "-"]));
        fails_printably(&sandbox.run(&["explain", "a"]));
    }
    let sandbox = Sandbox::with("\u{1b}[31m.mlir", "x");
    fails_printably(&sandbox.run(&["\u{1b}[31m.mlir"]));
    fails_printably(&sandbox.run(&["\u{1b}[31m"]));
    fails_printably(&sandbox.run(&["--pass-pipeline=\u{1b}[31m"]));
    fails_printably(&sandbox.run(&["--pass-pipeline=builtin.module(lower-broadcast{\u{1b}[31m})"]));
}

#[test]
fn a_location_in_a_binary_file_shows_no_line_of_it() {
    let sandbox = Sandbox::with(
        "a.mlir",
        WRONG.replace(
            " -> tensor<3xf32>\n  return",
            " -> tensor<3xf32> loc(\"b\":1:1)\n  return",
        ),
    );
    sandbox.write("b", b"\x1b[31m\0\xff".repeat(1_000));
    fails_printably(&sandbox.run(&["a.mlir"]));
}
