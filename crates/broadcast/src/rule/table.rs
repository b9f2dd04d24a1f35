//! Tables of rules.
use super::{
    Rule, RuleErrors, RuleTableBuilder,
    parse::{decode, parse},
    set::RuleTable,
};
use std::sync::OnceLock;

/// The built-in tables, one row each.
static BUILT_IN: [BuiltInTable; 5] = [
    BuiltInTable::new(
        "chlo",
        "chlo",
        "CHLO's `broadcast_*` ops",
        include_str!("chlo.toml"),
    )
    .by_default(),
    BuiltInTable::new(
        "tosa",
        "tosa",
        "TOSA's elementwise ops",
        include_str!("tosa.toml"),
    ),
    BuiltInTable::new(
        "tensorflow",
        "tf",
        "TensorFlow's elementwise ops, of the dialect `tf`",
        include_str!("tensorflow.toml"),
    ),
    BuiltInTable::new(
        "onnx",
        "onnx",
        "ONNX's elementwise ops, of onnx-mlir's dialect `onnx`",
        include_str!("onnx.toml"),
    ),
    BuiltInTable::new(
        "torch",
        "torch",
        "PyTorch's elementwise ops, of torch-mlir's dialect `torch`, on tensors that \
         `convert-torch-tensors` has converted",
        include_str!("torch.toml"),
    ),
];

/// A rule table that is part of this crate, in the same format as users' tables.
#[derive(Debug)]
pub struct BuiltInTable {
    name: &'static str,
    dialect: &'static str,
    summary: &'static str,
    text: &'static str,
    is_default: bool,
    read: OnceLock<RuleTable>,
}

impl BuiltInTable {
    const fn new(
        name: &'static str,
        dialect: &'static str,
        summary: &'static str,
        text: &'static str,
    ) -> Self {
        Self {
            name,
            dialect,
            summary,
            text,
            is_default: false,
            read: OnceLock::new(),
        }
    }

    const fn by_default(mut self) -> Self {
        self.is_default = true;
        self
    }

    /// Iterates over all built-in tables.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        BUILT_IN.iter()
    }

    /// Returns the name that selects the table.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the dialect of the ops that the table has rules for.
    pub const fn dialect(&self) -> &'static str {
        self.dialect
    }

    /// Returns a short description of the ops that the table covers, in Markdown.
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// Returns the table's text.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Returns whether the table is used by default.
    pub const fn is_default(&self) -> bool {
        self.is_default
    }

    /// Returns the name that stands for a file in positions within the table.
    fn file_name(&self) -> String {
        format!("<{}>", self.name)
    }

    /// Returns the table whose positions have this name of a file.
    pub(super) fn from_file_name(file: &str) -> Option<&'static Self> {
        Self::from_name(file.strip_prefix('<')?.strip_suffix('>')?)
    }

    /// Returns the table with a name.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        Self::all().find(|table| table.name == name)
    }

    /// Returns the table of the rules for a dialect's ops.
    pub fn from_dialect(dialect: &str) -> Option<&'static Self> {
        Self::all().find(|table| table.dialect == dialect)
    }

    /// Parses the table. A process parses the text only once, because that takes most of the
    /// time of a small program.
    ///
    /// # Errors
    ///
    /// As for [`RuleTable::parse`]; the tests ensure that it does not happen.
    pub fn read(&self) -> Result<RuleTable, RuleErrors> {
        if let Some(table) = self.read.get() {
            return Ok(table.clone());
        }
        let table = RuleTable::parse(&self.file_name(), self.text)?;
        Ok(self.read.get_or_init(|| table).clone())
    }
}

impl RuleTable {
    /// Returns the built-in table of CHLO's `broadcast_*` ops.
    ///
    /// # Errors
    ///
    /// As for [`RuleTable::parse`].
    pub fn chlo() -> Result<Self, RuleErrors> {
        let [chlo, ..] = &BUILT_IN;
        chlo.read()
    }

    /// Parses a table from TOML; errors name it `file`.
    ///
    /// # Errors
    ///
    /// Fails with all errors in the file: it is not a rule file, a rule is never used because of
    /// an earlier one, or a rule contradicts itself.
    pub fn parse(file: &str, text: &str) -> Result<Self, RuleErrors> {
        RuleTableBuilder::of_file(parse(file, text)?).build()
    }

    /// Parses a table from the bytes of a file, as [`parse`](Self::parse) does from text.
    ///
    /// # Errors
    ///
    /// As for [`parse`](Self::parse); fails also if the bytes are not UTF-8.
    pub fn parse_bytes(file: &str, bytes: &[u8]) -> Result<Self, RuleErrors> {
        Self::parse(file, decode(file, bytes)?)
    }
}

impl Rule {
    /// Returns whether the rule is one of a [`BuiltInTable`].
    pub fn is_built_in(&self) -> bool {
        let place = self.place();
        place.is_some_and(|place| BuiltInTable::from_file_name(&place.file).is_some())
    }
}
