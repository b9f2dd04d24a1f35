//! The text of `--list-passes`.

use bcast_lower::pipeline::{PASSES, PassInfo, upstream};
use std::fmt::{self, Write};

/// Lists all passes that pipelines may use.
pub fn list_passes() -> Result<String, fmt::Error> {
    let mut text = String::from("Passes of this project:\n");
    write_passes(&mut text, PASSES)?;
    text.push_str("\nPasses of MLIR, with the options that they have in `mlir-opt`:\n");
    write_passes(&mut text, upstream::PASSES)?;
    Ok(text)
}

fn write_passes(text: &mut String, passes: &[PassInfo]) -> fmt::Result {
    for pass in passes {
        writeln!(text, "  {:28}{}", pass.name, pass.description)?;
        for option in pass.options {
            let values = if option.values.is_empty() {
                "...".into()
            } else {
                option.values.join("|")
            };
            writeln!(text, "    {}={values}", option.name)?;
            match option.default() {
                "" => writeln!(text, "      {}", option.description)?,
                default => writeln!(text, "      {} [default: {default}]", option.description)?,
            }
        }
    }
    Ok(())
}
