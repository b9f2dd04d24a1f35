//! The help for `-h`: one screen with the options that most people need.

use clap::{Command, builder::StyledStr};
use std::{ffi::OsString, fmt::Write};

/// The screen of the tool itself.
const TOOL: &str = "\
Verifies ops that broadcast implicitly, and lowers them to StableHLO

Usage: bcast-lower [OPTIONS] [FILE]             lower a file, or standard input
       bcast-lower explain [OPTIONS] [FILE]     show what is decided, and why
       bcast-lower compare [OPTIONS] [FILE]     run the output beside XLA

Files:
  -o, --output <FILE>             write to this file instead of standard output
      --emit-artifact             write a portable artifact of StableHLO
      --emit-bytecode             write MLIR bytecode

What to do:
      --target <TARGET>           prepare the output for `xla` or `iree`
      --verify-only               only verify; print nothing but diagnostics
      --pass-pipeline <PIPELINE>  run these passes instead
      --shapes <SHAPES>           specialise for these shapes of arguments
      --sizes <SIZES>             specialise for these values of symbols
      --profile <SHAPES>          also add a static copy for these shapes
      --bounds <SHAPES>           one static program for all sizes up to these

How ops are lowered:
      --rules <TABLES>            also ops of `tosa`, `onnx`, ..., or a file
      --assertions <KIND>         how guards are checked: `cf`, `none`, ...
      --zero-extents <MODE>       sizes 0 and 1: `reject`, or `numpy`
      --allow-partial             keep ops that cannot be lowered

What happened:
      --stats                     print counts of ops, guards and broadcasts
      --diagnostics-format <F>    diagnostics as `text`, `json` or `sarif`

More:
      --list-passes               list the passes and their options
  -V, --version                   print the version
  -h                              print this screen
      --help                      print all options, with examples
";

/// The screen of `explain`.
const EXPLAIN: &str = "\
Shows what is decided for each op that broadcasts, and why

Usage: bcast-lower explain [OPTIONS] [FILE]

Report:
  -o, --output <FILE>             write to this file instead of standard output
      --format <FORMAT>           `text`, `json` for scripts, or `html`, a page
      --why <LINE>                only the ops there, with all origins of facts
      --emit-smt                  queries by which a solver checks the facts

What is explained:
      --target <TARGET>           also the passes for `xla` or `iree`
      --rules <TABLES>            also ops of `tosa`, `onnx`, ..., or a file
      --shapes <SHAPES>           specialise for these shapes of arguments
      --zero-extents <MODE>       sizes 0 and 1: `reject`, or `numpy`

More:
  -h                              print this screen
      --help                      print all options, with examples
";

/// The screen of `compare`.
const COMPARE: &str = "\
Compares what a program computes before and after lowering

Usage: bcast-lower compare [OPTIONS] [FILE]

Calls:
      --calls <N>                 the number of calls: 20
      --shapes <SHAPES>           the shapes of the first call, or the only one
      --sizes <SIZES>             declare these sizes of symbols, or limits
      --seed <N>                  of shapes and elements: 0

What runs:
      --target <TARGET>           `iree` or `xla`
      --python <PATH>             the Python that has JAX and IREE
      --timeout <SECONDS>         of compiling, and of each call: 600

What is lowered:
      --function <NAME>           the function, if there are several
      --rules <TABLES>            also ops of `tosa`, `onnx`, ..., or a file

What is found:
      --tolerance <X>             the largest difference of floats
      --format <FORMAT>           `text`, or `json` for scripts

More:
  -h                              print this screen
      --help                      print all options, with examples
";

/// Makes the help of a command the short one, if the arguments ask for that.
///
/// `arguments` are those of the command line, with the program's name first.
pub fn shorten_help(command: Command, arguments: &[OsString]) -> Command {
    let mut given = arguments.iter().skip(1).take_while(|it| *it != "--");
    if !given.any(|argument| argument == "-h") {
        return command;
    }
    let screens = [("explain", EXPLAIN), ("compare", COMPARE)];
    let first = arguments.get(1);
    let Some((name, screen)) = screens
        .into_iter()
        .find(|(name, _)| first.is_some_and(|first| first == name))
    else {
        let text = styled(&command, TOOL);
        return command.override_help(text);
    };
    command.mut_subcommand(name, |subcommand| {
        let text = styled(&subcommand, screen);
        subcommand.override_help(text)
    })
}

/// Writes the headings of a text as clap does.
fn styled(command: &Command, text: &str) -> StyledStr {
    let header = *command.get_styles().get_header();
    let mut styled = StyledStr::new();
    for line in text.lines() {
        let is_indented = line.starts_with(' ');
        let _ = match line.split_once(':').filter(|_| !is_indented) {
            Some((heading, rest)) => writeln!(styled, "{header}{heading}:{header:#}{rest}"),
            None => writeln!(styled, "{line}"),
        };
    }
    styled
}
