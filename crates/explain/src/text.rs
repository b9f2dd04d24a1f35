//! Reports as text, for a terminal.

mod requirements;

use super::{
    ChangeCounts, Summary, Verdict,
    dim_groups::{DimGroup, dim_groups},
    layers::layers,
    remaining,
    report::Report,
    requirement_words, words,
};
use crate::{
    op::{Check, Function, Op, OperandRef, Outcome, Problem},
    place::Place,
};
use anstyle::{AnsiColor, Style};
use std::fmt::{self, Display, Formatter, Write};

/// A report as text, with terminal escape sequences if the palette has colours.
pub struct Text<'r> {
    /// The report.
    pub report: &'r Report,
    /// Its colours.
    pub palette: Palette,
    /// Whether all origins are listed.
    pub has_all_reasons: bool,
}

/// The styles of words.
#[derive(Clone, Copy, Debug, Default)]
pub struct Palette {
    heading: Style,
    error: Style,
    guard: Style,
    known: Style,
    quiet: Style,
}

impl Palette {
    /// Returns a palette that highlights headings, guards and facts.
    pub const fn colored() -> Self {
        Self {
            heading: Style::new().bold(),
            error: AnsiColor::Red.on_default().bold(),
            guard: AnsiColor::Yellow.on_default(),
            known: AnsiColor::Green.on_default(),
            quiet: Style::new().dimmed(),
        }
    }
}

impl Display for Text<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for error in self.report.all_errors() {
            self.write_error(formatter, error)?;
            formatter.write_char('\n')?;
        }
        self.write_remaining(formatter)?;
        for function in &self.report.functions {
            self.write_function(formatter, function)?;
            formatter.write_char('\n')?;
        }
        self.write_requirements(formatter)?;
        for op in &self.report.ops {
            self.write_op(formatter, op)?;
            formatter.write_char('\n')?;
        }
        let has_dims = |op: &Op| op.dims.iter().any(|dim| !dim.decided_by.is_empty());
        let has_stars = self.report.ops.iter().any(has_dims);
        if has_stars {
            writeln!(formatter, "* decides the size of its dim")?;
        }
        if !self.has_all_reasons && words::has_derived_reasons(self.report) {
            writeln!(formatter, "{}", words::CLOSEST)?;
        }
        let layers = layers(self.report);
        if has_stars && !layers.is_empty() {
            formatter.write_char('\n')?;
        }
        self.write_layers(formatter, &layers)?;
        self.write_summary(formatter)?;
        self.write_proof(formatter)
    }
}

/// One op of a report as text with its errors, without the totals.
pub struct OpText<'r> {
    /// The report.
    pub report: &'r Report,
    /// An op of the report.
    pub op: &'r Op,
}

impl Display for OpText<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let text = Text {
            report: self.report,
            palette: Palette::default(),
            has_all_reasons: false,
        };
        text.write_op(formatter, self.op)?;
        if let Outcome::Failed { errors } = &self.op.outcome {
            for error in errors {
                text.write_error(formatter, error)?;
            }
        }
        Ok(())
    }
}

impl Text<'_> {
    fn write_summary(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let requirements = &self.report.requirements;
        if !self.report.ops.is_empty() || requirements.is_empty() {
            write!(formatter, "{}", self.report.summary)?;
        }
        write_counts(formatter, requirement_words::summary(requirements))?;
        write!(formatter, "{}", ChangeCounts(&self.report.changes))
    }

    fn write_proof(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let functions = self.report.proof.iter().flat_map(|proof| &proof.functions);
        for function in functions {
            let style = match function.verdict {
                Verdict::Proven => self.palette.known,
                Verdict::Refuted | Verdict::NotKnown => self.palette.guard,
            };
            let (name, text) = (
                words::proven_name(function),
                words::printable(&function.text),
            );
            writeln!(formatter, "proof      {name}: {style}{text}{style:#}")?;
        }
        Ok(())
    }

    /// Writes the guards that remain, with what would remove them.
    fn write_remaining(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Palette { heading, guard, .. } = self.palette;
        let groups = remaining::groups(self.report);
        let checks = remaining::entry_checks(self.report);
        if groups.is_empty() && checks == 0 {
            return Ok(());
        }
        let count = groups.iter().map(|group| group.guards.len()).sum();
        if count > 0 {
            let title = words::remaining(count);
            writeln!(formatter, "{heading}{title}{heading:#}")?;
        }
        for group in &groups {
            writeln!(formatter, "  {guard}{}{guard:#}", remaining::remedy(group))?;
            for paste in remaining::paste(group) {
                writeln!(formatter, "    {}: {paste}", words::PASTE)?;
            }
            for place in group.guards.iter().take(remaining::MAX_SHOWN) {
                let op = &self.report.ops[place.op];
                formatter.write_str("    ")?;
                if let Some(place) = &op.place {
                    write!(formatter, "{place}: ")?;
                }
                let condition = &place.guard.condition;
                writeln!(formatter, "{} dim {}: {condition}", op.name, place.dim)?;
            }
            if let Some(more @ 1..) = group.guards.len().checked_sub(remaining::MAX_SHOWN) {
                writeln!(formatter, "    and {more} more")?;
            }
        }
        if checks > 0 {
            writeln!(formatter, "  {}", words::entry_checks(checks))?;
        }
        if groups.iter().any(remaining::Group::is_declaration) {
            writeln!(formatter, "  {}", words::DECLARE)?;
        }
        formatter.write_char('\n')
    }

    fn write_function(&self, formatter: &mut Formatter<'_>, function: &Function) -> fmt::Result {
        let Palette {
            heading,
            guard,
            known,
            ..
        } = self.palette;
        if let Some(place) = &function.place {
            write!(formatter, "{place}: ")?;
        }
        let name = words::printable(&function.name);
        writeln!(formatter, "{heading}@{name}{heading:#} {}", words::DECLARES)?;
        for check in &function.checks {
            let style = match check.check {
                Check::Known => known,
                _ => guard,
            };
            writeln!(formatter, "  {style}{}{style:#}", words::entry_check(check))?;
        }
        Ok(())
    }

    fn write_op(&self, formatter: &mut Formatter<'_>, op: &Op) -> fmt::Result {
        let Palette {
            heading,
            guard,
            known,
            quiet,
            ..
        } = self.palette;
        if let Some(place) = &op.place {
            write!(formatter, "{place}: ")?;
        }
        write!(formatter, "{heading}{}{heading:#}", op.name)?;
        if let Some(name) = &op.source_name {
            write!(formatter, " '{}'", words::printable(name))?;
        }
        if let Some(function) = &op.function {
            write!(formatter, " in @{}", words::printable(function))?;
        }
        match &op.outcome {
            Outcome::Left { reason } => {
                writeln!(formatter, "\n  {guard}left unchanged:{guard:#} {reason}")?;
                return write_sizes(formatter, op);
            }
            Outcome::Failed { .. } => {
                writeln!(formatter, " {}", words::FAILED)?;
                return write_sizes(formatter, op);
            }
            Outcome::Lowered { target } => writeln!(formatter, " becomes {target}")?,
            Outcome::Guarded => writeln!(formatter, " {}", words::GUARDED)?,
        }
        writeln!(formatter, "  {}\n", words::equation(op))?;
        write_table(formatter, op)?;
        if !op.dims.is_empty() {
            formatter.write_char('\n')?;
        }
        if op.contradiction {
            writeln!(formatter, "  {guard}{}{guard:#}", words::CONTRADICTION)?;
            if !op.contradicts.is_empty() {
                writeln!(
                    formatter,
                    "    {}:",
                    words::contradicting(op.contradicts.len())
                )?;
                self.write_origins(formatter, &op.contradicts)?;
            }
        }
        for group in dim_groups(op) {
            let DimGroup { dims, sizes, .. } = &group;
            match &group.quiet {
                Some(reason) => {
                    let need = group.need_nothing();
                    writeln!(formatter, "  {need}: {sizes}; {quiet}{reason}{quiet:#}")?;
                }
                None => {
                    writeln!(formatter, "  {dims}: {sizes}")?;
                    self.write_dim(formatter, op, group.first)?;
                }
            }
        }
        for (index, operand) in op.operands.iter().enumerate() {
            if words::needs_reasons(op, operand) {
                let broadcast = words::broadcast(&operand.broadcast);
                let name = words::operand(index, operand);
                writeln!(
                    formatter,
                    "  {name}: {known}{broadcast}{known:#}, known from:"
                )?;
                self.write_origins(formatter, &operand.because)?;
            }
        }
        Ok(())
    }

    /// Writes an error and its notes.
    fn write_error(&self, formatter: &mut Formatter<'_>, error: &Problem) -> fmt::Result {
        let style = self.palette.error;
        let begin = |formatter: &mut Formatter<'_>, place: &Option<Place>| match place {
            Some(place) => write!(formatter, "{place}: "),
            None => Ok(()),
        };
        begin(formatter, &error.place)?;
        let message = words::printable(&error.message);
        writeln!(formatter, "{style}error{style:#}: {message}")?;
        for note in &error.notes {
            begin(formatter, &note.place)?;
            writeln!(formatter, "note: {}", words::printable(&note.message))?;
        }
        Ok(())
    }

    fn write_dim(&self, formatter: &mut Formatter<'_>, op: &Op, index: usize) -> fmt::Result {
        let Palette {
            guard,
            known,
            quiet,
            ..
        } = self.palette;
        let dim = &op.dims[index];
        for needed in &dim.guards {
            writeln!(formatter, "    {guard}{}{guard:#}", words::guard(needed))?;
        }
        for removed in &dim.removed_guards {
            let text = words::removed_guard(op, removed);
            writeln!(formatter, "    {known}{} {text}{known:#}", words::NO_GUARD)?;
        }
        let Some(why) = words::why(&dim.why) else {
            return Ok(());
        };
        match (dim.why.because(), words::same_reasons(op, index)) {
            ([], _) => writeln!(formatter, "    {quiet}{why}{quiet:#}"),
            (_, Some(first)) => writeln!(formatter, "    {why} the same as dim {first}"),
            (because, None) => {
                writeln!(formatter, "    {why}:")?;
                self.write_origins(formatter, because)
            }
        }
    }

    fn write_origins(&self, formatter: &mut Formatter<'_>, ids: &[usize]) -> fmt::Result {
        let (origins, more) = words::listed(self.report, ids, self.has_all_reasons);
        for origin in origins {
            write!(formatter, "      {}", words::origin(origin))?;
            match &origin.place {
                Some(place) => writeln!(formatter, " at {place}")?,
                None => formatter.write_char('\n')?,
            }
        }
        match more {
            0 => Ok(()),
            more => writeln!(formatter, "      and {more} more"),
        }
    }
}

/// Writes the sizes of an op that is not lowered, if they are known, and its types.
fn write_sizes(formatter: &mut Formatter<'_>, op: &Op) -> fmt::Result {
    if words::has_sizes(op) {
        writeln!(formatter, "  {}", words::equation(op))?;
    }
    write_types(formatter, op)
}

fn write_types(formatter: &mut Formatter<'_>, op: &Op) -> fmt::Result {
    for (index, operand) in op.operands.iter().enumerate() {
        let name = words::operand(index, operand);
        writeln!(formatter, "  {name}: {}", operand.ty)?;
    }
    writeln!(formatter, "  {}: {}", words::result(op), op.result_type)
}

/// Writes a table of the operands' dims, with those of the result in the last row; a star marks
/// the dims that decide.
fn write_table(formatter: &mut Formatter<'_>, op: &Op) -> fmt::Result {
    let mut rows = vec![vec![String::new()]];
    rows[0].extend((0..op.dims.len()).map(|dim| format!("dim {dim}")));
    let mut notes = vec![String::new()];
    for (index, operand) in op.operands.iter().enumerate() {
        let mut cells = vec![words::operand(index, operand)];
        cells.resize(op.dims.len() + 1, String::new());
        for (dim, place) in operand.dims.iter().enumerate() {
            let decides = |by: &OperandRef| by.operand == index && by.dim == dim;
            let result = op.dims.get(place.result_dim);
            let decides = result.is_some_and(|result| result.decided_by.iter().any(decides));
            if let Some(cell) = cells.get_mut(place.result_dim + 1) {
                *cell = words::operand_size(place);
                cell.push_str(if decides { "*" } else { " " });
            }
        }
        rows.push(cells);
        notes.push(words::broadcast(&operand.broadcast));
    }
    let mut result = vec![words::result(op)];
    result.extend(op.dims.iter().map(|dim| format!("{} ", dim.size)));
    rows.push(result);
    notes.push(op.result_type.clone());

    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths = (0..=op.dims.len()).map(|column| width(column).unwrap_or_default());
    let widths = widths.collect::<Vec<_>>();
    let header = usize::from(op.dims.is_empty());
    for (row, note) in rows.iter().zip(notes).skip(header) {
        let mut line = format!("  {:<width$}", row[0], width = widths[0]);
        for (cell, &width) in row.iter().zip(&widths).skip(1) {
            write!(line, "  {cell:>width$}")?;
        }
        write!(line, "   {note}")?;
        writeln!(formatter, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The summary, a line for each subject.
impl Display for Summary {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write_counts(formatter, words::summary(self))
    }
}

impl Summary {
    /// Returns the summary without the number of guards that facts removed, which only a report
    /// knows.
    #[doc(hidden)]
    pub fn without_removed_guards(&self) -> String {
        let mut counts = words::summary(self);
        for (_, counts) in &mut counts {
            counts.retain(|(word, _)| *word != words::REMOVED_BY_FACTS);
        }
        let mut text = String::new();
        let _ = write_counts(&mut text, counts);
        text
    }
}

/// Writes a line for each subject.
fn write_counts(
    to: &mut impl fmt::Write,
    summary: impl IntoIterator<Item = (&'static str, Vec<(&'static str, usize)>)>,
) -> fmt::Result {
    for (subject, counts) in summary {
        let counts = counts
            .into_iter()
            .map(|(word, count)| format!("{count} {word}"))
            .collect::<Vec<_>>();
        writeln!(to, "{subject:<11}{}", counts.join(", "))?;
    }
    Ok(())
}
