//! Reads what `scripts/prove` has proven, and checks that it is about a run's output.

use crate::input::{self, Input, InputError};
use bcast_lower::{
    driver::{self, Config, Job, OutputFormat, PrintOptions},
    explain::{Proof, parse_proof},
};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// An error about a proof.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The file cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The file is not a proof.
    #[error("`{}` is not what `scripts/prove --record` writes: {reason}", path.display())]
    Malformed {
        /// The given path.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The proof is about another run.
    #[error(
        "`{}` proves nothing about this run: {difference}; run `scripts/prove --record={}` again",
        path.display(),
        path.display()
    )]
    OfAnotherRun {
        /// The given path.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// The output cannot be computed.
    #[error(transparent)]
    Driver(#[from] driver::Error),
}

/// Reads a proof, and checks that it is about the output of this input.
///
/// `config` is that of the run: its pipeline runs once, so that the output is known.
pub fn read(path: &Path, config: &Config, source: &Input) -> Result<Proof, ProofError> {
    let record = input::read(path)?;
    let proof = parse_proof(record.bytes()).map_err(|reason| ProofError::Malformed {
        path: path.into(),
        reason,
    })?;
    let differs = |difference: String| ProofError::OfAnotherRun {
        path: path.into(),
        difference,
    };
    if proof.pipeline != config.pipeline {
        let difference = format!(
            "its pipeline is `{}`, not `{}`",
            proof.pipeline, config.pipeline
        );
        return Err(differs(difference));
    }
    if proof.input != hash(source.bytes()) {
        return Err(differs(format!(
            "`{}` is not the input that was proven",
            source.name
        )));
    }
    let mut config = config.clone();
    config.output_format = OutputFormat::Text(PrintOptions::default());
    // The report emits the same diagnostics.
    let mut diagnostics = Vec::new();
    let job = Job::new(&config, &source.name, source.bytes());
    let outcome = driver::run(job, &mut diagnostics)?;
    if proof.output != hash(&outcome.output) {
        return Err(differs("the output is not the one that was proven".into()));
    }
    Ok(proof)
}

/// Returns the SHA-256 in hexadecimal digits.
fn hash(bytes: &[u8]) -> String {
    let digits = Sha256::digest(bytes);
    digits.iter().map(|byte| format!("{byte:02x}")).collect()
}
