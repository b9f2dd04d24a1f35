//! Tests of the command-line tool: help, errors, exit codes, files.

mod colors;
mod compare;
mod completions;
#[path = "../support/copy.rs"]
mod copy;
mod debugging;
mod explain;
mod generate_pass;
mod help;
mod hostile;
mod input;
mod machine;
#[path = "../support/missing.rs"]
mod missing;
mod output;
mod passes;
mod progress;
mod proof;
mod remedies;
mod rules;
mod scale;
mod streams;
mod support;
mod usage;
