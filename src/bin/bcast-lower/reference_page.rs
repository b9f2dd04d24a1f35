//! Generates the page `docs/passes.md`, which lists the options of passes and of the command
//! line.

use bcast_lower::{
    assertion::Assertions,
    pipeline::{OptionKind, PASSES, PassInfo, upstream},
    rule::BuiltInTable,
};
use clap::{Arg, Command};
use std::fmt::{self, Write};
use strum::VariantArray;

const HEAD: &str = r#"# Passes and options

<!-- `bcast-lower --generate passes` writes this page. -->

A pipeline names passes and, in braces, their options:

```sh
bcast-lower --pass-pipeline='builtin.module(lower-broadcast{zero-extents=numpy assertions=cf},cse)' examples/bias_add.mlir
```

```mlir
    cf.assert %extracted, "chlo.broadcast_multiply: the sizes of operand #0 dim 0 and operand #1 dim 0 do not fit; expected equal sizes, or one of them 1"
```

Options are separated by spaces or commas. A switch also accepts `true`, `1`, `false` and `0`,
and means `on` without a value. As with `mlir-opt`, passes can also be given as options of the
tool, and run in that order:

```sh
bcast-lower --lower-broadcast='zero-extents=numpy assertions=cf' --cse examples/bias_add.mlir
```

```mlir
    cf.assert %extracted, "chlo.broadcast_multiply: the sizes of operand #0 dim 0 and operand #1 dim 0 do not fit; expected equal sizes, or one of them 1"
```

If no pass is named, `bcast-lower` runs `lower-broadcast`; on the command line, the pass's
options start with two dashes. The passes run on any op: on `builtin.module`, or nested on
`func.func`. [rules.md](rules.md), [assertions.md](assertions.md) and [facts.md](facts.md)
describe some options in detail.
"#;

const TAIL: &str = r#"
## Reproducers, statistics and plugins

A reproducer is a module that contains the pipeline that runs on it, with the options of its
passes:

```sh
file=$(mktemp)
bcast-lower --zero-extents=numpy --mlir-generate-reproducer=$file -o /dev/null examples/bias_add.mlir
cat $file
bcast-lower --run-reproducer $file
rm $file
```

```mlir
      pipeline: "builtin.module(lower-broadcast{zero-extents=numpy})",
```

With `--mlir-pass-pipeline-crash-reproducer`, MLIR runs the passes on a thread of its own, whose
stack bounds how deeply the input may be nested: 500 brackets.

MLIR's release builds, such as Debian's, count nothing in passes of MLIR, so
`--mlir-pass-statistics` shows numbers only for the passes of this tool. To MLIR they are
statistics of these passes, so an `mlir-opt` that counts shows them for the plugin, too.

`--verify-roundtrip` compares text with text, because custom assembly leaves out attributes that
have their default values, and bytecode in generic form; locations are not compared.

The tool does not load plugins (`--load-pass-plugin`, `--load-dialect-plugin`). It contains MLIR,
so a plugin that was built against `libMLIR.so` would register its passes with that library
instead. Linked such that it exports its symbols (`-rdynamic`), it does run a pass of a plugin,
but contains every function of the libraries then and is six times as large. `mlir-opt` loads
plugins together with this project's ([embedding.md](embedding.md)).
"#;

/// Returns the page, in Markdown.
pub fn reference_page(command: &Command) -> Result<String, fmt::Error> {
    let mut page = String::from(HEAD);
    for pass in PASSES {
        write_pass(&mut page, pass)?;
    }
    write_values(&mut page)?;
    page.push_str(
        "\n## Passes of MLIR\n\nTheir options are those of `mlir-opt`.\n\
         `remove-dead-values` is omitted: in LLVM 22 it crashes, or leaves invalid IR, if\n\
         anything but a call refers to a function. `symbol-dce`, `canonicalize` and `cse` remove\n\
         unused ops and symbols.\n\n\
         | pass | what it does |\n|---|---|\n",
    );
    for pass in upstream::PASSES {
        writeln!(page, "| `{}` | {} |", pass.name, cell(pass.description))?;
    }
    page.push_str("\n## Command line\n\n`bcast-lower [OPTIONS] [FILE]`\n");
    let shown = || {
        command
            .get_opts()
            .filter(|argument| !argument.is_hide_set())
    };
    let mut headings = Vec::new();
    for argument in shown() {
        if !headings.contains(&argument.get_help_heading()) {
            headings.push(argument.get_help_heading());
        }
    }
    for heading in headings {
        write!(page, "\n### {}\n\n", heading.unwrap_or("General"))?;
        page.push_str("| option | what it does |\n|---|---|\n");
        let arguments = shown().filter(|argument| argument.get_help_heading() == heading);
        for argument in arguments {
            write_argument(&mut page, argument)?;
        }
    }
    page.push_str(TAIL);
    Ok(page)
}

fn write_pass(page: &mut String, pass: &PassInfo) -> fmt::Result {
    write!(page, "\n## `{}`\n\n{}.\n", pass.name, pass.description)?;
    if pass.options().next().is_none() {
        return Ok(());
    }
    page.push_str("\n| option | values, the default first | meaning |\n|---|---|---|\n");
    for option in pass.options() {
        let values = match option.kind() {
            OptionKind::Names => "names, separated by commas".into(),
            OptionKind::Text(_) => "a text, in quotes if it has spaces".into(),
            OptionKind::Choice(_) | OptionKind::Switch => option
                .values()
                .iter()
                .map(|value| format!("`{value}`"))
                .collect::<Vec<_>>()
                .join(", "),
        };
        let description = cell(&option.description());
        writeln!(page, "| `{}` | {values} | {description} |", option.name)?;
    }
    Ok(())
}

/// Writes the meaning of option values that have their own descriptions.
fn write_values(page: &mut String) -> fmt::Result {
    page.push_str("\n## Assertions\n\n| value of `assertions` | what checks guards |\n|---|---|\n");
    for assertions in Assertions::VARIANTS {
        writeln!(page, "| `{assertions}` | {} |", cell(assertions.summary()))?;
    }
    page.push_str("\n## Built-in rule tables\n\n| table | source ops |\n|---|---|\n");
    for table in BuiltInTable::all() {
        let in_use = match table.is_default() {
            true => "; in use unless `rules-only=on`",
            false => "",
        };
        writeln!(
            page,
            "| `{}` | {}{in_use} |",
            table.name(),
            cell(table.summary())
        )?;
    }
    Ok(())
}

fn write_argument(page: &mut String, argument: &Arg) -> fmt::Result {
    let value = match argument.get_value_names() {
        Some([name, ..]) if argument.get_action().takes_values() => {
            let is_optional = argument
                .get_num_args()
                .is_some_and(|range| range.min_values() == 0);
            if is_optional {
                format!("[={name}]")
            } else {
                format!("={name}")
            }
        }
        _ => String::new(),
    };
    page.push_str("| ");
    if let Some(short) = argument.get_short() {
        write!(page, "`-{short}`, ")?;
    }
    let long = argument.get_long().unwrap_or_default();
    let help = argument.get_help().map(ToString::to_string);
    write!(
        page,
        "`--{long}{value}` | {}",
        cell(&help.unwrap_or_default())
    )?;
    let values = argument
        .get_possible_values()
        .iter()
        .map(|value| format!("`{}`", value.get_name()))
        .collect::<Vec<_>>();
    if !values.is_empty() && argument.get_action().takes_values() {
        write!(
            page,
            "; {name}: {}",
            values.join(", "),
            name = value.trim_matches(['[', ']', '='])
        )?;
    }
    page.push_str(" |\n");
    Ok(())
}

/// Escapes a text for a table's cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
