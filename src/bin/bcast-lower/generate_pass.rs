//! `--generate=pass`: the lowering of rule tables as the source of a pass in C++.

use crate::{
    args::Args,
    io_reason::io_reason,
    output::{self, OutputError},
};
use bcast_lower::{
    driver::{self, Config},
    pipeline::{OPTIONS, OptionError, OptionInfo, OptionKind, RuleLoadError, RuleSelection},
    rule::RuleErrors,
};
use bcast_lower_generate::{GenerateError, PassOption, generate_pass};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The options that a generated pass has, too.
const PASS_OPTIONS: [&str; 4] = ["trait-rules", "assertions", "zero-extents", "allow-partial"];

/// The reason why no pass is written.
#[derive(Debug, thiserror::Error)]
pub enum PassError {
    #[error(
        "`--generate=pass` needs {missing}, as in \
         `--generate=pass --rules=nn.toml --name=LowerNnBroadcast -o lib/LowerNnBroadcast`"
    )]
    Missing { missing: &'static str },
    #[error("cannot create directory `{directory}`: {}", io_reason(error))]
    Directory {
        directory: String,
        #[source]
        error: io::Error,
    },
    #[error(transparent)]
    Options(#[from] OptionError),
    #[error(transparent)]
    Rules(#[from] RuleLoadError),
    #[error(transparent)]
    Driver(#[from] driver::Error),
    #[error(transparent)]
    Generate(#[from] GenerateError),
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// Writes the files of a pass for the tables that `--rules` names or, without any, for that of CHLO.
pub fn write_pass(args: &Args) -> Result<(), PassError> {
    let missing = |missing| PassError::Missing { missing };
    let name = args.name.as_deref();
    let name = name.ok_or_else(|| missing("`--name`, the name of the pass in C++"))?;
    let directory = args.files.output.as_deref();
    let directory = directory.filter(|path| !output::is_stdout(path));
    let directory = directory.ok_or_else(|| missing("`-o`, a directory"))?;

    let tables = args.lowering.options(None)?.rules.tables;
    let tables = match tables.is_empty() {
        true => vec!["chlo".into()],
        false => tables,
    };
    let command = tables
        .iter()
        .map(|table| format!("--rules={}", file_name(table)));
    let command = command.collect::<Vec<_>>().join(" ");
    let command = format!("bcast-lower --generate=pass {command} --name={name}");
    let rules = RuleSelection { tables, only: true }.load()?;
    // What no dialect accepts would be found only when the pass runs.
    let mut config = Config::default();
    config.allow_unregistered = true;
    let errors = driver::check_rules(&config, &rules, &mut io::sink())?;
    RuleErrors::check(errors.unwrap_or_default()).map_err(RuleLoadError::Rules)?;
    let options = OPTIONS
        .iter()
        .filter(|option| PASS_OPTIONS.contains(&option.name));
    let options = options.map(pass_option).collect::<Vec<_>>();
    for file in generate_pass(rules.table(), name, &options, &command)? {
        let path = directory.join(&file.path);
        create_directory(path.parent().unwrap_or(directory))?;
        output::write(&path, file.text.as_bytes())?;
    }
    Ok(())
}

fn file_name(table: &str) -> String {
    let path = PathBuf::from(table);
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into()
}

fn pass_option(option: &OptionInfo) -> PassOption {
    let is_switch = matches!(option.kind(), OptionKind::Switch);
    let default = option.default();
    let mut values = option.values();
    values.sort_by_key(|value| *value != default);
    PassOption {
        name: option.name,
        description: option.description(),
        values: if is_switch { vec![] } else { values },
    }
}

fn create_directory(directory: &Path) -> Result<(), PassError> {
    fs::create_dir_all(directory).map_err(|error| PassError::Directory {
        directory: directory.display().to_string(),
        error,
    })
}
