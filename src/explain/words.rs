//! The wording of the parts of a report, the same in every format.

use super::report::{
    Broadcast, Check, Computation, Dim, EntryCheck, Guard, GuardCounts, GuardKind, Op, OpCounts,
    Operand, OperandDim, OperandRef, Origin, OriginKind, Summary, Why,
};
use std::{
    borrow::Cow,
    fmt::{self, Display, Formatter},
};

/// Joins things: `a`, `a and b`, `a, b and c`.
fn list<T: Display>(things: &[T]) -> String {
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

/// Returns the shapes that take part, and what they give: `[a, 4] x [1] => [a, 4]`.
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

/// Returns a name as it is shown: on one line, without what a terminal would obey.
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

/// Names an operand: `operand #0 'x'`.
pub fn operand(index: usize, operand: &Operand) -> String {
    match &operand.name {
        Some(name) => format!("operand #{index} '{}'", printable(name)),
        None => format!("operand #{index}"),
    }
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

/// Says which size a result dim has, and what decides it.
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

/// Says what checks a guard, or what is declared.
pub fn check(check: Check) -> &'static str {
    match check {
        Check::Here => "checked here",
        Check::AtEntry => "checked where the function begins",
        Check::Before => "an earlier assertion checks it",
        Check::Assumed => "assumed, not checked",
        Check::Known => "known",
    }
}

/// Says what must hold at run time, and what checks it.
pub fn guard(guard: &Guard) -> String {
    format!("guard: {} ({})", guard.condition, check(guard.check))
}

/// Says what a call must satisfy, and what checks it.
pub fn entry_check(entry: &EntryCheck) -> String {
    let symbol = printable(&entry.symbol);
    format!("'{symbol}': {} ({})", entry.condition, check(entry.check))
}

/// The heading of what a function's arguments declare.
pub const DECLARES: &str = "declares sizes of its arguments";

/// What begins the words on a guard that is not needed.
pub const NO_GUARD: &str = "no guard";

/// Says which guard is not needed, behind [`NO_GUARD`].
pub fn removed_guard(op: &Op, guard: &Guard) -> String {
    let between = places(op, &guard.between);
    match guard.between.len() {
        0 => format!("that {}", guard.condition),
        1 => format!("for {between}"),
        _ => format!("between {between}"),
    }
}

/// Why a result dim is as it is, in words.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reason {
    /// It needs no guard, for this reason.
    NoGuard(&'static str),
    /// More is known than types say: from origins, which are listed, or from too many.
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

/// Says why a result dim is as it is; `None` if its guards show that.
pub fn why(why: &Why) -> Option<Reason> {
    Some(match why {
        Why::AllOne => Reason::NoGuard("all operands have size 1 here, or no dim"),
        Why::OnlyOne => Reason::NoGuard("all other operands have size 1 here, or no dim"),
        Why::Types => Reason::NoGuard("the sizes are equal by type"),
        Why::SameValue => Reason::NoGuard("the sizes are those of one value"),
        Why::Guarded => return None,
        Why::Facts { because } if because.is_empty() => {
            Reason::Known("known from many facts together")
        }
        Why::Facts { .. } => Reason::Known("known from"),
    })
}

/// Says where something that is known comes from, without its place.
pub fn origin(origin: &Origin) -> String {
    let name = &origin.name;
    match origin.kind {
        OriginKind::Op => name.clone(),
        OriginKind::Guard => format!("a guard of {name}"),
        OriginKind::Assertion => format!("the assertion {name}"),
        OriginKind::Declared => format!("the declared symbol '{name}'"),
        OriginKind::Branches => "the branches to this block".into(),
        OriginKind::Calls => format!("the calls of @{name}"),
    }
}

/// Returns whether the facts behind an operand's broadcast include any that the result's
/// dims do not list.
pub fn needs_reasons(op: &Op, operand: &Operand) -> bool {
    let is_listed = |origin: &Origin| {
        let mut dims = op.dims.iter();
        dims.any(|dim| dim.why.because().contains(origin))
    };
    !operand.because.iter().all(is_listed)
}

/// Says how an operand is brought to the result's shape.
pub fn broadcast(broadcast: &Broadcast) -> String {
    match broadcast {
        Broadcast::Absent => "takes no part".into(),
        Broadcast::None => "used as it is".into(),
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

/// Explains a contradiction among facts.
pub const CONTRADICTION: &str = "what is known here contradicts itself: it is never reached, or an assertion before always fails";

/// Returns the summary: for each subject, labels and their counts.
pub fn summary(summary: &Summary) -> [(&'static str, Vec<(&'static str, usize)>); 3] {
    let OpCounts { lowered, left } = summary.ops;
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
        ("ops", vec![("lowered", lowered), ("left", left)]),
        (
            "guards",
            vec![
                ("kept", kept),
                ("asserted", checked),
                ("removed by facts", removed),
            ],
        ),
        ("broadcasts", kinds),
    ]
}
