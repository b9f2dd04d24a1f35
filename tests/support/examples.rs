//! Examples of the rows of a table of ops, in `.mlir` files.
//!
//! An example is a function, named in quotes after the op that it is an example of, with a distinguishing description
//! after a colon. `// -----` is between two of them. A comment `// also: OP, OP` in front of one says that it is one of
//! these ops, too, in the place of its own.

use std::{collections::BTreeSet, fs, path::Path};

/// An example of an op.
pub struct Example {
    /// The name of the function.
    pub name: String,
    /// A module that begins with the function.
    pub text: String,
}

impl Example {
    /// Creates an example from its text.
    pub fn new(text: &str) -> Self {
        let name = text.split('"').nth(1);
        let name = name.filter(|name| text.contains(&format!("func.func @\"{name}\"")));
        let name =
            name.unwrap_or_else(|| panic!("an example begins with a name in quotes: {text}"));
        Self {
            name: name.into(),
            text: text.into(),
        }
    }

    /// Returns the op that it is an example of.
    pub fn op(&self) -> &str {
        self.name.split(':').next().expect("there is a first part")
    }

    /// Returns whether the op is in the example. A name without a dialect stands for several ops.
    pub fn has_op(&self) -> bool {
        let text = self.text.replacen(&format!("@\"{}\"", self.name), "", 1);
        let op = self.op();
        !op.contains('.')
            || ["{} ", "{}(", "{}<", "\"{}\""]
                .iter()
                .any(|form| text.contains(&form.replace("{}", op)))
    }

    /// Returns an example for each op that the text stands for.
    fn each(text: &str) -> Vec<Self> {
        let example = Self::new(text);
        let others = text
            .lines()
            .filter_map(|line| line.strip_prefix("// also: "));
        let others = others.flat_map(|line| line.split(", "));
        let others = others.map(|other| Self::new(&text.replace(example.op(), other)));
        let others = others.collect::<Vec<_>>();
        [example].into_iter().chain(others).collect()
    }
}

/// Returns the examples in the files of a directory of the package.
pub fn read(directory: &str) -> Vec<Example> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let files = fs::read_dir(directory).expect("the directory is there");
    let files = files.map(|entry| entry.expect("it can be read").path());
    // In a fixed order.
    let files = files.collect::<BTreeSet<_>>();
    let texts = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("it can be read"));
    let examples = texts.flat_map(|text| {
        let examples = text.split("// -----").flat_map(Example::each);
        examples.collect::<Vec<_>>()
    });
    examples.collect()
}

/// Panics unless each op has an example in the directory, and each example there shows one of the ops.
pub fn assert_shown(ops: &BTreeSet<String>, directory: &str, examples: &[Example]) {
    let mut missing = ops.iter().map(String::as_str).collect::<BTreeSet<_>>();
    for example in examples {
        let (name, op) = (&example.name, example.op());
        assert!(
            ops.contains(op),
            "'{name}' is an example of an op that has no row"
        );
        assert!(example.has_op(), "'{name}' is an example without its op");
        missing.remove(op);
    }
    assert!(
        missing.is_empty(),
        "no example for the rows of {missing:?}: add a function @\"{}\" to a file in {directory}",
        missing.first().unwrap_or(&"")
    );
}
