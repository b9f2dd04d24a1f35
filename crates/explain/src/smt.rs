//! Certificates in SMT-LIB 2: for each guard that facts remove, a query to a solver.

use super::{Certificate, Guard, Op, Origin, OriginKind, Report};
use crate::symbol::{Condition, MAX_SIZE, Size, Symbol, Term};
use std::{
    collections::BTreeSet,
    fmt::{self, Display, Formatter},
};

const HEAD: &str = "\
; Guards that facts make unnecessary. Each query asks for sizes that satisfy the known facts
; and violate the conclusion; the answer to each must be `unsat`.
(set-logic QF_LIA)
(define-fun least ((a Int) (b Int)) Int (ite (<= a b) a b))
(define-fun greatest ((a Int) (b Int)) Int (ite (>= a b) a b))
(define-fun first-not-one ((a Int) (b Int)) Int (ite (= a 1) b a))
";

/// The guards of a report that facts removed, as a script for solvers.
#[derive(Clone, Copy, Debug)]
pub struct Smt<'r> {
    /// The report.
    pub report: &'r Report,
}

impl Display for Smt<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(HEAD)?;
        for op in &self.report.ops {
            for (index, dim) in op.dims.iter().enumerate() {
                for guard in &dim.removed_guards {
                    self.write_guard(formatter, op, index, guard)?;
                }
            }
        }
        Ok(())
    }
}

impl Smt<'_> {
    fn write_guard(
        &self,
        formatter: &mut Formatter<'_>,
        op: &Op,
        dim: usize,
        guard: &Guard,
    ) -> fmt::Result {
        let place = op
            .place
            .as_ref()
            .map_or_else(String::new, |place| format!("{place}: "));
        let function = match &op.function {
            Some(name) => format!(" in @{name}"),
            None => String::new(),
        };
        let guarded = format!("{place}{}{function}, result dim {dim}", op.name);
        writeln!(formatter, "\n; {}", comment(&guarded))?;
        writeln!(
            formatter,
            "; without the guard: {}",
            comment(&guard.condition)
        )?;
        match &guard.certificate {
            Some(certificate) => self.write_certificate(formatter, certificate),
            None => formatter.write_str(
                "; there are too many facts to find those that it follows from
",
            ),
        }
    }

    fn write_certificate(
        &self,
        formatter: &mut Formatter<'_>,
        certificate: &Certificate,
    ) -> fmt::Result {
        let conditions = certificate.premises.iter();
        let conditions = conditions.map(|premise| &premise.condition);
        let mut symbols = BTreeSet::new();
        for condition in conditions.chain([&certificate.conclusion]) {
            condition.map(&mut |size| symbols.extend(size.symbol()));
        }
        formatter.write_str("(push 1)\n")?;
        for (place, of) in &certificate.sizes {
            let size = size(of);
            writeln!(
                formatter,
                "; {size} is the size of operand #{} dim {}",
                place.operand, place.dim
            )?;
        }
        for symbol in symbols {
            let symbol = name(symbol);
            writeln!(formatter, "(declare-const {symbol} Int)")?;
            writeln!(formatter, "(assert (<= 0 {symbol} {MAX_SIZE}))")?;
        }
        for premise in &certificate.premises {
            let origin = premise
                .origin
                .and_then(|id| self.report.origins.get(id))
                .map_or_else(|| "another guard of the dim".into(), origin);
            writeln!(formatter, "; known from {}", comment(&origin))?;
            writeln!(formatter, "(assert {})", Expression(&premise.condition))?;
        }
        let conclusion = Expression(&certificate.conclusion);
        writeln!(formatter, "; the conclusion, negated")?;
        writeln!(formatter, "(assert (not {conclusion}))")?;
        formatter.write_str("(check-sat)\n(pop 1)\n")
    }
}

fn origin(origin: &Origin) -> String {
    let kind = match origin.kind {
        OriginKind::Op => "",
        OriginKind::Guard => "the guard of ",
        OriginKind::Assertion => "the assertion ",
        OriginKind::Declared => "the declared ",
        OriginKind::Branches => "all branches to ",
        OriginKind::Calls => "all calls of ",
    };
    let place = origin
        .place
        .as_ref()
        .map_or_else(String::new, |place| format!(" at {place}"));
    let facts = match &origin.facts {
        Some(facts) => format!(" (assumed: facts at {facts})"),
        None => String::new(),
    };
    format!("{kind}{}{place}{facts}", origin.name)
}

/// Returns text without line breaks and other control characters.
fn comment(text: &str) -> String {
    let shown = |character: char| {
        if character.is_control() {
            ' '
        } else {
            character
        }
    };
    text.chars().map(shown).collect()
}

/// A condition as an expression.
struct Expression<'c>(&'c Condition<Size>);

impl Display for Expression<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Condition::Equal(a, b) => write!(formatter, "(= {} {})", term(a), term(b)),
            Condition::AtLeast(of, least) => {
                write!(formatter, "(>= {} {})", term(of), number(*least))
            }
            Condition::AtMost(of, greatest) => {
                write!(formatter, "(<= {} {})", term(of), number(*greatest))
            }
            Condition::Multiple(of, number) => {
                write!(formatter, "(= (mod {} {number}) 0)", term(of))
            }
            Condition::Any(conditions) => list(formatter, "or", "false", conditions),
            Condition::All(conditions) => list(formatter, "and", "true", conditions),
        }
    }
}

fn list(
    formatter: &mut Formatter<'_>,
    function: &str,
    none: &str,
    conditions: &[Condition<Size>],
) -> fmt::Result {
    match conditions {
        [] => formatter.write_str(none),
        [only] => Expression(only).fmt(formatter),
        _ => {
            write!(formatter, "({function}")?;
            for condition in conditions {
                write!(formatter, " {}", Expression(condition))?;
            }
            formatter.write_str(")")
        }
    }
}

fn term(term: &Term<Size>) -> String {
    let fold = |function: &str, sizes: &[Size]| {
        let sizes = sizes.iter().map(size);
        let all = sizes.reduce(|all, size| format!("({function} {all} {size})"));
        all.unwrap_or_else(|| "1".into())
    };
    match term {
        Term::Size(of) => size(of),
        Term::Constant(value) => number(*value),
        Term::Minimum(sizes) => fold("least", sizes),
        Term::Maximum(sizes) => fold("greatest", sizes),
        Term::FirstNotOne(sizes) => fold("first-not-one", sizes),
    }
}

fn size(size: &Size) -> String {
    match size {
        Size::Constant(value) => number(*value),
        Size::Symbol(symbol) => name(*symbol),
    }
}

/// Names a size, or an alias of a size; aliases are numbered from the end of the range.
fn name(symbol: Symbol) -> String {
    match u32::MAX - symbol.0 {
        alias if alias < symbol.0 => format!("d{alias}"),
        _ => symbol.to_string(),
    }
}

/// Writes a number; numerals of SMT-LIB have no sign.
fn number(value: i64) -> String {
    match value {
        0.. => value.to_string(),
        _ => format!("(- {})", value.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_expressions() {
        let [a, b] = [Size::Symbol(Symbol(0)), Size::Symbol(Symbol(1))];
        for (condition, expected) in [
            (
                Condition::compatible(a, b),
                "(or (= s0 s1) (= s0 1) (= s1 1))",
            ),
            (
                Condition::broadcasts_to(Term::Minimum(vec![a, b]), Term::Maximum(vec![a, b])),
                "(or (= (least s0 s1) (greatest s0 s1)) (= (least s0 s1) 1))",
            ),
            (
                Condition::Equal(Term::FirstNotOne(vec![a, b, a]), Term::Constant(-2)),
                "(= (first-not-one (first-not-one s0 s1) s0) (- 2))",
            ),
            (
                Condition::All(vec![
                    Condition::AtLeast(Term::Size(a), 2),
                    Condition::AtMost(Term::Size(a), 8),
                ]),
                "(and (>= s0 2) (<= s0 8))",
            ),
            (Condition::Any(vec![]), "false"),
            (Condition::All(vec![]), "true"),
        ] {
            assert_eq!(Expression(&condition).to_string(), expected);
        }
    }

    #[test]
    fn comments_stay_on_their_line() {
        assert_eq!(comment("a\n(assert false)\u{85}b"), "a (assert false) b");
    }
}
