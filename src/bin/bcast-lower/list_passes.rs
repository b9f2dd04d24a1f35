//! The text of `--list-passes`.

use bcast_lower::pipeline::{OptionKind, PASSES, PassInfo, upstream};
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
        for option in pass.options() {
            let values = match option.kind() {
                OptionKind::Names => "NAME,...".into(),
                OptionKind::Text(_) => option.placeholder.into(),
                OptionKind::Choice(_) | OptionKind::Switch => option.values().join("|"),
            };
            writeln!(text, "    {}={values}", option.name)?;
            match (option.description(), option.default()) {
                (description, default) if default.is_empty() => {
                    writeln!(text, "      {description}")?;
                }
                (description, default) => {
                    writeln!(text, "      {description} [default: {default}]")?;
                }
            }
        }
    }
    Ok(())
}
