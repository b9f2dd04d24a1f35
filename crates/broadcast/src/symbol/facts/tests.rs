mod brute_force;
mod scale;

use super::*;
use crate::symbol::testing::{assume, size};

/// A query: a statement such as `s0 = s1`, or `s0 != s1`, or `s0 maxwith s1`.
#[derive(Clone, Debug)]
struct Claim {
    a: Size,
    relation: String,
    b: Size,
}

impl Claim {
    fn new(text: &str) -> Self {
        let words = text.split_whitespace().collect::<Vec<_>>();
        Self {
            a: size(words[0]),
            relation: words[1].into(),
            b: size(words[2]),
        }
    }

    fn is_entailed(&self, facts: &Facts) -> bool {
        let (a, b) = (self.a, self.b);
        match self.relation.as_str() {
            "=" => facts.entails_equal(a, b),
            "!=" => facts.entails_not_equal(a, b),
            "to" => facts.entails_broadcasts_to(a, b),
            "into" => facts.entails_grows_to(a, b),
            "with" => facts.entails_compatible(a, b),
            "maxwith" => facts.entails_maximum_compatible(a, b),
            ">=" => facts.entails_at_least(a, b.constant().unwrap()),
            "<=" => facts.entails_at_most(a, b.constant().unwrap()),
            other => panic!("no claim '{other}'"),
        }
    }
}

fn entails(facts: &Facts, claim: &str) -> bool {
    Claim::new(claim).is_entailed(facts)
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

fn facts_of(text: &str) -> Facts {
    let mut facts = Facts::default();
    split(text).for_each(|fact| assume(&mut facts, fact));
    facts
}

/// Checks what a set of facts entails, and what it does not.
fn check(text: &str, entailed: &str, not_entailed: &str) {
    let facts = facts_of(text);
    assert!(!facts.is_contradictory(), "{text}");
    for claim in split(entailed) {
        assert!(entails(&facts, claim), "{text} must entail {claim}");
    }
    for claim in split(not_entailed) {
        assert!(!entails(&facts, claim), "{text} must not entail {claim}");
    }
}

#[test]
fn nothing_is_known_of_symbols_without_facts() {
    check(
        "",
        "s0 = s0, s0 >= 0, 3 = 3, 3 != 4, 1 to s0, s0 to s0, 1 with s0, 3 >= 2, 3 <= 3, 1 into 2, 1 maxwith 2",
        "s0 = s1, s0 != s1, s0 >= 1, s0 to s1, s0 = 3, 3 = 4, 2 to 3, 1 into 0, 1 maxwith 0, 1 maxwith s0",
    );
}

#[test]
fn equal_sizes_share_a_name() {
    check(
        "s1 = s0, s2 = s1",
        "s0 = s2, s2 to s0, s2 with s0",
        "s0 = s3",
    );
    check(
        "s0 = 3, s1 = 3",
        "s0 = s1, s0 >= 3, s1 <= 3, s0 != 1",
        "s0 = 1",
    );
    let facts = facts_of("s2 = s1, s3 = s2, s3 = s0, s4 = s5, s6 = 7, s5 = s6");
    for (name, expected) in [
        ("s3", "s0"),
        ("s1", "s0"),
        ("s4", "7"),
        ("s8", "s8"),
        ("9", "9"),
    ] {
        assert_eq!(facts.canonical(size(name)), size(expected));
    }
}

#[test]
fn sizes_other_than_1_equal_what_they_broadcast_to() {
    check("s0 to s1", "s0 to s1", "s0 = s1, s1 to s0");
    check("s0 to s1, s0 >= 2", "s0 = s1", "");
    check("s0 >= 2, s0 to s1", "s0 = s1, s1 >= 2, s1 != 1", "");
    check("s0 to s1, s1 >= 2", "s0 >= 1", "s0 = s1, s0 >= 2");
    check("s0 to s1, s1 to s2, s0 >= 2", "s0 = s2, s1 = s2", "");
    check("s0 to 3, s0 >= 2", "s0 = 3", "");
    check("s0 to 3", "s0 >= 1, s0 <= 3, s0 != 2", "s0 = 3, s0 = 1");
    check("s0 to s1, s0 <= 0", "s0 = 0, s1 = 0", "");
    check("s0 to s1, s1 >= 5, s0 <= 4", "s0 = 1", "s1 = 1");
}

#[test]
fn sizes_that_broadcast_to_1_are_1() {
    check("s0 to 1", "s0 = 1", "");
    check("s0 to s1, s1 = 1", "s0 = 1", "");
    check("s0 to s1, s1 to s2, s2 = 1", "s0 = 1, s1 = 1", "");
    check("s0 to s1, s1 to s2, s2 <= 1, s2 >= 1", "s0 = 1, s1 = 1", "");
    check("s0 to 2, s0 to 3", "s0 = 1", "");
    check("s0 to s1, s0 to s2, s1 >= 5, s2 <= 4", "s0 = 1", "s1 = s2");
}

#[test]
fn broadcasting_is_transitive_and_antisymmetric() {
    check("s0 to s1, s1 to s2", "s0 to s2", "s0 = s2, s2 to s0");
    check("s0 to s1, s1 to s0", "s0 = s1", "");
    check("s0 to s1, s1 to s2, s2 to s0", "s0 = s1, s1 = s2", "");
    check(
        "s0 to s1, s1 to s2, s0 to s3, s3 to s2, s0 = s2",
        "s0 = s1, s3 = s0",
        "",
    );
    check("s0 to s1, s2 = s1, s2 to s3", "s0 to s3", "");
}

#[test]
fn compatible_is_not_transitive() {
    check(
        "s0 with s1, s1 with s2",
        "s0 with s1, s1 with s0",
        "s0 with s2",
    );
    check(
        "s0 with s1, s1 with s2, s1 >= 2",
        "s0 with s2, s0 to s1",
        "s0 = s1",
    );
    check("s0 to s1, s0 to s2", "", "s1 with s2");
    check("s0 to s2, s1 to s2", "s0 with s1", "s0 maxwith s1");
    check("s0 into s2, s1 into s2", "s0 maxwith s1", "");
    check("s0 with s1, s0 >= 1, s1 >= 1", "s0 maxwith s1", "");
}

#[test]
fn a_positive_size_never_grows_to_0() {
    check("s0 to s1, s0 >= 1", "", "s1 >= 1, s0 into s1");
    check("s0 into s1, s0 >= 1", "s1 >= 1, s0 to s1", "s0 = s1");
    check("s0 into s1, s1 = 0", "s0 = 0", "");
    check("s0 to s1, s1 = 0", "s0 <= 1", "s0 = 0");
    check("s0 to s1, s1 >= 1", "s0 into s1", "");
}

#[test]
fn joins_are_least_upper_bounds() {
    check(
        "s2 joins s0 s1",
        "s0 to s2, s1 to s2, s0 with s1",
        "s0 into s2",
    );
    check(
        "s2 max s0 s1",
        "s0 into s2, s1 into s2, s0 maxwith s1",
        "s0 = s1",
    );
    check("s2 max s0 s1, s0 to s1", "s2 = s1", "s0 = s1");
    check("s2 max s0 s1, s0 = s1", "s2 = s1", "");
    check("s2 max s0 s1, s0 >= 2", "s2 = s0, s1 to s0", "s2 = s1");
    check("s2 max s0 s1, s0 = 1", "s2 = s1, s1 >= 1", "");
    check("s2 joins s0 s1, s0 = 1", "s2 = s1", "s1 >= 1");
    check("s2 joins s0 s1, s0 = s1", "s2 = s0", "s0 = 1");
    check("s2 joins s0 s1, s3 joins s1 s0", "s2 = s3", "s0 = s1");
    check(
        "s2 joins s0 s1, s0 to s3, s1 to s3",
        "s2 to s3",
        "s2 into s3",
    );
    check("s0 to s3, s1 to s3, s2 joins s0 s1, s2 >= 2", "s2 = s3", "");
    check("s2 max s0 s1, s0 into s3, s1 into s3", "s2 into s3", "");
    check(
        "s2 max s0 s1, s4 max s2 s3, s5 max s0 s3, s6 max s5 s1",
        "s4 = s6",
        "s2 = s4",
    );
    check("s3 max s0 s1 s2, s1 = 1, s2 = 1", "s3 = s0", "");
    check("s2 max s0 s1, s0 <= 4, s1 <= 3", "s2 <= 4", "s2 <= 3");
}

#[test]
fn contradictory_facts_are_ignored() {
    for text in [
        "3 = 4",
        "s0 = 3, s0 = 4",
        "s0 >= 3, s0 <= 2",
        "s0 <= -1",
        "s0 to 3, s0 >= 4",
        "s0 = 3, s1 = 4, s0 = s1",
        "2 to 3",
        "1 into 0",
        "s2 max s0 s1, s2 >= 2, s0 <= 1, s1 <= 1",
        "s0 = -1",
    ] {
        assert!(facts_of(text).is_contradictory(), "{text}");
    }
    let mut facts = facts_of("s0 = 3, s1 to s2");
    facts.enter();
    assume(&mut facts, "s2 = s3");
    // Equates s1 and s2 before it fails.
    assume(&mut facts, "s4 max s0 5");
    assert!(facts.is_contradictory());
    assert!(!entails(&facts, "s4 >= 1"));
    assume(&mut facts, "s1 = s0");
    assert!(entails(&facts, "s3 = 3"));
    facts.exit();
    assert!(!facts.is_contradictory());
    assert!(entails(&facts, "s0 = 3") && entails(&facts, "s1 to s2"));
    assert!(!entails(&facts, "s2 = s3") && !entails(&facts, "s1 = 3"));
}

#[test]
fn facts_end_with_their_scope() {
    let mut facts = facts_of("s0 to s1");
    facts.enter();
    assume(&mut facts, "s0 >= 2");
    facts.enter();
    assume(&mut facts, "s1 = 5");
    assert!(entails(&facts, "s0 = 5"));
    facts.exit();
    assert!(entails(&facts, "s0 = s1") && !entails(&facts, "s0 = 5"));
    facts.exit();
    assert!(!entails(&facts, "s0 = s1") && !entails(&facts, "s0 >= 1"));
    facts.exit();
    assert!(entails(&facts, "s0 to s1"), "there was no scope to end");
}

#[test]
fn fresh_symbols_are_new() {
    let mut facts = facts_of("s4 = s7, s4 with s5");
    facts.enter();
    assert_eq!(facts.fresh(), Symbol(8));
    facts.exit();
    assert_eq!(facts.fresh(), Symbol(9));
}

#[test]
fn learning_and_forgetting_change_the_version() {
    let mut facts = facts_of("s0 to s1");
    let first = facts.version();
    facts.enter();
    assume(&mut facts, "s0 to s1");
    facts.exit();
    assert_eq!(facts.version(), first, "nothing was learned");
    facts.enter();
    assume(&mut facts, "s0 = 5");
    let second = facts.version();
    assert_ne!(second, first);
    assume(&mut facts, "s0 = 4");
    assert_eq!(facts.version(), second, "the fact was left out");
    facts.exit();
    assert!(![first, second].contains(&facts.version()));
}

#[test]
fn a_size_compatible_with_all_parts_is_compatible_with_the_join() {
    check(
        "s2 joins s0 s1, s0 with s3, s1 with s3",
        "s2 with s3, s3 with s2",
        "s2 to s3, s3 to s2, s2 maxwith s3",
    );
    check("s2 joins s0 s1, s0 with s3", "", "s2 with s3");
    check(
        "s2 max s0 s1, s4 max s0 s3, s5 max s1 s3",
        "s2 maxwith s3, s4 maxwith s1, s5 maxwith s0, s2 maxwith s4",
        "s2 to s4",
    );
    // Joins of joins.
    check(
        "s3 joins s0 s1, s4 joins s3 s2, s0 with s5, s1 with s5, s2 with s5",
        "s4 with s5",
        "",
    );
}

#[test]
fn sizes_that_are_not_1_equal_what_they_broadcast_to() {
    check("s0 not 1, s0 to s1", "s0 = s1, s0 != 1, s1 != 1", "s0 >= 1");
    check("s0 not 1, s0 >= 1", "s0 >= 2", "");
    check("s0 not 1, s0 <= 1", "s0 = 0", "");
}
