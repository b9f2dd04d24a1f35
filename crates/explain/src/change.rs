//! Changes by passes other than the lowering of broadcasts.

use super::Place;
use serde::{Deserialize, Serialize};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
};

/// A change of one op by a pass.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct Change {
    /// The pass.
    pub pass: Cow<'static, str>,
    /// What it did.
    pub kind: ChangeKind,
    /// The op's name, such as `stablehlo.dynamic_broadcast_in_dim`.
    pub op: String,
    /// The op's location, if it is in a file.
    pub place: Option<Place>,
    /// The name that its location gives it, such as `jit(f)/layer/add`.
    #[serde(default)]
    pub source_name: Option<String>,
    /// The function that it is in.
    #[serde(default)]
    pub function: Option<String>,
    /// The message of the added assertion, without the op's name, or what else is to be said of the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// The kinds of change.
#[derive(
    Clone,
    Copy,
    Debug,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd,
    Deserialize,
    Serialize,
    strum::VariantArray,
)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// `specialize-sizes`: the op becomes its static counterpart.
    Specialized,
    /// `specialize-sizes`: the check holds for the given sizes and is removed.
    Answered,
    /// `simplify-broadcasts`: the op is replaced with its operand.
    Dropped,
    /// `simplify-broadcasts`: the op is merged with the one that defines its operand.
    Merged,
    /// `simplify-broadcasts`: the op becomes its static counterpart.
    Fixed,
    /// `simplify-broadcasts`: the op says for more dims whether they expand.
    Hinted,
    /// `simplify-broadcasts`: the op is replaced with sizes computed earlier.
    Reused,
    /// `simplify-broadcasts`: the assertion follows from earlier ones and is removed.
    Implied,
    /// `legalize-to-stablehlo`: the op becomes StableHLO, or numbers that are computed
    /// elsewhere.
    Legalized,
    /// `legalize-to-stablehlo`: an assertion is added for the op.
    Checked,
    /// `legalize-for-iree`: the op is replaced with other ops.
    Rewritten,
    /// `legalize-for-iree`: a branch is added that decides at run time whether a dim expands.
    Branched,
    /// `legalize-for-iree`: the assertion becomes one that IREE keeps.
    Converted,
    /// `legalize-for-iree`: the sharding is removed.
    Unsharded,
    /// `guard-broadcasts`: an assertion is inserted in front of the op.
    Guarded,
    /// `guard-reshapes`: an assertion is inserted in front of the op.
    ReshapeGuarded,
    /// `guard-sizes`: an assertion is inserted in front of the op.
    SizesGuarded,
    /// `pad-to-bounds`: the function takes sizes as arguments.
    Bounded,
    /// `pad-to-bounds`: elements outside of sizes become neutral for the op.
    Masked,
    /// `pad-to-bounds`: elements are moved to positions that depend on sizes.
    Moved,
    /// `pad-to-bounds`: the op's positions are limited by sizes.
    Limited,
}

/// One row of the table of kinds.
struct ChangeText {
    kind: ChangeKind,
    pass: &'static str,
    /// The word after the count.
    counted: &'static str,
    /// The words after the op's name.
    text: &'static str,
}

const fn row(
    kind: ChangeKind,
    pass: &'static str,
    counted: &'static str,
    text: &'static str,
) -> ChangeText {
    ChangeText {
        kind,
        pass,
        counted,
        text,
    }
}

const ROWS: &[ChangeText] = &[
    row(
        ChangeKind::Specialized,
        "specialize-sizes",
        "made static",
        "becomes static: its sizes are given",
    ),
    row(
        ChangeKind::Answered,
        "specialize-sizes",
        "answered",
        "is removed: it holds for the given sizes",
    ),
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
        "is merged with the op that defines its operand",
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
        "says for more dims whether they expand",
    ),
    row(
        ChangeKind::Reused,
        "simplify-broadcasts",
        "computed before",
        "is dropped: the same sizes were computed earlier",
    ),
    row(
        ChangeKind::Implied,
        "simplify-broadcasts",
        "implied",
        "is dropped: it follows from earlier assertions",
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
        "gets a branch: whether a dim expands is known only at run time",
    ),
    row(
        ChangeKind::Converted,
        "legalize-for-iree",
        "converted",
        "becomes an assertion that IREE keeps",
    ),
    row(
        ChangeKind::Unsharded,
        "legalize-for-iree",
        "unsharded",
        "is removed: IREE reads no shardings",
    ),
    row(
        ChangeKind::Guarded,
        "guard-broadcasts",
        "asserted",
        "gets an assertion in front of it",
    ),
    row(
        ChangeKind::ReshapeGuarded,
        "guard-reshapes",
        "asserted",
        "gets an assertion in front of it: it may not fit",
    ),
    row(
        ChangeKind::SizesGuarded,
        "guard-sizes",
        "asserted",
        "gets an assertion in front of it",
    ),
    row(
        ChangeKind::Bounded,
        "pad-to-bounds",
        "bounded",
        "gets the sizes of its arguments as arguments",
    ),
    row(
        ChangeKind::Masked,
        "pad-to-bounds",
        "masked",
        "gets neutral elements outside of the sizes",
    ),
    row(
        ChangeKind::Moved,
        "pad-to-bounds",
        "moved",
        "moves elements to positions that depend on the sizes",
    ),
    row(
        ChangeKind::Limited,
        "pad-to-bounds",
        "limited",
        "has its positions limited by the sizes",
    ),
];

impl ChangeKind {
    fn row(self) -> &'static ChangeText {
        let row = ROWS.iter().find(|row| row.kind == self);
        row.expect("a test finds a row for each kind")
    }

    /// Returns the name of the pass that makes such changes.
    pub fn pass(self) -> &'static str {
        self.row().pass
    }
}

/// Displays the op's name and what was done with it.
impl Display for Change {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { pass, kind, op, .. } = self;
        write!(formatter, "{op} {}", kind.row().text)?;
        if let Some(message) = &self.message {
            match kind {
                ChangeKind::Bounded | ChangeKind::Masked => write!(formatter, ": {message}")?,
                _ => write!(formatter, ": \"{message}\"")?,
            }
        }
        write!(formatter, " ({pass})")
    }
}

/// The numbers of changes: a line for each pass that has changed anything, in the order in
/// which they ran.
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

/// The number of changes of each kind; for kinds that are counted by dialect, for each dialect.
type KindCounts<'r> = BTreeMap<(ChangeKind, &'r str), usize>;

impl ChangeCounts<'_> {
    /// Returns for each pass the kinds of change and their counts.
    pub fn by_pass(&self) -> Vec<(&'static str, Vec<(String, usize)>)> {
        let mut passes: Vec<(&'static str, KindCounts<'_>)> = vec![];
        for change in self.0 {
            let of_change = change.kind.pass();
            let index = passes.iter().position(|(pass, _)| *pass == of_change);
            let index = index.unwrap_or_else(|| {
                passes.push((of_change, KindCounts::new()));
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
    use strum::VariantArray;

    fn change(kind: ChangeKind, op: &str) -> Change {
        Change {
            pass: kind.pass().into(),
            kind,
            op: op.into(),
            place: None,
            source_name: None,
            function: None,
            message: None,
        }
    }

    #[test]
    fn each_kind_has_one_row() {
        let mut kinds = ROWS.iter().map(|row| row.kind).collect::<Vec<_>>();
        kinds.sort_unstable();
        assert_eq!(kinds, ChangeKind::VARIANTS);
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
        let expected = "tensor.dim becomes StableHLO (legalize-to-stablehlo)";
        assert_eq!(changes[2].to_string(), expected);
    }
}
