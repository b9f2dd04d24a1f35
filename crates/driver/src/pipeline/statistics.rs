//! The report of what passes count, in the layout of MLIR's own.
//!
//! MLIR's release builds count nothing, so the numbers are read here instead; passes of MLIR
//! itself have none then.

use crate::statistics::Counts;
use std::{collections::BTreeMap, fmt::Write};

const RULE: &str =
    "===-------------------------------------------------------------------------===";

/// The numbers of passes, in the order of the pipeline.
pub type PassCounts = Vec<(&'static str, Counts)>;

/// Returns the report on a pipeline. `outline` is its text, with each pass, and each op that
/// passes run on, on its own line.
pub fn report(display: StatisticsDisplay, outline: &str, counts: &PassCounts) -> String {
    let title = "... Pass statistics report ...";
    let mut text = format!("{RULE}\n{:25}{title}\n{RULE}\n", "");
    match display {
        StatisticsDisplay::List => write_list(&mut text, counts),
        StatisticsDisplay::Pipeline => write_pipeline(&mut text, outline, counts),
    }
    text.push('\n');
    text
}

fn write_list(text: &mut String, counts: &PassCounts) {
    let mut passes = BTreeMap::<_, Counts>::new();
    for (pass, counts) in counts {
        passes.entry(*pass).or_default().add_all(counts);
    }
    for (pass, counts) in passes {
        if counts.of_pass(pass).next().is_some() {
            text.push_str(&format!("{pass}\n"));
            write_counts(text, 0, pass, &counts);
        }
    }
}

fn write_pipeline(text: &mut String, outline: &str, counts: &PassCounts) {
    let mut counts = counts.iter().peekable();
    // The first line is the op that the whole pipeline runs on.
    for line in outline.lines().skip(1) {
        let words = line.trim_start();
        let indent = (line.len() - words.len()).saturating_sub(2);
        let end = words.find(['(', '{', ',', ')']).unwrap_or(words.len());
        let (name, rest) = words.split_at(end);
        if name.is_empty() {
            continue;
        }
        if rest.starts_with('(') {
            text.push_str(&format!("{:indent$}'{name}' Pipeline\n", ""));
            continue;
        }
        text.push_str(&format!("{:indent$}{name}\n", ""));
        if let Some((pass, counts)) = counts.next_if(|(pass, _)| *pass == name) {
            write_counts(text, indent, pass, counts);
        }
    }
}

fn write_counts(text: &mut String, indent: usize, pass: &str, counts: &Counts) {
    let rows = counts.of_pass(pass).collect::<Vec<_>>();
    let digits = |(_, count): &(_, u64)| count.to_string().len();
    let width = rows.iter().map(digits).max().unwrap_or_default();
    for (statistic, count) in rows {
        let [name, description] =
            [statistic.name, statistic.description].map(|it| it.to_string_lossy());
        let indent = indent + 2;
        let _ = writeln!(
            text,
            "{:indent$}(S) {count:width$} {name} - {description}",
            ""
        );
    }
}

/// How statistics are shown.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum StatisticsDisplay {
    /// For each pass that counts anything, by name.
    List,
    /// For each pass of the pipeline, in order.
    Pipeline,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Statistic;

    fn counts(lowered: u64) -> Counts {
        let counts = Counts::default();
        counts.add(Statistic::Lowered, lowered);
        counts
    }

    /// The lines of a report between its title and the empty line at its end, without numbers
    /// that are 0.
    fn lines(display: StatisticsDisplay, outline: &str, counts: &PassCounts) -> Vec<String> {
        let text = report(display, outline, counts);
        let lines = text.lines().skip(3).filter(|line| !line.contains(" 0 "));
        let lines = lines.filter(|line| !line.is_empty());
        lines.map(Into::into).collect()
    }

    #[test]
    fn numbers_follow_the_pipeline_or_are_added_by_name() {
        let outline = "builtin.module(\n  func.func(\n    cse,\n    lower-broadcast{facts=off}\n  ),\n  \
                       lower-broadcast\n)\n";
        let counts = vec![
            ("lower-broadcast", counts(2)),
            ("lower-broadcast", counts(10)),
        ];
        assert_eq!(
            lines(StatisticsDisplay::Pipeline, outline, &counts),
            [
                "'func.func' Pipeline",
                "  cse",
                "  lower-broadcast",
                "    (S) 2 num-lowered - Number of ops lowered",
                "lower-broadcast",
                "  (S) 10 num-lowered - Number of ops lowered",
            ]
        );
        assert_eq!(
            lines(StatisticsDisplay::List, outline, &counts),
            [
                "lower-broadcast",
                "  (S) 12 num-lowered - Number of ops lowered"
            ]
        );
    }

    #[test]
    fn passes_that_count_nothing_are_not_listed() {
        let counts = vec![("verify-broadcastable", Counts::default())];
        assert!(lines(StatisticsDisplay::List, "", &counts).is_empty());
    }
}
