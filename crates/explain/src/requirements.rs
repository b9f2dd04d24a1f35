//! What a program asks of its sizes: the checks that it contains, and its explicit broadcasts.

use super::{ArgumentDim, Place};
use serde::{Deserialize, Serialize};

/// What a program asks of its sizes before any pass runs.
#[derive(Clone, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
pub struct Requirements {
    /// The sizes in the signatures of functions that other programs may call.
    pub functions: Vec<FunctionSizes>,
    /// The assertions on sizes.
    pub checks: Vec<InputCheck>,
    /// The broadcasts to sizes that are known only at run time.
    pub broadcasts: Vec<ExplicitBroadcast>,
    /// The ops of the output at the locations of these broadcasts, if passes have run.
    pub output: Vec<OpsAt>,
}

impl Requirements {
    /// Returns whether the program contains neither a check nor an explicit broadcast.
    pub fn is_empty(&self) -> bool {
        self.checks.is_empty() && self.broadcasts.is_empty()
    }

    /// Returns whether there are sizes of functions or checks to show.
    pub(super) fn has_sizes(&self) -> bool {
        !self.functions.is_empty() || !self.checks.is_empty()
    }

    /// Appends those of a later part of the file.
    pub fn extend(&mut self, next: Self) {
        let first = self.broadcasts.len();
        self.functions.extend(next.functions);
        self.checks.extend(next.checks.into_iter().map(|mut check| {
            check.used_by.iter_mut().for_each(|index| *index += first);
            check
        }));
        self.broadcasts.extend(next.broadcasts);
        self.output.extend(next.output);
    }
}

/// The sizes in the signature of a function that are known only at run time.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct FunctionSizes {
    /// The function's name.
    pub name: String,
    /// Its location, if that is in a file.
    pub place: Option<Place>,
    /// The sizes, each with all dims that have it.
    pub sizes: Vec<NamedSize>,
}

/// A size and the dims that have it.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct NamedSize {
    /// Its name.
    pub name: String,
    /// The dims of arguments.
    pub arguments: Vec<ArgumentDim>,
    /// The dims of results.
    pub results: Vec<ResultDim>,
    /// The values that it may have, in words, if not any: `at least 1`.
    pub values: Option<String>,
    /// Whether checks or declarations show that the arguments' dims are equal. Otherwise ops
    /// require it.
    pub is_checked: bool,
}

/// A dim of one result.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct ResultDim {
    /// The result's index.
    pub result: usize,
    /// The result's dim.
    pub dim: usize,
}

/// An assertion on sizes in the input.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct InputCheck {
    /// The op's name.
    pub op: String,
    /// Its location, if that is in a file.
    pub place: Option<Place>,
    /// The name that its location gives it.
    pub source_name: Option<String>,
    /// The function that it is in.
    pub function: Option<String>,
    /// Its message.
    pub message: String,
    /// What holds behind it, as far as facts represent that: `b >= 1`.
    pub conditions: Vec<String>,
    /// Whether it follows from earlier checks.
    pub is_implied: bool,
    /// The indices of the broadcasts to the sizes that it checks.
    pub used_by: Vec<usize>,
}

/// A `stablehlo.dynamic_broadcast_in_dim` in the input.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct ExplicitBroadcast {
    /// The op's name.
    pub op: String,
    /// Its location, if that is in a file.
    pub place: Option<Place>,
    /// The name that its location gives it, such as `jit(f)/layer/add`.
    pub source_name: Option<String>,
    /// The function that it is in.
    pub function: Option<String>,
    /// The sizes of its operand.
    pub operand: Vec<String>,
    /// The sizes of its result.
    pub result: Vec<String>,
    /// The operand's dims of which it is known only at run time whether they expand.
    pub open: Vec<usize>,
    /// The conditions on sizes that it needs and that nothing shows: `a = b or a = 1`.
    pub unchecked: Vec<String>,
}

/// The ops at one location of the output.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct OpsAt {
    /// The location, if it is in a file.
    pub place: Option<Place>,
    /// The name that the location gives.
    pub source_name: Option<String>,
    /// The function that they are in.
    pub function: Option<String>,
    /// The names of ops and their numbers; constants are left out.
    pub ops: Vec<(String, usize)>,
}
