//! Names of functions, so that one is never taken for a misspelt other one.

use std::{collections::HashMap, sync::LazyLock};

/// The words, in lower case and joined by `_`, that dialects and frontends use for one function
/// each, or for one thing; also dialects that others took the place of.
///
/// Two names without a common row mean different things, however similar they are: `sqrt` is not
/// `rsqrt`, and `sub` is not `sum`.
const FUNCTIONS: &[&[&str]] = &[
    &["abs", "absolute"],
    &["acos", "arccos"],
    &["acosh", "arccosh"],
    &["add", "plus"],
    &["all"],
    &["and"],
    &["any"],
    &["argmax"],
    &["argmin"],
    &["asin", "arcsin"],
    &["asinh", "arcsinh"],
    &["atan", "arctan"],
    &["atan2", "arctan2"],
    &["atanh", "arctanh"],
    &["bcast", "broadcast"],
    &["case"],
    &["cast", "convert", "cvt"],
    &["cat", "concat", "concatenate"],
    &["cbrt"],
    &["ceil", "ceiling"],
    &["chlo", "mhlo"],
    &["cmp", "compare"],
    &["conj", "conjugate"],
    &["conv", "convolution"],
    &["copy"],
    &["cos", "cosine"],
    &["cosh"],
    &["count_leading_zeros", "clz", "ctlz"],
    &["dim", "dimension", "dims", "dimensions"],
    &["div", "divide"],
    &["eq", "equal"],
    &["erf"],
    &["erfc"],
    &["exp", "exponential"],
    &["exp2"],
    &["expm1", "exponential_minus_one"],
    &["floor"],
    &["for"],
    &["ge", "greater_equal", "greater_than_or_equal"],
    &["gt", "greater", "greater_than"],
    &["hlo", "mhlo", "stablehlo"],
    &["if"],
    &["inf"],
    &["iota", "arange"],
    &["le", "less_equal", "less_than_or_equal"],
    &["log"],
    &["log10"],
    &["log1p", "log_plus_one"],
    &["log2"],
    &["lt", "less", "less_than"],
    &["max", "maximum"],
    &["mean"],
    &["min", "minimum"],
    &["mod"],
    &["mul", "mult", "multiply", "times"],
    &["nan"],
    &["nand"],
    &["ne", "neq", "not_equal"],
    &["neg", "negate", "negative"],
    &["nor"],
    &["not"],
    &["or"],
    &["pow", "power"],
    &["prod"],
    &["rem", "remainder"],
    &["round"],
    &["rsqrt", "reciprocal_sqrt"],
    &["shl", "shift_left"],
    &["shr", "shift_right", "shift_right_arithmetic"],
    &["shr", "shift_right", "shift_right_logical"],
    &["sign"],
    &["sin", "sine"],
    &["sinh"],
    &["sort"],
    &["sqrt", "square_root"],
    &["square"],
    &["sub", "subtract", "minus"],
    &["sum"],
    &["tan"],
    &["tanh"],
    &["top_k", "topk"],
    &["while"],
    &["xnor"],
    &["xor"],
];

/// The rows of each name.
static ROWS: LazyLock<HashMap<&str, Vec<usize>>> = LazyLock::new(|| {
    let mut rows = HashMap::<_, Vec<_>>::new();
    for (row, names) in FUNCTIONS.iter().enumerate() {
        for name in *names {
            rows.entry(*name).or_default().push(row);
        }
    }
    rows
});

/// The maximum number of words in a name.
const LONGEST: usize = 4;

/// A part of a name: one function, or a word that is not in the table.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Part {
    /// The words, in lower case and joined by `_`.
    pub text: String,
    rows: &'static [usize],
}

impl Part {
    /// Returns whether this is the name of a function.
    pub fn is_function(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Returns whether both are names of one function.
    pub fn is_synonym(&self, other: &Self) -> bool {
        self.rows.iter().any(|row| other.rows.contains(row))
    }
}

/// Splits words into parts, each as long as possible.
pub(super) fn parts(words: &[String]) -> Vec<Part> {
    let mut parts = vec![];
    let mut rest = words;
    while !rest.is_empty() {
        let lengths = (1..=LONGEST.min(rest.len())).rev();
        let found = lengths.map(|count| (count, rest[..count].join("_")));
        let (count, part) = found
            .filter_map(|(count, text)| {
                let rows = ROWS.get(&*text).map(Vec::as_slice);
                // A word that is not in the table is a part of its own.
                let rows = rows.or((count == 1).then_some(&[]))?;
                Some((count, Part { text, rows }))
            })
            .next()
            .expect("one word is always a part");
        parts.push(part);
        rest = &rest[count..];
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: &[&str]) {
        let words = name.split('_').map(String::from).collect::<Vec<_>>();
        let found = parts(&words);
        let texts = found.iter().map(|part| &*part.text).collect::<Vec<_>>();
        assert_eq!(texts, expected, "{name}");
    }

    #[test]
    fn names_of_several_words_are_one_part() {
        check("broadcast_shift_left", &["broadcast", "shift_left"]);
        check("shift_right_arithmetic_x", &["shift_right_arithmetic", "x"]);
        check("greater_than_or_equal", &["greater_than_or_equal"]);
        check("left", &["left"]);
        check("", &[""]);
    }

    #[test]
    fn names_are_in_lower_case_and_short_enough() {
        for name in FUNCTIONS.iter().copied().flatten() {
            assert_eq!(*name, name.to_lowercase());
            assert!(name.split('_').count() <= LONGEST, "{name}");
        }
    }
}
