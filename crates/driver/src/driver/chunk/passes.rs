//! What runs on a chunk.

use crate::{driver::Config, pipeline::manager, text::Reproducer};

/// What runs on a chunk.
pub(in crate::driver) struct Pipeline {
    pub text: String,
    pub verify_each: bool,
    pub threading: bool,
}

impl Pipeline {
    /// Returns the pipeline of a configuration.
    pub fn of(config: &Config) -> Self {
        Self {
            text: config.pipeline.clone(),
            verify_each: config.verify_each,
            threading: config.threading,
        }
    }

    /// Replaces it with the one that a source contains.
    ///
    /// Fails if there is none, or an invalid one.
    pub fn replace(&mut self, reproducer: &Reproducer) -> Result<(), String> {
        const MISSING: &str = "the input names no pipeline to run: it lacks the resource \
                               `mlir_reproducer` with a `pipeline`";
        let text = reproducer.pipeline().ok_or(MISSING)?;
        manager::check(&text).map_err(|error| error.to_string())?;
        *self = Self {
            text,
            verify_each: reproducer.verifies_each(),
            threading: self.threading && !reproducer.disables_threading(),
        };
        Ok(())
    }
}
