//! What is said of the parts of a report, the same in every form.

use super::report::{
    Broadcast, Check, Computation, Dim, Guard, GuardCounts, GuardKind, Op, OpCounts, Operand,
    OperandDim, OperandRef, Origin, OriginKind, Summary, Why,
};
use std::fmt::{self, Display, Formatter};

impl Display for OperandRef {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "operand #{} dim {}", self.operand, self.dim)
    }
}

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

/// Names an operand: `operand #0 'x'`.
pub fn operand(index: usize, operand: &Operand) -> String {
    match &operand.name {
        Some(name) => format!("operand #{index} '{name}'"),
        None => format!("operand #{index}"),
    }
}

/// Says which size a result dim has, and what decides it.
pub fn size(op: &Op, dim: &Dim) -> String {
    let size = &dim.size;
    let at = |place: &OperandRef| {
        let operand = op.operands.get(place.operand);
        operand
            .and_then(|operand| Some(&*operand.dims.get(place.dim)?.size))
            .unwrap_or("?")
    };
    let sizes = dim.decided_by.iter().map(at).collect::<Vec<_>>();
    let is_declared = |guard: &Guard| guard.kind == GuardKind::Declared;
    match (dim.computed_by, dim.decided_by.as_slice()) {
        (_, []) => size.clone(),
        (_, places) if dim.guards.iter().any(is_declared) => format!(
            "{size}, as the result's type declares, for {}",
            list(places)
        ),
        (Some(Computation::Maximum), places) => format!(
            "{size} = max({}), the greatest of {}",
            sizes.join(", "),
            list(places)
        ),
        (Some(Computation::Select), places) => {
            format!("{size} is the first of {} that is not 1", list(places))
        }
        (_, places) => format!("{size}, that of {}", list(places)),
    }
}

/// Returns the size of an operand's dim with its bound: `a<=5`.
pub fn operand_size(dim: &OperandDim) -> String {
    match dim.bound {
        Some(bound) => format!("{}<={bound}", dim.size),
        None => dim.size.clone(),
    }
}

/// Says what checks a guard.
pub fn check(guard: &Guard) -> &'static str {
    match guard.check {
        Check::Here => "checked here",
        Check::AtEntry => "checked where the function begins",
        Check::Before => "an earlier assertion checks it",
        Check::Assumed => "assumed, not checked",
        Check::Known => "known",
    }
}

/// Says what must hold at run time, and what checks it.
pub fn guard(guard: &Guard) -> String {
    format!("guard: {} ({})", guard.condition, check(guard))
}

/// Says which guard is not needed.
pub fn removed_guard(guard: &Guard) -> String {
    match guard.between.as_slice() {
        [] => format!("no guard that {}", guard.condition),
        [place] => format!("no guard for {place}"),
        places => format!("no guard between {}", list(places)),
    }
}

/// Says why a result dim is as it is; `None` if that has been said.
pub fn why(why: &Why) -> Option<&'static str> {
    match why {
        Why::AllOne => Some("no guard: all operands have size 1 here, or no dim"),
        Why::OnlyOne => Some("no guard: all other operands have size 1 here, or no dim"),
        Why::Types => Some("no guard: the sizes are equal by type"),
        Why::SameValue => Some("no guard: the sizes are those of one value"),
        Why::Guarded => None,
        Why::Facts { because } if because.is_empty() => Some("known from many facts together"),
        Why::Facts { .. } => Some("known from"),
    }
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

/// Returns whether what is known of an operand comes from more than its dims tell.
pub fn needs_reasons(op: &Op, operand: &Operand) -> bool {
    let is_told = |origin: &Origin| {
        let mut dims = op.dims.iter();
        dims.any(|dim| dim.why.because().contains(origin))
    };
    !operand.because.iter().all(is_told)
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

/// Says what it means that what is known contradicts itself.
pub const CONTRADICTION: &str = "what is known here contradicts itself: it is never reached, or an assertion before always fails";

/// Returns the summary, a line of words and their numbers for each subject.
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
