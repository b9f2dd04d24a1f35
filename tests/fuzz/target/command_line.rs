//! Runs the tool in a separate process and checks its exit code.

use crate::{corpus::Corpus, mutate};
use fastrand::Rng;
use std::{
    ffi::OsStr,
    io::Write,
    os::unix::{ffi::OsStrExt, process::ExitStatusExt},
    process::{Command, Stdio},
    thread,
};

const WORDS: &[&str] = &[
    "--verify-only",
    "--trait-rules=strict",
    "--trait-rules",
    "mlir",
    "--zero-extents=numpy",
    "--facts=off",
    "--assertions=custom-call",
    "--pass-pipeline=builtin.module(cse)",
    "--pass-pipeline",
    "--cse",
    "-canonicalize",
    "--lower-broadcast=assertions=cf,facts=off",
    "explain",
    "help",
    "--facts",
    "off",
    "builtin.module(lower-broadcast)",
    "--list-passes",
    "--verify-each=false",
    "--split-input-file",
    "--split-input-file=//",
    "--verify-diagnostics",
    "--verify-diagnostics=only-expected",
    "--allow-unregistered-dialect",
    "--emit-bytecode",
    "--emit-artifact",
    "--emit-artifact=0.9.0",
    "-f",
    "--mlir-print-op-generic",
    "--mlir-print-debuginfo",
    "--mlir-print-ir-after-all",
    "--mlir-timing",
    "--no-implicit-module",
    "--mlir-disable-threading",
    "--help",
    "--version",
    "-",
    "--",
    "-o",
    "out.mlir",
    "missing/out.mlir",
    ".",
    "in.mlir",
    "",
];

/// The separator after each argument; the file follows the last one.
const END: u8 = 0;

/// Generates arguments and a file.
pub fn input(corpus: &mut Corpus, random: &mut Rng) -> Vec<u8> {
    let mut input = vec![];
    for _ in 0..random.usize(..4) {
        let word = WORDS[random.usize(..WORDS.len())].as_bytes();
        let word = match random.u8(..4) {
            0 => mutate::bytes(random, word),
            _ => word.to_vec(),
        };
        // Nothing is written outside the directory of the run.
        if !word.is_empty()
            && !word.contains(&END)
            && (!word.contains(&b'/') || word.starts_with(b"--"))
        {
            input.extend(word);
            input.push(END);
        }
    }
    input.push(END);
    let (text, other) = (corpus.text(random), corpus.text(random));
    match random.u8(..4) {
        0 => input.extend(mutate::noise(random)),
        1 => input.extend(mutate::text(random, text, other)),
        2 => {
            let bytecode = corpus.bytecode(random).to_vec();
            input.extend(mutate::bytes(random, &bytecode));
        }
        _ => input.extend(text),
    }
    input
}

/// Runs the tool; checks that the exit code is 0, 1 or 2 and that a failure is explained.
pub fn run_on(input: &[u8]) -> Result<(), String> {
    let mut rest = input;
    let mut arguments = vec![];
    while let Some(length) = rest.iter().position(|&byte| byte == END) {
        let argument = &rest[..length];
        rest = &rest[length + 1..];
        if argument.is_empty() {
            break;
        }
        arguments.push(OsStr::from_bytes(argument));
    }
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut child = Command::new(env!("CARGO_BIN_EXE_bcast-lower"))
        .args(&arguments)
        .current_dir(&directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut stdin = child.stdin.take().expect("it is piped");
    let content = rest.to_vec();
    // The tool need not read all of it.
    let writer = thread::spawn(move || drop(stdin.write_all(&content)));
    let output = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let _ = writer.join();
    let stderr = String::from_utf8_lossy(&output.stderr);
    match (output.status.code(), output.status.signal()) {
        (Some(0), _) => Ok(()),
        (Some(1 | 2), _) if stderr.contains("error") => Ok(()),
        (code, signal) => Err(format!(
            "{arguments:?} ends with {code:?}, signal {signal:?}\n{stderr}"
        )),
    }
}
