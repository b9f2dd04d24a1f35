//! Generates the page `docs/iree.md`, which lists the rows of `legalize-for-iree`, and the same rows as
//! JSON.

use bcast_lower::transform::{IREE_VERSION, IreeRow, iree_rows};
use std::fmt::{self, Write};

const HEAD: &str = r#"# What IREE needs

<!-- `bcast-lower --generate iree` writes this page. -->

`--target=iree` ([targets.md](targets.md#iree)) runs the pass `legalize-for-iree`, which applies the rows
below. `scripts/check-legalizations` compiles and runs the example of each row with the installed IREE,
with the row and without it, and reports those that are no longer needed.

`--iree-disable=ROW,...` leaves rows out, for example because a newer IREE no longer needs them; `speed` is all rows
below "What is made faster":

```sh
bcast-lower --target=iree --iree-disable=dynamic-reshapes crates/iree/src/examples/dynamic-reshapes.mlir | grep -o stablehlo.dynamic_reshape
```

```mlir
stablehlo.dynamic_reshape
```

A scatter whose indices a row has limited to the tensor, and a stable sort whose comparison a row has completed, have the
attribute `bcast.legalized`, and stay as they are when the output is lowered again; remove it if you change them.

`--debug-rows` says on each op which rows apply to it, and why the others that are about it do not:

```sh
bcast-lower --target=iree --debug-rows crates/iree/src/examples/matrix-products.mlir 2>&1 | grep -E -o "row '(matrix-products|narrow-factors)'.*"
```

```plain
row 'matrix-products' applies
row 'narrow-factors' does not apply; condition: of an operand that is converted from truth values or bytes, also on static shapes
```

IREE's files are named as in its repository, in `compiler/plugins/input/StableHLO/Conversion`.
"#;

/// Returns the page, in Markdown.
pub fn iree_page() -> Result<String, fmt::Error> {
    let mut page = String::from(HEAD);
    writeln!(page, "The rows have been checked with IREE {IREE_VERSION}.")?;
    page.push_str(
        "\n## What is rewritten\n\n\
         Each row: the ops, which of them, what they become, and what happens otherwise. A row may be needless after \
         the open issue or pull request of IREE that it names.\n",
    );
    let rewritten = || iree_rows().filter(|row| !row.is_refusal());
    for row in rewritten().filter(|row| !row.is_for_speed()) {
        write_row(&mut page, row, "Becomes", "Otherwise")?;
    }
    page.push_str(
        "\n## What is made faster\n\n\
         Without these rows, `--iree-disable=speed`, values are the same.\n",
    );
    for row in rewritten().filter(|row| row.is_for_speed()) {
        write_row(&mut page, row, "Becomes", "Otherwise")?;
    }
    page.push_str(
        "\n## What is refused\n\n\
         Such an op is an error of the tool at the op's location; IREE would reject it, with the words \
         of its own passes, or would compute it wrongly.\n",
    );
    for row in iree_rows().filter(|row| row.is_refusal()) {
        write_row(&mut page, row, "Instead", "Why")?;
    }
    Ok(page)
}

/// Writes the section of a row. The words introduce what to have instead of the op, and the reason.
fn write_row(page: &mut String, row: &IreeRow, instead: &str, reason: &str) -> fmt::Result {
    let ops = row.ops.iter().map(|op| format!("`{op}`"));
    let ops = ops.collect::<Vec<_>>().join(", ");
    writeln!(page, "\n### `{}`\n\n{ops}: {}", row.name, row.when)?;
    writeln!(page, "\n- {instead}: {}", row.becomes)?;
    writeln!(page, "- {reason}: {}", row.why)?;
    match row.retirement() {
        Some(number) => writeln!(page, "- Until: iree-org/iree#{number}"),
        None => Ok(()),
    }
}

/// Returns the rows as JSON, for `scripts/check-legalizations`.
pub fn iree_rows_json() -> serde_json::Result<String> {
    let rows = iree_rows().map(|row| {
        serde_json::json!({
            "name": row.name,
            "ops": row.ops,
            "refuses": row.is_refusal(),
            "speeds": row.is_for_speed(),
            "why": row.why,
        })
    });
    serde_json::to_string_pretty(&rows.collect::<Vec<_>>()).map(|text| text + "\n")
}
