//! Reports as JSON. `docs/explain.md` documents the keys.

use super::{PROOF_VERSION, Proof, Report};

/// Returns a report as JSON, with a line break at its end.
pub fn to_json(report: &Report) -> String {
    let json = serde_json::to_string_pretty(report);
    // All keys are strings, and no value fails to serialize.
    let mut json = json.expect("a report is plain data");
    json.push('\n');
    json
}

/// Reads a proof. The error says what is wrong, without the file's name.
pub fn parse_proof(json: &[u8]) -> Result<Proof, String> {
    let proof = serde_json::from_slice::<Proof>(json).map_err(|error| error.to_string())?;
    match proof.version {
        PROOF_VERSION => Ok(proof),
        version => Err(format!(
            "its version is {version}; {PROOF_VERSION} is supported"
        )),
    }
}
