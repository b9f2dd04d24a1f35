//! What passes change besides the broadcasts that they lower.

use super::Place;
use serde::Serialize;
use std::{
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
};

/// What a pass did with one op.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Change {
    /// The pass.
    pub pass: &'static str,
    /// What it did.
    pub kind: ChangeKind,
    /// The op's name, such as `stablehlo.dynamic_broadcast_in_dim`.
    pub op: String,
    /// Where the op stands, as far as that is a place in a file.
    pub place: Option<Place>,
}

/// What a pass does with an op.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// `simplify-broadcasts`: the operand takes its place.
    Dropped,
    /// The same: it is one with the op that makes its operand.
    Merged,
    /// The same: it becomes the op whose sizes are attributes.
    Fixed,
    /// The same: it says of more dims whether they are repeated.
    Hinted,
    /// The same: sizes that were computed before take its place.
    Reused,
    /// The same: an assertion that follows from those before is taken out.
    Implied,
    /// `legalize-to-stablehlo`: it becomes StableHLO, or numbers that are computed elsewhere.
    Legalized,
    /// The same: an assertion is added for it.
    Checked,
    /// `legalize-for-iree`: other ops take its place.
    Rewritten,
    /// The same: a branch is added that decides at run time whether a dim is repeated.
    Branched,
    /// The same: an assertion becomes one that IREE keeps.
    Converted,
    /// `guard-broadcasts`: an assertion is put in front of it.
    Guarded,
}

/// One row of the table of kinds.
struct Row {
    kind: ChangeKind,
    pass: &'static str,
    /// What is counted, behind a number.
    counted: &'static str,
    /// What is said of the op, behind its name.
    said: &'static str,
}

const fn row(
    kind: ChangeKind,
    pass: &'static str,
    counted: &'static str,
    said: &'static str,
) -> Row {
    Row {
        kind,
        pass,
        counted,
        said,
    }
}

const ROWS: &[Row] = &[
    row(
        ChangeKind::Dropped,
        "simplify-broadcasts",
        "dropped",
        "is dropped: its operand has the sizes of its result",
    ),
    row(
        ChangeKind::Merged,
        "simplify-broadcasts",
        "merged",
        "is merged with the op that makes its operand",
    ),
    row(
        ChangeKind::Fixed,
        "simplify-broadcasts",
        "made static",
        "becomes static: its sizes are known",
    ),
    row(
        ChangeKind::Hinted,
        "simplify-broadcasts",
        "given hints",
        "says of more dims whether they are repeated",
    ),
    row(
        ChangeKind::Reused,
        "simplify-broadcasts",
        "computed before",
        "is dropped: the same sizes were computed before",
    ),
    row(
        ChangeKind::Implied,
        "simplify-broadcasts",
        "implied",
        "is dropped: what it checks follows from assertions before it",
    ),
    row(
        ChangeKind::Legalized,
        "legalize-to-stablehlo",
        "from",
        "becomes StableHLO",
    ),
    row(
        ChangeKind::Checked,
        "legalize-to-stablehlo",
        "asserted",
        "gets an assertion",
    ),
    row(
        ChangeKind::Rewritten,
        "legalize-for-iree",
        "rewritten",
        "is rewritten",
    ),
    row(
        ChangeKind::Branched,
        "legalize-for-iree",
        "branched",
        "gets a branch: whether a dim is repeated is known at run time only",
    ),
    row(
        ChangeKind::Converted,
        "legalize-for-iree",
        "converted",
        "becomes an assertion that IREE keeps",
    ),
    row(
        ChangeKind::Guarded,
        "guard-broadcasts",
        "asserted",
        "gets an assertion in front of it",
    ),
];

impl ChangeKind {
    fn row(self) -> &'static Row {
        let row = ROWS.iter().find(|row| row.kind == self);
        row.expect("a test finds a row for each kind")
    }

    /// Returns the name of the pass that makes such changes.
    pub fn pass(self) -> &'static str {
        self.row().pass
    }
}

/// What is said of the op, from its name on.
impl Display for Change {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { pass, kind, op, .. } = self;
        write!(formatter, "{op} {} ({pass})", kind.row().said)
    }
}

/// How much passes have changed: a line for each pass that has changed anything, in the order
/// in which they did.
pub struct ChangeCounts<'r>(pub &'r [Change]);

impl Display for ChangeCounts<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for (pass, counts) in self.by_pass() {
            let counts = counts
                .into_iter()
                .map(|(counted, count)| format!("{count} {counted}"));
            let counts = counts.collect::<Vec<_>>().join(", ");
            writeln!(formatter, "{pass:<22}{counts}")?;
        }
        Ok(())
    }
}

/// How often a kind was counted; of what a dialect is, for each dialect.
type Counts<'r> = BTreeMap<(ChangeKind, &'r str), usize>;

impl ChangeCounts<'_> {
    /// Returns for each pass what was counted, and how often.
    pub fn by_pass(&self) -> Vec<(&'static str, Vec<(String, usize)>)> {
        let mut passes: Vec<(&'static str, Counts<'_>)> = vec![];
        for change in self.0 {
            let index = passes.iter().position(|(pass, _)| *pass == change.pass);
            let index = index.unwrap_or_else(|| {
                passes.push((change.pass, Counts::new()));
                passes.len() - 1
            });
            let dialect = match change.kind {
                ChangeKind::Legalized => change.op.split('.').next().unwrap_or_default(),
                _ => "",
            };
            *passes[index].1.entry((change.kind, dialect)).or_default() += 1;
        }
        let label = |((kind, dialect), count): ((ChangeKind, &str), usize)| {
            let counted = kind.row().counted;
            match dialect {
                "" => (counted.to_string(), count),
                dialect => (format!("{counted} {dialect}"), count),
            }
        };
        let passes = passes.into_iter();
        passes
            .map(|(pass, counts)| (pass, counts.into_iter().map(label).collect()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(kind: ChangeKind, op: &str) -> Change {
        Change {
            pass: kind.pass(),
            kind,
            op: op.into(),
            place: None,
        }
    }

    #[test]
    fn each_kind_has_one_row() {
        let mut kinds = ROWS.iter().map(|row| row.kind).collect::<Vec<_>>();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), ROWS.len());
        // The last kind, by the order in which they are declared.
        assert_eq!(ROWS.len(), ChangeKind::Guarded as usize + 1);
    }

    #[test]
    fn changes_are_counted_by_pass_and_kind() {
        let changes = [
            change(ChangeKind::Implied, "cf.assert"),
            change(ChangeKind::Merged, "stablehlo.broadcast_in_dim"),
            change(ChangeKind::Legalized, "tensor.dim"),
            change(ChangeKind::Legalized, "arith.muli"),
            change(ChangeKind::Legalized, "tensor.dim"),
            change(ChangeKind::Merged, "stablehlo.broadcast_in_dim"),
        ];
        let expected = "simplify-broadcasts   2 merged, 1 implied\n\
                        legalize-to-stablehlo 1 from arith, 2 from tensor\n";
        assert_eq!(ChangeCounts(&changes).to_string(), expected);
        let said = "tensor.dim becomes StableHLO (legalize-to-stablehlo)";
        assert_eq!(changes[2].to_string(), said);
    }
}
