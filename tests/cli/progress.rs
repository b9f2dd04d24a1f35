//! What a person sees on a terminal of a run that takes some seconds.

use crate::{
    scale::chain,
    support::{Sandbox, WRONG, stderr_of_terminal},
};

/// Moves the cursor to the start of the line and clears the line.
const ERASE: &str = "\r\u{1b}[K";

/// A function that takes more than two seconds with so many passes.
fn large(name: &str) -> String {
    chain(name, 50_000)
}

fn pipeline() -> String {
    let passes = ["canonicalize,cse"; 50].join(",");
    format!("--pass-pipeline=builtin.module({passes})")
}

/// What remains visible of the text that a terminal gets.
fn visible(shown: &str) -> String {
    let line = |line: &str| {
        let mut cells = vec![];
        let mut column = 0;
        let mut rest = line.chars();
        while let Some(c) = rest.next() {
            match c {
                '\r' => column = 0,
                '\u{1b}' => {
                    assert_eq!(rest.by_ref().take(2).collect::<String>(), "[K");
                    cells.truncate(column);
                }
                c => {
                    cells.resize(cells.len().max(column + 1), ' ');
                    cells[column] = c;
                    column += 1;
                }
            }
        }
        cells.into_iter().collect::<String>().trim_end().to_string()
    };
    shown.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_long_run_shows_its_passes_on_a_terminal() {
    let sandbox = Sandbox::with("a.mlir", large("f"));
    let arguments = [&pipeline(), "a.mlir", "-o", "out.mlir"];
    let shown = stderr_of_terminal(sandbox.terminal_command(&arguments), None);
    for phase in ["a.mlir: passes 9", "%: canonicalize, ", "%: cse, "] {
        assert!(shown.contains(phase), "{shown:?}");
    }
    assert!(shown.ends_with(ERASE), "{shown:?}");
    assert_eq!(visible(&shown), "");
    let first = shown.split(ERASE).next().and_then(|line| {
        let (_, time) = line.strip_suffix(" s")?.rsplit_once(", ")?;
        time.parse::<f32>().ok()
    });
    assert!(first.is_some_and(|time| time >= 2.0), "{shown:?}");
}

#[test]
fn diagnostics_and_narrow_terminals_are_not_garbled() {
    let source = [WRONG, &large("f"), WRONG].join("// -----\n");
    let sandbox = Sandbox::with("a.mlir", source);
    let pipeline = pipeline();
    let arguments = ["--split-input-file", &pipeline, "a.mlir", "-o", "out.mlir"];
    let mut command = sandbox.terminal_command(&arguments);
    command.env("NO_COLOR", "1");
    let shown = stderr_of_terminal(command, Some(30));
    assert!(shown.contains("a.mlir: part 2 of 3, "), "{shown:?}");
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
    let is_narrow = |line: &str| line.len() < 30 || !line.contains(": part ");
    assert!(shown.split(['\r', '\n']).all(is_narrow), "{shown:?}");
    assert_eq!(visible(&shown), sandbox.run(&arguments).stderr());
}

#[test]
fn other_runs_show_no_progress() {
    let sandbox = Sandbox::with("a.mlir", large("f"));
    let arguments = [&pipeline(), "a.mlir", "-o", "out.mlir"];
    let mut dumb = sandbox.terminal_command(&arguments);
    dumb.env("TERM", "dumb");
    assert_eq!(stderr_of_terminal(dumb, None), "");
    sandbox.run(&arguments).succeeds();
    // Too short.
    sandbox.write("a.mlir", chain("f", 1_000));
    let short = sandbox.terminal_command(&arguments);
    assert_eq!(stderr_of_terminal(short, None), "");
}
