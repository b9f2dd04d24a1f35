//! What a solver has proven about an output.

use serde::{Deserialize, Serialize};

/// The version of the format of proofs. It increases when a key is removed or changes its
/// meaning, not when one is added.
pub const PROOF_VERSION: u32 = 1;

/// The answers of `scripts/prove` about the functions of a program, as `--record` writes them.
///
/// They are about one output of one input. A proof does not know whether these are the ones at
/// hand: whoever reads it compares the pipeline and the hashes.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct Proof {
    /// The version of this format.
    pub version: u32,
    /// The pipeline whose output was proven; it also decides which sizes are accepted.
    pub pipeline: String,
    /// The SHA-256 of the input's bytes, in hexadecimal digits.
    pub input: String,
    /// The SHA-256 of the output's text, in hexadecimal digits.
    pub output: String,
    /// The answers, in the order of the functions in the file.
    pub functions: Vec<ProvenFunction>,
}

impl Proof {
    /// Returns the answer about a function. Parts of a split file may have equal names; then
    /// there is no answer about one of them alone.
    pub fn function(&self, name: &str) -> Option<&ProvenFunction> {
        let mut found = self
            .functions
            .iter()
            .filter(|function| function.name == name);
        found.next().filter(|_| found.next().is_none())
    }
}

/// The answer about one function.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct ProvenFunction {
    /// Its name; empty for the ops of a module outside of functions.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict in words, with what it does not cover, or its reason.
    pub text: String,
}

/// The verdicts about a function.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All conditions hold for all sizes.
    Proven,
    /// A condition is false for some sizes.
    Refuted,
    /// The solver has no answer.
    NotKnown,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(name: &str) -> ProvenFunction {
        ProvenFunction {
            name: name.into(),
            verdict: Verdict::Proven,
            text: "proven (1 conditions)".into(),
        }
    }

    #[test]
    fn functions_of_equal_names_have_no_answer() {
        let proof = Proof {
            version: PROOF_VERSION,
            pipeline: String::new(),
            input: String::new(),
            output: String::new(),
            functions: ["f", "g", "g"].map(function).into(),
        };
        assert_eq!(proof.function("f"), Some(&proof.functions[0]));
        assert_eq!(proof.function("g"), None);
        assert_eq!(proof.function("h"), None);
    }
}
