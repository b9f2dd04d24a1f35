//! The examples of all rows, for the tests of this package and of `bcast-lower-specialize`.

#[path = "../../../../tests/support/examples.rs"]
pub mod examples;

use bcast_lower_core::analysis::arith_functions;
use examples::Example;

/// The directory of the examples.
pub const DIRECTORY: &str = "../legalize/src/examples";

/// Returns the examples of all rows. Those of functions of integers have examples as what they compute.
pub fn examples() -> Vec<Example> {
    let mut examples = examples::read("../../tests/op_facts/integers");
    examples.retain(|example| arith_functions().any(|op| op == example.op()));
    for example in &mut examples {
        example.text = example.text.replace("$T", "i32");
    }
    examples.extend(examples::read(DIRECTORY));
    examples
}
