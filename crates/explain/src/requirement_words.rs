//! The wording of what a program asks of its sizes, the same in every format.

use super::{
    FunctionSizes, InputCheck, NamedSize, Report, Requirements, ResultDim,
    layers::{Layer, count_by_layer},
    words::{argument_dim, counted, list, printable},
};

/// The heading of a program's sizes and checks.
pub const HEADING: &str = "what the input asks of its sizes";

/// What is said of equal dims if nothing checks that they are equal.
pub const NOT_CHECKED: &str = "ops require that these are equal; no check shows it";

/// The hint that no passes ran.
pub const NO_TARGET: &str =
    "with a target, such as --target=xla, explain also shows what its passes make of these";

/// The maximum number of characters of a message that are shown in a line.
const MAX_MESSAGE: usize = 160;

/// What JAX says in front of the point of a message, and behind it.
const JAX_BEFORE: &str = "Input shapes do not match the polymorphic shapes specification. ";
const JAX_BEHIND: &str = "Using the following polymorphic shapes specifications";

/// The maximum number of layers that are listed for a check.
const MAX_LAYERS: usize = 4;

/// Returns whether a report has explicit broadcasts and no passes have changed any.
pub fn lacks_target(report: &Report) -> bool {
    let requirements = &report.requirements;
    !requirements.broadcasts.is_empty()
        && requirements.output.is_empty()
        && report.changes.is_empty()
}

/// Names a function: `@f`.
pub fn function(function: &FunctionSizes) -> String {
    format!("@{}", printable(&function.name))
}

/// Describes a size: `b, at least 1: argument #0 %x dim 0 = argument #1 %y dim 0; result #0 dim 0`.
pub fn size(size: &NamedSize) -> String {
    let NamedSize { name, values, .. } = size;
    let values = values.as_ref().map(|values| format!(", {values}"));
    let values = values.unwrap_or_default();
    let arguments = size.arguments.iter().map(argument_dim);
    let results = size
        .results
        .iter()
        .map(|ResultDim { result, dim }| format!("result #{result} dim {dim}"));
    let dims = arguments.chain(results).collect::<Vec<_>>().join(" = ");
    format!("{}{values}: {dims}", printable(name))
}

/// Describes what an assertion checks and where it is: `check in @f: b >= 1`.
pub fn check(check: &InputCheck) -> String {
    let place = check.place.as_ref();
    let place = place.map_or_else(String::new, |place| format!("{place}: "));
    let function = check.function.as_ref();
    let function = function.map_or_else(String::new, |name| format!(" in @{}", printable(name)));
    format!("{place}check{function}: {}", conditions(check))
}

/// Describes what an assertion checks.
pub fn conditions(check: &InputCheck) -> String {
    match check.conditions.as_slice() {
        _ if check.is_implied => "follows from earlier checks".into(),
        [] => "a condition that is not one on sizes alone".into(),
        conditions => list(conditions),
    }
}

/// The heading of layers.
pub fn layers_heading(report: &Report) -> &'static str {
    match report.requirements.broadcasts.is_empty() {
        true => "What other passes change",
        false => "Explicit broadcasts, and what becomes of them",
    }
}

/// Describes what follows from a check, and its message, one text each.
pub fn details(check: &InputCheck, requirements: &Requirements) -> Vec<String> {
    let is_about_sizes = !check.is_implied && !check.conditions.is_empty();
    let has_uses = is_about_sizes && !requirements.broadcasts.is_empty();
    let uses = has_uses.then(|| used_by(check, requirements));
    let message = (!check.message.is_empty()).then(|| message(check));
    uses.into_iter().chain(message).collect()
}

/// Returns a check's message, or its beginning: what JAX says in front of the point, and behind it, is left out.
fn message(check: &InputCheck) -> String {
    let (point, _) = check
        .message
        .split_once(JAX_BEHIND)
        .unwrap_or((&check.message, ""));
    let message = printable(point.strip_prefix(JAX_BEFORE).unwrap_or(point).trim());
    let end = message.char_indices().nth(MAX_MESSAGE);
    match end {
        Some((end, _)) => format!("message: {}...", &message[..end]),
        None => format!("message: {message}"),
    }
}

/// Counts the broadcasts to the sizes that an assertion checks, by layer.
fn used_by(check: &InputCheck, requirements: &Requirements) -> String {
    let all = &requirements.broadcasts;
    let broadcasts = check.used_by.iter().filter_map(|&index| all.get(index));
    let mut layers = count_by_layer(broadcasts);
    let count = match check.used_by.len() {
        0 => return "guards sizes that no explicit broadcast uses".into(),
        count => counted(count, "explicit broadcast"),
    };
    let more = layers.len().saturating_sub(MAX_LAYERS);
    layers.truncate(MAX_LAYERS);
    let layers = layers
        .iter()
        .map(|(layer, count)| format!("{count} in {layer}"));
    let mut layers = layers.collect::<Vec<_>>();
    if more > 0 {
        layers.push(format!("others in {}", counted(more, "layer")));
    }
    format!("guards sizes of {count}: {}", list(&layers))
}

/// Describes a condition that explicit broadcasts need.
pub fn unchecked(condition: &str) -> String {
    format!("needs {condition}, which no check or fact shows")
}

/// Counts the broadcasts and changes of a layer: `2 explicit broadcasts, 5 changes`.
pub fn layer_counts(layer: &Layer) -> String {
    let (broadcasts, changes) = layer.counts();
    let counts = [(broadcasts, "explicit broadcast"), (changes, "change")];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, noun)| counted(count, noun));
    counts.collect::<Vec<_>>().join(", ")
}

/// Returns the summary: for each subject, labels and their counts.
pub fn summary(requirements: &Requirements) -> Vec<(&'static str, Vec<(&'static str, usize)>)> {
    let Requirements {
        functions,
        checks,
        broadcasts,
        ..
    } = requirements;
    let mut summary = vec![];
    if !functions.is_empty() {
        let sizes = functions.iter().map(|function| function.sizes.len()).sum();
        summary.push(("sizes", vec![("known only at run time", sizes)]));
    }
    if !checks.is_empty() {
        let implied = checks.iter().filter(|check| check.is_implied).count();
        let counts = vec![
            ("in the input", checks.len()),
            ("implied by earlier ones", implied),
        ];
        summary.push(("checks", counts));
    }
    if !broadcasts.is_empty() {
        let open = broadcasts.iter().filter(|it| !it.open.is_empty());
        let unchecked = broadcasts.iter().filter(|it| !it.unchecked.is_empty());
        let counts = vec![
            ("in the input", broadcasts.len()),
            ("may expand or not", open.count()),
            ("without a check", unchecked.count()),
        ];
        summary.push(("explicit", counts));
    }
    summary
}
