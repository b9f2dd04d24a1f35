//! The wording of the parts of a report, the same in every format.

use super::{
    ArgumentDim, ProvenFunction,
    report::Report,
    summary::{GuardCounts, OpCounts, Summary},
};
use crate::op::{
    Broadcast, Check, Computation, Dim, Emitted, EntryCheck, Guard, GuardKind, Op, Operand,
    OperandDim, OperandRef, Origin, OriginKind, Why,
};
use std::{
    borrow::Cow,
    fmt::{self, Display, Formatter},
};

/// Joins words: `a`, `a and b`, `a, b and c`.
pub fn list<T: Display>(things: &[T]) -> String {
    let things = things.iter().map(T::to_string).collect::<Vec<_>>();
    match things.as_slice() {
        [head @ .., last] if !head.is_empty() => format!("{} and {last}", head.join(", ")),
        _ => things.concat(),
    }
}

/// Returns sizes as a shape: `[a, 4]`.
fn shape<'s>(sizes: impl Iterator<Item = &'s str>) -> String {
    format!("[{}]", sizes.collect::<Vec<_>>().join(", "))
}

/// Returns the shape equation of an op: `[a, 4] x [1] => [a, 4]`.
pub fn equation(op: &Op) -> String {
    let operands = op
        .operands
        .iter()
        .filter(|operand| operand.broadcast != Broadcast::Absent)
        .map(|operand| shape(operand.dims.iter().map(|dim| &*dim.size)))
        .collect::<Vec<_>>();
    let result = shape(op.dims.iter().map(|dim| &*dim.size));
    format!("{} => {result}", operands.join(" x "))
}

/// Returns whether the sizes of an op's operands and result are known by name.
pub fn has_sizes(op: &Op) -> bool {
    op.operands
        .iter()
        .any(|operand| operand.broadcast != Broadcast::Absent)
}

/// Returns the shape equation of an op with one operand: `[1, 16] => [b, 16]`.
pub fn shapes(operand: &[String], result: &[String]) -> String {
    let [operand, result] = [operand, result].map(|sizes| shape(sizes.iter().map(|size| &**size)));
    format!("{operand} => {result}")
}

/// Counts things: `1 op`, `2 ops`.
pub fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// Says how often something occurs, unless it is once: `2 x a.b is dropped`.
pub fn times(count: usize, what: &str) -> String {
    match count {
        1 => what.into(),
        count => format!("{count} x {what}"),
    }
}

/// Returns a name with its control characters escaped.
pub fn printable(name: &str) -> Cow<'_, str> {
    if !name.contains(char::is_control) {
        return name.into();
    }
    let escape = |c: char| match c.is_control() {
        true => c.escape_debug().to_string(),
        false => c.to_string(),
    };
    name.chars().map(escape).collect::<String>().into()
}

/// Names an operand: `operand #0 %x 'activations'`.
pub fn operand(index: usize, operand: &Operand) -> String {
    let (value, name) = (operand.value.as_deref(), operand.name.as_deref());
    named(format!("operand #{index}"), value, name)
}

/// Adds the name of a value in the source, and its name for people unless that is the same:
/// `argument #0 %x 'activations'`.
pub fn named(mut text: String, value: Option<&str>, name: Option<&str>) -> String {
    if let Some(value) = value {
        text.push(' ');
        text.push_str(value);
    }
    let is_same = |name: &&str| value.and_then(|value| value.strip_prefix('%')) == Some(name);
    if let Some(name) = name.filter(|name| !is_same(name)) {
        text.push_str(&format!(" '{}'", printable(name)));
    }
    text
}

/// Names a dim of an argument: `argument #0 %x dim 1`.
pub fn argument_dim(dim: &ArgumentDim) -> String {
    let argument = format!("argument #{}", dim.argument);
    let (value, name) = (dim.value.as_deref(), dim.name.as_deref());
    format!("{} dim {}", named(argument, value, name), dim.dim)
}

/// Names the result of an op: `result %0`.
pub fn result(op: &Op) -> String {
    named("result".into(), op.value.as_deref(), None)
}

/// Names a dim of an operand: `operand #0 'x' dim 1`.
fn place(op: &Op, place: &OperandRef) -> String {
    let index = place.operand;
    match op.operands.get(index) {
        Some(named) => format!("{} dim {}", operand(index, named), place.dim),
        None => format!("operand #{index} dim {}", place.dim),
    }
}

/// Names dims of operands: `operand #0 'x' dim 1 and operand #1 dim 1`.
fn places(op: &Op, places: &[OperandRef]) -> String {
    let names = places.iter().map(|dim| place(op, dim));
    list(&names.collect::<Vec<_>>())
}

/// Describes the size of a result dim and what decides it.
pub fn size(op: &Op, dim: &Dim) -> String {
    let size = &dim.size;
    let size_of = |dim: &OperandRef| {
        let operand = op.operands.get(dim.operand);
        operand
            .and_then(|operand| Some(&*operand.dims.get(dim.dim)?.size))
            .unwrap_or("?")
    };
    let sizes = dim.decided_by.iter().map(size_of).collect::<Vec<_>>();
    let deciding = places(op, &dim.decided_by);
    let is_declared = |guard: &Guard| guard.kind == GuardKind::Declared;
    match dim.computed_by {
        _ if sizes.is_empty() => size.clone(),
        _ if dim.guards.iter().any(is_declared) => {
            format!("{size}, as the result's type declares, for {deciding}")
        }
        Some(Computation::Maximum) => format!(
            "{size} = max({}), the greatest of {deciding}",
            sizes.join(", ")
        ),
        Some(Computation::Select) => format!("{size} is the first of {deciding} that is not 1"),
        _ => format!("{size}, that of {deciding}"),
    }
}

/// Returns the size of an operand's dim with its bound: `a<=5`.
pub fn operand_size(dim: &OperandDim) -> String {
    match dim.bound {
        Some(bound) => format!("{}<={bound}", dim.size),
        None => dim.size.clone(),
    }
}

/// Describes how a guard or declaration is checked.
pub fn check(check: Check) -> &'static str {
    match check {
        Check::Here => "checked here",
        Check::AtEntry => "checked at function entry",
        Check::Before => "checked by an earlier assertion",
        Check::Assumed => "assumed, not checked",
        Check::Known => "known",
    }
}

/// Describes a guard and how it is checked.
pub fn guard(guard: &Guard) -> String {
    let never = match guard.never_holds {
        true => "never holds, ",
        false => "",
    };
    format!("guard: {} ({never}{})", guard.condition, check(guard.check))
}

/// Describes a condition on calls and how it is checked.
pub fn entry_check(entry: &EntryCheck) -> String {
    let symbol = printable(&entry.symbol);
    format!("'{symbol}': {} ({})", entry.condition, check(entry.check))
}

/// The heading of the guards that remain, of which there are `count`.
pub fn remaining(count: usize) -> String {
    match count {
        1 => "1 guard remains".into(),
        count => format!("{count} guards remain"),
    }
}

/// When a declaration is correct.
pub const DECLARE: &str = "declarations (bcast.dims, bcast.ranges) must hold in every call; they \
                           are checked at function entry unless assume-symbols=on";

/// The word before the text of a declaration.
pub const PASTE: &str = "write";

/// What removes checks of declared sizes.
pub fn entry_checks(count: usize) -> String {
    let checks = match count {
        1 => "1 check of a declared size".into(),
        count => format!("{count} checks of declared sizes"),
    };
    format!("assume-symbols=on removes {checks} at function entry")
}

/// Counts the ops that replace an op.
pub fn emitted(emitted: &Emitted) -> String {
    match emitted.ops.len() + emitted.more {
        1 => "1 op emitted".into(),
        count => format!("{count} ops emitted"),
    }
}

/// Names what a proof is about: `@main`.
pub fn proven_name(function: &ProvenFunction) -> String {
    match &*function.name {
        "" => "the module".into(),
        name => format!("@{}", printable(name)),
    }
}

/// The heading of a function's declared symbols, after its name.
pub const DECLARES: &str = "declares sizes of its arguments";

/// The words after the name of an op with errors.
pub const FAILED: &str = "is not lowered: it has errors";

/// The hint that only the closest origins are listed.
pub const CLOSEST: &str =
    "only the closest origins of facts are shown; --why=LINE shows all of an op's";

/// The words that begin the description of a guard that is not needed.
pub const NO_GUARD: &str = "no guard";

/// Describes which guard is not needed, to follow [`NO_GUARD`].
pub fn removed_guard(op: &Op, guard: &Guard) -> String {
    let between = places(op, &guard.between);
    match guard.between.len() {
        0 => format!("that {}", guard.condition),
        1 => format!("for {between}"),
        _ => format!("between {between}"),
    }
}

/// The reason for the size and guards of a result dim, in words.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reason {
    /// The reason why it needs no guard.
    NoGuard(&'static str),
    /// Facts imply more than the types; their origins are listed unless there are too many.
    Known(&'static str),
}

impl Display for Reason {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGuard(reason) => write!(formatter, "{NO_GUARD}: {reason}"),
            Self::Known(from) => formatter.write_str(from),
        }
    }
}

/// Describes the reason for a result dim; `None` if its guards show it.
pub fn why(why: &Why) -> Option<Reason> {
    Some(match why {
        Why::AllOne => Reason::NoGuard("all operands have size 1 here, or no dim"),
        Why::OnlyOne => Reason::NoGuard("all other operands have size 1 here, or no dim"),
        Why::Types => Reason::NoGuard("the sizes are equal by type"),
        Why::SameValue => Reason::NoGuard("all sizes come from the same value"),
        Why::Guarded | Why::NotPlanned => return None,
        Why::Facts { because } if because.is_empty() => {
            Reason::Known("known from a combination of many facts")
        }
        Why::Facts { .. } => Reason::Known("known from"),
    })
}

/// Describes the origin of a fact, without its place.
pub fn origin(origin: &Origin) -> String {
    let name = &origin.name;
    match origin.kind {
        OriginKind::Op => match &origin.facts {
            Some(facts) => format!("{name} (facts at {facts})"),
            None => name.clone(),
        },
        OriginKind::Guard => format!("a guard of {name}"),
        OriginKind::Assertion => format!("the assertion {name}"),
        OriginKind::Declared => format!("the declared symbol '{name}'"),
        OriginKind::Branches => "the branches to this block".into(),
        OriginKind::Calls => format!("the calls of @{name}"),
    }
}

/// The maximum number of a fact's origins that are listed unless all are requested.
const MAX_ORIGINS: usize = 8;

/// Returns the origins that are listed, and the number of the others.
pub fn listed<'r>(
    report: &'r Report,
    ids: &[usize],
    has_all: bool,
) -> (impl Iterator<Item = &'r Origin>, usize) {
    let count = match has_all {
        true => ids.len(),
        false => ids.len().min(MAX_ORIGINS),
    };
    let listed = ids[..count]
        .iter()
        .filter_map(|&id| report.origins.get(id))
        .collect::<Vec<_>>();
    (listed.into_iter(), ids.len() - count)
}

/// Returns whether any origin of an op's facts itself depends on other origins.
pub fn has_derived_reasons(report: &Report) -> bool {
    // A guard is a sufficient reason, wherever the sizes that it is about come from.
    let is_derived = |id: &usize| match report.origins.get(*id) {
        Some(origin) => origin.kind != OriginKind::Guard && !origin.because.is_empty(),
        None => false,
    };
    let dims = report.ops.iter().flat_map(|op| &op.dims);
    let mut ids = dims.flat_map(|dim| dim.why.because());
    ids.any(is_derived)
}

/// Returns the first dim before this one that has the same reasons.
pub fn same_reasons(op: &Op, index: usize) -> Option<usize> {
    let because = op.dims.get(index)?.why.because();
    let mut before = op.dims[..index].iter();
    before.position(|dim| !because.is_empty() && dim.why.because() == because)
}

/// Returns whether the facts behind an operand's broadcast include any that the result's
/// dims do not list.
pub fn needs_reasons(op: &Op, operand: &Operand) -> bool {
    let is_listed = |origin: &usize| {
        let mut dims = op.dims.iter();
        dims.any(|dim| dim.why.because().contains(origin))
    };
    !operand.because.iter().all(is_listed)
}

/// Describes how an operand is brought to the result's shape.
pub fn broadcast(broadcast: &Broadcast) -> String {
    match broadcast {
        Broadcast::Absent => "takes no part".into(),
        Broadcast::None => "used unchanged".into(),
        Broadcast::Static => "broadcast_in_dim".into(),
        Broadcast::Padded { dims } if dims.is_empty() => "broadcast_in_dim".into(),
        Broadcast::Padded { dims } => format!(
            "broadcast_in_dim to the bound, set_dimension_size of dim {}",
            list(dims)
        ),
        Broadcast::Dynamic {
            expanding,
            nonexpanding,
        } => {
            let known = |dims: &[usize], what| match dims {
                [] => String::new(),
                dims => format!(", dim {} {what}", list(dims)),
            };
            format!(
                "dynamic_broadcast_in_dim{}{}",
                known(expanding, "known to expand"),
                known(nonexpanding, "known not to expand")
            )
        }
        Broadcast::Vector { reshaped: false } => "vector.broadcast".into(),
        Broadcast::Vector { reshaped: true } => "vector.shape_cast, vector.broadcast".into(),
    }
}

/// What becomes of an op that is only guarded.
pub const GUARDED: &str = "stays, behind its guards";

/// Explains a contradiction among facts.
pub const CONTRADICTION: &str = "the facts here are contradictory: the op is unreachable, an earlier op cannot have the sizes that its types \
     declare, or an earlier assertion always fails";

/// Precedes the origins of facts that contradict each other, or the one that is known to contradict others.
pub const fn contradicting(origins: usize) -> &'static str {
    match origins {
        1 => "earlier facts are contradicted by",
        _ => "these contradict each other",
    }
}

/// Returns the numbers of ops and of guards that are kept: `3 ops, 1 guard`.
pub fn counts(summary: &Summary) -> String {
    let OpCounts {
        lowered,
        left,
        failed,
    } = summary.ops;
    let ops = counted(lowered + left + failed, "op");
    format!("{ops}, {}", counted(summary.guards.kept, "guard"))
}

/// The meaning of the words in a summary, for those that are not clear by themselves.
pub const LEGEND: &[(&str, &str)] = &[
    (
        "kept",
        "guards that are needed: sizes may not fit at run time",
    ),
    (
        "asserted",
        "those of them that get an assertion of their own; an earlier assertion checks the others, \
         or they are assumed",
    ),
    (
        REMOVED_BY_FACTS,
        "guards that types alone would require, and that facts make unnecessary",
    ),
    (
        "left",
        "ops that stay as they are, because they cannot be lowered",
    ),
    ("failed", "ops with errors, so that nothing is lowered"),
    (
        "may expand or not",
        "broadcasts with a dim of which it is known only at run time whether it is repeated",
    ),
    (
        "without a check",
        "broadcasts of sizes that nothing shows to fit",
    ),
];

/// The number of guards that facts made unnecessary.
pub const REMOVED_BY_FACTS: &str = "removed by facts";

/// Returns the summary: for each subject, labels and their counts.
pub fn summary(summary: &Summary) -> [(&'static str, Vec<(&'static str, usize)>); 3] {
    let OpCounts {
        lowered,
        left,
        failed,
    } = summary.ops;
    let mut ops = vec![("lowered", lowered), ("left", left)];
    // Most programs have no errors.
    ops.extend((failed > 0).then_some(("failed", failed)));
    let GuardCounts {
        kept,
        checked,
        removed,
    } = summary.guards;
    let broadcasts = &summary.broadcasts;
    let mut kinds = vec![
        ("none needed", broadcasts.none),
        ("broadcast_in_dim", broadcasts.fixed),
        ("dynamic_broadcast_in_dim", broadcasts.dynamic),
    ];
    // Few programs have these.
    let rare = [
        ("padded to bounds", broadcasts.padded),
        ("vector.broadcast", broadcasts.vector),
    ];
    kinds.extend(rare.into_iter().filter(|(_, count)| *count > 0));
    [
        ("ops", ops),
        (
            "guards",
            vec![
                ("kept", kept),
                ("asserted", checked),
                (REMOVED_BY_FACTS, removed),
            ],
        ),
        ("broadcasts", kinds),
    ]
}
