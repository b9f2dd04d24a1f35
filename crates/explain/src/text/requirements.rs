//! What a program asks of its sizes, and what becomes of its explicit broadcasts, as text.

use super::Text;
use crate::{layers::Layer, requirement_words as words, words::times};
use std::fmt::{self, Formatter, Write};

impl Text<'_> {
    /// Writes the sizes of functions, and the checks.
    pub(super) fn write_requirements(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let requirements = &self.report.requirements;
        if !requirements.has_sizes() {
            return Ok(());
        }
        let (heading, guard) = (self.palette.heading, self.palette.guard);
        writeln!(formatter, "{heading}{}{heading:#}", words::HEADING)?;
        for function in &requirements.functions {
            writeln!(formatter, "  {}", words::function(function))?;
            for size in &function.sizes {
                writeln!(formatter, "    {}", words::size(size))?;
                if !size.is_checked {
                    writeln!(formatter, "      {guard}{}{guard:#}", words::NOT_CHECKED)?;
                }
            }
        }
        for check in &requirements.checks {
            writeln!(formatter, "  {}", words::check(check))?;
            for detail in words::details(check, requirements) {
                writeln!(formatter, "    {detail}")?;
            }
        }
        formatter.write_char('\n')
    }

    /// Writes explicit broadcasts and the changes of passes, by layer.
    pub(super) fn write_layers(
        &self,
        formatter: &mut Formatter<'_>,
        layers: &[Layer],
    ) -> fmt::Result {
        let Self {
            report, palette, ..
        } = self;
        let (heading, guard, quiet) = (palette.heading, palette.guard, palette.quiet);
        for layer in layers {
            let Layer { name, lines } = layer;
            let counts = words::layer_counts(layer);
            writeln!(formatter, "{heading}{name}{heading:#}: {counts}")?;
            for line in lines {
                if let Some(change) = line.only_change() {
                    writeln!(formatter, "  {}: {change}", line.title())?;
                    continue;
                }
                writeln!(formatter, "  {}", line.title())?;
                for (broadcast, count) in &line.broadcasts {
                    writeln!(formatter, "    {}", times(*count, broadcast))?;
                }
                for (condition, count) in &line.unchecked {
                    let unchecked = words::unchecked(condition);
                    let unchecked = times(*count, &unchecked);
                    writeln!(formatter, "    {guard}{unchecked}{guard:#}")?;
                }
                for (change, count) in &line.changes {
                    writeln!(formatter, "    {}", times(*count, change))?;
                }
                if let Some(output) = &line.output {
                    writeln!(formatter, "    {quiet}in the output: {output}{quiet:#}")?;
                }
            }
        }
        if !layers.is_empty() {
            formatter.write_char('\n')?;
        }
        if words::lacks_target(report) {
            writeln!(formatter, "{}\n", words::NO_TARGET)?;
        }
        Ok(())
    }
}
