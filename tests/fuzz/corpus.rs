//! The source of mutated inputs: the files of the repository.

use bcast_lower::{
    artifact::Version,
    driver::{Config, Job, OutputFormat, Status, run},
};
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

/// The parts of all `.mlir` files, and their bytecode, also as portable artifacts; and the
/// bytecode of other writers.
pub struct Corpus {
    texts: Vec<Vec<u8>>,
    others: Vec<Vec<u8>>,
    bytecodes: HashMap<(usize, Option<Version>), Vec<u8>>,
}

/// Versions of artifacts whose bytecode differs.
const VERSIONS: [Option<Version>; 4] = [
    None,
    Some(Version::MINIMUM),
    Some(Version::new(0, 14, 0)),
    Some(Version::CURRENT),
];

impl Corpus {
    /// Reads the files, in the same order on every machine.
    pub fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = vec![];
        for directory in ["examples", "lit", "tests/artifact"] {
            collect_files(&root.join(directory), "mlir", &mut files);
        }
        files.sort();
        let mut others = vec![];
        collect_files(&root.join("tests/artifact"), "mlirbc", &mut others);
        others.sort();
        let others = others
            .iter()
            .map(|file| fs::read(file).expect("files of the repository can be read"));
        let texts = files
            .iter()
            .flat_map(|file| {
                let text = fs::read_to_string(file).expect("files of the repository are UTF-8");
                text.split("// -----\n")
                    .map(|part| part.as_bytes().to_vec())
                    .collect::<Vec<_>>()
            })
            .collect();
        Self {
            texts,
            others: others.collect(),
            bytecodes: HashMap::new(),
        }
    }

    /// Returns a random part of a file.
    pub fn text(&self, random: &mut fastrand::Rng) -> &[u8] {
        &self.texts[random.usize(..self.texts.len())]
    }

    /// Returns a random part of a file that parses, as bytecode; or the bytecode of another
    /// writer.
    pub fn bytecode(&mut self, random: &mut fastrand::Rng) -> &[u8] {
        loop {
            let index = random.usize(..self.texts.len() + self.others.len());
            if let Some(other) = index.checked_sub(self.texts.len()) {
                return &self.others[other];
            }
            let key = (index, VERSIONS[random.usize(..VERSIONS.len())]);
            let bytecode = self
                .bytecodes
                .entry(key)
                .or_insert_with(|| to_bytecode(&self.texts[index], key.1));
            if !bytecode.is_empty() {
                return &self.bytecodes[&key];
            }
        }
    }
}

fn collect_files(directory: &Path, extension: &str, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("it is a directory of the repository") {
        let path = entry.expect("its entries can be read").path();
        if path.is_dir() {
            collect_files(&path, extension, files);
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
}

/// Returns an empty vector if the text does not parse, or cannot be an artifact of the version.
fn to_bytecode(text: &[u8], artifact: Option<Version>) -> Vec<u8> {
    let mut config = Config::default();
    config.pipeline = "builtin.module()".into();
    config.allow_unregistered = true;
    config.output_format = artifact.map_or(OutputFormat::Bytecode, OutputFormat::Artifact);
    let outcome = run(Job::new(&config, "corpus.mlir", text), &mut Vec::new())
        .expect("the pipeline is valid");
    match outcome.status {
        Status::Success => outcome.output,
        Status::Failure => vec![],
    }
}
