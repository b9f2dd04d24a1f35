//! The command-line tool `bcast-lower`.

mod app;
mod args;
mod argv;
mod buffer;
mod compare;
mod completion;
mod debugging;
mod distinct_files;
mod explain;
mod generate;
mod generate_pass;
mod input;
mod io_reason;
mod iree_page;
mod list_passes;
mod machine;
mod memory;
mod options;
mod output;
mod pass_args;
mod printing;
mod progress;
mod proof;
mod python_stub;
mod reference_page;
mod reproducer;
mod run_error;
mod short_help;
mod standard_streams;
mod usage;
mod usage_error;

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    app::main(env::args_os().collect())
}
