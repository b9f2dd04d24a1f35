//! Actions that declare sizes of arguments, which make guards unnecessary.

use super::{
    signature::{Argument, Signature, split},
    text::offset_range,
};
use crate::explain::{ArgumentDim, Check, Op, Remedy, Report, remaining};
use bcast_lower_core::analysis::{DIMS, RANGES};
use serde_json::{Value, json};
use std::{collections::BTreeMap, ops::Range};

/// Returns an action for each declaration that would make guards on the lines of a range
/// unnecessary.
pub(super) fn actions(report: &Report, uri: &str, text: &str, range: &Value) -> Vec<Value> {
    let line = |end: &str| range[end]["line"].as_u64();
    let (Some(first), Some(last)) = (line("start"), line("end")) else {
        return vec![];
    };
    let mut found: Vec<(&str, &Remedy)> = vec![];
    let mut actions = vec![];
    for op in &report.ops {
        let place = op.place.as_ref().filter(|place| place.file == uri);
        let Some(place) =
            place.filter(|place| (first + 1..=last + 1).contains(&(place.line as u64)))
        else {
            continue;
        };
        let Some(function) = op.function.as_deref() else {
            continue;
        };
        for remedy in remedies(op) {
            if found.contains(&(function, remedy)) {
                continue;
            }
            found.push((function, remedy));
            let lines = text.split_inclusive('\n').take(place.line);
            let end = lines.map(str::len).sum();
            let edits = Signature::find(text, function, end)
                .and_then(|signature| edits(text, &signature, remedy));
            if let Some(edits) = edits {
                let declaration = remaining::remedy_of(remedy, Some(function));
                actions.push(action(uri, text, &declaration, edits));
            }
        }
    }
    actions
}

/// Returns what would make guards of an op unnecessary.
fn remedies(op: &Op) -> impl Iterator<Item = &Remedy> {
    let guards = op.dims.iter().flat_map(|dim| &dim.guards);
    let guards = guards.filter(|guard| matches!(guard.check, Check::Here | Check::Assumed));
    guards.filter_map(|guard| guard.remedy.as_ref())
}

fn action(uri: &str, text: &str, declaration: &str, edits: Vec<(Range<usize>, String)>) -> Value {
    let edits = edits
        .into_iter()
        .map(|(range, new)| json!({"range": offset_range(text, range), "newText": new}));
    let mut title = declaration.to_string();
    title.replace_range(..1, &declaration[..1].to_uppercase());
    json!({
        "title": title,
        "kind": "refactor.rewrite",
        "edit": {"changes": {uri: edits.collect::<Vec<_>>()}},
    })
}

/// Returns the edits that write a declaration; `None` if the remedy is none, or if the text lacks a place for it.
fn edits(
    text: &str,
    signature: &Signature,
    remedy: &Remedy,
) -> Option<Vec<(Range<usize>, String)>> {
    let Remedy::Declare {
        symbol,
        dims,
        range,
        ..
    } = remedy
    else {
        return None;
    };
    let mut by_argument = BTreeMap::<usize, Vec<usize>>::new();
    for ArgumentDim { argument, dim, .. } in dims {
        by_argument.entry(*argument).or_default().push(*dim);
    }
    let mut edits = vec![];
    for (argument, dims) in by_argument {
        let argument = signature.arguments.get(argument)?;
        edits.extend(name_dims(text, argument, &dims, &quoted(symbol))?);
    }
    if let Some([least, greatest]) = range {
        let entry = format!("{} = array<i64: {least}, {greatest}>", key(symbol));
        edits.push(add_range(text, signature, &entry));
    }
    Some(edits)
}

/// Returns the edits that give dims of an argument a name.
fn name_dims(
    text: &str,
    argument: &Argument,
    dims: &[usize],
    name: &str,
) -> Option<Vec<(Range<usize>, String)>> {
    if let Some(attributes) = &argument.attributes
        && let Some(value) = value_of(text, attributes.clone(), DIMS)
    {
        let list = &text[value.clone()];
        let start = value.start + list.find('[')? + 1;
        let end = value.start + list.rfind(']')?;
        let names = split(text, start..end);
        let edits = dims.iter().map(|&dim| {
            let old = names.get(dim)?;
            let spaces = text[old.clone()].len() - text[old.clone()].trim_start().len();
            let end = old.start + text[old.clone()].trim_end().len();
            Some((old.start + spaces..end, name.to_string()))
        });
        return edits.collect();
    }
    let rank = rank(definition(text, &argument.ty))?;
    if dims.iter().any(|&dim| dim >= rank) {
        return None;
    }
    let names = (0..rank).map(|dim| if dims.contains(&dim) { name } else { "\"?\"" });
    let names = names.collect::<Vec<_>>().join(", ");
    let entry = format!("{DIMS} = [{names}]");
    Some(vec![match &argument.attributes {
        Some(attributes) => insert_entry(text, attributes, &entry),
        None => (argument.ty.end..argument.ty.end, format!(" {{{entry}}}")),
    }])
}

/// Returns the edit that adds an entry to the ranges that a function declares.
fn add_range(text: &str, signature: &Signature, entry: &str) -> (Range<usize>, String) {
    let Some(attributes) = &signature.attributes else {
        let added = format!("attributes {{{RANGES} = {{{entry}}}}} ");
        return (signature.body..signature.body, added);
    };
    let ranges = value_of(text, attributes.clone(), RANGES).and_then(|value| {
        let [open, close] = [
            text[value.clone()].find('{')?,
            text[value.clone()].rfind('}')?,
        ];
        Some(value.start + open + 1..value.start + close)
    });
    match ranges {
        Some(ranges) => insert_entry(text, &ranges, entry),
        None => insert_entry(text, attributes, &format!("{RANGES} = {{{entry}}}")),
    }
}

/// Returns the edit that inserts an entry into a dictionary, given by what is between its braces.
fn insert_entry(text: &str, inside: &Range<usize>, entry: &str) -> (Range<usize>, String) {
    let comma = match text[inside.clone()].trim() {
        "" => "",
        _ => ", ",
    };
    (inside.start..inside.start, format!("{entry}{comma}"))
}

/// Returns the value of a key of a dictionary, given by what is between its braces.
fn value_of(text: &str, inside: Range<usize>, key: &str) -> Option<Range<usize>> {
    split(text, inside).into_iter().find_map(|entry| {
        let (found, _) = text[entry.clone()].split_once('=')?;
        let is_found = found.trim().trim_matches('"') == key;
        is_found.then(|| entry.start + found.len() + 1..entry.end)
    })
}

/// Returns the text of a type, or of the type that it is an alias of.
fn definition<'t>(text: &'t str, ty: &Range<usize>) -> &'t str {
    // An alias is defined in front of where it is used.
    let (mut before, mut ty) = (&text[..ty.start], text[ty.clone()].trim());
    while ty.starts_with('!') {
        let mut definitions = before.rmatch_indices(ty).filter_map(|(start, alias)| {
            let starts_line = start == 0 || before[..start].ends_with('\n');
            let rest = before[start + alias.len()..].trim_start();
            let rest = rest.strip_prefix('=').filter(|_| starts_line)?;
            Some((start, rest.lines().next()?.trim()))
        });
        let Some((start, found)) = definitions.next() else {
            break;
        };
        (before, ty) = (&before[..start], found);
    }
    ty
}

/// Returns the rank of a tensor type by its text.
fn rank(ty: &str) -> Option<usize> {
    let mut rest = ty.trim().strip_prefix("tensor<")?.trim_start();
    let mut rank = 0;
    loop {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '?')?;
        match rest[end..].strip_prefix('x') {
            Some(after) if end > 0 => rest = after,
            _ => return Some(rank),
        }
        rank += 1;
    }
}

/// Returns a text as a string of MLIR.
fn quoted(text: &str) -> String {
    let escaped = text.bytes().map(|byte| match byte {
        b'"' | b'\\' | 0..=0x1f | 0x7f.. => format!("\\{byte:02X}"),
        byte => char::from(byte).into(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// Returns a text as a key of a dictionary.
fn key(text: &str) -> String {
    let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_$.".contains(c));
    match is_word {
        true => text.into(),
        false => quoted(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declare(symbol: &str, dims: &[(usize, usize)], range: Option<[i64; 2]>) -> Remedy {
        let dims = dims.iter().map(|&(argument, dim)| ArgumentDim {
            argument,
            value: None,
            name: None,
            dim,
        });
        Remedy::Declare {
            symbol: symbol.into(),
            dims: dims.collect(),
            range,
            paste: vec![],
        }
    }

    fn edited(text: &str, remedy: &Remedy) -> Option<String> {
        let signature = Signature::find(text, "f", text.len())?;
        let mut edits = edits(text, &signature, remedy)?;
        edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        let mut text = text.to_string();
        for (range, new) in edits {
            text.replace_range(range, &new);
        }
        Some(text)
    }

    #[test]
    fn declarations_are_inserted_into_signatures() {
        let two = [(0, 0), (1, 1)];
        for (text, remedy, expected) in [
            (
                "func.func @f(%a: tensor<?xf32>, %b: tensor<4x?xf32>) {",
                declare("n", &two, None),
                "func.func @f(%a: tensor<?xf32> {bcast.dims = [\"n\"]}, \
                 %b: tensor<4x?xf32> {bcast.dims = [\"?\", \"n\"]}) {",
            ),
            (
                "func.func @f(%a: tensor<?xf32> {a.b} loc(#l), %b: tensor<?x?xf32> \
                 {c = 1, bcast.dims = [\"m\" , \"?\"]}) -> () {",
                declare("n", &two, Some([2, 5])),
                "func.func @f(%a: tensor<?xf32> {bcast.dims = [\"n\"], a.b} loc(#l), %b: tensor<?x?xf32> \
                 {c = 1, bcast.dims = [\"m\" , \"n\"]}) -> () attributes {bcast.ranges = {n = array<i64: 2, 5>}} {",
            ),
            (
                "func.func @f(%a: tensor<?xf32> {}) attributes {bcast.ranges = {m = array<i64: 1, 2>}} {",
                declare("a b", &[(0, 0)], Some([4, 4])),
                "func.func @f(%a: tensor<?xf32> {bcast.dims = [\"a b\"]}) attributes \
                 {bcast.ranges = {\"a b\" = array<i64: 4, 4>, m = array<i64: 1, 2>}} {",
            ),
            (
                "func.func @f(%a: tensor<?xf32>) attributes {x.y} {",
                declare("\u{e9}", &[], Some([4, 4])),
                "func.func @f(%a: tensor<?xf32>) attributes \
                 {bcast.ranges = {\"\\C3\\A9\" = array<i64: 4, 4>}, x.y} {",
            ),
            (
                "!tt = i32\n!t = tensor<?x?xf32> // ...\n!u = !t\nfunc.func @f(%a: !t, %b: !u) {",
                declare("n", &[(0, 0), (1, 1)], None),
                "!tt = i32\n!t = tensor<?x?xf32> // ...\n!u = !t\nfunc.func @f(\
                 %a: !t {bcast.dims = [\"n\", \"?\"]}, %b: !u {bcast.dims = [\"?\", \"n\"]}) {",
            ),
        ] {
            assert_eq!(edited(text, &remedy).as_deref(), Some(expected));
        }
    }

    #[test]
    fn types_that_the_text_does_not_show_get_no_declaration() {
        for text in [
            "func.func @f(%a: !t) {",
            "!t = !t\nfunc.func @f(%a: !t) {",
            "!t = !u\n!u = !t\nfunc.func @f(%a: !t) {",
            "func.func @f(%a: tensor<*xf32>) {",
            "func.func @f() {",
            "func.func @f(%a: tensor<?xf32>) {",
            "func.func @f(%a: tensor<?xf32> {bcast.dims = []}) {",
        ] {
            assert_eq!(edited(text, &declare("n", &[(0, 1)], None)), None, "{text}");
        }
        let text = "func.func @f(%a: tensor<?xf32>) {";
        assert_eq!(edited(text, &Remedy::Computed), None);
    }

    #[test]
    fn ranks_are_read_from_types() {
        for (ty, expected) in [
            ("tensor<f32>", Some(0)),
            ("tensor<?x4x12xf32>", Some(3)),
            ("tensor<2xcomplex<f32>, #e>", Some(1)),
            ("!t", None),
            ("tensor<*xf32>", Some(0)),
        ] {
            assert_eq!(rank(ty), expected, "{ty}");
        }
    }
}
