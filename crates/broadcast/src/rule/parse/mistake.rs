//! Mistakes in the text of rules.

use crate::{rule::RuleProblem, suggest::suggest};
use std::{collections::BTreeMap, ops::Range};
use toml::{Spanned, de::DeTable};

pub(super) type Texts = BTreeMap<Spanned<String>, Spanned<String>>;

/// A mistake and its span.
pub(super) type Mistake = (Range<usize>, RuleProblem);

pub fn find_unknown_keys(
    table: &DeTable<'_>,
    known: &'static [&'static str],
    mistakes: &mut Vec<Mistake>,
) {
    let mut keys = table
        .keys()
        .filter(|key| !known.contains(&&**key.get_ref()))
        .collect::<Vec<_>>();
    keys.sort_by_key(|key| key.span().start);
    mistakes.extend(keys.into_iter().map(|key| {
        let name = key.get_ref();
        let problem = RuleProblem::UnknownKey {
            key: name.to_string(),
            suggestions: suggest(name, known.iter().copied()),
            known,
        };
        (key.span(), problem)
    }));
}
