//! Checks that no file that a run writes replaces another one that it reads or writes.

use crate::{
    machine::Machine,
    options::{Reporting, ToolOptions},
    output::{directory, follow_links, is_stdout},
    usage_error::UsageError,
};
use std::{
    ffi::{OsStr, OsString},
    fs,
    os::unix::{ffi::OsStrExt, fs::MetadataExt},
    path::{Path, PathBuf},
};

/// A file, and what it is for, as messages name it.
type Named<'a> = (&'static str, &'a Path);

/// Checks the files that options name.
pub fn check(options: &ToolOptions) -> Result<(), UsageError> {
    let is_report = matches!(options.reporting, Reporting::Report { .. });
    let (output, input) = (output(options), input(options));
    let (reproducers, mut others) = (reproducers(options), read_files(options));
    for other in &others {
        check_two(output, *other)?;
    }
    // A lowered program may replace its source.
    if is_report {
        check_two(output, input)?;
    }
    if let [always, after_crash] = reproducers[..] {
        check_two(always, after_crash)?;
    }
    others.extend([input, output]);
    for &reproducer in &reproducers {
        for &other in &others {
            check_two(reproducer, other)?;
        }
    }
    Ok(())
}

/// Checks that no option names the file for diagnostics. The caller writes this error to the standard error
/// stream: in that file, it would destroy the other one.
pub fn check_options(machine: &Machine, options: &ToolOptions) -> Result<(), UsageError> {
    let Some(file) = machine.file() else {
        return Ok(());
    };
    let mut others = read_files(options);
    others.extend(reproducers(options));
    others.extend([input(options), output(options)]);
    for other in others {
        check_two(("`--diagnostics-file`", file), other)?;
    }
    Ok(())
}

fn output(options: &ToolOptions) -> Named<'_> {
    ("the output", &options.output)
}

fn input(options: &ToolOptions) -> Named<'_> {
    ("the input", &options.input)
}

fn reproducers(options: &ToolOptions) -> Vec<Named<'_>> {
    let reproducers = &options.config.reproducers;
    let always = reproducers.always.as_ref();
    let after_crash = reproducers.after_crash.as_ref();
    let reproducers = [
        always.map(|file| ("`--mlir-generate-reproducer`", Path::new(file))),
        after_crash.map(|file| ("`--mlir-pass-pipeline-crash-reproducer`", Path::new(file))),
    ];
    reproducers.into_iter().flatten().collect()
}

/// Returns the files that a run reads beside its input.
fn read_files(options: &ToolOptions) -> Vec<Named<'_>> {
    let rules = options.rules.tables.iter();
    let mut others = vec![];
    others.extend(rules.map(|file| ("`--rules`", Path::new(file))));
    others.extend(
        options
            .irdl_files
            .iter()
            .map(|file| ("`--irdl-file`", &**file)),
    );
    if let Reporting::Report {
        proof: Some(file), ..
    } = &options.reporting
    {
        others.push(("`--proof`", file));
    }
    // A pipeline may name tables in the options of its passes.
    let tables = tables_in(options.config.pipeline.as_bytes()).into_iter();
    others.extend(tables.map(|table| ("the `rules` of a pass", table)));
    // A name may be that of a built-in table, and a missing file is reported when it is read.
    others.retain(|(_, file)| file.exists());
    others
}

fn check_two(one: Named<'_>, other: Named<'_>) -> Result<(), UsageError> {
    match is_same(one.1, other.1) {
        false => Ok(()),
        true => Err(UsageError::SameFile {
            one: one.0,
            other: other.0,
            path: one.1.into(),
        }),
    }
}

/// Checks that no argument, whether the others are valid or not, names the file for diagnostics.
pub fn check_diagnostics(machine: &Machine, arguments: &[OsString]) -> Result<(), UsageError> {
    let Some(file) = machine.file() else {
        return Ok(());
    };
    let (mut is_own, mut is_list) = (false, false);
    for argument in arguments.iter().skip(1) {
        let follows = std::mem::replace(&mut is_own, false);
        let bytes = argument.as_bytes();
        let option = bytes.strip_prefix(b"--").or(bytes.strip_prefix(b"-"));
        let (name, value) = match option {
            None => (None, Some(bytes)),
            Some(option) => match option.iter().position(|&it| it == b'=') {
                Some(end) => (Some(&option[..end]), Some(&option[end + 1..])),
                // `-oFILE`
                None => (Some(option), bytes.get(2..)),
            },
        };
        if name == Some(b"diagnostics-file") {
            is_own = !bytes.contains(&b'=');
            continue;
        }
        let value = value.filter(|_| !follows);
        let is_list = std::mem::replace(&mut is_list, bytes == b"--rules");
        let is_list = is_list || name == Some(b"rules");
        let is_named = |value: &[u8]| {
            let mut parts = tables_in(bytes);
            parts.push(path(value));
            if is_list {
                parts.extend(value.split(|&byte| byte == b',').map(path));
            }
            parts.iter().any(|part| is_same(file, part))
        };
        // The name of a file may follow several short options: `-foFILE`.
        let short = bytes.strip_prefix(b"-").filter(|it| !it.starts_with(b"-"));
        let mut attached = short
            .iter()
            .flat_map(|it| (1..it.len()).map(|from| &it[from..]));
        if value.is_some_and(is_named) || attached.any(|it| is_same(file, path(it))) {
            return Err(UsageError::SameFile {
                one: "`--diagnostics-file`",
                other: "another file of the run",
                path: file.into(),
            });
        }
    }
    Ok(())
}

fn path(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

/// Returns what the options `rules` in a text name, such as a pipeline.
fn tables_in(text: &[u8]) -> Vec<&Path> {
    const OPTION: &[u8] = b"rules=";
    let mut tables = vec![];
    for start in memchr::memmem::find_iter(text, OPTION) {
        // `trait-rules` is another option.
        if start > 0 && text[start - 1] == b'-' {
            continue;
        }
        let mut rest = &text[start + OPTION.len()..];
        loop {
            let quote = rest.first().filter(|byte| b"\"'".contains(byte));
            let (table, behind) = match quote {
                Some(quote) => {
                    let inner = &rest[1..];
                    let end = inner.iter().position(|byte| byte == quote);
                    let end = end.unwrap_or(inner.len());
                    (&inner[..end], inner.get(end + 1..).unwrap_or_default())
                }
                None => {
                    let end = rest.iter().position(|byte| b", }".contains(byte));
                    rest.split_at(end.unwrap_or(rest.len()))
                }
            };
            tables.push(path(table));
            match behind.strip_prefix(b",") {
                Some(next) => rest = next,
                None => break,
            }
        }
    }
    tables
}

/// Returns whether two paths name the same regular file, or would if it existed.
fn is_same(one: &Path, other: &Path) -> bool {
    if is_stdout(one) || is_stdout(other) {
        return false;
    }
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => {
            let identity = |file: &fs::Metadata| (file.dev(), file.ino());
            one.is_file() && identity(&one) == identity(&other)
        }
        (Err(_), Err(_)) => absolute(one).is_some_and(|one| absolute(other) == Some(one)),
        _ => false,
    }
}

/// Returns the path of a file that does not exist without links and relative parts.
fn absolute(path: &Path) -> Option<PathBuf> {
    let path = follow_links(path).ok()?;
    let directory = fs::canonicalize(directory(&path)).ok()?;
    Some(directory.join(path.file_name()?))
}
