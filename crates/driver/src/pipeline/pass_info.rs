//! A row of the table of passes.

use super::options::{Concern, OPTIONS, OptionError, OptionInfo, PassOptions};
use melior::pass::Pass;

/// A pass that pipelines may use, one row of a table.
#[derive(Clone, Copy, Debug)]
pub struct PassInfo {
    /// The name in pipelines.
    pub name: &'static str,
    /// The description, one sentence.
    pub description: &'static str,
    /// The op that the pass runs on; `None` if it runs on any op.
    pub anchor: Option<&'static str>,
    /// The concerns of its options.
    pub concerns: &'static [Concern],
    /// The constructor; `None` for a pass of MLIR.
    pub(super) build: Option<BuildPass>,
}

/// A function that creates a pass from its options.
pub(super) type BuildPass = fn(PassOptions) -> Result<Pass, OptionError>;

impl PassInfo {
    /// Returns the pass's options; none for MLIR's passes, whose options are not known here.
    pub fn options(&self) -> impl Iterator<Item = &'static OptionInfo> {
        let concerns = self.concerns;
        OPTIONS
            .iter()
            .filter(|option| concerns.contains(&option.concern))
    }

    /// Returns the text that runs the pass with the given options in a pipeline on a module: on
    /// the module itself, or on all ops in it that the pass is for.
    pub fn in_module(&self, options: &str) -> String {
        let pass = match options {
            "" => self.name.into(),
            options => format!("{}{{{options}}}", self.name),
        };
        match self.anchor {
            Some(anchor) => format!("{anchor}({pass})"),
            None => pass,
        }
    }
}
