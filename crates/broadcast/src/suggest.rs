//! Suggestions for misspelt and abbreviated names.

mod functions;

use functions::{Part, parts};
use serde::{Deserialize, Serialize};

/// The maximum number of names that are suggested together. More would be a guess.
const MAXIMUM: usize = 4;

/// An unknown name, and those that it may stand for, because it is misspelt or abbreviated.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Suggestions(
    /// The unknown name comes first.
    Vec<String>,
);

impl Suggestions {
    /// Creates suggestions for an unknown name, the most similar first.
    pub fn new(found: &str, names: impl IntoIterator<Item = String>) -> Self {
        Self([found.into()].into_iter().chain(names).collect())
    }

    /// Returns the unknown name.
    pub fn found(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    /// Returns the names that it may stand for.
    pub fn names(&self) -> &[String] {
        self.0.get(1..).unwrap_or_default()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names().is_empty()
    }

    /// Returns the question whether one of them was meant, each name between two of these
    /// quotes; `None` if there are none.
    ///
    /// ``did you mean `a`, `b` or `c`?``
    pub fn question(&self, quote: char) -> Option<String> {
        let (last, names) = self.names().split_last()?;
        let names = names.iter().map(|name| format!("{quote}{name}{quote}"));
        let names = names.collect::<Vec<_>>().join(", ");
        let or = if names.is_empty() { "" } else { " or " };
        Some(format!("did you mean {names}{or}{quote}{last}{quote}?"))
    }

    /// Returns the question as the end of a message: behind a semicolon, or nothing.
    pub fn at_end(&self, quote: char) -> String {
        let question = self.question(quote);
        question.map_or_else(String::new, |question| format!("; {question}"))
    }

    /// Changes each name, the unknown one, too.
    #[must_use]
    pub fn map(self, change: impl Fn(&str) -> String) -> Self {
        Self(self.0.iter().map(|name| change(name)).collect())
    }

    /// Keeps the names for which `is_kept` returns true.
    #[must_use]
    pub fn filter(self, is_kept: impl Fn(&str) -> bool) -> Self {
        let names = self.names().iter().filter(|name| is_kept(name));
        Self::new(self.found(), names.cloned())
    }
}

/// Returns the names that an unknown one may stand for: those that it abbreviates, or else those
/// that it misspells. Without any that is likely, returns none: no suggestion is better than one
/// that means something else.
///
/// `stablehlo.mul` among StableHLO's ops => `stablehlo.multiply`
pub fn suggest<'n>(found: &str, names: impl IntoIterator<Item = &'n str>) -> Suggestions {
    let text = found;
    let found = Name::new(text);
    let near = names.into_iter().filter_map(|name| {
        let (kind, cost) = found.similarity(&Name::new(name))?;
        Some((kind, cost, name))
    });
    let mut near = near.collect::<Vec<_>>();
    // The name breaks ties, so that the result does not depend on the order of the names.
    near.sort_unstable();
    near.dedup();
    if let Some(&(kind, cost, _)) = near.first() {
        near.retain(|&(other, more, _)| other == kind && (kind != Kind::Misspelt || more == cost));
    }
    if near.len() > MAXIMUM {
        near.clear();
    }
    Suggestions::new(text, near.into_iter().map(|(_, _, name)| name.into()))
}

/// Returns whether one of two different ops is probably a misspelling of the other: both the
/// dialect and the rest of the name are equal or similar.
///
/// In short names, no letter may be substituted. Short dialects must be equal: `tf.Add` is not
/// `tfl.add`.
pub fn is_misspelt(op: &str, other: &str) -> bool {
    let [first, second] = [op, other].map(Name::new);
    let have_dialects = first.dialect.is_some() && second.dialect.is_some();
    if op == other || !have_dialects || first.dialect_distance(&second).is_none() {
        return false;
    }
    let [first, second] = [first, second].map(|name| words(name.rest));
    if first.concat() == second.concat() {
        return !first.is_empty();
    }
    let [first, second] = [first, second].map(|words| parts(&words));
    let mut pairs = first.iter().zip(&second);
    first.len() == second.len()
        && pairs.all(|(word, other)| {
            word == other
                || !(word.is_function() && other.is_function())
                    && strict_distance(&word.text, &other.text).is_some()
        })
}

/// How a name is similar to another one, the most convincing first.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Kind {
    /// Only case and separators differ.
    Same,
    /// They name the same functions.
    Synonym,
    /// Words end early: `comp` for `compare`.
    Start,
    /// Words lack vowels, and perhaps their ends: `rvrs` for `reverse`.
    Abbreviation,
    /// A few letters differ.
    Misspelt,
}

/// A kind, and the number of letters that differ.
type Similarity = (Kind, usize);

/// A name that is compared with others.
struct Name<'n> {
    /// What precedes the first dot, if there is one.
    dialect: Option<&'n str>,
    rest: &'n str,
}

impl<'n> Name<'n> {
    fn new(text: &'n str) -> Self {
        match text.split_once('.') {
            Some((dialect, rest)) => Self {
                dialect: Some(dialect),
                rest,
            },
            None => Self {
                dialect: None,
                rest: text,
            },
        }
    }

    /// Returns how this name is similar to an existing one; `None` if it is not.
    fn similarity(&self, name: &Name<'_>) -> Option<Similarity> {
        let distance = self.dialect_distance(name)?;
        let (kind, cost) = self.similarity_of_rest(name)?;
        Some(match distance {
            0 => (kind, cost),
            _ => (Kind::Misspelt, cost + distance),
        })
    }

    /// Returns how many letters of the dialects differ; `None` if they are different ones.
    fn dialect_distance(&self, name: &Name<'_>) -> Option<usize> {
        match (self.dialect, name.dialect) {
            (None, None) => Some(0),
            (Some(dialect), Some(other)) if dialect == other => Some(0),
            (Some(dialect), Some(other)) if dialect.len().min(other.len()) > 3 => {
                strict_distance(dialect, other)
            }
            _ => None,
        }
    }

    fn similarity_of_rest(&self, name: &Name<'_>) -> Option<Similarity> {
        let [found, other] = [self.rest, name.rest].map(words);
        let [joined, other_joined] = [found.concat(), other.concat()];
        if joined.is_empty() {
            return None;
        }
        if joined == other_joined {
            return Some((Kind::Same, 0));
        }
        let [parts, other_parts] = [&found, &other].map(|words| parts(words));
        if parts.len() == other_parts.len() {
            let pairs = parts.iter().zip(&other_parts);
            let found = pairs
                .map(|(word, other)| word_similarity(word, other))
                .try_fold((Kind::Same, 0), |(kind, sum), found| {
                    let (other, cost) = found?;
                    Some((kind.max(other), sum + cost))
                });
            return found.filter(|&(kind, cost)| kind != Kind::Misspelt || cost <= 3);
        }
        // `dynamic_broadcast` for `dynamic_broadcast_in_dim`.
        if found.len() < other.len() && (found.len() > 1 || joined.len() > 5) {
            let is_start = other.starts_with(&found);
            return is_start.then(|| (Kind::Start, other_joined.len() - joined.len()));
        }
        // A separator is missing or misplaced.
        let distance = distance(&joined, &other_joined)?;
        (distance == 1 && joined.len() > 7).then_some((Kind::Misspelt, 1))
    }
}

/// Splits a name into words in lower case: `AddV2` and `add_v2` => `add`, `v2`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            words.push(String::new());
        } else if c.is_uppercase() && was_small {
            words.push(c.to_lowercase().collect());
        } else if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
        was_small = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns how a word is similar to one of an existing name; `None` if it is not.
fn word_similarity(word: &Part, other: &Part) -> Option<Similarity> {
    if word.text == other.text {
        return Some((Kind::Same, 0));
    }
    if word.is_synonym(other) {
        return Some((Kind::Synonym, 0));
    }
    if word.is_function() && other.is_function() || digits(&word.text) != digits(&other.text) {
        return None;
    }
    let [length, other_length] = [&word.text, &other.text].map(|text| text.chars().count());
    let missing = other_length.saturating_sub(length);
    // A name that is right as it is has no other meaning, but perhaps lacks a suffix for the
    // element type, as in `arith.addf`.
    if word.is_function() {
        let suffix = other.text.strip_prefix(&*word.text)?;
        let is_suffix = missing == 1 || ["si", "ui"].contains(&suffix);
        return is_suffix.then_some((Kind::Start, missing));
    }
    if other.text.starts_with(&word.text) && (length > 2 || missing == 1) {
        return Some((Kind::Start, missing));
    }
    if length > 2 && is_without_vowels(&word.text, &other.text) {
        return Some((Kind::Abbreviation, missing));
    }
    let distance = match length {
        3 | 4 => near_short(&word.text, &other.text),
        _ => strict_distance(&word.text, &other.text),
    };
    distance.map(|distance| (Kind::Misspelt, distance))
}

/// Returns whether a word is another one without some of its vowels, and perhaps without its end.
fn is_without_vowels(word: &str, other: &str) -> bool {
    let is_consonant = |c: &char| !is_vowel(*c);
    let mut rest = other.chars();
    let is_subsequence = word.chars().all(|c| rest.any(|other| other == c));
    let mut consonants = other.chars().filter(is_consonant);
    first(word) == first(other)
        && is_subsequence
        && word
            .chars()
            .filter(is_consonant)
            .all(|c| consonants.next() == Some(c))
}

/// Returns how many letters of two words differ; `None` if too many do, or if a letter of a short
/// word is another one, or its first is missing: `cat` is not `cut`, and `for` is not `or`.
fn strict_distance(word: &str, other: &str) -> Option<usize> {
    let [length, other_length] = [word, other].map(|word| word.chars().count());
    let distance = distance(word, other)?;
    let is_near = match length.min(other_length) {
        0 => false,
        1..=3 => {
            let is_longer = length != other_length && first(word) == first(other);
            distance == 1 && (is_longer || sorted(word) == sorted(other))
        }
        shorter => distance <= (shorter / 4).min(2),
    };
    is_near.then_some(distance)
}

/// As [`strict_distance`], for a word of three or four letters that names nothing: one letter that
/// is neither the first nor the last may be another vowel, or another consonant.
fn near_short(word: &str, other: &str) -> Option<usize> {
    if word.chars().count() != other.chars().count() || sorted(word) == sorted(other) {
        return strict_distance(word, other);
    }
    let ends = |word: &str| (first(word), word.chars().next_back());
    let vowels = |word: &str| word.chars().map(is_vowel).collect::<Vec<_>>();
    let is_near = ends(word) == ends(other) && vowels(word) == vowels(other);
    distance(word, other).filter(|&distance| is_near && distance == 1)
}

fn first(word: &str) -> Option<char> {
    word.chars().next()
}

fn is_vowel(c: char) -> bool {
    "aeiou".contains(c)
}

/// Returns how many letters of two words differ; `None` if digits do, which distinguish names.
fn distance(word: &str, other: &str) -> Option<usize> {
    (digits(word) == digits(other)).then(|| strsim::damerau_levenshtein(word, other))
}

fn digits(word: &str) -> String {
    word.chars().filter(char::is_ascii_digit).collect()
}

fn sorted(word: &str) -> Vec<char> {
    let mut chars = word.chars().collect::<Vec<_>>();
    chars.sort_unstable();
    chars
}

#[cfg(test)]
mod tests;
